/// \file
/// \brief Sums of long lists: those that a team has to itself, and those of its groups; orders of sums that are fixed.
// once: OpenMP

#include "ocean/kernels/reuse/sum_long_lists.hpp"

#include <gtest/gtest.h>

#include "listed_case.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;

using listed_type = Ocean::Impl::ListedProducts<problem_type, lists_type, double>;
using long_sums_type = Ocean::Impl::LongListSums<problem_type, lists_type, double>;

/// The long lists alone.
struct SumLongLists {
  static constexpr int max_team_size = Ocean::Impl::sum_team_size;
  listed_type listed;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    long_sums_type(listed).sum(team, team.league_rank());
  }
};

/// Values of C, untouched where lists are short.
template <class Launcher>
std::vector<double> long_sums(const Launcher& launcher, const Listed& listed, bool in_order) {
  std::vector<double> values;
  with_lists(listed, false, in_order, [&](const problem_type& problem, const lists_type& lists) {
    values = values_of(listed, [&](double* all) {
      const SumLongLists kernel{{problem, lists, all}};
      launcher.launch({"Testing::sum_long_lists", long_sums_type(kernel.listed).num_teams(), Ocean::Impl::sum_team_size,
                       products_per_team * sizeof(double)},
                      kernel);
    });
  });
  return values;
}

TEST(SumLongLists, EveryListHasOneOwner) {
  const int longest = short_list_max, most = group_list_max;
  for (const std::vector<int>& sizes :
       {std::vector<int>{},
        {0, 1, longest},
        {longest + 1},
        {most},
        {most + 1},
        {most, 0, most + 1, 1, longest + 1, 3 * most, longest + 2, 5},
        std::vector<int>(8, longest + 1),
        std::vector<int>(9, longest + 7),
        {300, 301, 5 * most, 302, 303, 304, 2, 305, 306, most + 1, 307, 308, 309, 310}}) {
    SCOPED_TRACE(testing::Message() << sizes.size() << " lists");
    const Listed listed = make_lists(sizes);
    std::vector<double> expected = listed.sums();
    for (std::size_t list = 0; list < sizes.size(); ++list)
      if (sizes[list] <= longest) expected[first_entry + list] = untouched;
    for (const bool in_order : {false, true})
      for_each_launcher([&](const auto& launcher) {
        EXPECT_EQ(long_sums(launcher, listed, in_order), expected) << to_string(launcher.path);
      });
  }
}

TEST(SumLongLists, InTheOrderOfTheProductsOnRequest) {
  for (const int size : {257, 1600, 2048, 2049, 5000})
    for (const bool keeps_one : {false, true}) {
      SCOPED_TRACE(size);
      const Listed listed =
          keeps_one ? make_ordered(size, size - 1, 0, size / 2) : make_ordered(size, size / 2, 0, size - 1);
      for_each_launcher([&](const auto& launcher) {
        EXPECT_EQ(long_sums(launcher, listed, true)[first_entry], keeps_one ? 1.0 : 0.0) << to_string(launcher.path);
      });
    }
}

/// Sums that lanes or teams share are rounded in some order, which is the same on every call.
TEST(SumLongLists, SharedSumsAreTheSameOnEveryCall) {
  Listed listed = make_lists({300, 256, 5000, 777, 2048, 2049});
  for (double& value : listed.a) value = value / 3 + 0.1;
  std::vector<double> expected = listed.sums();
  expected[first_entry + 1] = untouched;
  for_each_launcher([&](const auto& launcher) {
    const auto first = long_sums(launcher, listed, false);
    EXPECT_EQ(long_sums(launcher, listed, false), first);
    for (std::size_t entry = 0; entry < expected.size(); ++entry) EXPECT_NEAR(first[entry], expected[entry], 1e-9);
  });
}

}  // namespace
