#ifndef OCEAN_KERNELS_REUSE_SCALE_ROWS_HOST_HPP
#define OCEAN_KERNELS_REUSE_SCALE_ROWS_HOST_HPP
/// \file
/// \brief CPU path: the values of A as they are multiplied, of some entries at a time, for kernels that do not know
/// which row an entry is in.

#include <algorithm>
#include <array>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// Values of A that are scaled together; source: 16 KiB, of the first-level cache
inline constexpr count_type scaled_entries_max = 2048;

/// \brief Values of A's entries, scaled by Jacobi's factors: a thread's own.
template <class Operand>
class ScaledEntriesHost {
 public:
  using scalar_type = typename Operand::scalar_type;

  /// \brief Scales the entries [begin, end), at most scaled_entries_max.
  /// \param row  that of begin, or one before (in), that of end (out)
  void scale(const Operand& a, count_type begin, count_type end, count_type& row) {
    const auto begin_of = [&](count_type any) { return static_cast<count_type>(a.row_map.data()[any]); };
    scalar_type* next = m_values.data();
    for (count_type entry = begin; entry < end;) {
      while (begin_of(row + 1) <= entry) ++row;
      const auto values = a.values_of(row);
      const count_type row_end = std::min(end, begin_of(row + 1));
      for (count_type of_row = entry; of_row < row_end; ++of_row)  // without the branch of values.of()
        next[of_row - entry] = static_cast<scalar_type>(values.factor * values.values[of_row]);
      if (entry <= values.diagonal && values.diagonal < row_end) next[values.diagonal - entry] += scalar_type(1);
      next += row_end - entry;
      entry = row_end;
    }
    m_begin = begin;
  }
  /// \brief Where the scaled values of the last call are, by the numbers of A's entries.
  const scalar_type* values() const { return m_values.data() - m_begin; }

 private:
  std::array<scalar_type, static_cast<std::size_t>(scaled_entries_max)> m_values;
  count_type m_begin = 0;
};

}  // namespace Ocean::Impl

#endif
