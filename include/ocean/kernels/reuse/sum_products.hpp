#ifndef OCEAN_KERNELS_REUSE_SUM_PRODUCTS_HPP
#define OCEAN_KERNELS_REUSE_SUM_PRODUCTS_HPP
/// \file
/// \brief The values of C from the lists of their products: no search, no sort, no atomics.

#include "../../backend/lane_ops.hpp"
#include "sort_product_lists.hpp"

namespace Ocean::Impl {

/// Threads of a team that sums short lists; measured: perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int sum_team_size = 256;
/// Products whose factors a thread loads before it stores them; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int products_in_flight = 4;
/// Lanes that sum a list together where lists are long.
inline constexpr int list_group_width = 32;

/// \brief What the kernels share.
template <class ProblemType, class Lists, class Scalar>
struct ListedProducts {
  ProblemType problem;
  Lists lists;
  Scalar* values;  ///< all of C's

  KOKKOS_FUNCTION Scalar product_at(count_type place) const {
    const ProductIndex index = lists.products(place);
    return LaneOps<typename ProblemType::execution_space>::rounded_product(
        static_cast<Scalar>(problem.a.values(index.a())), static_cast<Scalar>(problem.b.values(index.b())));
  }

  /// \brief Sum of the products first, first + stride, ... before end, in their order.
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
};

/// \brief Sums short lists: the products of a team go to scratch first, whatever list they are of.
/// Launch  teams as the lists deal them; products_per_team + short_list_max values of scratch; the order of every sum
///         is fixed
/// Cost    8 bytes of list, a value of A and one of B per product
template <class ProblemType, class Lists, class Scalar>
struct SumShortLists {
  static constexpr int max_team_size = sum_team_size;
  ListedProducts<ProblemType, Lists, Scalar> listed;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& lists = listed.lists;
    const count_type first = lists.team_begin(team.league_rank()), last = lists.team_begin(team.league_rank() + 1);
    const count_type base = lists.begin(first);
    const int count = static_cast<int>(lists.begin(last) - base);
    Scalar* products = team.template scratch<Scalar>();
    expand(team, base, count, products);
    team.barrier();
    if (lists.shared_sums) return sum_shared(team, first, last, base, products);
    for (count_type entry = first + team.thread_rank(); entry < last; entry += team.num_threads()) {
      Scalar sum(0);
      const int end = static_cast<int>(lists.begin(entry + 1) - base);
      for (int place = static_cast<int>(lists.begin(entry) - base); place < end; ++place) sum += products[place];
      listed.values[lists.first_entry + entry] = sum;
    }
  }

 private:
  template <class Team>
  KOKKOS_FUNCTION void expand(const Team& team, count_type base, int count, Scalar* products) const {
    const int stride = team.num_threads();
    int place = team.thread_rank();
    for (; place + (products_in_flight - 1) * stride < count; place += products_in_flight * stride) {
      Scalar product[products_in_flight];
      for (int ahead = 0; ahead < products_in_flight; ++ahead)
        product[ahead] = listed.product_at(base + place + ahead * stride);
      for (int ahead = 0; ahead < products_in_flight; ++ahead) products[place + ahead * stride] = product[ahead];
    }
    for (; place < count; place += stride) products[place] = listed.product_at(base + place);
  }

  template <class Team>
  KOKKOS_FUNCTION void sum_shared(const Team& team, count_type first, count_type last, count_type base,
                                  const Scalar* products) const {
    const auto& lists = listed.lists;
    const auto group = team.template group<list_group_width>();
    for (count_type entry = first + team.template group_rank<list_group_width>(); entry < last;
         entry += team.template num_groups<list_group_width>()) {
      Scalar sum(0);
      const int end = static_cast<int>(lists.begin(entry + 1) - base);
      for (int place = static_cast<int>(lists.begin(entry) - base) + group.rank(); place < end; place += group.size())
        sum += products[place];
      sum = group.sum(sum);
      if (group.rank() == 0) listed.values[lists.first_entry + entry] = sum;
    }
  }
};

