/// \file
/// \brief How good Ocean's choices are: products as it chooses, beside every workflow and every accumulator forced.
///
/// use: ocean_choices --matrices LIST --dir FOLDER [option]...
/// Prints a CSV to the standard output, a line for each product: milliseconds of Ocean's own choice and of every
/// setting, measured by turns; empty where there is no time, and why. Every C is compared with that of Ocean's choice.
/// The last lines are comments: Ocean's time over that of the best setting of each kind. With --workflow-mean,
/// --accumulator-mean and --most, exits with 1 if one of these is above its bound.

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "Ocean_SpGEMM.hpp"
#include "ocean_spgemm_perf/machine_header.hpp"
#include "support/list_program.hpp"
#include "support/timed_products.hpp"

namespace Ocean::Perf {
namespace {

/// \brief What is forced: one of the kinds "own", "workflow" and "accumulator".
struct Setting {
  std::string kind, name;
  SpGEMMOptions options;
};

/// \brief Every setting; the first is Ocean's own choice.
std::vector<Setting> list_settings() {
  std::vector<Setting> settings{{"own", "own", {}}};
  const auto add_workflow = [&](const char* name, Workflow workflow) {
    settings.push_back({"workflow", name, {}});
    settings.back().options.workflow = workflow;
  };
  add_workflow("symbolic", Workflow::symbolic);
  add_workflow("upper_bound", Workflow::upper_bound);
  add_workflow("hll", Workflow::hyperloglog);
  const auto add = [&](const char* name, const auto& edit) {
    settings.push_back({"accumulator", name, {}});
    edit(settings.back().options.accumulators);
  };
  add("without_esc", [](AccumulatorSwitches& use) { use.esc = false; });
  add("without_merge", [](AccumulatorSwitches& use) { use.merge = false; });
  add("without_supernodes", [](AccumulatorSwitches& use) { use.supernodes = false; });
  add("without_multi_row", [](AccumulatorSwitches& use) { use.multi_row = false; });
  add("without_ranked", [](AccumulatorSwitches& use) { use.ranked = false; });
  add("without_dense", [](AccumulatorSwitches& use) { use.dense = false; });
  add("without_hash", [](AccumulatorSwitches& use) { use.hash = use.hybrid_hash = false; });
  add("without_hybrid_hash", [](AccumulatorSwitches& use) { use.hybrid_hash = false; });
  add("without_assisted", [](AccumulatorSwitches& use) { use.assisted = false; });
  const auto add_alone = [&](const char* name, std::initializer_list<bool AccumulatorSwitches::*> used) {
    add(name, [&](AccumulatorSwitches& use) {
      use = windows_alone;
      use.assisted = true;
      for (const auto kind : used) use.*kind = true;
    });
  };
  using Use = AccumulatorSwitches;
  add_alone("hash_alone", {&Use::hash, &Use::hybrid_hash, &Use::multi_row});
  add_alone("hash_of_teams_alone", {&Use::hash, &Use::hybrid_hash});
  add_alone("ranked_alone", {&Use::ranked, &Use::multi_row});
  add_alone("ranked_of_teams_alone", {&Use::ranked});
  add_alone("dense_alone", {&Use::dense});
  return settings;
}

struct ChoiceOptions : ListOptions {
  std::int64_t products_max = 0;  ///< upper-bound is not forced on products of more multiply-adds; 0: always
  double workflow_mean = 0.0, accumulator_mean = 0.0, most = 0.0;  ///< bounds; 0: none
};

/// \brief Entries of two matrices that differ: in offset or column, or in value by more than rounding.
struct CountDifferences {
  matrix_type c, own, magnitude;
  KOKKOS_FUNCTION void operator()(std::int64_t entry, std::int64_t& differences) const {
    const auto index = static_cast<std::size_t>(entry);
    constexpr double tolerance = 1e-10;
    const double difference = Kokkos::abs(c.values(index) - own.values(index));
    if (c.graph.entries(index) != own.graph.entries(index) || !(difference <= tolerance * magnitude.values(index)))
      ++differences;
  }
};
struct CountOffsetDifferences {
  matrix_type c, own;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& differences) const {
    const auto index = static_cast<std::size_t>(row);
    if (c.graph.row_map(index) != own.graph.row_map(index)) ++differences;
  }
};

/// \brief What is wrong with \p c beside \p own, in words; nothing if it is the same.
std::string find_differences(const matrix_type& c, const matrix_type& own, const matrix_type& magnitude) {
  if (c.numRows() != own.numRows() || c.nnz() != own.nnz())
    return "wrong: " + std::to_string(c.numRows()) + " rows and " + std::to_string(c.nnz()) + " entries instead of " +
           std::to_string(own.numRows()) + " and " + std::to_string(own.nnz());
  std::int64_t offsets = 0, entries = 0;
  using policy = Kokkos::RangePolicy<exec_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_reduce("Ocean::perf::offsets", policy(0, own.numRows() + 1), CountOffsetDifferences{c, own},
                          offsets);
  Kokkos::parallel_reduce("Ocean::perf::entries", policy(0, static_cast<std::int64_t>(own.nnz())),
                          CountDifferences{c, own, magnitude}, entries);
  if (offsets + entries == 0) return {};
  return "wrong: " + std::to_string(offsets) + " offsets and " + std::to_string(entries) + " entries differ";
}

struct MakeMagnitude {
  matrix_type::values_type::non_const_type values;
  KOKKOS_FUNCTION void operator()(std::int64_t entry) const {
    values(static_cast<std::size_t>(entry)) = Kokkos::abs(values(static_cast<std::size_t>(entry)));
  }
};

/// \brief \p matrix with the magnitudes of its values.
matrix_type magnitude_of(const matrix_type& matrix) {
  matrix_type::values_type::non_const_type values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "magnitude"),
                                                  matrix.nnz());
  Kokkos::deep_copy(values, matrix.values);
  Kokkos::parallel_for(
      "Ocean::perf::magnitude",
      Kokkos::RangePolicy<exec_space, Kokkos::IndexType<std::int64_t>>(0, static_cast<std::int64_t>(matrix.nnz())),
      MakeMagnitude{values});
  return {"magnitude", matrix.numCols(), values, matrix.graph};
}

