/// \file
/// \brief The entries of a dense C in CSR on every team path.

#include "ocean/kernels/dense_c/gather_dense_c.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "ocean/backend/read_back.hpp"
#include "support/dense_c_words.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using totals_type = Ocean::Impl::ReadBack<test_exec_space, count_type, Ocean::Impl::num_dense_totals>;

/// \brief A dense C in which each entry is there with probability \p density, and what it is in CSR.
struct DenseCase {
  DenseCase(count_type num_rows, count_type num_cols, double density) : device({num_rows, num_cols}) {
    DenseCOnHost host(device);
    RandomNumbers random(3);
    for (count_type row = 0; row < num_rows; ++row) {
      for (count_type column = 0; column < num_cols; ++column) {
        if (random.unit() >= density) continue;
        host.c.bits_of(row)[column / Ocean::Impl::bitmap_word_columns] |= 1u
                                                                          << column % Ocean::Impl::bitmap_word_columns;
        host.c.sums_of(row)[column] = random.unit();
        ++host.c.row_nnz[row];
        entries.push_back(static_cast<int>(column));
        values.push_back(host.c.sums_of(row)[column]);
      }
      row_map.push_back(static_cast<int>(entries.size()));
    }
    host.c.counters[Ocean::Impl::dense_products] = 1234;
    host.c.counters[Ocean::Impl::dense_longest_row] = 56;
    host.c.counters[Ocean::Impl::dense_shared_rows] = 78;
    host.c.counters[Ocean::Impl::dense_descents] = 9;
    device.words = make_view(host.words);
  }
  void set_defect() {
    DenseCOnHost host(device);
    host.c.counters[Ocean::Impl::dense_defect] = 1;
    device.words = make_view(host.words);
  }

  DenseCWords device;
  std::vector<int> row_map{0}, entries;
  std::vector<double> values;
};

/// What the arrays of C hold before.
constexpr int rubbish = -9;

struct Gathered {
  std::array<count_type, Ocean::Impl::num_dense_totals> totals;
  std::vector<int> row_map, entries;
  std::vector<double> values;
};

template <class Launcher>
Gathered gather(const Launcher& launcher, const DenseCase& dense, bool moves_entries = true) {
  const auto row_map = make_view(std::vector<int>(dense.row_map.size(), rubbish));
  const auto entries = make_view(std::vector<int>(dense.entries.size() + 1, rubbish));
  const auto values = make_view(std::vector<double>(dense.values.size() + 1, rubbish));
  totals_type totals(launcher.exec(), dense.device.layout.totals(dense.device.words.data()),
                     Ocean::Impl::SentByKernel());
  gather_dense_c(launcher, dense.device.on_device(), row_map.data(), moves_entries ? entries.data() : nullptr,
                 moves_entries ? values.data() : nullptr, totals.sender());
  const auto found = totals.get();
  Kokkos::fence();
  return {found, to_vector(row_map), to_vector(entries), to_vector(values)};
}

TEST(GatherDenseC, RowsOfEveryDensity) {
  for (const auto& [num_rows, num_cols] : {std::pair(1, 1), std::pair(3, 31), std::pair(4, 32), std::pair(5, 33),
                                           std::pair(37, 1100), std::pair(2500, 3), std::pair(130, 2100)})
    for (const double density : {0.0, 0.01, 0.3, 1.0}) {
      DenseCase dense(num_rows, num_cols, density);
      for_each_launcher([&](const auto& launcher) {
        SCOPED_TRACE(::testing::Message()
                     << to_string(launcher.path) << ", " << num_rows << " x " << num_cols << ", density " << density);
        const Gathered found = gather(launcher, dense);
        EXPECT_EQ(found.totals,
                  (std::array<count_type, 6>{static_cast<count_type>(dense.entries.size()), 1234, 56, 0, 78, 9}));
        EXPECT_EQ(found.row_map, dense.row_map);
        auto entries = dense.entries;
        auto values = dense.values;
        entries.push_back(rubbish);  // nothing is written behind the last entry
        values.push_back(rubbish);
        EXPECT_EQ(found.entries, entries);
        EXPECT_EQ(found.values, values);
      });
    }
}

TEST(GatherDenseC, OffsetsAlone) {
  const DenseCase dense(50, 70, 0.4);
  for_each_launcher([&](const auto& launcher) {
    const Gathered found = gather(launcher, dense, false);
    EXPECT_EQ(found.totals[0], static_cast<count_type>(dense.entries.size()));
    EXPECT_EQ(found.row_map, dense.row_map);
    EXPECT_EQ(found.entries, std::vector<int>(dense.entries.size() + 1, rubbish));
  });
}

TEST(GatherDenseC, PlacesOfWords) {
  for (const auto& [num_rows, num_cols] : {std::pair(3, 31), std::pair(5, 33), std::pair(37, 1100)}) {
    const DenseCase dense(num_rows, num_cols, 0.4);
    const DenseCWords words({num_rows, num_cols, Ocean::Impl::DenseCParts::places, 1});
    DenseCOnHost host(words);
    const DenseCOnHost sums(dense.device);
    for (count_type row = 0; row < num_rows; ++row) {
      host.c.row_nnz[row] = sums.c.row_nnz[row];
      std::copy_n(sums.c.bits_of(row), sums.c.words_per_row, host.c.bits_of(row));
    }
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", " << num_rows << " x " << num_cols);
      DenseCase places = dense;
      places.device = words;
      places.device.words = make_view(host.words);
      EXPECT_EQ(gather(launcher, places, false).row_map, dense.row_map);
      const DenseCOnHost found(places.device);
      std::uint32_t place = 0;
      for (count_type row = 0; row < num_rows; ++row)
        for (count_type word = 0; word < found.c.words_per_row; ++word) {
          ASSERT_EQ(found.c.word_begins_of(row)[word], place) << row << ", " << word;
          place += static_cast<std::uint32_t>(Kokkos::Experimental::popcount_builtin(found.c.bits_of(row)[word]));
        }
    });
  }
}

TEST(GatherDenseC, NothingIsWrittenIfIndicesLedOutside) {
  DenseCase dense(50, 70, 0.4);
  dense.set_defect();
  for_each_launcher([&](const auto& launcher) {
    const Gathered found = gather(launcher, dense);
    EXPECT_EQ(found.totals[1 + Ocean::Impl::dense_defect], 1);
    EXPECT_EQ(found.row_map, std::vector<int>(dense.row_map.size(), rubbish));
    EXPECT_EQ(found.entries, std::vector<int>(dense.entries.size() + 1, rubbish));
    EXPECT_EQ(found.values, std::vector<double>(dense.values.size() + 1, rubbish));
  });
}

}  // namespace
