/// \file
/// \brief Products of several unknowns per node through a handle: the first numeric call, and repeated ones.

#include <gtest/gtest.h>

#include "api/tools_recorder.hpp"
#include "support/extreme_options.hpp"
#include "support/team_paths.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;

template <class Handle>
class HandleSupernodes : public ::testing::Test {
 protected:
  using product_type = ThroughHandle<Handle>;

  /// Blocks of \p unknowns_a times blocks of \p unknowns_b.
  static product_type make(int unknowns_a, int unknowns_b, const SpGEMMOptions& options, count_type num_nodes = 45) {
    constexpr count_type num_inner = 120;
    const auto nodes = [](count_type rows, count_type cols, std::uint64_t seed) {
      return make_random<int, int, double>(
          {.num_rows = rows, .num_cols = cols, .mean_row_nnz = 8.0, .seed = seed, .empty_row_ratio = 0.1});
    };
    product_type product(expand_blocks(nodes(num_nodes, num_inner / unknowns_a, 71), unknowns_a, unknowns_a),
                         expand_blocks(nodes(num_inner / unknowns_b, 25, 72), unknowns_b, unknowns_b));
    Ocean::spgemm_options(product.handle) = options;
    return product;
  }
};
TYPED_TEST_SUITE(HandleSupernodes, both_handles);

TYPED_TEST(HandleSupernodes, EveryCallIsRight) {
  for (const auto path : available_paths())
    for (const bool reuse : {false, true})
      for (const bool deterministic : {false, true})
        for (const auto& [unknowns_a, unknowns_b] : {std::pair(6, 6), std::pair(3, 2)}) {
          SCOPED_TRACE(testing::Message() << to_string(path) << ", reuse " << reuse << ", deterministic "
                                          << deterministic << ", " << unknowns_a << " and " << unknowns_b);
          auto product =
              this->make(unknowns_a, unknowns_b, {.path = path, .deterministic = deterministic, .reuse = reuse});
          product.multiply();
          EXPECT_TRUE(product.is_correct()) << "first";
          for (const std::uint64_t seed : {73, 74}) {
            product.change_values(seed);
            product.numeric();
            EXPECT_TRUE(product.is_correct()) << "values of seed " << seed;
          }
        }
}

/// So many rows that even a large device has work: places are chosen there, too.
TYPED_TEST(HandleSupernodes, RepeatedCallsSumThem) {
  for (const auto path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    auto product = this->make(3, 3, {.path = path}, 2000);
    product.multiply();
    for (const char* const label : {"Ocean::reuse::sum_searched_supernodes", "Ocean::reuse::sum_known_supernodes"}) {
      product.change_values(76);
      const ToolsRecorder recorder;
      product.numeric();
      EXPECT_EQ(ToolsRecorder::record().kernels.back().label, label);
      EXPECT_TRUE(product.is_correct()) << label;
    }
  }
}

}  // namespace
