/// \file
/// \brief Staged rows copied by a group of lanes: several rows as one, and parts of a row, from both stagings.
// once: OpenMP

#include "ocean/kernels/compaction/row_copy.hpp"

#include <gtest/gtest.h>

#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/threaded_lanes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

using count_list = std::vector<count_type>;
using copy_type = Ocean::Impl::RowCopy<test_view<count_type>, test_view<int>, test_view<double>>;

inline constexpr int copy_width = 32;
inline constexpr count_type untouched = -7;

/// \brief The first group of a team copies all rows, as many at once as it has lanes.
struct CopyPieces {
  static constexpr int max_team_size = 64;
  copy_type copy;
  test_view<count_type> row_begin;
  count_type num_rows;

  template <class Lanes>
  KOKKOS_FUNCTION void copy_all(const Lanes& lanes) const {
    for (count_type first = 0; first < num_rows; first += lanes.size()) {
      const count_type row = first + lanes.rank();
      const bool has_row = row < num_rows;
      const count_type begin = has_row ? row_begin(row) : 0;
      const count_type length = has_row ? row_begin(row + 1) - begin : 0;
      int total = 0;
      copy_type::Piece mine;
      mine.place = lanes.exclusive_sum(static_cast<int>(length), total);
      mine.to = begin - mine.place;
      mine.from = has_row ? copy.staged.begin(row) - mine.place : 0;
      copy.copy_pieces(lanes, mine, total);
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.template group_rank<copy_width>() == 0) copy_all(team.template group<copy_width>());
  }
};

/// \brief The first group of a team copies the entries [begin, end) of C from \p slot on.
struct CopyEntries {
  static constexpr int max_team_size = 64;
  copy_type copy;
  count_type begin, end, slot;

  template <class Lanes>
  KOKKOS_FUNCTION void copy_all(const Lanes& lanes) const {
    copy.copy_entries(lanes, begin, end, slot);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.template group_rank<copy_width>() == 0) copy_all(team.template group<copy_width>());
  }
};

/// \brief A staging of \p num_slots slots and one of \p num_rerun more; the slot s has the column 10 s.
copy_type make_copy(const count_list& begin, int num_slots, int num_rerun, count_type num_entries) {
  std::vector<int> columns, rerun_columns;
  std::vector<double> values, rerun_values;
  for (int slot = 0; slot < num_slots + num_rerun; ++slot) {
    (slot < num_slots ? columns : rerun_columns).push_back(10 * slot);
    (slot < num_slots ? values : rerun_values).push_back(0.5 * slot);
  }
  const auto size = static_cast<std::size_t>(num_entries);
  return {{make_view(begin), make_view(columns), make_view(values), make_view(rerun_columns), make_view(rerun_values),
           num_slots},
          make_view(std::vector<int>(size, untouched)),
          make_view(std::vector<double>(size, untouched))};
}

/// \brief The slots that every entry of C comes from; untouched: none.
void expect_slots(const copy_type& copy, const count_list& slots) {
  std::vector<int> columns;
  std::vector<double> values;
  for (const count_type slot : slots) {
    columns.push_back(static_cast<int>(slot == untouched ? untouched : 10 * slot));
    values.push_back(slot == untouched ? untouched : 0.5 * static_cast<double>(slot));
  }
  EXPECT_EQ(to_vector(copy.entries), columns);
  EXPECT_EQ(to_vector(copy.values), values);
}

/// \brief Calls test(run) with run(kernel) by every launcher, and by eight lanes that are threads of a host.
template <class Space = test_exec_space, class Test>
void for_each_group(const Test& test) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    test([&](const auto& kernel) { launcher.launch({"Testing::copy_rows", 1, kernel.max_team_size, 0}, kernel); });
  });
  if constexpr (Ocean::Impl::is_host_space_v<Space>) {
    SCOPED_TRACE("lanes of the host");
    test([](const auto& kernel) { run_in_lanes<8>([&](const auto& lanes) { kernel.copy_all(lanes); }); });
  }
}

TEST(RowCopy, RowsByHand) {
  for_each_group([](const auto& run) {
    // rows of 2, 0, 1, 3 and 2 entries; rows 2 and 4 are in the second staging, which begins at slot 9
    const count_list row_begin{0, 2, 2, 3, 6, 8};
    const copy_type copy = make_copy({4, 5, 9, 6, 12}, 9, 5, 9);
    run(CopyPieces{copy, make_view(row_begin), 5});
    expect_slots(copy, {4, 5, 9, 6, 7, 8, 12, 13, untouched});
    const copy_type nothing = make_copy({}, 9, 0, 2);
    run(CopyPieces{nothing, make_view(count_list{0}), 0});
    expect_slots(nothing, {untouched, untouched});
  });
}

TEST(RowCopy, EntriesByHand) {
  for_each_group([](const auto& run) {
    const copy_type copy = make_copy({}, 4, 300, 300);
    run(CopyEntries{copy, 2, 5, 1});
    run(CopyEntries{copy, 6, 6, 0});
    run(CopyEntries{copy, 7, 8, 9});
    run(CopyEntries{copy, 100, 297, 4});
    count_list slots(300, untouched);
    slots[2] = 1, slots[3] = 2, slots[4] = 3, slots[7] = 9;
    for (std::size_t entry = 100; entry < 297; ++entry) slots[entry] = static_cast<count_type>(entry) - 96;
    expect_slots(copy, slots);
  });
}

/// Rows of every length around what a group has in flight, more of them than it has lanes, with and without gaps.
TEST(RowCopy, RandomRows) {
  for (const count_type longest : {1, 5, 40})
    for (const int num_rows : {1, 8, 33, 70}) {
      SCOPED_TRACE(testing::Message() << num_rows << " rows of up to " << longest << " entries");
      RandomNumbers random(static_cast<std::uint64_t>(longest));
      count_list begin, row_begin{0}, slots;
      count_type slot = 0;
      for (int row = 0; row < num_rows; ++row) {
        const count_type length = random.below(3) == 0 ? 0 : random.below(longest + 1);
        begin.push_back(slot);
        for (count_type entry = 0; entry < length; ++entry) slots.push_back(slot + entry);
        row_begin.push_back(static_cast<count_type>(slots.size()));
        slot += length + random.below(3);
      }
      // rows from the middle on are in the second staging
      const auto first_rerun = static_cast<int>(begin[begin.size() / 2]);
      for_each_group([&](const auto& run) {
        const copy_type copy = make_copy(begin, first_rerun, static_cast<int>(slot) - first_rerun, row_begin.back());
        run(CopyPieces{copy, make_view(row_begin), num_rows});
        expect_slots(copy, slots);
      });
    }
}

}  // namespace
