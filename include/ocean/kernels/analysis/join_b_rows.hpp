#ifndef OCEAN_KERNELS_ANALYSIS_JOIN_B_ROWS_HPP
#define OCEAN_KERNELS_ANALYSIS_JOIN_B_ROWS_HPP
/// \file
/// \brief Finds the rows of B that are added to a row of C together: those that have the same columns.

#include <type_traits>

#include "../../core/supernodes.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief In a byte: how many rows of B, a row and those behind it, may be joined, and whether rows before it may be,
/// too.
class JoinablePlace {
 public:
  KOKKOS_FUNCTION explicit JoinablePlace(std::uint8_t byte) : m_byte(byte) {}
  KOKKOS_FUNCTION explicit JoinablePlace(const SupernodePlace& place)
      : m_byte(static_cast<std::uint8_t>((place.num_rows - place.place) | (place.place > 0 ? follows : 0))) {}
  KOKKOS_FUNCTION std::uint8_t byte() const { return m_byte; }
  KOKKOS_FUNCTION int num_rows() const { return m_byte & (follows - 1); }
  KOKKOS_FUNCTION bool has_rows_before() const { return m_byte >= follows; }

 private:
  static constexpr int follows = 128;
  static_assert(joined_b_rows_max < follows);
  std::uint8_t m_byte;
};

/// \brief The place of every row of B among those that may be joined with it: entries of A then look at one byte.
/// Shapes  b_continues, b_place [num_inner] (out, bytes of JoinablePlace)
/// Launch  RangePolicy over the rows of B
/// Cost    a read of the flags near each
template <class Bytes>
struct PlaceBRows {
  Bytes b_continues, b_place;

  KOKKOS_FUNCTION void operator()(const count_type row) const {
    const auto num_rows = static_cast<count_type>(b_place.extent(0));
    b_place(row) = JoinablePlace(find_supernode(b_continues, row, num_rows, joined_b_rows_max)).byte();
  }
};

/// \brief One group of lanes per row of A; a warp or the whole team for longer rows.
/// Shapes  b_place [num_inner] as PlaceBRows writes it; b_rows_at_once [nnz(A)] (out): rows of B that go with that of
///         an entry, itself included, 0 if it goes with one before; row_columns [num_rows] (out, unless empty): columns
///         of the rows of B that do not
/// Pre     A's columns are within their bounds
/// Launch  no scratch
/// Cost    a read of A's entries and of a byte for each; of the bounds of rows of B unless row_columns is empty
template <int Width, class ProblemType, class Bytes, class Counts>
struct JoinBRows {
  static constexpr int max_team_size = analysis_team_size;
  static constexpr int min_teams_per_unit = analysis_teams_per_unit;
  ProblemType problem;
  Bytes b_place, b_rows_at_once;
  Counts row_columns;
  int* defect;
  RowRounds rounds;

  /// \brief Rows of B that go with that of \p entry of a row of A, itself included. All columns that may matter are
  /// read at once.
  template <class Offset>
  KOKKOS_FUNCTION int joined_rows(Offset entry, Offset begin, Offset end) const {
    const auto* const columns = problem.a.entries.data() + entry;
    const auto inner = *columns;
    const JoinablePlace place(b_place(inner));
    if (place.has_rows_before() && entry > begin && inner - *(columns - 1) == 1) return 0;
    const auto num_behind = static_cast<count_type>(end - entry);
    int joined = 1;
    bool goes_on = true;
    for (int other = 1; other < joined_b_rows_max; ++other) {
      goes_on = goes_on && other < place.num_rows() && other < num_behind && columns[other] - inner == other;
      if (goes_on) ++joined;
    }
    return joined;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const RowGroups<Width, Team> groups(team, problem.a.num_rows, rounds);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), defect,
        [&](count_type row, auto first, auto last, const auto& lanes) {
          using entry_type = std::make_unsigned_t<decltype(first)>;  // a step beyond the last offset fits
          const auto begin = static_cast<entry_type>(first), end = static_cast<entry_type>(last);
          count_type count = 0;
          for (entry_type entry = begin + lanes.rank(); entry < end; entry += lanes.size()) {
            const int joined = joined_rows(entry, begin, end);
            b_rows_at_once(static_cast<count_type>(entry) - problem.a.first_offset) = static_cast<std::uint8_t>(joined);
            if (joined == 0 || row_columns.data() == nullptr) continue;
            count += problem.products_of(entry);
          }
          if (row_columns.data() == nullptr) return;
          count = lanes.sum(count);
          if (lanes.rank() == 0 && row >= 0) row_columns(row) = count;
        },
        problem.a.first_offset);
  }
};

/// \brief Launches PlaceBRows and JoinBRows on \p exec; returns without a fence.
/// \param b_continues, b_place [num_inner] as PlaceBRows has them
/// \param defect  on the device, raised if offsets of A are out of bounds; null: they are known to be valid
template <TeamLauncher Launcher, class ProblemType, class Bytes, class Counts>
void join_b_rows(const Launcher& launcher, const ProblemType& problem, const Bytes& b_continues, const Bytes& b_place,
                 const Bytes& b_rows_at_once, const Counts& row_columns, int* defect) {
  using policy_type = Kokkos::RangePolicy<typename Launcher::execution_space, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::analysis::place_b_rows", policy_type(launcher.exec(), 0, problem.num_inner()),
                       PlaceBRows<Bytes>{b_continues, b_place});
  dispatch_row_width(launcher.limits(), mean_row_length(problem.a), problem.num_rows(), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds =
        choose_row_rounds(launcher.limits(), lanes, mean_row_length(problem.a), problem.num_rows());
    launcher.launch(
        row_groups_launch("Ocean::analysis::join_b_rows", rounds),
        JoinBRows<lanes, ProblemType, Bytes, Counts>{problem, b_place, b_rows_at_once, row_columns, defect, rounds});
  });
}

}  // namespace Ocean::Impl

#endif
