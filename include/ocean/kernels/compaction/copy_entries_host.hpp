#ifndef OCEAN_KERNELS_COMPACTION_COPY_ENTRIES_HOST_HPP
#define OCEAN_KERNELS_COMPACTION_COPY_ENTRIES_HOST_HPP
/// \file
/// \brief Copies entries of C to a smaller allocation.

#include "../../core/problem.hpp"

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

}  // namespace Ocean::Impl

#endif
