/// \file
/// \brief Sums at the places of products on every team path: rows of every shape, searched, kept and known places.

#include "ocean/stages/reuse_places.hpp"

#include <gtest/gtest.h>

#include "placed_case.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::ReuseSums;
using Ocean::Impl::ReuseTuning;
using Ocean::Impl::SumCalls;
using Ocean::Impl::SumFacts;
using Ocean::Impl::TeamLimits;
using Ocean::Testing::expect_sums;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::HostCsr;
using Ocean::Testing::make_random;
using Ocean::Testing::PlacedCase;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;
using Ocean::Testing::ValueLaw;

using workspace_type = Ocean::Testing::places_workspace;

/// A limit that is never met: under it small views do not hide in chunks.
constexpr std::size_t plain_blocks = std::size_t(1) << 30;

constexpr double never = std::numeric_limits<double>::infinity();

/// Places whatever the patterns, and shapes that small matrices meet.
ReuseTuning small_shapes() {
  ReuseTuning tuning;
  tuning.sums = ReuseSums::places;
  tuning.supernode_rows_min = never;
  tuning.group_capacity = {8, 16, 40};
  tuning.shared_team_capacity = {60, 80, 100};
  tuning.team_capacity = 120;
  tuning.kept_row_max = 160;
  return tuning;
}

/// Any patterns to shapes that matrices of usual size meet.
ReuseTuning usual_shapes() {
  ReuseTuning tuning;
  tuning.sums = ReuseSums::places;
  tuning.supernode_rows_min = never;
  return tuning;
}

template <class Scalar, class Offset = int, class Ordinal = int>
HostCsr<Offset, Ordinal, Scalar> make_reals(count_type rows, count_type cols, double mean, std::uint64_t seed,
                                            count_type full_row = -1) {
  return make_random<Offset, Ordinal, Scalar>({.num_rows = rows,
                                               .num_cols = cols,
                                               .mean_row_nnz = mean,
                                               .seed = seed,
                                               .row_lengths = Ocean::Testing::RowLengthLaw::power_law,
                                               .values = ValueLaw::reals,
                                               .empty_row_ratio = 0.1,
                                               .full_row = full_row});
}

TEST(ReusePlaces, RowsOfEveryShape) {
  const auto nodes = make_reals<double>(900, 150, 6.0, 1, 7);
  const PlacedCase<double> product(
      Ocean::Testing::repeat_rows(nodes, [](count_type row) { return row % 3 == 0 ? row % 7 + 1 : 1; }),
      make_reals<double>(150, 300, 6.0, 2));
  const ReuseTuning tuning = small_shapes();
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(test_exec_space{});
    const auto plan = product.plan(launcher, tuning, workspace);
    ASSERT_EQ(plan.places.shapes.num_shapes, 10);
    for (int shape = 0; shape < plan.places.shapes.num_shapes; ++shape)
      EXPECT_GT(plan.places.num_rows_of(shape), 0) << "shape " << shape;
  });
  expect_sums(product, tuning);
}

/// \brief The rows of a supernode share their places, where C's rows have the same columns.
TEST(ReusePlaces, SupernodesHaveTheirPlacesOnce) {
  const auto node = make_reals<double>(1, 60, 20.0, 31, 0);
  const auto a = Ocean::Testing::repeat_rows(node, [](count_type) { return 6; });
  const auto b = make_reals<double>(60, 90, 5.0, 32);
  const PlacedCase<double> product(a, b);
  const auto n = static_cast<count_type>(b.entries.size());  // a full row selects all of B
  // A graph whose fourth row has a column more: three rows alike, then one, then two.
  auto c = product.graph_c;
  const auto first = c.entries.begin() + c.row_map[3], last = c.entries.begin() + c.row_map[4];
  int column = 0;
  while (std::binary_search(first, last, column)) ++column;
  ASSERT_LT(column, 90);
  const auto place = std::lower_bound(first, last, column) - c.entries.begin();
  c.values.insert(c.values.begin() + place, 0.0);
  c.entries.insert(c.entries.begin() + place, column);
  for (std::size_t row = 4; row < c.row_map.size(); ++row) ++c.row_map[row];
  const PlacedCase<double> wider(a, b, c);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    workspace_type workspace(test_exec_space{});
    const auto plan = product.plan(launcher, usual_shapes(), workspace);
    EXPECT_EQ(to_vector(plan.places.first_product), (std::vector<count_type>{0, -1, -1, -1, -1, -1, n}));
    EXPECT_EQ(plan.places.num_products, n);
    EXPECT_EQ(plan.facts.num_products, 6 * n);
    const auto wider_plan = wider.plan(launcher, usual_shapes(), workspace);
    EXPECT_EQ(to_vector(wider_plan.places.first_product),
              (std::vector<count_type>{0, -1, -1, n, 2 * n, -1 - 2 * n, 3 * n}));
    EXPECT_EQ(wider_plan.places.num_products, 3 * n);
  });
  expect_sums(product, usual_shapes());
  expect_sums(wider, usual_shapes());
}

