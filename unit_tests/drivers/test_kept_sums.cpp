/// \file
/// \brief What repeated calls keep: lists or places, why, and how much of the memory they may take.

#include "ocean/drivers/kept_sums.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ocean/core/with_commas.hpp"
#include "stages/placed_case.hpp"
#include "support/counted_limit.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::MissingEntries;
using Ocean::ValueSource;
using Ocean::Impl::product_lists_bytes;
using Ocean::Impl::RepeatedSumsFacts;
using Ocean::Impl::ReuseSums;
using Ocean::Impl::with_commas;

using case_type = PlacedCase<double>;
using workspace_type = places_workspace;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;
using kept_type = Ocean::Impl::KeptSums<test_exec_space, case_type::problem_type, product_type>;

/// \brief Two to three products for an entry of C; no rows of A with the same columns. Values times \p factor.
case_type make_case(double factor = 1.0) {
  const auto reals = [&](count_type rows, count_type cols, std::uint64_t seed) {
    auto matrix = make_random<int, int, double>({.num_rows = rows,
                                                 .num_cols = cols,
                                                 .mean_row_nnz = 9.0,
                                                 .seed = seed,
                                                 .row_lengths = RowLengthLaw::constant,
                                                 .values = ValueLaw::reals});
    for (double& value : matrix.values) value *= factor;
    return matrix;
  };
  return {reals(70, 60, 1), reals(60, 50, 2)};
}

/// \brief What a handle knows of \p product, which asks for lists or for places of any size.
RepeatedSumsFacts facts_of(const case_type& product, ExecutionPath path, ReuseSums by) {
  RepeatedSumsFacts facts;
  facts.options.reuse_memory_factor = 1000.0;
  facts.tuning = summing_by(by);
  facts.path = path;
  facts.summary.nnz_a = static_cast<count_type>(product.device_a.entries.extent(0));
  facts.summary.nnz_b = static_cast<count_type>(product.device_b.entries.extent(0));
  facts.summary.total_products = product.num_products();
  facts.summary.b_rows_sorted = true;
  facts.nnz_c = static_cast<count_type>(product.graph_c.entries.size());
  return facts;
}

/// \brief Bytes of A, B and C.
std::size_t matrix_bytes(const case_type& product) {
  std::size_t bytes = 0;
  for (const auto* matrix : {&product.device_a, &product.device_b, &product.device_c})
    bytes += matrix->row_map.extent(0) * sizeof(int) + matrix->entries.extent(0) * (sizeof(int) + sizeof(double));
  return bytes;
}

std::size_t lists_bytes(const RepeatedSumsFacts& facts) {
  return product_lists_bytes(facts.summary.total_products, facts.nnz_c);
}
std::size_t places_bytes(const RepeatedSumsFacts& facts) {
  return static_cast<std::size_t>(facts.summary.total_products) * sizeof(Ocean::Impl::place_type);
}

/// \brief Kept sums in a workspace of \p limit_bytes.
struct Kept {
  explicit Kept(const case_type& of, std::size_t limit_bytes = plenty)
      : product(&of), workspace(test_exec_space{}, limit_bytes) {}
  /// \return why
  std::string prepare(const RepeatedSumsFacts& facts) {
    sums.prepare(test_exec_space{}, product->problem(), product->graph(), facts, workspace);
    return sums.reason();
  }
  /// \brief Values of C from the values of \p of, which has the same patterns.
  std::vector<double> sum(const case_type& of) {
    Kokkos::deep_copy(product->device_c.values, -77.0);
    sums.sum(test_exec_space{}, of.problem(), product->graph(), product->device_c.values.data(), workspace);
    Kokkos::fence("Testing::sums");
    return to_vector(product->device_c.values);
  }
  const case_type* product;
  workspace_type workspace;
  kept_type sums;
};

void expect_nothing_kept(const Kept& kept) {
  EXPECT_FALSE(kept.sums.has_any());
  EXPECT_FALSE(kept.sums.has_lists());
  EXPECT_FALSE(kept.sums.has_places());
  EXPECT_EQ(kept.sums.source(), ValueSource::product);
  EXPECT_EQ(kept.workspace.live_bytes(), 0u);
}

TEST(KeptSums, BeginWithNothing) {
  const case_type product = make_case();
  const Kept kept(product);
  expect_nothing_kept(kept);
  EXPECT_EQ(kept.sums.reason(), "");
}

TEST(KeptSums, ListsSumNewValues) {
  const case_type product = make_case(), other = make_case(3.0);
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::lists);
    Kept kept(product);
    EXPECT_EQ(kept.prepare(facts), "lists of products kept in " + with_commas(lists_bytes(facts)) + " bytes");
    EXPECT_TRUE(kept.sums.has_any());
    EXPECT_TRUE(kept.sums.has_lists());
    EXPECT_FALSE(kept.sums.has_places());
    EXPECT_EQ(kept.sums.source(), ValueSource::lists);
    EXPECT_EQ(kept.sum(product), product.graph_c.values);
    EXPECT_EQ(kept.sum(other), other.graph_c.values);
  }
}

