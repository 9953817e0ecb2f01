/// \file
/// \brief The index of a sorted row of C against a search of the whole row, one row after the other in the same slots.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/column_places_host.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/random_numbers.hpp"

namespace {

using Ocean::Impl::ColumnPlacesHost;
using Ocean::Impl::count_type;
using Ocean::Testing::RandomNumbers;

/// \p size columns, each once, ascending, among \p span from \p first on.
template <class Ordinal>
std::vector<Ordinal> make_row(RandomNumbers& random, count_type size, count_type first, count_type span) {
  std::set<Ordinal> columns;
  while (static_cast<count_type>(columns.size()) < size)
    columns.insert(static_cast<Ordinal>(first + random.below(span)));
  return {columns.begin(), columns.end()};
}

template <class Ordinal>
void expect_places(ColumnPlacesHost& index, const std::vector<Ordinal>& row, RandomNumbers& random) {
  const auto size = static_cast<count_type>(row.size());
  index.with_row(row.data(), size, [&](const auto& places) {
    const auto expect_column = [&](count_type column) {
      const auto found = std::lower_bound(row.begin(), row.end(), static_cast<Ordinal>(column));
      const bool has = found != row.end() && static_cast<count_type>(*found) == column;
      ASSERT_EQ(places.find(column), has ? found - row.begin() : -1) << "column " << column;
    };
    for (count_type place = 0; place < size; ++place) {
      ASSERT_EQ(places.of(static_cast<count_type>(row[place])), place);
      for (count_type away = -2; away <= 2; ++away) expect_column(static_cast<count_type>(row[place]) + away);
    }
    const auto span = static_cast<count_type>(row.back() - row.front()) + 20;
    for (int draw = 0; draw < 200; ++draw)
      expect_column(static_cast<count_type>(row.front()) - 10 + random.below(span));
  });
}

TEST(ColumnPlacesHost, RowsOfEverySpanInTheSameSlots) {
  for (const count_type num_slots : {3, 4, 7, 64, 4096}) {
    SCOPED_TRACE(num_slots);
    std::vector<std::uint32_t> slots(static_cast<std::size_t>(num_slots), 0xffffffffu);  // as memory may be
    ColumnPlacesHost index(slots.data(), num_slots);
    RandomNumbers random(static_cast<std::uint64_t>(num_slots));
    for (const count_type span : {1, 3, 64, 65, 63, 4096, 5000, 1000000, 2000000000, 40, 4097, 2})
      for (const count_type size : {1, 2, 40, 700})
        if (size <= span) {
          expect_places(index, make_row<int>(random, size, 17, span), random);
          expect_places(index, make_row<int>(random, size, 0, span), random);
        }
  }
}

TEST(ColumnPlacesHost, ColumnsBeyond32Bits) {
  std::vector<std::uint32_t> slots(64);
  ColumnPlacesHost index(slots.data(), 64);
  RandomNumbers random(5);
  constexpr count_type far = count_type(1) << 45;
  expect_places(index, make_row<std::int64_t>(random, 30, far, 50), random);
  expect_places(index, make_row<std::int64_t>(random, 300, 0, far), random);
  expect_places(index, std::vector<std::int64_t>{0, 1, 2, 3, far}, random);
  expect_places(index, std::vector<std::int64_t>{7, far - 1, far}, random);
}

}  // namespace
