/// \file
/// \brief Masked products against the reference's product where the mask has entries, and 0 where it has others.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "Ocean_SpGEMMMasked.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"
#include "support/tested_types.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using host_matrix = HostCsr<int, int, double>;

/// \brief The reference's product in the pattern of \p mask.
template <class Host>
auto restrict_to(const Host& product, const std::vector<double>& magnitude, const Host& mask) {
  Ocean::Impl::ReferenceProduct<typename Host::offset_type, typename Host::ordinal_type, typename Host::scalar_type>
      result;
  static_cast<Host&>(result) = mask;
  for (count_type row = 0; row < mask.num_rows; ++row)
    for (auto entry = mask.row_map[row]; entry < mask.row_map[row + 1]; ++entry) {
      const auto begin = product.entries.begin() + product.row_map[row],
                 end = product.entries.begin() + product.row_map[row + 1];
      const auto found = std::lower_bound(begin, end, mask.entries[entry]);
      const bool is_there = found != end && *found == mask.entries[entry];
      const auto place = found - product.entries.begin();
      result.values[entry] = is_there ? product.values[place] : typename Host::scalar_type(0);
      result.magnitude.push_back(is_there ? magnitude[place] : 0.0);
    }
  return result;
}

/// \brief Masks the product on every path, deterministic or not; \p m has rubbish for values.
template <class Host>
void expect_masked(const Host& a, const Host& b, const Host& m) {
  using offset_type = typename Host::offset_type;
  using ordinal_type = typename Host::ordinal_type;
  using scalar_type = typename Host::scalar_type;
  const auto product = Ocean::Impl::multiply_gustavson<offset_type, ordinal_type, scalar_type>(a, b);
  const auto expected = restrict_to<Host>(product, product.magnitude, m);
  const auto device_a = to_crs_matrix(a), device_b = to_crs_matrix(b), device_m = to_crs_matrix(m);
  for (const bool deterministic : {false, true})
    for (const auto path : available_paths()) {
      SCOPED_TRACE(Ocean::Impl::concatenate(to_string(path), deterministic ? ", deterministic" : ""));
      SpGEMMOptions options;
      options.path = path;
      options.deterministic = deterministic;
      options.check_indices = true;
      const auto c = Ocean::spgemm_masked<crs_matrix<offset_type, ordinal_type, scalar_type>>(
          test_exec_space(), device_a, device_b, device_m, options);
      Kokkos::fence("Testing::masked");
      EXPECT_TRUE(matches(to_host(c), expected));
      EXPECT_EQ(c.graph.entries.data(), device_m.graph.entries.data()) << "the columns are the mask's own";
    }
}

template <class Host>
Host random_matrix(const RandomMatrix& matrix) {
  return make_random<typename Host::offset_type, typename Host::ordinal_type, typename Host::scalar_type>(matrix);
}

/// \brief A mask with rows of about \p mean entries, a fifth of them empty.
template <class Host>
Host random_mask(count_type num_rows, count_type num_cols, double mean, std::uint64_t seed) {
  return random_matrix<Host>(
      {.num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = mean, .seed = seed, .empty_row_ratio = 0.2});
}

template <class Host>
class MaskedTypes : public ::testing::Test {};
using tested_types =
    ::testing::Types<HostCsr<int, int, double>, HostCsr<std::size_t, int, double>, HostCsr<int, int, float>,
                     HostCsr<std::int64_t, std::int64_t, double>, HostCsr<int, int, Kokkos::complex<double>>>;
TYPED_TEST_SUITE(MaskedTypes, tested_types);

TYPED_TEST(MaskedTypes, UnsortedOperandsWithDuplicates) {
  const auto make = [](count_type num_rows, count_type num_cols, std::uint64_t seed) {
    return random_matrix<TypeParam>({.num_rows = num_rows,
                                     .num_cols = num_cols,
                                     .mean_row_nnz = 9,
                                     .seed = seed,
                                     .empty_row_ratio = 0.1,
                                     .duplicate_ratio = 0.3,
                                     .unsorted = true,
                                     .full_row = 2});
  };
  for (const double mean : {0.5, 3.0, 20.0, 60.0})
    expect_masked(make(90, 70, 5), make(70, 80, 6), random_mask<TypeParam>(90, 80, mean, 7));
}

