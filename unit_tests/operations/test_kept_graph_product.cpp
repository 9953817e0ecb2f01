/// \file
/// \brief Values into one graph, call after call: when they are prepared for, and when patterns have changed.
// once: OpenMP

#include "ocean/operations/kept_graph_product.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "stages/placed_case.hpp"
#include "support/checks.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::MissingEntries;
using Ocean::SpGEMMOptions;
using Ocean::ValueSource;
using Ocean::Impl::PatternReads;

using matrix_type = HostCsr<int, int, double>;
using case_type = PlacedCase<double>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;
using kept_type = Ocean::Impl::KeptGraphProduct<test_exec_space, case_type::problem_type, product_type>;

matrix_type random_matrix(count_type rows, count_type cols, std::uint64_t seed, double row_nnz = 9.0) {
  return make_random<int, int, double>({.num_rows = rows,
                                        .num_cols = cols,
                                        .mean_row_nnz = row_nnz,
                                        .seed = seed,
                                        .row_lengths = RowLengthLaw::constant});
}
/// \brief The same pattern, other values.
matrix_type times(matrix_type matrix, double factor) {
  for (double& value : matrix.values) value *= factor;
  return matrix;
}

/// \brief Calls with one object on one path.
struct Session {
  explicit Session(ExecutionPath path) {
    options.path = path;
    options.missing_entries = MissingEntries::error;
  }
  /// \brief The values of \p product, in its graph. \return where they come from
  ValueSource call(const case_type& product) {
    const ValueSource source = run(product);
    EXPECT_EQ(to_vector(product.device_c.values), product.graph_c.values);
    return source;
  }
  /// \brief The same, whatever the values are.
  ValueSource run(const case_type& product) {
    Kokkos::deep_copy(product.device_c.values, -77.0);
    auto problem = product.problem();
    problem.a.jacobi = jacobi;
    kept.numeric(test_exec_space(), {problem, product.device_c.operand(), product.device_c.values.data()}, options,
                 reads);
    Kokkos::fence("Testing::sums");
    return kept.source();
  }
  SpGEMMOptions options;
  PatternReads reads = Ocean::Impl::pattern_reads_default<test_exec_space>;
  Ocean::Impl::JacobiRows<double> jacobi;
  kept_type kept;
};

template <class Body>
void for_each_session(const Body& body) {
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    Session session(path);
    EXPECT_EQ(session.kept.source(), ValueSource::none);
    body(session);
  }
}

/// The first call keeps nothing, the second prepares and sums by what it keeps, as do later ones, wherever the arrays
/// are; CPU threads from lists where rows of B are short, and entries of C have many products.
void expect_second_call_prepares(double row_nnz_a, double row_nnz_b, ValueSource on_host) {
  const auto a = random_matrix(70, 60, 1, row_nnz_a), b = random_matrix(60, 20, 2, row_nnz_b);
  for_each_session([&](Session& session) {
    EXPECT_EQ(session.call({a, b}), ValueSource::product);
    EXPECT_EQ(session.kept.workspace_bytes(), 0u);
    EXPECT_FALSE(session.kept.keeps());
    const ValueSource second = session.call({times(a, 3), b});
    EXPECT_TRUE(second == ValueSource::lists || second == ValueSource::places);
    EXPECT_GT(session.kept.workspace_bytes(), 0u);
    EXPECT_TRUE(session.kept.keeps());
    for (const double factor : {2.0, -1.0, 0.0}) {
      const ValueSource source = session.call({times(a, factor), times(b, 2)});
      EXPECT_EQ(source, second);
      if (session.options.path == ExecutionPath::host) {
        EXPECT_EQ(source, on_host);
      }
    }
  });
}

TEST(KeptGraphProduct, TheSecondCallPrepares) {
  const Ocean::Impl::HostTuning tuning;
  const double longest = tuning.listed_b_row_max, many = tuning.flat_list_max;
  expect_second_call_prepares(2 * many, longest, ValueSource::lists);
  expect_second_call_prepares(2 * many, longest + 1, ValueSource::places);
  expect_second_call_prepares(many / 2, longest, ValueSource::places);
}

/// Every row of C has a column behind the last that a product has.
TEST(KeptGraphProduct, EntriesWithoutProductsAreZero) {
  auto b = random_matrix(60, 50, 2, 3.0);
  ++b.num_cols;
  const auto a = random_matrix(70, 60, 1);
  const auto product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  matrix_type c{product.num_rows, product.num_cols, {0}, {}, {}};
  for (std::size_t row = 0; row < static_cast<std::size_t>(product.num_rows); ++row) {
    const auto begin = product.row_map[row], end = product.row_map[row + 1];
    c.entries.insert(c.entries.end(), product.entries.begin() + begin, product.entries.begin() + end);
    c.values.insert(c.values.end(), product.values.begin() + begin, product.values.begin() + end);
    c.entries.push_back(50);
    c.values.push_back(0.0);
    c.row_map.push_back(static_cast<int>(c.entries.size()));
  }
  for_each_session([&](Session& session) {
    for (int call = 0; call < 4; ++call) session.call({a, b, c});
    EXPECT_EQ(session.kept.source(), ValueSource::lists);
  });
}

