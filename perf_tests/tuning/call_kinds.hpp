#ifndef OCEAN_PERF_TUNING_CALL_KINDS_HPP
#define OCEAN_PERF_TUNING_CALL_KINDS_HPP
/// \file
/// \brief The kinds of calls that numbers are judged by; time_call() times them.

#include <string>
#include <vector>

namespace Ocean::Perf {

/// \brief The kinds of calls: "one"; one with sizes estimated ("hll"); a handle's symbolic call and its first three
/// numeric ones, which prepare what later ones sum with ("prepared"); a "repeated" numeric call; one whose sums are in
/// order ("deterministic"); one of the transpose of A and B, where A and B have as many rows ("transposed"); one whose
/// rows are all accumulated in dense windows ("windows"); one in a mask of every tenth entry of C ("masked").
inline const std::vector<std::string> call_kinds = {"one",           "hll",        "prepared", "repeated",
                                                    "deterministic", "transposed", "windows",  "masked"};
inline constexpr const char* call_kinds_help =
    "one, hll (one, sizes estimated), prepared (symbolic and three numeric calls), repeated (numeric calls), "
    "deterministic (one, sums in order), transposed (one of A's transpose and B), "
    "windows (one, rows in windows alone), masked (one, in every tenth entry of C)";

}  // namespace Ocean::Perf

#endif
