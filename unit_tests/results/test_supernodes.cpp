/// \file
/// \brief How supernodes are dealt in parts: by hand, and what holds for all.

#include "ocean/core/supernodes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/random_numbers.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::find_supernode;
using Ocean::Impl::supernode_rows_max;
using Ocean::Impl::supernode_window;
using Ocean::Impl::SupernodePlace;
using flags_view = Kokkos::View<const char*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

std::vector<SupernodePlace> places_of(const std::vector<char>& continues, int rows_max = supernode_rows_max) {
  const flags_view flags(continues.data(), continues.size());
  std::vector<SupernodePlace> places;
  for (std::size_t row = 0; row < continues.size(); ++row)
    places.push_back(
        find_supernode(flags, static_cast<count_type>(row), static_cast<count_type>(continues.size()), rows_max));
  return places;
}

/// \brief Sizes of the parts of at most \p rows_max rows, one after the other.
std::vector<int> parts_of(const std::vector<char>& continues, int rows_max = 4) {
  std::vector<int> parts;
  for (const SupernodePlace& place : places_of(continues, rows_max))
    if (place.place == 0) parts.push_back(place.num_rows);
  return parts;
}

std::vector<char> run_of(int length) {
  std::vector<char> continues(static_cast<std::size_t>(length), 1);
  continues[0] = 0;
  return continues;
}

TEST(Supernodes, PartsAreAsEvenAsCanBe) {
  EXPECT_EQ(parts_of(run_of(1)), (std::vector{1}));
  EXPECT_EQ(parts_of(run_of(2)), (std::vector{2}));
  EXPECT_EQ(parts_of(run_of(4)), (std::vector{4}));
  EXPECT_EQ(parts_of(run_of(5)), (std::vector{3, 2}));
  EXPECT_EQ(parts_of(run_of(6)), (std::vector{3, 3}));
  EXPECT_EQ(parts_of(run_of(7)), (std::vector{4, 3}));
  EXPECT_EQ(parts_of(run_of(8)), (std::vector{4, 4}));
  EXPECT_EQ(parts_of(run_of(9)), (std::vector{3, 3, 3}));
  EXPECT_EQ(parts_of(run_of(9), 6), (std::vector{5, 4}));
  EXPECT_EQ(parts_of({0, 1, 0, 0, 1, 1, 0}), (std::vector{2, 1, 3, 1}));
  EXPECT_EQ(parts_of({1, 1}), (std::vector{2})) << "there is no row before the first";
}

TEST(Supernodes, EndAtTheWindow) {
  const std::vector<int> parts = parts_of(run_of(2 * supernode_window + 3), supernode_rows_max);
  EXPECT_EQ(parts.size(), static_cast<std::size_t>(2 * supernode_window / supernode_rows_max + 1));
  EXPECT_EQ(parts.back(), 3);
}

TEST(Supernodes, NoFlagsMeanNone) {
  const SupernodePlace place = find_supernode(flags_view(), 5, 10);
  EXPECT_EQ(place.num_rows, 1);
  EXPECT_EQ(place.place, 0);
}

TEST(Supernodes, EveryPartIsOfRowsThatContinueAndKnowsItsSize) {
  Ocean::Testing::RandomNumbers random(3);
  for (int repetition = 0; repetition < 200; ++repetition) {
    std::vector<char> continues(1 + static_cast<std::size_t>(random.below(300)));
    for (char& flag : continues) flag = random.unit() < 0.7 ? 1 : 0;
    const auto places = places_of(continues);
    for (std::size_t row = 0; row < places.size(); ++row) {
      ASSERT_GE(places[row].num_rows, 1);
      ASSERT_LE(places[row].num_rows, supernode_rows_max);
      ASSERT_LT(places[row].place, places[row].num_rows);
      const std::size_t first = row - static_cast<std::size_t>(places[row].place);
      ASSERT_LE(first + static_cast<std::size_t>(places[row].num_rows), places.size());
      ASSERT_EQ(places[first].place, 0);
      ASSERT_EQ(places[first].num_rows, places[row].num_rows);
      if (places[row].place > 0) {
        ASSERT_EQ(continues[row], 1);
      }
    }
  }
}

}  // namespace
