#ifndef OCEAN_OPERATIONS_PATTERN_GUARD_HPP
#define OCEAN_OPERATIONS_PATTERN_GUARD_HPP
/// \file
/// \brief What a repeated operation remembers of an operand's pattern, to refuse different ones.

#include <array>
#include <cstddef>
#include <cstdint>

#include "../../Ocean_Error.hpp"
#include "../backend/team_launch.hpp"
#include "../kernels/handle/fingerprint_pattern.hpp"

namespace Ocean::Impl {

/// \brief The pattern of one operand: dimensions, length, and a fingerprint of the arrays.
class PatternGuard {
 public:
  /// \brief Reads the graph once; waits for \p exec.
  template <class ExecutionSpace, class Operand>
  void remember(const ExecutionSpace& exec, const Operand& operand) {
    m_num_rows = operand.num_rows;
    m_num_cols = operand.num_cols;
    m_num_entries = operand.entries.extent(0);
    m_fingerprint = fingerprint_pattern(exec, operand.row_map, operand.entries);
    m_row_map = nullptr;
  }

  /// \brief Refuses a different pattern. Dimensions and length are always compared; the arrays are read, which waits
  /// for \p exec, when their addresses have changed since they were last compared, and always on a host space.
  /// \param where  the operation, \p name the operand, in the text
  /// \throws std::invalid_argument
  template <class ExecutionSpace, class Operand>
  void verify(const ExecutionSpace& exec, const Operand& operand, const char* where, const char* name) {
    const bool fits =
        operand.num_rows == m_num_rows && operand.num_cols == m_num_cols && operand.entries.extent(0) == m_num_entries;
    require(fits, where, name, " is [", operand.num_rows, " x ", operand.num_cols, "] with ", operand.entries.extent(0),
            " entries (need the pattern of the symbolic call: [", m_num_rows, " x ", m_num_cols, "] with ",
            m_num_entries, " entries)");
    const bool is_known = operand.row_map.data() == m_row_map && operand.entries.data() == m_entries;
    if (is_known && !is_host_space_v<ExecutionSpace>) return;
    require(fingerprint_pattern(exec, operand.row_map, operand.entries) == m_fingerprint, where, name,
            " has a different pattern than in the symbolic call (need the same row map and columns)");
    m_row_map = operand.row_map.data();
    m_entries = operand.entries.data();
  }

 private:
  count_type m_num_rows = 0, m_num_cols = 0;
  std::size_t m_num_entries = 0;
  std::uint64_t m_fingerprint = 0;
  const void* m_row_map = nullptr;
  const void* m_entries = nullptr;
};

/// \brief The patterns of all operands of an operation.
template <std::size_t num_operands>
class PatternGuards {
 public:
  /// \brief As PatternGuard::remember(), in the order of the operands.
  template <class ExecutionSpace, class... Operands>
  void remember(const ExecutionSpace& exec, const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    PatternGuard* guard = m_guards.data();
    (guard++->remember(exec, operands), ...);
  }

  /// \brief As PatternGuard::verify(), in the order of the operands.
  template <class ExecutionSpace, class... Operands>
  void verify(const ExecutionSpace& exec, const char* where, const std::array<const char*, num_operands>& names,
              const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    PatternGuard* guard = m_guards.data();
    const char* const* name = names.data();
    (guard++->verify(exec, operands, where, *name++), ...);
  }

 private:
  std::array<PatternGuard, num_operands> m_guards;
};

}  // namespace Ocean::Impl

#endif
