#ifndef OCEAN_PERF_TUNING_CALL_KINDS_HPP
#define OCEAN_PERF_TUNING_CALL_KINDS_HPP
/// \file
/// \brief The kinds of calls that numbers are judged by; time_call() times them.

#include <string>
#include <vector>

namespace Ocean::Perf {

/// \brief The kinds of calls: "one"; one with sizes estimated ("hll"); a handle's symbolic call and its first three
/// numeric ones, which prepare what later ones sum with ("prepared"); a "repeated" numeric call.
inline const std::vector<std::string> call_kinds = {"one", "hll", "prepared", "repeated"};
inline constexpr const char* call_kinds_help =
    "one, hll (one, sizes estimated), prepared (symbolic and three numeric calls), repeated (numeric calls)";

}  // namespace Ocean::Perf

#endif
