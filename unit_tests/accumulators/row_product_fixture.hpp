#ifndef OCEAN_TEST_ROW_PRODUCT_FIXTURE_HPP
#define OCEAN_TEST_ROW_PRODUCT_FIXTURE_HPP
/// \file
/// \brief Rows of a product on the CPU path, by an accumulator of a thread alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "ocean/accumulators/row_accumulator_host.hpp"
#include "support/builders.hpp"
#include "support/supernodes.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

/// Slots of a thread's hash table.
inline constexpr count_type hash_capacity = 512;

/// \brief Rows that were computed: their sizes, their columns and values, row after row.
struct Computed {
  Impl::HostBatch batch;
  std::vector<count_type> sizes;
  std::vector<std::int64_t> columns;
  std::vector<double> values;
};

/// \brief A product, what is known of the rows of B, and the memory of a thread, which holds anything before.
class RowProduct {
 public:
  using matrix_type = HostCsr<int, int, double>;
  using operand_type = Impl::CsrOperand<test_exec_space, int, int, double>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  using accumulator_type = Impl::RowAccumulatorHost<problem_type, double>;

  RowProduct(const matrix_type& a, const matrix_type& b, const Impl::HostAccumulatorLimits& limits,
             bool sorted_output = true, const Impl::HostKindsOfB& kinds = {})
      : m_device_a(to_device(a)),
        m_device_b(to_device(b)),
        m_window(static_cast<std::size_t>(limits.window_capacity), 77.0),
        m_flags(static_cast<std::size_t>(Impl::DenseHost<double>::num_flags(limits.window_capacity)), 0xAB),
        m_marks(static_cast<std::size_t>(Impl::DenseHost<double>::num_marks(limits.window_capacity)), 0xAB),
        m_limits(limits),
        m_kinds(kinds),
        m_sorted_output(sorted_output) {
    for (int row = 0; row < b.num_rows; ++row) {
      const auto first = b.entries.begin() + b.row_map[row], last = b.entries.begin() + b.row_map[row + 1];
      m_ranges.push_back(first == last
                             ? Impl::ColumnRange<int>{1, 0}
                             : Impl::ColumnRange<int>{*std::min_element(first, last), *std::max_element(first, last)});
    }
    m_relations = relations_of(b);
  }
  problem_type problem() const { return {m_device_a.operand(), m_device_b.operand()}; }
  accumulator_type accumulator(const problem_type& problem) {
    return {problem,
            m_limits,
            {m_limits.b_rows_sorted ? nullptr : m_ranges.data(), m_relations.data(), m_kinds},
            {m_window.data(), m_flags.data(), m_marks.data(), m_limits.window_capacity},
            {m_keys.data(), m_hashed.data(), m_order.data(), hash_capacity},
            m_sorted_output};
  }
  accumulator_type accumulator() { return accumulator(problem()); }

 private:
  DeviceCsr<int, int, double> m_device_a, m_device_b;
  std::vector<Impl::ColumnRange<int>> m_ranges;
  std::vector<Impl::RowRelation> m_relations;
  std::vector<double> m_window;
  std::vector<std::uint8_t> m_flags, m_marks;
  std::vector<int> m_keys = std::vector<int>(hash_capacity, 5);
  std::vector<double> m_hashed = std::vector<double>(hash_capacity, 77.0);
  std::vector<std::uint64_t> m_order = std::vector<std::uint64_t>(hash_capacity / 2, 99);
  Impl::HostAccumulatorLimits m_limits;
  Impl::HostKindsOfB m_kinds;
  bool m_sorted_output;
};

/// \brief Calls action(columns, values) with room for all rows, and checks that nothing is written behind the entries.
template <class Action>
Computed run(const RowProduct::accumulator_type& accumulator, const Action& action) {
  constexpr std::size_t room = 5000;
  constexpr std::int64_t untouched = -77;
  Computed computed{{}, {}, std::vector<std::int64_t>(room, untouched), std::vector<double>(room, untouched)};
  computed.batch = action(computed.columns.data(), computed.values.data());
  for (count_type place = 0; place < computed.batch.num_rows; ++place)
    computed.sizes.push_back(accumulator.size_of(computed.batch, place));
  const auto size =
      static_cast<std::size_t>(std::accumulate(computed.sizes.begin(), computed.sizes.end(), count_type{0}));
  const auto behind = static_cast<std::ptrdiff_t>(size), rest = static_cast<std::ptrdiff_t>(room - size);
  EXPECT_EQ(std::count(computed.columns.begin() + behind, computed.columns.end(), untouched), rest);
  EXPECT_EQ(std::count(computed.values.begin() + behind, computed.values.end(), untouched), rest);
  computed.columns.resize(size);
  computed.values.resize(size);
  return computed;
}
inline Computed compute(RowProduct::accumulator_type& accumulator, count_type row, count_type row_end) {
  return run(accumulator,
             [&](std::int64_t* columns, double* values) { return accumulator.compute(row, row_end, columns, values); });
}
/// \brief With \p columns there before, those of \p num_rows rows of C.
inline Computed compute_again(RowProduct::accumulator_type& accumulator, count_type row, count_type row_end,
                              const std::vector<std::int64_t>& columns, count_type num_rows = 1) {
  return run(accumulator, [&](std::int64_t* out, double* values) {
    std::copy(columns.begin(), columns.end(), out);
    return accumulator.compute_again(row, row_end, static_cast<count_type>(columns.size()) / num_rows, out, values);
  });
}

/// \brief Fails where \p computed does not have \p num_rows rows of \p c from \p row on.
inline void expect_rows(const Computed& computed, const RowProduct::matrix_type& c, int row, int num_rows = 1) {
  const int begin = c.row_map[row], end = c.row_map[row + num_rows];
  EXPECT_EQ(computed.batch.num_rows, num_rows);
  for (int place = 0; place < num_rows; ++place)
    EXPECT_EQ(computed.sizes[static_cast<std::size_t>(place)], c.row_map[row + place + 1] - c.row_map[row + place]);
  EXPECT_EQ(computed.columns, std::vector<std::int64_t>(c.entries.begin() + begin, c.entries.begin() + end));
  EXPECT_EQ(computed.values, std::vector<double>(c.values.begin() + begin, c.values.begin() + end));
}

/// \brief Factors of A's rows, with 1 added to the last entry of every second row; and A with these values.
struct ScaledRows {
  explicit ScaledRows(const RowProduct::matrix_type& a) : formed(a) {
    for (int row = 0; row < a.num_rows; ++row) {
      const int begin = a.row_map[row], end = a.row_map[row + 1];
      const bool has_diagonal = row % 2 == 0 && begin < end;
      factor.push_back(-1.0 - row);
      diagonal.push_back(has_diagonal ? end - 1 : -1);
      for (int entry = begin; entry < end; ++entry) formed.values[entry] *= factor.back();
      if (has_diagonal) formed.values[end - 1] += 1.0;
    }
  }
  RowProduct::problem_type apply(RowProduct::problem_type problem) const {
    problem.a.jacobi = {factor.data(), diagonal.data()};
    return problem;
  }
  RowProduct::matrix_type formed;
  std::vector<double> factor;
  std::vector<count_type> diagonal;
};

}  // namespace Ocean::Testing

#endif