/// The first sum writes the places; then nobody reads C's columns any more.
TEST(KeptSums, PlacesSumNewValues) {
  const case_type other = make_case(3.0);
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const case_type product = make_case();
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::places);
    Kept kept(product);
    EXPECT_EQ(kept.prepare(facts), "places of products kept in " + with_commas(places_bytes(facts)) + " bytes");
    EXPECT_TRUE(kept.sums.has_any());
    EXPECT_FALSE(kept.sums.has_lists());
    EXPECT_TRUE(kept.sums.has_places());
    EXPECT_EQ(kept.sums.source(), ValueSource::places);
    EXPECT_EQ(kept.sum(product), product.graph_c.values);
    Kokkos::deep_copy(product.device_c.entries, 0);
    EXPECT_EQ(kept.sum(other), other.graph_c.values);
  }
}

TEST(KeptSums, AreForgotten) {
  const case_type product = make_case();
  for (const ExecutionPath path : all_paths())
    for (const ReuseSums by : {ReuseSums::lists, ReuseSums::places}) {
      Kept kept(product);
      kept.prepare(facts_of(product, path, by));
      EXPECT_TRUE(kept.sums.has_any());
      kept.workspace.release_after(0);
      kept.sums.forget("the test says so");
      expect_nothing_kept(kept);
      EXPECT_EQ(kept.sums.reason(), "the test says so");
    }
}

/// What is too large for its share of A, B and C is not kept; lists are not tried in the place of places.
TEST(KeptSums, StayWithinTheirShareOfTheMatrices) {
  const case_type product = make_case();
  const auto expect_share = [&](RepeatedSumsFacts facts, const std::string& what, std::size_t bytes) {
    SCOPED_TRACE(what + ", " + to_string(facts.path));
    const double of_matrices = static_cast<double>(bytes) / static_cast<double>(matrix_bytes(product));
    Kept kept(product);
    facts.options.reuse_memory_factor = 1.01 * of_matrices;
    EXPECT_EQ(kept.prepare(facts), what + " of products kept in " + with_commas(bytes) + " bytes");
    Kept refused(product);
    facts.options.reuse_memory_factor = 0.99 * of_matrices;
    refused.prepare(facts);
    expect_nothing_kept(refused);
    facts.options.reuse_memory_factor = 0.001;
    const auto share = static_cast<std::int64_t>(0.001 * static_cast<double>(matrix_bytes(product)));
    EXPECT_EQ(refused.prepare(facts), what + " of products would take " + with_commas(bytes) + " bytes of " +
                                          with_commas(share) + " that reuse_memory_factor allows");
    expect_nothing_kept(refused);
  };
  for (const ExecutionPath path : all_paths()) {
    const RepeatedSumsFacts lists = facts_of(product, path, ReuseSums::lists);
    expect_share(lists, "lists", lists_bytes(lists));
  }
  for (const ExecutionPath path : all_paths()) {
    const RepeatedSumsFacts places = facts_of(product, path, ReuseSums::places);
    expect_share(places, "places", places_bytes(places));
  }
}

TEST(KeptSums, StayWithinWhatTheWorkspaceHas) {
  const case_type product = make_case();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::lists);
    const std::size_t bytes = lists_bytes(facts);
    Kept refused(product, bytes - 1);
    EXPECT_EQ(refused.prepare(facts), "lists of products would take " + with_commas(bytes) + " bytes of " +
                                          with_commas(bytes - 1) + " available");
    expect_nothing_kept(refused);
  }
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::places);
    Kept whole(product);
    whole.prepare(facts);
    whole.sum(product);
    const std::size_t bytes = places_bytes(facts), of_plan = whole.workspace.live_bytes() - bytes;
    Kept fitting(product, whole.workspace.peak_workspace_bytes());
    EXPECT_EQ(fitting.prepare(facts), whole.sums.reason());
    Kept refused(product, of_plan + bytes - 1);
    EXPECT_EQ(refused.prepare(facts), "places of products would take " + with_commas(bytes) + " bytes of " +
                                          with_commas(bytes - 1) + " available");
    expect_nothing_kept(refused);
  }
}

/// Places fit, but not with the tables in which CPU threads look columns up.
TEST(KeptSums, WithoutMemoryToFindPlacesNothingIsKept) {
  const case_type product = make_case();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::places);
    Kept whole(product);
    whole.prepare(facts);
    const std::size_t prepared_bytes = whole.workspace.live_bytes();
    whole.sum(product);
    EXPECT_EQ(whole.workspace.live_bytes() < prepared_bytes, path == ExecutionPath::host);
    if (path != ExecutionPath::host) continue;
    Kept kept(product, whole.workspace.live_bytes());
    EXPECT_THROW(kept.prepare(facts), Ocean::Impl::WorkspaceTooSmall);
    EXPECT_FALSE(kept.sums.has_any());
  }
}

