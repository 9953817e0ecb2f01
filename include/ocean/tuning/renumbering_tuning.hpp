#ifndef OCEAN_TUNING_RENUMBERING_TUNING_HPP
#define OCEAN_TUNING_RENUMBERING_TUNING_HPP
/// \file
/// \brief When columns are too far apart for the accumulators.

namespace Ocean::Impl {

/// \brief When B's columns are renumbered although hash tables could hold some rows of C.
struct RenumberingTuning {
  /// Columns of C's widest row per entry of B, where rows need windows: no more columns are in use than there are
  /// entries, so renumbering leaves a row this many times fewer windows, each of which reads the row's products again.
  /// source: estimate: sorting the columns reads and writes B's entries up to eight times, less than those windows read
  double columns_per_b_entry = 4.0;
};

inline constexpr RenumberingTuning renumbering_tuning_default{};

}  // namespace Ocean::Impl

#endif
