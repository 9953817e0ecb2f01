#ifndef OCEAN_ENGINE_HOST_OUTPUT_HPP
#define OCEAN_ENGINE_HOST_OUTPUT_HPP
/// \file
/// \brief Memory for C on the CPU path.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "../core/product_arrays.hpp"
#include "../kernels/compaction/copy_entries_host.hpp"

namespace Ocean::Impl {

/// \brief Keeps the first \p count entries: the views share the larger allocation, whose rest was never touched.
template <class Product>
void trim_host_entries(count_type count, Product& c) {
  const std::pair<std::size_t, std::size_t> used(0, static_cast<std::size_t>(count));
  c.entries = Kokkos::subview(c.entries, used);
  c.values = Kokkos::subview(c.values, used);
}

/// \brief Keeps copies of the first \p count entries and frees the larger allocation; if there is no memory for copies,
/// or for what copying takes, keeps the larger allocation: C is complete as it is.
template <class Product, class ExecutionSpace>
void copy_host_entries(const ExecutionSpace& exec, count_type count, Product& c) {
  trim_host_entries(count, c);
  try {
    const std::string label = "Ocean::numeric::copy_entries";  // before the kernel: nothing fails while it runs
    Product copy;
    allocate_entries(exec, count, copy);
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, count),
        CopyHostEntries<Product>{c.entries.data(), c.values.data(), copy.entries.data(), copy.values.data()});
    exec.fence(label);
    c.entries = copy.entries;
    c.values = copy.values;
  } catch (const OutOfMemory&) {
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace Ocean::Impl

#endif
