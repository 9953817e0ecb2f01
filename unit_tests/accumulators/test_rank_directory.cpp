/// \file
/// \brief Directories of words on every path: the places of columns whose words are inserted.

#include "ocean/accumulators/rank_directory.hpp"

#include <gtest/gtest.h>

#include "columns_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::product_group_width;
using Ocean::Impl::RankDirectory;
using Ocean::Impl::RankDirectoryShape;
using Ocean::Impl::RankedWord;

/// One group inserts words and looks for columns.
struct PlaceColumns {
  static constexpr int max_team_size = product_group_width;
  RankDirectoryShape shape;
  test_view<RankDirectory::KnownWord> words;
  test_view<std::uint32_t> columns;
  test_view<int> places;  // of the columns (out)

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.template group_rank<product_group_width>() > 0) return;  // of single lanes, only the first works
    const auto group = team.template group<product_group_width>();
    const auto directory = RankDirectory::make(team.template scratch<RankedWord>(), shape);
    for (int at = group.rank(); at < shape.num_roots + shape.num_blocks; at += group.size())
      directory.roots[at] = {0xABCDu, 0xABCDu};
    group.barrier();
    directory.clear(group);
    group.barrier();
    for (int word = group.rank(); word < static_cast<int>(words.extent(0)); word += group.size())
      if (directory.has_roots())
        directory.template insert<true, typename Team::atomics>(words(word));
      else
        directory.template insert<false, typename Team::atomics>(words(word));
    group.barrier();
    for (int column = group.rank(); column < static_cast<int>(columns.extent(0)); column += group.size())
      places(column) = directory.place(columns(column));
  }
};

void expect_places(const std::vector<std::vector<std::uint32_t>>& all_columns) {
  for_each_directory(all_columns, [](const DirectoryReference& reference, const auto& columns,
                                     const RankDirectoryShape& shape, const auto& launcher) {
    const PlaceColumns kernel{shape, make_view(reference.known_words()), make_view(columns),
                              test_view<int>("Testing::places", columns.size())};
    launcher.launch({"Testing::place_columns", 1, product_group_width, reference.bytes(shape)}, kernel);
    EXPECT_TRUE(same_integers("places", to_vector(kernel.places), reference.places()));
  });
}

TEST(RankDirectory, PlacesOfColumns) { expect_places(columns_of_directories()); }

TEST(RankDirectory, EveryWordOfABlockAndEveryBlockOfARoot) {
  std::vector<std::uint32_t> columns;
  for (std::uint32_t word = 0; word < 64; ++word) columns.push_back(word * 32 + word % 32);
  for (std::uint32_t block = 2; block < 70; ++block) columns.push_back(block * 1024 + 7 * block);
  expect_places({columns});
}

TEST(RankDirectory, ShapesByHand) {
  // 256 blocks of 1024 columns are all there; one column more may begin another, as the first may lie 31 columns
  // behind the begin of its word
  const auto shape = [](count_type span, count_type words) {
    const RankDirectoryShape of = RankDirectoryShape::of(span, words);
    return std::pair(of.num_roots, of.num_blocks);
  };
  EXPECT_EQ(shape(1, 1), std::pair(count_type(0), count_type(1)));
  EXPECT_EQ(shape(993, 5), std::pair(count_type(0), count_type(1)));
  EXPECT_EQ(shape(994, 5), std::pair(count_type(0), count_type(2)));
  EXPECT_EQ(shape(256 * 1024 - 31, 5), std::pair(count_type(0), count_type(256)));
  EXPECT_EQ(shape(256 * 1024 - 30, 5), std::pair(count_type(9), count_type(5)));
  EXPECT_EQ(shape(256 * 1024 - 30, 300), std::pair(count_type(9), count_type(257))) << "no more than there are";
}

}  // namespace