/// \brief Sums long lists, a team each.
/// Launch  one team per long entry, after SumShortLists; a value per group of lanes in scratch; the order of every sum
///         is fixed
template <class ProblemType, class Lists, class Scalar>
struct SumLongLists {
  static constexpr int max_team_size = long_list_team_size;
  ListedProducts<ProblemType, Lists, Scalar> listed;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& lists = listed.lists;
    const auto group = team.template group<list_group_width>();
    Scalar* sums = team.template scratch<Scalar>();
    const count_type offset = lists.begin(lists.num_entries);
    const count_type begin = offset + lists.long_begin(team.league_rank());
    const count_type end = offset + lists.long_begin(team.league_rank() + 1);
    if (lists.in_order) return sum_in_order(team, begin, end);
    // A lane of a group has its products; a thread alone does those of all lanes, so that its number does not matter.
    constexpr int lanes_per_sum = decltype(group)::max_size;
    constexpr int num_sums = long_list_team_size / lanes_per_sum;
    for (int place = team.template group_rank<list_group_width>(); place < num_sums;
         place += team.template num_groups<list_group_width>()) {
      const count_type first = begin + place * lanes_per_sum + group.rank();
      const Scalar sum = group.sum(listed.sum_every(first, end, long_list_team_size));
      if (group.rank() == 0) sums[place] = sum;
    }
    team.barrier();
    if (team.thread_rank() != 0) return;
    Scalar total(0);
    for (int place = 0; place < num_sums; ++place) total += sums[place];
    listed.values[lists.first_entry + lists.long_entries(team.league_rank())] = total;
  }

 private:
  /// \brief The team reads the products, its first thread adds them up.
  template <class Team>
  KOKKOS_FUNCTION void sum_in_order(const Team& team, count_type begin, count_type end) const {
    Scalar* products = team.template scratch<Scalar>();
    Scalar total(0);
    for (count_type first = begin; first < end; first += long_list_team_size) {
      const int count = static_cast<int>(Kokkos::min<count_type>(long_list_team_size, end - first));
      for (int place = team.thread_rank(); place < count; place += team.num_threads())
        products[place] = listed.product_at(first + place);
      team.barrier();
      if (team.thread_rank() == 0)
        for (int place = 0; place < count; ++place) total += products[place];
      team.barrier();
    }
    const auto& lists = listed.lists;
    if (team.thread_rank() == 0) listed.values[lists.first_entry + lists.long_entries(team.league_rank())] = total;
  }
};

/// \brief CPU path: a thread sums a list as it lies.
/// Launch  RangePolicy over the entries of C
template <class ProblemType, class Lists, class Scalar>
struct SumListsHost {
  ListedProducts<ProblemType, Lists, Scalar> listed;
  void operator()(const count_type entry) const {
    const auto& lists = listed.lists;
    listed.values[lists.first_entry + entry] = listed.sum_every(lists.begin(entry), lists.begin(entry + 1), 1);
  }
};

/// \brief Values of C from \p lists by team kernels: at most two, no allocation, no fence.
/// \param values all of C's; those of lists.first_entry on are written
template <TeamLauncher Launcher, class ProblemType, class Scalar>
void sum_products(const Launcher& launcher, const ProblemType& problem,
                  const ProductLists<typename Launcher::memory_space>& lists, Scalar* values) {
  using lists_type = ProductLists<typename Launcher::memory_space>;
  const ListedProducts<ProblemType, lists_type, Scalar> listed{problem, lists, values};
  launcher.launch({"Ocean::reuse::sum_short_lists", lists.num_teams, sum_team_size,
                   static_cast<std::size_t>(products_per_team + short_list_max) * sizeof(Scalar)},
                  SumShortLists<ProblemType, lists_type, Scalar>{listed});
  if (lists.num_long > 0)
    launcher.launch(
        {"Ocean::reuse::sum_long_lists", lists.num_long, long_list_team_size, long_list_team_size * sizeof(Scalar)},
        SumLongLists<ProblemType, lists_type, Scalar>{listed});
}

/// \brief As sum_products(), from lists of list_products_host(): one kernel.
template <class ExecutionSpace, class ProblemType, class Scalar>
void sum_products_host(const ExecutionSpace& exec, const ProblemType& problem,
                       const ProductLists<typename ExecutionSpace::memory_space>& lists, Scalar* values) {
  using lists_type = ProductLists<typename ExecutionSpace::memory_space>;
  Kokkos::parallel_for("Ocean::reuse::sum_lists_host",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, lists.num_entries),
                       SumListsHost<ProblemType, lists_type, Scalar>{{problem, lists, values}});
}

}  // namespace Ocean::Impl

#endif
