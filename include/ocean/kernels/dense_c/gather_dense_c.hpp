#ifndef OCEAN_KERNELS_DENSE_C_GATHER_DENSE_C_HPP
#define OCEAN_KERNELS_DENSE_C_GATHER_DENSE_C_HPP
/// \file
/// \brief Moves the entries of a dense C to CSR.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../accumulators/bitmap_words.hpp"
#include "../../accumulators/products.hpp"
#include "../../backend/team_launch.hpp"
#include "../../core/product_arrays.hpp"
#include "../../results/dense_c.hpp"
#include "../compaction/find_row_offsets.hpp"

namespace Ocean::Impl {

/// Rows that a team moves. measured: perf_tests/results/nvidia_h200_2026-11-29_dense_c_variants.csv (one and eight, by
/// as many threads, take 1.03 and 1.05 times as long)
inline constexpr int gather_dense_c_rows = 4;
/// Threads of a team. source: a warp for each row
inline constexpr int gather_dense_c_team_size = 128;

/// \brief A group of lanes per row; every team finds the offsets of its own rows, and the last one sends the totals.
/// Shapes  row_map [num_rows + 1] (out); entries and values [>= nnz(C)] (out), or null where offsets and totals are all
///         that is wanted; c.word_begin (out), or null. Nothing is written if indices of the operands led outside
/// Launch  no scratch
/// Cost    a read of C's bits and sums, and of the sizes of all rows up to the team's own
template <class Scalar, class Offset, class Ordinal, class Sender>
struct GatherDenseC {
  static constexpr int max_team_size = gather_dense_c_team_size;
  DenseC<Scalar> c;
  Offset* row_map;
  Ordinal* entries;
  Scalar* values;
  Sender sender;  ///< of the total and of the counters

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const bool is_sound = c.counters[dense_defect] == 0;
    const count_type first = team.league_rank() * gather_dense_c_rows;
    const count_type last = Kokkos::min(first + gather_dense_c_rows, c.num_rows);
    const auto lanes = team.template group<product_group_width>();
    const int group = team.template group_rank<product_group_width>();
    count_type begin = sum_sizes(team, c.row_nnz, 0, first);
    for (count_type row = first; row < last; ++row) {
      if (is_sound && (row - first) % team.template num_groups<product_group_width>() == group) {
        if (lanes.rank() == 0) row_map[row] = static_cast<Offset>(begin);
        if (entries != nullptr) move_row(lanes, row, begin);
        if (c.word_begin != nullptr) place_words(lanes, row, begin);
      }
      begin += c.row_nnz[row];
    }
    if (last < c.num_rows || team.thread_rank() != 0) return;
    if (is_sound) row_map[c.num_rows] = static_cast<Offset>(begin);
    sender.send(begin, c.counters[dense_products], c.counters[dense_longest_row], c.counters[dense_defect],
                c.counters[dense_shared_rows], c.counters[dense_descents]);
  }

 private:
  template <class Lanes>
  KOKKOS_FUNCTION void place_words(const Lanes& lanes, count_type row, count_type begin) const {
    for (count_type base = 0; base < c.words_per_row; base += lanes.size()) {
      const count_type word = base + lanes.rank();
      const std::uint32_t mine = word < c.words_per_row ? c.bits_of(row)[word] : 0;
      int total = 0;
      const int before = lanes.exclusive_sum(static_cast<int>(Kokkos::Experimental::popcount_builtin(mine)), total);
      if (word < c.words_per_row) c.word_begins_of(row)[word] = static_cast<std::uint32_t>(begin + before);
      begin += total;
    }
  }
  template <class Lanes>
  KOKKOS_FUNCTION void move_row(const Lanes& lanes, count_type row, count_type begin) const {
    const std::uint32_t* const bits = c.bits_of(row);
    const Scalar* const sums = c.sums_of(row);
    for (count_type base = 0; base < c.words_per_row; base += lanes.size()) {
      const count_type word = base + lanes.rank();
      const std::uint32_t mine = word < c.words_per_row ? bits[word] : 0;
      int total = 0;
      const int before = lanes.exclusive_sum(static_cast<int>(Kokkos::Experimental::popcount_builtin(mine)), total);
      write_words(lanes, mine, static_cast<std::uint32_t>(before), [&](std::uint32_t bit, std::uint32_t at) {
        const count_type column = base * bits_per_word + static_cast<count_type>(bit);
        entries[begin + at] = static_cast<Ordinal>(column);
        values[begin + at] = sums[column];
      });
      begin += total;
    }
  }
};

/// \brief Launches GatherDenseC on \p exec; returns without a fence.
template <TeamLauncher Launcher, class Scalar, class Offset, class Ordinal, class Sender>
void gather_dense_c(const Launcher& launcher, const DenseC<Scalar>& c, Offset* row_map, Ordinal* entries,
                    Scalar* values, const Sender& sender) {
  launcher.launch({"Ocean::dense_c::gather_dense_c", (c.num_rows + gather_dense_c_rows - 1) / gather_dense_c_rows,
                   gather_dense_c_team_size, 0},
                  GatherDenseC<Scalar, Offset, Ordinal, Sender>{c, row_map, entries, values, sender});
}

}  // namespace Ocean::Impl

#endif
