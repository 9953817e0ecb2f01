/// \file
/// \brief Sums of values in a graph of C, on every path: which model a path gets, right values, work memory, and the
/// error where the graph lacks an entry.

#include "ocean/engine/value_sums.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "api/tools_recorder.hpp"
#include "stages/placed_case.hpp"
#include "support/checks.hpp"
#include "support/counted_limit.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::ListedRange;
using Ocean::Impl::ReuseSums;
using Ocean::Impl::ReuseTuning;
using Ocean::Impl::SumCalls;
using Ocean::Impl::SumFacts;
using Ocean::Impl::WorkspaceForecast;

using matrix_type = HostCsr<int, int, double>;
using case_type = PlacedCase<double>;
using problem_type = case_type::problem_type;
using graph_type = case_type::graph_type;
using workspace_type = places_workspace;

/// \brief The path whose sums these are.
template <class Launcher>
ExecutionPath path_of(const Ocean::Impl::TeamSums<Launcher, problem_type, graph_type, double>&) {
  return Launcher::path;
}
[[maybe_unused]] ExecutionPath path_of(
    const Ocean::Impl::HostSums<test_exec_space, problem_type, graph_type, double>&) {
  return ExecutionPath::host;
}

/// \brief body(sums, tuning, path) on every path, with tunings that ask for lists and for places.
template <class Body>
void for_each_sums(const case_type& product, const Body& body) {
  const problem_type problem = product.problem();
  for (const ExecutionPath path : all_paths())
    for (const ReuseSums by : {ReuseSums::lists, ReuseSums::places}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (by == ReuseSums::places ? ", places" : ", lists"));
      Ocean::Impl::with_value_sums<double>(test_exec_space{}, path, problem, product.graph(),
                                           [&](const auto& sums) { body(sums, summing_by(by), path); });
    }
}

/// \brief The values that action(values of C) writes, which hold anything before.
template <class Action>
std::vector<double> written(const case_type& product, const Action& action) {
  Kokkos::deep_copy(product.device_c.values, -77.0);
  action(product.device_c.values.data());
  Kokkos::fence("Testing::sums");
  return to_vector(product.device_c.values);
}

/// \brief Rounded sums, whose bits tell their order; A has supernodes, and C some hundred columns.
case_type random_case() {
  const auto reals = [](count_type rows, count_type cols, std::uint64_t seed) {
    return make_random<int, int, double>(
        {.num_rows = rows, .num_cols = cols, .mean_row_nnz = 8.0, .seed = seed, .values = ValueLaw::reals});
  };
  return {repeat_rows(reals(60, 50, 1), [](count_type row) { return row % 4 == 0 ? 3 : 1; }), reals(50, 300, 2)};
}

/// \brief [1 2] [10  0 20 0]   [10 60 100 0]
///        [0 3] [ 0 30 40 0] = [ 0 90 120 0]
///        [0 0]                [ 0  0   0 0]
/// into a graph of C with these columns in its rows, and the values expected there.
case_type hand_case(const std::vector<std::vector<int>>& columns, const std::vector<double>& values) {
  matrix_type c{3, 4, {0}, {}, values};
  for (const auto& row : columns) {
    c.entries.insert(c.entries.end(), row.begin(), row.end());
    c.row_map.push_back(static_cast<int>(c.entries.size()));
  }
  return {matrix_type{3, 2, {0, 2, 3, 3}, {0, 1, 1}, {1, 2, 3}},
          matrix_type{2, 4, {0, 2, 4}, {0, 2, 1, 2}, {10, 20, 30, 40}}, c};
}

