/// \file
/// \brief Values into a graph of C that exists: the product's own, a larger one, in parts.

#include "ocean/drivers/fill_values_driver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "api/tools_recorder.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::Impl::count_type;
using Ocean::Testing::all_paths;
using Ocean::Testing::HostCsr;
using Ocean::Testing::make_random;
using Ocean::Testing::make_view;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_device;
using Ocean::Testing::to_vector;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;

/// \param ascending rows that hold a column once, in order: places suit them
matrix_type random_matrix(count_type num_rows, count_type num_cols, std::uint64_t seed, bool ascending) {
  return make_random<int, int, double>({.num_rows = num_rows,
                                        .num_cols = num_cols,
                                        .mean_row_nnz = 6.0,
                                        .seed = seed,
                                        .empty_row_ratio = 0.2,
                                        .duplicate_ratio = ascending ? 0.0 : 0.2,
                                        .unsorted = !ascending,
                                        .full_row = 3});
}

/// Places wherever the rows of B allow them.
Ocean::Impl::ReuseTuning by_places() {
  Ocean::Impl::ReuseTuning tuning;
  tuning.sums = Ocean::Impl::ReuseSums::places;
  return tuning;
}

/// Fills a copy of \p graph on every path, deterministic or not, and expects the values \p graph has.
void expect_filled(const matrix_type& a, const matrix_type& b, const matrix_type& graph, double tolerance) {
  const auto device_a = to_device(a), device_b = to_device(b), device_c = to_device(graph);
  const problem_type problem{device_a.operand(), device_b.operand()};
  const auto nnz = static_cast<count_type>(graph.entries.size());
  for (const ExecutionPath path : all_paths())
    for (const bool deterministic : {false, true}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (deterministic ? ", deterministic" : ""));
      SpGEMMOptions options;
      options.path = path;
      options.deterministic = deterministic;
      Kokkos::deep_copy(device_c.values, -77.0);
      Ocean::Impl::fill_values(test_exec_space{}, problem, nnz, device_c.row_map.data(), device_c.entries.data(),
                               device_c.values.data(), options, by_places());
      Kokkos::fence("Testing::fill_values");
      const auto values = to_vector(device_c.values);
      for (count_type entry = 0; entry < nnz; ++entry)
        ASSERT_NEAR(values[entry], graph.values[entry], tolerance) << "entry " << entry;
    }
}

TEST(FillValues, TheGraphOfTheProduct) {
  for (const bool ascending : {false, true}) {
    const auto a = random_matrix(120, 80, 1, false), b = random_matrix(80, 150, 2, ascending);
    expect_filled(a, b, Ocean::Impl::multiply_gustavson<int, int, double>(a, b), 0.0);
  }
}

/// \brief Of a random product with every column of C in every row.
void expect_filled_full(bool ascending) {
  const auto a = random_matrix(60, 40, 3, false), b = random_matrix(40, 50, 4, ascending);
  const auto product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  matrix_type full{60, 50, {0}, {}, {}};
  for (int row = 0; row < 60; ++row) {
    int next = product.row_map[row];
    for (int column = 0; column < 50; ++column) {
      const bool occurs = next < product.row_map[row + 1] && product.entries[next] == column;
      full.entries.push_back(column);
      full.values.push_back(occurs ? product.values[next++] : 0.0);
    }
    full.row_map.push_back(static_cast<int>(full.entries.size()));
  }
  expect_filled(a, b, full, 0.0);
}

TEST(FillValues, ColumnsThatTheProductHasNotBecomeZero) {
  expect_filled_full(false);
  expect_filled_full(true);
}

/// \brief Of a random product without a third of the columns of C.
void expect_filled_thin(bool ascending) {
  const auto a = random_matrix(70, 40, 5, false), b = random_matrix(40, 90, 6, ascending);
  const auto product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  matrix_type thin{70, 90, {0}, {}, {}};
  for (int row = 0; row < 70; ++row) {
    for (int entry = product.row_map[row]; entry < product.row_map[row + 1]; ++entry)
      if (product.entries[entry] % 3 != 1) {
        thin.entries.push_back(product.entries[entry]);
        thin.values.push_back(product.values[entry]);
      }
    thin.row_map.push_back(static_cast<int>(thin.entries.size()));
  }
  expect_filled(a, b, thin, 0.0);
}

TEST(FillValues, ProductsWhoseColumnIsMissingAreLeftOut) {
  expect_filled_thin(false);
  expect_filled_thin(true);
}

