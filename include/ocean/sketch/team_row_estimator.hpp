#ifndef OCEAN_SKETCH_TEAM_ROW_ESTIMATOR_HPP
#define OCEAN_SKETCH_TEAM_ROW_ESTIMATOR_HPP
/// \file
/// \brief Merges sketches by groups of lanes with 16-byte loads, several rows of B at once.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "../backend/lane_ops.hpp"
#include "../backend/team_context.hpp"
#include "row_estimator.hpp"
#include "sketch_rows.hpp"

namespace Ocean::Impl {

/// \brief What one lane loads of a sketch at once: 16 registers.
struct alignas(16) SketchSlice {
  static constexpr int num_words = 4;
  static constexpr int num_registers = 16;
  std::uint32_t words[num_words];
};

/// \brief Register-wise maximum of slices.
///
/// Bytes are compared as 16-bit halves: the even bytes alone, and the odd bytes on top of even ones, which cannot
/// change the order of the odd ones. No rank reaches the sign bit of a half.
template <class ExecutionSpace>
class SliceMaximum {
 public:
  KOKKOS_FUNCTION void insert(const SketchSlice& slice) {
    for (int word = 0; word < SketchSlice::num_words; ++word) {
      m_even[word] = LaneOps<ExecutionSpace>::max_u16x2(m_even[word], slice.words[word] & even_bytes);
      m_odd[word] = LaneOps<ExecutionSpace>::max_u16x2(m_odd[word], slice.words[word]);
    }
  }
  KOKKOS_FUNCTION SketchSlice slice() const {
    SketchSlice packed;
    for (int word = 0; word < SketchSlice::num_words; ++word)
      packed.words[word] = m_even[word] | (m_odd[word] & ~even_bytes);
    return packed;
  }

 private:
  static constexpr std::uint32_t even_bytes = 0x00FF00FFu;
  std::uint32_t m_even[SketchSlice::num_words] = {};
  std::uint32_t m_odd[SketchSlice::num_words] = {};
};

/// \brief Estimates rows in a team kernel. A group of \p Width lanes has NumRegisters / 16 lanes for a sketch, and so
/// Width * 16 / NumRegisters rows of B in flight at the same time; each lane loads its slices of a whole chunk of A's
/// entries before it combines them. On the portable path a thread is a group and takes the slices in turn. Scratch one
/// sketch for each group (long rows only)
template <class ExecutionSpace, int Width, class Estimator>
struct TeamRowEstimator {
  static constexpr int num_registers = Estimator::num_registers;
  static constexpr int num_slices = num_registers / SketchSlice::num_registers;
  static constexpr std::size_t group_scratch_bytes = num_registers;
  Estimator estimator;

  /// Lanes of a group that share the sketch of one row of B.
  template <class Group>
  static constexpr int slice_lanes_v =
      group_lanes_v<Group, Width> < num_slices ? group_lanes_v<Group, Width> : num_slices;

  KOKKOS_FUNCTION const SketchSlice& slice_of(count_type inner, int slice) const {
    return reinterpret_cast<const SketchSlice*>(estimator.sketches.data())[inner * num_slices + slice];
  }

  /// \brief Entries of A that a group visits: chunks of one entry per lane, \p stride apart.
  struct Chunks {
    count_type first, end, stride;
  };

  /// \brief Maximum over \p chunks of slice \p slice, in every lane that owns it; \p longest grows to the longest row
  /// of B that this lane has looked up.
  template <class Group>
  KOKKOS_FUNCTION SketchSlice merge_slice(const Group& group, const Chunks& chunks, int slice,
                                          count_type& longest) const {
    constexpr int lanes = group_lanes_v<Group, Width>;
    constexpr int slice_lanes = slice_lanes_v<Group>;
    constexpr int rows_at_once = lanes / slice_lanes;
    SliceMaximum<ExecutionSpace> merged;
    for (count_type chunk = chunks.first; chunk < chunks.end; chunk += chunks.stride) {
      // Lanes beyond the row's end repeat its last entry, which changes no maximum.
      const auto mine = estimator.entries_a(Kokkos::min(chunk + group.rank(), chunks.end - 1));
      longest = Kokkos::max(longest, estimator.b_row_length(mine));
      SketchSlice loaded[slice_lanes];
      for (int step = 0; step < slice_lanes; ++step) {
        const auto inner = group.broadcast(mine, step * rows_at_once + group.rank() / slice_lanes);
        loaded[step] = chunk + step * rows_at_once < chunks.end ? slice_of(inner, slice) : SketchSlice{};
      }
      for (int step = 0; step < slice_lanes; ++step) merged.insert(loaded[step]);
    }
    for (int mask = slice_lanes; mask < lanes; mask *= 2) {
      SketchSlice other = merged.slice();
      for (std::uint32_t& word : other.words) word = group.exchange(word, mask);
      merged.insert(other);
    }
    return merged.slice();
  }