/// A setting whose first time is so many times Ocean's own is not measured again.
constexpr double slow_ratio = 3.0;

/// \brief What a setting took of one product.
struct Timed {
  std::vector<double> times;
  std::string problem;  ///< why it has none, or what is wrong with its C
};

/// \brief Ocean's time over the least of a kind, product by product.
struct Means {
  double sum_of_logarithms = 0.0, most = 0.0;
  std::string most_on;
  int num_products = 0;
  void add(const std::string& name, double own, double best) {
    sum_of_logarithms += std::log(own / best);
    if (own / best > most) {
      most = own / best;
      most_on = name;
    }
    ++num_products;
  }
  double mean() const { return num_products == 0 ? 0.0 : std::exp(sum_of_logarithms / num_products); }
};

/// \brief One product in all settings by turns, Ocean's own between them; a line of their times.
/// \return the medians, infinity where there is none
std::vector<double> measure_product(const ChoiceOptions& options, const std::string& name,
                                    const ProductOperands& operands, const std::vector<Setting>& settings,
                                    bool& is_right) {
  std::vector<Timed> timed(settings.size());
  const auto product = [&](const Setting& setting, SpGEMMReport* report) {
    return spgemm<matrix_type>(operands.a, false, operands.b, false, setting.options, report);
  };
  SpGEMMReport report;
  {
    const matrix_type own = product(settings.front(), &report);
    const matrix_type magnitude_a = magnitude_of(operands.a), magnitude_b = magnitude_of(operands.b);
    const matrix_type magnitude = spgemm<matrix_type>(magnitude_a, false, magnitude_b, false);
    for (std::size_t index = 1; index < settings.size(); ++index) {
      Timed& setting = timed[index];
      if (options.products_max > 0 && report.total_products > options.products_max &&
          settings[index].options.workflow == Workflow::upper_bound) {
        setting.problem = "left out: " + std::to_string(report.total_products) + " products";
        continue;
      }
      try {
        setting.problem = find_differences(product(settings[index], nullptr), own, magnitude);
        is_right = is_right && setting.problem.empty();
      } catch (const OutOfMemory& error) {
        setting.problem = error.what();
      }
    }
  }
  const auto measure = [&](std::size_t index) {
    matrix_type c;
    const auto time = [&] { return time_ms([&] { c = product(settings[index], nullptr); }); };
    time();  // what is kept from call to call is of its size then
    c = matrix_type();
    timed[index].times.push_back(time());
  };
  const auto is_worth_measuring = [&](const Timed& setting) {
    return setting.problem.empty() &&
           (setting.times.empty() || setting.times.front() < slow_ratio * timed[0].times.front());
  };
  constexpr std::size_t settings_per_own = 4;
  const Kokkos::Timer timer;
  for (int round = 0; round < 3 || (round < options.repeat && timer.seconds() < options.seconds_max); ++round)
    for (std::size_t index = 1; index < settings.size(); ++index) {
      if (index % settings_per_own == 1) measure(0);
      if (is_worth_measuring(timed[index])) measure(index);
    }
  std::vector<double> medians;
  std::printf("%s,%lld,%s", name.c_str(), static_cast<long long>(report.total_products), to_string(report.workflow));
  std::string problems;
  for (std::size_t index = 0; index < settings.size(); ++index) {
    const bool has_times = timed[index].problem.empty();
    medians.push_back(has_times ? median(timed[index].times) : std::numeric_limits<double>::infinity());
    std::printf(has_times ? ",%.4f" : ",", medians[index]);
    if (!has_times) problems += (problems.empty() ? "" : "; ") + settings[index].name + " " + timed[index].problem;
  }
  std::printf(",\"%s\"\n", problems.c_str());
  std::fflush(stdout);
  return medians;
}

