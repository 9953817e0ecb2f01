#ifndef OCEAN_TUNING_ACCUMULATOR_KINDS_HPP
#define OCEAN_TUNING_ACCUMULATOR_KINDS_HPP
/// \file
/// \brief The accumulators: what each of them is, and its switches.
///
/// An accumulator combines three choices: a structure that finds the columns of a row of C, an owner that works on the
/// row, and the memory in which its values are added up. Structures, each with its switch in AccumulatorSwitches:
///
/// - merge: one thread merges the rows of B that the row of A selects, without atomics or searches: the fewest
///   instructions where all rows of A are similarly short and lie near each other. Used for all rows of a product or
///   none (choose_merge_class()), because a row that takes long holds up the others of its warp. Needs rows of B that
///   are strictly ascending.
/// - sort (`esc`): the products are expanded, sorted and summed in runs. Costs a sorting network of log2^2(products)
///   steps, in registers and without atomics; wins up to 128 products, and up to 1024 where neither a bitmap nor words
///   suit the row and few products meet in a column (sorted_speed, sorted_compression_max), or up to 4096 by a team
///   where its bitmap would be large, too (sorted_team_words_per_product); needs columns that fit in a word with a
///   position.
/// - hash: a table of columns, probed linearly. Costs some probes per product and a sort of the columns found; memory
///   and time grow with the row's entries, whatever its span, so it takes the rows that no other structure can; if the
///   size was estimated too small, the row overflows. Needs columns that fit 32 bits.
/// - words: those words of a bitmap that are not empty, in a hash table while rows are counted. If that has found
///   them, a directory gives the place of a product in two or three reads. Wins where the columns of a long span lie in
///   clusters: fewer words than columns, and no sort of these.
/// - pages of a bitmap: those of 128 columns that have some, and a directory of all in the span. For counting: neither
///   probes nor sorts. Wins where a bitmap would leave few teams, and the directory is short for the row's products
///   (span_pages_per_product).
/// - ranked bitmap: a bit for every column of the row's span; one pass over the products sets the bits, ranks are found
///   by counting bits, a second pass adds each product at its rank. Neither probes nor sorts; wins where a row has
///   enough products for its span (bitmap_words_per_product); needs scratch for the span's bits. `parted_ranked` adds
///   the values up one part of the columns after the other, for rows with more of them than scratch has room for;
///   `hybrid_ranked` adds in the output, which is faster than scratch where many additions meet in one entry;
///   `split_ranked` also has its bitmap in global memory, for rows that would keep one team busy longer than all other
///   rows keep the device.
/// - dense window: a value for every column of the span. One pass, no ranks; wins where the row fills its span
///   (window_columns_per_product); needs scratch for the span's values. `windows` handles spans of any length, one
///   window after the other; every window reads B's rows again, so it is the last resort.
///
/// accumulator_choices has the three of every kind that is compiled in.

#include "../../Ocean_SpGEMMOptions.hpp"