/// \brief Of whole numbers, into a graph that lacks every third column of C and has some that C lacks.
case_type thinned_case() {
  const auto a = make_random<int, int, double>({.num_rows = 400, .num_cols = 50, .mean_row_nnz = 8.0, .seed = 3});
  auto b = make_random<int, int, double>({.num_rows = 50, .num_cols = 300, .mean_row_nnz = 8.0, .seed = 4});
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  b.num_cols = 310;
  matrix_type graph{400, 310, {0}, {}, {}};
  for (int row = 0; row < 400; ++row) {
    for (int entry = c.row_map[row]; entry < c.row_map[row + 1]; ++entry)
      if (c.entries[entry] % 3 != 1) {
        graph.entries.push_back(c.entries[entry]);
        graph.values.push_back(c.values[entry]);
      }
    graph.entries.push_back(300 + row % 10);
    graph.values.push_back(0.0);
    graph.row_map.push_back(static_cast<int>(graph.entries.size()));
  }
  return {a, b, graph};
}

TEST(ValueSums, EveryPathHasItsOwn) {
  ASSERT_FALSE(all_paths().empty());
  for_each_sums(random_case(),
                [](const auto& sums, const ReuseTuning&, ExecutionPath path) { EXPECT_EQ(path_of(sums), path); });
}

/// Whatever the plan; it is released, where there is one.
TEST(ValueSums, OrderedSumsHaveTheBitsOfTheSerialProduct) {
  const case_type product = random_case();
  for_each_sums(product, [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath path) {
    workspace_type workspace(test_exec_space{}, plenty);
    const auto plan = sums.plan(SumCalls::one, tuning, workspace);
    EXPECT_EQ(plan.is_chosen, path != ExecutionPath::host && tuning.sums == ReuseSums::places);
    EXPECT_EQ(workspace.live_bytes() > 0, plan.is_chosen);
    EXPECT_EQ(written(product, [&](double* values) { sums.sum_in_order(plan, values, workspace); }),
              product.graph_c.values);
    if (path != ExecutionPath::host) {
      EXPECT_EQ(workspace.live_bytes(), 0u);
    }
  });
}

TEST(ValueSums, OneCallLeavesOutProductsWithoutAnEntry) {
  for (const case_type& product : {hand_case({{0, 2, 3}, {0, 1}, {1}}, {10, 100, 0, 0, 90, 0}), thinned_case()}) {
    const auto nnz_c = static_cast<count_type>(product.graph_c.entries.size());
    for_each_sums(product, [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath path) {
      for (const bool in_order : {true, false}) {
        workspace_type workspace(test_exec_space{}, plenty);
        EXPECT_EQ(written(product, [&](double* values) { sums.sum_once(nnz_c, in_order, tuning, values, workspace); }),
                  product.graph_c.values)
            << in_order;
        if (path != ExecutionPath::host && !in_order && tuning.sums == ReuseSums::lists) {
          EXPECT_EQ(workspace.peak_workspace_bytes(), 0u) << "atomics";
        }
      }
    });
  }
}

/// For few products of an entry of C, one ordered call is at places, and calls in any order are by atomics.
TEST(ValueSums, OneCallChoosesBetweenPlacesAndAtomics) {
  const case_type product = hand_case({{0, 1, 2}, {1, 2}, {}}, {10, 60, 100, 90, 120});
  const problem_type problem = product.problem();
  for (const ExecutionPath path : team_paths())
    for (const bool in_order : {true, false}) {
      const ToolsRecorder recorder;
      Ocean::Impl::with_value_sums<double>(test_exec_space{}, path, problem, product.graph(), [&](const auto& sums) {
        workspace_type workspace(test_exec_space{});
        sums.sum_once(5, in_order, ReuseTuning(), product.device_c.values.data(), workspace);
      });
      Kokkos::fence("Testing::sums");
      EXPECT_EQ(ToolsRecorder::record().kernels.back().label,
                in_order ? "Ocean::reuse::sum_at_searched_places" : "Ocean::reuse::scatter_products");
      EXPECT_EQ(to_vector(product.device_c.values), product.graph_c.values);
    }
}

