#ifndef OCEAN_KERNELS_REUSE_SUM_PRODUCTS_HPP
#define OCEAN_KERNELS_REUSE_SUM_PRODUCTS_HPP
/// \file
/// \brief The values of C from the lists of their products: no search, no sort, no atomics.

#include "../../backend/keep_loop.hpp"
#include "sum_long_lists.hpp"

namespace Ocean::Impl {

/// Threads that a processor is to hold of teams that sum lists, which bounds the registers of a thread. source: all
/// that it can hold
inline constexpr int list_resident_threads = 2048;
/// Lists that a thread sums one after the other, but looks up at the same time. measured:
/// perf_tests/results/nvidia_h200_2026-11-28_lists_variants.csv
inline constexpr int lists_in_flight = 3;

/// \brief Sums all lists: the first teams the long ones, the others the short ones, whose products go to scratch first,
/// whatever list they are of.
///
/// Pre     where there are long lists, the values of entries without products are zeros
/// Launch  LongListSums::num_teams() teams, and those that the short lists are dealt to; products_per_team +
///         short_list_max values of scratch; the order of every sum is fixed
/// Cost    8 bytes of list, a value of A and one of B per product
template <class ProblemType, class Lists, class Scalar>
struct SumLists {
  static constexpr int max_team_size = sum_team_size;
  static constexpr int min_teams_per_unit = list_resident_threads / sum_team_size;
  using listed_type = ListedProducts<ProblemType, Lists, Scalar>;
  using long_sums_type = LongListSums<ProblemType, Lists, Scalar>;
  listed_type listed;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& lists = listed.lists;
    const long_sums_type long_sums(listed);
    const count_type rank = team.league_rank() - long_sums.num_teams();
    if (rank < 0) return long_sums.sum(team, team.league_rank());
    const count_type first = lists.team_begin(rank), last = lists.team_begin(rank + 1);
    const count_type base = lists.begin(first);
    const int count = static_cast<int>(lists.begin(last) - base);
    Scalar* products = team.template scratch<Scalar>();
    listed.expand(team, base, count, products);
    team.barrier();
    if (lists.shared_sums) return sum_shared(team, first, last, base, products);
    sum_alone(team, first, last, base, products);
  }

 private:
  /// \brief A thread sums some lists as they lie: where they begin and end is read before the first is summed.
  template <class Team>
  KOKKOS_FUNCTION void sum_alone(const Team& team, count_type first, count_type last, count_type base,
                                 const Scalar* products) const {
    const std::uint32_t* const begin = listed.lists.begin.data() + first;
    Scalar* const values = listed.values + listed.lists.first_entry + first;
    const int stride = team.num_threads(), count = static_cast<int>(last - first);
    const auto start = static_cast<std::uint32_t>(base);
    OCEAN_KEEP_LOOP
    for (int entry = team.thread_rank(); entry < count; entry += lists_in_flight * stride) {
      std::uint32_t place[lists_in_flight], end[lists_in_flight];
      for (int ahead = 0; ahead < lists_in_flight; ++ahead) {  // the last one again, where there is none: no branch
        const int list = Kokkos::min(entry + ahead * stride, count - 1);
        place[ahead] = begin[list] - start;
        end[ahead] = begin[list + 1] - start;
      }
      for (int ahead = 0; ahead < lists_in_flight; ++ahead) {
        if (entry + ahead * stride >= count) break;
        if (listed.lists.num_long > 0 && place[ahead] == end[ahead]) continue;  // a long list, of another team
        Scalar sum(0);
        for (; place[ahead] < end[ahead]; ++place[ahead]) sum += products[place[ahead]];
        values[entry + ahead * stride] = sum;
      }
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void sum_shared(const Team& team, count_type first, count_type last, count_type base,
                                  const Scalar* products) const {
    const auto& lists = listed.lists;
    const auto group = team.template group<list_group_width>();
    for (count_type entry = first + team.template group_rank<list_group_width>(); entry < last;
         entry += team.template num_groups<list_group_width>()) {
      Scalar sum(0);
      const int begin = static_cast<int>(lists.begin(entry) - base),
                end = static_cast<int>(lists.begin(entry + 1) - base);
      if (lists.num_long > 0 && begin == end) continue;  // as sum_alone()
      for (int place = begin + group.rank(); place < end; place += group.size()) sum += products[place];
      sum = group.sum(sum);
      if (group.rank() == 0) listed.values[lists.first_entry + entry] = sum;
    }
  }
};

/// \brief Values of C from \p lists: one team kernel, behind zeros if need be; no allocation, no fence.
/// \param values all of C's; those of lists.first_entry on are written
template <TeamLauncher Launcher, class ProblemType, class Scalar>
void sum_products(const Launcher& launcher, const ProblemType& problem,
                  const ProductLists<typename Launcher::memory_space>& lists, Scalar* values) {
  using kernel_type = SumLists<ProblemType, ProductLists<typename Launcher::memory_space>, Scalar>;
  const kernel_type kernel{{problem, lists, values}};
  if (lists.num_long > 0 && lists.has_empty)
    Kokkos::deep_copy(launcher.exec(),
                      Kokkos::View<Scalar*, typename Launcher::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                          values + lists.first_entry, static_cast<std::size_t>(lists.num_entries)),
                      Scalar(0));
  launcher.launch({"Ocean::reuse::sum_lists", LongListSums(kernel.listed).num_teams() + lists.num_teams, sum_team_size,
                   static_cast<std::size_t>(products_per_team + short_list_max) * sizeof(Scalar)},
                  kernel);
}

}  // namespace Ocean::Impl

#endif