TEST(KeptGraphProduct, NothingIsKeptWhereTheOptionsSaySo) {
  const case_type product(random_matrix(70, 60, 1), random_matrix(60, 50, 2));
  for_each_session([&](Session& session) {
    session.options.reuse = false;
    for (int call = 0; call < 4; ++call) EXPECT_EQ(session.call(product), ValueSource::product);
    session.options.reuse = true;
    session.options.reuse_memory_factor = 0.001;
    for (int call = 0; call < 4; ++call) EXPECT_EQ(session.call(product), ValueSource::product);
    EXPECT_EQ(session.kept.workspace_bytes(), 0u);
  });
}

/// Without room for lists or places, CPU threads still know that the graph has all columns, and do not look for those
/// that it lacks: who breaks the promise that arrays stay gets no error.
TEST(KeptGraphProduct, AGraphThatIsKnownIsNotSearchedForMissingEntries) {
  const auto a = random_matrix(70, 60, 1), b = random_matrix(60, 50, 2);
  auto other_a = a;
  std::swap(other_a.entries.front(), other_a.entries.back());
  const case_type product(a, b), other(other_a, b);
  for_each_session([&](Session& session) {
    const bool is_host = session.options.path == ExecutionPath::host;
    session.options.reuse_memory_factor = 0.001;
    session.reads = PatternReads::where_moved;
    for (int call = 0; call < 3; ++call) {
      EXPECT_EQ(session.call(product), ValueSource::product);
      EXPECT_EQ(session.kept.keeps(), is_host && call > 0);
      EXPECT_EQ(session.kept.workspace_bytes(), 0u);
    }
    EXPECT_EQ(session.call({times(a, 3), times(b, 2)}), ValueSource::product);
    EXPECT_EQ(session.call(product), ValueSource::product);
    if (!is_host) return;
    Kokkos::deep_copy(product.device_a.entries, other.device_a.entries);
    EXPECT_NO_THROW(session.run(product));
    session.reads = PatternReads::always;
    EXPECT_THROW(session.run(product), std::invalid_argument);
    EXPECT_FALSE(session.kept.keeps());
    Kokkos::deep_copy(product.device_a.entries, case_type(a, b).device_a.entries);
  });
}

/// Another size begins anew; another pattern of the same size is found out, once.
TEST(KeptGraphProduct, OtherPatternsAreNotSummedAtOldPlaces) {
  const auto a = random_matrix(70, 60, 1), b = random_matrix(60, 50, 2);
  const case_type product(a, b), smaller(random_matrix(40, 60, 3), b);
  auto moved_a = a;
  std::swap(moved_a.entries[3], moved_a.entries[4]);
  for_each_session([&](Session& session) {
    for (int call = 0; call < 3; ++call) session.call(product);
    EXPECT_EQ(session.call(smaller), ValueSource::product);
    EXPECT_EQ(session.kept.workspace_bytes(), 0u);
    EXPECT_FALSE(session.kept.keeps());
    EXPECT_EQ(session.call(product), ValueSource::product);
  });
  auto swapped = Ocean::Impl::multiply_gustavson<int, int, double>(moved_a, b);
  const case_type moved(moved_a, b, swapped);
  for_each_session([&](Session& session) {
    for (int call = 0; call < 3; ++call) session.call(product);
    EXPECT_NE(session.kept.source(), ValueSource::product);
    for (int call = 0; call < 4; ++call) EXPECT_EQ(session.call(moved), ValueSource::product) << "not prepared again";
  });
}

/// Of arrays that are promised to stay as they are, those that lie elsewhere than in the call before are read alone.
TEST(KeptGraphProduct, PromisedPatternsAreReadWhereTheyHaveMoved) {
  const auto a = random_matrix(70, 60, 1), b = random_matrix(60, 50, 2);
  auto other_a = a;
  std::swap(other_a.entries[3], other_a.entries[4]);
  const case_type product(a, b), same(a, b), other(other_a, b);
  for_each_session([&](Session& session) {
    session.reads = PatternReads::where_moved;
    for (int call = 0; call < 2; ++call) session.call(product);
    Kokkos::deep_copy(product.device_a.entries, other.device_a.entries);  // breaks the promise, and nobody looks
    EXPECT_NE(session.run(product), ValueSource::product);
    EXPECT_NE(session.call(same), ValueSource::product);
    EXPECT_EQ(session.run(product), ValueSource::product);
    Kokkos::deep_copy(product.device_a.entries, same.device_a.entries);
  });
}

