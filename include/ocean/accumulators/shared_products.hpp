#ifndef OCEAN_ACCUMULATORS_SHARED_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_SHARED_PRODUCTS_HPP
/// \file
/// \brief Walks of a whole team through the products of one row of C, whose groups of lanes get even shares of them.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "products.hpp"

namespace Ocean::Impl {

/// Of rows of B with more entries every group of a team takes a part of its own, beside its share of the other rows.
/// source: sums of shared_entries_max rows fit in a word
inline constexpr std::uint32_t row_of_all_groups = std::uint32_t(1) << 14;

/// Terms of a row of B that a group takes beside those of other rows; more are read without handing on, in each step,
/// where they are. measured: perf_tests/results/nvidia_h200_2026-11-23_lanes.csv (handed on, rows of 105 to 170 entries
/// take 0.88 to 0.94 of the time, mycielskian13's of 505 take 1.38 times as long), and
/// perf_tests/results/nvidia_h200_2026-11-28_long_rows_variants.csv (tw_nd6k's rows of 380
/// handed on or, with 256 and 192, not: the numeric pass takes 0.89 of the time)
inline constexpr std::uint32_t handed_on_max = 256;

/// Entries of A that a team selects before it shares what they select: their sums fit in a word, of which a bit is
/// left.
inline constexpr count_type shared_entries_max = count_type(1) << 16;
static_assert(shared_entries_max * row_of_all_groups <= count_type(1) << 31);

/// A group keeps what its own entries of A select if no group has more steps than an even share times the first number
/// and the second one: what it takes to find other entries, and what other teams make of the time that a group waits.
/// measured: perf_tests/results/nvidia_h200_2026-11-27_shared_walks_variants.csv (runs 2 and 3: 1.125, 1.5 and 3)
inline constexpr float even_share_ratio = 1.5f;
inline constexpr std::uint32_t even_share_steps = 4;

/// \brief What a group takes of the products that some entries of A select, in units of the walk.
struct ProductShare {
  std::uint32_t begin = 0, end = 0;
};

/// \brief Whose the products of a batch of entries of A are.
enum class BatchShares {
  own,      ///< the group's, which alone selects the batch
  common,   ///< all groups select the batch and take even shares of it
  found,    ///< what lies in a share that the group has found
  longest,  ///< of rows of B beyond row_of_all_groups, a part for each group; of the others nothing
};

/// \brief Some of the entries of A that a team shares, in batches that a group walks through.
struct SharedBatches {
  BatchShares shares;
  std::uint32_t begin, end;  ///< among the shared entries
  std::uint32_t stride;      ///< from one batch to the next
  std::uint32_t batch;       ///< entries of a batch, at most one for each lane
  std::uint32_t first{};     ///< BatchShares::found: the units that the entries select are numbered from here
  ProductShare share{};      ///< BatchShares::found
};

/// \brief A group of a team that walks through a row.
///
/// The rows of B differ in length, often by orders of magnitude, so that groups with as many entries of A would wait
/// for one of them. A unit of what is shared is a step of the group, or a term where it walks term by term.
template <class Scalar, bool WithValues, class Group, class ProblemType, class Body>
struct SharedWalk {
  using row_type = SelectedRowOf<ProblemType>;
  static constexpr std::uint32_t selects_longest = std::uint32_t(1) << 31;  ///< in a number of units
  static constexpr int in_flight = Group::max_size == 1 ? 1 : rows_in_flight;
  Group group;
  int group_rank, num_groups;
  const ProblemType& problem;
  count_type first_column;
  int lanes_per_row;
  const Body& body;

  KOKKOS_FUNCTION std::uint32_t unit() const { return lanes_per_row < group.size() ? 1 : group.size(); }
  KOKKOS_FUNCTION std::uint32_t units_of(const row_type& row) const { return (row.length + unit() - 1) / unit(); }
  KOKKOS_FUNCTION std::uint32_t units_per_step() const { return group.size() / unit(); }
  /// \brief An even share of so many units: whole steps.
  KOKKOS_FUNCTION std::uint32_t even_share(std::uint32_t units) const {
    const std::uint32_t step_of_all = units_per_step() * num_groups;
    return (units + step_of_all - 1) / step_of_all * units_per_step();
  }
  /// \brief Begin of the entries of a group, of \p num_entries that a team shares.
  KOKKOS_FUNCTION std::uint32_t begin_of(int rank, std::uint32_t num_entries) const {
    return Kokkos::min(num_entries, rank * ((num_entries + num_groups - 1) / num_groups));
  }

  /// \brief Units that \p entries of A select, for all lanes; selects_longest is added if there are longer rows of B.
  KOKKOS_FUNCTION std::uint32_t measure(const RowOfA& entries) const {
    std::uint32_t units = 0;
    bool any_longest = false;
    for (count_type chunk = entries.begin + group.rank(); chunk < entries.end; chunk += in_flight * group.size()) {
      row_type rows[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead)
        if (chunk + ahead * group.size() < entries.end)
          rows[ahead] = select_row<false>(problem, chunk + ahead * group.size());
      for (const row_type& row : rows) {
        const bool is_longest = row.length > row_of_all_groups;
        if (!is_longest) units += units_of(row);
        any_longest = any_longest || is_longest;
      }
    }
    units = group.sum(units);
    return group.any(any_longest) ? units + selects_longest : units;
  }

