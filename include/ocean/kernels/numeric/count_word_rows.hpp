#ifndef OCEAN_KERNELS_NUMERIC_COUNT_WORD_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_COUNT_WORD_ROWS_HPP
/// \file
/// \brief Counts rows whose columns lie far apart: those words of their bitmap that are not empty, in a hash table.

#include "../../accumulators/hash_table.hpp"
#include "../../accumulators/sort_words.hpp"
#include "../../accumulators/word_table.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Counts the columns of a row in a hash table of words of its bitmap, and stores the words in their order.
///
/// A row overflows if its words do not fit the table. Words are stored only if the accumulating pass has a table for
/// them.
/// Pre     config.hash_capacity slots, whose numbers and the positions of the row's words fit one word of 32 bits
/// Launch  a group of lanes per row; config.row_bytes of scratch per row
/// Cost    one walk over the columns of B; if the words are stored, a sort of them
template <class PassData>
struct CountWordRows {
  static constexpr int max_team_size = multi_row_team_size;
  static constexpr int min_teams_per_unit = multi_row_teams_per_unit;
  PassData pass;

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const count_type row = pass.row_at(position);
    const std::size_t base = static_cast<std::size_t>(slot) * pass.config.row_bytes;
    const auto capacity = static_cast<std::uint32_t>(pass.config.hash_capacity);
    auto* const positions = team.template scratch<std::uint32_t>(base + team_counter_bytes);
    const WordSet set{positions, positions + capacity, capacity};
    auto* const num_gathered = team.template scratch<unsigned>(base + sizeof(count_type));
    set.clear(lanes);
    if (lanes.rank() == 0) *num_gathered = 0;
    lanes.barrier();
    const auto range = pass.row_range(row);
    std::uint32_t failures = 0;
    for_each_product_of_group<char, false>(lanes, pass.problem, a_row(pass.problem, row), range.first,
                                           pass.lanes_per_b_row, WordInsertion<typename Team::atomics>{set, failures});
    lanes.barrier();
    const int distinct = set.count(lanes);
    const bool has_failed = lanes.any(failures != 0);
    if (lanes.rank() == 0) {
      if (has_failed)
        pass.note_overflow(team, row);
      else
        pass.row_nnz(row) = distinct;
    }
    if (!has_failed && pass.found.are_kept() && distinct < ranked_words_entries_end) {
      const SlotPacking packing =
          SlotPacking::make(static_cast<std::uint64_t>((range.width() - 1) / bitmap_word_columns), capacity - 1);
      gather_keys<typename Team::atomics>(lanes, HashTable::make(positions, capacity), nullptr, num_gathered, packing);
      const int num_words = static_cast<int>(*num_gathered);
      if (word_rows_bytes(distinct, pass.found.value_bytes, num_words) <= multi_words_bytes_max)
        store(team, lanes, row, set, packing, num_words, team.template scratch<count_type>(base));
    }
    lanes.barrier();
  }

  /// \param set  positions: those of the words with their slots
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void store(const Team& team, const Lanes& lanes, count_type row, const WordSet& set,
                             const SlotPacking& packing, int num_words, count_type* shared) const {
    sort_gathered<multi_row_group_width>(lanes, packing.words_to_sort(set.positions, nullptr, set.bits, num_words));
    const count_type begin = claim_words(team, lanes, pass.found, row, num_words, shared);
    if (begin < 0) return;
    const std::uint32_t slot_mask = (std::uint32_t(1) << packing.slot_bits) - 1;
    for (int word = lanes.rank(); word < num_words; word += lanes.size()) {
      const std::uint32_t packed = set.positions[word];
      pass.found.words(begin + word) = {packed >> packing.slot_bits, set.bits[packed & slot_mask]};
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<multi_row_group_width>(team);
    for_each_row_of_team<multi_row_group_width>(
        team, pass, [&](count_type position, int slot) { compute(team, lanes, position, slot); });
  }
};

/// \brief Launches CountWordRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void count_word_rows(const Launcher& launcher, const PassData& pass) {
  launch_row_pass<CountWordRows<PassData>>(launcher, "Ocean::numeric::count_word_rows", pass);
}

}  // namespace Ocean::Impl

#endif
