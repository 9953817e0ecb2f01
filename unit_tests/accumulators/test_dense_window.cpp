/// \file
/// \brief A window of values and bits that a team fills with the products of a row, or of a part of it, and writes as
/// far as there is room; against sums by hand.
// once: OpenMP

#include "ocean/accumulators/dense_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <type_traits>
#include <vector>

#include "ocean/kernels/numeric/row_pass.hpp"
#include "support/builders.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::bitmap_word_columns;
using Ocean::Impl::count_type;
using Ocean::Impl::DenseWindow;
using Ocean::Impl::Pass;
using Ocean::Impl::team_counter_bytes;

using host_matrix = HostCsr<int, std::int64_t, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, std::int64_t, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
template <Pass ThisPass>
using pass_type = Ocean::Impl::RowPass<ThisPass, problem_type, int, std::int64_t,
                                       std::conditional_t<ThisPass == Pass::accumulate, double, char>>;

constexpr count_type place = 3;  ///< of the row in C, behind and before slots of other rows
constexpr std::int64_t untouched = -77;
/// Threads of the smallest team of the tested space: those of a group, which talk to each other, or one.
constexpr int smallest_team_size = Ocean::Impl::is_host_space_v<test_exec_space> ? 1 : Ocean::Impl::product_group_width;

/// \brief The columns of a window, and how it is filled.
struct WindowCase {
  count_type first, columns_max, last_column;
  int lanes = 0;  ///< lanes for a row of B, as many as the team has at the most; 0: the whole row lies in the window
  int team_size = smallest_team_size;
  count_type room = 100;
  bool b_rows_sorted = true, tests_bits = true;
};

/// \brief What a team notes of its window.
struct WindowFacts {
  int num_threads, words;
  count_type columns, counted, written, sums_byte, bits_byte;
};

/// \brief A team fills a window in scratch that holds anything before, and shows it.
template <Pass ThisPass>
struct FillWindow {
  static constexpr int max_team_size = Ocean::Impl::largest_team_size;
  pass_type<ThisPass> pass;
  WindowCase window_case;
  count_type scratch_bytes;
  test_view<WindowFacts> facts;   ///< [1]
  test_view<std::uint32_t> bits;  ///< [words]
  test_view<double> sums;         ///< [columns]

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    auto* const bytes = team.template scratch<unsigned char>();
    for (count_type byte = team.thread_rank(); byte < scratch_bytes; byte += team.num_threads()) bytes[byte] = 0xAB;
    team.barrier();
    const auto window = DenseWindow<pass_type<ThisPass>>::make(team, window_case.first, window_case.columns_max,
                                                               window_case.last_column);
    window.clear(team);
    if (window_case.lanes == 0)
      window.accumulate_whole(team, pass, 1);
    else
      window.accumulate_part(team, pass, 1, Kokkos::min(window_case.lanes, team.num_threads()));
    team.barrier();
    const count_type counted = window.count(team);
    count_type written = 0;
    if constexpr (ThisPass == Pass::accumulate) written = window.write(team, pass, place, window_case.room);
    if (team.thread_rank() != 0) return;
    for (int word = 0; word < window.words; ++word) bits(word) = window.bits[word];
    if constexpr (ThisPass == Pass::accumulate)
      for (count_type column = 0; column < window.columns(); ++column) sums(column) = window.sums[column];
    facts(0) = {team.num_threads(),
                window.words,
                window.columns(),
                counted,
                written,
                reinterpret_cast<unsigned char*>(window.sums) - bytes,
                reinterpret_cast<unsigned char*>(window.bits) - bytes};
  }
};

/// \brief What a window was filled with, and what it wrote to C.
struct Filled {
  WindowFacts facts;
  std::vector<std::uint32_t> bits;
  std::vector<double> sums, values;
  std::vector<std::int64_t> entries;
};

/// \brief Row 1 of C, in windows: four rows of B, one of them empty, between rows of A that use others.
struct RowOfC {
  host_matrix a{3, 5, {0, 1, 5, 6}, {4, 0, 1, 2, 3, 4}, {7.0, 1.0, 10.0, 5.0, 100.0, 7.0}};
  host_matrix b{5,
                200,
                {0, 4, 7, 7, 11, 12},
                {2, 31, 32, 40, 31, 64, 95, 2, 31, 96, 130, 33},
                {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0}};
  std::map<count_type, double> sums{{2, 801.0}, {31, 952.0}, {32, 3.0},    {40, 4.0},
                                    {64, 60.0}, {95, 70.0},  {96, 1000.0}, {130, 1100.0}};
  count_type base = 0;  ///< before column 0

  explicit RowOfC(count_type columns_before = 0) : base(columns_before) {
    for (std::int64_t& column : b.entries) column += base;
    b.num_cols += base;
  }
  /// \brief The rows of B in an order that neither ascends nor descends.
  void shuffle_b() {
    b.entries = {40, 2, 32, 31, 64, 31, 95, 130, 2, 96, 31, 33};
    b.values = {4.0, 1.0, 3.0, 2.0, 6.0, 5.0, 7.0, 11.0, 8.0, 10.0, 9.0, 12.0};
  }

