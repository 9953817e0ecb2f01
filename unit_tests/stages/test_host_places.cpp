/// \file
/// \brief The reuse stage with places on the CPU path: what is planned, and sums with the bits of the serial product.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/stages/host_places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "placed_case.hpp"
#include "support/counted_limit.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::MissingEntries;
using Ocean::Impl::PlacesKind;
using Ocean::Impl::plan_places_host;
using Ocean::Impl::ReuseTuning;

enum class Kind { joined, alone, flat, single };

PlacesKind kind_of(Kind kind) {
  return kind == Kind::flat ? PlacesKind::flat : kind == Kind::single ? PlacesKind::single : PlacesKind::of_rows;
}

/// \brief Plans, sums and finds the places; then sums once more, without C's columns.
/// \param planned  what is planned. \param kept  that, or alone in place of flat
template <class Case>
void expect_host_sums(const Case& product, Kind planned, Kind kept, MissingEntries missing) {
  const test_exec_space exec;
  places_workspace workspace(exec, plenty);
  const auto problem = product.problem();
  auto plan = plan_places_host(exec, problem, product.graph(), ReuseTuning(), workspace);
  ASSERT_TRUE(plan.is_chosen);
  auto& places = plan.places;
  const bool joins_rows = planned == Kind::joined;
  EXPECT_EQ(places.joins_rows, joins_rows);
  EXPECT_EQ(places.kind, kind_of(planned));
  places.kind = kind_of(kept);
  EXPECT_EQ(places.rows_at_once.data() != nullptr, joins_rows);
  if (joins_rows)
    EXPECT_LT(places.num_products, product.num_products());
  else if (planned == Kind::single)
    EXPECT_EQ(places.num_products, static_cast<count_type>(problem.a.entries.extent(0)));
  else
    EXPECT_EQ(places.num_products, product.num_products());
  keep_places(places, workspace);
  const std::size_t kept_bytes = workspace.live_bytes();
  allocate_place_tables(exec, problem, product.graph(), places, workspace);
  EXPECT_GT(workspace.live_bytes(), kept_bytes);
  const std::vector nothing(product.graph_c.values.size(), typename Case::operand_type::scalar_type(-77.0));
  auto values = nothing;
  EXPECT_EQ(sum_finding_places_host(exec, problem, product.graph(), missing, places, values.data(), workspace),
            std::numeric_limits<count_type>::max());
  EXPECT_EQ(values, product.graph_c.values);
  EXPECT_TRUE(places.is_known);
  EXPECT_EQ(workspace.live_bytes(), kept_bytes) << "what found them is freed";
  Kokkos::deep_copy(product.device_c.entries, 0);
  values = nothing;
  sum_at_places_host(exec, problem, product.graph(), places, values.data());
  exec.fence("Testing::sums");
  EXPECT_EQ(values, product.graph_c.values);
  Kokkos::deep_copy(product.device_c.entries, make_view(product.graph_c.entries));
}
template <class Case>
void expect_host_sums(const Case& product, Kind planned) {
  for (const MissingEntries missing : {MissingEntries::drop, MissingEntries::error}) {
    expect_host_sums(product, planned, planned, missing);
    if (planned == Kind::flat) expect_host_sums(product, planned, Kind::alone, missing);
  }
}

TEST(HostPlaces, SumsHaveTheBitsOfTheSerialProduct) {
  const auto reals = [](count_type rows, count_type cols, std::uint64_t seed) {
    return make_random<int, int, double>({.num_rows = rows,
                                          .num_cols = cols,
                                          .mean_row_nnz = 7.0,
                                          .seed = seed,
                                          .values = ValueLaw::reals,
                                          .empty_row_ratio = 0.1});
  };
  expect_host_sums(PlacedCase<double>(reals(300, 90, 1), reals(90, 400, 2)), Kind::flat);
  const auto regular = make_banded<int, int, double>(200, 200, 3, 3);
  expect_host_sums(PlacedCase<double>(regular, regular), Kind::alone);
  // nodes of some unknowns: rows of A, and the rows of B that they select, have the same columns
  for (const int of_a : {2, 3, 5, 7})
    for (const int of_b : {1, 2, 4}) {
      SCOPED_TRACE(testing::Message() << of_a << " x " << of_b);
      const auto a = expand_blocks(reals(25, 20, 3), of_a, of_b, ValueLaw::reals, 1);
      const auto b = expand_blocks(reals(20, 70, 4), of_b, 3, ValueLaw::reals, 2);
      expect_host_sums(PlacedCase<double>(a, b), Kind::joined);
    }
}

TEST(HostPlaces, OfOtherTypes) {
  using scalar_type = Kokkos::complex<float>;
  const auto make = [](count_type rows, count_type cols, std::uint64_t seed) {
    return make_random<std::size_t, std::int64_t, scalar_type>(
        {.num_rows = rows, .num_cols = cols, .mean_row_nnz = 5.0, .seed = seed});
  };
  expect_host_sums(PlacedCase<scalar_type, std::size_t, std::int64_t>(make(40, 30, 1), make(30, 50, 2)), Kind::flat);
}

