#ifndef OCEAN_OPERATIONS_FILLED_ENTRIES_HPP
#define OCEAN_OPERATIONS_FILLED_ENTRIES_HPP
/// \file
/// \brief Remembers where the columns of C were last written, so that a later call knows whether they are still there.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <memory>

#include "../kernels/handle/fingerprint_pattern.hpp"

namespace Ocean::Impl {

/// \brief Remembers the view of C's columns that was filled last.
///
/// Of a managed view, a copy is kept: no other array can then get its address, so comparing addresses suffices. Of an
/// unmanaged view, the contents are compared, which waits for the instance.
template <class ExecutionSpace>
class FilledEntries {
 public:
  /// \brief Forgets the view: whatever comes next counts as unfilled.
  void reset() { *this = {}; }

  /// \brief Whether \p entries are where columns were written last.
  template <class Entries>
  bool lies_at(const Entries& entries) const {
    return m_data != nullptr && entries.data() == m_data;
  }

  /// \brief Whether the columns in \p entries [>= \p nnz_c] are those that were filled.
  template <class Entries>
  bool holds(const ExecutionSpace& exec, const Entries& entries, count_type nnz_c) const {
    if (!lies_at(entries)) return false;
    return m_owner != nullptr || fingerprint(exec, entries, nnz_c) == m_fingerprint;
  }

  /// \brief Remembers \p entries, whose columns have been written by work on \p exec.
  template <class Entries>
  void remember(const ExecutionSpace& exec, const Entries& entries, count_type nnz_c) {
    reset();
    m_data = entries.data();
    if (entries.use_count() > 0)
      m_owner = std::make_shared<Entries>(entries);
    else
      m_fingerprint = fingerprint(exec, entries, nnz_c);
  }

 private:
  template <class Entries>
  static std::uint64_t fingerprint(const ExecutionSpace& exec, const Entries& entries, count_type nnz_c) {
    using columns_type = Kokkos::View<typename Entries::const_value_type*, typename ExecutionSpace::memory_space,
                                      Kokkos::MemoryUnmanaged>;
    using no_entries_type =
        Kokkos::View<const count_type*, typename ExecutionSpace::memory_space, Kokkos::MemoryUnmanaged>;
    return fingerprint_pattern(exec, columns_type(entries.data(), static_cast<std::size_t>(nnz_c)), no_entries_type());
  }

  const void* m_data = nullptr;
  std::shared_ptr<void> m_owner;
  std::uint64_t m_fingerprint = 0;
};

}  // namespace Ocean::Impl

#endif
