#ifndef OCEAN_ACCUMULATORS_DENSE_HOST_HPP
#define OCEAN_ACCUMULATORS_DENSE_HOST_HPP
/// \file
/// \brief A thread's window of values over the columns of a row of C, or of several rows with interleaved values.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../backend/host_bits.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Values, a byte per column that says "taken", and a byte per 64 columns that says "look here".
///
/// Flags are stored, never read, while a row is accumulated: no branch and no dependency between products.
/// When a row's columns and values are extracted, everything it has touched is zeroed again. Lanes rows of C with the
/// same columns are accumulated together: lane l of slot s is values[s * Lanes + l].
/// Shapes  values [capacity], flags [capacity + 64], marks [capacity / 64 + 65]
/// Units   slots are columns counted from the first of the window
template <class Scalar>
class DenseHost {
 public:
  DenseHost() = default;
  DenseHost(Scalar* values, std::uint8_t* flags, std::uint8_t* marks, count_type capacity)
      : m_values(values), m_flags(flags), m_marks(marks), m_capacity(capacity) {}

  /// \brief Bytes of flags and marks for \p capacity columns.
  static count_type num_flags(count_type capacity) { return capacity + flags_per_mask; }
  static count_type num_marks(count_type capacity) { return capacity / flags_per_mask + 1 + flags_per_mask; }

  count_type capacity() const { return m_capacity; }

  /// \brief Prepares \p num_columns columns of \p lanes rows. Pre: num_columns * lanes <= capacity
  void prepare(count_type num_columns, int lanes) {
    const count_type num_values = num_columns * lanes;
    if (num_values > m_clean_values) {
      const count_type clean_values = std::min(m_capacity, 2 * num_values);
      std::fill(m_values + m_clean_values, m_values + clean_values, Scalar(0));
      m_clean_values = clean_values;
    }
    if (num_columns > m_clean_columns) {
      m_clean_columns = std::min(m_capacity, 2 * num_columns);
      std::memset(m_flags, 0, static_cast<std::size_t>(num_flags(m_clean_columns)));
      std::memset(m_marks, 0, static_cast<std::size_t>(num_marks(m_clean_columns)));
    }
  }

  /// \brief Adds factor * row to lane 0 and flags its columns. Marks: also marks the 64 columns around each one.
  template <bool Marks, class Column, class ScalarB>
  void add(const Column* columns, const ScalarB* row_values, count_type count, Column first, const Scalar& factor) {
    Scalar* const values = m_values;
    std::uint8_t* const flags = m_flags;
    std::uint8_t* const marks = m_marks;
    const Scalar local_factor = factor;
    for (count_type entry = 0; entry < count; ++entry) {
      const auto slot = static_cast<std::size_t>(columns[entry] - first);
      values[slot] = static_cast<Scalar>(values[slot] + local_factor * static_cast<Scalar>(row_values[entry]));
      flags[slot] = 1;
      if constexpr (Marks) marks[slot / flags_per_mask] = 1;
    }
  }

  /// \brief Adds factors[r * Lanes + l] * row r to lane l for Rows rows with the same columns, without flags.
  /// Shapes  columns [count], row_values [Rows * count], factors [Rows * Lanes]
  template <int Lanes, int Rows, class Column, class ScalarB>
  void add_rows(const Column* columns, const ScalarB* row_values, count_type count, Column first,
                const Scalar* factors) {
    Scalar* const values = m_values;
    Scalar local_factors[Rows * Lanes];
    for (int index = 0; index < Rows * Lanes; ++index) local_factors[index] = factors[index];
    for (count_type entry = 0; entry < count; ++entry) {
      const auto slot = static_cast<std::size_t>(columns[entry] - first);
      Scalar sums[Lanes];
      for (int lane = 0; lane < Lanes; ++lane) sums[lane] = values[slot * Lanes + lane];
      for (int row = 0; row < Rows; ++row) {
        const auto value = static_cast<Scalar>(row_values[row * count + entry]);
        for (int lane = 0; lane < Lanes; ++lane)
          sums[lane] = static_cast<Scalar>(sums[lane] + local_factors[row * Lanes + lane] * value);
      }
      for (int lane = 0; lane < Lanes; ++lane) values[slot * Lanes + lane] = sums[lane];
    }
  }

