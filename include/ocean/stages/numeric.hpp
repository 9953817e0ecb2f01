#ifndef OCEAN_STAGES_NUMERIC_HPP
#define OCEAN_STAGES_NUMERIC_HPP
/// \file
/// \brief A pass over the rows of C, configuration by configuration: counting (symbolic) or accumulating (numeric).

#include "../kernels/numeric/dense_rows.hpp"
#include "../kernels/numeric/empty_rows.hpp"
#include "../kernels/numeric/esc_rows.hpp"
#include "../kernels/numeric/hash_rows.hpp"
#include "../kernels/numeric/ranked_rows.hpp"
#include "../pipeline/workspace.hpp"
#include "../results/row_bins.hpp"

namespace Ocean::Impl {

/// Lanes that own a row in the multi-row kinds, compiled widths.
inline constexpr int narrow_group_width = 8, wide_group_width = 32;

/// \brief Width of the groups that own rows, from the mean length of the rows of B that are read. UNMEASURED
inline int multi_row_group_width(double mean_products_per_entry) {
  return mean_products_per_entry <= 2 * narrow_group_width ? narrow_group_width : wide_group_width;
}

/// \brief Lanes that share a row of B when a team owns a row of C: the power of two below its mean length. UNMEASURED
inline int choose_lanes_per_b_row(double mean_products_per_entry) {
  int lanes = 1;
  while (lanes < product_group_width && 2 * lanes <= mean_products_per_entry) lanes *= 2;
  return lanes;
}

/// \brief Runs the multi-row kind of \p pass with the group width of its configuration.
template <class ExecutionSpace, class PassData, class Launch>
void with_group_width(const PassData& pass, const Launch& launch) {
  if (pass.config.group_width == narrow_group_width)
    launch(std::integral_constant<int, narrow_group_width>());
  else
    launch(std::integral_constant<int, wide_group_width>());
}

/// \brief Rows of a hybrid pass that are under way at once: two teams per processor. UNMEASURED
inline count_type hybrid_num_teams(const TeamLimits& limits, count_type num_rows) {
  return std::min<count_type>(num_rows, 2 * static_cast<count_type>(limits.num_units));
}

/// \brief Launches the kernel of pass.config over its rows.
template <class ExecutionSpace, class PassData>
void run_configuration(const ExecutionSpace& exec, ExecutionPath path, const PassData& pass, double hash_fill,
                       Workspace<ExecutionSpace>& workspace) {
  using scalar_type = typename PassData::scalar_type;
  switch (pass.config.kind) {
    case AccumulatorKind::none: return empty_rows(exec, pass);
    case AccumulatorKind::esc: return esc_rows(exec, path, pass);
    case AccumulatorKind::multi_row:
      return with_group_width<ExecutionSpace>(
          pass, [&](auto width) { ranked_rows<decltype(width)::value>(exec, path, pass); });
    case AccumulatorKind::multi_hash:
      return with_group_width<ExecutionSpace>(
          pass, [&](auto width) { hash_rows<decltype(width)::value>(exec, path, pass, hash_fill); });
    case AccumulatorKind::ranked: return ranked_rows<0>(exec, path, pass);
    case AccumulatorKind::hash: return hash_rows<0>(exec, path, pass, hash_fill);
    case AccumulatorKind::hybrid_hash:
      if constexpr (PassData::with_values) {
        const count_type num_teams = hybrid_num_teams(team_limits(exec, path), pass.num_rows);
        const auto tables = workspace.template allocate<scalar_type>("Ocean::numeric::hybrid_values",
                                                                     num_teams * pass.config.hash_capacity);
        hybrid_hash_rows(exec, path, pass, hash_fill, tables);
        workspace.release(tables);
      }
      return;
    case AccumulatorKind::dense:
    case AccumulatorKind::windows: return dense_rows(exec, path, pass);
  }
}

/// \brief Runs the kernels of all configurations of \p bins, those of the largest rows first.
/// \param pass everything but the configuration and its rows
template <class ExecutionSpace, class PassData, class Bins>
void run_row_pass(const ExecutionSpace& exec, ExecutionPath path, PassData pass, const Bins& bins,
                  Workspace<ExecutionSpace>& workspace) {
  const AccumulatorTuning tuning;
  pass.row_order = bins.row_order;
  for (int config = bins.table.num_configs - 1; config >= 0; --config) {
    pass.config = bins.table.config[config];
    pass.first_position = bins.bin_begin[config];
    pass.num_rows = bins.num_rows_of(config);
    if (pass.num_rows > 0) run_configuration(exec, path, pass, tuning.hash_fill, workspace);
  }
}

}  // namespace Ocean::Impl

#endif
