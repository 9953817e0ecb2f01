#ifndef OCEAN_TEST_SKETCH_SKETCH_PRODUCT_HPP
#define OCEAN_TEST_SKETCH_SKETCH_PRODUCT_HPP
/// \file
/// \brief A product on the tested space with its analysis, sketches of its rows by the definition, and exact sizes.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "ocean/core/problem.hpp"
#include "ocean/results/row_analysis.hpp"
#include "ocean/sketch/hyperloglog.hpp"
#include "support/builders.hpp"
#include "support/supernodes.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

/// \brief Registers of every row of \p matrix, from the definition.
template <int NumRegisters, class Matrix>
std::vector<std::uint8_t> sketches_of(const Matrix& matrix) {
  std::vector<std::uint8_t> sketches(static_cast<std::size_t>(matrix.num_rows) * NumRegisters, 0);
  for (Impl::count_type row = 0; row < matrix.num_rows; ++row)
    for (auto entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      const std::uint32_t hash = Impl::hash_column(matrix.entries[entry]);
      auto& target = sketches[static_cast<std::size_t>(row) * NumRegisters + hash % NumRegisters];
      std::uint8_t rank = 1;
      const int limit = NumRegisters == 128 ? 26 : 27;
      while (rank < limit && (hash >> (32 - rank)) % 2 == 0) ++rank;
      target = std::max(target, rank);
    }
  return sketches;
}

/// \brief Shapes of B's rows; an empty row has the range that no column widens. Some are passed off as longer than they
/// can tell.
template <class Matrix>
std::vector<Impl::BRowShape<typename Matrix::ordinal_type>> b_row_shapes(const Matrix& b) {
  using ordinal_type = typename Matrix::ordinal_type;
  std::vector<Impl::BRowShape<ordinal_type>> shapes;
  for (std::size_t row = 0; row < static_cast<std::size_t>(b.num_rows); ++row) {
    Impl::ColumnRange<ordinal_type> range{std::numeric_limits<ordinal_type>::max(), ordinal_type(-1)};
    for (auto entry = static_cast<std::size_t>(b.row_map[row]); entry < static_cast<std::size_t>(b.row_map[row + 1]);
         ++entry)
      range = {std::min(range.first, b.entries[entry]), std::max(range.last, b.entries[entry])};
    const bool tells = row % 5 != 3;
    shapes.push_back({range, tells ? static_cast<std::uint32_t>(b.row_map[row + 1] - b.row_map[row])
                                   : Impl::BRowShape<ordinal_type>::longest});
  }
  return shapes;
}

/// \brief Operands of A and B on the device and the analysis that the stages would find.
template <class Offset, class Ordinal>
class SketchProduct {
 public:
  using host_matrix = Impl::HostCsr<Offset, Ordinal, int>;
  using operand_type = Impl::CsrOperand<test_exec_space, Offset, Ordinal, int>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  using range_type = Impl::ColumnRange<Ordinal>;
  using analysis_type = Impl::RowAnalysis<test_exec_space::memory_space, Ordinal>;

  SketchProduct(const host_matrix& a, const host_matrix& b)
      : m_a(a), m_b(b), m_device_a(to_device(a)), m_device_b(to_device(b)) {
    analyze();
    m_analysis.row_products = m_row_products = make_view(row_products);
    m_analysis.row_range = m_row_range = make_view(row_range);
    m_analysis.b_row_shape = m_b_row_shape = make_view(b_row_shapes(b));
    const auto continues = continues_of(a);
    m_analysis.continues_supernode = m_continues =
        make_view(std::vector<std::uint8_t>(continues.begin(), continues.end()));
    m_analysis.summary.nnz_a = static_cast<Impl::count_type>(a.entries.size());
    m_analysis.summary.nnz_b = static_cast<Impl::count_type>(b.entries.size());
    m_analysis.summary.b_rows_sorted = b_rows_sorted;
    Impl::AnalysisSummary& summary = m_analysis.summary;
    for (std::size_t row = 0; row < row_products.size(); ++row) {
      const Impl::count_type products = row_products[row], span = row_range[row].width();
      summary.total_products += products;
      summary.max_row_products = std::max(summary.max_row_products, products);
      summary.max_row_span = std::max(summary.max_row_span, span);
      summary.capped_products += std::min(products, span);
      if (continues[row] == 1) summary.shared_products += products;
      const auto begin = static_cast<std::size_t>(a.row_map[row]), end = static_cast<std::size_t>(a.row_map[row + 1]);
      const auto num_entries = static_cast<Impl::count_type>(end - begin);
      summary.max_row_entries = std::max(summary.max_row_entries, num_entries);
      if (num_entries > Impl::long_a_row_entries) {
        Impl::count_type longest = 0;
        for (std::size_t entry = begin; entry < end; ++entry) {
          const auto inner = static_cast<std::size_t>(a.entries[entry]);
          longest = std::max(longest, static_cast<Impl::count_type>(b.row_map[inner + 1] - b.row_map[inner]));
        }
        summary.long_products += products;
        if (longest * num_entries > Impl::uneven_row_ratio * products) summary.uneven_products += products;
      }
      if (row == 0 || begin == end || a.row_map[row - 1] == a.row_map[row]) continue;
      const auto first_before = static_cast<Impl::count_type>(a.entries[static_cast<std::size_t>(a.row_map[row - 1])]);
      const auto first = static_cast<Impl::count_type>(a.entries[begin]);
      if (std::abs(first - first_before) <= Impl::near_columns) ++summary.near_rows;
    }
  }

