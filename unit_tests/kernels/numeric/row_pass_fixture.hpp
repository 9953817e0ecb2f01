#ifndef OCEAN_TEST_KERNELS_NUMERIC_ROW_PASS_FIXTURE_HPP
#define OCEAN_TEST_KERNELS_NUMERIC_ROW_PASS_FIXTURE_HPP
/// \file
/// \brief One pass of a numeric kernel over chosen rows of a product, and what it must leave behind.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "named_pairs.hpp"
#include "ocean/stages/analysis.hpp"
#include "ocean/stages/claims.hpp"
#include "ocean/stages/overflow.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/extreme_options.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

using Impl::AccumulatorConfig;
using Impl::AccumulatorKind;
using Impl::Pass;

/// \brief Halves the team of \p config until the rows that share it fit into scratch that a team has on every path.
inline void shrink_team(AccumulatorConfig& config) {
  constexpr std::int64_t every_team_scratch_bytes = 32000;
  while (config.rows_per_team() > 1 && config.rows_per_team() * config.row_bytes > every_team_scratch_bytes)
    config.team_size /= 2;
}

/// \brief A pass: the rows of its bin, their room in the output, and the switches of the kernels.
struct RowPassSetup {
  AccumulatorConfig config;
  std::vector<int> rows;         ///< the bin, in the order of its positions
  std::vector<count_type> room;  ///< entries of C that every row of C may take, in the bin or not
  /// Of every row: those that are done together with it as their first, 0 if it is not the first; empty: each by itself
  std::vector<std::uint8_t> rows_at_once = {};
  std::vector<std::uint8_t> b_rows_at_once = {};  ///< of every entry of A, as JoinBRows writes them
  int lanes_per_b_row = 0;                        ///< 0: as the library chooses
  bool assisted = true;
  bool uneven = false;  ///< the rows of B are shared as if they differed much in length
  bool sorted_output = true;
  bool begin_by_position = false;
  bool rows_claim = false;    ///< rows have no room of their own
  count_type claims_max = 0;  ///< slots for all of them then
};

/// \brief What a pass has written.
template <class Scalar, class Offset = int, class Ordinal = int>
struct RowPassOutcome {
  HostCsr<Offset, Ordinal, Scalar> c;  ///< entries of the rows that were done; the other rows are empty
  std::vector<count_type> row_nnz;     ///< untouched_nnz where the pass wrote nothing
  std::vector<int> overflow_rows;      ///< ascending
  count_type stray_writes = 0;         ///< slots that changed although no row of the bin owns them
};

inline constexpr count_type untouched_nnz = -1;
inline constexpr int untouched_slot = -77;  ///< column and value of a slot before the pass
inline constexpr int guard_slots = 3;       ///< before the first row and behind the last
inline constexpr count_type unclaimed_begin = -9;

/// \brief The same matrix with \p stride times its columns: long spans without long reference rows.
template <class Matrix>
Matrix stretch_columns(Matrix matrix, int stride) {
  for (auto& column : matrix.entries) column *= stride;
  if (matrix.num_cols > 0) matrix.num_cols = (matrix.num_cols - 1) * stride + 1;
  return matrix;
}

/// \brief A product on the tested space with its analysis, ready for passes over its rows.
template <class Scalar, class Offset = int, class Ordinal = int>
class RowPassProduct {
 public:
  using host_matrix = HostCsr<Offset, Ordinal, Scalar>;
  using outcome_type = RowPassOutcome<Scalar, Offset, Ordinal>;
  using operand_type = Impl::CsrOperand<test_exec_space, Offset, Ordinal, Scalar>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  using analysis_type = Impl::RowAnalysis<test_exec_space::memory_space, Ordinal>;

