/// \file
/// \brief The most products and the widest span of a row; what leads outside is passed over.
// once: OpenMP

#include "ocean/kernels/renumbering/measure_rows.hpp"

#include <gtest/gtest.h>

#include "support/far_columns.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using shape_type = Ocean::Impl::BRowShape<std::int64_t>;

/// \brief Measures \p a times a B whose rows have \p shapes.
Ocean::Impl::RowExtremes measure(const far_matrix& a, const std::vector<shape_type>& shapes) {
  const auto device_a = to_device(a);
  auto operand = device_a.operand();
  auto b = operand;
  b.num_rows = static_cast<count_type>(shapes.size());
  return Ocean::Impl::measure_rows(test_exec_space{}, Ocean::Impl::Problem<decltype(operand), decltype(b)>{operand, b},
                                   make_view(shapes));
}

constexpr std::int64_t far = std::int64_t(1) << 61;

TEST(MeasureRows, TheMostOfEachWhereverItIs) {
  const std::vector<shape_type> shapes = {{{4, 9}, 3}, {{100, far + 99}, 2}, {{1, 0}, 0}, {{0, 4}, 5}};
  const auto most = measure({3, 4, {0, 2, 3, 3}, {0, 3, 1}, {1, 1, 1}}, shapes);
  EXPECT_EQ(most.products, 8);
  EXPECT_EQ(most.span, far);
  EXPECT_EQ(measure({1, 4, {0, 2}, {1, 3}, {1, 1}}, shapes).span, far + 100) << "from one row of B to another";
  EXPECT_EQ(measure({1, 4, {0, 1}, {2}, {1}}, shapes).span, 0) << "without products";
}

TEST(MeasureRows, WhatLeadsOutsideIsNotFollowed) {
  const std::vector<shape_type> shapes = {{{4, 9}, 3}};
  const auto most = measure({2, 1, {0, 3, 400}, {0, -1, 1}, {1, 1, 1}}, shapes);
  EXPECT_EQ(most.products, 3);
  EXPECT_EQ(most.span, 6);
}

}  // namespace
