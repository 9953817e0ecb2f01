#ifndef OCEAN_HANDLE_PATTERN_FINGERPRINT_HPP
#define OCEAN_HANDLE_PATTERN_FINGERPRINT_HPP
/// \file
/// \brief What a handle remembers of the patterns of A and B, to refuse others.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <exception>

#include "../backend/late_words.hpp"
#include "../core/problem.hpp"
#include "../kernels/handle/fingerprint_pattern.hpp"

namespace Ocean::Impl {

/// \brief The places of the two graphs in memory and their dimensions: compared on the host, for nothing.
struct PatternPlaces {
  const void* row_map_a = nullptr;
  const void* entries_a = nullptr;
  const void* row_map_b = nullptr;
  const void* entries_b = nullptr;
  bool operator==(const PatternPlaces&) const = default;
};

/// \brief Dimensions, modes and lengths: what can be compared without reading an array.
struct PatternShape {
  count_type num_rows_a = 0, num_cols_a = 0, nnz_a = 0;
  count_type num_rows_b = 0, num_cols_b = 0, nnz_b = 0;
  bool transpose_a = false, transpose_b = false;
  bool operator==(const PatternShape&) const = default;
};

/// \brief One word each for the row map and columns of A and B.
struct PatternFingerprint {
  std::uint64_t a = 0, b = 0;
  bool operator==(const PatternFingerprint&) const = default;
};

template <class Operand>
PatternPlaces places_of(const Operand& a, const Operand& b) {
  return {a.row_map.data(), a.entries.data(), b.row_map.data(), b.entries.data()};
}

template <class Operand>
PatternShape shape_of(const Operand& a, bool transpose_a, const Operand& b, bool transpose_b) {
  return {a.num_rows,  a.num_cols, static_cast<count_type>(a.entries.extent(0)),
          b.num_rows,  b.num_cols, static_cast<count_type>(b.entries.extent(0)),
          transpose_a, transpose_b};
}

/// \brief The fingerprints of A and B while their kernels run on \p exec: each graph is read once (one of them if they
/// are the same).
template <class ExecutionSpace, class Operand>
class PendingFingerprint {
 public:
  PendingFingerprint(const ExecutionSpace& exec, const Operand& a, const Operand& b)
      : PendingFingerprint(exec, !are_same_graph(a, b)) {  // so that it is destroyed if a launch throws
    launch_fingerprint(exec, a.row_map, a.entries, m_word_a);
    if (m_has_own_b) launch_fingerprint(exec, b.row_map, b.entries, m_word_b);
  }
  PendingFingerprint(const PendingFingerprint&) = delete;
  PendingFingerprint& operator=(const PendingFingerprint&) = delete;
  /// Waits if nobody has: the words are the thread's, and the next to use them must find them free.
  ~PendingFingerprint() {
    if (m_is_waited_for) return;
    try {
      m_exec.fence("Ocean::handle::fingerprint_pattern");
    } catch (const std::exception&) {  // of a kernel that failed: the next call on the space says so
    }
  }

  /// \brief The words. Pre: \p exec has been waited for
  PatternFingerprint get() {
    m_is_waited_for = true;
    return {m_word_a(), m_has_own_b ? m_word_b() : m_word_a()};
  }
  PatternFingerprint wait() {
    m_exec.fence("Ocean::handle::fingerprint_pattern");
    return get();
  }

 private:
  using words = LateWords<ExecutionSpace>;

  PendingFingerprint(const ExecutionSpace& exec, bool has_own_b) : m_exec(exec), m_has_own_b(has_own_b) {}
  static bool are_same_graph(const Operand& a, const Operand& b) {
    return a.row_map.data() == b.row_map.data() && a.entries.data() == b.entries.data() &&
           a.row_map.extent(0) == b.row_map.extent(0) && a.entries.extent(0) == b.entries.extent(0);
  }

  typename words::view_type m_word_a = words::word(0), m_word_b = words::word(1);
  ExecutionSpace m_exec;
  bool m_has_own_b;
  bool m_is_waited_for = false;
};

}  // namespace Ocean::Impl

#endif
