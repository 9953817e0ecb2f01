/// \file
/// \brief Directories that are built from columns on every path: their places, and room that is too small.

#include "ocean/accumulators/directory_builder.hpp"

#include <gtest/gtest.h>

#include "columns_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::DirectoryBuilder;
using Ocean::Impl::product_group_width;
using Ocean::Impl::RankDirectory;
using Ocean::Impl::RankDirectoryShape;
using Ocean::Impl::RankedWord;

template <class Group, class Atomics>
struct Row {
  using atomics = Atomics;
  const Group& lanes;
};

/// One group builds a directory of columns and looks for them.
struct BuildDirectory {
  static constexpr int max_team_size = product_group_width;
  RankDirectoryShape shape;
  int words_max;
  test_view<std::uint32_t> columns;
  test_view<int> places;       // of the columns (out)
  test_view<int> num_columns;  // [1] (out)

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.template group_rank<product_group_width>() > 0) return;  // of single lanes, only the first works
    const auto group = team.template group<product_group_width>();
    auto directory = RankDirectory::make(team.template scratch<RankedWord>(), shape);
    directory.clear(group);
    group.barrier();
    DirectoryBuilder<Row<std::decay_t<decltype(group)>, typename Team::atomics>> builder(group, directory, words_max);
    do {
      for (int column = group.rank(); column < static_cast<int>(columns.extent(0)); column += group.size())
        builder.note(columns(column));
      group.barrier();
    } while (builder.next_level());
    if (group.rank() == 0) num_columns(0) = builder.num_columns();
    if (builder.num_columns() < 0) return;
    for (int column = group.rank(); column < static_cast<int>(columns.extent(0)); column += group.size())
      places(column) = directory.place(columns(column));
  }
};

/// \param missing_words of the room that the directory needs
void expect_built(const std::vector<std::vector<std::uint32_t>>& all_columns, int missing_words = 0) {
  SCOPED_TRACE(testing::Message() << missing_words << " words too few");
  for_each_directory(all_columns, [&](const DirectoryReference& reference, const auto& columns,
                                      const RankDirectoryShape& shape, const auto& launcher) {
    RankDirectoryShape unknown = shape;  // roots tell how many blocks there really are
    if (shape.num_roots > 0) unknown.num_blocks = 0;
    const count_type num_blocks = shape.num_roots > 0 ? reference.num_blocks() : shape.num_blocks;
    const auto words = static_cast<int>(shape.num_roots + num_blocks + reference.num_words());
    const BuildDirectory kernel{unknown, words - missing_words, make_view(columns),
                                test_view<int>("Testing::places", columns.size()),
                                test_view<int>("Testing::num_columns", 1)};
    launcher.launch({"Testing::build_directory", 1, product_group_width, reference.bytes(shape)}, kernel);
    const int num_columns = to_vector(kernel.num_columns)[0];
    if (missing_words > 0) {
      EXPECT_EQ(num_columns, -1);
      return;
    }
    EXPECT_EQ(num_columns, reference.num_columns());
    EXPECT_TRUE(same_integers("places", to_vector(kernel.places), reference.places()));
  });
}

TEST(DirectoryBuilder, PlacesOfColumns) { expect_built(columns_of_directories()); }

TEST(DirectoryBuilder, ADirectoryThatDoesNotFitIsGivenUp) {
  const auto columns = random_columns(5, 300, 2000000);
  const DirectoryReference reference(columns);
  expect_built({columns}, 1);                                            // the last word
  expect_built({columns}, static_cast<int>(reference.num_words()) + 1);  // a block
}

}  // namespace
