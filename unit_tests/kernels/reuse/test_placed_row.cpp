/// \file
/// \brief Rows of B added to a row of C by the lanes of a group, several at a time and long ones alone; the lanes are
/// threads of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/kernels/reuse/placed_row.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <type_traits>

#include "support/builders.hpp"
#include "support/threaded_lanes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::place_type;
using Ocean::Impl::PlaceSource;

using host_matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using sums_type = Ocean::Impl::PlacedSums<problem_type, Ocean::Impl::GraphOfC<int, int>, double>;
using factor_type = Ocean::Impl::PlacedFactor<problem_type>;
using place_list = std::vector<place_type>;

inline constexpr int num_lanes = 8;
inline constexpr place_type unknown = 999;
inline constexpr count_type first_product = 3;  ///< products of other rows of C are before

/// \brief A row of A that selects all rows of B in turn, and the row of C it adds them to.
struct RowCase {
  host_matrix b;
  std::vector<double> factors;
  std::vector<int> columns;  ///< of C
  std::vector<double> sums;  ///< expected
  place_list places;         ///< of all products, unknown where C has no column
  DeviceCsr<int, int, double> device_b;

  /// \param lengths of the rows of B
  /// \param left_out every so many columns C has not; 0: it has all
  RowCase(const std::vector<int>& lengths, int left_out) : b{static_cast<int>(lengths.size()), 300, {0}, {}, {}} {
    RandomNumbers random(1);
    std::set<int> all;
    for (const int length : lengths) {
      for (const count_type column : draw_columns(random, b.num_cols, length)) {
        b.entries.push_back(static_cast<int>(column));
        b.values.push_back(random.unit());
        if (left_out == 0 || column % left_out != 0) all.insert(b.entries.back());
      }
      b.row_map.push_back(static_cast<int>(b.entries.size()));
      factors.push_back(random.unit());
    }
    columns.assign(all.begin(), all.end());
    sums.assign(columns.size(), 0.0);
    places.assign(static_cast<std::size_t>(first_product), unknown);
    for (std::size_t row = 0; row < lengths.size(); ++row)
      for (int entry = b.row_map[row]; entry < b.row_map[row + 1]; ++entry) {
        const auto found = std::lower_bound(columns.begin(), columns.end(), b.entries[static_cast<std::size_t>(entry)]);
        const bool has = found != columns.end() && *found == b.entries[static_cast<std::size_t>(entry)];
        places.push_back(has ? static_cast<place_type>(found - columns.begin()) : unknown);
        if (has) sums[places.back()] += factors[row] * b.values[static_cast<std::size_t>(entry)];
      }
    device_b = to_device(b);
  }

  /// \brief What selects \p row of B; beyond the last one, nothing.
  factor_type factor(std::size_t row) const {
    if (row >= factors.size()) return {};
    return {b.row_map[row], b.row_map[row + 1] - b.row_map[row], factors[row]};
  }
};

/// \brief Calls add(lanes, row) in all lanes of a group, with a row of C that begins empty.
/// \param places in and out; none: not kept
template <PlaceSource Source, bool InScratch, class Add>
std::vector<double> sums_of(const RowCase& of, place_list& places, bool keeps, const Add& add) {
  sums_type sums{};
  sums.problem.b = of.device_b.operand();
  sums.places = places.empty() ? nullptr : places.data();
  std::vector<double> sum(of.columns.size(), 0.0);
  using row_type = Ocean::Impl::PlacedRow<Source, InScratch, sums_type>;
  run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
    row_type row(sums, sum.data(), Source == PlaceSource::searched ? of.columns.data() : nullptr,
                 static_cast<typename row_type::index_type>(of.columns.size()), first_product, keeps);
    add(lanes, row);
  });
  return sum;
}

/// \brief The same sums at searched places, kept or not, and at known ones.
template <bool InScratch, class Add>
void expect_sums(const RowCase& of, bool all_found, const Add& add) {
  SCOPED_TRACE(InScratch ? "in scratch" : "in C");
  const auto as = [&]<PlaceSource Source>(std::integral_constant<PlaceSource, Source>, place_list& places, bool keeps) {
    return sums_of<Source, InScratch>(of, places, keeps, add);
  };
  constexpr std::integral_constant<PlaceSource, PlaceSource::searched> searched;
  constexpr std::integral_constant<PlaceSource, PlaceSource::known> known;
  place_list none, kept(of.places.size(), unknown), others(of.places.size(), unknown), given = of.places;
  EXPECT_EQ(as(searched, none, true), of.sums) << "searched";
  EXPECT_EQ(as(searched, kept, true), of.sums) << "searched and kept";
  EXPECT_EQ(kept, of.places);
  EXPECT_EQ(as(searched, others, false), of.sums) << "searched, and the places are another row's";
  EXPECT_EQ(others, place_list(of.places.size(), unknown));
  if (!all_found) return;
  EXPECT_EQ(as(known, given, false), of.sums) << "known";
}
template <class Add>
void expect_sums(const std::vector<int>& lengths, const Add& add) {
  for (const int left_out : {0, 3}) {
    SCOPED_TRACE(left_out);
    const RowCase of(lengths, left_out);
    const auto add_of = [&](const auto& lanes, auto& row) { add(lanes, of, row); };
    expect_sums<true>(of, left_out == 0, add_of);
    expect_sums<false>(of, left_out == 0, add_of);
  }
}

/// \brief Adds Rows rows from \p first on, each of up to Strides entries for a lane.
template <int Rows, int Strides>
void add_rows(const auto& lanes, const RowCase& of, std::size_t first, auto& row) {
  factor_type factors[Rows];
  for (std::size_t ahead = 0; ahead < Rows; ++ahead) factors[ahead] = of.factor(first + ahead);
  row.template add_rows<Rows, Strides>(lanes, factors);
}

TEST(PlacedRow, SeveralRowsAtATime) {
  expect_sums({8, 0, 1, 7, 5, 8}, [](const auto& lanes, const RowCase& of, auto& row) {
    add_rows<4, 1>(lanes, of, 0, row);
    add_rows<4, 1>(lanes, of, 4, row);  // two of which are beyond the end
  });
  expect_sums({16, 9, 0, 15, 3}, [](const auto& lanes, const RowCase& of, auto& row) {
    add_rows<2, 2>(lanes, of, 0, row);
    add_rows<2, 2>(lanes, of, 2, row);
    add_rows<1, 2>(lanes, of, 4, row);
  });
}

/// Up to a whole number of what the lanes have in flight, and with a rest; followed by a row that needs its own places.
TEST(PlacedRow, LongRows) {
  for (const int length : {0, 1, 31, 32, 33, 64, 65, 130, 300})
    expect_sums({length, 6, length}, [](const auto& lanes, const RowCase& of, auto& row) {
      row.add_long_row(lanes, of.factor(0));
      add_rows<1, 1>(lanes, of, 1, row);
      row.add_long_row(lanes, of.factor(2));
    });
}

}  // namespace
