/// \file
/// \brief The fingerprint of a pattern: the same for the same pattern, another for any change.
// once: OpenMP

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "ocean/kernels/handle/fingerprint_pattern.hpp"
#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

template <class Offset, class Ordinal>
std::uint64_t fingerprint(const std::vector<Offset>& row_map, const std::vector<Ordinal>& entries) {
  return Ocean::Impl::fingerprint_pattern(test_exec_space(), make_view(row_map), make_view(entries));
}

/// By hand: on devices the sum over the pairs of both arrays of the scrambled words; on hosts, where each array is a
/// block, those of the sums of words times keys.
TEST(FingerprintPattern, IsThatOfThePairsAtTheirPlaces) {
  const auto word = [](std::uint64_t place, std::uint64_t elements) {
    return Ocean::Impl::scramble_bits((place + 1) * 0x9E3779B97F4A7C15u + elements);
  };
  const auto second = [](std::uint64_t element) { return (element + 1) << 32; };
  const auto key = [](std::size_t pair) { return Ocean::Impl::pattern_keys[pair]; };
  const std::int64_t wide = std::int64_t(1) << 40;
  const auto of_ints = fingerprint<int, int>({0, 2, 3}, {4, 1, 7});
  const auto of_wide = fingerprint<int, std::int64_t>({0, 2}, {5, wide});
  if (Ocean::Impl::is_host_space_v<test_exec_space>) {
    EXPECT_EQ(of_ints, word(0, key(0) * second(2) + key(1) * 3) + word(1, key(0) * (4 + second(1)) + key(1) * 7));
    EXPECT_EQ(of_wide, word(0, key(0) * second(2)) + word(1, key(0) * (5 + (wide >> 32) + second(0))));
  } else {
    EXPECT_EQ(of_ints, word(0, 0 + second(2)) + word(1, 3) + word(2, 4 + second(1)) + word(3, 7));
    EXPECT_EQ(of_wide, word(0, 0 + second(2)) + word(1, 5 + (wide >> 32) + second(0)));
  }
}

TEST(FingerprintPattern, AnyChangeChangesIt) {
  const auto matrix = make_random<int, int, double>({.num_rows = 200, .num_cols = 300, .mean_row_nnz = 6, .seed = 4});
  std::set<std::uint64_t> seen = {fingerprint(matrix.row_map, matrix.entries)};
  std::size_t expected = 1;
  for (std::size_t entry = 0; entry + 1 < matrix.entries.size(); entry += 7) {
    auto entries = matrix.entries;
    ++entries[entry];
    seen.insert(fingerprint(matrix.row_map, entries));
    ++expected;
    if (matrix.entries[entry] == matrix.entries[entry + 1]) continue;
    entries = matrix.entries;
    std::swap(entries[entry], entries[entry + 1]);
    seen.insert(fingerprint(matrix.row_map, entries));
    ++expected;
  }
  for (std::size_t row = 1; row + 1 < matrix.row_map.size(); row += 5) {
    auto row_map = matrix.row_map;
    ++row_map[row];
    seen.insert(fingerprint(row_map, matrix.entries));
    ++expected;
  }
  EXPECT_EQ(seen.size(), expected);
  EXPECT_EQ(fingerprint(matrix.row_map, matrix.entries), *seen.find(fingerprint(matrix.row_map, matrix.entries)));
}

TEST(FingerprintPattern, IsTheSameInEveryTypeAndRun) {
  const std::uint64_t narrow = fingerprint<int, int>({0, 1, 3}, {5, 6, 7});
  EXPECT_EQ((fingerprint<std::size_t, std::int64_t>({0, 1, 3}, {5, 6, 7})), narrow);
  for (int run = 0; run < 5; ++run) EXPECT_EQ((fingerprint<int, int>({0, 1, 3}, {5, 6, 7})), narrow);
}

/// What PendingFingerprint takes of an operand.
struct Pattern {
  using row_map_type = decltype(make_view(std::vector<int>()));
  using entries_type = row_map_type;
  row_map_type row_map;
  entries_type entries;
};

