#ifndef OCEAN_CORE_CHECK_OPTIONS_HPP
#define OCEAN_CORE_CHECK_OPTIONS_HPP
/// \file
/// \brief The valid values of the options.

#include <cmath>

#include "../../Ocean_Error.hpp"
#include "../../Ocean_SpGEMMOptions.hpp"

namespace Ocean::Impl {

/// Sketch widths that sketch_registers = 0 chooses from; source: [LG26] section 4.3
inline constexpr int narrow_sketch_registers = 32;
inline constexpr int wide_sketch_registers = 64;
/// Widest sketch that a caller may request; source: [LG26] section 5.3
inline constexpr int widest_sketch_registers = 128;

/// Factor on estimates of narrow sketches, and of wider ones; source: [LG26] section 5.3
inline constexpr double narrow_sketch_expansion = 2.0;
inline constexpr double wide_sketch_expansion = 1.5;

/// Factors on estimates that a caller may request: beyond them, slot counts overflow 64 bits, and long before that, all
/// products or none are staged. source: far beyond [LG26]'s 1.5 to 2 on either side
inline constexpr double smallest_expansion = 1e-6, largest_expansion = 1e6;

/// \brief Checks every option that may be invalid; \p options may then be used without further checks.
/// \throws std::invalid_argument naming the option, its value and the values it may have.
inline void check_options(const SpGEMMOptions& options) {
  const char* const where = "options";
  const int registers = options.sketch_registers;
  require(registers == 0 || registers == narrow_sketch_registers || registers == wide_sketch_registers ||
              registers == widest_sketch_registers,
          where, "sketch_registers is ", registers, " (need 0, ", narrow_sketch_registers, ", ", wide_sketch_registers,
          " or ", widest_sketch_registers, ")");
  require(
      options.expansion == 0.0 || (options.expansion >= smallest_expansion && options.expansion <= largest_expansion),
      where, "expansion is ", options.expansion, " (need 0, or a factor from ", smallest_expansion, " to ",
      largest_expansion, ")");
  require(options.sample_ratio > 0.0 && options.sample_ratio <= 1.0, where, "sample_ratio is ", options.sample_ratio,
          " (need a fraction in (0, 1])");
  require(options.sample_rows_min >= 1, where, "sample_rows_min is ", options.sample_rows_min, " (need at least 1)");
  require(options.sample_rows_max >= options.sample_rows_min, where, "sample_rows_max is ", options.sample_rows_max,
          " (need at least sample_rows_min, ", options.sample_rows_min, ")");
  require(options.output_slack >= 0.0 && std::isfinite(options.output_slack), where, "output_slack is ",
          options.output_slack, " (need 0 or a positive fraction)");
  require(options.sample_products_max >= 1, where, "sample_products_max is ", options.sample_products_max,
          " (need at least 1)");
  require(options.reuse_memory_factor >= 0.0, where, "reuse_memory_factor is ", options.reuse_memory_factor,
          " (need at least 0)");
  require(options.workspace_bytes == 0 || options.workspace_data != nullptr, where, "workspace_bytes is ",
          options.workspace_bytes, " and workspace_data is null (need the memory, or 0 bytes)");
  require(options.reuse_early_products >= 0.0, where, "reuse_early_products is ", options.reuse_early_products,
          " (need at least 0)");
  const auto require_bytes = [where](const char* name, std::size_t value) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    require(value <= static_cast<std::size_t>(most), where, name, " is ", value, " (need at most ", most, ")");
  };
  require_bytes("memory_limit_bytes", options.memory_limit_bytes);
  require_bytes("workspace_bytes", options.workspace_bytes);
  require_bytes("scratch_limit_bytes", options.scratch_limit_bytes);
  const auto require_threshold = [where](const char* name, double value) {
    require(value >= 0.0, where, "thresholds.", name, " is ", value, " (need at least 0)");
  };
  require_threshold("upper_bound_products_per_row", options.thresholds.upper_bound_products_per_row);
  require_threshold("upper_bound_staging_ratio", options.thresholds.upper_bound_staging_ratio);
  require_threshold("dense_c_entries_max", options.thresholds.dense_c_entries_max);
  require_threshold("hyperloglog_expansion_ratio", options.thresholds.hyperloglog_expansion_ratio);
  require_threshold("hyperloglog_compression_ratio", options.thresholds.hyperloglog_compression_ratio);
  require_threshold("wide_sketch_expansion_ratio", options.thresholds.wide_sketch_expansion_ratio);
}

}  // namespace Ocean::Impl

#endif
