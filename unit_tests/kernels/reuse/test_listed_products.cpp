/// \file
/// \brief Products of lists by hand: one, sums of every so many of them, and those that a team writes out.
// once: OpenMP

#include "ocean/kernels/reuse/listed_products.hpp"

#include <gtest/gtest.h>

#include "listed_case.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;

using listed_type = Ocean::Impl::ListedProducts<problem_type, lists_type, double>;

/// Writes to sums[place] what sum_every() finds from that place on.
struct SumEvery {
  listed_type listed;
  count_type end, stride;
  test_view<double> sums;
  KOKKOS_FUNCTION void operator()(const count_type place) const { sums(place) = listed.sum_every(place, end, stride); }
};

/// Writes the products from first on to values, by way of scratch.
struct Expand {
  static constexpr int max_team_size = Ocean::Impl::sum_team_size;
  listed_type listed;
  count_type first;
  int count;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    double* const products = team.template scratch<double>();
    if (team.thread_rank() == 0) products[count] = untouched;
    listed.expand(team, first, count, products);
    team.barrier();
    if (team.thread_rank() == 0)
      for (int place = 0; place <= count; ++place) listed.values[place] = products[place];
  }
};

TEST(ListedProducts, SumsOfEverySoMany) {
  const Listed listed = make_lists({37});
  with_lists(listed, false, true, [&](const problem_type& problem, const lists_type& lists) {
    for (const count_type stride : {1, 2, 5, 32})
      for (const count_type end : {0, 1, 4, 9, 37}) {
        const auto sums = make_view(std::vector<double>(40, untouched));
        Kokkos::parallel_for("Testing::sum_every", Kokkos::RangePolicy<test_exec_space>(0, 40),
                             SumEvery{{problem, lists, nullptr}, end, stride, sums});
        std::vector<double> expected(40, 0.0);
        for (count_type first = 0; first < 40; ++first)
          for (count_type place = first; place < end; place += stride)
            expected[static_cast<std::size_t>(first)] +=
                listed.product(listed.lists[0][static_cast<std::size_t>(place)]);
        EXPECT_EQ(to_vector(sums), expected) << "every " << stride << " before " << end;
      }
  });
}

TEST(ListedProducts, ATeamWritesOutSoMany) {
  const int team = Ocean::Impl::sum_team_size, round = Ocean::Impl::stored_in_flight * team;
  std::vector<int> sizes(30, 200);
  const Listed listed = make_lists(sizes);
  with_lists(listed, false, true, [&](const problem_type& problem, const lists_type& lists) {
    for (const int count : {0, 1, team - 1, team, team + 1, round, round + 1, 2 * round, 2 * round + 3, 1700})
      for (const count_type first : {0, 301, 6000 - count})  // up to the last product of all
        for_each_launcher([&](const auto& launcher) {
          const auto values = make_view(std::vector<double>(1800, untouched));
          launcher.launch({"Testing::expand", 1, team, 1800 * sizeof(double)},
                          Expand{{problem, lists, values.data()}, first, count});
          Kokkos::fence("Testing::expand");
          std::vector<double> expected(1800, untouched);
          for (int place = 0; place < count; ++place) {
            const auto number = static_cast<std::size_t>(first + place);
            expected[static_cast<std::size_t>(place)] = listed.product(listed.lists[number / 200][number % 200]);
          }
          EXPECT_EQ(to_vector(values), expected) << count << " from " << first << ", " << to_string(launcher.path);
        });
  });
}

}  // namespace
