#ifndef OCEAN_TEST_KERNELS_NUMERIC_FOUND_WORDS_FIXTURE_HPP
#define OCEAN_TEST_KERNELS_NUMERIC_FOUND_WORDS_FIXTURE_HPP
/// \file
/// \brief The words of the bitmaps of C's rows, from the reference, and memory for those that a pass finds.

#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "ocean/results/found_columns.hpp"
#include "row_pass_fixture.hpp"

namespace Ocean::Testing {

struct HostWord {
  std::uint32_t position, bits;
  bool operator==(const HostWord&) const = default;
};
using row_words = std::vector<std::vector<HostWord>>;

/// \brief The words of every row of C, ascending; positions count from the word of the row's first column.
template <class Scalar>
row_words words_of_rows(const NamedPair<Scalar>& pair, int column_stride = 1) {
  const auto c = stretch_columns(Impl::multiply_gustavson<int, int, Scalar>(pair.a, pair.b), column_stride);
  row_words rows(static_cast<std::size_t>(c.num_rows));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto begin = static_cast<std::size_t>(c.row_map[row]), end = static_cast<std::size_t>(c.row_map[row + 1]);
    for (std::size_t entry = begin; entry < end; ++entry) {
      const auto position = static_cast<std::uint32_t>(c.entries[entry] / 32 - c.entries[begin] / 32);
      if (rows[row].empty() || rows[row].back().position != position) rows[row].push_back({position, 0});
      rows[row].back().bits |= 1u << c.entries[entry] % 32;
    }
  }
  return rows;
}

/// \brief Columns from the first to the last of a row's words.
inline count_type span_of(const std::vector<HostWord>& words) {
  if (words.empty()) return 0;
  const auto first = std::countr_zero(words.front().bits);
  const auto last = 32 * static_cast<count_type>(words.back().position) + 31 - std::countl_zero(words.back().bits);
  return last - first + 1;
}

/// \brief Memory for found columns, empty or with the words of some rows.
class FoundMemory {
 public:
  static constexpr count_type num_parts = 3;
  count_type row_bytes_max = count_type(1) << 30;  ///< scratch of a row whose bitmap and values are in it
  FoundMemory(std::size_t num_rows, count_type words_max, int value_bytes)
      : FoundMemory(std::vector<Impl::FoundRow>(num_rows),
                    std::vector<Impl::BitmapWord>(static_cast<std::size_t>(words_max)), value_bytes) {}

  /// \brief Memory with the words of every \p step-th row from \p first on.
  static FoundMemory with(const row_words& words, std::size_t first, std::size_t step) {
    std::vector<Impl::FoundRow> rows(words.size());
    std::vector<Impl::BitmapWord> all;
    for (std::size_t row = first; row < words.size(); row += step) {
      rows[row] = {static_cast<std::uint32_t>(all.size()), static_cast<std::uint32_t>(words[row].size())};
      for (const HostWord& word : words[row]) all.push_back({word.position, word.bits});
    }
    return {rows, all, 0};
  }

  auto found() const {
    Impl::FoundColumns<test_exec_space::memory_space> found;
    found.rows = m_rows;
    found.words = m_words;
    found.num_claimed = m_num_claimed;
    found.num_parts = num_parts;
    found.value_bytes = m_value_bytes;
    found.row_bytes_max = row_bytes_max;
    return found;
  }

  /// \brief Words that rows have claimed of all parts.
  count_type num_claimed() const {
    const auto counters = to_vector(m_num_claimed);
    return std::accumulate(counters.begin(), counters.end(), count_type(0));
  }
  /// \brief The words that are stored of every row.
  row_words stored() const {
    const auto all = to_vector(m_words);
    row_words rows;
    for (const Impl::FoundRow& row : to_vector(m_rows)) {
      rows.emplace_back();
      for (std::uint32_t word = row.begin; word < row.begin + row.num_words; ++word)
        rows.back().push_back({all[word].position, all[word].bits});
    }
    return rows;
  }

 private:
  FoundMemory(const std::vector<Impl::FoundRow>& rows, const std::vector<Impl::BitmapWord>& words, int value_bytes)
      : m_rows(make_view(rows)),
        m_words(make_view(words)),
        m_num_claimed(make_view(std::vector<count_type>(num_parts * Impl::found_words_counters_apart, count_type(0)))),
        m_value_bytes(value_bytes) {}

