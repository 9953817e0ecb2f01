#ifndef OCEAN_TEST_API_FAR_PRODUCT_HPP
#define OCEAN_TEST_API_FAR_PRODUCT_HPP
/// \file
/// \brief A product whose columns are far apart, through the public API, checked against the reference.

#include "product.hpp"
#include "support/far_columns.hpp"

namespace Ocean::Testing {

/// \brief A near product and the same with columns far apart.
struct FarProduct {
  using reference_type = Impl::ReferenceProduct<std::int64_t, std::int64_t, double>;
  far_matrix a, near_b, b;
  reference_type near_c, c;

  FarProduct(far_matrix left, far_matrix right)
      : a(std::move(left)),
        near_b(std::move(right)),
        b(near_b),
        near_c(Impl::multiply_gustavson<std::int64_t, std::int64_t, double>(a, near_b)),
        c(near_c) {}

  void spread(count_type span, FarLaw law) {
    b = spread_columns(near_b, span, law);
    c = spread_columns(near_c, span, law);
  }

  ::testing::AssertionResult is_correct(const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) const {
    try {
      return multiply_and_compare(options, report);
    } catch (const std::exception& error) {
      return ::testing::AssertionFailure() << error.what();
    }
  }
  ::testing::AssertionResult multiply_and_compare(const SpGEMMOptions& options, SpGEMMReport* report) const {
    const auto actual = multiply_on_device<far_matrix>(a, b, options, report);
    return matches(options.sorted_output ? actual : sort_rows(actual), c);
  }
};

/// \brief Unsorted rows with duplicates; one of B has all columns, so that the rows of C which take it are as wide as
/// B.
inline FarProduct dirty_far_product(count_type num_rows = 150) {
  return {make_far({.num_rows = num_rows, .num_cols = 70, .mean_row_nnz = 7, .seed = 81, .empty_row_ratio = 0.1}),
          make_far({.num_rows = 70,
                    .num_cols = 90,
                    .mean_row_nnz = 6,
                    .seed = 82,
                    .empty_row_ratio = 0.2,
                    .duplicate_ratio = 0.3,
                    .unsorted = true,
                    .full_row = 3})};
}

/// \brief Rows of more products than small hash tables hold.
inline FarProduct long_far_product() {
  return {make_far({.num_rows = 40, .num_cols = 200, .mean_row_nnz = 30, .seed = 83}),
          make_far({.num_rows = 200, .num_cols = 3000, .mean_row_nnz = 40, .seed = 84, .full_row = 5})};
}

/// \brief Supernodes of three rows, in A and in B.
inline FarProduct supernode_far_product() {
  const auto nodes_a = make_far({.num_rows = 40, .num_cols = 30, .mean_row_nnz = 6, .seed = 85});
  const auto nodes_b = make_far({.num_rows = 30, .num_cols = 60, .mean_row_nnz = 12, .seed = 86, .full_row = 2});
  return {expand_blocks(nodes_a, 3, 3), expand_blocks(nodes_b, 3, 3)};
}

/// \brief Bytes of work memory that a product may take which follows its products and entries.
inline std::size_t far_bytes_max(const SpGEMMReport& report) {
  constexpr std::size_t bytes_per_item = 80, fixed_bytes = std::size_t(32)
                                                           << 20;  // chunks of small views, tables of CPU threads
  return fixed_bytes + bytes_per_item * static_cast<std::size_t>(report.nnz_a + report.nnz_b + report.total_products +
                                                                 report.num_rows + report.num_inner);
}

}  // namespace Ocean::Testing

#endif