  /// \brief B(0,:) = {1, 4}, B(1,:) = {}, B(2,:) = {0, 2, 3}; A selects {0, 2}, {}, {1}, {0, 0}: nine products, five
  /// of them in the first row of C and four in the last.
  static SketchProduct by_hand() {
    return {{4, 3, {0, 2, 2, 3, 5}, {0, 2, 1, 0, 0}, {1, 1, 1, 1, 1}},
            {3, 5, {0, 2, 2, 5}, {1, 4, 0, 2, 3}, {1, 1, 1, 1, 1}}};
  }

  /// \brief Whether \p totals, counters or a summary, are those of the loops over the entries.
  /// \param tells_lengths all rows of B tell their length, and none is taken to be longer
  template <class Totals>
  void expect_totals(const Totals& totals, bool tells_lengths = true) const {
    const Impl::AnalysisSummary& expected = m_analysis.summary;
    EXPECT_EQ(totals.total_products, expected.total_products);
    EXPECT_EQ(totals.max_row_products, expected.max_row_products);
    EXPECT_EQ(totals.max_row_span, expected.max_row_span);
    EXPECT_EQ(totals.capped_products, expected.capped_products);
    EXPECT_EQ(totals.shared_products, expected.shared_products);
    EXPECT_EQ(totals.max_row_entries, expected.max_row_entries);
    EXPECT_EQ(totals.long_products, expected.long_products);
    if (tells_lengths) {
      EXPECT_EQ(totals.uneven_products, expected.uneven_products);
    }
    EXPECT_EQ(totals.near_rows, expected.near_rows);
    if (m_a.num_rows == 0) return;  // no team counts them
    EXPECT_EQ(totals.nnz_a, expected.nnz_a);
    EXPECT_EQ(totals.nnz_b, expected.nnz_b);
  }

  problem_type problem() const { return {m_device_a.operand(), m_device_b.operand()}; }
  const analysis_type& analysis() const { return m_analysis; }
  const host_matrix& a() const { return m_a; }
  const host_matrix& b() const { return m_b; }

  /// \brief The size that the definition predicts for \p row.
  template <int NumRegisters>
  Impl::count_type predicted(const std::vector<std::uint8_t>& sketches, Impl::count_type row,
                             Impl::count_type exact_products_max) const {
    const Impl::count_type upper = std::min(row_products[row], row_range[row].width());
    const auto num_entries = m_a.row_map[row + 1] - m_a.row_map[row];
    if (row_products[row] <= exact_products_max || num_entries == 1) return upper;
    std::vector<std::uint8_t> merged(NumRegisters, 0);
    Impl::count_type longest = 0;
    for (auto entry = m_a.row_map[row]; entry < m_a.row_map[row + 1]; ++entry) {
      const auto inner = static_cast<std::size_t>(m_a.entries[entry]);
      for (std::size_t index = 0; index < NumRegisters; ++index)
        merged[index] = std::max(merged[index], sketches[inner * NumRegisters + index]);
      longest = std::max<Impl::count_type>(longest, m_b.row_map[inner + 1] - m_b.row_map[inner]);
    }
    const double estimate = std::ceil(Impl::estimate_cardinality<NumRegisters>(merged.data()));
    const auto rounded = static_cast<Impl::count_type>(std::min(estimate, static_cast<double>(upper)));
    return b_rows_sorted ? std::max(rounded, longest) : rounded;
  }

  std::vector<Impl::count_type> row_products;
  std::vector<range_type> row_range;
  std::vector<Impl::count_type> row_nnz;  ///< exact
  bool b_rows_sorted = true;

 private:
  void analyze() {
    for (Impl::count_type row = 0; row < m_b.num_rows; ++row)
      for (auto entry = m_b.row_map[row]; entry + 1 < m_b.row_map[row + 1]; ++entry)
        if (m_b.entries[entry] >= m_b.entries[entry + 1]) b_rows_sorted = false;
    for (Impl::count_type row = 0; row < m_a.num_rows; ++row) {
      Impl::count_type products = 0;
      std::set<Ordinal> columns;
      for (auto entry = m_a.row_map[row]; entry < m_a.row_map[row + 1]; ++entry) {
        const auto inner = static_cast<std::size_t>(m_a.entries[entry]);
        products += m_b.row_map[inner + 1] - m_b.row_map[inner];
        columns.insert(m_b.entries.begin() + m_b.row_map[inner], m_b.entries.begin() + m_b.row_map[inner + 1]);
      }
      row_products.push_back(products);
      row_nnz.push_back(static_cast<Impl::count_type>(columns.size()));
      row_range.push_back(columns.empty() ? range_type{1, 0} : range_type{*columns.begin(), *columns.rbegin()});
    }
  }

  host_matrix m_a, m_b;
  DeviceCsr<Offset, Ordinal, int> m_device_a, m_device_b;
  test_view<Impl::count_type> m_row_products;
  test_view<range_type> m_row_range;
  test_view<Impl::BRowShape<Ordinal>> m_b_row_shape;
  test_view<std::uint8_t> m_continues;
  analysis_type m_analysis;
};

/// \brief Tunings that reach every branch with small matrices: long rows from 20 entries on, or nearly none.
inline Impl::HllTuning team_per_row_tuning() {
  Impl::HllTuning tuning;
  tuning.long_a_row_entries = tuning.long_b_row_entries = 20;
  return tuning;
}
/// \brief Groups of 32 lanes whatever the mean row length.
inline Impl::HllTuning wide_group_tuning() {
  Impl::HllTuning tuning;
  tuning.narrow_group_mean_row_nnz = 0.0;
  return tuning;
}

}  // namespace Ocean::Testing

#endif
