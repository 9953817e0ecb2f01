/// \file
/// \brief Options from random numbers.

#include "draw_options.hpp"

#include <sstream>
#include <vector>

#include "draw_pattern.hpp"
#include "ocean/backend/team_launch.hpp"
#include "support/test_exec_space.hpp"

namespace Ocean::Fuzz {
namespace {

using Testing::RandomNumbers;

ExecutionPath draw_path(RandomNumbers& random, ExecutionPath wanted) {
  using space = Testing::test_exec_space;
  std::vector<ExecutionPath> paths;
  if (Impl::has_portable_teams_v<space>) paths.push_back(ExecutionPath::team);
  if (Impl::is_host_space_v<space>) paths.push_back(ExecutionPath::host);
  if (Impl::NativeLaunch<space>::available) paths.push_back(ExecutionPath::native);
  const ExecutionPath path = paths[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(paths.size())))];
  return wanted == ExecutionPath::automatic ? path : wanted;
}

void draw_prediction(RandomNumbers& random, SpGEMMOptions& options) {
  options.sketch_registers = pick(random, {0, 32, 64, 128});
  options.expansion = pick(random, {0.0, 0.05, 0.3, 1.0, 1.5, 3.0, 100.0});
  options.sample_ratio = pick(random, {0.03, 0.001, 0.5, 1.0});
  options.sample_rows_min = pick<std::int64_t>(random, {600, 1, 10});
  options.sample_rows_max = pick<std::int64_t>(random, {1024, 600, 5000});
  options.sample_products_max = pick<std::int64_t>(random, {std::int64_t(1) << 20, 1, 100});
  options.thresholds.upper_bound_products_per_row = pick(random, {64.0, 0.0, 1e9});
  options.thresholds.upper_bound_staging_ratio = pick(random, {5.0, 0.0, 1e9});
  options.thresholds.dense_c_entries_max = pick(random, {1048576.0, 0.0, 500.0});
  options.thresholds.hyperloglog_expansion_ratio = pick(random, {8.0, 0.0, 1.0});
  options.thresholds.hyperloglog_compression_ratio = pick(random, {8.0, 0.0, 1.0});
  options.thresholds.wide_sketch_expansion_ratio = pick(random, {48.0, 0.0, 2.0});
}

void draw_accumulators(RandomNumbers& random, SpGEMMOptions& options) {
  AccumulatorSwitches& switches = options.accumulators;
  for (bool* is_on : {&switches.hash, &switches.hybrid_hash, &switches.dense, &switches.merge, &switches.esc,
                      &switches.multi_row, &switches.assisted, &switches.supernodes})
    *is_on = !chance(random, 0.3);
  options.scratch_limit_bytes = pick<std::size_t>(random, {0, 0, 1024, 2048, 4096, 16384});
}

void draw_reuse(RandomNumbers& random, SpGEMMOptions& options) {
  options.reuse = !chance(random, 0.25);
  options.reuse_early_products = pick(random, {4.0, 0.0, 1.5, 1e9});
  options.reuse_memory_factor = pick(random, {8.0, 0.0, 0.5, 1000.0});
}

}  // namespace

SpGEMMOptions draw_options(RandomNumbers& random, ExecutionPath path) {
  SpGEMMOptions options;
  options.path = draw_path(random, path);
  options.check_indices = chance(random, 0.2);
  if (chance(random, 0.6))
    options.workflow = pick(random, {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic});
  if (chance(random, 0.4)) draw_prediction(random, options);
  if (chance(random, 0.4)) draw_accumulators(random, options);
  if (chance(random, 0.6)) draw_reuse(random, options);
  options.sorted_output = !chance(random, 0.2);
  options.deterministic = chance(random, 0.2);
  options.drop_zeros = chance(random, 0.1);
  if (chance(random, 0.4)) options.output_slack = pick(random, {0.0, 1.0, 5.0});
  if (chance(random, 0.3)) options.seed = random.next();
  return options;
}

std::string describe_options(const SpGEMMOptions& options) {
  std::ostringstream text;
  const SpGEMMOptions usual;
  const auto add = [&](const char* name, const auto& value, const auto& default_value) {
    if (value != default_value) text << (text.tellp() > 0 ? " " : "") << name << '=' << value;
  };
  if (options.workflow != usual.workflow) text << "workflow=" << to_string(options.workflow);
  add("sketch_registers", options.sketch_registers, usual.sketch_registers);
  add("expansion", options.expansion, usual.expansion);
  add("sample_ratio", options.sample_ratio, usual.sample_ratio);
  add("sample_rows_min", options.sample_rows_min, usual.sample_rows_min);
  add("sample_rows_max", options.sample_rows_max, usual.sample_rows_max);
  add("sample_products_max", options.sample_products_max, usual.sample_products_max);
  const WorkflowThresholds &thresholds = options.thresholds, &usual_thresholds = usual.thresholds;
  add("upper_bound_products_per_row", thresholds.upper_bound_products_per_row,
      usual_thresholds.upper_bound_products_per_row);
  add("upper_bound_staging_ratio", thresholds.upper_bound_staging_ratio, usual_thresholds.upper_bound_staging_ratio);
  add("dense_c_entries_max", thresholds.dense_c_entries_max, usual_thresholds.dense_c_entries_max);
  add("hyperloglog_expansion_ratio", thresholds.hyperloglog_expansion_ratio,
      usual_thresholds.hyperloglog_expansion_ratio);
  add("hyperloglog_compression_ratio", thresholds.hyperloglog_compression_ratio,
      usual_thresholds.hyperloglog_compression_ratio);
  add("wide_sketch_expansion_ratio", thresholds.wide_sketch_expansion_ratio,
      usual_thresholds.wide_sketch_expansion_ratio);
  add("hash", options.accumulators.hash, true);
  add("hybrid_hash", options.accumulators.hybrid_hash, true);
  add("dense", options.accumulators.dense, true);
  add("ranked", options.accumulators.ranked, true);
  add("merge", options.accumulators.merge, true);
  add("esc", options.accumulators.esc, true);
  add("multi_row", options.accumulators.multi_row, true);
  add("assisted", options.accumulators.assisted, true);
  add("supernodes", options.accumulators.supernodes, true);
  add("sorted_output", options.sorted_output, usual.sorted_output);
  add("deterministic", options.deterministic, usual.deterministic);
  add("drop_zeros", options.drop_zeros, usual.drop_zeros);
  add("reuse", options.reuse, usual.reuse);
  add("reuse_early_products", options.reuse_early_products, usual.reuse_early_products);
  add("reuse_memory_factor", options.reuse_memory_factor, usual.reuse_memory_factor);
  add("memory_limit_bytes", options.memory_limit_bytes, usual.memory_limit_bytes);
  add("output_slack", options.output_slack, usual.output_slack);
  add("workspace_bytes", options.workspace_bytes, usual.workspace_bytes);
  add("scratch_limit_bytes", options.scratch_limit_bytes, usual.scratch_limit_bytes);
  add("seed", options.seed, usual.seed);
  add("check_indices", options.check_indices, false);
  return text.str();
}

}  // namespace Ocean::Fuzz
