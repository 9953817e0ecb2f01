#ifndef OCEAN_KERNELS_REUSE_SORT_PRODUCT_LISTS_HPP
#define OCEAN_KERNELS_REUSE_SORT_PRODUCT_LISTS_HPP
/// \file
/// \brief Orders the products of every entry of C, so that its sum does not depend on how they were found.

#include "../../accumulators/sort_slots.hpp"
#include "../../backend/team_launch.hpp"
#include "../../results/product_lists.hpp"

namespace Ocean::Impl {

/// Threads of a team that sorts or sums a long list. UNMEASURED
inline constexpr int long_list_team_size = 256;

/// \brief Sorts a list of few products by insertion; notes a long one.
/// Shapes  num_long [1], zero before; lists.long_entries has room for every long entry
/// Launch  RangePolicy over the entries of C; an atomic per long list
template <class Lists, class Counter>
struct SortShortLists {
  Lists lists;
  Counter num_long;

  KOKKOS_FUNCTION void operator()(const count_type entry) const {
    const count_type begin = lists.begin(entry), end = lists.begin(entry + 1);
    if (end - begin > lists.long_min) {
      const count_type place = Kokkos::atomic_fetch_add(&num_long(0), count_type(1));
      lists.long_entries(place) = static_cast<std::uint32_t>(entry);
      return;
    }
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
    const count_type entry = lists.long_entries(team.league_rank());
    const count_type begin = lists.begin(entry), end = lists.begin(entry + 1);
    sort_slots(TeamLanes<Team>(team), &lists.products(begin), nullptr, static_cast<int>(end - begin));
  }
};

}  // namespace Ocean::Impl

#endif