/// Lanes of 8, 16 and 32, rows of B that take one stride, two, and many.
TEST(ReusePlaces, RowsOfBOfAnyLength) {
  for (const double mean : {2.0, 10.0, 20.0, 40.0, 90.0, 160.0}) {
    SCOPED_TRACE(mean);
    const PlacedCase<double> product(make_reals<double>(90, 110, 5.0, 3), make_reals<double>(110, 500, mean, 4, 17));
    expect_sums(product, usual_shapes());
    expect_sums(product, small_shapes());
  }
}

TEST(ReusePlaces, OtherTypes) {
  const PlacedCase<float, std::size_t, std::int64_t> floats(
      make_reals<float, std::size_t, std::int64_t>(70, 60, 8.0, 5),
      make_reals<float, std::size_t, std::int64_t>(60, 130, 14.0, 6));
  expect_sums(floats, small_shapes());
  using complex_type = Kokkos::complex<double>;
  const auto make_integers = [](count_type rows, count_type cols, std::uint64_t seed) {
    return make_random<int, int, complex_type>({.num_rows = rows, .num_cols = cols, .mean_row_nnz = 9.0, .seed = seed});
  };
  const PlacedCase<complex_type> complexes(make_integers(70, 60, 7), make_integers(60, 130, 8));
  expect_sums(complexes, small_shapes());
}

TEST(ReusePlaces, ProductsWithoutAColumnAreLeftOutAndColumnsWithoutProductsAreZero) {
  const auto a = make_reals<double>(80, 50, 6.0, 9), b = make_reals<double>(50, 120, 7.0, 10);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  HostCsr<int, int, double> graph{80, 240, {0}, {}, {}};
  for (int row = 0; row < 80; ++row) {
    for (int entry = c.row_map[row]; entry < c.row_map[row + 1]; ++entry) {
      if (c.entries[entry] % 3 == 1) continue;
      graph.entries.push_back(c.entries[entry]);
      graph.values.push_back(c.values[entry]);
    }
    for (int column = 120 + row % 9; column < 240; column += 11) {
      graph.entries.push_back(column);
      graph.values.push_back(0.0);
    }
    graph.row_map.push_back(static_cast<int>(graph.entries.size()));
  }
  const PlacedCase<double> product(a, b, graph);
  for (const ReuseTuning& tuning : {small_shapes(), usual_shapes()})
    for_each_launcher([&](const auto& launcher) {
      workspace_type workspace(test_exec_space{});
      EXPECT_EQ(product.sums(launcher, product.plan(launcher, tuning, workspace).places), graph.values)
          << to_string(launcher.path);
    });
}

/// Columns that follow each other leave nothing to search; a few holes leave a little.
TEST(ReusePlaces, RowsOfCWithoutHoles) {
  const auto make_block = [](count_type rows, count_type cols, std::uint64_t seed) {
    auto block = Ocean::Testing::make_banded<int, int, double>(rows, cols, cols, cols, seed);
    for (double& value : block.values) value = value / 3.0 + 0.1;
    return block;
  };
  const PlacedCase<double> full(make_block(50, 20, 21), make_block(20, 70, 22));
  expect_sums(full, small_shapes());
  const PlacedCase<double> banded(make_block(40, 9, 23),
                                  make_random<int, int, double>({.num_rows = 9,
                                                                 .num_cols = 90,
                                                                 .mean_row_nnz = 30.0,
                                                                 .seed = 24,
                                                                 .row_lengths = Ocean::Testing::RowLengthLaw::constant,
                                                                 .values = ValueLaw::reals}));
  expect_sums(banded, small_shapes());
}

