/// \file
/// \brief Shapes of the supernodes of C on every team path, by hand and against a loop over the rows.
// once: OpenMP

#include "ocean/kernels/reuse/shape_supernodes.hpp"

#include <gtest/gtest.h>

#include "ocean/kernels/reuse/visit_products.hpp"
#include "support/checks.hpp"
#include "support/supernodes.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::sum_shapes_max;
using Ocean::Impl::SumShapes;
using Ocean::Impl::SupernodeBytes;
using namespace Ocean::Testing;

/// \brief Shapes of teams by their bytes of scratch, the first without any.
SumShapes make_shapes(const std::vector<count_type>& capacities) {
  SumShapes shapes;
  shapes.shape[shapes.num_shapes++] = {};
  for (const count_type capacity : capacities) shapes.shape[shapes.num_shapes++] = {.capacity = capacity};
  return shapes;
}

struct Shaped {
  std::vector<std::uint8_t> row_shape, rows_at_once;
  std::vector<count_type> rows;  ///< of every shape
};

Shaped shape(const std::vector<count_type>& row_nnz, const std::vector<count_type>& flags, const SumShapes& shapes,
             const SupernodeBytes& bytes, const auto& launcher) {
  std::vector<int> offsets{5};  // C's first offset does not count
  for (const count_type length : row_nnz) offsets.push_back(offsets.back() + static_cast<int>(length));
  const auto row_map = make_view(offsets);
  const Ocean::Impl::GraphOfC<int, int> graph{row_map.data(), nullptr};
  const auto continues = make_view(std::vector<std::uint8_t>(flags.begin(), flags.end()));
  const auto row_shape = make_view(std::vector<std::uint8_t>(row_nnz.size(), 77));
  const auto rows_at_once = make_view(std::vector<std::uint8_t>(row_nnz.size(), 77));
  Ocean::Impl::BinCounters dirty{};
  for (auto& rows : dirty.rows) rows = 3;
  const auto counters = make_view({dirty});
  shape_supernodes(launcher, graph, shapes, bytes, continues, row_shape, rows_at_once, counters,
                   static_cast<count_type>(row_nnz.size()));
  const Ocean::Impl::BinCounters counted = to_vector(counters)[0];
  return {to_vector(row_shape), to_vector(rows_at_once),
          std::vector<count_type>(counted.rows, counted.rows + sum_shapes_max)};
}

TEST(ShapeSupernodes, ByHand) {
  // Supernodes of 3, 1, 4 and 2 rows, the last without entries; sums of 8 bytes, columns of 4, at most 3 rows a team.
  const std::vector<count_type> row_nnz{10, 10, 10, 25, 6, 6, 6, 6, 0, 0}, continues{0, 1, 1, 0, 0, 1, 1, 1, 0, 1};
  const SumShapes shapes = make_shapes({120, 280, 300});
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Shaped shaped = shape(row_nnz, continues, shapes, SupernodeBytes{3, 8, 4}, launcher);
    // 280 bytes; 300 bytes; 2 + 2 rows of 120 bytes; none
    EXPECT_TRUE(same_integers("row_shape", shaped.row_shape, std::vector{2, 0, 0, 3, 1, 0, 1, 0, 0, 0}));
    EXPECT_TRUE(same_integers("rows_at_once", shaped.rows_at_once, std::vector{3, 3, 3, 1, 2, 2, 2, 2, 2, 2}));
    std::vector<count_type> rows(sum_shapes_max, 0);
    rows[0] = 6;
    rows[1] = 2;
    rows[2] = rows[3] = 1;
    EXPECT_TRUE(same_integers("rows", shaped.rows, rows)) << "whatever was there before";
  });
}

TEST(ShapeSupernodes, SupernodesOfAllSizesOfSeveralTeams) {
  RandomNumbers random(6);
  std::vector<count_type> row_nnz, continues;
  while (row_nnz.size() < 3000) {
    const count_type length = random.below(60);
    for (count_type rows = random.below(9), row = 0; row < rows; ++row) {
      row_nnz.push_back(length);
      continues.push_back(row > 0);
    }
  }
  const SumShapes shapes = make_shapes({100, 300, 500, 900, 1500, 60 * (6 * 8 + 4)});
  for (int rows_max = 1; rows_max <= Ocean::Impl::supernode_rows_max; ++rows_max) {
    SCOPED_TRACE(rows_max);
    const SupernodeBytes bytes{rows_max, 8, 4};
    const auto parts = rows_at_once_of(continues, rows_max);
    std::vector<std::uint8_t> row_shape, rows_at_once;
    std::vector<count_type> rows(sum_shapes_max, 0);
    for (std::size_t row = 0; row < row_nnz.size(); ++row) {
      int chosen = 0;
      const count_type needed = parts[row] > 0 ? row_nnz[row] * (8 * parts[row] + 4) : 0;
      while (shapes.shape[chosen].capacity < needed) ++chosen;
      row_shape.push_back(static_cast<std::uint8_t>(chosen));
      rows_at_once.push_back(parts[row] > 0 ? parts[row] : rows_at_once.back());
      ++rows[static_cast<std::size_t>(chosen)];
    }
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(to_string(launcher.path));
      const Shaped shaped = shape(row_nnz, continues, shapes, bytes, launcher);
      EXPECT_TRUE(same_integers("row_shape", shaped.row_shape, row_shape));
      EXPECT_TRUE(same_integers("rows_at_once", shaped.rows_at_once, rows_at_once));
      EXPECT_TRUE(same_integers("rows", shaped.rows, rows));
    });
  }
}

TEST(ShapeSupernodes, NoRows) {
  for_each_launcher([&](const auto& launcher) {
    EXPECT_TRUE(same_integers("rows", shape({}, {}, make_shapes({100}), SupernodeBytes{4, 8, 4}, launcher).rows,
                              std::vector<count_type>(sum_shapes_max, 0)));
  });
}

}  // namespace
