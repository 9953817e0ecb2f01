/// \file
/// \brief Every entry is visited once with its row; the cursor finds rows in any order of the entries.
// once: OpenMP

#include "ocean/kernels/operations/visit_entries.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::host_entries_per_visit;

/// Notes the row of an entry and that it was visited.
struct NoteVisit {
  test_view<count_type> rows;
  test_view<int> visits;
  KOKKOS_FUNCTION void operator()(count_type entry, count_type row) const {
    rows(entry) = row;
    Kokkos::atomic_inc(&visits(entry));
  }
};

std::vector<int> row_map_of(const std::vector<int>& lengths) {
  std::vector<int> row_map = {0};
  for (const int length : lengths) row_map.push_back(row_map.back() + length);
  return row_map;
}

std::vector<count_type> rows_of(const std::vector<int>& lengths) {
  std::vector<count_type> rows;
  for (std::size_t row = 0; row < lengths.size(); ++row)
    rows.insert(rows.end(), static_cast<std::size_t>(lengths[row]), static_cast<count_type>(row));
  return rows;
}

/// Visits the first \p nnz entries of rows of \p lengths.
void expect_visits(const std::vector<int>& lengths, std::size_t nnz) {
  std::vector<count_type> expected = rows_of(lengths);
  std::vector<int> expected_visits(expected.size(), 0);
  std::fill(expected.begin() + nnz, expected.end(), -1);
  std::fill_n(expected_visits.begin(), nnz, 1);
  const auto rows = make_view(std::vector<count_type>(expected.size(), -1));
  const auto visits = make_view(std::vector<int>(expected.size(), 0));
  Ocean::Impl::visit_entries(test_exec_space(), "Testing::visit_entries", make_view(row_map_of(lengths)),
                             static_cast<count_type>(lengths.size()), static_cast<count_type>(nnz),
                             NoteVisit{rows, visits});
  Kokkos::fence("Testing::visit_entries");
  EXPECT_TRUE(same_integers("visits", to_vector(visits), expected_visits)) << nnz << " entries";
  EXPECT_TRUE(same_integers("rows", to_vector(rows), expected)) << nnz << " entries";
}

std::vector<int> random_lengths(int num_rows, int empty_of_ten, int longest) {
  RandomNumbers random(3);
  std::vector<int> lengths;
  for (int row = 0; row < num_rows; ++row)
    lengths.push_back(random.below(10) < empty_of_ten ? 0 : static_cast<int>(random.below(longest + 1)));
  return lengths;
}

TEST(VisitEntries, RowsThatEndBesideARangeOfEntries) {
  const int range = static_cast<int>(host_entries_per_visit);
  for (const int length : {1, range - 1, range, range + 1, 2 * range, 3 * range + 5}) {
    const auto nnz = static_cast<std::size_t>(length);
    expect_visits({length}, nnz);
    expect_visits({0, 0, length, 0}, nnz);
    expect_visits({length, 0, 0, 1}, nnz + 1);
    expect_visits({length, 2, 0, 0, 3 * range, 1}, nnz + static_cast<std::size_t>(3 * range + 3));
  }
}

TEST(VisitEntries, RandomRows) {
  for (const auto& lengths : {random_lengths(3000, 3, 4), random_lengths(5000, 9, 9), random_lengths(20, 0, 2000)})
    expect_visits(lengths, rows_of(lengths).size());
}

TEST(VisitEntries, OnlyTheFirstEntriesOrNone) {
  const auto lengths = random_lengths(2000, 2, 5);
  for (const count_type nnz : {count_type(0), count_type(1), host_entries_per_visit + 1})
    expect_visits(lengths, static_cast<std::size_t>(nnz));
  expect_visits({0, 0, 0}, 0);
}

TEST(VisitEntries, TheCursorFindsRowsInAnyOrder) {
  using host_view = Kokkos::View<const int*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  for (const int empty_of_ten : {0, 5}) {
    const auto lengths = random_lengths(50, empty_of_ten, 3);
    const auto row_map = row_map_of(lengths);
    const auto rows = rows_of(lengths);
    const host_view offsets(row_map.data(), row_map.size());
    Ocean::Impl::RowCursor<host_view> cursor(offsets, static_cast<count_type>(lengths.size()));
    for (count_type first = 0; first < static_cast<count_type>(rows.size()); ++first)
      for (count_type second = 0; second < static_cast<count_type>(rows.size()); ++second) {
        ASSERT_EQ(cursor.row_of(first), rows[static_cast<std::size_t>(first)]) << "entry " << first;
        ASSERT_EQ(cursor.row_of(second), rows[static_cast<std::size_t>(second)]) << second << " after " << first;
      }
  }
}

}  // namespace
