#ifndef OCEAN_KERNELS_NUMERIC_HASH_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_HASH_ROWS_HPP
/// \file
/// \brief Hash accumulation: keys in scratch, values beside them or in global memory, then an indirect sort.

#include "../../accumulators/hash_insertion.hpp"
#include "../../accumulators/shared_products.hpp"
#include "../../accumulators/sort_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Where the values of a hash table live.
enum class HashValues { scratch, global };

/// \brief Adds the products of a row up in a hash table keyed by column - first column, sorts and writes the row.
///
/// Where a group owns the row and the rows of B hold no column twice, the values need no atomics.
/// Launch  a group of Width lanes per row, or a team for Width == 0; config.row_bytes of scratch per row; with
///         HashValues::global teams walk through the rows with a table of config.hash_capacity values each
/// Cost    one walk over the products; distinct * log2(distinct)^2 / 4 comparisons to sort
/// Source  [LG26] section 3.3 (hash and hybrid), 4.2 (indirect sort), 3.2 (overflow)
template <int Width, HashValues Where, class PassData>
struct HashRows {
  static constexpr int max_team_size = Width == 0 ? largest_team_size : multi_row_team_size;
  static constexpr int min_teams_per_unit = Width == 0 ? 1 : multi_row_teams_per_unit;
  static constexpr bool team_owns_row = Width == 0;
  using column_type = typename PassData::column_type;
  using scalar_type = typename PassData::scalar_type;
  static_assert(!PassData::with_values || bucket_slots * sizeof(scalar_type) % alignof(HashBucket) == 0,
                "buckets lie behind the sums");
  PassData pass;
  typename PassData::template view_type<scalar_type> global_values;  ///< HashValues::global: a table per team
  double hash_fill;

  /// \brief Scratch of one row.
  struct Row {
    count_type* begin;    ///< first slot of the row in the output, once it is claimed
    unsigned* num_words;  ///< columns gathered for the sort
    HashTable table;
    std::uint32_t* slots;  ///< of the gathered columns, where they do not fit the words
    std::uint32_t* end;    ///< of this scratch
    scalar_type* sums;
    count_type first_column;
    unsigned keys_max;
    std::uint32_t rounds_max;
  };

