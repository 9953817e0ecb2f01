/// \file
/// \brief Products and the entries of C that they belong to, by hand, and what is done with them.
// once: OpenMP

#include "ocean/kernels/reuse/visit_products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::ProductIndex;

/// \brief A product and its entry of C.
using visit_list = std::vector<std::array<count_type, 3>>;

/// \brief Writes visits down as they come.
struct Record {
  test_view<count_type> entries;  ///< [3 * visits]
  test_view<int> num_visits;
  KOKKOS_FUNCTION void operator()(count_type entry_a, count_type entry_b, count_type entry_c) const {
    const int place = Kokkos::atomic_fetch_add(&num_visits(0), 1);
    entries(3 * place) = entry_a;
    entries(3 * place + 1) = entry_b;
    entries(3 * place + 2) = entry_c;
  }
};

/// \brief Two operands and a graph of C on the device.
template <class Scalar>
struct VisitedCase {
  using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, Scalar>;
  using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
  VisitedCase(const HostCsr<int, int, Scalar>& a, const HostCsr<int, int, Scalar>& b,
              const HostCsr<int, int, Scalar>& c)
      : device_a(to_device(a)), device_b(to_device(b)), device_c(to_device(c)) {}

  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  Ocean::Impl::GraphOfC<int, int> graph() const { return {device_c.row_map.data(), device_c.entries.data()}; }
  template <class Visit>
  void each(count_type first, count_type num_entries, int lanes, const Visit& visit) const {
    visit_products(test_exec_space(), "Testing::visit_products", problem(), graph(), first, num_entries, lanes, visit);
    Kokkos::fence("Testing::visits");
  }

  DeviceCsr<int, int, Scalar> device_a, device_b, device_c;
};

/// \brief Visits of \p num_entries entries of A from \p first on, in the order of their products.
visit_list visits_of(const VisitedCase<double>& product, count_type first, count_type num_entries, int lanes) {
  const Record record{test_view<count_type>("Testing::visits", 90000), test_view<int>("Testing::num_visits", 1)};
  product.each(first, num_entries, lanes, record);
  const auto entries = to_vector(record.entries);
  visit_list visits;
  for (std::size_t place = 0; place < static_cast<std::size_t>(to_vector(record.num_visits)[0]); ++place)
    visits.push_back({entries[3 * place], entries[3 * place + 1], entries[3 * place + 2]});
  std::sort(visits.begin(), visits.end());
  return visits;
}

/// Rows 1 and 3 of A are empty, row 0 of B too; A has an entry behind its last row. C lacks column 4 in row 0, where
/// its next row begins, column 1 in row 2, and all that row 4 has.
template <class Scalar>
VisitedCase<Scalar> make_case() {
  return {{5, 4, {0, 2, 2, 4, 4, 5}, {2, 1, 3, 0, 1, 2}, {2, 3, 5, 7, 11, 13}},
          {4, 6, {0, 0, 2, 4, 7}, {4, 1, 0, 4, 5, 1, 5}, {1, 2, 3, 4, 5, 6, 7}},
          {5, 6, {0, 2, 2, 4, 4, 5}, {0, 1, 4, 5, 0}, {0, 0, 0, 0, 0}}};
}

TEST(VisitProducts, ByHand) {
  const auto product = make_case<double>();
  const visit_list all{{0, 2, 0}, {1, 1, 1}, {2, 4, 3}, {2, 6, 3}};
  for (const int lanes : {1, 2, 32}) {
    SCOPED_TRACE(lanes);
    EXPECT_EQ(visits_of(product, 0, 5, lanes), all);
    EXPECT_EQ(visits_of(product, 1, 1, lanes), (visit_list{all[1]}));
    EXPECT_EQ(visits_of(product, 2, 3, lanes), (visit_list{all[2], all[3]}));
    EXPECT_EQ(visits_of(product, 3, 2, lanes), visit_list{});
    EXPECT_EQ(visits_of(product, 2, 0, lanes), visit_list{});
    EXPECT_EQ(visits_of(product, 1, 5, lanes), (visit_list{all[1], all[2], all[3]})) << "beyond the last row";
  }
}