  /// \brief Of a row of B that all groups read, the group's part.
  KOKKOS_FUNCTION row_type part_of_longest(count_type entry) const {
    const auto whole = select_whole_row<WithValues>(problem, entry);
    const count_type step_of_all = static_cast<count_type>(group.size()) * num_groups;
    const count_type part = (whole.length + step_of_all - 1) / step_of_all * group.size();
    const count_type skipped = Kokkos::min(whole.length, group_rank * part);
    row_type row;
    row.begin = static_cast<decltype(row.begin)>(whole.begin + skipped);
    row.length = static_cast<std::uint32_t>(Kokkos::min(part, whole.length - skipped));
    row.value = whole.value;
    return row;
  }

  /// \brief Leaves of a row what lies in a share. \param first the units of the row are numbered from here
  KOKKOS_FUNCTION void clip(row_type& row, std::uint32_t first, const ProductShare& share) const {
    const std::uint32_t begin = Kokkos::max(first, share.begin);
    const std::uint32_t end = Kokkos::min(first + units_of(row), share.end);
    const std::uint32_t skipped = begin < end ? (begin - first) * unit() : 0;
    row.begin += skipped;
    row.length = begin < end ? Kokkos::min(row.length - skipped, (end - begin) * unit()) : 0;
  }

  /// \brief Walks through the rows that the lanes have selected.
  KOKKOS_FUNCTION void walk_selected(row_type mine) const {
    const bool is_long = mine.length > handed_on_max || mine.length > longest_of_several(group, lanes_per_row);
    for (std::uint32_t rest = group.ballot(is_long); rest != 0; rest &= rest - 1) {
      const int source = Kokkos::Experimental::countr_zero_builtin(rest);
      row_type row;
      row.begin = group.broadcast(mine.begin, source);
      row.length = group.broadcast(mine.length, source);
      row.value = value_of_lane<WithValues>(group, mine, source);
      read_ahead<Scalar, WithValues, in_flight>(group, problem, first_column, row, 0, group.size(), body);
    }
    if (is_long) mine.length = 0;
    const std::uint32_t lanes = group.ballot(mine.length > 0);
    if (lanes == 0) return;
    const int first = Kokkos::Experimental::countr_zero_builtin(lanes);
    if (first > 0) {  // shares begin somewhere: the first lanes are to have rows
      mine.begin = group.broadcast(mine.begin, group.rank() + first);
      mine.length = group.broadcast(mine.length, group.rank() + first);
      mine.value = value_of_lane<WithValues>(group, mine, group.rank() + first);
    }
    const int num_selected = 32 - Kokkos::Experimental::countl_zero_builtin(lanes) - first;
    walk_several<Scalar, WithValues>(group, lanes_per_row, problem, mine, num_selected, first_column, body);
  }

  /// \brief Walks through rows whose length does not fit a word, which nothing is left of.
  KOKKOS_FUNCTION void walk_cut(row_type& mine, count_type entry) const {
    const bool is_cut = mine.length == longest_selected_row;
    if (is_cut) mine.length = 0;
    for (std::uint32_t rest = group.ballot(is_cut); rest != 0; rest &= rest - 1) {
      const count_type cut = entry - group.rank() + Kokkos::Experimental::countr_zero_builtin(rest);
      read_ahead<Scalar, WithValues, in_flight>(group, problem, first_column,
                                                select_whole_row<WithValues>(problem, cut), 0, group.size(), body);
    }
  }

  /// \brief Walks through what is the group's of some batches. \param origin of the shared entries
  KOKKOS_FUNCTION void walk(count_type origin, const SharedBatches& batches) const {
    const auto lane = static_cast<std::uint32_t>(group.rank());
    std::uint32_t first = batches.first;
    for (std::uint32_t base = batches.begin; base < batches.end; base += batches.stride) {
      const count_type entry = origin + base + lane;
      row_type mine;
      if (lane < batches.batch && base + lane < batches.end) mine = select_row<WithValues>(problem, entry);
      if constexpr (sizeof(mine.begin) > sizeof(mine.length)) {
        if (batches.shares == BatchShares::own) walk_cut(mine, entry);
      }
      if (batches.shares != BatchShares::own) {
        const bool is_longest = mine.length > row_of_all_groups;
        if (is_longest) mine.length = 0;
        std::uint32_t units = 0;
        const std::uint32_t before = group.exclusive_sum(units_of(mine), units);
        if (batches.shares == BatchShares::common) {
          const std::uint32_t even = even_share(units);
          clip(mine, before, {group_rank * even, (group_rank + 1) * even});
        } else {
          clip(mine, first + before, batches.share);
        }
        first += units;
        if (is_longest && batches.shares != BatchShares::found) mine = part_of_longest(entry);
      }
      walk_selected(mine);
    }
  }

