#ifndef OCEAN_OPERATIONS_PATTERN_GUARD_HPP
#define OCEAN_OPERATIONS_PATTERN_GUARD_HPP
/// \file
/// \brief What is remembered of the operands' patterns between calls, to refuse different ones.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../../Ocean_Error.hpp"
#include "../backend/late_sum.hpp"
#include "../backend/launch_gate.hpp"
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

/// \brief Addresses of an operand's arrays: compared on the host, at no cost.
struct PatternPlace {
  const void* row_map;
  const void* entries;
  bool operator==(const PatternPlace&) const = default;
};

template <class Operand>
PatternPlace place_of(const Operand& operand) {
  return {operand.row_map.data(), operand.entries.data()};
}

/// \brief When the arrays of a pattern are read to compare it.
enum class PatternReads {
  where_moved,  ///< if the address of one has changed: they live, and nobody writes them
  always
};
/// \brief Of arrays that belong to the caller: on hosts, where reading them is cheap, they are not trusted.
template <class ExecutionSpace>
inline constexpr PatternReads pattern_reads_default =
    is_host_space_v<ExecutionSpace> ? PatternReads::always : PatternReads::where_moved;

/// \brief The patterns of one operand, or of two of one type that are only told apart together.
template <class ExecutionSpace, std::size_t num_operands>
class PatternGuard {
 public:
  using shapes_type = std::array<PatternShape, num_operands>;
  class Comparison;

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

  /// \brief Reads the arrays and remembers them, which waits for \p exec; a comparison that follows need not read them
  /// where they are.
  template <class... Operands>
  void read(const ExecutionSpace& exec, const Operands&... operands) {
    remember({shape_of(operands)...}, PendingFingerprint<ExecutionSpace>(exec, operands...).wait());
    m_verified = {place_of(operands)...};
  }

  /// \brief Whether the arrays are those remembered. They are read, which waits for \p exec, when the address of one
  /// has changed since the last comparison, or always. Pre: equal shapes
  template <class... Operands>
  bool has_arrays_of(const ExecutionSpace& exec, PatternReads reads, const Operands&... operands) {
    return Comparison(*this, nullptr, exec, reads, operands...).is_equal();
  }

  /// \brief has_arrays_of() begun, behind a gate if there is one.
  /// Pre     work of earlier comparisons, and what was launched behind their gate, comes before on \p exec
  template <class... Operands>
  Comparison begin_comparison(const ExecutionSpace& exec, PatternReads reads, const Operands&... operands) {
    return Comparison(*this, m_gate_word, exec, reads, operands...);
  }
  /// \brief Has comparisons that begin from now on behind a gate.
  /// \param word  in the space's memory, zero once the instance's work is done, and there until the guard is given
  ///              another one or none; null: none
  void use_gate(std::uint64_t* word) {
    m_gate_word = word;
    m_gate_value = 0;
  }

  /// \brief has_arrays_of() while its kernel runs. There is one at a time.
  class Comparison {
   public:
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;
    ~Comparison() {
      if (m_pending && m_gate) m_guard.m_gate_word = nullptr;  // its value is not known
    }

    /// \brief Whether a LaunchGate holds what the thread launches until is_equal(), if the arrays differ.
    bool is_gated() const { return m_gate.has_value(); }
    /// \brief has_arrays_of(), after a wait.
    bool is_equal() {
      if (!m_pending) return m_is_equal;
      const std::uint64_t fingerprint = m_pending->wait();
      if (m_gate) m_guard.m_gate_value += fingerprint;
      m_pending.reset();
      m_gate.reset();
      m_is_equal = m_guard.has_fingerprint(fingerprint);
      if (m_is_equal) m_guard.m_verified = m_places;
      return m_is_equal;
    }

   private:
    friend PatternGuard;

