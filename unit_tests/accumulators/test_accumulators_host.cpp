/// \file
/// \brief The private accumulators of the CPU path, one at a time.
// backends: Serial

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include "ocean/accumulators/dense_host.hpp"
#include "ocean/accumulators/hash_host.hpp"
#include "ocean/accumulators/keys_host.hpp"
#include "ocean/accumulators/ranked_rows_host.hpp"
#include "support/random_numbers.hpp"

namespace {

using namespace Ocean::Impl;
using Ocean::Testing::RandomNumbers;

/// \brief Memory of a dense window, poisoned.
struct DenseMemory {
  std::vector<double> values;
  std::vector<std::uint8_t> flags, marks;
  DenseHost<double> dense;
  explicit DenseMemory(count_type capacity)
      : values(static_cast<std::size_t>(capacity), 77.0),
        flags(static_cast<std::size_t>(DenseHost<double>::num_flags(capacity)), 0xAB),
        marks(static_cast<std::size_t>(DenseHost<double>::num_marks(capacity)), 0xAB),
        dense(values.data(), flags.data(), marks.data(), capacity) {}
};

/// \brief Memory of a hash table, poisoned.
struct HashMemory {
  std::vector<int> keys;
  std::vector<double> values;
  std::vector<std::uint64_t> order;
  HashHost<double, int> hash;
  explicit HashMemory(count_type capacity)
      : keys(static_cast<std::size_t>(capacity), 5),
        values(static_cast<std::size_t>(capacity), 77.0),
        order(static_cast<std::size_t>(capacity / 2), 99),
        hash(keys.data(), values.data(), order.data(), capacity) {}
};

/// \brief A list of products and their sums by column.
struct Products {
  std::vector<int> columns;
  std::vector<double> values;
  std::map<int, double> sums;
};
Products draw_products(RandomNumbers& random, count_type count, count_type first, count_type span) {
  Products products;
  for (count_type entry = 0; entry < count; ++entry) {
    products.columns.push_back(static_cast<int>(first + random.below(span)));
    products.values.push_back(static_cast<double>(random.below(9) - 4));
    products.sums[products.columns.back()] += 2.0 * products.values.back();
  }
  return products;
}

void expect_sums(const Products& products, count_type count, const std::vector<int>& columns,
                 const std::vector<double>& values) {
  ASSERT_EQ(count, static_cast<count_type>(products.sums.size()));
  std::size_t entry = 0;
  for (const auto& [column, sum] : products.sums) {
    EXPECT_EQ(columns[entry], column);
    EXPECT_EQ(values[entry++], sum);
  }
}

template <bool Marks>
void check_dense_rounds() {
  RandomNumbers random(1);
  DenseMemory memory(3000);
  std::vector<int> columns(3000);
  std::vector<double> values(3000);
  for (const count_type span : {1, 63, 64, 65, 700, 3000, 2, 128})
    for (const count_type count : {1, 5, 300}) {
      const Products products = draw_products(random, count, 1000, span);
      memory.dense.prepare(span, 1);
      memory.dense.add<Marks>(products.columns.data(), products.values.data(), count, 1000, 2.0);
      const count_type found = memory.dense.take_columns<Marks>(0, span, 1000, columns.data());
      memory.dense.take_values<1>(columns.data(), found, 1000, 1, values.data());
      expect_sums(products, found, columns, values);
      memory.dense.add_columns<Marks>(products.columns.data(), count, 1000);
      EXPECT_EQ(memory.dense.take_count<Marks>(span), found);
    }
}

TEST(DenseHost, RandomRowsOneAfterAnother) {
  check_dense_rounds<false>();
  check_dense_rounds<true>();
}

TEST(DenseHost, ListedRowsOneAfterAnother) {
  RandomNumbers random(5);
  DenseMemory memory(3000);
  KeysHost list;
  std::vector<int> columns(keys_host_max);
  std::vector<double> values(keys_host_max);
  for (const count_type span : {1, 30, 3000})
    for (count_type count = 1; count <= keys_host_max; ++count) {
      const Products products = draw_products(random, count, 1000, span);
      memory.dense.prepare(span, 1);
      const count_type half = count / 2;
      int size = memory.dense.add_listed<true>(products.columns.data(), products.values.data(), half, 1000, 2.0,
                                               list.keys(), 0);
      size = memory.dense.add_listed<true>(products.columns.data() + half, products.values.data() + half, count - half,
                                           1000, 2.0, list.keys(), size);
      memory.dense.take_listed(list.sort(size), size, 1000, columns.data(), values.data());
      expect_sums(products, size, columns, values);
      EXPECT_EQ(memory.dense.add_listed<false>(products.columns.data(), products.values.data(), count, 1000, 2.0,
                                               list.keys(), 0),
                size);
      memory.dense.clear_listed(list.keys(), size);
    }
}

/// The flags of a few columns in the middle of a window, which is clean afterwards.
TEST(DenseHost, ColumnsFromTheFirstToTheLast) {
  DenseMemory memory(1000);
  const int columns_b[] = {130, 190, 191, 192, 500};
  const std::vector<int> expected(columns_b, columns_b + 5);
  std::vector<int> columns(5);
  for (int round = 0; round < 2; ++round) {
    memory.dense.prepare(1000, 1);
    memory.dense.add_columns<false>(columns_b, 5, 0);
    ASSERT_EQ(memory.dense.take_columns<false>(130, 501, 0, columns.data()), 5);
    EXPECT_EQ(columns, expected);
    memory.dense.add_columns<true>(columns_b, 5, 0);
    ASSERT_EQ(memory.dense.take_columns<true>(130, 501, 0, columns.data()), 5);
    EXPECT_EQ(columns, expected);
  }
  EXPECT_EQ(memory.dense.take_count<true>(1000), 0);
  EXPECT_EQ(memory.dense.take_count<false>(1000), 0);
}

TEST(DenseHost, ListedRowsOfOneEntryEach) {
  DenseMemory memory(20);
  KeysHost list;
  const int inner[] = {2, 0, 2, 1, 3}, columns_b[] = {7, 3, 7, 19};
  const double values_b[] = {1, 2, 4, 8}, factors[] = {1, 10, 100, 1000, 0};
  memory.dense.prepare(20, 1);
  const int size = memory.dense.add_listed_singles(inner, 5, columns_b, values_b, list.keys(),
                                                   [&](count_type place) { return factors[place]; });
  ASSERT_EQ(size, 3);
  std::vector<int> columns(3);
  std::vector<double> values(3);
  memory.dense.take_listed(list.sort(size), size, 0, columns.data(), values.data());
  EXPECT_EQ(columns, (std::vector{3, 7, 19}));
  EXPECT_EQ(values, (std::vector<double>{2000, 414, 0}));
  EXPECT_EQ(memory.dense.take_count<false>(20), 0);
}

TEST(DenseHost, LanesAreRows) {
  DenseMemory memory(40);
  const int columns_b[] = {3, 4, 9};
  const double values_b[] = {1, 2, 3, 5, 6, 7};  // two rows
  const double factors[] = {1, 10, 100, 0, 2, 0, 1, 0};
  memory.dense.prepare(7, 4);
  memory.dense.add_columns<false>(columns_b, 3, 3);
  memory.dense.add_rows<4, 2>(columns_b, values_b, 3, 3, factors);
  memory.dense.add_rows<4, 1>(columns_b, values_b, 1, 3, factors);
  std::vector<int> columns(3);
  std::vector<double> values(9);
  ASSERT_EQ(memory.dense.take_columns<false>(0, 7, 3, columns.data()), 3);
  memory.dense.take_values<4>(columns.data(), 3, 3, 3, values.data());
  EXPECT_EQ(columns, (std::vector{3, 4, 9}));
  EXPECT_EQ(values, (std::vector<double>{12, 14, 17, 20, 20, 30, 205, 206, 307}));
  for (int slot = 0; slot < 7 * 4; ++slot) EXPECT_EQ(memory.values[slot], 0.0);
}

TEST(DenseHost, FullBlocks) {
  DenseMemory memory(200);
  std::vector<int> all(200);
  for (int column = 0; column < 200; ++column) all[column] = column;
  memory.dense.prepare(200, 1);
  memory.dense.add_columns<true>(all.data(), 200, 0);
  std::vector<int> columns(200);
  EXPECT_EQ(memory.dense.take_columns<true>(0, 200, 0, columns.data()), 200);
  EXPECT_EQ(columns, all);
  EXPECT_EQ(memory.dense.take_count<true>(200), 0);
}

TEST(DenseHost, EntriesOutsideTheWindowAreLeftOut) {
  DenseMemory memory(10);
  const int columns_b[] = {12, 3, 19, 20, 9, 10};
  const double values_b[] = {1, 2, 3, 4, 5, 6};
  memory.dense.prepare(10, 1);
  memory.dense.add_inside<true>(columns_b, values_b, 6, 10, 10, 2.0);
  std::vector<int> columns(10);
  std::vector<double> values(10);
  ASSERT_EQ(memory.dense.take_columns<false>(0, 10, 10, columns.data()), 3);
  memory.dense.take_values<1>(columns.data(), 3, 10, 1, values.data());
  EXPECT_EQ(std::vector(columns.begin(), columns.begin() + 3), (std::vector{10, 12, 19}));
  EXPECT_EQ(std::vector(values.begin(), values.begin() + 3), (std::vector<double>{12, 2, 6}));
}

TEST(HashHost, RandomRowsOneAfterAnother) {
  RandomNumbers random(2);
  HashMemory memory(1024);
  std::vector<int> columns(512);
  std::vector<double> values(512);
  for (const count_type count : {1, 2, 500, 17, 512})
    for (const count_type span : {1, 40, 1 << 30}) {
      const Products products = draw_products(random, count, 100, span);
      memory.hash.prepare(count);
      memory.hash.add<true>(products.columns.data(), products.values.data(), count, 2.0);
      const count_type found = memory.hash.take(100, span, true, columns.data(), values.data());
      expect_sums(products, found, columns, values);
      memory.hash.prepare(count);
      memory.hash.add<false>(products.columns.data(), products.values.data(), count, 2.0);
      EXPECT_EQ(memory.hash.size(), found);
      memory.hash.clear();
    }
}

TEST(HashHost, TwoSlotsAndAColumnAtTheEndOfTheOrdinals) {
  HashMemory memory(2);
  const int column = 2147483646;
  const double value = 3.0;
  memory.hash.prepare(1);
  memory.hash.add<true>(&column, &value, 1, 2.0);
  memory.hash.add<true>(&column, &value, 1, 1.0);
  int found_column = 0;
  double found_value = 0.0;
  EXPECT_EQ(memory.hash.take(column, 1, true, &found_column, &found_value), 1);
  EXPECT_EQ(found_column, column);
  EXPECT_EQ(found_value, 9.0);
}

TEST(HashHost, KeysTooWideToPackAreSortedByReference) {
  std::vector<std::int64_t> keys(16, 0), columns(8);
  std::vector<double> table(16), values(8);
  std::vector<std::uint64_t> order(8);
  HashHost<double, std::int64_t> hash(keys.data(), table.data(), order.data(), 16);
  const std::int64_t wide[] = {std::int64_t(1) << 62, 5, std::int64_t(1) << 40};
  const double ones[] = {1, 2, 3};
  hash.prepare(8);
  hash.add<true>(wide, ones, 3, 1.0);
  EXPECT_EQ(hash.take(0, (std::int64_t(1) << 62) + 1, true, columns.data(), values.data()), 3);
  EXPECT_EQ(columns[0], 5);
  EXPECT_EQ(columns[1], std::int64_t(1) << 40);
  EXPECT_EQ(values[2], 1.0);
}

/// Both ways to add rows: exactly, and in steps, which read entries behind the row.
TEST(RankedRowsHost, RandomRowsOneAfterAnother) {
  RandomNumbers random(3);
  RankedProducts<double> expanded;
  RankedRowsHost<double> ranked;
  std::vector<int> columns(ranked_products_max);
  std::vector<double> values(ranked_products_max);
  for (count_type count = 1; count <= ranked_products_max; ++count)
    for (const count_type span : {1, 3, 30, std::numeric_limits<std::int32_t>::max() - 50})
      for (const bool in_steps : {false, true}) {
        Products products = draw_products(random, count, in_steps ? 0 : 50, span);
        products.columns.resize(products.columns.size() + ranked_step - 1, -7);
        products.values.resize(products.values.size() + ranked_step - 1, 1e300);
        count_type size = 0;
        for (const count_type part : {count / 2, count - count / 2}) {
          const int* const part_columns = products.columns.data() + size;
          const double* const part_values = products.values.data() + size;
          const count_type end = size + part;
          size = in_steps ? expanded.add_steps(part_columns, part_values, part, 2.0, size)
                          : expanded.add<true>(part_columns, part_values, part, 50, 2.0, size);
          EXPECT_EQ(size, end);
        }
        expanded.rank(size);
        EXPECT_EQ(expanded.size(), count);
        EXPECT_EQ(ranked.count(expanded), static_cast<count_type>(products.sums.size()));
        expect_sums(products, ranked.take(expanded, in_steps ? 0 : 50, columns.data(), values.data()), columns, values);
      }
}

/// Keys in the order of those before, nearly so, in another one, fewer and more: what is known of an order is used only
/// where it is right.
TEST(KeysHost, KnownOrdersAreTriedAndForgotten) {
  RandomNumbers random(5);
  KeysHost keys;
  std::vector<std::int32_t> order;
  for (int call = 0; call < 400; ++call) {
    SCOPED_TRACE(call);
    if (call % 20 == 0 || call % 7 == 0) {
      if (call % 20 == 0) order.resize(static_cast<std::size_t>(1 + random.below(keys_host_max)));
      std::iota(order.begin(), order.end(), 0);
      random.shuffle(order);
    }
    std::vector<std::int32_t> expected(order.size());
    for (std::size_t item = 0; item < order.size(); ++item)
      keys.keys()[item] = expected[item] = 3 * order[item] - 50 + static_cast<std::int32_t>(random.below(3));
    std::sort(expected.begin(), expected.end());
    const std::int32_t* const sorted = keys.sort(static_cast<int>(order.size()));
    EXPECT_EQ(std::vector<std::int32_t>(sorted, sorted + order.size()), expected);
  }
}

}  // namespace