/// \brief \p matrix with its columns, in their order, among 300 million.
matrix_type with_columns_far_apart(matrix_type matrix) {
  constexpr int distance = 1'000'000;
  for (int& column : matrix.entries) column = column * distance + column * column % 1000;
  matrix.num_cols = 300 * distance;
  return matrix;
}

/// 300 million columns times 4 bytes would not fit.
TEST(FillValues, WorkMemoryOnTheCpuPathDoesNotFollowTheColumns) {
  if constexpr (Ocean::Impl::is_host_space_v<test_exec_space>) {
    const auto a = random_matrix(70, 40, 5, false), b = random_matrix(40, 290, 6, false);
    const auto product = with_columns_far_apart(Ocean::Impl::multiply_gustavson<int, int, double>(a, b));
    const auto device_a = to_device(a), device_b = to_device(with_columns_far_apart(b)), device_c = to_device(product);
    for (const bool deterministic : {false, true}) {
      Kokkos::deep_copy(device_c.values, -77.0);
      SpGEMMOptions options;
      options.path = ExecutionPath::host;
      options.deterministic = deterministic;
      options.memory_limit_bytes = std::size_t(1) << 20;
      Ocean::Impl::fill_values(test_exec_space{}, problem_type{device_a.operand(), device_b.operand()},
                               static_cast<count_type>(product.entries.size()), device_c.row_map.data(),
                               device_c.entries.data(), device_c.values.data(), options);
      EXPECT_EQ(to_vector(device_c.values), product.values);
    }
  }
}

/// Which kernels run tells what was chosen.
TEST(FillValues, TakesPlacesWhereRowsOfBAscend) {
  for (const bool ascending : {false, true}) {
    const auto a = random_matrix(30, 20, 9, false), b = random_matrix(20, 40, 10, ascending);
    const Ocean::Testing::ToolsRecorder recorder;
    expect_filled(a, b, Ocean::Impl::multiply_gustavson<int, int, double>(a, b), 0.0);
    bool by_atomics = false, at_places = false;
    for (const auto& kernel : Ocean::Testing::ToolsRecorder::record().kernels) {
      by_atomics = by_atomics || kernel.label == "Ocean::reuse::scatter_products";
      at_places = at_places || kernel.label == "Ocean::reuse::sum_at_searched_places";
    }
    EXPECT_EQ(at_places, ascending);
    EXPECT_EQ(by_atomics, !ascending);
  }
}

/// \brief Random nodes of \p node rows with the same columns, of which each may be there twice.
matrix_type make_nodes(int num_nodes, int node, int num_cols, bool duplicates, std::uint64_t seed) {
  Ocean::Testing::RandomNumbers random(seed);
  matrix_type matrix{num_nodes * node, num_cols, {0}, {}, {}};
  for (int number = 0; number < num_nodes; ++number) {
    std::vector<int> columns;
    for (int column = static_cast<int>(random.below(7)); column < num_cols; column += 1 + int(random.below(9)))
      for (int unknown = 0; unknown < 3 && column + unknown < num_cols; ++unknown) columns.push_back(column + unknown);
    if (duplicates) columns.insert(columns.end(), columns.begin(), columns.end());
    if (!duplicates) {
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    }
    for (int row = 0; row < node; ++row) {
      matrix.entries.insert(matrix.entries.end(), columns.begin(), columns.end());
      matrix.row_map.push_back(static_cast<int>(matrix.entries.size()));
    }
  }
  for (std::size_t entry = 0; entry < matrix.entries.size(); ++entry)
    matrix.values.push_back(2.0 * random.unit() - 1.0);
  return matrix;
}

/// Rows of A and of B that are done together, from one at a time to more than there are lanes.
TEST(FillValues, SupernodesHaveTheBitsOfSerialSums) {
  for (const bool duplicates : {false, true})
    for (const int node_a : {1, 2, 3, 4, 5, 6, 8})
      for (const int node_b : {1, 2, 3, 6}) {
        SCOPED_TRACE(testing::Message() << node_a << " and " << node_b << (duplicates ? ", duplicates" : ""));
        const auto a = make_nodes(9, node_a, 10 * node_b, false, 3), b = make_nodes(10, node_b, 70, duplicates, 4);
        const matrix_type product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
        const auto device_a = to_device(a), device_b = to_device(b), device_c = to_device(product);
        SpGEMMOptions options;
        options.deterministic = true;
        Kokkos::deep_copy(device_c.values, -77.0);
        Ocean::Impl::fill_values(test_exec_space{}, problem_type{device_a.operand(), device_b.operand()},
                                 static_cast<count_type>(product.entries.size()), device_c.row_map.data(),
                                 device_c.entries.data(), device_c.values.data(), options);
        Kokkos::fence("Testing::fill_values");
        EXPECT_EQ(to_vector(device_c.values), product.values);
      }
}

