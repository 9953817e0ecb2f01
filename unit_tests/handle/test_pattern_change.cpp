/// \file
/// \brief A handle refuses other patterns than its own, in KokkosKernels' words and in every build; nothing is written.

#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;

const char* const symbolic_text =
    "KokkosSparse::spgemm_symbolic: once used, an spgemm handle cannot be reused for a product with a different "
    "sparsity pattern.\nThe rowptrs and entries of A and B must be identical to those passed to the first "
    "spgemm_symbolic call.";
const char* const numeric_text =
    "KokkosSparse::spgemm_numeric: once used, an spgemm handle cannot be reused for a product with a different "
    "sparsity pattern.\nThe rowptrs and entries of A and B must be identical to those passed to the first "
    "spgemm_symbolic and spgemm_numeric calls.";

template <class Handle>
class PatternChange : public ::testing::Test {
 protected:
  using product_type = ThroughHandle<Handle>;
  using host_matrix = typename product_type::host_matrix;

  static product_type make_diagonal(int size) {
    return {make_identity<int, int, double>(size), make_identity<int, int, double>(size)};
  }
  /// \brief The next numeric call is refused and leaves C as it is.
  static void expect_refused(product_type& product) {
    product.allocate();
    EXPECT_STREQ(error_text<std::invalid_argument>([&] { product.numeric(); }).c_str(), numeric_text);
    for (const int column : to_vector(product.entries)) ASSERT_EQ(column, -product_type::rubbish);
    for (const double value : to_vector(product.values)) ASSERT_EQ(value, product_type::rubbish);
  }
  /// \brief Sets element \p position of a view in place.
  template <class View>
  static void overwrite(const View& view, std::size_t position, typename View::value_type value) {
    Kokkos::deep_copy(Kokkos::subview(view, position), value);
  }
};
TYPED_TEST_SUITE(PatternChange, both_handles);

TYPED_TEST(PatternChange, SymbolicRefusesOtherDimensions) {
  auto product = this->make_diagonal(100);
  product.multiply();
  auto smaller = this->make_diagonal(50);
  smaller.handle.destroy_spgemm_handle();
  EXPECT_STREQ(error_text<std::invalid_argument>([&] {
                 Ocean::spgemm_symbolic(&product.handle, 50, 50, 50, smaller.a.row_map, smaller.a.entries, false,
                                        smaller.b.row_map, smaller.b.entries, false, smaller.row_map);
               }).c_str(),
               symbolic_text);
  for (const int offset : to_vector(smaller.row_map)) ASSERT_EQ(offset, product.rubbish);
}

