// backends: Serial
/// \file
/// \brief A table of configurations that is full.

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ocean/tuning/make_accumulator_table.hpp"

namespace {

using Ocean::Impl::AccumulatorConfig;
using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::max_configs;

TEST(TableRoom, MoreConfigurationsThanFitAreRefused) {
  AccumulatorTable table;
  AccumulatorConfig config;
  config.kind = AccumulatorKind::hash;
  config.size_class = 3;
  for (int index = 0; index < max_configs; ++index) Ocean::Impl::accumulator_table::add(table, config);
  try {
    Ocean::Impl::accumulator_table::add(table, config);
    FAIL() << "one more than fit";
  } catch (const std::length_error& error) {
    EXPECT_EQ(std::string(error.what()),
              "Ocean: no room for hash_3 in a table of " + std::to_string(max_configs) + " accumulator configurations");
  }
  EXPECT_EQ(table.num_configs, max_configs);
}

/// \brief Where a row goes that has too many products for each of such configurations.
std::vector<int> next_larger(const std::vector<std::int64_t>& products_max) {
  AccumulatorTable table;
  for (const std::int64_t products : products_max) {
    AccumulatorConfig config;
    config.products_max = products;
    Ocean::Impl::accumulator_table::add(table, config);
  }
  return {table.next_larger, table.next_larger + table.num_configs};
}

TEST(TableRoom, RowsWithTooManyProductsSkipWhatIsNotLarger) {
  constexpr int none = AccumulatorTable::none_larger;
  EXPECT_EQ(next_larger({0, 10, 10, 5, 20}), (std::vector<int>{1, 4, 4, 4, none}));
  EXPECT_EQ(next_larger({30, 10, 20, 20, 40, 1}), (std::vector<int>{4, 2, 4, 4, none, none}));
  EXPECT_EQ(next_larger({1, 2, 3}), (std::vector<int>{1, 2, none}));
  EXPECT_EQ(next_larger({9, 8, 8, 7, 9, 10}), (std::vector<int>{5, 4, 4, 4, 5, none}));
  EXPECT_GE(none, max_configs) << "behind every table";
}

}  // namespace
