#ifndef OCEAN_KERNELS_NUMERIC_MERGE_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_MERGE_ROWS_HPP
/// \file
/// \brief Rows of C that single threads merge from B's rows: for products of short rows alone.

#include "../../accumulators/merged_runs.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief A thread merges a row. Threads that advance together hold some entries back and write each other's, so that a
/// write touches what lies side by side in C.
/// Pre     as MergedRuns
/// Launch  a thread per row; scratch for the entries that it holds; no atomics
/// Cost    as MergedRuns
template <int Runs, class PassData>
struct MergeRows {
  static constexpr int max_team_size = merge_team_size;
  static constexpr int min_teams_per_unit = merge_teams_per_unit(Runs);
  using scalar_type = typename PassData::scalar_type;
  using column_c_type = typename decltype(PassData::entries)::non_const_value_type;
  using runs_type = MergedRuns<Runs, typename PassData::problem_type, scalar_type, PassData::with_values>;
  /// Lanes that write together.
  static constexpr int width = 32;
  /// Entries that a thread holds back: two sectors of values.
  /// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  static constexpr int held_max = 8;
  /// From one entry of a lane to its next: a place for every lane, and one more for other banks.
  static constexpr int held_stride = width + 1;
  /// Scratch of a thread in bytes: those of a group have room for held_max times held_stride entries.
  static constexpr std::size_t row_bytes =
      PassData::with_values ? (held_max + 1) * (sizeof(scalar_type) + sizeof(column_c_type)) : 0;
  static_assert(held_max * held_stride <= (held_max + 1) * width);
  PassData pass;

  /// \brief What a group of lanes holds back: the entries of lane i are at [entry * held_stride + i].
  struct Held {
    scalar_type* values;
    column_c_type* columns;
  };

  /// \brief The row at \p position by a thread for itself.
  KOKKOS_FUNCTION void merge_alone(count_type position) const {
    const count_type row = pass.row_at(position);
    [[maybe_unused]] const count_type begin = pass.begin_of(position);
    runs_type runs(pass.problem);
    runs.select(a_row(pass.problem, row));
    count_type distinct = 0;
    for (auto column = runs.next_column(); column != runs_type::no_column; column = runs.next_column()) {
      [[maybe_unused]] const scalar_type sum = runs.take(column);
      if constexpr (PassData::with_values) {
        pass.entries(begin + distinct) = static_cast<column_c_type>(column);
        pass.values(begin + distinct) = sum;
      }
      ++distinct;
    }
    pass.row_nnz(row) = distinct;
  }

  /// \brief Writes the first \p count entries that each lane holds to its \p begin.
  template <class Lanes>
  KOKKOS_FUNCTION void write_held(const Lanes& lanes, const Held& held, int count, count_type begin) const {
    lanes.barrier();
    for (int first = 0; first < width; first += width / held_max) {
      const int source = first + lanes.rank() / held_max, entry = lanes.rank() % held_max;
      const int source_count = lanes.broadcast(count, source);
      const count_type place = lanes.broadcast(begin, source) + entry;
      if (entry >= source_count) continue;
      pass.entries(place) = held.columns[entry * held_stride + source];
      pass.values(place) = held.values[entry * held_stride + source];
    }
    lanes.barrier();
  }

  /// \brief The rows at \p position of lanes that advance together; \p has_row is false where there are fewer.
  template <class Lanes>
  KOKKOS_FUNCTION void merge_together(const Lanes& lanes, count_type position, bool has_row, const Held& held) const {
    runs_type runs(pass.problem);
    count_type row = 0, begin = 0;
    if (has_row) {
      row = pass.row_at(position);
      begin = pass.begin_of(position);
      runs.select(a_row(pass.problem, row));
    }
    count_type written = 0;
    int num_held = 0, entry = 0;
    for (auto column = runs.next_column(); Lanes::any_of_warp(column != runs_type::no_column);
         column = runs.next_column()) {
      if (column != runs_type::no_column) {
        held.columns[entry * held_stride + lanes.rank()] = static_cast<column_c_type>(column);
        held.values[entry * held_stride + lanes.rank()] = runs.take(column);
        ++num_held;
      }
      if (++entry < held_max) continue;
      write_held(lanes, held, num_held, begin + written);
      written += num_held;
      num_held = entry = 0;
    }
    if (entry > 0) write_held(lanes, held, num_held, begin + written);
    if (has_row) pass.row_nnz(row) = written + num_held;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int rows_per_team = pass.config.rows_per_team();
    const auto lanes = team.template lockstep_group<width>();
    for (int slot = team.thread_rank(); slot < rows_per_team; slot += team.num_threads()) {
      const count_type position = team.league_rank() * rows_per_team + slot;
      if constexpr (PassData::with_values && decltype(lanes)::max_size == width) {
        const std::size_t first_byte = slot / width * width * row_bytes;
        Held held;
        held.values = team.template scratch<scalar_type>(first_byte);
        held.columns = team.template scratch<column_c_type>(first_byte + held_max * held_stride * sizeof(scalar_type));
        merge_together(lanes, position, position < pass.num_rows, held);
      } else if (position < pass.num_rows) {
        merge_alone(position);
      }
    }
  }
};

/// \brief Launches MergeRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void merge_rows(const Launcher& launcher, PassData pass) {
  const auto launch = [&](auto size_class) {
    constexpr MergeShape shape = merge_shapes[decltype(size_class)::value];
    using kernel_type = MergeRows<shape.runs, PassData>;
    pass.config.row_bytes = kernel_type::row_bytes;
    launch_row_pass<kernel_type>(launcher, "Ocean::numeric::merge_rows", pass);
  };
  switch (pass.config.size_class) {
    case 0: return launch(std::integral_constant<int, 0>());
    case 1: return launch(std::integral_constant<int, 1>());
    default: return launch(std::integral_constant<int, num_merge_shapes - 1>());
  }
}

}  // namespace Ocean::Impl

#endif