TEST(ValueSums, AMissingEntryIsAnError) {
  const auto text_of = [](const case_type& product, const auto& sums, const ReuseTuning& tuning, bool in_order) {
    workspace_type workspace(test_exec_space{});
    return error_text<std::invalid_argument>([&] {
      sums.sum_or_throw(static_cast<count_type>(product.graph_c.entries.size()), in_order, tuning,
                        product.device_c.values.data(), workspace);
    });
  };
  const auto expect_text = [&](const case_type& product, const std::string& entry) {
    for_each_sums(product, [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath) {
      for (const bool in_order : {true, false})
        EXPECT_EQ(text_of(product, sums, tuning, in_order),
                  "Ocean::spgemm_numeric: C has no entry " + entry +
                      ", which the product has (need a graph of C that contains the product's, or "
                      "MissingEntries::drop)");
    });
  };
  expect_text(hand_case({{0, 2, 3}, {0, 1}, {1}}, std::vector<double>(6, 0)), "(0, 1)");
  expect_text(hand_case({{0, 1, 2, 3}, {1, 3}, {}}, std::vector<double>(6, 0)), "(1, 2)");
}

TEST(ValueSums, AGraphWithAllEntriesIsSummed) {
  const case_type product = hand_case({{0, 1, 2, 3}, {1, 2}, {0, 3}}, {10, 60, 100, 0, 90, 120, 0, 0});
  for_each_sums(product, [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath) {
    for (const bool in_order : {true, false}) {
      workspace_type workspace(test_exec_space{});
      EXPECT_EQ(written(product, [&](double* values) { sums.sum_or_throw(8, in_order, tuning, values, workspace); }),
                product.graph_c.values);
    }
  });
}

/// \brief Products in lists, of team kernels or CPU threads.
template <class Lists>
std::size_t listed_in(const Lists& lists) {
  return lists.products.extent(0) + lists.host_products.extent(0);
}
/// \brief Bytes of lists.
template <class Lists>
std::size_t bytes_of(const Lists& lists) {
  const std::size_t words =
      lists.begin.extent(0) + lists.team_begin.extent(0) + lists.long_entries.extent(0) + lists.long_begin.extent(0);
  static_assert(sizeof(Ocean::Impl::HostProductIndex) == sizeof(Ocean::Impl::ProductIndex));
  return words * sizeof(std::uint32_t) + listed_in(lists) * sizeof(Ocean::Impl::ProductIndex);
}

/// Lists and places, which the first sum finds; in a graph of which it is known that it has all columns, or not.
TEST(ValueSums, KeptSumsHaveTheBitsOfTheSerialProduct) {
  const case_type product = random_case();
  const auto nnz_a = static_cast<count_type>(product.device_a.entries.extent(0)),
             nnz_c = static_cast<count_type>(product.graph_c.entries.size()), num_products = product.num_products();
  for_each_sums(product, [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath) {
    using sums_type = std::decay_t<decltype(sums)>;
    const bool has_places = sums.may_place({product.device_a.num_rows, nnz_a, nnz_c, num_products, 0, 0, true}, tuning);
    for (const bool may_throw : {false, true}) {
      workspace_type workspace(test_exec_space{}, plenty);
      typename sums_type::lists_type lists;
      typename sums_type::places_type places;
      const auto expect_values = [&](const char* which) {
        EXPECT_EQ(written(product, [&](double* values) { sums.sum_kept(lists, places, values, workspace); }),
                  product.graph_c.values)
            << which;
      };
      if (has_places) {
        places = sums.plan(SumCalls::repeated, tuning, workspace).places;
        ASSERT_GT(places.num_products, 0);
        keep_places(places, workspace);
        sums.prepare_first_sum(places, workspace);
        if (may_throw)
          EXPECT_EQ(written(product, [&](double* values) { sums.sum_first_or_throw(places, values, workspace); }),
                    product.graph_c.values);
        else
          expect_values("found");
        EXPECT_TRUE(places.is_known);
      } else {
        lists = sums.list(ListedRange{0, nnz_a, 0, nnz_c, num_products}, workspace);
        EXPECT_EQ(static_cast<count_type>(listed_in(lists)), num_products);
        EXPECT_LE(workspace.live_bytes(), bytes_of(lists) + sizeof(count_type)) << "what made them is freed";
      }
      expect_values("known");
    }
  });
}

