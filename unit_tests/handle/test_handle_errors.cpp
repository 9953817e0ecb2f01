/// \file
/// \brief Bad input through a handle: the exact words and types, and nothing written.

#include <KokkosSparse_CrsMatrix.hpp>
#include <limits>

#include "support/crs_matrix.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;

template <class Handle>
class HandleErrors : public ::testing::Test {
 protected:
  using product_type = ThroughHandle<Handle>;

  /// \brief A symbolic call must throw \p text and leave the row map as it was.
  template <class Exception>
  static void expect_symbolic(product_type& product, const char* text) {
    EXPECT_STREQ(error_text<Exception>([&] { product.symbolic(); }).c_str(), text);
    for (const int offset : to_vector(product.row_map)) ASSERT_EQ(offset, product_type::rubbish);
  }
  /// \brief A numeric call must throw \p text and leave C as it was.
  template <class Exception>
  static void expect_numeric(product_type& product, const char* text) {
    EXPECT_STREQ(error_text<Exception>([&] { product.numeric(); }).c_str(), text);
    for (const int column : to_vector(product.entries)) ASSERT_EQ(column, -product_type::rubbish);
    for (const double value : to_vector(product.values)) ASSERT_EQ(value, product_type::rubbish);
  }
  static product_type make_identities(int size) {
    return {make_identity<int, int, double>(size), make_identity<int, int, double>(size)};
  }
  static product_type after_symbolic(int size) {
    auto product = make_identities(size);
    product.symbolic();
    product.allocate();
    return product;
  }
};
TYPED_TEST_SUITE(HandleErrors, both_handles);

TYPED_TEST(HandleErrors, NoHandle) {
  auto product = this->make_identities(3);
  product.handle.destroy_spgemm_handle();
  this->template expect_symbolic<std::invalid_argument>(
      product,
      "KokkosSparse::spgemm_symbolic: the given KernelHandle does not have an SpGEMM handle associated with it.");
  this->template expect_numeric<std::invalid_argument>(
      product,
      "KokkosSparse::spgemm_numeric: the given KernelHandle does not have an SpGEMM handle associated with it.");
}

TYPED_TEST(HandleErrors, NumericBeforeSymbolic) {
  auto product = this->make_identities(3);
  product.entries = make_view(std::vector<int>(3, -product.rubbish));
  product.values = make_view(std::vector<double>(3, product.rubbish));
  this->template expect_numeric<std::runtime_error>(product, "Call spgemm symbolic before calling SpGEMM numeric");
  EXPECT_STREQ(error_text<std::runtime_error>([&] { product.fill_entries(); }).c_str(),
               "Call spgemm symbolic before calling SpGEMM numeric");
}

TYPED_TEST(HandleErrors, NumericAfterAFailedSymbolic) {
  auto product = this->make_identities(3);
  product.row_map = make_view(std::vector<int>(3, product.rubbish));
  this->template expect_symbolic<std::invalid_argument>(
      product, "Ocean::spgemm_symbolic: C: row_map has 3 offsets for 3 rows (need 4)");
  EXPECT_FALSE(product.sub_handle().is_symbolic_called());
  this->template expect_numeric<std::runtime_error>(product, "Call spgemm symbolic before calling SpGEMM numeric");
}

TYPED_TEST(HandleErrors, RowMapOfC) {
  auto product = this->make_identities(3);
  product.row_map = test_view<int>();
  this->template expect_symbolic<std::invalid_argument>(
      product, "Ocean::spgemm_symbolic: C: row_map has 0 offsets for 3 rows (need 4)");
  auto later = this->after_symbolic(3);
  later.row_map = make_view(std::vector<int>{0, 1, 2});
  this->template expect_numeric<std::invalid_argument>(
      later, "Ocean::spgemm_numeric: C: row_map has 3 offsets for 3 rows (need 4)");
}

TYPED_TEST(HandleErrors, ArraysOfCThatAreTooShort) {
  auto product = this->after_symbolic(3);
  product.entries = make_view(std::vector<int>(2, -product.rubbish));
  this->template expect_numeric<std::invalid_argument>(
      product, "Ocean::spgemm_numeric: C: entries has 2 elements (need at least 3)");
  product.allocate();
  product.values = test_view<double>();
  this->template expect_numeric<std::invalid_argument>(
      product, "Ocean::spgemm_numeric: C: values has 0 elements (need at least 3)");
}