  RowPassProduct(const host_matrix& a, const host_matrix& b, ExecutionPath path, int column_stride = 1)
      : m_path(path),
        m_reference(stretch_columns(Impl::multiply_gustavson<Offset, Ordinal, Scalar>(a, b), column_stride)),
        m_device_a(to_device(a)),
        m_device_b(to_device(stretch_columns(b, column_stride))),
        m_workspace(m_exec),
        m_analysis(Impl::with_launcher(
            m_exec, path, [&](const auto& launcher) { return Impl::analyze_rows(launcher, problem(), m_workspace); })) {
    row_products = to_vector(m_analysis.row_products);
    for (std::size_t row = 0; row < row_products.size(); ++row)
      row_nnz.push_back(static_cast<count_type>(m_reference.row_map[row + 1] - m_reference.row_map[row]));
  }

  problem_type problem() const { return {m_device_a.operand(), m_device_b.operand()}; }
  count_type max_row_span() const { return m_analysis.summary.max_row_span; }

  /// \brief Every row of at most \p products_max products in the bin, the last first, with \p slack slots to spare.
  RowPassSetup setup(const AccumulatorConfig& config, count_type products_max, count_type slack = 0) const {
    RowPassSetup result;
    result.config = config;
    for (int row = static_cast<int>(row_products.size()) - 1; row >= 0; --row)
      if (row_products[static_cast<std::size_t>(row)] <= products_max) result.rows.push_back(row);
    for (const count_type distinct : row_nnz) result.room.push_back(distinct + slack);
    return result;
  }
  RowPassSetup setup(const AccumulatorConfig& config) const { return setup(config, m_analysis.summary.total_products); }

