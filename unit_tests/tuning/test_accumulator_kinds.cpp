// backends: Serial
/// \file
/// \brief The three choices behind every kind, and what each switch takes away.

#include "ocean/tuning/accumulator_kinds.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <string>
#include <tuple>

namespace {

using namespace Ocean::Impl;
using Ocean::AccumulatorSwitches;
using kind_set = std::set<std::string>;

/// Names of the kinds that \p switches leave.
kind_set allowed_kinds(const AccumulatorSwitches& switches) {
  kind_set names;
  for (int kind = 0; kind <= static_cast<int>(AccumulatorKind::windows); ++kind)
    if (is_allowed(static_cast<AccumulatorKind>(kind), switches))
      names.insert(to_string(static_cast<AccumulatorKind>(kind)));
  return names;
}
/// Those that \p switches take away.
kind_set without(const AccumulatorSwitches& switches) {
  kind_set gone = allowed_kinds({});
  for (const std::string& name : allowed_kinds(switches)) gone.erase(name);
  return gone;
}

TEST(AccumulatorKinds, DifferInOneOfTheirThreeChoices) {
  std::set<std::tuple<int, int, int>> choices;
  std::set<std::string> names;
  const int first = static_cast<int>(AccumulatorKind::merge), last = static_cast<int>(AccumulatorKind::windows);
  for (int kind = first; kind <= last; ++kind) {
    const auto& of_kind = choices_of(static_cast<AccumulatorKind>(kind));
    choices.emplace(static_cast<int>(of_kind.structure), static_cast<int>(of_kind.owner),
                    static_cast<int>(of_kind.values));
    names.insert(of_kind.name);
  }
  EXPECT_EQ(static_cast<int>(choices.size()), last - first + 1);
  EXPECT_EQ(static_cast<int>(names.size()), last - first + 1);
  EXPECT_EQ(std::size(accumulator_choices), static_cast<std::size_t>(last) + 1);
}

TEST(AccumulatorKinds, EverySwitchTakesAwayWhatItNames) {
  EXPECT_EQ(allowed_kinds({}).size(), std::size(accumulator_choices));
  EXPECT_EQ(without({.hash = false}), (kind_set{"hash", "multi_hash", "multi_words"}));
  EXPECT_EQ(without({.hybrid_hash = false}), (kind_set{"hybrid_hash", "hybrid_ranked", "split_ranked"}));
  EXPECT_EQ(without({.dense = false}), (kind_set{"dense"}));
  EXPECT_EQ(without({.ranked = false}), (kind_set{"supernode", "multi_row", "multi_words", "multi_pages", "ranked",
                                                  "parted_ranked", "hybrid_ranked", "split_ranked"}));
  EXPECT_EQ(without({.merge = false}), (kind_set{"merge"}));
  EXPECT_EQ(without({.esc = false}), (kind_set{"esc"}));
  EXPECT_EQ(without({.multi_row = false}), (kind_set{"multi_row", "multi_hash", "multi_words", "multi_pages"}));
  EXPECT_EQ(without({.supernodes = false}), (kind_set{"supernode"}));
}

TEST(AccumulatorKinds, OnlyTablesInScratchMayOverflow) {
  kind_set names;
  for (int kind = 0; kind <= static_cast<int>(AccumulatorKind::windows); ++kind)
    if (may_overflow(static_cast<AccumulatorKind>(kind))) names.insert(to_string(static_cast<AccumulatorKind>(kind)));
  EXPECT_EQ(names, (kind_set{"hash", "multi_hash", "multi_words", "multi_pages"}));
}

}  // namespace
