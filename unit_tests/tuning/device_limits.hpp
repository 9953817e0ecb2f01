#ifndef OCEAN_TEST_TUNING_DEVICE_LIMITS_HPP
#define OCEAN_TEST_TUNING_DEVICE_LIMITS_HPP
/// \file
/// \brief Limits of devices given by hand.

#include <cstddef>

#include "ocean/backend/team_launch.hpp"

namespace Ocean::Testing {

inline Impl::TeamLimits make_limits(int team_size, std::size_t scratch_team, std::size_t scratch_unit, int threads_unit,
                                    int units) {
  Impl::TeamLimits limits;
  limits.team_size_max = team_size;
  limits.scratch_bytes_max = scratch_team;
  limits.scratch_bytes_unit = scratch_unit;
  limits.threads_unit = threads_unit;
  limits.num_units = units;
  return limits;
}

/// \brief A large processor, 132 of them.
inline Impl::TeamLimits large_gpu() { return make_limits(1024, 230400, 233472, 2048, 132); }

}  // namespace Ocean::Testing

#endif