/// Rows of B that are searched beside others that are not: short ones, unsorted ones, some with duplicates.
TYPED_TEST(MaskedTypes, FewColumnsInLongRows) {
  auto b = random_matrix<TypeParam>(
      {.num_rows = 60, .num_cols = 900, .mean_row_nnz = 250, .seed = 8, .empty_row_ratio = 0.1, .full_row = 3});
  for (count_type row = 0; row + 1 < 60; row += 4) {
    const auto begin = b.row_map[row], end = b.row_map[row + 1];
    if (end - begin < 2) continue;
    if (row % 8 == 0)
      std::swap(b.entries[begin], b.entries[end - 1]);
    else
      b.entries[begin + 1] = b.entries[begin];  // sorted, but twice
  }
  const auto a = random_matrix<TypeParam>({.num_rows = 120,
                                           .num_cols = 60,
                                           .mean_row_nnz = 12,
                                           .seed = 9,
                                           .empty_row_ratio = 0.1,
                                           .duplicate_ratio = 0.2,
                                           .unsorted = true});
  for (const double mean : {1.0, 6.0, 40.0}) expect_masked(a, b, random_mask<TypeParam>(120, 900, mean, 10));
}

/// Rows of A with the same columns, which are done together only where their rows of the mask are long.
TEST(Masked, SupernodesUnderShortAndLongRows) {
  const auto nodes = random_matrix<host_matrix>({.num_rows = 30, .num_cols = 40, .mean_row_nnz = 6, .seed = 11});
  const auto a = expand_blocks(nodes, 3, 3);
  const auto b = expand_blocks(
      random_matrix<host_matrix>({.num_rows = 40, .num_cols = 100, .mean_row_nnz = 30, .seed = 12}), 3, 3);
  for (const double mean : {0.3, 2.0, 30.0, 200.0}) {
    expect_masked(a, b, random_mask<host_matrix>(90, 300, mean, 13));
    expect_masked(a, b, repeat_rows(random_mask<host_matrix>(30, 300, mean, 14), [](count_type) { return 3; }));
  }
}

TEST(Masked, DeterministicSumsHaveTheBitsOfTheFullProduct) {
  const auto make = [](count_type num_rows, count_type num_cols, double mean, std::uint64_t seed) {
    return random_matrix<host_matrix>(
        {.num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = mean, .seed = seed, .values = ValueLaw::reals});
  };
  const auto a = make(150, 100, 20, 15), b = make(100, 400, 150, 16);
  const auto product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  for (const double mean : {2.0, 30.0, 300.0}) {
    const auto m = random_mask<host_matrix>(150, 400, mean, 17);
    for (const auto path : available_paths()) {
      const auto c =
          Ocean::spgemm_masked<crs_matrix<int, int, double>>(test_exec_space(), to_crs_matrix(a), to_crs_matrix(b),
                                                             to_crs_matrix(m), {.path = path, .deterministic = true});
      EXPECT_EQ(to_vector(c.values), restrict_to<host_matrix>(product, product.magnitude, m).values)
          << to_string(path) << ", mean " << mean;
    }
  }
}

TEST(Masked, NothingOutsideTheMaskIsKept) {
  const double infinity = std::numeric_limits<double>::infinity();
  const host_matrix a{2, 2, {0, 2, 4}, {0, 1, 0, 1}, {1, 2, 3, 4}};
  const host_matrix b{2, 3, {0, 3, 6}, {0, 1, 2, 0, 1, 2}, {infinity, 5, 7, infinity, -1, 2}};
  const auto c = Ocean::spgemm_masked<crs_matrix<int, int, double>>(
      to_crs_matrix(a), to_crs_matrix(b), to_crs_matrix(host_matrix{2, 3, {0, 1, 3}, {1, 1, 2}, {8, 8, 8}}));
  EXPECT_EQ(to_vector(c.values), (std::vector<double>{3, 11, 29}));
}

TEST(Masked, EmptyOperandsAndMasks) {
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return host_matrix(make_empty<int, int, double>(num_rows, num_cols));
  };
  const auto a = random_matrix<host_matrix>({.num_rows = 9, .num_cols = 7, .seed = 18});
  const auto b = random_matrix<host_matrix>({.num_rows = 7, .num_cols = 8, .seed = 19});
  const auto m = random_mask<host_matrix>(9, 8, 3, 20);
  expect_masked(a, b, empty(9, 8));
  expect_masked(empty(9, 7), b, m);
  expect_masked(a, empty(7, 8), m);
  expect_masked(empty(0, 7), b, empty(0, 8));
  expect_masked(a, empty(7, 0), empty(9, 0));
  expect_masked(empty(9, 0), empty(0, 8), m);
}

TEST(Masked, MissingEntriesOptionHasNoEffect) {
  const auto identity = make_identity<int, int, double>(4);
  const auto c = Ocean::spgemm_masked<crs_matrix<int, int, double>>(
      test_exec_space(), to_crs_matrix(identity), to_crs_matrix(identity),
      to_crs_matrix(host_matrix{4, 4, {0, 1, 1, 2, 2}, {0, 3}, {9, 9}}),
      {.missing_entries = Ocean::MissingEntries::error});
  EXPECT_EQ(to_vector(c.values), (std::vector<double>{1, 0}));
}

