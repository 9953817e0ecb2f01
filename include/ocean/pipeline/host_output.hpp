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

/// \brief An uninitialised view of C.
template <class View, class ExecutionSpace>
View allocate_host_output(const ExecutionSpace& exec, const char* label, count_type count) {
  const auto view = allocate_view<View>(exec, label, static_cast<std::size_t>(count));
  prefer_large_pages(view.data(), static_cast<std::size_t>(count) * sizeof(typename View::value_type));
  return view;
}

/// \brief Allocates entries and values of C for \p count entries, before anything is written.
/// \throws OutOfMemory if the space has not got the bytes.
template <class Product, class ExecutionSpace>
void allocate_host_entries(const ExecutionSpace& exec, count_type count, Product& c) {
  try {
    c.entries = allocate_host_output<typename Product::entries_type>(exec, "Ocean::entries", count);
    c.values = allocate_host_output<typename Product::values_type>(exec, "Ocean::values", count);
  } catch (const OutOfMemory&) {
    throw_out_of_memory("spgemm", "C takes ",
                        static_cast<std::size_t>(count) *
                            (sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type)),
                        " bytes for ", count, " entries (need more memory)");
  }
}

/// \brief Keeps the first \p count entries: the views share the larger allocation, whose rest was never touched.
template <class Product>
void trim_host_entries(count_type count, Product& c) {
  const std::pair<std::size_t, std::size_t> used(0, static_cast<std::size_t>(count));
  c.entries = Kokkos::subview(c.entries, used);
  c.values = Kokkos::subview(c.values, used);
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
