/// \file
/// \brief The bits of a bitmap as numbers with places: by single lanes, and by 32 lanes together.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/accumulators/bitmap_words.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <vector>

#include "support/random_numbers.hpp"
#include "support/threaded_lanes.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::bits_per_word;
using Ocean::Impl::write_words;

constexpr std::uint32_t nothing = 0xffffffffu;

/// \brief The numbers of all bits that are set, in order: what write_words() has to write at places 0, 1, ...
std::vector<std::uint32_t> bits_of(const std::vector<std::uint32_t>& words) {
  std::vector<std::uint32_t> bits;
  for (std::size_t word = 0; word < words.size(); ++word)
    for (std::uint32_t bit = 0; bit < 32; ++bit)
      if ((words[word] >> bit & 1u) != 0) bits.push_back(static_cast<std::uint32_t>(word) * 32 + bit);
  return bits;
}

/// \brief What lanes of a word each write; counts writes to the same place.
template <int Width>
std::vector<std::uint32_t> written_by_lanes(const std::vector<std::uint32_t>& words, int& num_rewritten) {
  const std::size_t num_bits = bits_of(words).size();
  std::vector<std::uint32_t> written(num_bits + 1, nothing);
  std::atomic<int> rewritten{0};
  run_in_lanes<Width>([&](const auto& lanes) {
    std::uint32_t rank = 0;
    for (int word = 0; word < lanes.rank(); ++word)
      rank += static_cast<std::uint32_t>(std::popcount(words[static_cast<std::size_t>(word)]));
    write_words(lanes, words[static_cast<std::size_t>(lanes.rank())], rank,
                [&](std::uint32_t bit, std::uint32_t place) {
                  if (std::atomic_ref<std::uint32_t>(written.at(place)).exchange(bit) != nothing) ++rewritten;
                });
  });
  num_rewritten = rewritten;
  EXPECT_EQ(written.back(), nothing) << "beyond the last place";
  written.pop_back();
  return written;
}

template <int Width>
void expect_written(const std::vector<std::uint32_t>& words) {
  int num_rewritten = -1;
  EXPECT_EQ(written_by_lanes<Width>(words, num_rewritten), bits_of(words));
  EXPECT_EQ(num_rewritten, 0);
}

/// 32 lanes write dense words together, and few bits in many words each for itself.
TEST(BitmapWords, EveryBitOnceAtItsPlaceIn32Lanes) {
  ASSERT_EQ(bits_per_word, 32);
  std::vector<std::uint32_t> words(32, 0u);
  expect_written<32>(words);
  for (std::uint32_t& word : words) word = 1u << 31;  // one bit a word: no word together
  expect_written<32>(words);
  for (std::uint32_t& word : words) word = 0xffffffffu;
  expect_written<32>(words);
  words.assign(32, 0u);
  words[3] = 0xfff0000fu;
  words[31] = 1u;
  expect_written<32>(words);
  RandomNumbers random(5);
  for (std::uint32_t& word : words)
    word = random.below(4) == 0 ? static_cast<std::uint32_t>(random.below(std::int64_t(1) << 32)) : 0u;
  expect_written<32>(words);
}

TEST(BitmapWords, FewerLanesWriteTheirOwnWords) {
  expect_written<4>({0x80000001u, 0u, 0xffffffffu, 0x00010000u});
  expect_written<1>({0xdeadbeefu});
}

}  // namespace
