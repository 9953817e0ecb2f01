#ifndef OCEAN_OPERATIONS_PATTERN_GUARD_HPP
#define OCEAN_OPERATIONS_PATTERN_GUARD_HPP
/// \file
/// \brief What is remembered of the operands' patterns between calls, to refuse different ones.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../../Ocean_Error.hpp"
#include "../backend/team_launch.hpp"
#include "../core/problem.hpp"
#include "../kernels/handle/fingerprint_pattern.hpp"

namespace Ocean::Impl {

/// \brief Dimensions, length and mode of an operand: what can be compared without reading an array.
struct PatternShape {
  count_type num_rows = 0, num_cols = 0, num_entries = 0;
  bool is_transposed = false;
  bool operator==(const PatternShape&) const = default;
};

template <class Operand>
PatternShape shape_of(const Operand& operand, bool is_transposed = false) {
  return {operand.num_rows, operand.num_cols, static_cast<count_type>(operand.entries.extent(0)), is_transposed};
}

/// \brief The patterns of one operand, or of two of one type that are only told apart together.
template <class ExecutionSpace, std::size_t num_operands>
class PatternGuard {
 public:
  using shapes_type = std::array<PatternShape, num_operands>;

  /// \brief Whether remember() was called.
  bool is_set() const { return m_is_set; }
  const shapes_type& shapes() const { return m_shapes; }
  bool has_fingerprint(std::uint64_t fingerprint) const { return fingerprint == m_fingerprint; }

  /// \param fingerprint  as PendingFingerprint gives it
  void remember(const shapes_type& shapes, std::uint64_t fingerprint) {
    m_shapes = shapes;
    m_fingerprint = fingerprint;
    m_verified.reset();
    m_is_set = true;
  }

  /// \brief Whether the arrays are those remembered. They are read, which waits for \p exec, when the address of one
  /// has changed since the last comparison, and always on a host space or if \p always_read. Pre: equal shapes
  template <class... Operands>
  bool has_arrays_of(const ExecutionSpace& exec, bool always_read, const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    const places_type places{Place{operands.row_map.data(), operands.entries.data()}...};
    if (m_verified == places && !is_host_space_v<ExecutionSpace> && !always_read) return true;
    if (!has_fingerprint(PendingFingerprint<ExecutionSpace>(exec, operands...).wait())) return false;
    m_verified = places;
    return true;
  }

 private:
  /// \brief Addresses: compared on the host, at no cost.
  struct Place {
    const void* row_map;
    const void* entries;
    bool operator==(const Place&) const = default;
  };
  using places_type = std::array<Place, num_operands>;

  shapes_type m_shapes;
  std::uint64_t m_fingerprint = 0;
  std::optional<places_type> m_verified;
  bool m_is_set = false;
};

/// \brief The patterns of all operands of an operation, each told apart from the others.
template <class ExecutionSpace, std::size_t num_operands>
class PatternGuards {
 public:
  /// \brief Reads the graphs once, in the order of the operands; waits for \p exec.
  template <class... Operands>
  void remember(const ExecutionSpace& exec, const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    auto* guard = m_guards.data();
    (guard++->remember({shape_of(operands)}, PendingFingerprint<ExecutionSpace>(exec, operands).wait()), ...);
  }

  /// \brief Refuses different patterns; reads the arrays as PatternGuard::has_arrays_of() does.
  /// \param where  the operation, \p names the operands, in the text
  /// \throws std::invalid_argument
  template <class... Operands>
  void verify(const ExecutionSpace& exec, const char* where, const std::array<const char*, num_operands>& names,
              const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    auto* guard = m_guards.data();
    const char* const* name = names.data();
    (verify(exec, where, *name++, *guard++, operands), ...);
  }

 private:
  using guard_type = PatternGuard<ExecutionSpace, 1>;

  template <class Operand>
  static void verify(const ExecutionSpace& exec, const char* where, const char* name, guard_type& guard,
                     const Operand& operand) {
    const PatternShape shape = shape_of(operand), &known = guard.shapes()[0];
    require(shape == known, where, name, " is [", shape.num_rows, " x ", shape.num_cols, "] with ", shape.num_entries,
            " entries (need the pattern of the symbolic call: [", known.num_rows, " x ", known.num_cols, "] with ",
            known.num_entries, " entries)");
    require(guard.has_arrays_of(exec, false, operand), where, name,
            " has a different pattern than in the symbolic call (need the same row map and columns)");
  }

  std::array<guard_type, num_operands> m_guards;
};

}  // namespace Ocean::Impl

#endif
