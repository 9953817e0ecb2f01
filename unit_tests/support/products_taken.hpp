#ifndef OCEAN_TEST_SUPPORT_PRODUCTS_TAKEN_HPP
#define OCEAN_TEST_SUPPORT_PRODUCTS_TAKEN_HPP
/// \file
/// \brief Bodies that collect what a walk hands to them, and what it should hand to them.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <mutex>
#include <ostream>
#include <vector>

#include "builders.hpp"
#include "ocean/accumulators/operand_reads.hpp"

namespace Ocean::Testing {

/// \brief One product as a body gets it.
struct Taken {
  std::uint32_t key;
  double product;
  auto operator<=>(const Taken&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const Taken& taken) {
  return out << taken.key << ": " << taken.product;
}

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

/// \brief The products of a row, sorted, by a loop over the rows of B.
template <class Problem>
taken_list expected_products(const Problem& problem, const Impl::RowOfA& row, Impl::count_type first_column) {
  taken_list expected;
  for (Impl::count_type entry = row.begin; entry < row.end; ++entry) {
    const auto inner = problem.a.entries(entry);
    for (auto term = problem.b.row_map(inner); term < problem.b.row_map(inner + 1); ++term)
      expected.push_back({static_cast<std::uint32_t>(problem.b.entries(term) - first_column),
                          problem.a.values(entry) * problem.b.values(term)});
  }
  std::sort(expected.begin(), expected.end());
  return expected;
}

/// \brief B with rows of \p lengths entries, none in the first three columns.
inline HostCsr<int, int, double> rows_of(const std::vector<int>& lengths, int num_cols) {
  HostCsr<int, int, double> b{static_cast<int>(lengths.size()), num_cols, {0}, {}, {}};
  for (const int length : lengths) {
    for (int entry = 0; entry < length; ++entry) {
      b.entries.push_back(3 + static_cast<int>(static_cast<std::int64_t>(entry) * (num_cols - 3) / length));
      b.values.push_back(1.0 + static_cast<double>(b.values.size()));
    }
    b.row_map.push_back(static_cast<int>(b.entries.size()));
  }
  return b;
}

}  // namespace Ocean::Testing

#endif
