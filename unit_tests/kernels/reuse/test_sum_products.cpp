/// \file
/// \brief Sums of lists of products on every team path and the CPU path: lists of every length, and orders of sums that
/// are fixed.
// once: OpenMP

#include "ocean/kernels/reuse/sum_products.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::ProductIndex;
using Ocean::Impl::products_per_team;
using Ocean::Impl::short_list_max;

using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using lists_type = Ocean::Impl::ProductLists<test_exec_space::memory_space>;
using size_list = std::vector<std::uint32_t>;

inline constexpr count_type first_entry = 3;  ///< of C, that has a list
inline constexpr double untouched = -77.0;

/// \brief A list of products for each of some entries of C; the factors are values of A and B at random places.
struct Listed {
  std::vector<double> a, b;
  std::vector<std::vector<ProductIndex>> lists;

  double product(const ProductIndex& index) const { return a[index.a()] * b[index.b()]; }
  /// \brief The values of all of C: the products added up in their order.
  std::vector<double> sums() const {
    std::vector<double> values(static_cast<std::size_t>(first_entry), untouched);
    for (const auto& list : lists) {
      double sum = 0.0;
      for (const ProductIndex& index : list) sum += product(index);
      values.push_back(sum);
    }
    values.push_back(untouched);
    return values;
  }
};

/// \brief Lists of \p sizes products of small integers, whose sums are exact in any order.
Listed make_lists(const std::vector<int>& sizes) {
  RandomNumbers random(1);
  Listed listed;
  for (int value = 0; value < 50; ++value) {
    listed.a.push_back(static_cast<double>(random.below(19)) - 9.0);
    listed.b.push_back(static_cast<double>(random.below(19)) - 9.0);
  }
  for (const int size : sizes) {
    listed.lists.emplace_back();
    for (int product = 0; product < size; ++product)
      listed.lists.back().emplace_back(random.below(50), random.below(50));
  }
  return listed;
}

/// \brief Calls test(problem, lists) with the long lists behind the short ones, and the short ones dealt to teams.
template <class Test>
void with_lists(const Listed& listed, bool shared_sums, bool in_order, const Test& test) {
  size_list begin{0}, long_entries, long_begin{0}, team_begin{0};
  std::vector<ProductIndex> products;
  for (const auto& list : listed.lists) {
    if (static_cast<count_type>(list.size()) <= short_list_max)
      products.insert(products.end(), list.begin(), list.end());
    begin.push_back(static_cast<std::uint32_t>(products.size()));
  }
  for (std::size_t entry = 0; entry < listed.lists.size(); ++entry) {
    const auto& list = listed.lists[entry];
    if (static_cast<count_type>(list.size()) <= short_list_max) continue;
    products.insert(products.end(), list.begin(), list.end());
    long_entries.push_back(static_cast<std::uint32_t>(entry));
    long_begin.push_back(static_cast<std::uint32_t>(products.size() - begin.back()));
  }
  for (std::size_t entry = 0; entry < listed.lists.size(); ++entry)
    while (begin[entry] >= team_begin.size() * products_per_team)
      team_begin.push_back(static_cast<std::uint32_t>(entry));
  team_begin.push_back(static_cast<std::uint32_t>(listed.lists.size()));

  const auto device_begin = make_view(begin), device_teams = make_view(team_begin),
             device_long = make_view(long_entries), device_long_begin = make_view(long_begin);
  const auto device_products = make_view(products);
  const auto a = make_view(listed.a), b = make_view(listed.b);
  lists_type lists;
  lists.begin = device_begin;
  lists.products = device_products;
  lists.team_begin = device_teams;
  lists.long_entries = device_long;
  lists.long_begin = device_long_begin;
  lists.first_entry = first_entry;
  lists.num_entries = static_cast<count_type>(listed.lists.size());
  lists.num_teams = static_cast<count_type>(team_begin.size()) - 1;
  lists.num_long = static_cast<count_type>(long_entries.size());
  lists.shared_sums = shared_sums;
  lists.in_order = in_order;
  problem_type problem;
  problem.a.values = a;
  problem.b.values = b;
  test(problem, lists);
}

/// \brief Values of C that sum(values) writes.
template <class Sum>
std::vector<double> values_of(const Listed& listed, const Sum& sum) {
  const auto values = make_view(std::vector<double>(listed.lists.size() + first_entry + 1, untouched));
  sum(values.data());
  Kokkos::fence("Testing::sums");
  return to_vector(values);
}

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

/// As lists of the CPU path lie: one after the other, whatever their lengths.
template <class ExecutionSpace>
void expect_sums_on_host(const Listed& listed) {
  if constexpr (Ocean::Impl::is_host_space_v<ExecutionSpace>) {
    size_list begin{0};
    std::vector<ProductIndex> products;
    for (const auto& list : listed.lists) {
      products.insert(products.end(), list.begin(), list.end());
      begin.push_back(static_cast<std::uint32_t>(products.size()));
    }
    with_lists(listed, false, false, [&](const problem_type& problem, lists_type lists) {
      const auto device_begin = make_view(begin);
      const auto device_products = make_view(products);
      lists.begin = device_begin;
      lists.products = device_products;
      EXPECT_EQ(
          values_of(listed,
                    [&](double* values) { Ocean::Impl::sum_products_host(ExecutionSpace(), problem, lists, values); }),
          listed.sums());
    });
  }
}

TEST(SumProducts, ByHand) {
  Listed listed;
  listed.a = {2.0, 3.0, 5.0};
  listed.b = {1.0, 10.0, 100.0};
  listed.lists = {{{0, 1}, {2, 2}}, {}, {{1, 0}}, {{0, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 2}}};
  const std::vector<double> expected{untouched, untouched, untouched, 520.0, 0.0, 3.0, 1032.0, untouched};
  ASSERT_EQ(listed.sums(), expected);
  expect_sums(listed);
  expect_sums_on_host<test_exec_space>(listed);
}

TEST(SumProducts, ListsOfEveryLength) {
  const int longest = short_list_max, long_team = Ocean::Impl::long_list_team_size;
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
        std::vector<int>{3, longest + 1, 0, 4 * long_team, longest, 17 * long_team - 1, 2}}) {
    SCOPED_TRACE(testing::Message() << sizes.size() << " lists");
    const Listed listed = make_lists(sizes);
    expect_sums(listed);
    expect_sums_on_host<test_exec_space>(listed);
  }
}

/// \brief A list of \p size products, zeros but for 1, 2^60 and -2^60 at three places: in their order, the 1 is lost.
Listed make_ordered(int size, int one, int plus, int minus) {
  Listed listed;
  listed.a = {0.0, 1.0, 1152921504606846976.0, -1152921504606846976.0};
  listed.b = {1.0};
  listed.lists.emplace_back(static_cast<std::size_t>(size), ProductIndex(0, 0));
  auto& list = listed.lists.back();
  list[static_cast<std::size_t>(one)] = ProductIndex(1, 0);
  list[static_cast<std::size_t>(plus)] = ProductIndex(2, 0);
  list[static_cast<std::size_t>(minus)] = ProductIndex(3, 0);
  return listed;
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
    expect_sums_on_host<test_exec_space>(listed);
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