TEST(VisitProducts, RandomProductsInAGraphOfSomeColumns) {
  const auto a = make_random<int, int, double>(
      {.num_rows = 50, .num_cols = 60, .mean_row_nnz = 5.0, .seed = 1, .empty_row_ratio = 0.2, .unsorted = true});
  const auto b = make_random<int, int, double>({.num_rows = 60,
                                                .num_cols = 90,
                                                .mean_row_nnz = 9.0,
                                                .seed = 2,
                                                .empty_row_ratio = 0.2,
                                                .duplicate_ratio = 0.1,
                                                .unsorted = true,
                                                .full_row = 7});
  const auto c = make_random<int, int, double>(
      {.num_rows = 50, .num_cols = 90, .mean_row_nnz = 25.0, .seed = 3, .empty_row_ratio = 0.2});
  visit_list expected;
  for (std::size_t row = 0; row < 50; ++row)
    for (int entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
      const auto inner = static_cast<std::size_t>(a.entries[static_cast<std::size_t>(entry_a)]);
      for (int entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b)
        for (int entry_c = c.row_map[row]; entry_c < c.row_map[row + 1]; ++entry_c)
          if (c.entries[static_cast<std::size_t>(entry_c)] == b.entries[static_cast<std::size_t>(entry_b)])
            expected.push_back({entry_a, entry_b, entry_c});
    }
  ASSERT_GT(expected.size(), 300u);
  const VisitedCase<double> product(a, b, c);
  for (const int lanes : {1, 4, 32})
    EXPECT_EQ(visits_of(product, 0, static_cast<count_type>(a.entries.size()), lanes), expected) << lanes << " lanes";
}

/// The entries of C from the third on: their products are counted, and listed from the ends of the lists down.
TEST(VisitProducts, CountedAndListed) {
  using list_type = std::vector<std::uint32_t>;
  const auto product = make_case<double>();
  const auto all = make_view(list_type(5, 0)), size = make_view(list_type(3, 0)), end = make_view(list_type{0, 2, 2});
  product.each(0, 5, 2, Ocean::Impl::CountProduct<test_view<std::uint32_t>>{all, 0});
  EXPECT_EQ(to_vector(all), (list_type{1, 1, 0, 2, 0}));
  product.each(2, 3, 2, Ocean::Impl::CountProduct<test_view<std::uint32_t>>{size, 2});
  EXPECT_EQ(to_vector(size), (list_type{0, 2, 0}));
  const test_view<ProductIndex> products("Testing::products", 2);
  product.each(2, 3, 2, Ocean::Impl::ListProduct<test_view<std::uint32_t>, test_view<ProductIndex>>{end, products, 2});
  EXPECT_EQ(to_vector(end), (list_type{0, 0, 2})) << "where the lists begin";
  std::vector<std::pair<count_type, count_type>> listed;
  for (const ProductIndex& index : to_vector(products)) listed.emplace_back(index.a(), index.b());
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, (std::vector<std::pair<count_type, count_type>>{{2, 4}, {2, 6}}));
}

template <class Scalar>
std::vector<Scalar> scattered(const VisitedCase<Scalar>& product) {
  const auto values = make_view(std::vector<Scalar>(5, Scalar(100)));
  product.each(0, 5, 2,
               Ocean::Impl::ScatterProduct<typename VisitedCase<Scalar>::problem_type, Scalar>{product.problem(),
                                                                                               values.data()});
  return to_vector(values);
}

TEST(VisitProducts, AddedToTheValuesOfC) {
  EXPECT_EQ(scattered(make_case<double>()), (std::vector<double>{106, 106, 100, 160, 100}));
  using complex = Kokkos::complex<double>;
  auto rotated = make_case<complex>();
  rotated.device_a.values = make_view(std::vector<complex>{{0, 2}, {0, 3}, {0, 5}, {0, 7}, {0, 11}, {0, 13}});
  EXPECT_EQ(scattered(rotated), (std::vector<complex>{{100, 6}, {100, 6}, {100, 0}, {100, 60}, {100, 0}}));
}

}  // namespace
