/// \file
/// \brief Cases from a seed and a number.

#include <algorithm>
#include <sstream>

#include "draw_options.hpp"
#include "fuzz_case.hpp"

namespace Ocean::Fuzz {
namespace {

using Testing::RandomNumbers;

/// Columns below this number are in reach of far ones.
constexpr std::int64_t far_columns_max = std::int64_t(1) << 40;

struct Dimensions {
  std::int64_t num_rows = 0, num_inner = 0, num_cols = 0;
};

/// A size up to 40 most often, up to 4000 sometimes.
std::int64_t draw_size(RandomNumbers& random) {
  const double share = random.unit();
  const std::int64_t largest = share < 0.6 ? 40 : share < 0.92 ? 150 : share < 0.995 ? 600 : 4000;
  return 1 + random.below(largest);
}

Dimensions draw_dimensions(RandomNumbers& random, bool is_square) {
  Dimensions size{draw_size(random), draw_size(random), draw_size(random)};
  const double share = random.unit();
  if (share < 0.01)
    size.num_rows = 0;
  else if (share < 0.02)
    size.num_inner = 0;
  else if (share < 0.03)
    size.num_cols = 0;
  else if (share < 0.06)
    size.num_rows = 1;
  else if (share < 0.09)
    size.num_inner = 1;
  else if (share < 0.12)
    size.num_cols = 1;
  else if (share < 0.30)
    size.num_inner = size.num_cols = size.num_rows;
  if (is_square) size.num_inner = size.num_rows;
  return size;
}

PatternLaw draw_law(RandomNumbers& random, std::int64_t num_rows, std::int64_t num_cols) {
  PatternLaw law;
  law.num_rows = num_rows;
  law.num_cols = num_cols;
  law.kind = static_cast<PatternKind>(random.below(static_cast<std::int64_t>(PatternKind::far_columns)));
  law.mean_row_length = pick(random, {0.3, 1.0, 2.0, 4.0, 8.0, 16.0, 40.0, 120.0});
  if (chance(random, 0.25)) law.duplicate_ratio = pick(random, {0.05, 0.5});
  if (chance(random, 0.3)) law.unsorted_ratio = pick(random, {0.2, 1.0});
  law.group_rows = static_cast<int>(1 + random.below(9));
  law.group_cols = static_cast<int>(1 + random.below(9));
  return law;
}

/// Far columns for B.
void spread_columns(FuzzCase& fuzz_case) {
  RandomNumbers& random = fuzz_case.random;
  fuzz_case.far_columns = true;
  if (fuzz_case.transpose_b) fuzz_case.law_b.num_rows = fuzz_case.law_b.num_cols;
  fuzz_case.transpose_b = false;
  fuzz_case.law_b.kind = PatternKind::far_columns;
  fuzz_case.law_b.num_cols = far_columns_max;
  fuzz_case.law_b.span = pick(random, {far_columns_max, std::int64_t(1) << 33, (std::int64_t(1) << 31) - 2,
                                       std::int64_t(1) << 24, std::int64_t(1) << 12});
  fuzz_case.law_b.first_column = random.below(far_columns_max - fuzz_case.law_b.span + 1);
}

/// Both laws for the operation, aligned where supernodes of A and of B may meet.
void draw_laws(FuzzCase& fuzz_case) {
  RandomNumbers& random = fuzz_case.random;
  const bool is_jacobi = fuzz_case.operation == Operation::jacobi || fuzz_case.operation == Operation::jacobi_handle;
  const Dimensions size = draw_dimensions(random, is_jacobi);
  const bool no_transposes =
      is_jacobi || fuzz_case.operation == Operation::into_graph || fuzz_case.operation == Operation::add ||
      fuzz_case.operation == Operation::repeated_add || fuzz_case.operation == Operation::triple ||
      fuzz_case.operation == Operation::repeated_triple || fuzz_case.operation == Operation::blocks ||
      fuzz_case.operation == Operation::workspace_size;
  fuzz_case.transpose_a = !no_transposes && chance(random, 0.2);
  fuzz_case.transpose_b = !no_transposes && chance(random, 0.2);
  fuzz_case.law_a = fuzz_case.transpose_a ? draw_law(random, size.num_inner, size.num_rows)
                                          : draw_law(random, size.num_rows, size.num_inner);
  fuzz_case.law_b = fuzz_case.transpose_b ? draw_law(random, size.num_cols, size.num_inner)
                                          : draw_law(random, size.num_inner, size.num_cols);
  if (is_jacobi) fuzz_case.law_a.diagonal_ratio = chance(random, 0.8) ? 1.0 : 0.9;
  if (chance(random, 0.15)) fuzz_case.law_a.kind = fuzz_case.law_b.kind = PatternKind::supernodes;
  if (chance(random, 0.7)) fuzz_case.law_a.group_cols = fuzz_case.law_b.group_rows;
  const bool is_wide = fuzz_case.types == TypeSet::int64_int64_size;
  if (is_wide && chance(random, 0.4)) spread_columns(fuzz_case);
}

/// Products of a case, at the most: few in most cases, so that these are many.
std::int64_t draw_products_max(RandomNumbers& random, Operation operation) {
  const double share = random.unit();
  const std::int64_t products = share < 0.85 ? 4000 : share < 0.98 ? 30000 : 200000;
  const bool in_blocks = operation == Operation::blocks || operation == Operation::block_handle;
  return in_blocks ? products / 20 : products;
}

/// Patterns with few enough products.
void draw_operands(FuzzCase& fuzz_case) {
  const std::int64_t products_max = draw_products_max(fuzz_case.random, fuzz_case.operation);
  for (int round = 0; round < 8; ++round) {
    fuzz_case.a = draw_pattern(fuzz_case.random, fuzz_case.law_a);
    fuzz_case.b = draw_pattern(fuzz_case.random, fuzz_case.law_b);
    if (count_products(fuzz_case.a, fuzz_case.transpose_a, fuzz_case.b, fuzz_case.transpose_b) <= products_max) return;
    for (PatternLaw* law : {&fuzz_case.law_a, &fuzz_case.law_b}) {
      law->mean_row_length *= 0.4;
      const bool is_heavy = law->kind == PatternKind::dense_rows || law->kind == PatternKind::hub_rows ||
                            law->kind == PatternKind::hub_columns;
      if (is_heavy) law->kind = PatternKind::uniform;
    }
  }
  fuzz_case.law_a.kind = PatternKind::diagonal;
  fuzz_case.a = draw_pattern(fuzz_case.random, fuzz_case.law_a);
}

}  // namespace

FuzzCase draw_case(std::uint64_t seed, std::int64_t number, const CaseLimits& limits) {
  FuzzCase fuzz_case;
  fuzz_case.seed = seed;
  fuzz_case.number = number;
  fuzz_case.random =
      RandomNumbers(RandomNumbers(seed).next() ^ RandomNumbers(~static_cast<std::uint64_t>(number)).next());
  RandomNumbers& random = fuzz_case.random;
  fuzz_case.operation = static_cast<Operation>(random.below(static_cast<std::int64_t>(operation_names.size())));
  fuzz_case.types = static_cast<TypeSet>(random.below(static_cast<std::int64_t>(type_set_names.size())));
  fuzz_case.values = static_cast<ValueLaw>(random.below(static_cast<std::int64_t>(value_law_names.size())));
  if (chance(random, 0.3)) fuzz_case.zero_ratio = pick(random, {0.1, 0.9});
  fuzz_case.options = draw_options(random, limits.path);
  draw_laws(fuzz_case);
  draw_operands(fuzz_case);
  return fuzz_case;
}

namespace {

void describe_pattern(std::ostream& line, const char* name, const PatternLaw& law, const HostPattern& pattern) {
  line << ' ' << name << "={" << pattern_kind_names[static_cast<std::size_t>(law.kind)] << ' ' << pattern.num_rows
       << 'x' << pattern.num_cols << " nnz " << pattern.columns.size();
  if (law.duplicate_ratio > 0.0) line << " duplicates " << law.duplicate_ratio;
  if (law.unsorted_ratio > 0.0) line << " unsorted " << law.unsorted_ratio;
  if (law.diagonal_ratio > 0.0) line << " diagonal " << law.diagonal_ratio;
  if (law.kind == PatternKind::supernodes) line << " groups " << law.group_rows << 'x' << law.group_cols;
  if (law.kind == PatternKind::far_columns) line << " from " << law.first_column << " span " << law.span;
  line << '}';
}

}  // namespace

std::string describe(const FuzzCase& fuzz_case) {
  std::ostringstream line;
  line << "operation=" << operation_names[static_cast<std::size_t>(fuzz_case.operation)]
       << " types=" << type_set_names[static_cast<std::size_t>(fuzz_case.types)]
       << " path=" << to_string(fuzz_case.options.path);
  describe_pattern(line, fuzz_case.transpose_a ? "A^T" : "A", fuzz_case.law_a, fuzz_case.a);
  describe_pattern(line, fuzz_case.transpose_b ? "B^T" : "B", fuzz_case.law_b, fuzz_case.b);
  line << " values=" << value_law_names[static_cast<std::size_t>(fuzz_case.values)];
  if (fuzz_case.zero_ratio > 0.0) line << " zeros=" << fuzz_case.zero_ratio;
  line << " options={" << describe_options(fuzz_case.options) << '}';
  return line.str();
}

}  // namespace Ocean::Fuzz
