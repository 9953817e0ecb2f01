#ifndef OCEAN_TEST_KERNELS_REUSE_LISTED_CASE_HPP
#define OCEAN_TEST_KERNELS_REUSE_LISTED_CASE_HPP
/// \file
/// \brief Lists of products made by hand, for the kernels that sum them.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ocean/core/problem.hpp"
#include "ocean/results/product_lists.hpp"
#include "support/random_numbers.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

using Impl::count_type;
using Impl::group_list_max;
using Impl::ProductIndex;
using Impl::products_per_team;
using Impl::short_list_max;

using operand_type = Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Impl::Problem<operand_type, operand_type>;
using lists_type = Impl::ProductLists<test_exec_space::memory_space>;
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
inline Listed make_lists(const std::vector<int>& sizes) {
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
  count_type num_team_lists = 0;
  for (const bool of_teams : {true, false})
    for (std::size_t entry = 0; entry < listed.lists.size(); ++entry) {
      const auto& list = listed.lists[entry];
      const auto size = static_cast<count_type>(list.size());
      if (size <= short_list_max || of_teams != (size > group_list_max)) continue;
      products.insert(products.end(), list.begin(), list.end());
      long_entries.push_back(static_cast<std::uint32_t>(entry));
      long_begin.push_back(static_cast<std::uint32_t>(products.size() - begin.back()));
      if (of_teams) ++num_team_lists;
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
  lists.num_team_lists = num_team_lists;
  lists.has_empty =
      std::any_of(listed.lists.begin(), listed.lists.end(), [](const auto& list) { return list.empty(); });
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

/// \brief A list of \p size products, zeros but for 1, 2^60 and -2^60 at three places: in their order, the 1 is lost.
inline Listed make_ordered(int size, int one, int plus, int minus) {
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

}  // namespace Ocean::Testing

#endif