TEST(Masked, WithinAMemoryLimit) {
  const auto a = random_matrix<host_matrix>({.num_rows = 400, .num_cols = 300, .mean_row_nnz = 9, .seed = 21});
  const auto b = random_matrix<host_matrix>({.num_rows = 300, .num_cols = 5000, .mean_row_nnz = 90, .seed = 22});
  const auto m = random_mask<host_matrix>(400, 5000, 3, 23);
  const auto product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  SpGEMMOptions options;
  if (Ocean::Impl::is_host_space_v<test_exec_space>) options.path = Ocean::ExecutionPath::host;
  for (const std::size_t kibibytes : {40, 70, 256, 4096}) {
    options.memory_limit_bytes = kibibytes << (Ocean::Impl::is_host_space_v<test_exec_space> ? 10 : 14);
    const auto c = Ocean::spgemm_masked<crs_matrix<int, int, double>>(test_exec_space(), to_crs_matrix(a),
                                                                      to_crs_matrix(b), to_crs_matrix(m), options);
    EXPECT_TRUE(matches(to_host(c), restrict_to<host_matrix>(product, product.magnitude, m))) << kibibytes;
  }
}

/// The error of a masked product of matrices.
std::string error_of(const host_matrix& a, const host_matrix& b, const host_matrix& m, bool check) {
  SpGEMMOptions options;
  options.check_indices = check;
  host_matrix mask = m;
  mask.values.assign(mask.entries.size(), 1.0);
  return error_text<std::invalid_argument>([&] {
    Ocean::spgemm_masked<crs_matrix<int, int, double>>(to_crs_matrix(a), to_crs_matrix(b), to_crs_matrix(mask),
                                                       options);
  });
}

TEST(Masked, BadMasks) {
  const auto identity = make_identity<int, int, double>(3);
  EXPECT_EQ(error_of(identity, identity, make_identity<int, int, double>(4), false),
            "Ocean::spgemm_masked: A [3 x 3], B [3 x 3] and M [4 x 4] (need matching dimensions)");
  constexpr const char* unsorted =
      "Ocean::spgemm_masked: M: the columns of row 1 do not ascend (need sorted rows that hold each column once)";
  for (const bool check : {false, true}) {
    EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 0, 2, 2}, {1, 1}, {}}, check), unsorted);
    EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 1, 3, 3}, {2, 1, 0}, {}}, check), unsorted);
    EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 2, 1, 2}, {0, 1}, {}}, check),
              "Ocean::spgemm: M: row_map(2) = 1 after row_map(1) = 2 (need offsets that never decrease)");
    EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 1, 2, 5}, {0, 1}, {}}, check),
              "Ocean::spgemm: M: row_map(3) = 5 (need at most 2, the number of entries)");
  }
  EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 0, 1, 1}, {3}, {}}, true),
            "Ocean::spgemm: M: entries(0) = 3 in row 1 (need a column below 3)");
  EXPECT_EQ(error_of(identity, {3, 3, {0, 1, 1, 1}, {-1}, {1}}, identity, true),
            "Ocean::spgemm: B: entries(0) = -1 in row 0 (need a column of at least 0)");
}

TEST(Masked, ViewsOfTheWrongLength) {
  const auto a = to_crs_matrix(make_identity<int, int, double>(3));
  const test_view<double> short_values = make_view(std::vector<double>{5, 5});
  const auto text = error_text<std::invalid_argument>([&] {
    Ocean::spgemm_masked(test_exec_space(), 3, 3, 3, a.graph.row_map, a.graph.entries, a.values, a.graph.row_map,
                         a.graph.entries, a.values, a.graph.row_map, a.graph.entries, short_values);
  });
  EXPECT_EQ(text, "Ocean::spgemm_masked: M has 3 entries and C has 2 values (need the same number of both)");
  EXPECT_EQ(to_vector(short_values), (std::vector<double>{5, 5}));
}

TEST(Masked, ViewsTakeTheCallersValues) {
  const auto a = random_matrix<host_matrix>({.num_rows = 20, .num_cols = 15, .mean_row_nnz = 5, .seed = 24});
  const auto b = random_matrix<host_matrix>({.num_rows = 15, .num_cols = 25, .mean_row_nnz = 5, .seed = 25});
  const auto m = random_mask<host_matrix>(20, 25, 6, 26);
  const auto device_a = to_crs_matrix(a), device_b = to_crs_matrix(b), device_m = to_crs_matrix(m);
  Ocean::spgemm_masked(test_exec_space(), 20, 15, 25, device_a.graph.row_map, device_a.graph.entries, device_a.values,
                       device_b.graph.row_map, device_b.graph.entries, device_b.values, device_m.graph.row_map,
                       device_m.graph.entries, device_m.values);
  const auto product = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  EXPECT_TRUE(matches(to_host(device_m), restrict_to<host_matrix>(product, product.magnitude, m)));
}

}  // namespace