/// The product's row 1 has entries in columns 1 and 2.
TEST(ValueSums, TheFirstSumAtPlacesFindsWhatTheGraphLacks) {
  const case_type product = hand_case({{0, 1, 2}, {1}, {}}, std::vector<double>(4, 0));
  for_each_sums(product, [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath) {
    if (tuning.sums != ReuseSums::places) return;
    workspace_type workspace(test_exec_space{}, plenty);
    auto places = sums.plan(SumCalls::repeated, tuning, workspace).places;
    keep_places(places, workspace);
    sums.prepare_first_sum(places, workspace);
    double* const values = product.device_c.values.data();
    EXPECT_EQ(
        error_text<std::invalid_argument>([&] { sums.sum_first_or_throw(places, values, workspace); }),
        "Ocean::spgemm_numeric: C has no entry (1, 2), which the product has (need a graph of C that contains the "
        "product's, or MissingEntries::drop)");
    EXPECT_FALSE(places.is_known);
  });
}

TEST(ValueSums, WhatRepeatedCallsMayKeep) {
  const SumFacts sorted{1000, 8000, 4000, 64000, 0, 0, true}, unsorted{1000, 8000, 4000, 64000, 0, 0, false};
  for_each_sums(random_case(), [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath path) {
    const bool is_host = path == ExecutionPath::host;
    EXPECT_EQ(sums.may_place(sorted, tuning), tuning.sums == ReuseSums::places);
    EXPECT_EQ(sums.may_place(unsorted, tuning), is_host && tuning.sums == ReuseSums::places);
    EXPECT_TRUE(sums.may_list(sorted));
    EXPECT_TRUE(sums.may_list(unsorted));
  });
}

/// \brief Rows of B of one length, or of lengths that are not foreseen.
case_type case_of_rows(bool unforeseen) {
  const auto law = unforeseen ? RowLengthLaw::uniform : RowLengthLaw::constant;
  const auto b = make_random<int, int, double>(
      {.num_rows = 60, .num_cols = 50, .mean_row_nnz = 9.0, .seed = 2, .row_lengths = law});
  return {make_random<int, int, double>({.num_rows = 70, .num_cols = 60, .mean_row_nnz = 9.0, .seed = 1}), b};
}

/// CPU threads read lists with few products per entry of C, and, where rows of B are short, with many, or where lengths
/// of rows are not foreseen.
TEST(ValueSums, ListsOfCpuThreads) {
  const Ocean::Impl::HostTuning tuning;
  const auto facts = [](double mean_b_row, double products_per_entry, double products = 1e6) {
    return SumFacts{1000,
                    static_cast<count_type>(products / mean_b_row),
                    static_cast<count_type>(products / products_per_entry),
                    static_cast<count_type>(products),
                    0,
                    0,
                    true};
  };
  const double few = tuning.listed_products_per_entry_max, longest = 0.999 * tuning.listed_b_row_max;
  const double shortest = 0.99 * tuning.placed_b_row_min, many = tuning.flat_list_max;
  const double beyond = static_cast<double>(tuning.listed_bytes_max);  // as many products take more bytes
  for (const bool unforeseen : {false, true}) {
    SCOPED_TRACE(unforeseen);
    const case_type rows = case_of_rows(unforeseen);
    if constexpr (Ocean::Impl::is_host_space_v<test_exec_space>) {
      EXPECT_EQ(Ocean::Impl::share_of_unforeseen_rows(rows.problem()) >= tuning.listed_unforeseen_min, unforeseen);
    }
    for_each_sums(rows, [&](const auto& sums, const ReuseTuning&, ExecutionPath path) {
      const bool is_host = path == ExecutionPath::host;
      const auto prefers_lists = [&](const SumFacts& of, double joined = 1.0, const ReuseTuning& by = {}) {
        typename std::decay_t<decltype(sums)>::places_type planned;
        planned.num_products = static_cast<count_type>(static_cast<double>(of.num_products) / joined);
        return sums.prefers_lists(of, by, planned);
      };
      EXPECT_TRUE(sums.may_list(facts(100, 0.99 * few)));
      EXPECT_EQ(sums.may_list(facts(100, 1.01 * few)), !is_host);
      EXPECT_TRUE(sums.may_list(facts(shortest, 1.01 * few)));
      for (const double products_per_entry : {1.01 * many, 10 * longest}) {
        EXPECT_TRUE(sums.may_list(facts(longest, products_per_entry)));
        EXPECT_EQ(prefers_lists(facts(longest, products_per_entry)), is_host);
      }
      EXPECT_EQ(prefers_lists(facts(longest, 0.99 * many)), is_host && unforeseen) << "few products per entry of C";
      EXPECT_EQ(prefers_lists(facts(longest, 10 * longest), 0.99 * tuning.listed_joined_max), is_host);
      EXPECT_FALSE(prefers_lists(facts(longest, 10 * longest), 1.01 * tuning.listed_joined_max)) << "rows are joined";
      EXPECT_FALSE(prefers_lists(facts(1.01 * longest, 100 * longest))) << "longer rows of B";
      EXPECT_FALSE(prefers_lists(facts(longest, 10 * longest, beyond))) << "beyond the cache";
      EXPECT_EQ(prefers_lists(facts(shortest, 10 * longest, beyond)), is_host && unforeseen) << "beyond the cache";
      EXPECT_FALSE(prefers_lists(facts(longest, 10 * longest), 1.0, summing_by(ReuseSums::places))) << "forced";
      if (is_host) {
        EXPECT_FALSE(sums.may_place(facts(shortest, 2.0), ReuseTuning()));
        EXPECT_EQ(sums.may_place(facts(shortest, 2.0, beyond), ReuseTuning()), !unforeseen);
      }
    });
  }
}