/// The graph may have more than the product, and lack an entry; an error is one in every call, and then nothing is
/// kept.
TEST(KeptGraphProduct, EntriesThatTheGraphLacks) {
  const matrix_type a{3, 2, {0, 2, 3, 3}, {0, 1, 1}, {1, 2, 3}}, b{2, 4, {0, 2, 4}, {0, 2, 1, 2}, {10, 20, 30, 40}};
  const case_type more(a, b, {3, 4, {0, 4, 6, 7}, {0, 1, 2, 3, 1, 2, 0}, {10, 60, 100, 0, 90, 120, 0}});
  const case_type less(a, b, {3, 4, {0, 2, 4, 4}, {0, 2, 1, 2}, {10, 100, 90, 120}});
  const case_type whole(a, {2, 4, {0, 2, 4}, {0, 2, 0, 2}, {10, 20, 30, 40}},
                        {3, 4, {0, 2, 4, 4}, {0, 2, 0, 2}, {70, 100, 90, 120}});
  for_each_session([&](Session& session) {
    for (int call = 0; call < 4; ++call) session.call(more);
    EXPECT_NE(session.kept.source(), ValueSource::product);
    EXPECT_EQ(session.call(whole), ValueSource::product);
    for (int call = 0; call < 3; ++call) {  // the first is the second with these sizes
      EXPECT_EQ(error_text<std::invalid_argument>([&] { session.call(less); }),
                "Ocean::spgemm_numeric: C has no entry (0, 1), which the product has (need a graph of C that contains "
                "the product's, or MissingEntries::drop)");
      EXPECT_EQ(session.kept.workspace_bytes(), 0u);
    }
  });
}

/// Products that the graph has no place for would be summed anywhere.
TEST(KeptGraphProduct, NothingIsKeptWhereTheGraphMayLackColumns) {
  const matrix_type a{1, 1, {0, 1}, {0}, {2}}, b{1, 9, {0, 2}, {1, 8}, {3, 4}};
  const case_type less(a, b, {1, 9, {0, 1}, {8}, {8}}), all(a, b);
  for_each_session([&](Session& session) {
    session.options.missing_entries = MissingEntries::drop;
    for (int call = 0; call < 4; ++call) EXPECT_EQ(session.call(less), ValueSource::product);
    session.options.missing_entries = MissingEntries::error;
    session.options.skip_zeros = Ocean::SkipZeros::of_a;
    for (int call = 0; call < 4; ++call) EXPECT_EQ(session.call(all), ValueSource::product);
  });
}

/// Where no row of B has several entries, lists, which short rows call for, would take more time and memory.
TEST(KeptGraphProduct, CpuThreadsSumSingleEntriesAtPlaces) {
  const auto a = random_matrix(70, 60, 1);
  for (const bool is_single : {true, false})
    for_each_session([&](Session& session) {
      if (session.options.path != ExecutionPath::host) return;
      const auto b = random_matrix(60, 9, 2, is_single ? 1.0 : 2.0);
      const ValueSource kept = is_single ? ValueSource::places : ValueSource::lists;
      for (const ValueSource source : {ValueSource::product, kept, kept})
        EXPECT_EQ(session.call({times(a, 2), b}), source);
    });
}

/// Jacobi's factors belong to rows: lists of products do not know them, so places are kept even of short rows of B.
TEST(KeptGraphProduct, ScaledRowsAreSummedAtPlaces) {
  const auto a = random_matrix(30, 20, 1), b = random_matrix(20, 15, 2, 2.0);
  auto scaled = a;
  std::vector<double> factors;
  std::vector<count_type> diagonals;
  for (int row = 0; row < 30; ++row) {
    factors.push_back(row % 5 - 2.0);
    diagonals.push_back(a.row_map[row] + 1);
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry) scaled.values[entry] *= factors.back();
    scaled.values[diagonals.back()] += 1.0;
  }
  const case_type product(a, b, Ocean::Impl::multiply_gustavson<int, int, double>(scaled, b)), plain(a, b);
  for_each_session([&](Session& session) {
    if (session.options.path != ExecutionPath::host) return;
    for (const ValueSource source : {ValueSource::product, ValueSource::places, ValueSource::places}) {
      session.jacobi = {factors.data(), diagonals.data()};
      EXPECT_EQ(session.call(product), source);
    }
    session.jacobi = {};
    EXPECT_EQ(session.call(plain), ValueSource::product) << "places were kept for scaled rows";
  });
}

/// Places are found in ascending rows alone.
TEST(KeptGraphProduct, AnUnsortedGraphIsNotPreparedFor) {
  const matrix_type a{1, 1, {0, 1}, {0}, {2}}, b{1, 9, {0, 2}, {1, 8}, {3, 4}};
  const case_type product(a, b, {1, 9, {0, 2}, {8, 1}, {8, 6}});
  Session session(ExecutionPath::automatic);
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "devices search places in every call";
  for (int call = 0; call < 4; ++call) EXPECT_EQ(session.call(product), ValueSource::product);
}

}  // namespace
