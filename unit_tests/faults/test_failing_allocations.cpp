/// \file
/// \brief Every allocation of every operation fails once: the type of the error, C, what is held, and the call again.
// once: OpenMP
// threads: 1

#include <gtest/gtest.h>

#include <cctype>
#include <exception>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "Ocean_Memory.hpp"
#include "attempts.hpp"
#include "backend/replaced_allocations.hpp"

namespace {

using namespace Ocean::Testing;

/// \brief C on the host; nothing of it where there is none.
struct Snapshot {
  const void* row_map = nullptr;
  const void* entries = nullptr;
  std::vector<int> row_offsets, columns;
  std::vector<double> values;

  Snapshot(const matrix_type& c, Writes writes)
      : row_map(c.graph.row_map.data()), entries(c.graph.entries.data()), row_offsets(to_vector(c.graph.row_map)) {
    if (writes != Writes::row_map) columns = to_vector(c.graph.entries);
    if (writes >= Writes::all) values = to_vector(c.values);
  }
  bool operator==(const Snapshot&) const = default;
  bool has_the_same_contents(const Snapshot& other) const {
    return row_offsets == other.row_offsets && columns == other.columns && values == other.values;
  }
};

/// \brief What failed allocations came to.
struct Totals {
  std::int64_t failures = 0, thrown = 0;
};

/// \brief Does the call with the allocation \p number failing. \return whether it was asked for
bool fail_once(const NamedAttempt& named, std::int64_t number, bool and_all_later, const Snapshot& expected,
               Totals& totals) {
  const Attempt attempt = named.prepare();
  const Snapshot before(attempt.c(), attempt.writes);
  std::string error;
  bool is_right_type = true;
  Allocations::fail(number, and_all_later);
  try {
    attempt.call();
    Allocations::succeed();
  } catch (const Ocean::OutOfMemory& caught) {
    Allocations::succeed();
    error = caught.what();
  } catch (const std::exception& caught) {
    Allocations::succeed();
    is_right_type = false;
    error = caught.what();
  }
  Kokkos::fence();
  const std::int64_t failures = Allocations::num_failed();
  const bool was_reached = Allocations::num_asked() > number;
  totals.failures += failures > 0;
  totals.thrown += !error.empty();
  EXPECT_TRUE(is_right_type) << error;
  EXPECT_TRUE(failures > 0 || error.empty()) << error;
  const Snapshot after(attempt.c(), attempt.writes);
  const bool is_complete = after.has_the_same_contents(expected);
  if (error.empty()) {
    EXPECT_TRUE(is_complete) << "C of a call that has returned";
  } else if (attempt.writes < (and_all_later ? Writes::all_in_place : Writes::values_in_place)) {
    EXPECT_TRUE(is_complete || after == before) << "C of a call that has thrown: " << error;
  }
  attempt.call();
  Kokkos::fence();
  EXPECT_TRUE(Snapshot(attempt.c(), attempt.writes).has_the_same_contents(expected))
      << "C of the next call, after: " << error;
  return was_reached;
}

/// Calls after which Kokkos' own scratch has grown: on a device it keeps some ten buffers, which launches take in turn.
constexpr int calls_that_warm_up = Ocean::Impl::is_host_space_v<test_exec_space> ? 0 : 20;

/// \brief Lets every allocation of an operation fail, one after the other.
void fail_every_one(const NamedAttempt& named, bool and_all_later, Totals& totals) {
  SCOPED_TRACE(named.name + (and_all_later ? ", and all later ones" : ""));
  const Attempt undisturbed = named.prepare();
  for (int call = 0; call <= calls_that_warm_up; ++call) undisturbed.call();
  Kokkos::fence();
  const Snapshot expected(undisturbed.c(), undisturbed.writes);
  Ocean::release_cached_memory();  // so that the calls ask for all they take
  const auto held_after = [&](std::int64_t number, bool& was_reached) {
    was_reached = fail_once(named, number, and_all_later, expected, totals);
    Ocean::Impl::StateTable::instance().drop_abandoned();
    Ocean::release_cached_memory();
    return Allocations::num_held();
  };
  bool is_reached = true;
  std::int64_t held = held_after(0, is_reached);
  for (std::int64_t number = 0; is_reached && !::testing::Test::HasFailure(); ++number) {
    std::int64_t held_now = held_after(number, is_reached);
    for (int call = 0; call < calls_that_warm_up && held_now != held; ++call) {
      held = held_now;  // what is leaked is leaked each time
      held_now = held_after(number, is_reached);
    }
    EXPECT_EQ(held_now, held) << "blocks held after allocation " << number << " failed";
    held = held_now;
  }
}

/// \brief All attempts on all paths, each once with one allocation that fails and once with all later ones, too.
std::vector<NamedAttempt> all_attempts() {
  std::vector<NamedAttempt> all;
  for (const auto path : available_paths())
    for (NamedAttempt& named : attempts_on(path)) all.push_back(std::move(named));
  return all;
}

class FailingAllocations : public ::testing::TestWithParam<std::tuple<NamedAttempt, bool>> {};

/// \brief "one call, path team" and all later ones: one_call_path_team_and_later.
std::string name_of(const ::testing::TestParamInfo<FailingAllocations::ParamType>& tested) {
  const auto& [named, and_all_later] = tested.param;
  std::string name;
  for (const char letter : named.name)
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      name += letter;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  return name + (and_all_later ? "_and_later" : "") + "_" + std::to_string(tested.index);
}
INSTANTIATE_TEST_SUITE_P(Each, FailingAllocations,
                         ::testing::Combine(::testing::ValuesIn(all_attempts()), ::testing::Bool()), name_of);

TEST_P(FailingAllocations, ThrowOutOfMemoryLeaveCAndLeakNothing) {
  const auto& [named, and_all_later] = GetParam();
  Totals totals;
  fail_every_one(named, and_all_later, totals);
  RecordProperty("failed_allocations", std::to_string(totals.failures));
  RecordProperty("thrown", std::to_string(totals.thrown));
  // On a device, what works in memory that is kept may ask for none; a call that makes all of C asks.
  if (Ocean::Impl::is_host_space_v<test_exec_space> || named.name.starts_with("one call")) {
    EXPECT_GT(totals.failures, 0);
  }
}

}  // namespace
