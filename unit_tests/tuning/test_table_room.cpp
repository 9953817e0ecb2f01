// backends: Serial
/// \file
/// \brief A table of configurations that is full.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

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

}  // namespace