  /// \brief Adds factor * row to lane 0 and appends new slots to the list, after the \p num_listed known ones.
  ///
  /// Flags are read one by one, with the width they were stored with: reading 64 at once, a short row would have to
  /// wait for its own stores.
  /// Shapes  list [products of the row + 1]
  /// \return the number of listed slots
  template <bool WithValues, class Column, class ScalarB>
  int add_listed(const Column* columns, const ScalarB* row_values, count_type count, Column first, const Scalar& factor,
                 std::int32_t* list, int num_listed) {
    Scalar* const values = m_values;
    std::uint8_t* const flags = m_flags;
    const Scalar local_factor = factor;
    for (count_type entry = 0; entry < count; ++entry) {
      const auto slot = static_cast<std::size_t>(columns[entry] - first);
      if constexpr (WithValues)
        values[slot] = static_cast<Scalar>(values[slot] + local_factor * static_cast<Scalar>(row_values[entry]));
      num_listed = list_slot(flags, slot, list, num_listed);
    }
    return num_listed;
  }

  /// \brief add_listed() of rows of one entry each, to an empty list: of those that \p inner names.
  /// Shapes  inner [count]; columns, row_values: B's; list [count + 1]
  /// \param factor_of  by the place in \p inner
  template <class Inner, class Column, class ScalarB, class FactorOf>
  int add_listed_singles(const Inner* inner, count_type count, const Column* columns, const ScalarB* row_values,
                         std::int32_t* list, const FactorOf& factor_of) {
    Scalar* const values = m_values;
    std::uint8_t* const flags = m_flags;
    int num_listed = 0;
    for (count_type place = 0; place < count; ++place) {
      const auto slot = static_cast<std::size_t>(columns[inner[place]]);
      values[slot] =
          static_cast<Scalar>(values[slot] + factor_of(place) * static_cast<Scalar>(row_values[inner[place]]));
      num_listed = list_slot(flags, slot, list, num_listed);
    }
    return num_listed;
  }

  /// \brief Clears the flags of the listed slots.
  void clear_listed(const std::int32_t* list, int num_listed) {
    for (int entry = 0; entry < num_listed; ++entry) m_flags[list[entry]] = 0;
  }

  /// \brief Forgets the listed slots: their values, and their flags.
  void drop_listed(const std::int32_t* list, int num_listed) {
    for (int entry = 0; entry < num_listed; ++entry) m_values[list[entry]] = Scalar(0);
    clear_listed(list, num_listed);
  }

  /// \brief Writes and zeroes the listed slots in the order of \p list, and clears their flags.
  template <class Column, class ColumnOut>
  void take_listed(const std::int32_t* list, int num_listed, Column first, ColumnOut* columns, Scalar* out) {
    Scalar* const values = m_values;
    std::uint8_t* const flags = m_flags;
    for (int entry = 0; entry < num_listed; ++entry) {
      const auto slot = static_cast<std::size_t>(list[entry]);
      columns[entry] = static_cast<ColumnOut>(static_cast<Column>(slot) + first);
      out[entry] = values[slot];
      values[slot] = Scalar(0);
      flags[slot] = 0;
    }
  }

  /// \brief Flags the columns of a row without values.
  template <bool Marks, class Column>
  void add_columns(const Column* columns, count_type count, Column first) {
    std::uint8_t* const flags = m_flags;
    std::uint8_t* const marks = m_marks;
    for (count_type entry = 0; entry < count; ++entry) {
      const auto slot = static_cast<std::size_t>(columns[entry] - first);
      flags[slot] = 1;
      if constexpr (Marks) marks[slot / flags_per_mask] = 1;
    }
  }

  /// \brief Adds to lane 0 those entries of an unsorted row whose slot is in [0, num_columns).
  template <bool WithValues, class Column, class ScalarB>
  void add_inside(const Column* columns, const ScalarB* row_values, count_type count, Column first,
                  count_type num_columns, const Scalar& factor) {
    for (count_type entry = 0; entry < count; ++entry) {
      const auto slot = static_cast<count_type>(columns[entry]) - static_cast<count_type>(first);
      if (slot < 0 || slot >= num_columns) continue;
      if constexpr (WithValues) m_values[slot] += factor * static_cast<Scalar>(row_values[entry]);
      m_flags[slot] = 1;
    }
  }