  template <class Team>
  KOKKOS_FUNCTION Row layout(const Team& team, count_type row, int slot) const {
    const std::size_t base = static_cast<std::size_t>(slot) * pass.config.row_bytes;
    Row scratch;
    scratch.begin = team.template scratch<count_type>(base);
    scratch.num_words = team.template scratch<unsigned>(base + sizeof(count_type));
    scratch.first_column = pass.row_range(row).first;
    const auto capacity = static_cast<std::uint32_t>(pass.config.hash_capacity);
    scratch.keys_max = static_cast<unsigned>(hash_fill * static_cast<double>(capacity)) + 1;
    std::uint32_t* keys;
    if constexpr (PassData::with_values && Where == HashValues::scratch) {
      scratch.sums = team.template scratch<scalar_type>(base + team_counter_bytes);
      keys = reinterpret_cast<std::uint32_t*>(scratch.sums + capacity);
    } else {
      scratch.sums = global_values.data() + team.league_rank() * pass.config.hash_capacity;
      keys = team.template scratch<std::uint32_t>(base + team_counter_bytes);
    }
    scratch.table = HashTable::make(keys, capacity);
    scratch.rounds_max = scratch.table.choose_rounds_max(pass.may_overflow);
    scratch.slots = scratch.table.keys + capacity;
    scratch.end = team.template scratch<std::uint32_t>(base + pass.config.row_bytes);
    return scratch;
  }

  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes, const Row& scratch) const {
    for (std::uint32_t slot = lanes.rank(); slot < scratch.table.capacity(); slot += lanes.size()) {
      scratch.table.keys[slot] = HashTable::empty_key;
      if constexpr (PassData::with_values) scratch.sums[slot] = scalar_type(0);
    }
    if (lanes.rank() == 0) *scratch.num_words = 0;
    lanes.barrier();
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION InsertedKeys accumulate(const Team& team, const Lanes& lanes, count_type row,
                                          const Row& scratch) const {
    constexpr bool with_values = PassData::with_values;
    const bool exclusive = !team_owns_row && columns_differ(lanes.size(), pass.lanes_per_b_row, pass.b_rows_sorted);
    InsertedKeys inserted;
    const HashInsertion<typename Team::atomics, scalar_type, with_values> body{scratch.table, scratch.sums,
                                                                               scratch.rounds_max, exclusive, inserted};
    if constexpr (team_owns_row)
      for_each_product<scalar_type, with_values>(team, pass.problem, a_row(pass.problem, row), scratch.first_column,
                                                 pass.lanes_per_b_row, pass.b_rows_uneven, body);
    else
      for_each_product_of_group<scalar_type, with_values>(lanes, pass.problem, a_row(pass.problem, row),
                                                          scratch.first_column, pass.lanes_per_b_row, body);
    lanes.barrier();
    return {lanes.sum(inserted.num_keys), lanes.any(inserted.has_failed != 0) ? 1u : 0u};
  }

  template <class Lanes>
  KOKKOS_FUNCTION void write(const Lanes& lanes, const Row& scratch, const SlotPacking& packing, int distinct,
                             count_type begin) const {
    using column_c_type = typename decltype(pass.entries)::non_const_value_type;
    const std::uint32_t slot_mask = (std::uint32_t(1) << packing.slot_bits) - 1;
    for (int entry = lanes.rank(); entry < distinct; entry += lanes.size()) {
      const std::uint32_t word = scratch.table.keys[entry];
      const std::uint32_t key = packing.packed() ? word >> packing.slot_bits : word;
      const std::uint32_t slot = packing.packed() ? word & slot_mask : scratch.slots[entry];
      pass.entries(begin + entry) = static_cast<column_c_type>(scratch.first_column + key);
      pass.values(begin + entry) = scratch.sums[slot];
    }
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const count_type row = pass.row_at(position);
    const Row scratch = layout(team, row, slot);
    clear(lanes, scratch);
    const InsertedKeys inserted = accumulate(team, lanes, row, scratch);
    const unsigned num_keys = inserted.num_keys;
    bool overflows = inserted.has_failed != 0 || num_keys > scratch.keys_max || num_keys > pass.capacity_of(position);
    if constexpr (PassData::with_values) {
      if (!overflows) {
        const SlotPacking packing = SlotPacking::make(pass.row_range(row).width() - 1, scratch.table.capacity() - 1);
        gather_keys<typename Team::atomics>(lanes, scratch.table, scratch.slots, scratch.num_words, packing);
        if (pass.sorted_output)
          sort_gathered<Width>(
              lanes, packing.words_to_sort(scratch.table.keys, scratch.slots, scratch.end, static_cast<int>(num_keys)));
        const count_type begin = find_room(team, lanes, pass, position, num_keys, scratch.begin);
        overflows = begin == no_room;
        if (!overflows) write(lanes, scratch, packing, static_cast<int>(num_keys), begin);
      }
    }
    if (lanes.rank() == 0) {
      if (overflows)
        pass.note_overflow(team, row);
      else
        pass.row_nnz(row) = num_keys;
    }
    lanes.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<Width>(team);
    if constexpr (Where == HashValues::global) {
      const count_type num_teams = global_values.extent(0) / pass.config.hash_capacity;
      for (count_type position = team.league_rank(); position < pass.num_rows; position += num_teams)
        compute(team, lanes, position, 0);
    } else {
      for_each_row_of_team<Width>(team, pass,
                                  [&](count_type position, int slot) { compute(team, lanes, position, slot); });
    }
  }
};

/// \brief Launches HashRows with values in scratch on \p exec; returns without a fence.
template <int Width, TeamLauncher Launcher, class PassData>
void hash_rows(const Launcher& launcher, const PassData& pass, double hash_fill) {
  launch_over_rows(launcher, "Ocean::numeric::hash_rows",
                   HashRows<Width, HashValues::scratch, PassData>{pass, {}, hash_fill});
}

}  // namespace Ocean::Impl

#endif