  template <Pass ThisPass = Pass::accumulate>
  Filled fill(const auto& launcher, const WindowCase& window) const {
    const count_type words = (window.columns_max + bitmap_word_columns - 1) / bitmap_word_columns;
    const count_type bytes = team_counter_bytes + 8 * window.columns_max + 4 * (words + words % 2);
    const auto device_a = to_device(a), device_b = to_device(b);
    const auto entries = make_view(std::vector<std::int64_t>(16, untouched));
    const auto values = make_view(std::vector<typename pass_type<ThisPass>::scalar_type>(16, untouched));
    pass_type<ThisPass> pass;
    pass.problem = {device_a.operand(), device_b.operand()};
    pass.entries = entries;
    pass.values = values;
    pass.lanes_per_b_row = 1;
    pass.b_rows_sorted = window.b_rows_sorted;
    pass.tests_bits = window.tests_bits;
    const FillWindow<ThisPass> kernel{pass,
                                      window,
                                      bytes,
                                      make_view(std::vector<WindowFacts>(1)),
                                      make_view(std::vector<std::uint32_t>(static_cast<std::size_t>(words), 99)),
                                      make_view(std::vector<double>(static_cast<std::size_t>(window.columns_max), -1))};
    launcher.launch({"Testing::fill_window", 1, window.team_size, static_cast<std::size_t>(bytes)}, kernel);
    Kokkos::fence("Testing::fill_window");
    Filled filled{to_vector(kernel.facts)[0], to_vector(kernel.bits), to_vector(kernel.sums), {}, to_vector(entries)};
    for (const auto value : to_vector(values)) filled.values.push_back(value);
    return filled;
  }

  /// \brief Fails where \p filled has other columns or sums than those of [first, last), or wrote others.
  void expect_filled(const Filled& filled, count_type first, count_type last) const {
    std::vector<double> expected_sums(filled.sums.size(), -1.0);
    std::vector<std::uint32_t> expected_bits(filled.bits.size(), 99);
    std::vector<std::int64_t> entries(16, untouched);
    std::vector<double> values(16, untouched);
    std::size_t slot = place;
    const count_type columns = last - first, words = (columns + bitmap_word_columns - 1) / bitmap_word_columns;
    std::fill_n(expected_sums.begin(), columns, 0.0);
    std::fill_n(expected_bits.begin(), words, 0u);
    for (auto entry = sums.lower_bound(first - base); entry != sums.lower_bound(last - base); ++entry) {
      const auto inside = static_cast<std::size_t>(entry->first + base - first);
      expected_sums[inside] = entry->second;
      expected_bits[inside / 32] |= 1u << inside % 32;
      entries[slot] = entry->first + base;
      values[slot++] = entry->second;
    }
    EXPECT_EQ(filled.facts.columns, columns);
    EXPECT_EQ(filled.facts.words, words);
    EXPECT_EQ(filled.bits, expected_bits);
    EXPECT_EQ(filled.sums, expected_sums);
    EXPECT_EQ(filled.facts.counted, static_cast<count_type>(slot) - place);
    EXPECT_EQ(filled.facts.written, static_cast<count_type>(slot) - place);
    EXPECT_EQ(filled.entries, entries);
    EXPECT_EQ(filled.values, values);
  }
};

/// \brief body(launcher, team size) of the smallest team and of as many threads as a team may have.
template <class Body>
void for_each_team(const Body& body) {
  for_each_launcher([&](const auto& launcher) {
    for (const int team_size : {smallest_team_size, 64}) {
      SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", teams of up to " << team_size);
      body(launcher, team_size);
    }
  });
}

TEST(DenseWindow, HoldsAWholeRow) {
  for_each_team([](const auto& launcher, int team_size) {
    for (const count_type base : {count_type(0), count_type(1) << 40})
      for (const bool tests_bits : {true, false}) {
        const RowOfC row(base);
        WindowCase window{base + 2, 160, base + 131};
        window.team_size = team_size;
        window.tests_bits = tests_bits;
        row.expect_filled(row.fill(launcher, window), base + 2, base + 131);
        window.columns_max = 129;
        window.last_column = base + 200;
        row.expect_filled(row.fill(launcher, window), base + 2, base + 131);
      }
  });
}