/// \brief Values of (scaled A) B on the CPU path, into the graph of \p c: A's rows scaled as they are read.
std::vector<double> filled_with_scaled_rows(const matrix_type& a, const matrix_type& b, const matrix_type& c,
                                            const SpGEMMOptions& options) {
  std::vector<double> factor;
  std::vector<count_type> diagonal;
  for (int row = 0; row < a.num_rows; ++row) {
    factor.push_back(-0.5 - row % 5);
    diagonal.push_back(row % 3 == 0 || a.row_map[row] == a.row_map[row + 1] ? -1 : a.row_map[row]);
  }
  const auto device_a = to_device(a), device_b = to_device(b), device_c = to_device(c);
  problem_type problem{device_a.operand(), device_b.operand()};
  problem.a.jacobi = {factor.data(), diagonal.data()};
  Kokkos::deep_copy(device_c.values, -77.0);
  Ocean::Impl::fill_values(test_exec_space{}, problem, static_cast<count_type>(c.entries.size()),
                           device_c.row_map.data(), device_c.entries.data(), device_c.values.data(), options);
  return to_vector(device_c.values);
}
/// \brief The same with the values formed.
matrix_type scaled_copy(matrix_type a) {
  for (int row = 0; row < a.num_rows; ++row) {
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry) a.values[entry] *= -0.5 - row % 5;
    if (row % 3 != 0 && a.row_map[row] < a.row_map[row + 1]) a.values[a.row_map[row]] += 1.0;
  }
  return a;
}

TEST(FillValues, CpuThreadsScaleRowsAsTheyReadThem) {
  if constexpr (Ocean::Impl::is_host_space_v<test_exec_space>) {
    matrix_type groups = make_random<int, int, double>({.num_rows = 90, .num_cols = 60, .mean_row_nnz = 5, .seed = 8});
    for (int row = 0; row < 90; row += 3)  // nodes of three unknowns, but for their lengths
      if (groups.row_map[row + 1] - groups.row_map[row] == groups.row_map[row + 2] - groups.row_map[row + 1])
        std::copy_n(groups.entries.begin() + groups.row_map[row], groups.row_map[row + 1] - groups.row_map[row],
                    groups.entries.begin() + groups.row_map[row + 1]);
    const auto b = random_matrix(60, 90, 9, true);
    // The reference has an array of all columns, so the product is formed before they are far apart.
    const matrix_type c = Ocean::Impl::multiply_gustavson<int, int, double>(scaled_copy(groups), b);
    for (const auto& [b_of_case, c_of_case] :
         {std::pair(b, c), std::pair(with_columns_far_apart(b), with_columns_far_apart(c))})
      for (const auto missing : {Ocean::MissingEntries::drop, Ocean::MissingEntries::error}) {
        SpGEMMOptions options{.path = ExecutionPath::host};
        options.missing_entries = missing;
        EXPECT_EQ(filled_with_scaled_rows(groups, b_of_case, c_of_case, options), c.values)
            << b_of_case.num_cols << " columns, " << (missing == Ocean::MissingEntries::drop ? "drop" : "error");
      }
  }
}

/// Where columns are looked up by their number, the rows of C may have them in any order.
TEST(FillValues, CheckedRowsInAnyOrder) {
  if constexpr (Ocean::Impl::is_host_space_v<test_exec_space>) {
    const auto a = random_matrix(120, 80, 1, true), b = random_matrix(80, 150, 2, true);
    auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
    for (int row = 0; row < 120; ++row) {
      std::reverse(c.entries.begin() + c.row_map[row], c.entries.begin() + c.row_map[row + 1]);
      std::reverse(c.values.begin() + c.row_map[row], c.values.begin() + c.row_map[row + 1]);
    }
    const auto nnz = static_cast<count_type>(c.entries.size());
    ASSERT_TRUE(Ocean::Impl::checks_rows_in_any_order<double>(test_exec_space(), 150, nnz));
    EXPECT_FALSE(Ocean::Impl::checks_rows_in_any_order<int>(test_exec_space(), 150, nnz));
    EXPECT_FALSE(Ocean::Impl::checks_rows_in_any_order<double>(test_exec_space(), 300'000'000, nnz));
    const auto device_a = to_device(a), device_b = to_device(b), device_c = to_device(c);
    SpGEMMOptions options{.path = ExecutionPath::host};
    options.missing_entries = Ocean::MissingEntries::error;
    Kokkos::deep_copy(device_c.values, -77.0);
    Ocean::Impl::fill_values(test_exec_space{}, problem_type{device_a.operand(), device_b.operand()}, nnz,
                             device_c.row_map.data(), device_c.entries.data(), device_c.values.data(), options);
    EXPECT_EQ(to_vector(device_c.values), c.values);
  }
}