/// \brief Prints \p means. \return whether they are within the bounds
bool is_within(const std::string& kind, const Means& means, double mean_bound, double most_bound) {
  std::printf("# Ocean's choice over the best %s: %.3f in geometric mean of %d products, at most %.3f (%s)\n",
              kind.c_str(), means.mean(), means.num_products, means.most, means.most_on.c_str());
  const bool is_good =
      (mean_bound == 0.0 || means.mean() <= mean_bound) && (most_bound == 0.0 || means.most <= most_bound);
  if (!is_good)
    std::fprintf(stderr, "ocean_choices: %s: above %g in the mean or %g\n", kind.c_str(), mean_bound, most_bound);
  return is_good;
}

int run(int argc, char** argv) {
  CLI::App app("Ocean's choices beside every workflow and every accumulator forced");
  ChoiceOptions options;
  add_list_options(app, options);
  app.add_option("--max-products", options.products_max, "upper-bound is not forced on products of more multiply-adds");
  app.add_option("--workflow-mean", options.workflow_mean, "bound of the mean over the best workflow");
  app.add_option("--accumulator-mean", options.accumulator_mean, "bound of the mean over the best accumulators");
  app.add_option("--most", options.most, "bound of both on every product");
  CLI11_PARSE(app, argc, argv);
  std::printf(
      "%smatrix,products,workflow",
      machine_header<exec_space>(Impl::device_name(exec_space()), "none", options.commit, {argv, argv + argc}).c_str());
  const std::vector<Setting> settings = list_settings();
  for (const Setting& setting : settings) std::printf(",%s", setting.name.c_str());
  std::printf(",problems\n");
  Means workflows, accumulators;
  bool is_right = true;
  for (const ListedProduct& product : chosen_products("ocean_choices", options)) {
    const ProductOperands operands("ocean_choices", options.folder, product);
    const std::vector<double> medians = measure_product(options, product.name, operands, settings, is_right);
    const auto best = [&](const std::string& kind) {
      double least = medians[0];
      for (std::size_t index = 1; index < settings.size(); ++index)
        if (settings[index].kind == kind) least = std::min(least, medians[index]);
      return least;
    };
    workflows.add(product.name, medians[0], best("workflow"));
    accumulators.add(product.name, medians[0], best("accumulator"));
  }
  const bool good_workflows = is_within("workflow", workflows, options.workflow_mean, options.most);
  const bool good_accumulators = is_within("accumulator", accumulators, options.accumulator_mean, options.most);
  if (!is_right) std::fprintf(stderr, "ocean_choices: a forced setting has another C\n");
  return good_workflows && good_accumulators && is_right ? 0 : 1;
}

}  // namespace
}  // namespace Ocean::Perf

int main(int argc, char** argv) { return Ocean::Perf::run_with_kokkos(argc, argv, &Ocean::Perf::run); }
