/// \file
/// \brief Every column once, and the number of every entry's column, from sorted entries.
// once: OpenMP

#include "ocean/kernels/renumbering/rank_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

/// \brief Ranks and columns of \p entries.
struct Ranked {
  std::vector<std::int64_t> ranks, columns;
};
Ranked rank(const std::vector<std::int64_t>& entries) {
  std::vector<int> order(entries.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int left, int right) {
    return entries[static_cast<std::size_t>(left)] < entries[static_cast<std::size_t>(right)];
  });
  const test_exec_space exec;
  const Ocean::Impl::SortedEntries<test_view<std::int64_t>, test_view<int>> sorted{make_view(entries),
                                                                                   make_view(order)};
  const auto nnz = static_cast<count_type>(entries.size());
  const auto count = Ocean::Impl::count_columns_in_use(exec, sorted, nnz);
  const test_view<std::int64_t> ranks("Testing::ranks", entries.size()),
      columns("Testing::columns", static_cast<std::size_t>(count));
  Ocean::Impl::rank_columns(exec, sorted, nnz, ranks, columns);
  return {to_vector(ranks), to_vector(columns)};
}

TEST(RankColumns, ByHand) {
  const Ranked ranked = rank({std::int64_t(1) << 40, 3, 0, 3, std::int64_t(1) << 62});
  EXPECT_EQ(ranked.ranks, (std::vector<std::int64_t>{2, 1, 0, 1, 3}));
  EXPECT_EQ(ranked.columns, (std::vector<std::int64_t>{0, 3, std::int64_t(1) << 40, std::int64_t(1) << 62}));
  EXPECT_EQ(rank({5, 5, 5}).ranks, (std::vector<std::int64_t>{0, 0, 0}));
  EXPECT_EQ(rank({5}).columns, (std::vector<std::int64_t>{5}));
}

TEST(RankColumns, ManyEntriesOfFewAndOfManyColumns) {
  for (const std::int64_t num_columns : {2, 100, 1000000}) {
    RandomNumbers random(95);
    std::vector<std::int64_t> entries;
    for (int entry = 0; entry < 20000; ++entry) entries.push_back(random.below(num_columns) << 36);
    std::vector<std::int64_t> columns = entries;
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    const Ranked ranked = rank(entries);
    EXPECT_TRUE(same_integers("columns", ranked.columns, columns));
    for (std::size_t entry = 0; entry < entries.size(); ++entry)
      ASSERT_EQ(columns[static_cast<std::size_t>(ranked.ranks[entry])], entries[entry]);
  }
}

}  // namespace
