/// \file
/// \brief CPU path: sums of lists of products, one by one and one behind the other.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/sum_lists_host.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "listed_case.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::flat_list_entries;
using Ocean::Impl::flat_list_parts;
using Ocean::Impl::HostProductIndex;

/// \brief The values of all of C, of lists that lie one after the other, whatever their lengths.
std::vector<double> sums_on_host(const Listed& listed) {
  size_list begin{0};
  std::vector<HostProductIndex> products;
  lists_type lists;
  for (const auto& list : listed.lists) {
    for (const ProductIndex& index : list) products.emplace_back(index.a(), index.b());
    if (list.empty())
      lists.has_empty = true;
    else
      products.back().mark_last();
    begin.push_back(static_cast<std::uint32_t>(products.size()));
  }
  const auto device_begin = make_view(begin);
  const auto device_products = make_view(products);
  const auto a = make_view(listed.a), b = make_view(listed.b);
  lists.begin = device_begin;
  lists.host_products = device_products;
  lists.first_entry = first_entry;
  lists.num_entries = static_cast<count_type>(listed.lists.size());
  problem_type problem;
  problem.a.values = a;
  problem.b.values = b;
  return values_of(listed,
                   [&](double* values) { Ocean::Impl::sum_lists_host(test_exec_space(), problem, lists, values); });
}

TEST(SumListsHost, AProductAndItsMark) {
  HostProductIndex index(Ocean::Impl::host_listed_products_max, 4294967295);
  EXPECT_EQ(index.is_last(), 0u);
  index.mark_last();
  EXPECT_EQ(index.is_last(), 1u);
  EXPECT_EQ(index.a(), 2147483647u);
  EXPECT_EQ(index.b(), 4294967295u);
}

TEST(SumListsHost, ByHand) {
  Listed listed;
  listed.a = {2.0, 3.0, 5.0};
  listed.b = {1.0, 10.0, 100.0};
  listed.lists = {{{0, 1}, {2, 2}}, {{1, 0}}, {{0, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 2}}, {{0, 0}}};
  const std::vector<double> expected{untouched, untouched, untouched, 520.0, 3.0, 1032.0, 2.0, untouched};
  EXPECT_EQ(sums_on_host(listed), expected);
  listed.lists[2].clear();
  const std::vector<double> with_empty{untouched, untouched, untouched, 520.0, 3.0, 0.0, 2.0, untouched};
  EXPECT_EQ(sums_on_host(listed), with_empty);
}

/// Fewer lists than parts of a block, one block, the first of another, and several; on the mean short and long ones.
TEST(SumListsHost, ListsOfEveryLength) {
  const auto blocks = [](double number) { return static_cast<std::size_t>(number * flat_list_entries); };
  const int longest = static_cast<int>(Ocean::Impl::host_tuning_default.flat_list_max);
  for (const std::size_t num_lists : {std::size_t(0), std::size_t(1), std::size_t(flat_list_parts - 1),
                                      std::size_t(flat_list_parts), blocks(1), blocks(1) + 1, blocks(3.5)})
    for (const int length : {1, 3, longest, longest + 1, 5 * longest}) {
      SCOPED_TRACE(testing::Message() << num_lists << " lists of about " << length);
      std::vector<int> sizes(num_lists, length);
      for (std::size_t list = 0; list + 1 < num_lists; list += 2) {  // the mean remains
        const int more = static_cast<int>(list / 2) % length;
        sizes[list] += more;
        sizes[list + 1] -= more;
      }
      const Listed listed = make_lists(sizes);
      EXPECT_EQ(sums_on_host(listed), listed.sums());
    }
}

/// The longest lists are all in the same part of a block.
TEST(SumListsHost, PartsOfOtherSizes) {
  for (int part = 0; part < flat_list_parts; ++part) {
    SCOPED_TRACE(part);
    std::vector<int> sizes(static_cast<std::size_t>(flat_list_entries), 1);
    const auto begin = sizes.begin() + part * flat_list_entries / flat_list_parts;
    std::fill(begin, begin + flat_list_entries / (2 * flat_list_parts), 40);
    const Listed listed = make_lists(sizes);
    EXPECT_EQ(sums_on_host(listed), listed.sums());
  }
}

/// Products are added up in their order.
TEST(SumListsHost, InTheOrderOfTheProducts) {
  for (const int size : {3, 7, 16, 17, 200, 1030}) {
    SCOPED_TRACE(size);
    const auto sum = [](const Listed& listed) { return sums_on_host(listed)[first_entry]; };
    EXPECT_EQ(sum(make_ordered(size, 1, 0, 2)), 0.0);
    EXPECT_EQ(sum(make_ordered(size, 2, 0, 1)), 1.0);
    EXPECT_EQ(sum(make_ordered(size, size / 2, 0, size - 1)), 0.0);
    EXPECT_EQ(sum(make_ordered(size, size - 1, 0, size / 2)), 1.0);
  }
}

}  // namespace