TEST(FillValues, NothingToFill) {
  const matrix_type none{0, 5, {0}, {}, {}};
  expect_filled(none, {5, 7, {0, 0, 0, 0, 0, 0}, {}, {}}, {0, 7, {0}, {}, {}}, 0.0);
}

TEST(FillValues, RowsAreSplitByTheirProducts) {
  const test_exec_space exec;
  const auto before = make_view(std::vector<count_type>{0, 4, 9, 9, 30, 31, 33});
  using rows = std::vector<count_type>;
  EXPECT_EQ(Ocean::Impl::split_rows(exec, before, 6, 33), (rows{0, 6}));
  EXPECT_EQ(Ocean::Impl::split_rows(exec, before, 6, 32), (rows{0, 5, 6}));
  EXPECT_EQ(Ocean::Impl::split_rows(exec, before, 6, 9), (rows{0, 3, 4, 6})) << "row 3 has 21 products";
  EXPECT_EQ(Ocean::Impl::split_rows(exec, before, 6, 1), (rows{0, 1, 2, 3, 4, 5, 6}));
}

TEST(FillValues, PartsGiveTheBitsOfTheWhole) {
  const auto make_reals = [](count_type rows, count_type cols, std::uint64_t seed) {
    return make_random<int, int, double>({.num_rows = rows,
                                          .num_cols = cols,
                                          .mean_row_nnz = 20.0,
                                          .seed = seed,
                                          .values = Ocean::Testing::ValueLaw::reals,
                                          .full_column = 2});
  };
  const auto a = make_reals(300, 200, 7), b = make_reals(200, 60, 8);
  const auto device_a = to_device(a), device_b = to_device(b);
  const matrix_type product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const auto device_c = to_device(product);
  const problem_type problem{device_a.operand(), device_b.operand()};
  const Ocean::Impl::GraphOfC<int, int> graph{device_c.row_map.data(), device_c.entries.data()};
  Ocean::Testing::for_each_launcher([&](const auto& launcher) {
    const auto sum_with_limit = [&](std::size_t limit_bytes) {
      Kokkos::deep_copy(device_c.values, -77.0);
      Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{}, limit_bytes);
      Ocean::Impl::sum_in_order(launcher, problem, graph, device_c.values.data(), workspace);
      Kokkos::fence("Testing::sum_in_order");
      return to_vector(device_c.values);
    };
    const auto whole = sum_with_limit(0);
    EXPECT_EQ(whole, product.values) << "bits of the serial reference";
    constexpr std::size_t few_mebibytes = std::size_t(3) << 20;
    EXPECT_EQ(sum_with_limit(few_mebibytes), whole) << to_string(launcher.path);
    EXPECT_EQ(sum_with_limit(0), whole) << to_string(launcher.path);
  });
}

TEST(FillValues, LongListsAreSummedInOrder) {
  const auto make_reals = [](count_type rows, count_type cols, double mean, std::uint64_t seed) {
    return make_random<int, int, double>({.num_rows = rows,
                                          .num_cols = cols,
                                          .mean_row_nnz = mean,
                                          .seed = seed,
                                          .row_lengths = Ocean::Testing::RowLengthLaw::constant,
                                          .values = Ocean::Testing::ValueLaw::reals});
  };
  const auto a = make_reals(20, 900, 800.0, 11), b = make_reals(900, 10, 5.0, 12);  // 400 products for an entry
  const auto device_a = to_device(a), device_b = to_device(b);
  const matrix_type product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const auto device_c = to_device(product);
  Ocean::Testing::for_each_launcher([&](const auto& launcher) {
    Kokkos::deep_copy(device_c.values, -77.0);
    Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{});
    const Ocean::Impl::GraphOfC<int, int> graph{device_c.row_map.data(), device_c.entries.data()};
    Ocean::Impl::sum_in_order(launcher, problem_type{device_a.operand(), device_b.operand()}, graph,
                              device_c.values.data(), workspace);
    Kokkos::fence("Testing::sum_in_order");
    EXPECT_EQ(to_vector(device_c.values), product.values) << to_string(launcher.path);
  });
}

}  // namespace
