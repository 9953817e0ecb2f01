/// \file
/// \brief Sums of lists of products on every team path: lists of every length, and orders of sums that are fixed.
// once: OpenMP

#include "ocean/kernels/reuse/sum_products.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "listed_case.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;

void expect_sums(const Listed& listed) {
  const std::vector<double> expected = listed.sums();
  for (const bool shared_sums : {false, true})
    for (const bool in_order : {false, true})
      with_lists(listed, shared_sums, in_order, [&](const problem_type& problem, const lists_type& lists) {
        for_each_launcher([&](const auto& launcher) {
          SCOPED_TRACE(testing::Message() << to_string(launcher.path) << (shared_sums ? ", shared" : "")
                                          << (in_order ? ", in order" : ""));
          EXPECT_EQ(values_of(listed, [&](double* values) { sum_products(launcher, problem, lists, values); }),
                    expected);
        });
      });
}

TEST(SumProducts, ByHand) {
  Listed listed;
  listed.a = {2.0, 3.0, 5.0};
  listed.b = {1.0, 10.0, 100.0};
  listed.lists = {{{0, 1}, {2, 2}}, {}, {{1, 0}}, {{0, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 2}}};
  const std::vector<double> expected{untouched, untouched, untouched, 520.0, 0.0, 3.0, 1032.0, untouched};
  ASSERT_EQ(listed.sums(), expected);
  expect_sums(listed);
}

TEST(SumProducts, ListsOfEveryLength) {
  const int longest = short_list_max, most = group_list_max, long_team = Ocean::Impl::sum_team_size;
  std::vector<int> lengths(70), many(4000, 3);
  std::iota(lengths.begin(), lengths.end(), 0);
  many.resize(9000);                            // no products behind the last of a team
  many.insert(many.end(), {longest, 0, 2, 1});  // and some behind those
  for (const std::vector<int>& sizes :
       {std::vector<int>{},
        {0},
        {1},
        {longest},
        {longest + 1},
        {5 * long_team + 1},
        lengths,
        many,
        std::vector<int>(13, longest),
        std::vector<int>{3, longest + 1, 0, 4 * long_team, longest, 17 * long_team - 1, 2},
        std::vector<int>{most, 0, most + 1, 1, longest + 1, 3 * most, longest + 2, 5, 300, 301, 302, 303, 304, 305,
                         306}}) {
    SCOPED_TRACE(testing::Message() << sizes.size() << " lists");
    const Listed listed = make_lists(sizes);
    expect_sums(listed);
  }
}

/// Products are added up in their order: those of short lists that lanes do not share, and of long ones on request.
TEST(SumProducts, InTheOrderOfTheProducts) {
  const auto expect_value = [](const Listed& listed, double expected) {
    ASSERT_EQ(listed.sums()[first_entry], expected);
    with_lists(listed, false, true, [&](const problem_type& problem, const lists_type& lists) {
      for_each_launcher([&](const auto& launcher) {
        EXPECT_EQ(
            values_of(listed, [&](double* values) { sum_products(launcher, problem, lists, values); })[first_entry],
            expected)
            << to_string(launcher.path);
      });
    });
  };
  for (const int size : {3, 7, 200, 257, 600, 1030}) {
    SCOPED_TRACE(size);
    expect_value(make_ordered(size, 1, 0, 2), 0.0);
    expect_value(make_ordered(size, 2, 0, 1), 1.0);
    expect_value(make_ordered(size, size / 2, 0, size - 1), 0.0);
    expect_value(make_ordered(size, size - 1, 0, size / 2), 1.0);
  }
}

/// Sums that lanes or teams share are rounded in some order, which is the same on every call.
TEST(SumProducts, LongSumsAreTheSameOnEveryCall) {
  Listed listed = make_lists({300, 256, 5000, 777});
  for (double& value : listed.a) value = value / 3 + 0.1;
  for (const bool shared_sums : {false, true})
    with_lists(listed, shared_sums, false, [&](const problem_type& problem, const lists_type& lists) {
      for_each_launcher([&](const auto& launcher) {
        const auto sum = [&](double* values) { sum_products(launcher, problem, lists, values); };
        const auto first = values_of(listed, sum), expected = listed.sums();
        EXPECT_EQ(values_of(listed, sum), first);
        for (std::size_t entry = 0; entry < expected.size(); ++entry) EXPECT_NEAR(first[entry], expected[entry], 1e-9);
      });
    });
}

}  // namespace