  KOKKOS_FUNCTION static void add_slice(RegisterSums& sums, const SketchSlice& slice) {
    for (const std::uint32_t word : slice.words) sums.add_word(word);
  }

  /// \brief Sums of the whole sketch from the sums of each lane's slice.
  template <class Group>
  KOKKOS_FUNCTION static RegisterSums sum_slices(const Group& group, RegisterSums sums) {
    for (int mask = 1; mask < slice_lanes_v<Group>; mask *= 2) {
      const RegisterSums other{group.exchange(sums.inverse_powers, mask), group.exchange(sums.num_zero, mask)};
      sums.add(other);
    }
    return sums;
  }

  /// \brief Size of \p row, computed by one group and returned to all its lanes.
  template <class Group>
  KOKKOS_FUNCTION count_type estimate(const Group& group, count_type row) const {
    if (!estimator.needs_estimate(row)) return estimator.upper_bound(row);
    constexpr int lanes = group_lanes_v<Group, Width>;
    constexpr int slice_lanes = slice_lanes_v<Group>;
    const Chunks chunks{static_cast<count_type>(estimator.row_map_a(row)),
                        static_cast<count_type>(estimator.row_map_a(row + 1)), lanes};
    RegisterSums sums;
    count_type longest = 0;
    for (int first_slice = 0; first_slice < num_slices; first_slice += slice_lanes)
      add_slice(sums, merge_slice(group, chunks, first_slice + group.rank() % slice_lanes, longest));
    return estimator.bounded_estimate(row, sum_slices(group, sums), group.max(longest));
  }

  /// \brief Size of a long \p row, computed by all threads of a team; the threads of the first group get it.
  template <class Team>
  KOKKOS_FUNCTION count_type estimate_by_team(const Team& team, count_type row) const {
    if (!estimator.needs_estimate(row)) return estimator.upper_bound(row);
    const auto group = team.template group<Width>();
    using group_type = std::remove_const_t<decltype(group)>;
    constexpr int lanes = group_lanes_v<group_type, Width>;
    constexpr int slice_lanes = slice_lanes_v<group_type>;
    const int num_groups = team.template num_groups<Width>();
    const int my_group = team.template group_rank<Width>();
    const Chunks chunks{static_cast<count_type>(estimator.row_map_a(row)) + my_group * lanes,
                        static_cast<count_type>(estimator.row_map_a(row + 1)),
                        static_cast<count_type>(num_groups) * lanes};
    SketchSlice* const merged = team.template scratch<SketchSlice>();
    count_type longest = 0;
    for (int first_slice = 0; first_slice < num_slices; first_slice += slice_lanes) {
      const int slice = first_slice + group.rank() % slice_lanes;
      const SketchSlice mine = merge_slice(group, chunks, slice, longest);
      if (group.rank() < slice_lanes) merged[my_group * num_slices + slice] = mine;
    }
    longest = team.max(longest);
    team.barrier();
    RegisterSums sums;
    if (my_group == 0)
      for (int first_slice = 0; first_slice < num_slices; first_slice += slice_lanes) {
        SliceMaximum<ExecutionSpace> all;
        for (int other = 0; other < num_groups; ++other)
          all.insert(merged[other * num_slices + first_slice + group.rank() % slice_lanes]);
        add_slice(sums, all.slice());
      }
    team.barrier();
    return my_group == 0 ? estimator.bounded_estimate(row, sum_slices(group, sums), longest) : 0;
  }
};

}  // namespace Ocean::Impl

#endif