  /// \brief Rows of \p setup with more than \p entries_max entries, ascending.
  std::vector<int> rows_beyond(const RowPassSetup& setup, count_type entries_max) const {
    std::vector<int> rows;
    for (const int row : setup.rows)
      if (row_nnz[static_cast<std::size_t>(row)] > entries_max) rows.push_back(row);
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  /// \brief Leaves every third row too little room, one entry or all of it; returns the rows, ascending.
  std::vector<int> take_room_away(RowPassSetup& setup) const {
    std::vector<int> rows;
    for (std::size_t row = 0; row < row_nnz.size(); row += 3)
      if (row_nnz[row] > 0) {
        setup.room[row] = row % 2 == 0 ? row_nnz[row] - 1 : 0;
        rows.push_back(static_cast<int>(row));
      }
    return rows;
  }

  /// \brief The reference with the rows of \p setup that are not in \p overflowed; the other rows are empty.
  auto reference_of(const RowPassSetup& setup, const std::vector<int>& overflowed) const {
    Impl::ReferenceProduct<Offset, Ordinal, Scalar> done;
    done.num_rows = m_reference.num_rows;
    done.num_cols = m_reference.num_cols;
    done.row_map.push_back(0);
    for (int row = 0; row < static_cast<int>(m_reference.num_rows); ++row) {
      const bool in_bin = std::find(setup.rows.begin(), setup.rows.end(), row) != setup.rows.end();
      if (in_bin && !std::binary_search(overflowed.begin(), overflowed.end(), row))
        for (auto entry = m_reference.row_map[row]; entry < m_reference.row_map[row + 1]; ++entry) {
          done.entries.push_back(m_reference.entries[entry]);
          done.values.push_back(m_reference.values[entry]);
          done.magnitude.push_back(m_reference.magnitude[entry]);
        }
      done.row_map.push_back(static_cast<Offset>(done.entries.size()));
    }
    return done;
  }

  /// \brief Runs launch(launcher, pass, largest span, workspace) and collects what it has written.
  template <Pass ThisPass, class Launch>
  outcome_type run(const RowPassSetup& setup, const Launch& launch) {
    using scalar_c_type = std::conditional_t<ThisPass == Pass::accumulate, Scalar, char>;
    using pass_type = Impl::RowPass<ThisPass, problem_type, Ordinal, Ordinal, scalar_c_type>;
    std::vector<count_type> begin = begin_of_rows(setup);
    const auto slots =
        static_cast<std::size_t>((setup.rows_claim ? guard_slots + setup.claims_max : begin.back()) + guard_slots);
    if (setup.rows_claim) std::fill(begin.begin(), begin.end(), unclaimed_begin);
    const auto device_nnz = make_view(std::vector<count_type>(row_nnz.size(), untouched_nnz));
    const auto device_begin = make_view(begin);
    const std::vector<Ordinal> positions = padded_order(setup);
    const auto order = make_view(positions);
    const auto rows_at_once = make_view(setup.rows_at_once), b_rows_at_once = make_view(setup.b_rows_at_once);
    const auto entries = make_view(std::vector<Ordinal>(slots, untouched_slot));
    const auto values = make_view(std::vector<scalar_c_type>(slots, scalar_c_type(untouched_slot)));
    auto pass = Impl::make_row_pass<pass_type>(m_exec, problem(), m_analysis, Impl::WorkflowPlan{}, SpGEMMOptions{},
                                               device_nnz, m_workspace, false);
    pass.row_order = order;
    pass.rows_at_once = rows_at_once;
    pass.b_rows_at_once = b_rows_at_once;
    pass.row_begin = device_begin;
    pass.entries = entries;
    pass.values = values;
    pass.config = setup.config;
    pass.first_position = 1;
    pass.num_rows = static_cast<count_type>(positions.size()) - 2;
    if (setup.lanes_per_b_row > 0) pass.lanes_per_b_row = setup.lanes_per_b_row;
    pass.tests_bits = setup.assisted;
    pass.b_rows_uneven = setup.uneven;
    pass.sorted_output = setup.sorted_output;
    pass.begin_by_position = setup.begin_by_position;
    const auto num_claimed = make_view(std::vector<count_type>{0});
    if (setup.rows_claim) {
      pass.num_claimed = num_claimed;
      pass.first_claim = guard_slots;
      pass.claims_max = setup.claims_max;
      pass.esc_claims_from = Impl::esc_claims_from;
    }
    Impl::with_launcher(m_exec, m_path,
                        [&](const auto& launcher) { launch(launcher, pass, max_row_span(), m_workspace); });

    outcome_type outcome;
    outcome.row_nnz = to_vector(device_nnz);
    const count_type num_overflowed = Impl::read_num_overflowed(m_exec, pass);
    for (const Ordinal row : to_vector(pass.overflow_rows)) outcome.overflow_rows.push_back(static_cast<int>(row));
    outcome.overflow_rows.resize(static_cast<std::size_t>(num_overflowed));
    std::sort(outcome.overflow_rows.begin(), outcome.overflow_rows.end());
    if (setup.rows_claim) begin = to_vector(device_begin);
    if constexpr (ThisPass == Pass::accumulate) collect(setup, begin, to_vector(entries), to_vector(values), outcome);
    return outcome;
  }

  std::vector<count_type> row_products;
  std::vector<count_type> row_nnz;  ///< exact

 private:
  std::vector<count_type> begin_of_rows(const RowPassSetup& setup) const {
    std::vector<count_type> begin{guard_slots};
    if (setup.begin_by_position)
      for (const int row : setup.rows) begin.push_back(begin.back() + setup.room[static_cast<std::size_t>(row)]);
    else
      for (const count_type room : setup.room) begin.push_back(begin.back() + room);
    return begin;
  }

  /// \brief The bin behind one row of another bin and before one more.
  static std::vector<Ordinal> padded_order(const RowPassSetup& setup) {
    std::vector<Ordinal> order{0};
    for (const int row : setup.rows)
      if (setup.rows_at_once.empty() || setup.rows_at_once[static_cast<std::size_t>(row)] > 0) order.push_back(row);
    order.push_back(0);
    return order;
  }

  /// \brief Reads the rows that were done back; every other slot must be as it was, but in overflowed rows.
  void collect(const RowPassSetup& setup, const std::vector<count_type>& begin, const std::vector<Ordinal>& entries,
               const std::vector<Scalar>& values, outcome_type& outcome) const {
    std::vector<char> owned(entries.size(), 0);
    outcome.c.num_rows = m_reference.num_rows;
    outcome.c.num_cols = m_reference.num_cols;
    outcome.c.row_map.push_back(0);
    for (int row = 0; row < static_cast<int>(m_reference.num_rows); ++row) {
      const auto place = std::find(setup.rows.begin(), setup.rows.end(), row);
      if (place != setup.rows.end()) {
        const auto index = static_cast<std::size_t>(setup.begin_by_position ? place - setup.rows.begin() : row);
        const bool overflowed = std::binary_search(outcome.overflow_rows.begin(), outcome.overflow_rows.end(), row);
        const count_type begin_of_row = begin[index];
        count_type room = begin[index + 1] - begin_of_row;
        if (setup.rows_claim) room = overflowed ? 0 : guard_slots + setup.claims_max - begin_of_row;
        const count_type nnz = std::clamp<count_type>(outcome.row_nnz[static_cast<std::size_t>(row)], 0, room);
        if (setup.rows_claim && (overflowed || nnz == 0)) {
          EXPECT_TRUE(!overflowed || begin_of_row == Impl::no_room) << "row " << row << " begins at " << begin_of_row;
          outcome.c.row_map.push_back(static_cast<Offset>(outcome.c.entries.size()));
          continue;
        }
        const auto shared = std::count(owned.begin() + begin_of_row, owned.begin() + begin_of_row + nnz, char(1));
        EXPECT_EQ(shared, 0) << "row " << row << " has slots of another row";
        std::fill_n(owned.begin() + begin_of_row, overflowed ? room : nnz, char(1));
        for (count_type slot = begin_of_row; slot < begin_of_row + nnz; ++slot) {
          outcome.c.entries.push_back(entries[static_cast<std::size_t>(slot)]);
          outcome.c.values.push_back(values[static_cast<std::size_t>(slot)]);
        }
      }
      outcome.c.row_map.push_back(static_cast<Offset>(outcome.c.entries.size()));
    }
    for (std::size_t slot = 0; slot < owned.size(); ++slot)
      if (!owned[slot] && (entries[slot] != untouched_slot || values[slot] != Scalar(untouched_slot)))
        ++outcome.stray_writes;
  }

  test_exec_space m_exec;
  ExecutionPath m_path;
  Impl::ReferenceProduct<Offset, Ordinal, Scalar> m_reference;
  DeviceCsr<Offset, Ordinal, Scalar> m_device_a, m_device_b;
  Impl::Workspace<test_exec_space> m_workspace;
  analysis_type m_analysis;
};

/// \brief Sizes of the rows of the bin, nothing of the other rows, and \p overflowed as the rows without room.
template <class Product, class Outcome>
void expect_sizes(const Product& product, const RowPassSetup& setup, const Outcome& outcome,
                  const std::vector<int>& overflowed) {
  std::vector<count_type> expected(product.row_nnz.size(), untouched_nnz);
  for (const int row : setup.rows)
    expected[static_cast<std::size_t>(row)] = product.row_nnz[static_cast<std::size_t>(row)];
  for (const int row : overflowed) expected[static_cast<std::size_t>(row)] = 0;
  EXPECT_TRUE(same_integers("overflow_rows", outcome.overflow_rows, overflowed));
  EXPECT_TRUE(same_integers("row_nnz", outcome.row_nnz, expected));
}

/// \brief The same pass with rows that claim their room: all fit exactly; with a slot less, those overflow that come
/// last, and the others are right.
template <class Product, class Launch>
void expect_claimed(Product& product, RowPassSetup setup, const Launch& launch) {
  setup.rows_claim = true;
  for (const int row : setup.rows) setup.claims_max += product.row_nnz[static_cast<std::size_t>(row)];
  for (const count_type missing : {0, 1}) {
    if (setup.claims_max < missing) return;
    setup.claims_max -= missing;
    SCOPED_TRACE(::testing::Message() << "rows claim " << setup.claims_max << " slots");
    const auto outcome = product.template run<Pass::accumulate>(setup, launch);
    EXPECT_EQ(outcome.overflow_rows.empty(), missing == 0);
    expect_sizes(product, setup, outcome, outcome.overflow_rows);
    EXPECT_TRUE(matches(setup.sorted_output ? outcome.c : sort_rows(outcome.c),
                        product.reference_of(setup, outcome.overflow_rows)));
    EXPECT_EQ(outcome.stray_writes, 0);
  }
}

/// \brief An accumulating pass does the rows of \p setup but \p overflowed, ascending, and writes nowhere else; if all
/// fit, also where they claim their room.
template <class Product, class Launch>
void expect_accumulated(Product& product, const RowPassSetup& setup, const Launch& launch,
                        const std::vector<int>& overflowed = {}) {
  const auto outcome = product.template run<Pass::accumulate>(setup, launch);
  expect_sizes(product, setup, outcome, overflowed);
  EXPECT_TRUE(matches(setup.sorted_output ? outcome.c : sort_rows(outcome.c), product.reference_of(setup, overflowed)));
  EXPECT_EQ(outcome.stray_writes, 0);
  const bool is_short = setup.config.kind == AccumulatorKind::esc && setup.config.size_class < Impl::esc_claims_from;
  const bool has_claims =
      !is_short && setup.config.kind != AccumulatorKind::merge && setup.config.kind != AccumulatorKind::multi_words;
  if (has_claims && overflowed.empty() && !setup.begin_by_position) expect_claimed(product, setup, launch);
}

/// \brief Rows of \p setup that have no room overflow, whether rooms are numbered by row or by position in the bin.
template <class Product, class Launch>
void expect_overflow_without_room(Product& product, RowPassSetup setup, const Launch& launch) {
  const auto overflowed = product.take_room_away(setup);
  ASSERT_GE(overflowed.size(), 10u);
  for (const bool by_position : {false, true}) {
    setup.begin_by_position = by_position;
    expect_accumulated(product, setup, launch, overflowed);
  }
}

/// \brief A counting pass finds the sizes of the rows of \p setup but \p overflowed.
template <class Product, class Launch>
void expect_counted(Product& product, const RowPassSetup& setup, const Launch& launch,
                    const std::vector<int>& overflowed = {}) {
  expect_sizes(product, setup, product.template run<Pass::count>(setup, launch), overflowed);
}

/// \brief The product of hand_pair() as an accumulating pass must leave it.
template <class Launch>
void expect_hand_product(const AccumulatorConfig& config, const Launch& launch) {
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    const auto pair = hand_pair();
    RowPassProduct<double> product(pair.a, pair.b, path);
    const auto outcome = product.template run<Pass::accumulate>(product.setup(config), launch);
    EXPECT_EQ(outcome.row_nnz, (std::vector<count_type>{3, 1, 0, 3}));
    EXPECT_EQ(outcome.overflow_rows, std::vector<int>());
    EXPECT_EQ(outcome.c.row_map, (std::vector{0, 3, 4, 4, 7}));
    EXPECT_EQ(outcome.c.entries, (std::vector{0, 3, 4, 1, 0, 1, 3}));
    EXPECT_EQ(outcome.c.values, (std::vector{5.0, 20.0, 16.0, 27.0, 20.0, 45.0, 24.0}));
    EXPECT_EQ(outcome.stray_writes, 0);
  }
}

/// \brief The sizes of hand_pair() as a counting pass must find them.
template <class Launch>
void expect_hand_sizes(const AccumulatorConfig& config, const Launch& launch) {
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    const auto pair = hand_pair();
    RowPassProduct<double> product(pair.a, pair.b, path);
    const auto outcome = product.template run<Pass::count>(product.setup(config), launch);
    EXPECT_EQ(outcome.row_nnz, (std::vector<count_type>{3, 1, 0, 3}));
    EXPECT_EQ(outcome.overflow_rows, std::vector<int>());
  }
}

}  // namespace Ocean::Testing

#endif
