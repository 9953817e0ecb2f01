#ifndef OCEAN_KERNELS_NUMERIC_HYBRID_HASH_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_HYBRID_HASH_ROWS_HPP
/// \file
/// \brief Hash accumulation with the keys in scratch and the values in global memory.

#include "hash_rows.hpp"

namespace Ocean::Impl {

/// \brief Launches HashRows with values in \p global_values (a table for each team) on \p exec; returns without a
/// fence.
template <TeamLauncher Launcher, class PassData, class Values>
void hybrid_hash_rows(const Launcher& launcher, const PassData& pass, double hash_fill, const Values& global_values) {
  using kernel_type = HashRows<0, HashValues::global, PassData>;
  const count_type num_teams = static_cast<count_type>(global_values.extent(0)) / pass.config.hash_capacity;
  launcher.launch({"Ocean::numeric::hybrid_hash_rows", num_teams, pass.config.team_size,
                   static_cast<std::size_t>(pass.config.row_bytes)},
                  kernel_type{pass, global_values, hash_fill});
}

}  // namespace Ocean::Impl

#endif
