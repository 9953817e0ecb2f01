/// \file
/// \brief Walks of a group of lanes through the products of a row, term by term and row by row, against a loop over
/// the rows of B; the lanes are threads of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

#include "support/builders.hpp"
#include "support/threaded_lanes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::for_each_product_of_group;
using Ocean::Impl::RowOfA;

constexpr int num_lanes = 8;

/// \brief One product as a body gets it.
struct Taken {
  std::uint32_t key;
  double product;
  auto operator<=>(const Taken&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Taken& taken) { return out << taken.key << ": " << taken.product; }

using taken_list = std::vector<Taken>;

/// \brief Body that takes the products of each lane alone.
struct Collect {
  taken_list* taken;
  std::mutex* mutex;
  void operator()(std::uint32_t key, double product) const {
    const std::lock_guard lock(*mutex);
    taken->push_back({key, product});
  }
};

/// \brief Body that takes those of all lanes of a step together; counts the steps.
struct CollectTogether {
  taken_list* taken;
  std::mutex* mutex;
  int* steps;
  template <class Group>
  std::uint32_t find_together(const Group& group, bool /*has_key*/, std::uint32_t key) const {
    group.barrier();  // all lanes are here, or the test hangs
    if (group.rank() == 0) ++*steps;
    return key;
  }
  void add(std::uint32_t key, double product) const { Collect{taken, mutex}(key, product); }
};

/// \brief Body that locates products before it adds them.
struct CollectLocated {
  static constexpr bool group_owns_row = true;
  taken_list* taken;
  std::mutex* mutex;
  std::uint32_t locate(std::uint32_t key) const { return key; }
  template <bool OneRow>
  void add(std::uint32_t key, double product, bool has_product) const {
    if (has_product) Collect{taken, mutex}(key, product);
  }
};

template <class Problem>
taken_list expected_products(const Problem& problem, const RowOfA& row, count_type first_column) {
  taken_list expected;
  for (count_type entry = row.begin; entry < row.end; ++entry) {
    const auto inner = problem.a.entries(entry);
    for (auto term = problem.b.row_map(inner); term < problem.b.row_map(inner + 1); ++term)
      expected.push_back({static_cast<std::uint32_t>(problem.b.entries(term) - first_column),
                          problem.a.values(entry) * problem.b.values(term)});
  }
  std::sort(expected.begin(), expected.end());
  return expected;
}

/// \brief Walks through every row of A with every number of lanes for a row of B, by all bodies.
/// \return steps of all walks with \p counted_lanes lanes for a row of B
int expect_all_taken(const HostCsr<int, int, double>& a, const HostCsr<int, int, double>& b, int counted_lanes = 0) {
  const auto device_a = to_device(a), device_b = to_device(b);
  using operand_type = decltype(device_a.operand());
  const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
  int counted = 0;
  for (const int lanes_per_row : {1, 4, num_lanes, 64})
    for (int row = 0; row < a.num_rows; ++row) {
      SCOPED_TRACE(::testing::Message() << "row " << row << ", " << lanes_per_row << " lanes for a row of B");
      const RowOfA row_of_a = Ocean::Impl::a_row(problem, row);
      const count_type first_column = 3;
      const taken_list expected = expected_products(problem, row_of_a, first_column);
      for (const bool together : {false, true}) {
        taken_list taken;
        std::mutex mutex;
        int steps = 0;
        run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
          if (together)
            for_each_product_of_group<double, true>(lanes, problem, row_of_a, first_column, lanes_per_row,
                                                    CollectTogether{&taken, &mutex, &steps});
          else
            for_each_product_of_group<double, true>(lanes, problem, row_of_a, first_column, lanes_per_row,
                                                    Collect{&taken, &mutex});
        });
        std::sort(taken.begin(), taken.end());
        EXPECT_EQ(taken, expected) << (together ? "together" : "each lane alone");
        if (lanes_per_row == counted_lanes) counted += steps;
      }
      taken_list located;
      std::mutex mutex;
      run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
        for_each_product_of_group<double, true>(lanes, problem, row_of_a, first_column, lanes_per_row,
                                                CollectLocated{&located, &mutex});
      });
      std::sort(located.begin(), located.end());
      EXPECT_EQ(located, expected) << "located first";
    }
  return counted;
}

/// \brief B with rows of \p lengths entries.
HostCsr<int, int, double> rows_of(const std::vector<int>& lengths, int num_cols) {
  HostCsr<int, int, double> b{static_cast<int>(lengths.size()), num_cols, {0}, {}, {}};
  for (const int length : lengths) {
    for (int entry = 0; entry < length; ++entry) {
      b.entries.push_back(3 + entry * (num_cols - 3) / length);
      b.values.push_back(1.0 + static_cast<double>(b.values.size()));
    }
    b.row_map.push_back(static_cast<int>(b.entries.size()));
  }
  return b;
}

TEST(WalkProducts, NoLaneIsIdleInAWalkTermByTerm) {
  // One row of A selects 16 rows of 3 entries: 48 terms are 6 steps of 8 lanes; row by row they would be 16.
  const HostCsr<int, int, double> a{
      1, 16, {0, 16}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, std::vector<double>(16, 2.0)};
  const auto b = rows_of(std::vector<int>(16, 3), 50);
  EXPECT_EQ(expect_all_taken(a, b, 4), 6);
  EXPECT_EQ(expect_all_taken(a, b, num_lanes), 16);
}

TEST(WalkProducts, EmptyRowsShortRowsAndRowsBeyondAllLanes) {
  // Rows of A: none; only empty rows of B; some of each; the same row twice; more entries than lanes.
  const auto b = rows_of({0, 1, 8, 9, 0, 31, 33, 200, 0, 2}, 400);
  const HostCsr<int, int, double> a{
      6,
      10,
      {0, 0, 3, 8, 10, 11, 30},
      {0, 4, 8, 1, 0, 7, 5, 9, 6, 6, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 1, 1, 2, 3, 4, 5, 0},
      std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
  expect_all_taken(a, b);
}

}  // namespace
