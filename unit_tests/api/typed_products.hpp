#ifndef OCEAN_TEST_API_TYPED_PRODUCTS_HPP
#define OCEAN_TEST_API_TYPED_PRODUCTS_HPP
/// \file
/// \brief The products that every combination of types must get right; one source per few combinations instantiates it.

#include <gtest/gtest.h>

#include "product.hpp"

namespace Ocean::Testing {

/// \brief The types of A, B and C.
template <class A, class B = A, class C = A>
struct ProductTypes {
  using a_type = A;
  using b_type = B;
  using c_type = C;
};

template <class Types>
class SpgemmTypes : public ::testing::Test {
 public:
  using a_type = typename Types::a_type;
  using b_type = typename Types::b_type;
  using c_type = typename Types::c_type;
  using case_type = Case<a_type, b_type, c_type>;

  template <class Host>
  static Host make(const RandomMatrix& matrix) {
    return make_random<typename Host::offset_type, typename Host::ordinal_type, typename Host::scalar_type>(matrix);
  }
  static case_type make_case(const char* name, const RandomMatrix& a, const RandomMatrix& b) {
    return case_type(name, make<a_type>(a), make<b_type>(b));
  }
  static void expect_everywhere(const case_type& product) {
    EXPECT_TRUE(product.is_correct());
    for (const NamedOptions& named : all_workflows_and_paths())
      EXPECT_TRUE(product.is_correct(named.options)) << named.name;
  }
};

TYPED_TEST_SUITE_P(SpgemmTypes);

TYPED_TEST_P(SpgemmTypes, UnsortedWithDuplicatesAndEmptyRows) {
  this->expect_everywhere(this->make_case("unsorted",
                                          {.num_rows = 130,
                                           .num_cols = 90,
                                           .mean_row_nnz = 7,
                                           .seed = 21,
                                           .empty_row_ratio = 0.2,
                                           .duplicate_ratio = 0.3,
                                           .unsorted = true},
                                          {.num_rows = 90,
                                           .num_cols = 110,
                                           .mean_row_nnz = 7,
                                           .seed = 22,
                                           .empty_row_ratio = 0.2,
                                           .duplicate_ratio = 0.3,
                                           .unsorted = true}));
}

TYPED_TEST_P(SpgemmTypes, SkewedRowsOneFull) {
  this->expect_everywhere(
      this->make_case("skewed",
                      {.num_rows = 150,
                       .num_cols = 200,
                       .mean_row_nnz = 8,
                       .seed = 23,
                       .row_lengths = RowLengthLaw::power_law,
                       .full_row = 149},
                      {.num_rows = 200, .num_cols = 5000, .mean_row_nnz = 20, .seed = 24, .full_column = 3}));
}

TYPED_TEST_P(SpgemmTypes, RoundedSums) {
  this->expect_everywhere(this->make_case(
      "real values", {.num_rows = 90, .num_cols = 300, .mean_row_nnz = 60, .seed = 25, .values = ValueLaw::reals},
      {.num_rows = 300, .num_cols = 80, .mean_row_nnz = 30, .seed = 26, .values = ValueLaw::reals}));
}

TYPED_TEST_P(SpgemmTypes, NoRowsNoColumnsNoEntries) {
  this->expect_everywhere(this->make_case("no rows", {.num_rows = 0, .num_cols = 4}, {.num_rows = 4, .num_cols = 3}));
  this->expect_everywhere(this->make_case("no inner", {.num_rows = 3, .num_cols = 0}, {.num_rows = 0, .num_cols = 3}));
  this->expect_everywhere(
      this->make_case("no columns", {.num_rows = 3, .num_cols = 4}, {.num_rows = 4, .num_cols = 0}));
  this->expect_everywhere(this->make_case("no entries", {.num_rows = 9, .num_cols = 9, .mean_row_nnz = 0},
                                          {.num_rows = 9, .num_cols = 9, .mean_row_nnz = 0}));
}

REGISTER_TYPED_TEST_SUITE_P(SpgemmTypes, UnsortedWithDuplicatesAndEmptyRows, SkewedRowsOneFull, RoundedSums,
                            NoRowsNoColumnsNoEntries);

}  // namespace Ocean::Testing

#endif
