#ifndef OCEAN_KERNELS_REUSE_SUM_AT_PLACES_HPP
#define OCEAN_KERNELS_REUSE_SUM_AT_PLACES_HPP
/// \file
/// \brief The values of C by adding every product up at its place in its row: no hash, no sort, no atomics.

#include "../../backend/team_launch.hpp"
#include "../numeric/row_pass.hpp"
#include "placed_row.hpp"

namespace Ocean::Impl {

/// Threads of a team, at the most: of groups, or one that owns a row.
inline constexpr int sum_groups_team_size_max = 128, sum_row_team_size_max = 256;
/// Threads that a processor is to hold, which bounds the registers of a thread; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int sum_resident_threads = 768;

/// \brief The rows of B that a row of A selects, in order; the lanes of a group read some of them together.
template <bool IsShared, class Lanes, class ProblemType>
class SelectedFactors {
 public:
  using factor_type = PlacedFactor<ProblemType>;
  KOKKOS_FUNCTION SelectedFactors(const Lanes& lanes, const ProblemType& problem, count_type begin, count_type end)
      : m_lanes(lanes), m_problem(problem), m_first(begin - lanes.size()), m_end(end) {}

  /// \brief The factor of the \p entry of A, an empty one beyond the end. Called with ascending entries by all lanes.
  KOKKOS_FUNCTION factor_type at(count_type entry) {
    if constexpr (!IsShared) {
      return read(entry);
    } else {
      if (entry >= m_first + m_lanes.size()) {
        m_first = entry;
        m_mine = read(entry + m_lanes.rank());
      }
      const int source = static_cast<int>(entry - m_first);
      factor_type factor;
      factor.begin = m_lanes.broadcast(m_mine.begin, source);
      factor.length = m_lanes.broadcast(m_mine.length, source);
      factor.value = m_lanes.broadcast(m_mine.value, source);
      return factor;
    }
  }

 private:
  KOKKOS_FUNCTION factor_type read(count_type entry) const {
    factor_type factor;
    if (entry >= m_end) return factor;
    const auto inner = m_problem.a.entries(entry);
    factor.begin = m_problem.b.row_map(inner);
    factor.length = static_cast<typename ProblemType::column_type>(m_problem.b.row_map(inner + 1) - factor.begin);
    factor.value = m_problem.a.values(entry);
    return factor;
  }

  const Lanes& m_lanes;
  const ProblemType& m_problem;
  count_type m_first, m_end;
  factor_type m_mine;
};

/// \brief A group of \p Width lanes, or a team for Width == 0, adds the products of a row of C up, in the order of A's
/// entries, each product rounded before.
///
/// Pre     rows of C are sorted, rows of B strictly increase; known places are written, and nothing is left out there;
///         shape.capacity entries keep the sums of the next row aligned (sum_capacity_unit)
/// Launch  a group per row, shape.rows_per_team groups a team, or a team per row; scratch per row: a sum per entry of
///         shape.capacity, and a column where places are searched; none if InScratch is false
/// Cost    a value of A and one of B per product, beside 2 bytes of place, or a column of B and a search in C's row
template <int Width, PlaceSource Source, bool InScratch, class Sums>
struct SumAtPlaces {
  static constexpr int max_team_size = Width == 0 ? sum_row_team_size_max : sum_groups_team_size_max;
  static constexpr int min_teams_per_unit = sum_resident_threads / max_team_size;
  using row_type = PlacedRow<Source, InScratch, Sums>;
  using scalar_type = typename Sums::scalar_type;
  using column_type = typename row_type::column_type;
  using index_type = typename row_type::index_type;
  Sums sums;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if constexpr (Width == 0) {
      sum_row(team, TeamLanes<Team>(team), sums.row_at(team.league_rank()), 0);
    } else {
      // The groups of a warp go in lockstep: one that has no row of its own gets row -1, which is empty.
      const auto lanes = team.template lockstep_group<Width>();
      const int rows_per_team = sums.shape.rows_per_team;
      for (int first = 0; first < rows_per_team; first += team.template num_groups<Width>()) {
        const int slot = first + team.template group_rank<Width>();
        const count_type position = team.league_rank() * rows_per_team + slot;
        const bool has_row = slot < rows_per_team && position < sums.num_rows;
        sum_row(team, lanes, has_row ? sums.row_at(position) : -1, has_row ? slot : 0);
      }
    }
  }