  /// \brief Calls visit(mask, slot of bit 0) for every 64 columns with a flag, ascending, and clears the flags.
  /// \param begin, end  slots outside of which there is no flag
  template <bool Marks, class Visit>
  void take_masks(count_type begin, count_type end, const Visit& visit) {
    const auto take = [&](count_type block) {
      std::uint8_t* const flags = m_flags + block * flags_per_mask;
      const std::uint64_t mask = flag_mask(flags);
      if (mask == 0) return;
      clear_flags(flags);
      visit(mask, block * flags_per_mask);
    };
    const count_type first_block = begin / flags_per_mask, end_block = (end + flags_per_mask - 1) / flags_per_mask;
    if constexpr (Marks) {
      for (count_type group = first_block / flags_per_mask * flags_per_mask; group < end_block;
           group += flags_per_mask) {
        std::uint64_t blocks = flag_mask(m_marks + group);
        if (blocks == 0) continue;
        clear_flags(m_marks + group);
        for (; blocks != 0; blocks &= blocks - 1) take(group + lowest_bit(blocks));
      }
    } else {
      for (count_type block = first_block; block < end_block; ++block) take(block);
    }
  }

  /// \brief Writes the flagged columns to \p columns, ascending, and clears the flags.
  /// \param begin, end  slots outside of which there is no flag
  /// \return their number
  template <bool Marks, class Column, class ColumnOut>
  count_type take_columns(count_type begin, count_type end, Column first, ColumnOut* columns) {
    count_type count = 0;
    take_masks<Marks>(begin, end, [&](std::uint64_t mask, count_type block) {
      const auto base = static_cast<ColumnOut>(static_cast<ColumnOut>(first) + static_cast<ColumnOut>(block));
      ColumnOut* out = columns + count;
      if (~mask == 0) {
        for (int bit = 0; bit < flags_per_mask; ++bit) out[bit] = static_cast<ColumnOut>(base + bit);
        count += flags_per_mask;
        return;
      }
      for (; mask != 0; mask &= mask - 1) *out++ = static_cast<ColumnOut>(base + lowest_bit(mask));
      count = out - columns;
    });
    return count;
  }

  /// \brief Number of flagged columns; clears the flags.
  template <bool Marks>
  count_type take_count(count_type num_columns) {
    count_type count = 0;
    take_masks<Marks>(0, num_columns, [&](std::uint64_t mask, count_type) { count += std::popcount(mask); });
    return count;
  }

  /// \brief Writes the values of \p columns for the first \p num_rows lanes, row after row, and zeroes all lanes.
  /// Shapes  columns [count], out [num_rows * count]
  template <int Lanes, class Column, class ColumnOut>
  void take_values(const ColumnOut* columns, count_type count, Column first, int num_rows, Scalar* out) {
    Scalar* const values = m_values;
    if constexpr (Lanes == 1) {
      for (count_type entry = 0; entry < count; ++entry) {
        const auto slot = static_cast<std::size_t>(columns[entry] - static_cast<ColumnOut>(first));
        out[entry] = values[slot];
        values[slot] = Scalar(0);
      }
    } else {
      for (count_type entry = 0; entry < count; ++entry) {
        const auto slot = static_cast<std::size_t>(columns[entry] - static_cast<ColumnOut>(first));
        for (int lane = 0; lane < num_rows; ++lane) out[lane * count + entry] = values[slot * Lanes + lane];
        for (int lane = 0; lane < Lanes; ++lane) values[slot * Lanes + lane] = Scalar(0);
      }
    }
  }

 private:
  /// Appends a slot to the list if its flag is not set, and sets it: no branch.
  /// \return the number of listed slots
  static int list_slot(std::uint8_t* flags, std::size_t slot, std::int32_t* list, int num_listed) {
    list[num_listed] = static_cast<std::int32_t>(slot);
    num_listed += 1 - flags[slot];
    flags[slot] = 1;
    return num_listed;
  }

  Scalar* m_values = nullptr;
  std::uint8_t* m_flags = nullptr;
  std::uint8_t* m_marks = nullptr;
  count_type m_capacity = 0;
  count_type m_clean_values = 0;
  count_type m_clean_columns = 0;
};

}  // namespace Ocean::Impl

#endif
