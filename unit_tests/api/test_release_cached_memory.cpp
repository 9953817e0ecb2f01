/// \file
/// \brief Memory given back between and during products; what handles hold stays theirs.

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "Ocean_Memory.hpp"
#include "gallery.hpp"

namespace {

using namespace Ocean::Testing;

TEST(ReleaseCachedMemory, BetweenProducts) {
  Ocean::release_cached_memory();
  for (const auto& product : gallery()) {
    EXPECT_TRUE(product.is_correct());
    Ocean::release_cached_memory();
    Ocean::release_cached_memory();
    EXPECT_TRUE(product.is_correct());
  }
}

TEST(ReleaseCachedMemory, ADroppedCIsTheMemoryOfTheNext) {
  using matrix_type = crs_matrix<int, int, double>;
  if (!Ocean::Impl::keeps_views_v<matrix_type::memory_space>) GTEST_SKIP() << "this space allocates each C";
  const auto& product = gallery().front();
  const auto a = to_crs_matrix(product.a), b = to_crs_matrix(product.b);
  const auto multiply = [&] { return Ocean::spgemm<matrix_type>(a, false, b, false); };
  Ocean::release_cached_memory();
  auto first = multiply();
  const double* const values = first.values.data();
  const auto second = multiply();
  EXPECT_NE(second.values.data(), values) << "somebody holds the first";
  first = {};
  const auto third = multiply();
  EXPECT_EQ(third.values.data(), values);
  EXPECT_TRUE(product.is_correct());
}

TEST(ReleaseCachedMemory, WhileAnotherThreadMultiplies) {
  using matrix_type = crs_matrix<int, int, double>;
  const auto& product = gallery().front();
  const auto a = to_crs_matrix(product.a), b = to_crs_matrix(product.b);
  std::atomic<bool> is_done{false};
  std::thread releasing([&] {
    while (!is_done) Ocean::release_cached_memory();
  });
  std::string error = "none";
  try {
    for (int round = 0; round < 20; ++round) {
      const auto c = Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, b, false);
      EXPECT_TRUE(matches(to_host(c), product.c));
    }
  } catch (const std::exception& thrown) {
    error = thrown.what();
  }
  is_done = true;
  releasing.join();
  EXPECT_EQ(error, "none");
}

}  // namespace
