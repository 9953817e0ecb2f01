#ifndef OCEAN_KERNELS_REUSE_SUM_LONG_LISTS_HPP
#define OCEAN_KERNELS_REUSE_SUM_LONG_LISTS_HPP
/// \file
/// \brief The values of C whose lists of products are long.

#include "../../backend/team_launch.hpp"
#include "listed_products.hpp"

namespace Ocean::Impl {

/// Lanes that sum a list together. source: all that exchange values without scratch
inline constexpr int list_group_width = 32;

/// \brief Sums the long lists: the first teams one list each, the others one with each group of lanes.
///
/// The order of every sum is fixed: that of the products where lists.in_order says so; otherwise each lane adds up its
/// own, and a thread alone those of all lanes. No sum depends on the number of threads.
/// Scratch  products_per_team values
template <class ProblemType, class Lists, class Scalar>
class LongListSums {
 public:
  using listed_type = ListedProducts<ProblemType, Lists, Scalar>;
  static constexpr int groups_per_team = sum_team_size / list_group_width;

  KOKKOS_FUNCTION explicit LongListSums(const listed_type& listed) : m_listed(listed) {}

  KOKKOS_FUNCTION count_type num_teams() const {
    return num_team_lists() + (m_listed.lists.num_long - num_team_lists() + groups_per_team - 1) / groups_per_team;
  }

  /// \brief The lists of team \p number of num_teams().
  template <class Team>
  KOKKOS_FUNCTION void sum(const Team& team, count_type number) const {
    if (m_listed.lists.in_order) return sum_in_order(team, number);
    if (number < num_team_lists()) return sum_by_team(team, number);
    sum_by_groups(team, num_team_lists() + (number - num_team_lists()) * groups_per_team);
  }

 private:
  /// \brief Lists that a team has to itself: all of them where products are added up in order.
  KOKKOS_FUNCTION count_type num_team_lists() const {
    return m_listed.lists.in_order ? m_listed.lists.num_long : m_listed.lists.num_team_lists;
  }
  /// \brief Place of the first product; for num_long, the place behind the last.
  KOKKOS_FUNCTION count_type begin_of(count_type list) const {
    return static_cast<count_type>(m_listed.lists.begin(m_listed.lists.num_entries)) + m_listed.lists.long_begin(list);
  }
  KOKKOS_FUNCTION void set(count_type list, const Scalar& sum) const {
    m_listed.values[m_listed.lists.first_entry + m_listed.lists.long_entries(list)] = sum;
  }

  template <class Team>
  KOKKOS_FUNCTION void sum_by_groups(const Team& team, count_type first) const {
    const auto group = team.template group<list_group_width>();
    const count_type last = Kokkos::min(first + groups_per_team, m_listed.lists.num_long);
    for (count_type list = first + team.template group_rank<list_group_width>(); list < last;
         list += team.template num_groups<list_group_width>()) {
      const Scalar sum = group.sum(m_listed.sum_every(begin_of(list) + group.rank(), begin_of(list + 1), group.size()));
      if (group.rank() == 0) set(list, sum);
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void sum_by_team(const Team& team, count_type list) const {
    const auto group = team.template group<list_group_width>();
    Scalar* sums = team.template scratch<Scalar>();
    constexpr int lanes_per_sum = decltype(group)::max_size;
    constexpr int num_sums = sum_team_size / lanes_per_sum;
    for (int place = team.template group_rank<list_group_width>(); place < num_sums;
         place += team.template num_groups<list_group_width>()) {
      const count_type first = begin_of(list) + place * lanes_per_sum + group.rank();
      const Scalar sum = group.sum(m_listed.sum_every(first, begin_of(list + 1), sum_team_size));
      if (group.rank() == 0) sums[place] = sum;
    }
    team.barrier();
    if (team.thread_rank() != 0) return;
    Scalar total(0);
    for (int place = 0; place < num_sums; ++place) total += sums[place];
    set(list, total);
  }

  /// \brief The team reads the products, its first thread adds them up.
  template <class Team>
  KOKKOS_FUNCTION void sum_in_order(const Team& team, count_type list) const {
    Scalar* products = team.template scratch<Scalar>();
    Scalar total(0);
    const count_type end = begin_of(list + 1);
    for (count_type first = begin_of(list); first < end; first += products_per_team) {
      const auto count = static_cast<int>(end - first < products_per_team ? end - first : products_per_team);
      m_listed.expand(team, first, count, products);
      team.barrier();
      if (team.thread_rank() == 0)
        for (int place = 0; place < count; ++place) total += products[place];
      team.barrier();
    }
    if (team.thread_rank() == 0) set(list, total);
  }

  const listed_type& m_listed;
};

}  // namespace Ocean::Impl

#endif