 private:
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void sum_row(const Team& team, const Lanes& lanes, count_type row, int slot) const {
    count_type begin = 0, first_product = 0;
    index_type size = 0;
    if (row >= 0) {
      begin = static_cast<count_type>(sums.graph.row_map[row]);
      size = static_cast<index_type>(static_cast<count_type>(sums.graph.row_map[row + 1]) - begin);
      first_product = sums.first_product[row];
    }
    scalar_type* sum = sums.values + begin;
    const column_type* columns = sums.graph.entries + begin;
    if constexpr (InScratch) {
      const auto capacity = static_cast<std::size_t>(sums.shape.capacity);
      char* const scratch = team.template scratch<char>(slot * capacity * row_type::entry_bytes);
      sum = reinterpret_cast<scalar_type*>(scratch);
      if constexpr (row_type::is_searched) {
        auto* const copy = reinterpret_cast<column_type*>(scratch + capacity * sizeof(scalar_type));
        for (index_type place = lanes.rank(); place < size; place += lanes.size()) copy[place] = columns[place];
        columns = copy;
      }
    }
    for (index_type place = lanes.rank(); place < size; place += lanes.size()) sum[place] = scalar_type(0);
    lanes.barrier();
    const bool shares = first_product < 0;
    add_products(lanes, row,
                 row_type(sums, sum, columns, size, shares ? shared_places(first_product) : first_product, !shares));
    if constexpr (InScratch) {
      for (index_type place = lanes.rank(); place < size; place += lanes.size())
        sums.values[begin + place] = sum[place];
      lanes.barrier();
    }
  }

  /// \brief Adds rows of B, as many at a time as a lane has all products of in flight.
  template <class Lanes>
  KOKKOS_FUNCTION static void add_rows(const Lanes& lanes, const typename row_type::factor_type* factor,
                                       typename Sums::problem_type::column_type longest, row_type& row) {
    constexpr int rows = sum_rows_in_flight, few_rows = rows / 2;
    constexpr int strides = row_type::terms_in_flight / rows, many_strides = row_type::terms_in_flight / few_rows;
    if (!lanes.any_of_warp(longest > lanes.size())) {
      row.template add_rows<rows, 1>(lanes, factor);
    } else if (!lanes.any_of_warp(longest > strides * lanes.size())) {
      row.template add_rows<rows, strides>(lanes, factor);
    } else if (!lanes.any_of_warp(longest > many_strides * lanes.size())) {
      row.template add_rows<few_rows, many_strides>(lanes, factor);
      row.template add_rows<few_rows, many_strides>(lanes, factor + few_rows);
    } else {
      for (int ahead = 0; ahead < rows; ++ahead) row.add_long_row(lanes, factor[ahead]);
    }
  }

  template <class Lanes>
  KOKKOS_FUNCTION void add_products(const Lanes& lanes, count_type row_of_a, row_type row) const {
    const auto& problem = sums.problem;
    const auto begin = row_of_a < 0 ? 0 : static_cast<count_type>(problem.a.row_map(row_of_a));
    const auto end = row_of_a < 0 ? 0 : static_cast<count_type>(problem.a.row_map(row_of_a + 1));
    SelectedFactors<Width != 0, Lanes, typename Sums::problem_type> factors(lanes, problem, begin, end);
    for (count_type entry = begin; lanes.any_of_warp(entry < end); entry += sum_rows_in_flight) {
      typename row_type::factor_type factor[sum_rows_in_flight];
      typename Sums::problem_type::column_type longest = 0;
      for (int ahead = 0; ahead < sum_rows_in_flight; ++ahead) {
        factor[ahead] = factors.at(entry + ahead);
        longest = Kokkos::max(longest, factor[ahead].length);
      }
      add_rows(lanes, factor, longest, row);
    }
  }
};

/// \brief Launches SumAtPlaces over the rows of sums.shape; returns without a fence.
template <int Width, PlaceSource Source, bool InScratch, TeamLauncher Launcher, class Sums>
void launch_sum_at_places(const Launcher& launcher, const Sums& sums) {
  using kernel_type = SumAtPlaces<Width, Source, InScratch, Sums>;
  const SumShape& shape = sums.shape;
  constexpr const char* label =
      Source == PlaceSource::known ? "Ocean::reuse::sum_at_known_places" : "Ocean::reuse::sum_at_searched_places";
  const std::size_t row_bytes =
      InScratch ? static_cast<std::size_t>(shape.capacity) * kernel_type::row_type::entry_bytes : 0;
  launcher.launch({label, (sums.num_rows + shape.rows_per_team - 1) / shape.rows_per_team, shape.team_size,
                   row_bytes * static_cast<std::size_t>(shape.rows_per_team)},
                  kernel_type{sums});
}

/// \brief The kernel of sums.shape, by the width of its groups.
template <PlaceSource Source, TeamLauncher Launcher, class Sums>
void sum_at_places(const Launcher& launcher, const Sums& sums) {
  constexpr int narrow = 8, half = 16, wide = 32;
  if (!sums.shape.in_scratch) return launch_sum_at_places<0, Source, false>(launcher, sums);
  switch (sums.shape.width) {
    case narrow: return launch_sum_at_places<narrow, Source, true>(launcher, sums);
    case half: return launch_sum_at_places<half, Source, true>(launcher, sums);
    case wide: return launch_sum_at_places<wide, Source, true>(launcher, sums);
    default: return launch_sum_at_places<0, Source, true>(launcher, sums);
  }
}

}  // namespace Ocean::Impl

#endif
