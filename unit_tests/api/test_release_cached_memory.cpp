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
