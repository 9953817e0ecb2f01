/// \file
/// \brief The form for raw views: subviews of larger buffers in, reallocated views out.

#include <gtest/gtest.h>

#include <limits>

#include "gallery.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;

/// Elements before and behind every input: enough to catch a kernel that reads a whole vector or warp too far.
constexpr std::size_t guard_zone = 128;

/// A buffer whose middle is an input and whose ends hold a value that would break a product.
template <class T>
struct GuardedView {
  test_view<T> buffer;
  Kokkos::View<const T*, test_exec_space::memory_space> inside;
  std::vector<T> original;

  GuardedView(const std::vector<T>& items, const T& guard) : original(guard_zone, guard) {
    original.insert(original.end(), items.begin(), items.end());
    original.insert(original.end(), guard_zone, guard);
    buffer = make_view(original, "Testing::guarded");
    inside = Kokkos::subview(buffer, Kokkos::pair<std::size_t, std::size_t>(guard_zone, guard_zone + items.size()));
  }
  bool is_unchanged() const { return to_vector(buffer) == original; }
};

/// An operand in guarded views; offsets and columns of the guard zones point far outside.
struct GuardedMatrix {
  GuardedView<int> row_map, entries;
  GuardedView<double> values;

  explicit GuardedMatrix(const default_matrix& matrix)
      : row_map(matrix.row_map, std::numeric_limits<int>::max() / 2),
        entries(matrix.entries, std::numeric_limits<int>::max() / 2),
        values(matrix.values, 1e300) {}
  bool is_unchanged() const { return row_map.is_unchanged() && entries.is_unchanged() && values.is_unchanged(); }
};

/// C as the caller of the form for views holds it.
struct ProductViews {
  test_view<int> row_map{"Testing::row_map_c", 1};
  test_view<int> entries;
  test_view<double> values;
};

void multiply_views(const test_exec_space& exec, const Case<>& product, const GuardedMatrix& a, const GuardedMatrix& b,
                    ProductViews& c, const SpGEMMOptions& options = {}) {
  Ocean::spgemm(exec, product.a.num_rows, product.a.num_cols, product.b.num_cols, a.row_map.inside, a.entries.inside,
                a.values.inside, false, b.row_map.inside, b.entries.inside, b.values.inside, false, c.row_map,
                c.entries, c.values, options);
}

TEST(SpgemmViews, GalleryFromGuardedSubviews) {
  for (const auto& product : gallery()) {
    const GuardedMatrix a(product.a), b(product.b);
    for (const NamedOptions& named : all_workflows_and_paths()) {
      SCOPED_TRACE(named.name);
      ProductViews c;
      multiply_views(test_exec_space{}, product, a, b, c, named.options);
      EXPECT_TRUE(matches(to_host(product.c.num_rows, product.c.num_cols, c.row_map, c.entries, c.values), product.c))
          << product.name;
      EXPECT_TRUE(a.is_unchanged()) << product.name;
      EXPECT_TRUE(b.is_unchanged()) << product.name;
    }
  }
}

TEST(SpgemmViews, OnANewInstance) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1);
  const Case<>& product = gallery().front();
  const GuardedMatrix a(product.a), b(product.b);
  ProductViews c;
  multiply_views(instances[0], product, a, b, c);
  instances[0].fence();
  EXPECT_TRUE(matches(to_host(product.c.num_rows, product.c.num_cols, c.row_map, c.entries, c.values), product.c));
}

TEST(SpgemmViews, TheSameViewsForBothOperands) {
  const default_matrix square = make_default({.num_rows = 200, .num_cols = 200, .seed = 31});
  const Case<> product("square", square, square);
  const GuardedMatrix a(square);
  ProductViews c;
  multiply_views(test_exec_space{}, product, a, a, c);
  EXPECT_TRUE(matches(to_host(200, 200, c.row_map, c.entries, c.values), product.c));
}

TEST(SpgemmViews, AResultMayReplaceItsOperand) {
  const default_matrix square = make_default({.num_rows = 100, .num_cols = 100, .seed = 32});
  const Case<> product("square", square, square);
  auto m = to_device(square);
  Ocean::spgemm(test_exec_space{}, 100, 100, 100, m.row_map, m.entries, m.values, false, m.row_map, m.entries, m.values,
                false, m.row_map, m.entries, m.values);
  EXPECT_TRUE(matches(to_host(100, 100, m.row_map, m.entries, m.values), product.c));
}

TEST(SpgemmViews, OtherHoldersOfTheOldResultKeepIt) {
  const Case<>& product = gallery().front();
  const GuardedMatrix a(product.a), b(product.b);
  ProductViews c;
  c.entries = make_view({1, 2, 3});
  const auto old_entries = c.entries;
  multiply_views(test_exec_space{}, product, a, b, c);
  EXPECT_EQ(to_vector(old_entries), (std::vector{1, 2, 3}));
  EXPECT_NE(c.entries.data(), old_entries.data());
}

TEST(SpgemmViews, RowMapWithoutElementsForNoRows) {
  ProductViews c;
  const auto b = to_device(make_identity<int, int, double>(3));
  Ocean::spgemm(test_exec_space{}, 0, 3, 3, test_view<int>(), test_view<int>(), test_view<double>(), false, b.row_map,
                b.entries, b.values, false, c.row_map, c.entries, c.values);
  EXPECT_EQ(to_vector(c.row_map), (std::vector{0}));
  EXPECT_EQ(c.entries.extent(0), 0u);
  EXPECT_EQ(c.values.extent(0), 0u);
}

}  // namespace
