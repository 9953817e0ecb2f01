#ifndef OCEAN_FUZZ_PRODUCTS_DEVICE_MATRIX_HPP
#define OCEAN_FUZZ_PRODUCTS_DEVICE_MATRIX_HPP
/// \file
/// \brief Matrices in the memory of the tested space, and back.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference_product.hpp"
#include "support/test_exec_space.hpp"

namespace Ocean::Fuzz {

using exec_space = Testing::test_exec_space;
using memory_space = exec_space::memory_space;
using device_type = Kokkos::Device<exec_space, memory_space>;

template <class T>
using device_view = Kokkos::View<T*, device_type>;

/// \brief A view with the elements of \p items, cast to \p T.
template <class T, class Item>
device_view<T> upload(const std::vector<Item>& items) {
  device_view<T> view(Kokkos::view_alloc("Testing::fuzz", Kokkos::WithoutInitializing), items.size());
  if (items.empty()) return view;
  const auto host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, view);
  for (std::size_t item = 0; item < items.size(); ++item) host(item) = static_cast<T>(items[item]);
  Kokkos::deep_copy(view, host);
  return view;
}

/// \brief Overwrites the elements of \p view, which may be in use by \p exec only.
template <class T, class Item>
void overwrite(const exec_space& exec, const device_view<T>& view, const std::vector<Item>& items) {
  exec.fence("Testing::fuzz");
  if (items.empty()) return;
  const auto host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, view);
  for (std::size_t item = 0; item < items.size(); ++item) host(item) = static_cast<T>(items[item]);
  Kokkos::deep_copy(view, host);
}

/// \brief The elements of a view.
template <class View>
std::vector<typename View::non_const_value_type> download(const View& view) {
  std::vector<typename View::non_const_value_type> items(view.extent(0));
  if (items.empty()) return items;
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  for (std::size_t item = 0; item < items.size(); ++item) items[item] = host(item);
  return items;
}

/// \brief Offset, ordinal and scalar of a case, and what they make.
template <class Offset, class Ordinal, class Scalar>
struct Types {
  using offset_type = Offset;
  using ordinal_type = Ordinal;
  using scalar_type = Scalar;
  using crs_matrix = KokkosSparse::CrsMatrix<Scalar, Ordinal, device_type, void, Offset>;
};

/// \brief Three arrays of a matrix, A's, B's or C's.
template <class TypesOfCase>
struct DeviceMatrix {
  using offset_type = typename TypesOfCase::offset_type;
  using ordinal_type = typename TypesOfCase::ordinal_type;
  using scalar_type = typename TypesOfCase::scalar_type;
  using crs_matrix = typename TypesOfCase::crs_matrix;

  std::int64_t num_rows = 0, num_cols = 0;
  device_view<offset_type> row_map;
  device_view<ordinal_type> entries;
  device_view<scalar_type> values;

  crs_matrix crs() const {
    return crs_matrix("Testing::fuzz", static_cast<ordinal_type>(num_rows), static_cast<ordinal_type>(num_cols),
                      static_cast<offset_type>(values.extent(0)), values, row_map, entries);
  }
};

template <class TypesOfCase>
DeviceMatrix<TypesOfCase> upload_matrix(const HostPattern& pattern,
                                        const std::vector<typename TypesOfCase::scalar_type>& values) {
  return {pattern.num_rows, pattern.num_cols, upload<typename TypesOfCase::offset_type>(pattern.row_map),
          upload<typename TypesOfCase::ordinal_type>(pattern.columns),
          upload<typename TypesOfCase::scalar_type>(values)};
}

/// \brief The arrays of a CrsMatrix, to be looked at.
template <class TypesOfCase, class Matrix>
DeviceMatrix<TypesOfCase> arrays_of(const Matrix& matrix) {
  DeviceMatrix<TypesOfCase> arrays;
  arrays.num_rows = matrix.numRows();
  arrays.num_cols = matrix.numCols();
  arrays.row_map = device_view<typename TypesOfCase::offset_type>(
      Kokkos::view_alloc("Testing::fuzz", Kokkos::WithoutInitializing), matrix.graph.row_map.extent(0));
  Kokkos::deep_copy(arrays.row_map, matrix.graph.row_map);
  arrays.entries = matrix.graph.entries;
  arrays.values = matrix.values;
  return arrays;
}

/// \brief Whether two lists have the same bits.
template <class T>
bool same_bits(const std::vector<T>& first, const std::vector<T>& second) {
  return first.size() == second.size() &&
         (first.empty() || std::memcmp(static_cast<const void*>(first.data()), static_cast<const void*>(second.data()),
                                       first.size() * sizeof(T)) == 0);
}

/// \brief Arrays that a call must leave as they are, or write whole.
template <class TypesOfCase>
struct Canary {
  static constexpr int rubbish = 77;
  DeviceMatrix<TypesOfCase> c;

  /// \brief Arrays of C full of rubbish.
  Canary(std::size_t num_offsets, std::size_t num_entries)
      : c{0, 0, upload<typename TypesOfCase::offset_type>(std::vector<int>(num_offsets, rubbish)),
          upload<typename TypesOfCase::ordinal_type>(std::vector<int>(num_entries, -rubbish)),
          upload<typename TypesOfCase::scalar_type>(std::vector<int>(num_entries, rubbish))},
        m_before{download(c.row_map), download(c.entries), download(c.values)},
        m_places{c.row_map.data(), c.entries.data(), c.values.data()} {}

  bool is_untouched() const {
    const Places places{c.row_map.data(), c.entries.data(), c.values.data()};
    return places.row_map == m_places.row_map && places.entries == m_places.entries &&
           places.values == m_places.values && same_bits(download(c.row_map), m_before.row_map) &&
           same_bits(download(c.entries), m_before.entries) && same_bits(download(c.values), m_before.values);
  }

 private:
  struct Content {
    std::vector<typename TypesOfCase::offset_type> row_map;
    std::vector<typename TypesOfCase::ordinal_type> entries;
    std::vector<typename TypesOfCase::scalar_type> values;
  };
  struct Places {
    const void *row_map, *entries, *values;
  };
  Content m_before;
  Places m_places;
};

}  // namespace Ocean::Fuzz

#endif
