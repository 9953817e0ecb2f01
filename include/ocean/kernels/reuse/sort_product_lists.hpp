#ifndef OCEAN_KERNELS_REUSE_SORT_PRODUCT_LISTS_HPP
#define OCEAN_KERNELS_REUSE_SORT_PRODUCT_LISTS_HPP
/// \file
/// \brief Orders the products of every entry of C, so that its sum does not depend on how they were found.

#include "../../accumulators/sort_slots.hpp"
#include "../../backend/team_launch.hpp"
#include "../../core/binary_search.hpp"
#include "../../results/product_lists.hpp"

namespace Ocean::Impl {

/// Threads of a team that sorts a long list; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int long_list_team_size = 256;

/// \brief Numbers of lists: of long ones, which teams or groups of lanes sum, and of those without products.
struct ListCounts {
  count_type of_teams, of_groups, without_products;  // no default values: Kokkos clears trivial types without a kernel
};

/// \brief Counts the long lists, and those without products.
/// Shapes  size [entries of C]; counts [1], zeros before
/// Launch  RangePolicy over the entries of C; an atomic per counted list
template <class Sizes, class Counts>
struct CountLists {
  Sizes size;
  Counts counts;
  KOKKOS_FUNCTION void operator()(const count_type entry) const {
    if (size(entry) == 0)
      Kokkos::atomic_inc(&counts(0).without_products);
    else if (size(entry) > group_list_max)
      Kokkos::atomic_inc(&counts(0).of_teams);
    else if (size(entry) > short_list_max)
      Kokkos::atomic_inc(&counts(0).of_groups);
  }
};

/// \brief Notes the entries with long lists, those of teams first.
/// Shapes  size [entries of C]; counts [1], zeros before; long_entries [long lists] (out)
/// Launch  RangePolicy over the entries of C; an atomic per long list
template <class Sizes, class Counts>
struct FindLongLists {
  Sizes size;
  Sizes long_entries;
  Counts counts;
  count_type num_team_lists;
  KOKKOS_FUNCTION void operator()(const count_type entry) const {
    if (size(entry) <= short_list_max) return;
    const count_type place = size(entry) > group_list_max
                                 ? Kokkos::atomic_fetch_add(&counts(0).of_teams, count_type(1))
                                 : num_team_lists + Kokkos::atomic_fetch_add(&counts(0).of_groups, count_type(1));
    long_entries(place) = static_cast<std::uint32_t>(entry);
  }
};

/// \brief Takes the long lists out of the sizes.
/// Shapes  size [entries of C]; long_size [num_long + 1] (out)
/// Launch  RangePolicy over the long lists
template <class Sizes>
struct TakeLongSizes {
  Sizes size, long_entries, long_size;
  KOKKOS_FUNCTION void operator()(const count_type place) const {
    long_size(place) = size(long_entries(place));
    size(long_entries(place)) = 0;
  }
};

/// \brief Where the list of every entry ends: products are put in from there.
/// Shapes  begin [entries + 1] of the short lists; end [entries] (out)
template <class Places>
struct SetShortEnds {
  Places begin, end;
  KOKKOS_FUNCTION void operator()(const count_type entry) const { end(entry) = begin(entry + 1); }
};

/// \brief The same for the long lists, which start behind the short ones.
/// Shapes  long_begin [num_long + 1], counted from the end of the short lists
template <class Places>
struct SetLongEnds {
  Places begin, long_entries, long_begin, end;
  count_type num_entries;
  KOKKOS_FUNCTION void operator()(const count_type place) const {
    end(long_entries(place)) = begin(num_entries) + long_begin(place + 1);
  }
};

/// \brief Sorts the short lists by insertion.
/// Launch  RangePolicy over the entries of C
template <class Lists>
struct SortShortLists {
  Lists lists;

  KOKKOS_FUNCTION void operator()(const count_type entry) const {
    const count_type begin = lists.begin(entry), end = lists.begin(entry + 1);
    for (count_type place = begin + 1; place < end; ++place) {
      const ProductIndex moved = lists.products(place);
      count_type hole = place;
      for (; hole > begin && !(lists.products(hole - 1) <= moved); --hole)
        lists.products(hole) = lists.products(hole - 1);
      lists.products(hole) = moved;
    }
  }
};

/// \brief Sorts the long lists, a team each.
/// Launch  one team per long entry; no scratch: the lists are sorted where they are
template <class Lists>
struct SortLongLists {
  static constexpr int max_team_size = long_list_team_size;
  Lists lists;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type first = lists.begin(lists.num_entries);
    const count_type begin = first + lists.long_begin(team.league_rank());
    const count_type end = first + lists.long_begin(team.league_rank() + 1);
    sort_slots(TeamLanes<Team>(team), &lists.products(begin), nullptr, static_cast<int>(end - begin));
  }
};

/// \brief Deals the short lists to teams.
/// Shapes  team_begin [num_teams + 1] (out): the first entry whose list begins at product team * products_per_team or
///         later, so that a team has at most products_per_team + short_list_max products
/// Launch  RangePolicy over the teams and one
template <class Lists>
struct DealListsToTeams {
  Lists lists;

  KOKKOS_FUNCTION void operator()(const count_type team) const {
    const count_type target = team * products_per_team;
    lists.team_begin(team) = static_cast<std::uint32_t>(
        team == lists.num_teams ? lists.num_entries : find_place(lists.begin, 0, lists.num_entries, target));
  }
};

}  // namespace Ocean::Impl

#endif