/// Flat places are those of every row alone, and fit in words.
TEST(HostPlaces, FlatPlacesArePlannedWhereFewRowsGoWithOthersAndAllFit) {
  const auto irregular = [](count_type rows, count_type cols, std::uint64_t seed) {
    return make_random<int, int, double>(
        {.num_rows = rows, .num_cols = cols, .mean_row_nnz = 3.0, .seed = seed, .values = ValueLaw::reals});
  };
  const auto a = irregular(200, 90, 1), b = irregular(90, 60, 2);
  const auto repeated = [&](count_type distance) {
    return repeat_rows(a, [&](count_type row) { return row % distance == 0 ? 2 : 1; });
  };
  expect_host_sums(PlacedCase<double>(repeated(6), b), Kind::flat);
  expect_host_sums(PlacedCase<double>(repeated(1), b), Kind::joined);
  // a run of entries of A whose rows of B are empty, with as many as a step reaches, and one more
  for (const bool fits : {true, false}) {
    const auto run = static_cast<int>(Ocean::Impl::FlatPlace::step_max) - (fits ? 1 : 0);
    auto long_a = a;
    auto long_b = b;
    long_a.num_cols = long_b.num_rows = b.num_rows + run;
    long_b.row_map.resize(static_cast<std::size_t>(long_b.num_rows) + 1, b.row_map.back());
    for (int column = 0; column < run; ++column) long_a.entries.push_back(static_cast<int>(b.num_rows) + column);
    long_a.values.resize(long_a.entries.size(), 1.0);
    long_a.row_map.back() += run;
    ASSERT_GT(long_a.row_map[200] - long_a.row_map[199], run) << "a product before the run";
    expect_host_sums(PlacedCase<double>(long_a, long_b), fits ? Kind::flat : Kind::alone);
  }
}

/// Rows of B have one entry at the most, and a window of C has as many entries as single places can tell apart.
TEST(HostPlaces, SinglePlacesArePlannedWhereNoRowOfBHasSeveralEntries) {
  const auto a = make_random<int, int, double>(
      {.num_rows = 120, .num_cols = 90, .mean_row_nnz = 6.0, .seed = 1, .values = ValueLaw::reals});
  const auto b = make_random<int, int, double>({.num_rows = 90,
                                                .num_cols = 12,
                                                .mean_row_nnz = 1.0,
                                                .seed = 2,
                                                .row_lengths = RowLengthLaw::constant,
                                                .values = ValueLaw::reals});
  ASSERT_EQ(b.entries.size(), 90u);
  expect_host_sums(PlacedCase<double>(a, b), Kind::single);
  expect_host_sums(PlacedCase<double>(repeat_rows(a, [](count_type) { return 3; }), b), Kind::single);
  auto with_empty = b;
  with_empty.row_map.push_back(with_empty.row_map.back());
  ++with_empty.num_rows;
  auto wider_a = a;
  ++wider_a.num_cols;
  wider_a.entries.back() = 90;  // the empty row
  expect_host_sums(PlacedCase<double>(wider_a, with_empty), Kind::single);
  auto with_two = b;  // in row 40; row 39 has none
  --with_two.row_map[40];
  const PlacedCase<double> not_single(a, with_two);
  EXPECT_FALSE(choose_single_places(test_exec_space(), not_single.problem(), not_single.graph()));
  const auto chosen_with = [&](int entries_of_window) {
    const PlacedCase<double> product(a, b);
    std::vector<int> row_map(121, entries_of_window);
    row_map[0] = 0;
    using graph_type = std::decay_t<decltype(product.graph())>;
    return choose_single_places(test_exec_space(), product.problem(), graph_type{row_map.data(), nullptr});
  };
  EXPECT_TRUE(chosen_with(65535));
  EXPECT_FALSE(chosen_with(65536));
}

/// More windows at a time than Kokkos chooses where products are few, but as many turns for each thread.
TEST(HostPlaces, ThreadsTakeWindowsOfEnoughProducts) {
  const test_exec_space exec;
  const count_type num_threads = exec.concurrency(), turns = Ocean::Impl::turns_min * num_threads, many = 1000 * turns;
  const count_type products_taken = Ocean::Impl::places_taken_per_thread * num_threads;
  const auto expect_taken = [&](count_type windows, count_type products, count_type at_least) {
    const auto policy = Ocean::Impl::deal_windows(exec, windows * Ocean::Impl::supernode_window - 1, products);
    EXPECT_EQ(policy.end(), windows);
    const auto by_kokkos = std::decay_t<decltype(policy)>(exec, 0, windows).chunk_size();
    EXPECT_EQ(policy.chunk_size(), std::max<count_type>(by_kokkos, at_least)) << windows << ", " << products;
  };
  expect_taken(many, many * products_taken, 1);
  expect_taken(many, many * products_taken / 500, 500);
  expect_taken(many, 0, 1000);
  expect_taken(3 * turns, 1, 3);
  expect_taken(1, 1, 1);
}

TEST(HostPlaces, RowsTooLongForPlacesAreNotPlanned) {
  const PlacedCase<double> product(make_banded<int, int, double>(50, 50, 2, 2),
                                   make_banded<int, int, double>(50, 50, 2, 2));
  places_workspace workspace(test_exec_space{}, plenty);
  ReuseTuning tuning;
  tuning.kept_row_max = 9;  // of the rows in the middle
  EXPECT_TRUE(plan_places_host(test_exec_space{}, product.problem(), product.graph(), tuning, workspace).is_chosen);
  workspace.release_after(0);
  tuning.kept_row_max = 8;
  EXPECT_FALSE(plan_places_host(test_exec_space{}, product.problem(), product.graph(), tuning, workspace).is_chosen);
  EXPECT_EQ(workspace.live_bytes(), 0u);
  EXPECT_FALSE(Ocean::Impl::ReuseTuning().kept_row_max > count_type(1) << 16) << "a place has 16 bits";
}

}  // namespace
