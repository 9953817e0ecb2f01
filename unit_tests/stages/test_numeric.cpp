/// \file
/// \brief The numeric stage: the rows of every configuration by its own kernel, and what a pass takes while it runs.
// once: OpenMP

#include "ocean/stages/numeric.hpp"

#include <gtest/gtest.h>

#include "kernels/numeric/row_pass_fixture.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::TeamLimits;
using Ocean::Impl::WorkspaceAccount;
using Ocean::Impl::WorkspaceForecast;
using Ocean::Impl::WorkspaceSource;

using bins_type = Ocean::Impl::RowBins<test_exec_space::memory_space, int>;

TEST(Numeric, RowsOfAHybridPassInProgress) {
  TeamLimits limits;
  limits.num_units = 3;
  EXPECT_EQ(Ocean::Impl::hybrid_num_teams(limits, 100), 6);
  EXPECT_EQ(Ocean::Impl::hybrid_num_teams(limits, 6), 6);
  EXPECT_EQ(Ocean::Impl::hybrid_num_teams(limits, 5), 5);
  EXPECT_EQ(Ocean::Impl::hybrid_num_teams(limits, 0), 0);
}

TEST(Numeric, KindsThatRunBesideOthers) {
  for (const AccumulatorKind kind :
       {AccumulatorKind::merge, AccumulatorKind::esc, AccumulatorKind::supernode, AccumulatorKind::multi_row,
        AccumulatorKind::multi_hash, AccumulatorKind::dense, AccumulatorKind::ranked, AccumulatorKind::hash,
        AccumulatorKind::parted_ranked, AccumulatorKind::hybrid_ranked})
    EXPECT_TRUE(Ocean::Impl::runs_beside_others(kind)) << to_string(kind);
  for (const AccumulatorKind kind : {AccumulatorKind::none, AccumulatorKind::follower, AccumulatorKind::hybrid_hash,
                                     AccumulatorKind::split_ranked, AccumulatorKind::windows})
    EXPECT_FALSE(Ocean::Impl::runs_beside_others(kind)) << to_string(kind);
}

/// \brief Bins of \p num_rows rows each, one behind the other from position 1 on.
bins_type make_bins(const std::vector<AccumulatorConfig>& configs, const std::vector<count_type>& num_rows) {
  bins_type bins;
  bins.bin_begin.fill(1);
  for (std::size_t config = 0; config < configs.size(); ++config) {
    bins.table.config[bins.table.num_configs++] = configs[config];
    bins.bin_begin[config + 1] = bins.bin_begin[config] + num_rows[config];
  }
  return bins;
}

AccumulatorConfig of_kind(AccumulatorKind kind, count_type hash_capacity = 0, count_type columns_max = 0) {
  AccumulatorConfig config;
  config.kind = kind;
  config.hash_capacity = hash_capacity;
  config.columns_max = columns_max;
  return config;
}

TEST(Numeric, FilledBinsFromTheLast) {
  const std::vector<AccumulatorConfig> configs(5);
  const auto filled = [&](const std::vector<count_type>& num_rows) {
    std::vector<int> found;
    Ocean::Impl::for_each_filled_bin(make_bins(configs, num_rows), [&](int config) { found.push_back(config); });
    return found;
  };
  EXPECT_EQ(filled({2, 0, 1, 0, 7}), (std::vector{4, 2, 0}));
  EXPECT_EQ(filled({0, 0, 0, 3, 0}), (std::vector{3}));
  EXPECT_EQ(filled({0, 0, 0, 0, 0}), std::vector<int>());
}

/// One configuration after the other: the peak is that of the largest.
TEST(Numeric, TheForecastByHand) {
  TeamLimits limits;
  limits.num_units = 3;
  AnalysisSummary summary;
  summary.max_row_span = 962;  // 32 words of a bitmap, wherever it begins; 4 windows of 256 columns
  const auto peak = [&](count_type hybrid_rows, count_type split_rows, count_type window_rows) {
    const bins_type bins =
        make_bins({of_kind(AccumulatorKind::esc), of_kind(AccumulatorKind::hybrid_hash, 50),
                   of_kind(AccumulatorKind::split_ranked), of_kind(AccumulatorKind::windows, 0, 256)},
                  {9, hybrid_rows, split_rows, window_rows});
    WorkspaceForecast forecast{WorkspaceAccount(WorkspaceSource::blocks)};
    Ocean::Impl::forecast_row_pass<double>(limits, bins, summary, forecast);
    EXPECT_EQ(forecast.account().live_bytes(), 0u);
    return forecast.account().peak_bytes();
  };
  EXPECT_EQ(peak(0, 0, 0), 0u);
  EXPECT_EQ(peak(5, 0, 0), 5 * 50 * sizeof(double));
  EXPECT_EQ(peak(100, 0, 0), 6 * 50 * sizeof(double)) << "two teams on each of 3 processors";
  EXPECT_EQ(peak(0, 3, 0), 3 * (2 * 32 * 4 + 8u)) << "bits, ranks, and where a row begins";
  EXPECT_EQ(peak(0, 0, 7), 7 * 4 * 8u) << "a count per window";
  EXPECT_EQ(peak(5, 3, 7), 5 * 50 * sizeof(double));
}