/// Windows of one word, the last of which is cut; of more columns than a word; of one column.
TEST(DenseWindow, HoldsPartsOfARow) {
  for_each_team([](const auto& launcher, int team_size) {
    for (const count_type base : {count_type(0), count_type(1) << 40})
      for (const count_type columns_max : {count_type(32), count_type(40), count_type(1)})
        for (count_type first = base + 2; first < base + 131; first += columns_max)
          for (const int lanes : {1, 2, 64}) {
            SCOPED_TRACE(testing::Message()
                         << columns_max << " columns from " << first << " on, " << lanes << " lanes");
            const RowOfC row(base);
            WindowCase window{first, columns_max, base + 131, lanes};
            window.team_size = team_size;
            row.expect_filled(row.fill(launcher, window), first, std::min(first + columns_max, base + 131));
          }
  });
}

/// An entry behind the window does not end a row of B that does not ascend.
TEST(DenseWindow, HoldsPartsOfARowThatIsNotSorted) {
  for_each_team([](const auto& launcher, int team_size) {
    for (count_type first = 2; first < 131; first += 32)
      for (const int lanes : {1, 2}) {
        SCOPED_TRACE(testing::Message() << "from " << first << " on, " << lanes << " lanes");
        RowOfC row;
        row.shuffle_b();
        WindowCase window{first, 32, 131, lanes};
        window.team_size = team_size;
        window.b_rows_sorted = false;
        row.expect_filled(row.fill(launcher, window), first, std::min<count_type>(first + 32, 131));
      }
  });
}

/// Behind the counters of the team: values and bits, or bits alone.
TEST(DenseWindow, TakesItsScratchBehindTheCounters) {
  for_each_launcher([](const auto& launcher) {
    const RowOfC row;
    const WindowCase window{2, 160, 131};
    const WindowFacts summed = row.fill(launcher, window).facts;
    EXPECT_EQ(summed.sums_byte, team_counter_bytes);
    EXPECT_EQ(summed.bits_byte, team_counter_bytes + 129 * 8);
    EXPECT_EQ(row.fill<Pass::count>(launcher, window).facts.bits_byte, team_counter_bytes);
  });
}

TEST(DenseWindow, CountsWithoutValues) {
  for_each_team([](const auto& launcher, int team_size) {
    RowOfC row;
    row.a.values.clear();
    row.b.values.clear();
    WindowCase window{2, 160, 131};
    window.team_size = team_size;
    const Filled whole = row.fill<Pass::count>(launcher, window);
    EXPECT_EQ(whole.facts.counted, 8);
    EXPECT_EQ(whole.bits, (std::vector<std::uint32_t>{0x60000001u, 0x40000040u, 0x60000000u, 0u, 1u}));
    EXPECT_EQ(whole.entries, std::vector<std::int64_t>(16, untouched));
    window = {34, 64, 131, 2, team_size};
    const Filled part = row.fill<Pass::count>(launcher, window);
    EXPECT_EQ(part.facts.counted, 4);
    EXPECT_EQ(part.bits, (std::vector<std::uint32_t>{0x40000040u, 0x60000000u}));
  });
}

/// All words that the threads of the team take at once are written, or none of them; their number is right all the
/// same.
TEST(DenseWindow, WritesNothingBehindItsRoom) {
  const std::vector<count_type> words{3, 2, 2, 0, 1};  // entries in each
  const std::vector<std::int64_t> columns{2, 31, 32, 40, 64, 95, 96, 130};
  for_each_team([&](const auto& launcher, int team_size) {
    for (count_type room = 0; room <= 9; ++room) {
      SCOPED_TRACE(room);
      const RowOfC row;
      const Filled filled = row.fill(launcher, {2, 160, 131, 0, team_size, room});
      count_type before = 0, fitting = 0;
      for (std::size_t word = 0; word < words.size(); ++word) {
        before += words[word];
        const bool ends_step = (word + 1) % static_cast<std::size_t>(filled.facts.num_threads) == 0;
        if ((ends_step || word + 1 == words.size()) && before <= room) fitting = before;
      }
      std::vector<std::int64_t> entries(16, untouched);
      std::copy_n(columns.begin(), fitting, entries.begin() + place);
      EXPECT_EQ(filled.facts.written, 8);
      EXPECT_EQ(filled.entries, entries);
      EXPECT_EQ(filled.values[static_cast<std::size_t>(place + fitting)], untouched);
    }
  });
}

/// Threads of a team add to the same columns: no product is lost.
TEST(DenseWindow, AddsAllProductsOfOneColumn) {
  constexpr int num_products = 100000;
  RowOfC row;
  row.a = {
      2, 1, {0, 0, num_products}, std::vector<std::int64_t>(num_products, 0), std::vector<double>(num_products, 1.0)};
  row.b = {1, 50, {0, 3}, {10, 11, 45}, {1.0, 2.0, 3.0}};
  row.sums = {{10, num_products}, {11, 2.0 * num_products}, {45, 3.0 * num_products}};
  for_each_team([&](const auto& launcher, int team_size) {
    row.expect_filled(row.fill(launcher, {10, 36, 46, 0, team_size}), 10, 46);
    row.expect_filled(row.fill(launcher, {11, 35, 46, 1, team_size}), 11, 46);
  });
}

}  // namespace