/// Places are asked for while it is not known yet whether the graph has all columns, and lists once it is.
TEST(KeptSums, PlacesAndListsArePreparedApart) {
  const case_type product = make_case();
  const test_exec_space exec;
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    Kept of_lists(product);
    const RepeatedSumsFacts lists = facts_of(product, path, ReuseSums::lists);
    EXPECT_FALSE(of_lists.sums.prepare_places(exec, product.problem(), product.graph(), lists, of_lists.workspace));
    expect_nothing_kept(of_lists);
    for (const MissingEntries missing : {MissingEntries::drop, MissingEntries::error}) {
      of_lists.sums.prepare_lists(exec, product.problem(), product.graph(), lists, missing, of_lists.workspace);
      EXPECT_EQ(of_lists.sum(product), product.graph_c.values);
    }
    Kept of_places(product);
    const RepeatedSumsFacts places = facts_of(product, path, ReuseSums::places);
    EXPECT_TRUE(of_places.sums.prepare_places(exec, product.problem(), product.graph(), places, of_places.workspace));
    Kokkos::deep_copy(product.device_c.values, -77.0);
    of_places.sums.sum_first_or_throw(exec, product.problem(), product.graph(), product.device_c.values.data(),
                                      of_places.workspace);
    Kokkos::fence("Testing::sums");
    EXPECT_EQ(to_vector(product.device_c.values), product.graph_c.values);
    Kept refused(product, 100);
    EXPECT_THROW(refused.sums.prepare_places(exec, product.problem(), product.graph(), places, refused.workspace),
                 Ocean::Impl::WorkspaceTooSmall);
  }
}

/// Lists fit, but not with what makes them.
TEST(KeptSums, WithoutMemoryToMakeListsNothingIsKept) {
  const case_type product = make_case();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::lists);
    Kept kept(product, lists_bytes(facts));
    EXPECT_THROW(kept.prepare(facts), Ocean::Impl::WorkspaceTooSmall);
    EXPECT_FALSE(kept.sums.has_any());
  }
}

/// CPU threads have a bit less for A's.
TEST(KeptSums, ListsNumberNoMoreThan32BitsHold) {
  const case_type product = make_case();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const bool is_host = path == ExecutionPath::host;
    const count_type most = is_host ? Ocean::Impl::host_listed_products_max : Ocean::Impl::listed_products_max;
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::lists);
    const auto reason_with = [&](count_type products, count_type nnz_a, count_type nnz_b, count_type nnz_c) {
      RepeatedSumsFacts large = facts;
      large.options.reuse_memory_factor = 0.0;
      large.summary.total_products = products;
      large.summary.nnz_a = nnz_a;
      large.summary.nnz_b = nnz_b;
      large.nnz_c = nnz_c;
      Kept kept(product);
      const std::string reason = kept.prepare(large);
      expect_nothing_kept(kept);
      return reason;
    };
    const std::string too_many =
        (is_host ? "2,147,483,648" : "4,294,967,296") + std::string(" products are too many for lists");
    EXPECT_EQ(reason_with(most + 1, 9, 9, 9), too_many);
    EXPECT_EQ(reason_with(9, most + 1, 9, 9), too_many);
    EXPECT_EQ(reason_with(9, 9, most + 1, 9), too_many);
    EXPECT_EQ(reason_with(9, 9, 9, most + 1), too_many);
    EXPECT_EQ(reason_with(most, most, most, most).substr(0, 28), "lists of products would take");
  }
}

/// CPU threads accumulate a row as fast as they read long lists.
TEST(KeptSums, LongListsDoNotPayOffForCpuThreads) {
  const auto blocks = make_block_diagonal<int, int, double>(6, 20);
  const case_type product(blocks, blocks);
  for (const ExecutionPath path : all_paths()) {
    const RepeatedSumsFacts facts = facts_of(product, path, ReuseSums::lists);
    Kept kept(product);
    EXPECT_EQ(kept.prepare(facts), path == ExecutionPath::host
                                       ? "lists do not pay off with 20.0 products per entry of C"
                                       : "lists of products kept in " + with_commas(lists_bytes(facts)) + " bytes");
    EXPECT_EQ(kept.sums.has_lists(), path != ExecutionPath::host);
  }
}