  test_view<Impl::FoundRow> m_rows;
  test_view<Impl::BitmapWord> m_words;
  test_view<count_type> m_num_claimed;
  int m_value_bytes;
};

/// \brief A launch of a pass that has \p memory.
template <class Launch>
auto launch_with(const FoundMemory& memory, const Launch& launch) {
  return [memory, launch](const auto& launcher, auto pass, count_type span, auto& workspace) {
    pass.found = memory.found();
    launch(launcher, pass, span, workspace);
  };
}

/// \brief The counting pass \p launch stores the words of the rows of \p setup for which \p stores(row) holds; with
/// less room, rows are stored as a whole or not at all.
template <class Scalar, class Launch, class Stores>
void expect_stored(const NamedPair<Scalar>& pair, RowPassProduct<Scalar>& product, const RowPassSetup& setup,
                   const Launch& launch, const std::vector<int>& overflowed, const Stores& stores,
                   int column_stride = 1) {
  const row_words words = words_of_rows(pair, column_stride);
  count_type all_words = 0;
  std::vector<char> expected(words.size(), 0);
  for (const int row : setup.rows) {
    const auto index = static_cast<std::size_t>(row);
    expected[index] = !words[index].empty() && !std::binary_search(overflowed.begin(), overflowed.end(), row) &&
                      stores(index, static_cast<count_type>(words[index].size()));
    if (expected[index]) all_words += static_cast<count_type>(words[index].size());
  }
  const count_type enough = FoundMemory::num_parts * all_words;  // all rows may lie in one part
  for (const count_type words_max : {enough, enough / 2, FoundMemory::num_parts, count_type(1)}) {
    SCOPED_TRACE(::testing::Message() << "room for " << words_max << " of " << all_words << " words");
    const FoundMemory memory(words.size(), words_max, static_cast<int>(sizeof(Scalar)));
    expect_counted(product, setup, launch_with(memory, launch), overflowed);
    EXPECT_EQ(memory.num_claimed(), all_words);
    const row_words stored = memory.stored();
    for (std::size_t row = 0; row < words.size(); ++row) {
      const bool is_stored = !stored[row].empty();
      EXPECT_TRUE(expected[row] || !is_stored) << "row " << row;
      EXPECT_TRUE(words_max < enough || is_stored == static_cast<bool>(expected[row])) << "row " << row;
      EXPECT_TRUE(!is_stored || stored[row] == words[row]) << "words of row " << row;
    }
  }
}

/// \brief Whether the accumulating pass has scratch for a row of \p columns columns with these words.
inline bool has_scratch_for_words(count_type columns, int value_bytes, const std::vector<HostWord>& words) {
  return Impl::word_rows_bytes(columns, value_bytes, static_cast<count_type>(words.size()), span_of(words)) <=
         Impl::multi_words_bytes_max;
}

/// \brief The counting pass \p launch stores no words of rows for which the accumulating pass has no scratch: the row
/// that selects all of B has more than 100 entries, of 64 bytes. Columns of random_pair() are 40 apart.
template <class Launch>
void expect_wide_rows_left_out(const AccumulatorConfig& config, const Launch& launch) {
  constexpr int stride = 40, value_bytes = 64;
  const auto pair = random_pair<double>();
  RowPassProduct<double> product(pair.a, pair.b, team_paths().front(), stride);
  const RowPassSetup setup = product.setup(config);
  const row_words words = words_of_rows(pair, stride);
  const FoundMemory memory(words.size(), 10000 * FoundMemory::num_parts, value_bytes);
  expect_counted(product, setup, launch_with(memory, launch));
  const row_words stored = memory.stored();
  int num_left_out = 0;
  for (std::size_t row = 0; row < words.size(); ++row) {
    const bool fits = has_scratch_for_words(product.row_nnz[row], value_bytes, words[row]);
    EXPECT_TRUE(stored[row] == (fits ? words[row] : std::vector<HostWord>())) << "row " << row;
    num_left_out += fits ? 0 : 1;
  }
  EXPECT_GT(num_left_out, 0);
}

}  // namespace Ocean::Testing

#endif