/// \brief Runs a pass whose rows are dealt to \p configs, as many as \p num_rows says.
struct LaunchBins {
  std::vector<AccumulatorConfig> configs;
  std::vector<count_type> num_rows;
  count_type max_row_products;

  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type span_max, Workspace& workspace) const {
    bins_type bins = make_bins(configs, num_rows);
    bins.row_order = pass.row_order;
    bins.rows_at_once = pass.rows_at_once;
    AnalysisSummary summary;
    summary.max_row_span = span_max;
    summary.max_row_products = max_row_products;
    const std::size_t live_before = workspace.live_bytes();
    run_row_pass(launcher, pass, bins, summary, workspace);
    EXPECT_EQ(workspace.live_bytes(), live_before);
  }
};

/// \brief One configuration of every kind in \p table that can hold any row, beside windows.
std::vector<AccumulatorConfig> configs_of(const AccumulatorTable& table, const std::vector<AccumulatorKind>& kinds) {
  std::vector<AccumulatorConfig> configs;
  for (const AccumulatorKind kind : kinds)
    for (int config = table.num_configs - 1; config >= 0; --config)
      if (table.config[config].kind == kind) {
        configs.push_back(table.config[config]);
        break;
      }
  return configs;
}

/// Rows in turn to all configurations, those of the table's largest size; rows without products to the first.
TEST(Numeric, RowsOfEveryConfiguration) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path);
    const count_type longest = *std::max_element(product.row_products.begin(), product.row_products.end());
    const TeamLimits limits =
        Ocean::Impl::with_launcher(test_exec_space(), path, [](const auto& launcher) { return launcher.limits(); });
    for (const bool counts : {false, true}) {
      const AccumulatorTable table = Ocean::Impl::make_accumulator_table(
          limits, {}, 0, counts ? 0 : static_cast<int>(sizeof(double)), false, {.total_products = 1000});
      LaunchBins launch{configs_of(table, {AccumulatorKind::none, AccumulatorKind::esc, AccumulatorKind::multi_row,
                                           AccumulatorKind::dense, AccumulatorKind::ranked, AccumulatorKind::hash,
                                           AccumulatorKind::windows}),
                        {},
                        longest};
      const std::size_t num_configs = launch.configs.size();
      ASSERT_GE(num_configs, 5u);
      launch.num_rows.assign(num_configs, 0);
      RowPassSetup setup = product.setup(launch.configs.back());
      const auto products_of = [&](int row) { return product.row_products[static_cast<std::size_t>(row)]; };
      std::sort(setup.rows.begin(), setup.rows.end(),
                [&](int left, int right) { return products_of(left) < products_of(right); });
      // ascending, so that a configuration has shorter rows than those behind it; the longest are for windows
      std::size_t config = 0;
      const count_type share = static_cast<count_type>(setup.rows.size() / num_configs);
      for (const int row : setup.rows) {
        if (config == 0 && products_of(row) > 0) config = 1;
        const count_type products_max =
            launch.configs[config].kind == AccumulatorKind::esc ? launch.configs[config].products_max : share * 1000;
        while (config > 0 && config + 1 < num_configs &&
               (launch.num_rows[config] >= share || products_of(row) > products_max))
          ++config;
        ++launch.num_rows[config];
      }
      for (std::size_t filled = 1; filled < num_configs; ++filled)
        EXPECT_GT(launch.num_rows[filled], 0) << to_string(launch.configs[filled].kind);
      if (counts)
        expect_counted(product, setup, launch);
      else
        expect_accumulated(product, setup, launch);
    }
  }
}

}  // namespace
