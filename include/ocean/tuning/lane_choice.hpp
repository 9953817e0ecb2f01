#ifndef OCEAN_TUNING_LANE_CHOICE_HPP
#define OCEAN_TUNING_LANE_CHOICE_HPP
/// \file
/// \brief How many lanes share a row of B.

namespace Ocean::Impl {

/// \brief What the number of lanes is chosen from; both bounds are powers of two.
struct LaneRange {
  int min, max;
  double entries_per_lane;  ///< of a row of B, on average, at the least
};

/// \brief Lanes that share a row of B of \p mean_b_row entries: a power of two.
inline int choose_lanes(double mean_b_row, const LaneRange& range) {
  int lanes = range.min;
  while (lanes < range.max && 2 * lanes * range.entries_per_lane <= mean_b_row) lanes *= 2;
  return lanes;
}

}  // namespace Ocean::Impl

#endif