  /// \brief A group's share of entries that select rows of B of very different lengths: every group measures what its
  /// own entries select, and looks for an even share if they differ. A team barrier.
  /// \param longest becomes a bit for every group whose entries select rows beyond row_of_all_groups
  template <class Team>
  KOKKOS_FUNCTION SharedBatches find_share(const Team& team, count_type origin, std::uint32_t num_entries,
                                           std::uint32_t& longest) const {
    const std::uint32_t size = group.size();
    SharedBatches found{BatchShares::found, begin_of(group_rank, num_entries), begin_of(group_rank + 1, num_entries),
                        size, size};
    const std::uint32_t of_group = team.of_groups(measure({origin + found.begin, origin + found.end}));
    longest = group.ballot((of_group & selects_longest) != 0);
    const std::uint32_t units = of_group & ~selects_longest;
    std::uint32_t all_units = 0;
    const std::uint32_t before = group.exclusive_sum(units, all_units);
    const std::uint32_t even = even_share(all_units);
    found.share = {0, all_units};
    if (group.max(units) <= even_share_ratio * even + even_share_steps * units_per_step()) return found;
    found.share = {group_rank * even, (group_rank + 1) * even};
    const std::uint32_t met = group.ballot(before < found.share.end && before + units > found.share.begin);
    if (met == 0) return {BatchShares::found, 0, 0, size, size};
    const int first = Kokkos::Experimental::countr_zero_builtin(met);
    found.begin = begin_of(first, num_entries);
    found.end = begin_of(32 - Kokkos::Experimental::countl_zero_builtin(met), num_entries);
    found.first = group.broadcast(before, first);
    return found;
  }

  /// \brief Where the rows of B that entries select have similar lengths: groups take batches of them in turn.
  KOKKOS_FUNCTION SharedBatches in_turn(std::uint32_t num_entries) const {
    const std::uint32_t batch = Kokkos::min<std::uint32_t>(group.size(), (num_entries + num_groups - 1) / num_groups);
    return {BatchShares::own, group_rank * batch, num_entries, num_groups * batch, batch};
  }

  /// \brief Walks through the group's share of a row.
  template <class Team>
  KOKKOS_FUNCTION void walk_row(const Team& team, const RowOfA& row, bool uneven) const {
    const std::uint32_t size = group.size();
    count_type origin = row.begin;
    std::uint32_t num_entries = 0, longest = 0;  // groups whose entries select rows of B that are still to be read
    while (longest != 0 || origin + num_entries < row.end) {
      SharedBatches batches;
      if (longest != 0) {
        const int selecting = Kokkos::Experimental::countr_zero_builtin(longest);
        batches = {BatchShares::longest, begin_of(selecting, num_entries), begin_of(selecting + 1, num_entries), size,
                   size};
        longest &= longest - 1;
      } else {
        origin += num_entries;
        num_entries =
            static_cast<std::uint32_t>(Kokkos::min<count_type>(count_type{shared_entries_max}, row.end - origin));
        if (num_entries <= size)
          batches = {BatchShares::common, 0, num_entries, size, size};
        else
          batches = uneven ? find_share(team, origin, num_entries, longest) : in_turn(num_entries);
      }
      walk(origin, batches);
    }
  }

  /// \brief Where no lanes run in lockstep: threads take rows of B, several together if there are more threads.
  KOKKOS_FUNCTION void walk_alone(const RowOfA& row) const {
    const int num_entries = static_cast<int>(Kokkos::min<count_type>(num_groups, row.end - row.begin));
    const int sharing = num_entries > 0 ? num_groups / num_entries : 1;
    for (count_type entry = row.begin + group_rank / sharing; entry < row.end; entry += num_groups / sharing)
      read_ahead<Scalar, WithValues, in_flight>(group, problem, first_column,
                                                select_whole_row<WithValues>(problem, entry), group_rank % sharing,
                                                sharing, body);
  }
};

/// \brief All threads of a team walk through the products of a row, in no particular order; the body is as in
/// for_each_product_of_group(). Team barriers.
/// \param lanes_per_row lanes that would suit a row of B, a power of two
/// \param uneven        the rows of B that long rows of A select differ much in length
template <class Scalar, bool WithValues, class Team, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product(const Team& team, const ProblemType& problem, const RowOfA& row,
                                             count_type first_column, int lanes_per_row, bool uneven,
                                             const Body& body) {
  const auto group = team.template group<product_group_width>();
  const SharedWalk<Scalar, WithValues, std::decay_t<decltype(group)>, ProblemType, Body> walk{
      group,
      team.template group_rank<product_group_width>(),
      team.template num_groups<product_group_width>(),
      problem,
      first_column,
      lanes_per_row,
      body};
  if constexpr (Team::has_lanes)
    walk.walk_row(team, row, uneven);
  else
    walk.walk_alone(row);
}

}  // namespace Ocean::Impl

#endif
