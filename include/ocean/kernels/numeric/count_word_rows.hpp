#ifndef OCEAN_KERNELS_NUMERIC_COUNT_WORD_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_COUNT_WORD_ROWS_HPP
/// \file
/// \brief Counts rows whose columns lie far apart: those words of their bitmap that are not empty, in a hash table.

#include "../../accumulators/sort_words.hpp"
#include "../../accumulators/word_table.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Counts the columns of a row in a hash table of words of its bitmap, and stores the words in their order.
///
/// A row overflows if its words do not fit the table. Words are stored only if all of them fit the list, and the
/// accumulating pass has scratch for them.
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
    auto* const slots = team.template scratch<BitmapWord>(base + team_counter_bytes);
    auto* const list = reinterpret_cast<std::uint32_t*>(slots + capacity);
    WordSet set{slots, capacity};
    set.clear(lanes);
    lanes.barrier();
    const auto range = pass.row_range(row);
    const count_type begin = bitmap_begin(range.first);
    std::uint32_t failures = 0;
    for_each_product_of_group<typename PassData::scalar_type, false>(
        lanes, pass.problem, a_row(pass.problem, row), begin, pass.lanes_per_b_row,
        WordInsertion<WordSet, typename PassData::problem_type, typename Team::atomics>{set, failures});
    lanes.barrier();
    const auto last = static_cast<std::uint64_t>((range.last - begin) / bitmap_word_columns);
    const SlotPacking packing = SlotPacking::make(last, capacity - 1);
    const WordCounts counts = set.gather(lanes, packing, list, list_room());
    const bool has_failed = lanes.any(failures != 0);
    if (lanes.rank() == 0) {
      if (has_failed)
        pass.note_overflow(team, row);
      else
        pass.row_nnz(row) = counts.columns;
    }
    if (!has_failed && counts.words <= list_room() && are_words_kept(pass.found, counts, range.width())) {
      lanes.barrier();
      store(team, lanes, row, set, packing, counts.words, list, team.template scratch<count_type>(base));
    }
    lanes.barrier();
  }

  /// \brief Words that the list behind the table has room for, as counted_word_slot_bytes says.
  KOKKOS_FUNCTION int list_room() const { return static_cast<int>(pass.config.hash_capacity / slots_per_word); }

  /// \param list  positions of the words with their slots
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void store(const Team& team, const Lanes& lanes, count_type row, const WordSet& set,
                             const SlotPacking& packing, int num_words, std::uint32_t* list, count_type* shared) const {
    sort_gathered<multi_row_group_width>(lanes, packing.words_to_sort(list, nullptr, nullptr, num_words));
    const count_type begin = claim_words(team, lanes, pass.found, row, num_words, shared);
    if (begin < 0) return;
    const std::uint32_t slot_mask = (std::uint32_t(1) << packing.slot_bits) - 1;
    for (int word = lanes.rank(); word < num_words; word += lanes.size()) {
      const std::uint32_t packed = list[word];
      pass.found.words(begin + word) = {packed >> packing.slot_bits, set.slots[packed & slot_mask].bits};
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
