#ifndef OCEAN_PIPELINE_HOST_OUTPUT_HPP
#define OCEAN_PIPELINE_HOST_OUTPUT_HPP
/// \file
/// \brief Memory of C on the CPU path.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "../../Ocean_Error.hpp"
#include "../backend/host_pages.hpp"
#include "../backend/managed_view.hpp"
#include "problem.hpp"

namespace Ocean::Impl {

/// \brief Copies an entry of C with its value.
template <class Product>
struct CopyHostEntries {
  const typename Product::ordinal_type* from_entries;
  const typename Product::scalar_type* from_values;
  typename Product::ordinal_type* entries;
  typename Product::scalar_type* values;

  void operator()(const count_type entry) const {
    entries[entry] = from_entries[entry];
    values[entry] = from_values[entry];
  }
};

/// \brief An uninitialised view of C.
/// \throws OutOfMemory naming \p label and the bytes.
template <class View, class ExecutionSpace>
View allocate_host_output(const ExecutionSpace& exec, const char* label, count_type count) {
  const View view = allocate_view<View>(exec, label, static_cast<std::size_t>(count));
  prefer_large_pages(view.data(), static_cast<std::size_t>(count) * sizeof(typename View::value_type));
  return view;
}

/// \brief Bytes of \p count entries of C with their values.
template <class Product>
std::size_t host_entries_bytes(count_type count) {
  return static_cast<std::size_t>(count) *
         (sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type));
}

/// \brief Allocates entries and values of C for \p count entries, before anything is written.
/// \throws OutOfMemory if the space has not got the bytes; C is then as it was.
template <class Product, class ExecutionSpace>
void allocate_host_entries(const ExecutionSpace& exec, count_type count, Product& c) {
  try {
    const auto entries = allocate_host_output<typename Product::entries_type>(exec, "Ocean::c::entries", count);
    c.values = allocate_host_output<typename Product::values_type>(exec, "Ocean::c::values", count);
    c.entries = entries;
  } catch (const OutOfMemory&) {
    throw_out_of_memory("spgemm", "C takes ", host_entries_bytes<Product>(count), " bytes for ", count,
                        " entries (need more memory)");
  }
}

/// \brief Keeps the first \p count entries: the views share the larger allocation, whose rest was never touched.
template <class Product>
void trim_host_entries(count_type count, Product& c) {
  const std::pair<std::size_t, std::size_t> used(0, static_cast<std::size_t>(count));
  c.entries = Kokkos::subview(c.entries, used);
  c.values = Kokkos::subview(c.values, used);
}

/// \brief Keeps copies of the first \p count entries and gives the larger allocation back; where there is no memory for
/// copies, keeps that.
template <class Product, class ExecutionSpace>
void copy_host_entries(const ExecutionSpace& exec, count_type count, Product& c) {
  trim_host_entries(count, c);
  Product copy;
  try {
    allocate_host_entries(exec, count, copy);
  } catch (const OutOfMemory&) {
    return;  // C is complete as it is
  }
  Kokkos::parallel_for(
      "Ocean::accumulation::copy_entries",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, count),
      CopyHostEntries<Product>{c.entries.data(), c.values.data(), copy.entries.data(), copy.values.data()});
  exec.fence("Ocean::accumulation::copy_entries");
  c.entries = copy.entries;
  c.values = copy.values;
}

/// \brief Throws if \p nnz_c entries cannot be counted in the offsets of C.
/// \throws std::runtime_error naming both numbers.
template <class Offset>
void check_host_nnz(count_type nnz_c) {
  constexpr auto offset_max = std::numeric_limits<Offset>::max();
  if (static_cast<std::uint64_t>(nnz_c) > static_cast<std::uint64_t>(offset_max))
    throw_runtime_error("spgemm", "C has ", nnz_c, " entries (need at most ", +offset_max,
                        ", the largest number of its offset type)");
}

}  // namespace Ocean::Impl

#endif