/// CPU threads sum at places where rows of B are long enough, whatever the order of their columns.
TEST(ValueSums, CpuThreadsPlaceLongRows) {
  const case_type product = random_case();
  const problem_type problem = product.problem();
  const double length = Ocean::Impl::host_tuning_default.placed_b_row_min;
  for (const ExecutionPath path : all_paths()) {
    if (path != ExecutionPath::host) continue;
    Ocean::Impl::with_value_sums<double>(test_exec_space{}, path, problem, product.graph(), [&](const auto& sums) {
      const auto may_place = [&](double mean_b_row, bool sorted) {
        const auto products = static_cast<count_type>(1000 * mean_b_row);
        return sums.may_place({100, 1000, 900, products, 0, 0, sorted}, ReuseTuning());
      };
      for (const bool sorted : {true, false}) {
        EXPECT_TRUE(may_place(length, sorted));
        EXPECT_FALSE(may_place(0.99 * length, sorted));
      }
      EXPECT_FALSE(sums.may_place({100, 1000, 0, 0, 0, 0, true}, summing_by(ReuseSums::places))) << "no products";
    });
  }
}

/// On a host to the byte: with the flags of B's rows where there is memory for them, and without them.
TEST(ValueSums, ForecastsAreWhatOrderedSumsTake) {
  const case_type product = random_case();
  const auto nnz_c = static_cast<count_type>(product.graph_c.entries.size()), num_products = product.num_products();
  for_each_sums(product, [&](const auto& sums, const ReuseTuning& tuning, ExecutionPath path) {
    std::size_t limit_bytes = plenty;
    for (const char* limit : {"plenty", "the forecast"}) {
      SCOPED_TRACE(limit);
      workspace_type workspace(test_exec_space{}, limit_bytes);
      WorkspaceForecast forecast(workspace.account());
      const auto plan = sums.plan(SumCalls::one, tuning, workspace);
      sums.forecast(plan.is_chosen, num_products, nnz_c, num_products, workspace, forecast);
      EXPECT_EQ(written(product, [&](double* values) { sums.sum_in_order(plan, values, workspace); }),
                product.graph_c.values);
      const std::size_t bytes = forecast.account().peak_bytes(), taken = workspace.peak_workspace_bytes();
      EXPECT_GT(bytes, 0u);
      EXPECT_LE(taken, bytes);
      if (limit_bytes == plenty || path == ExecutionPath::host) {
        EXPECT_GE(taken, bytes);
      }
      limit_bytes = bytes;
    }
  });
}

}  // namespace
