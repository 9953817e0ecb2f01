#ifndef OCEAN_KERNELS_BINNING_SLOT_RULE_HPP
#define OCEAN_KERNELS_BINNING_SLOT_RULE_HPP
/// \file
/// \brief How many slots a row gets, and which.

#include <Kokkos_Core.hpp>

#include "../../tuning/accumulator_table.hpp"

namespace Ocean::Impl {

/// Rows of at most this many products get slots for all of them whatever was predicted: they are sorted, and overflow
/// for nothing but want of slots.
inline constexpr count_type surely_roomy_products = esc_shapes[num_short_esc_shapes - 1].products_max();

/// \brief Which slots the rows get that do not claim any.
enum class SlotOrder {
  of_rows,  ///< one row after the other: how many slots each has, for a prefix sum
  any,      ///< each has its own
  none      ///< only how many there are
};

/// \brief How slots follow from a predicted size.
struct SlotRule {
  double factor = 1.0;         ///< on the predicted size
  bool predicted_only = true;  ///< false: the predicted size is row_products and is not read
  bool estimated = false;      ///< the predicted size may be too small
  double compression = 1.0;    ///< divides row_products in an assisted count pass
  bool rows_claim = false;     ///< rows claim their slots in the output once they are computed, except short ones
  int esc_claims_from = 0;     ///< size class of esc from which rows are not short in this sense
  SlotOrder order = SlotOrder::of_rows;  ///< of the rows that do not claim

  KOKKOS_FUNCTION count_type slots(count_type predicted, count_type products, count_type span) const {
    const count_type bound = products < span ? products : span;
    if (estimated && products <= surely_roomy_products) return bound;
    if (!predicted_only && compression == 1.0) return bound;  // without a division
    const double wanted =
        predicted_only ? factor * static_cast<double>(predicted) : static_cast<double>(products) / compression;
    return wanted < static_cast<double>(bound) ? static_cast<count_type>(Kokkos::ceil(wanted)) : bound;
  }
  /// \brief Whether a row of \p config claims its slots.
  KOKKOS_FUNCTION bool claims(const AccumulatorConfig& config) const {
    return rows_claim && (config.kind != AccumulatorKind::esc || config.size_class >= esc_claims_from);
  }
  /// \brief Entries that it is expected to have: its bound, if there is no better number.
  KOKKOS_FUNCTION count_type expected(count_type predicted, count_type products, count_type span) const {
    const count_type bound = products < span ? products : span;
    return predicted_only && predicted < bound ? predicted : bound;
  }
};

}  // namespace Ocean::Impl

#endif