    template <class... Operands>
    Comparison(PatternGuard& guard, std::uint64_t* gate_word, const ExecutionSpace& exec, PatternReads reads,
               const Operands&... operands)
        : m_guard(guard), m_places{place_of(operands)...} {
      static_assert(sizeof...(Operands) == num_operands);
      if (guard.m_verified == m_places && reads == PatternReads::where_moved) return;
      m_is_equal = false;
      m_pending.emplace(exec, gate_word, operands...);
      if (gate_word != nullptr) m_gate.emplace(GateKey{gate_word, guard.m_gate_value + guard.m_fingerprint});
    }

    PatternGuard& m_guard;
    std::array<PatternPlace, num_operands> m_places;
    bool m_is_equal = true;
    std::optional<PendingFingerprint<ExecutionSpace>> m_pending;
    std::optional<LaunchGate<ExecutionSpace>> m_gate;
  };

 private:
  shapes_type m_shapes;
  std::uint64_t m_fingerprint = 0;
  std::optional<std::array<PatternPlace, num_operands>> m_verified;
  std::uint64_t* m_gate_word = nullptr;
  std::uint64_t m_gate_value = 0;  ///< of the word: the sum of all fingerprints that gated comparisons found
  bool m_is_set = false;
};

/// \brief The patterns of all operands of an operation, each told apart from the others.
template <class ExecutionSpace, std::size_t num_operands>
class PatternGuards {
  static_assert(num_operands <= late_sums_max);

 public:
  /// \brief Reads the graphs once, in the order of the operands; waits for \p exec. Comparisons that follow need not
  /// read them where they are.
  template <class... Operands>
  void read(const ExecutionSpace& exec, const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    auto* guard = m_guards.data();
    (guard++->read(exec, operands), ...);
  }

  /// \brief The same, but the first comparison reads all of them again.
  template <class... Operands>
  void remember(const ExecutionSpace& exec, const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    auto* guard = m_guards.data();
    (guard++->remember({shape_of(operands)}, PendingFingerprint<ExecutionSpace>(exec, operands).wait()), ...);
  }

  /// \brief Whether each has the arrays remembered, as PatternGuard::has_arrays_of(); all are read before any is waited
  /// for. Pre: equal shapes
  template <class... Operands>
  std::array<bool, num_operands> have_arrays_of(const ExecutionSpace& exec, PatternReads reads,
                                                const Operands&... operands) {
    static_assert(sizeof...(Operands) == num_operands);
    std::array<bool, num_operands> are_equal;
    compare(exec, reads, m_guards.data(), are_equal.data(), operands...);
    return are_equal;
  }

  /// \brief Refuses different patterns; reads the arrays as have_arrays_of() does.
  /// \param where  the operation, \p names the operands, in the text
  /// \throws std::invalid_argument
  template <class... Operands>
  void verify(const ExecutionSpace& exec, PatternReads reads, const char* where,
              const std::array<const char*, num_operands>& names, const Operands&... operands) {
    std::size_t number = 0;
    ((verify_shape(where, names[number], shape_of(operands), m_guards[number].shapes()[0]), ++number), ...);
    const std::array<bool, num_operands> are_equal = have_arrays_of(exec, reads, operands...);
    for (number = 0; number < num_operands; ++number)
      require(are_equal[number], where, names[number],
              " has a different pattern than in the symbolic call (need the same row map and columns)");
  }

 private:
  using guard_type = PatternGuard<ExecutionSpace, 1>;

  template <class Operand, class... Others>
  static void compare(const ExecutionSpace& exec, PatternReads reads, guard_type* guard, bool* is_equal,
                      const Operand& operand, const Others&... others) {
    auto comparison = guard->begin_comparison(exec, reads, operand);
    if constexpr (sizeof...(Others) > 0) compare(exec, reads, guard + 1, is_equal + 1, others...);
    *is_equal = comparison.is_equal();
  }

  static void verify_shape(const char* where, const char* name, const PatternShape& shape, const PatternShape& known) {
    require(shape == known, where, name, " is [", shape.num_rows, " x ", shape.num_cols, "] with ", shape.num_entries,
            " entries (need the pattern of the symbolic call: [", known.num_rows, " x ", known.num_cols, "] with ",
            known.num_entries, " entries)");
  }

  std::array<guard_type, num_operands> m_guards;
};

}  // namespace Ocean::Impl

#endif
