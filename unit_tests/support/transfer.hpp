#ifndef OCEAN_TEST_SUPPORT_TRANSFER_HPP
#define OCEAN_TEST_SUPPORT_TRANSFER_HPP
/// \file
/// \brief Between host vectors and device views.

#include <Kokkos_Core.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "ocean/reference/gustavson.hpp"
#include "test_exec_space.hpp"

namespace Ocean::Testing {

template <class T>
using test_view = Kokkos::View<T*, test_exec_space::memory_space>;

/// \brief A device view with the elements of \p items.
template <class T>
test_view<T> make_view(const std::vector<T>& items, const std::string& label = "Testing::view") {
  using unmanaged = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const test_view<T> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), items.size());
  if (!items.empty()) Kokkos::deep_copy(view, unmanaged(items.data(), items.size()));
  return view;
}
template <class T>
test_view<T> make_view(std::initializer_list<T> items) {
  return make_view(std::vector<T>(items));
}

/// \brief The elements of a rank-1 view, wherever it lives.
template <class View>
std::vector<typename View::non_const_value_type> to_vector(const View& view) {
  using value_type = typename View::non_const_value_type;
  if (view.extent(0) == 0) return {};
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  if (host.span_is_contiguous()) return std::vector<value_type>(host.data(), host.data() + host.extent(0));
  std::vector<value_type> items(host.extent(0));
  for (std::size_t position = 0; position < items.size(); ++position) items[position] = host(position);
  return items;
}

/// \brief A CSR matrix in the memory of the tested space.
template <class Offset, class Ordinal, class Scalar>
struct DeviceCsr {
  Impl::count_type num_rows = 0;
  Impl::count_type num_cols = 0;
  test_view<Offset> row_map;
  test_view<Ordinal> entries;
  test_view<Scalar> values;

  /// \brief As the stages see it.
  auto operand() const {
    return Impl::CsrOperand<test_exec_space, Offset, Ordinal, Scalar>{num_rows, num_cols, row_map, entries, values};
  }
};

template <class Offset, class Ordinal, class Scalar>
DeviceCsr<Offset, Ordinal, Scalar> to_device(const Impl::HostCsr<Offset, Ordinal, Scalar>& matrix) {
  return {matrix.num_rows, matrix.num_cols, make_view(matrix.row_map, "Testing::row_map"),
          make_view(matrix.entries, "Testing::entries"), make_view(matrix.values, "Testing::values")};
}

/// \brief A host matrix from three views (of a CsrProduct, or what a product through views has returned).
template <class RowMap, class Entries, class Values>
auto to_host(Impl::count_type num_rows, Impl::count_type num_cols, const RowMap& row_map, const Entries& entries,
             const Values& values) {
  return Impl::HostCsr<typename RowMap::non_const_value_type, typename Entries::non_const_value_type,
                       typename Values::non_const_value_type>{num_rows, num_cols, to_vector(row_map),
                                                              to_vector(entries), to_vector(values)};
}

}  // namespace Ocean::Testing

#endif
