/// \file
/// \brief The numbers of the pairs of a pattern, and of its blocks.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/handle/pattern_pairs.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

TEST(PatternPairs, ScramblingIsSplitMix64) {
  // the first two numbers that SplitMix64 gives from the seed 0
  EXPECT_EQ(Ocean::Impl::scramble_bits(0x9E3779B97F4A7C15u), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(Ocean::Impl::scramble_bits(2 * 0x9E3779B97F4A7C15u), 0x6E789E6AA1B965F4u);
}

/// \brief The number of a block of \p words, as its definition says.
std::uint64_t number_of(const std::vector<std::uint64_t>& words, std::uint64_t place) {
  std::uint64_t sum = 0;
  for (std::size_t word = 0; word < words.size(); ++word)
    sum += (Ocean::Impl::scramble_bits(word + 1) | 1u) * words[word];
  return Ocean::Impl::scramble_bits((place + 1) * 0x9E3779B97F4A7C15u + sum);
}

TEST(PatternPairs, BlocksOfBothArraysHaveNumbers) {
  constexpr std::uint64_t second = std::uint64_t(1) << 32;
  const auto row_map = make_view({0, 2, 3}), entries = make_view({4, 1, 7, 99});
  const Ocean::Impl::PatternPairs<decltype(row_map), decltype(entries)> pairs{row_map, entries};
  ASSERT_EQ(pairs.num_blocks(), 2);
  EXPECT_EQ(pairs.number_of_block(0), number_of({3 * second, 3}, 0));
  EXPECT_EQ(pairs.number_of_block(1), number_of({4 + 2 * second, 7}, 1)) << "99 is behind the last row";
  const Ocean::Impl::PatternPairs<decltype(row_map), decltype(entries)> empty{};
  EXPECT_EQ(empty.num_blocks(), 0);
}

/// Blocks end after 1,024 elements; each number depends on every element of its block, and on no other.
TEST(PatternPairs, EveryElementCounts) {
  constexpr std::size_t block = 2 * Ocean::Impl::pattern_block_pairs;
  for (const std::size_t size : {block - 1, block, block + 1, 2 * block + 7}) {
    SCOPED_TRACE(size);
    std::vector<int> columns(size);
    for (std::size_t place = 0; place < size; ++place) columns[place] = static_cast<int>(place * place % 1000);
    const auto row_map = make_view({0, static_cast<int>(size)});
    const auto entries = make_view(columns);
    const Ocean::Impl::PatternPairs<decltype(row_map), decltype(entries)> pairs{row_map, entries};
    ASSERT_EQ(pairs.num_blocks(), static_cast<count_type>(1 + (size + block - 1) / block));
    std::vector<std::uint64_t> numbers;
    for (count_type number = 0; number < pairs.num_blocks(); ++number) numbers.push_back(pairs.number_of_block(number));
    for (std::size_t changed = 0; changed < size; ++changed) {
      ++entries(changed);
      for (std::size_t number = 0; number < numbers.size(); ++number)
        EXPECT_EQ(pairs.number_of_block(static_cast<count_type>(number)) != numbers[number],
                  number == 1 + changed / block)
            << changed;
      --entries(changed);
    }
  }
}

/// Offsets may say more than there is, less than nothing, or nothing at all.
TEST(PatternPairs, ElementsThatDoNotCountAreNotRead) {
  const auto number_of_entries = [](const std::vector<int>& offsets, const std::vector<int>& columns) {
    const auto row_map = make_view(offsets), entries = make_view(columns);
    const Ocean::Impl::PatternPairs<decltype(row_map), decltype(entries)> pairs{row_map, entries};
    return pairs.number_of_block(pairs.num_blocks() - 1);
  };
  EXPECT_EQ(number_of_entries({0, 9}, {4, 1}), number_of_entries({0, 2}, {4, 1}));
  EXPECT_EQ(number_of_entries({0, 0}, {4, 1}), 0u);
  EXPECT_EQ(number_of_entries({0, -3}, {4, 1}), 0u);
  EXPECT_EQ(number_of_entries({}, {4, 1}), 0u);
}

}  // namespace