TEST(ReusePlaces, RowsOfOneShapeKeepTheirOrder) {
  const PlacedCase<double> product(Ocean::Testing::make_block_diagonal<int, int, double>(12, 20),
                                   Ocean::Testing::make_block_diagonal<int, int, double>(12, 20));
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(test_exec_space{});
    const auto plan = product.plan(launcher, usual_shapes(), workspace);
    EXPECT_EQ(plan.places.row_order.data(), nullptr);
    EXPECT_EQ(plan.facts.num_products, 12 * 20 * 20 * 20);
    EXPECT_EQ(plan.facts.nnz_a, 12 * 20 * 20);
    EXPECT_EQ(plan.facts.nnz_c, 12 * 20 * 20);
    EXPECT_EQ(plan.facts.longest_row_a, 20);
    EXPECT_EQ(plan.facts.longest_row_c, 20);
    EXPECT_TRUE(plan.facts.b_rows_sorted);
  });
  expect_sums(product, usual_shapes());
}

/// Two lanes could meet at a sum.
TEST(ReusePlaces, DuplicatesAndUnsortedRowsOfBHaveLists) {
  const auto a = make_reals<double>(40, 30, 5.0, 11);
  for (const bool unsorted : {false, true}) {
    const auto b = make_random<int, int, double>({.num_rows = 30,
                                                  .num_cols = 70,
                                                  .mean_row_nnz = 9.0,
                                                  .seed = 12,
                                                  .duplicate_ratio = unsorted ? 0.0 : 0.2,
                                                  .unsorted = true});
    const PlacedCase<double> product(a, b);
    for_each_launcher([&](const auto& launcher) {
      workspace_type workspace(test_exec_space{}, plain_blocks);
      EXPECT_FALSE(product.plan(launcher, usual_shapes(), workspace).is_chosen);
      EXPECT_EQ(workspace.live_bytes(), 0u);
    });
  }
}

TEST(ReusePlaces, TheForecastIsWhatThePlanTakes) {
  const PlacedCase<double> product(make_reals<double>(5000, 150, 4.0, 13), make_reals<double>(150, 300, 6.0, 14));
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(test_exec_space{}, plain_blocks);
    Ocean::Impl::WorkspaceForecast forecast(workspace.account());
    Ocean::Impl::forecast_places_plan(test_exec_space{}, product.problem(), usual_shapes(), forecast);
    (void)product.plan(launcher, usual_shapes(), workspace);
    EXPECT_EQ(forecast.account().peak_bytes(), workspace.peak_workspace_bytes());
    EXPECT_EQ(forecast.account().live_bytes(), 0u);
  });
}

/// \brief Whether repeated calls sum at places on a device of 100 processors that hold 2048 threads each.
bool is_chosen(const SumFacts& facts, const ReuseTuning& tuning = {}) {
  TeamLimits limits;
  limits.num_units = 100;
  limits.threads_unit = 2048;
  return choose_places(facts, SumCalls::repeated, limits, tuning);
}
/// \brief The same of \p suiting as change(facts) leaves it.
auto changing(const SumFacts& suiting) {
  return [suiting](const auto& change) {
    SumFacts facts = suiting;
    change(facts);
    return is_chosen(facts);
  };
}

TEST(ReusePlaces, AreChosenForLongRowsOfBAndCompressingProducts) {
  const SumFacts suiting{20000, 500000, 2000000, 16000000, 80, 500, true};
  const auto chosen = changing(suiting);
  EXPECT_TRUE(chosen([](SumFacts&) {}));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.b_rows_sorted = false; }));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.nnz_a = 5000000; })) << "3.2 entries in a row of B";
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.nnz_c = 4000001; })) << "less than 4 products per entry of C";
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.num_rows = 1599; })) << "16 lanes each are not an eighth of 204800";
  EXPECT_TRUE(chosen([](SumFacts& facts) { facts.num_rows = 1600; }));
  EXPECT_TRUE(chosen([](SumFacts& facts) { facts.longest_row_a = 512; }));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.longest_row_a = 513; })) << "more than 4 times 78 products a thread";
  ReuseTuning forced;
  forced.sums = ReuseSums::lists;
  EXPECT_FALSE(is_chosen(suiting, forced));
}