std::uint64_t fingerprint_of_both(const Pattern& a, const Pattern& b) {
  return Ocean::Impl::PendingFingerprint<test_exec_space>(test_exec_space(), a, b).wait();
}

TEST(FingerprintPattern, OfTwoPatternsKnowsWhichIsWhich) {
  const std::vector<int> rows = {0, 2, 3};
  const Pattern a{make_view(rows), make_view({4, 1, 7})}, b{make_view(rows), make_view({4, 1, 8})};
  const Pattern copy_of_a{make_view(rows), make_view({4, 1, 7})};
  EXPECT_NE(fingerprint_of_both(a, b), fingerprint_of_both(b, a));
  EXPECT_NE(fingerprint_of_both(a, b), fingerprint_of_both(a, a));
  EXPECT_EQ(fingerprint_of_both(a, a), fingerprint_of_both(a, copy_of_a)) << "read once, or both";
  EXPECT_EQ(fingerprint_of_both(a, Pattern{}), (fingerprint<int, int>(rows, {4, 1, 7})));
}

/// Devices sum up pairs, hosts blocks of them.
TEST(FingerprintPattern, OfManyPairs) {
  const auto make = [](std::uint64_t seed) {
    const auto matrix =
        make_random<int, int, double>({.num_rows = 3001, .num_cols = 900, .mean_row_nnz = 6, .seed = seed});
    return Pattern{make_view(matrix.row_map), make_view(matrix.entries)};
  };
  const Pattern a = make(1), b = make(2);
  const auto sum_of = [](const Pattern& pattern) {
    using arrays_type = Kokkos::View<int*, Kokkos::HostSpace>;
    const auto row_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pattern.row_map);
    const auto entries = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pattern.entries);
    const Ocean::Impl::PatternPairs<arrays_type, arrays_type> pairs{row_map, entries};
    std::uint64_t sum = 0;
    if (Ocean::Impl::is_host_space_v<test_exec_space>)
      for (count_type block = 0; block < pairs.num_blocks(); ++block) sum += pairs.number_of_block(block);
    else
      for (count_type pair = 0; pair < pairs.size(); ++pair) sum += pairs.number_of(pair);
    return sum;
  };
  constexpr std::uint64_t second_factor = 0xBF58476D1CE4E5B9u;
  EXPECT_EQ(fingerprint_of_both(a, b), sum_of(a) + second_factor * sum_of(b));
  EXPECT_EQ(fingerprint_of_both(a, a), (1 + second_factor) * sum_of(a));
}

TEST(FingerprintPattern, DegenerateArrays) {
  EXPECT_EQ((fingerprint<int, int>({}, {})), 0u);
  EXPECT_NE((fingerprint<int, int>({0}, {})), (fingerprint<int, int>({0, 0}, {})));
  EXPECT_EQ((fingerprint<int, int>({0, 1}, {5})), (fingerprint<int, int>({0, 1}, {5, 99})));
  EXPECT_EQ((fingerprint<int, int>({}, {5})), 0u);
  EXPECT_NE((fingerprint<int, int>({0, 1}, {5, 0})), (fingerprint<int, int>({0, 2}, {5, 0})));
  EXPECT_EQ((fingerprint<int, int>({0, 0, 1}, {5, 99})), (fingerprint<int, int>({0, 0, 1}, {5, 7})))
      << "the second of a pair is behind the last row";
}

TEST(FingerprintPattern, EntriesBehindTheLastAreNotReadWhateverTheOffsetsSay) {
  const auto row_map = make_view({0, 9});
  const auto of_three = [&](int behind) {
    const auto entries = make_view({5, 7, 8, behind});
    return Ocean::Impl::fingerprint_pattern(test_exec_space(), row_map,
                                            Kokkos::subview(entries, Kokkos::make_pair(0, 3)));
  };
  EXPECT_EQ(of_three(1), of_three(2));
}

}  // namespace
