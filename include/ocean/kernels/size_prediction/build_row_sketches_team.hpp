#ifndef OCEAN_KERNELS_SIZE_PREDICTION_BUILD_ROW_SKETCHES_TEAM_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_BUILD_ROW_SKETCHES_TEAM_HPP
/// \file
/// \brief HyperLogLog sketches of B's rows by lane groups.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../sketch/hyperloglog.hpp"
#include "../../sketch/sketch_rows.hpp"

namespace Ocean::Impl {

/// \brief A group of up to \p Width lanes sketches a row of B; the team shares long rows.
/// Shapes  row_map_b [num_rows + 1], entries_b [nnz(B)], sketches [num_rows * NumRegisters] (out, 16-byte aligned)
/// Pre     the row map is valid; sketches need not be cleared
/// Launch  num_registers words of scratch for each group (bytes where a group is one thread), and for the team;
///         groups of several lanes and the team update the words by atomic maxima
/// Cost    one read of B's columns, NumRegisters bytes written per row
/// Source  [FFGM07]
template <int NumRegisters, int Width, class RowMap, class Entries, class Sketches>
struct BuildRowSketches {
  static constexpr int max_team_size = HllTuning{}.lanes_team_size;
  static constexpr int registers_per_word = 4;
  static constexpr int bits_per_register = 8;
  RowMap row_map_b;
  Entries entries_b;
  Sketches sketches;
  SketchRows rows;

  /// Scratch of a group of \p lanes lanes.
  KOKKOS_FUNCTION static constexpr std::size_t group_scratch_bytes(int lanes) {
    return NumRegisters * (lanes == 1 ? sizeof(std::uint8_t) : sizeof(std::uint32_t));
  }
  static constexpr std::size_t team_scratch_bytes = NumRegisters * sizeof(std::uint32_t);

  /// \brief Packs four registers, one per word, into one word.
  KOKKOS_FUNCTION static std::uint32_t pack(const std::uint32_t* words) {
    std::uint32_t packed = 0;
    for (int part = 0; part < registers_per_word; ++part) packed |= words[part] << (bits_per_register * part);
    return packed;
  }

  KOKKOS_FUNCTION std::uint32_t* sketch_words(count_type row) const {
    return reinterpret_cast<std::uint32_t*>(sketches.data() + row * NumRegisters);
  }

  /// \brief One thread alone: bytes, no atomics.
  KOKKOS_FUNCTION void build_alone(count_type row, std::uint8_t* registers) const {
    for (int index = 0; index < NumRegisters; ++index) registers[index] = 0;
    for (auto entry = row_map_b(row); entry < row_map_b(row + 1); ++entry)
      insert_column<NumRegisters>(registers, entries_b(entry));
    for (int index = 0; index < NumRegisters; ++index) sketches(row * NumRegisters + index) = registers[index];
  }

  /// \brief Threads together: \p Lanes has rank(), size() and barrier().
  template <class Atomics, class Lanes>
  KOKKOS_FUNCTION void build_together(count_type row, const Lanes& lanes, std::uint32_t* words) const {
    for (int index = lanes.rank(); index < NumRegisters; index += lanes.size()) words[index] = 0;
    lanes.barrier();
    const auto end = static_cast<count_type>(row_map_b(row + 1));
    for (auto entry = static_cast<count_type>(row_map_b(row)) + lanes.rank(); entry < end; entry += lanes.size()) {
      const std::uint32_t hash = hash_column(entries_b(entry));
      Atomics::max(words + register_index<NumRegisters>(hash), register_rank<NumRegisters>(hash));
    }
    lanes.barrier();
    std::uint32_t* const target = sketch_words(row);
    for (int word = lanes.rank(); word < NumRegisters / registers_per_word; word += lanes.size())
      target[word] = pack(words + word * registers_per_word);
    lanes.barrier();
  }

  /// \brief All threads of a team as lanes.
  template <class Team>
  struct TeamLanes {
    const Team& team;
    KOKKOS_FUNCTION int rank() const { return team.thread_rank(); }
    KOKKOS_FUNCTION int size() const { return team.num_threads(); }
    KOKKOS_FUNCTION void barrier() const { team.barrier(); }
  };

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto group = team.template group<Width>();
    using group_type = std::remove_const_t<decltype(group)>;
    constexpr int lanes = group_lanes_v<group_type, Width>;
    using atomics = typename Team::atomics;
    const std::size_t own_scratch = team_scratch_bytes + team.template group_rank<Width>() * group_scratch_bytes(lanes);
    rows.template for_each<Width>(
        team, [&](count_type row) { return static_cast<count_type>(row_map_b(row + 1) - row_map_b(row)); },
        [&](count_type row) {
          if constexpr (lanes == 1)
            build_alone(row, team.template scratch<std::uint8_t>(own_scratch));
          else
            build_together<atomics>(row, group, team.template scratch<std::uint32_t>(own_scratch));
        },
        [&](count_type row) {
          build_together<atomics>(row, TeamLanes<Team>{team}, team.template scratch<std::uint32_t>());
        });
  }
};

/// \brief Launches BuildRowSketches with groups of \p Width lanes on \p exec; returns without a fence.
template <int NumRegisters, int Width, TeamLauncher Launcher, class OperandB, class Sketches>
void build_row_sketches_team(const Launcher& launcher, const OperandB& b, const Sketches& sketches,
                             const HllTuning& tuning) {
  using functor_type =
      BuildRowSketches<NumRegisters, Width, typename OperandB::row_map_type, typename OperandB::entries_type, Sketches>;
  const int lanes = Launcher::has_lanes ? Width : 1;
  const SketchLaunch plan = make_sketch_launch<Width>(
      launcher, "Ocean::size_prediction::build_row_sketches", b.num_rows, tuning.long_b_row_entries,
      functor_type::group_scratch_bytes(lanes), functor_type::team_scratch_bytes, tuning);
  launcher.launch(plan.launch, functor_type{b.row_map, b.entries, sketches, plan.rows});
}

}  // namespace Ocean::Impl

#endif
