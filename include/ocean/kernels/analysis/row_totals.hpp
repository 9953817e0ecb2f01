#ifndef OCEAN_KERNELS_ANALYSIS_ROW_TOTALS_HPP
#define OCEAN_KERNELS_ANALYSIS_ROW_TOTALS_HPP
/// \file
/// \brief What a thread adds up over the rows of A, and how a team adds that to the counters.

#include "../../backend/team_context.hpp"
#include "../../results/row_analysis.hpp"
#include "analysis_counters.hpp"
#include "row_width.hpp"

namespace Ocean::Impl {

/// \brief Sums and maxima of one thread.
class RowTotals {
 public:
  /// \brief The totals: sums, then maxima.
  enum Total {
    products_sum,
    capped_sum,
    shared_sum,
    long_sum,
    uneven_sum,
    near_sum,
    products_max,
    entries_max,
    span_max,
    num_totals
  };

  KOKKOS_FUNCTION void add(Total total, count_type term) { m_value[total] += term; }
  KOKKOS_FUNCTION void raise(Total total, count_type other) { m_value[total] = Kokkos::max(m_value[total], other); }
  /// \brief A row of so many products, whose columns lie in \p span; the longest row of B that its entries of A select.
  KOKKOS_FUNCTION void add_row(count_type products, count_type span, count_type entries, count_type longest) {
    add(products_sum, products);
    add(capped_sum, Kokkos::min(products, span));
    raise(products_max, products);
    raise(entries_max, entries);
    raise(span_max, span);
    if (entries <= long_a_row_entries) return;
    add(long_sum, products);
    if (longest * entries > uneven_row_ratio * products) add(uneven_sum, products);
  }

  /// \brief Adds the totals of all threads to \p all: groups leave theirs in scratch, a thread per total joins them.
  /// Launch  called by all threads of a team, which has row_totals_bytes() of scratch that nothing else uses
  /// Cost    one barrier, an atomic per total
  template <class Team>
  KOKKOS_FUNCTION void flush(const Team& team, AnalysisCounters& all) const {
    const auto warp = team.template group<analysis_warp_width>();
    auto* const of_groups = team.template scratch<count_type>();
    const int group = team.template group_rank<analysis_warp_width>();
    for (int total = 0; total < num_totals; ++total) {
      const count_type joined = total < first_max ? sum_of(warp, m_value[total]) : max_of(warp, m_value[total]);
      if (warp.rank() == 0) of_groups[group * num_totals + total] = joined;
    }
    team.barrier();
    for (int total = team.thread_rank(); total < num_totals; total += team.num_threads()) {
      count_type joined = 0;
      for (int other = 0; other < team.template num_groups<analysis_warp_width>(); ++other) {
        const count_type value = of_groups[other * num_totals + total];
        joined = total < first_max ? joined + value : Kokkos::max(joined, value);
      }
      if (joined == 0) continue;
      if (total < first_max)
        Team::atomics::fetch_add(counter_of(all, total), joined);
      else
        Team::atomics::max(counter_of(all, total), joined);
    }
  }

 private:
  static constexpr int first_max = products_max;
  /// Numbers below this have a sum of 32 bits over a warp.
  static constexpr count_type small_end = (count_type(1) << 32) / analysis_warp_width;

  /// \brief The sum of all lanes' values; small ones take fewer instructions. Pre: not negative
  template <class Lanes>
  KOKKOS_FUNCTION static count_type sum_of(const Lanes& warp, count_type value) {
    if (warp.any(value >= small_end)) return warp.sum(value);
    return static_cast<count_type>(warp.sum(static_cast<unsigned>(value)));
  }
  /// \brief The same of the largest.
  template <class Lanes>
  KOKKOS_FUNCTION static count_type max_of(const Lanes& warp, count_type value) {
    if (warp.any(value >= small_end)) return warp.max(value);
    return static_cast<count_type>(warp.max(static_cast<unsigned>(value)));
  }

  KOKKOS_FUNCTION static count_type* counter_of(AnalysisCounters& all, int total) {
    switch (total) {
      case products_sum: return &all.total_products;
      case capped_sum: return &all.capped_products;
      case shared_sum: return &all.shared_products;
      case long_sum: return &all.long_products;
      case uneven_sum: return &all.uneven_products;
      case near_sum: return &all.near_rows;
      case products_max: return &all.max_row_products;
      case entries_max: return &all.max_row_entries;
      default: return &all.max_row_span;
    }
  }

  count_type m_value[num_totals] = {};
};

/// \brief Scratch for the totals of so many groups.
constexpr std::size_t row_totals_bytes(int num_groups) {
  return static_cast<std::size_t>(num_groups) * RowTotals::num_totals * sizeof(count_type);
}

}  // namespace Ocean::Impl

#endif