TYPED_TEST(PatternChange, SymbolicRefusesAnotherColumnOrOffset) {
  auto product = this->make_diagonal(100);
  product.symbolic();
  product.spoil_row_map();
  this->overwrite(product.b.entries, 99, 98);
  EXPECT_STREQ(error_text<std::invalid_argument>([&] { product.symbolic(); }).c_str(), symbolic_text);
  this->overwrite(product.b.entries, 99, 99);
  this->overwrite(product.a.row_map, 50, 51);
  EXPECT_STREQ(error_text<std::invalid_argument>([&] { product.symbolic(); }).c_str(), symbolic_text);
  for (const int offset : to_vector(product.row_map)) ASSERT_EQ(offset, product.rubbish);
  this->overwrite(product.a.row_map, 50, 50);
  product.multiply();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(PatternChange, FirstNumericRefusesAColumnChangedInPlace) {
  auto product = this->make_diagonal(100);
  product.symbolic();
  this->overwrite(product.a.entries, 0, 1);
  this->expect_refused(product);
}

TYPED_TEST(PatternChange, NumericRefusesTwoColumnsThatChangedPlaces) {
  auto product = this->make_diagonal(100);
  product.symbolic();
  this->overwrite(product.b.entries, 0, 1);
  this->overwrite(product.b.entries, 1, 0);
  this->expect_refused(product);
}

TYPED_TEST(PatternChange, NumericRefusesAnOffsetChangedInPlace) {
  auto product = this->make_diagonal(100);
  product.symbolic();
  this->overwrite(product.b.row_map, 3, 4);
  this->expect_refused(product);
}

TYPED_TEST(PatternChange, ARefusedFirstNumericLeavesTheHandleAsItWas) {
  // So many rows, and so different ones, that they are in several bins.
  const auto matrix = make_random<int, int, double>({.num_rows = 9000,
                                                     .num_cols = 9000,
                                                     .mean_row_nnz = 4,
                                                     .seed = 3,
                                                     .row_lengths = RowLengthLaw::power_law,
                                                     .empty_row_ratio = 0.1,
                                                     .full_row = 77});
  const auto check = [](typename TestFixture::product_type product) {  // not copied: a handle cannot be
    product.symbolic();
    const int column = to_vector(product.b.entries)[0];
    for (int attempt = 0; attempt < 2; ++attempt) {
      TestFixture::overwrite(product.b.entries, 0, column + 1);
      TestFixture::expect_refused(product);
    }
    TestFixture::overwrite(product.b.entries, 0, column);
    product.numeric();
    EXPECT_TRUE(product.is_correct());
  };
  check({matrix, make_identity<int, int, double>(9000)});
  check({matrix, matrix});
  check(make_product<TypeParam>());
}

TYPED_TEST(PatternChange, AFirstNumericThatIsRefusedDoesNotReadWhereOffsetsOrColumnsPoint) {
  auto product = make_product<TypeParam>();
  product.symbolic();
  const int far = 1 << 30;
  const int column = to_vector(product.a.entries)[0], offset = to_vector(product.b.row_map)[1];
  this->overwrite(product.a.entries, 0, far);
  this->expect_refused(product);
  this->overwrite(product.a.entries, 0, column);
  this->overwrite(product.b.row_map, 1, far);
  this->expect_refused(product);
  this->overwrite(product.b.row_map, 1, offset);
  product.numeric();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(PatternChange, LaterNumericRefusesAnotherPatternElsewhere) {
  auto product = this->make_diagonal(100);
  product.multiply();
  product.a.entries = make_view(std::vector<int>(100, 0));
  this->expect_refused(product);
}

TYPED_TEST(PatternChange, LaterNumericTakesTheSamePatternElsewhere) {
  auto product = make_product<TypeParam>();
  product.multiply();
  product.a = to_device(product.host_a);
  product.b = to_device(product.host_b);
  product.change_values(3);
  product.numeric();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(PatternChange, OperandsThatAreSwappedAreRefused) {
  typename TestFixture::product_type product(make_banded<int, int, double>(20, 20, 1, 2),
                                             make_banded<int, int, double>(20, 20, 2, 1));
  product.symbolic();
  std::swap(product.a, product.b);
  this->expect_refused(product);
}

TYPED_TEST(PatternChange, NumericRefusesOtherDimensionsAndModes) {
  auto product = this->make_diagonal(100);
  product.symbolic();
  product.a.num_cols = product.b.num_rows = 101;
  product.b.row_map = make_view(std::vector<int>(102, 100));
  this->expect_refused(product);
  auto square = this->make_diagonal(100);
  square.symbolic();
  square.transpose_a = true;
  this->expect_refused(square);
}

TYPED_TEST(PatternChange, HostSpacesAndCheckedProductsAlwaysLook) {
  auto product = this->make_diagonal(100);
  Ocean::spgemm_options(product.handle).check_indices = true;
  product.multiply();
  product.numeric();
  this->overwrite(product.a.entries, 0, 1);
  this->expect_refused(product);
}

TYPED_TEST(PatternChange, EntriesBehindTheLastRowDoNotCount) {
  auto product = this->make_diagonal(10);
  product.a.entries = make_view(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 77});
  product.a.values = make_view(std::vector<double>(11, 2.0));
  product.symbolic();
  product.allocate();
  product.numeric();
  this->overwrite(product.a.entries, 10, 78);
  product.numeric();
  EXPECT_EQ(to_vector(product.values), std::vector<double>(10, 2.0));
}

TYPED_TEST(PatternChange, ANewHandleTakesAnotherPattern) {
  auto product = this->make_diagonal(100);
  product.multiply();
  const auto [a, b] = make_operands<typename TestFixture::host_matrix>();
  product.host_a = a;
  product.host_b = b;
  product.a = to_device(a);
  product.b = to_device(b);
  product.handle.create_spgemm_handle();
  product.spoil_row_map();
  product.multiply();
  EXPECT_TRUE(product.is_correct());
}

}  // namespace