/// \brief Rows of B with four entries in five columns: for an entry of C 0.8 products for every entry in a row of A.
case_type short_rows_case(count_type repeats_of_rows, double row_nnz_a = 24.0) {
  const auto reals = [](count_type rows, count_type cols, double row_nnz, std::uint64_t seed) {
    return make_random<int, int, double>({.num_rows = rows,
                                          .num_cols = cols,
                                          .mean_row_nnz = row_nnz,
                                          .seed = seed,
                                          .row_lengths = RowLengthLaw::constant,
                                          .values = ValueLaw::reals});
  };
  return {repeat_rows(reals(70, 60, row_nnz_a, 1), [&](count_type) { return repeats_of_rows; }), reals(60, 5, 4.0, 2)};
}

/// Lists are faster where entries of C have many products; but places are less memory, and rows that are joined share
/// them.
TEST(KeptSums, CpuThreadsListTheProductsOfShortRows) {
  const auto source_of = [](const case_type& product, double lists_of_share) {
    RepeatedSumsFacts facts = facts_of(product, ExecutionPath::host, ReuseSums::automatic);
    facts.options.reuse_memory_factor =
        lists_of_share * static_cast<double>(lists_bytes(facts)) / static_cast<double>(matrix_bytes(product));
    Kept kept(product);
    kept.prepare(facts);
    EXPECT_EQ(kept.sum(product), product.graph_c.values);
    EXPECT_EQ(kept.sum(product), product.graph_c.values);
    return kept.sums.source();
  };
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "not a host space";
  EXPECT_EQ(source_of(short_rows_case(1), 1.01), ValueSource::lists);
  EXPECT_EQ(source_of(short_rows_case(1), 0.99), ValueSource::places);
  EXPECT_EQ(source_of(short_rows_case(3), 1.01), ValueSource::places);
  EXPECT_EQ(source_of(short_rows_case(1, 9.0), 1.01), ValueSource::places);
}

/// CPU threads read places without ends of rows where these are not foreseen, if there is room for twice the bytes and
/// few rows go with others.
TEST(KeptSums, PlacesAreFlatWhereEndsOfRowsAreNotForeseen) {
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "not a host space";
  const auto matrix = [](count_type rows, count_type cols, double row_nnz, std::uint64_t seed, RowLengthLaw law) {
    return make_random<int, int, double>({.num_rows = rows,
                                          .num_cols = cols,
                                          .mean_row_nnz = row_nnz,
                                          .seed = seed,
                                          .row_lengths = law,
                                          .values = ValueLaw::reals});
  };
  const auto irregular_b = matrix(200, 40, 4.0, 2, RowLengthLaw::uniform);
  const auto a = matrix(150, 200, 6.0, 1, RowLengthLaw::constant);
  const auto reason_of = [](const case_type& product, double factor) {
    RepeatedSumsFacts facts = facts_of(product, ExecutionPath::host, ReuseSums::places);
    facts.options.reuse_memory_factor =
        factor * static_cast<double>(facts.summary.total_products) / static_cast<double>(matrix_bytes(product));
    Kept kept(product);
    const std::string reason = kept.prepare(facts);
    for (int call = 0; call < 3; ++call) EXPECT_EQ(kept.sum(product), product.graph_c.values);
    EXPECT_EQ(kept.sums.source(), ValueSource::places);
    return reason;
  };
  const auto bytes_of = [](const case_type& product, count_type bytes) {
    const count_type products = facts_of(product, ExecutionPath::host, ReuseSums::places).summary.total_products;
    return "places of products kept in " + with_commas(bytes * products) + " bytes";
  };
  const case_type irregular(a, irregular_b);
  EXPECT_EQ(reason_of(irregular, 4.01), "flat " + bytes_of(irregular, 4));
  EXPECT_EQ(reason_of(irregular, 3.99), bytes_of(irregular, 2));
  const case_type regular(a, matrix(200, 40, 4.0, 2, RowLengthLaw::constant));
  EXPECT_EQ(reason_of(regular, 4.01), bytes_of(regular, 2));
  const case_type single(a, matrix(200, 40, 1.0, 2, RowLengthLaw::constant));
  EXPECT_EQ(reason_of(single, 4.01), "single " + bytes_of(single, 2));
  const case_type irregular_a(matrix(150, 200, 2.0, 1, RowLengthLaw::uniform),
                              matrix(200, 40, 2.0, 2, RowLengthLaw::constant));
  EXPECT_EQ(reason_of(irregular_a, 4.01), "flat " + bytes_of(irregular_a, 4)) << "ends of rows of A";
  const auto few = repeat_rows(a, [](count_type row) { return row % 10 == 0 ? 2 : 1; });
  const case_type few_joined(few, irregular_b);
  EXPECT_EQ(reason_of(few_joined, 4.01), "flat " + bytes_of(few_joined, 4)) << "rows that go with others, alone";
  const case_type joined(repeat_rows(a, [](count_type) { return 2; }), irregular_b);
  EXPECT_EQ(reason_of(joined, 4.01), bytes_of(joined, 1)) << "two rows share them";
}

}  // namespace