TYPED_TEST(HandleErrors, ValuesThatAreMissing) {
  auto product = this->after_symbolic(3);
  product.b.values = make_view(std::vector<double>{1, 2});
  this->template expect_numeric<std::invalid_argument>(
      product, "Ocean::spgemm_numeric: B: values has 2 elements (need at least 3)");
}

TYPED_TEST(HandleErrors, OperandsThatDoNotFit) {
  auto product = this->make_identities(3);
  product.a.row_map = make_view(std::vector<int>{0, 1, 2});
  this->template expect_symbolic<std::invalid_argument>(product,
                                                        "Ocean::spgemm: A: row_map has 3 offsets for 3 rows (need 4)");
  auto negative = this->make_identities(3);
  EXPECT_STREQ(error_text<std::invalid_argument>([&] {
                 Ocean::spgemm_symbolic(&negative.handle, -1, 3, 3, negative.a.row_map, negative.a.entries, false,
                                        negative.b.row_map, negative.b.entries, false, negative.row_map);
               }).c_str(),
               "Ocean::spgemm: A has -1 rows (need at least 0)");
}

TYPED_TEST(HandleErrors, ColumnsThatAreOutsideWhereTheyAreLookedAt) {
  auto product = this->make_identities(3);
  Ocean::spgemm_options(product.handle).check_indices = true;
  product.a.entries = make_view(std::vector<int>{0, 3, 2});
  this->template expect_symbolic<std::invalid_argument>(
      product, "Ocean::spgemm: A: entries(1) = 3 in row 1 (need a column below 3)");
  auto transposed = this->make_identities(3);
  transposed.transpose_b = true;
  transposed.b.entries = make_view(std::vector<int>{0, -1, 2});
  this->template expect_symbolic<std::invalid_argument>(
      transposed, "Ocean::spgemm: B: entries(1) = -1 in row 1 (need a column of at least 0)");
}

TYPED_TEST(HandleErrors, MatricesThatCannotBeMultiplied) {
  const auto a = to_crs_matrix(make_empty<int, int, double>(2, 3));
  auto c = to_crs_matrix(make_identity<int, int, double>(1));
  TypeParam handle;
  handle.create_spgemm_handle();
  const char* symbolic_text =
      "Ocean::spgemm_symbolic: op(A) [2 x 3] and op(B) [2 x 3] (need as many columns of op(A) as rows of op(B))";
  EXPECT_STREQ(
      error_text<std::invalid_argument>([&] { Ocean::spgemm_symbolic(handle, a, false, a, false, c); }).c_str(),
      symbolic_text);
  const char* numeric_text =
      "Ocean::spgemm_numeric: op(A) [3 x 2] and op(B) [3 x 2] (need as many columns of op(A) as rows of op(B))";
  EXPECT_STREQ(error_text<std::invalid_argument>([&] { Ocean::spgemm_numeric(handle, a, true, a, true, c); }).c_str(),
               numeric_text);
  EXPECT_EQ(c.numRows(), 1);
  EXPECT_EQ(c.nnz(), 1);
}

TYPED_TEST(HandleErrors, AlgorithmsThatOceanHasNot) {
  auto product = this->make_identities(3);
  product.sub_handle().set_algorithm_type(KokkosSparse::SPGEMM_KK_TRIANGLE_LL);
  const std::string text =
      Ocean::Impl::concatenate("Ocean::spgemm: SPGEMMAlgorithm ", static_cast<int>(KokkosSparse::SPGEMM_KK_TRIANGLE_LL),
                               " counts triangles (need an algorithm that multiplies)");
  this->template expect_symbolic<std::runtime_error>(product, text.c_str());
}

TYPED_TEST(HandleErrors, OptionsAreCheckedThroughTheHandle) {
  auto product = this->make_identities(3);
  Ocean::spgemm_options(product.handle).sketch_registers = 33;
  EXPECT_NE(error_text<std::invalid_argument>([&] { product.symbolic(); }).find("33"), std::string::npos);
}

}  // namespace