/// Rows of A differ little in length, and the products compress hardly at all.
TEST(ReusePlaces, AreChosenForEvenRowsWhateverTheCompression) {
  const auto chosen = changing({24000, 600000, 7000000, 7200000, 62, 500, true});
  EXPECT_TRUE(chosen([](SumFacts&) {}));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.longest_row_a = 63; })) << "more than 2.5 times 25 entries";
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.num_products = 6599999; })) << "less than 11 entries in a row of B";
  EXPECT_TRUE(chosen([](SumFacts& facts) { facts.num_products = 6600000; }));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.num_rows = 12799; })) << "8 lanes each are not half of 204800";
  EXPECT_TRUE(chosen([](SumFacts& facts) { facts.num_rows = 12800; }));
  const SumFacts long_rows{24000, 24000 * 300, 80000000, 80000000, 513, 6000, true};
  EXPECT_TRUE(is_chosen(long_rows)) << "a thread has 390 products";
  ReuseTuning unbalanced;
  unbalanced.balanced_share_max = 1.0;
  EXPECT_FALSE(is_chosen(long_rows, unbalanced));
}

/// A single call finds places soon and lists late; only a row of A that one team would walk for long has lists.
TEST(ReusePlaces, ServeASingleCallUnlessARowOfAIsTooLong) {
  const ReuseTuning tuning;
  const TeamLimits limits;
  SumFacts facts{10, 20000, 30000, 30000, 6010, 500, true};
  EXPECT_TRUE(choose_places(facts, SumCalls::one, limits, tuning));
  EXPECT_FALSE(choose_places(facts, SumCalls::repeated, limits, tuning));
  facts.longest_row_a = 6011;
  EXPECT_FALSE(choose_places(facts, SumCalls::one, limits, tuning)) << "30000 products are worth 10 entries over 6000";
  facts.longest_row_a = 1;
  facts.b_rows_sorted = false;
  EXPECT_FALSE(choose_places(facts, SumCalls::one, limits, tuning));
}

TEST(ReusePlaces, ShapesFitTheScratch) {
  TeamLimits limits;
  limits.scratch_bytes_max = 6000;
  const ReuseTuning tuning;
  auto shapes = Ocean::Impl::make_sum_shapes(limits, 12, tuning);
  ASSERT_EQ(shapes.num_shapes, 6) << "a team has no more room than the largest groups";
  EXPECT_EQ(shapes.shape[3].capacity, 500);
  EXPECT_EQ(shapes.shape[4].capacity, tuning.kept_row_max);
  const SumFacts facts{.nnz_a = 10, .num_products = 400, .longest_row_c = 490};
  Ocean::Impl::set_sum_teams(limits, 12, facts, true, tuning, shapes);
  EXPECT_EQ(shapes.shape[1].width, 16);
  EXPECT_EQ(shapes.shape[1].rows_per_team, 4) << "64 entries of 12 bytes each, 8 rows would not fit";
  EXPECT_EQ(shapes.shape[2].rows_per_team, 1);
  EXPECT_EQ(shapes.shape[3].width, 32);
  EXPECT_EQ(shapes.shape[3].capacity, 492) << "what C's longest row needs";
  EXPECT_EQ(shapes.shape[4].team_size, tuning.team_size_min);
  EXPECT_EQ(shapes.choose(0), 0);
  EXPECT_EQ(shapes.choose(64), 1);
  EXPECT_EQ(shapes.choose(65), 2);
  EXPECT_EQ(shapes.choose(490), 3);
  EXPECT_EQ(shapes.choose(501), 4);
  EXPECT_EQ(shapes.choose(tuning.kept_row_max + 1), 5);
  EXPECT_FALSE(shapes.shape[5].keeps_places);
}

}  // namespace
