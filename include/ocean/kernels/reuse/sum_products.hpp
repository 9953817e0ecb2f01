#ifndef OCEAN_KERNELS_REUSE_SUM_PRODUCTS_HPP
#define OCEAN_KERNELS_REUSE_SUM_PRODUCTS_HPP
/// \file
/// \brief The values of C from the lists of their products: no search, no sort, no atomics.

#include "sort_product_lists.hpp"

namespace Ocean::Impl {

/// Threads of a team that sums short lists. UNMEASURED
inline constexpr int sum_team_size = 256;
/// Products whose factors a lane loads before it adds them up. UNMEASURED
inline constexpr int products_in_flight = 4;

/// \brief What the two kernels share.
template <class ProblemType, class Lists, class Scalar>
struct ListedProducts {
  ProblemType problem;
  Lists lists;
  Scalar* values;  ///< all of C's

  /// \brief Sum of the products begin + first, begin + first + stride, ... before end, in their order.
  KOKKOS_FUNCTION Scalar sum_every(count_type first, count_type end, count_type stride) const {
    Scalar sum(0);
    count_type place = first;
    for (; place + (products_in_flight - 1) * stride < end; place += products_in_flight * stride) {
      Scalar product[products_in_flight];
      for (int ahead = 0; ahead < products_in_flight; ++ahead) product[ahead] = product_at(place + ahead * stride);
      for (int ahead = 0; ahead < products_in_flight; ++ahead) sum += product[ahead];
    }
    for (; place < end; place += stride) sum += product_at(place);
    return sum;
  }

 private:
  KOKKOS_FUNCTION Scalar product_at(count_type place) const {
    const ProductIndex index = lists.products(place);
    return multiply<Scalar>(problem.a.values(index.a()), problem.b.values(index.b()));
  }
};

/// \brief Sums lists up to long_min products, a group of \p Width lanes each.
/// Launch  a thread per lane of an entry of C; the order of every sum is fixed
/// Cost    8 bytes of list, a value of A and one of B per product
template <int Width, class ProblemType, class Lists, class Scalar>
struct SumShortLists {
  static constexpr int max_team_size = sum_team_size;
  static constexpr count_type entries_per_team = sum_team_size / Width;
  ListedProducts<ProblemType, Lists, Scalar> listed;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& lists = listed.lists;
    const auto group = team.template group<Width>();
    const count_type first = team.league_rank() * entries_per_team;
    const count_type last = Kokkos::min(first + entries_per_team, lists.num_entries);
    for (count_type entry = first + team.template group_rank<Width>(); entry < last;
         entry += team.template num_groups<Width>()) {
      const count_type begin = lists.begin(entry), end = lists.begin(entry + 1);
      if (end - begin > lists.long_min) continue;
      const Scalar sum = sum_of_group(group, listed.sum_every(begin + group.rank(), end, group.size()));
      if (group.rank() == 0) listed.values[lists.first_entry + entry] = sum;
    }
  }

  template <class Group>
  KOKKOS_FUNCTION static Scalar sum_of_group(const Group& group, const Scalar& sum) {
    if constexpr (Width == 1)
      return sum;
    else
      return group.sum(sum);
  }
};

/// \brief Sums long lists, a team each.
/// Launch  one team per long entry; a value per group of lanes in scratch; the order of every sum is fixed
template <class ProblemType, class Lists, class Scalar>
struct SumLongLists {
  static constexpr int max_team_size = long_list_team_size;
  static constexpr int group_width = 32;
  ListedProducts<ProblemType, Lists, Scalar> listed;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& lists = listed.lists;
    const auto group = team.template group<group_width>();
    const count_type entry = lists.long_entries(team.league_rank());
    Scalar* sums = team.template scratch<Scalar>();
    const count_type begin = lists.begin(entry), end = lists.begin(entry + 1);
    // A lane of a group has its products; a thread alone does those of all lanes, so that its number does not matter.
    constexpr int lanes_per_sum = decltype(group)::max_size;
    constexpr int num_sums = long_list_team_size / lanes_per_sum;
    for (int place = team.template group_rank<group_width>(); place < num_sums;
         place += team.template num_groups<group_width>()) {
      const count_type first = begin + place * lanes_per_sum + group.rank();
      const Scalar sum = group.sum(listed.sum_every(first, end, long_list_team_size));
      if (group.rank() == 0) sums[place] = sum;
    }
    team.barrier();
    if (team.thread_rank() != 0) return;
    Scalar total(0);
    for (int place = 0; place < num_sums; ++place) total += sums[place];
    listed.values[lists.first_entry + entry] = total;
  }
};

/// \brief Values of C from \p lists on \p exec: at most two kernels, no allocation, no fence.
/// \param values all of C's; those of lists.first_entry on are written
template <class ExecutionSpace, class ProblemType, class Scalar>
void sum_products(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                  const ProductLists<typename ExecutionSpace::memory_space>& lists, Scalar* values) {
  using lists_type = ProductLists<typename ExecutionSpace::memory_space>;
  const ListedProducts<ProblemType, lists_type, Scalar> listed{problem, lists, values};
  const auto launch = [&](auto width) {
    using kernel_type = SumShortLists<decltype(width)::value, ProblemType, lists_type, Scalar>;
    launch_teams(
        exec, path,
        {"Ocean::reuse::sum_short_lists",
         (lists.num_entries + kernel_type::entries_per_team - 1) / kernel_type::entries_per_team, sum_team_size},
        kernel_type{listed});
  };
  constexpr int narrow = 4, wide = 32;
  if (lists.lanes == 1)
    launch(std::integral_constant<int, 1>());
  else if (lists.lanes == narrow)
    launch(std::integral_constant<int, narrow>());
  else
    launch(std::integral_constant<int, wide>());
  if (lists.num_long > 0)
    launch_teams(
        exec, path,
        {"Ocean::reuse::sum_long_lists", lists.num_long, long_list_team_size, long_list_team_size * sizeof(Scalar)},
        SumLongLists<ProblemType, lists_type, Scalar>{listed});
}

}  // namespace Ocean::Impl

#endif