namespace Ocean::Impl {

/// \brief What holds the entries of a row of C while it is computed.
enum class AccumulatorKind {
  none,           ///< rows without products
  follower,       ///< rows that are computed with the first of their supernode
  merge,          ///< merge of sorted rows of B: a thread per row
  esc,            ///< expand, sort, compress: a group of lanes per row
  supernode,      ///< ranked bitmap, a team for rows of a supernode
  multi_row,      ///< ranked bitmap, a group of lanes per row: several rows share a team
  multi_hash,     ///< hash table, a group of lanes per row: several rows share a team
  multi_words,    ///< words of a bitmap that are not empty, a group of lanes per row: several rows share a team
  multi_pages,    ///< pages of a bitmap that have columns, a group of lanes per row: several rows share a team
  dense,          ///< window of values over the row's columns
  ranked,         ///< bitmap over the row's columns, values packed by rank
  hash,           ///< hash table in scratch
  parted_ranked,  ///< bitmap over the row's columns, values packed by rank in one part of them after the other
  hybrid_hash,    ///< keys in scratch, values in global memory
  hybrid_ranked,  ///< bitmap in scratch, values at their position in the output
  split_ranked,   ///< bitmap in global memory, values at their position in the output: several teams per row
  windows         ///< dense windows, one after the other: rows of any length
};

/// \brief What finds the columns of a row of C.
enum class AccumulatorStructure { none, merge, sort, hash, words, pages, ranked, dense };

/// \brief What works on a row.
enum class RowOwner {
  nobody,          ///< nothing is left to do
  lane,            ///< a thread
  lanes,           ///< a group of lanes: several rows share a team
  team,            ///< a team; where values are in global memory, for rows one after the other
  supernode_team,  ///< a team for all rows with the same columns of A
  part_teams,      ///< a team for a part of the row of A
  window_team      ///< a team for a window of the row
};

/// \brief Where the values of a row are added up.
enum class ValuePlace { nowhere, registers, scratch, scratch_in_parts, output, global };

/// \brief The name of a kind, and its three choices.
struct AccumulatorChoices {
  const char* name;
  AccumulatorStructure structure;
  RowOwner owner;
  ValuePlace values;
};

/// Of every AccumulatorKind, in their order.
inline constexpr AccumulatorChoices accumulator_choices[] = {
    {"empty", AccumulatorStructure::none, RowOwner::nobody, ValuePlace::nowhere},
    {"follower", AccumulatorStructure::none, RowOwner::nobody, ValuePlace::nowhere},
    {"merge", AccumulatorStructure::merge, RowOwner::lane, ValuePlace::registers},
    {"esc", AccumulatorStructure::sort, RowOwner::lanes, ValuePlace::registers},
    {"supernode", AccumulatorStructure::ranked, RowOwner::supernode_team, ValuePlace::scratch},
    {"multi_row", AccumulatorStructure::ranked, RowOwner::lanes, ValuePlace::scratch},
    {"multi_hash", AccumulatorStructure::hash, RowOwner::lanes, ValuePlace::scratch},
    {"multi_words", AccumulatorStructure::words, RowOwner::lanes, ValuePlace::scratch},
    {"multi_pages", AccumulatorStructure::pages, RowOwner::lanes, ValuePlace::scratch},
    {"dense", AccumulatorStructure::dense, RowOwner::team, ValuePlace::scratch},
    {"ranked", AccumulatorStructure::ranked, RowOwner::team, ValuePlace::scratch},
    {"hash", AccumulatorStructure::hash, RowOwner::team, ValuePlace::scratch},
    {"parted_ranked", AccumulatorStructure::ranked, RowOwner::team, ValuePlace::scratch_in_parts},
    {"hybrid_hash", AccumulatorStructure::hash, RowOwner::team, ValuePlace::global},
    {"hybrid_ranked", AccumulatorStructure::ranked, RowOwner::team, ValuePlace::output},
    {"split_ranked", AccumulatorStructure::ranked, RowOwner::part_teams, ValuePlace::output},
    {"windows", AccumulatorStructure::dense, RowOwner::window_team, ValuePlace::scratch},
};

constexpr const AccumulatorChoices& choices_of(AccumulatorKind kind) {
  return accumulator_choices[static_cast<int>(kind)];
}

inline const char* to_string(AccumulatorKind kind) { return choices_of(kind).name; }

/// \brief True for the tables whose size may be an estimate, which a row may outgrow.
constexpr bool may_overflow(AccumulatorKind kind) {
  const AccumulatorChoices& choices = choices_of(kind);
  return choices.structure == AccumulatorStructure::words || choices.structure == AccumulatorStructure::pages ||
         (choices.structure == AccumulatorStructure::hash && choices.values == ValuePlace::scratch);
}

/// \brief Whether \p switches allow a kind: there is one for every structure, and for special owners and memories.
/// Windows are always allowed, as the last resort.
constexpr bool is_allowed(AccumulatorKind kind, const AccumulatorSwitches& switches) {
  const AccumulatorChoices& choices = choices_of(kind);
  const bool in_scratch = choices.values == ValuePlace::scratch || choices.values == ValuePlace::scratch_in_parts;
  if (choices.owner == RowOwner::supernode_team && !switches.supernodes) return false;
  if (choices.owner == RowOwner::lanes && in_scratch && !switches.multi_row) return false;
  switch (choices.structure) {
    case AccumulatorStructure::none: return true;
    case AccumulatorStructure::merge: return switches.merge;
    case AccumulatorStructure::sort: return switches.esc;
    case AccumulatorStructure::words: return switches.hash && switches.ranked;
    case AccumulatorStructure::pages: return switches.ranked;
    case AccumulatorStructure::hash: return in_scratch ? switches.hash : switches.hybrid_hash;
    case AccumulatorStructure::ranked: return switches.ranked && (in_scratch || switches.hybrid_hash);
    case AccumulatorStructure::dense: return switches.dense || choices.owner == RowOwner::window_team;
  }
  return false;
}

}  // namespace Ocean::Impl

#endif
