#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_GRAPH_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_GRAPH_HPP
/// \file
/// \brief Values into a graph that is there: the product's, a larger one, a smaller one.

#include "Ocean_SpGEMMIntoGraph.hpp"
#include "Ocean_SpGEMMMasked.hpp"
#include "fuzz_changes.hpp"
#include "fuzz_once.hpp"

namespace Ocean::Fuzz {

/// \brief \p expected with columns more or less in its rows; new ones are zero.
template <class Scalar>
Reference<Scalar> change_graph(Testing::RandomNumbers& random, const Reference<Scalar>& expected, double kept_share,
                               double new_columns) {
  Reference<Scalar> graph;
  graph.pattern.num_rows = expected.pattern.num_rows;
  graph.pattern.num_cols = expected.pattern.num_cols;
  struct Entry {
    std::int64_t column;
    std::size_t from;
  };
  const std::size_t none = expected.values.size();
  std::vector<Entry> row_entries;
  for (std::int64_t row = 0; row < expected.pattern.num_rows; ++row) {
    row_entries.clear();
    for (std::size_t entry = expected.pattern.begin(row); entry < expected.pattern.end(row); ++entry)
      if (chance(random, kept_share)) row_entries.push_back({expected.pattern.columns[entry], entry});
    while (expected.pattern.num_cols > 0 && chance(random, new_columns)) {
      const std::int64_t column = random.below(expected.pattern.num_cols);
      const auto begin = expected.pattern.columns.begin() + static_cast<std::ptrdiff_t>(expected.pattern.begin(row)),
                 end = expected.pattern.columns.begin() + static_cast<std::ptrdiff_t>(expected.pattern.end(row));
      if (!std::binary_search(begin, end, column)) row_entries.push_back({column, none});
    }
    std::sort(row_entries.begin(), row_entries.end(),
              [](const Entry& first, const Entry& second) { return first.column < second.column; });
    std::int64_t before = -1;
    for (const auto& [column, from] : row_entries) {
      if (column == before) continue;
      before = column;
      graph.pattern.columns.push_back(column);
      graph.values.push_back(from == none ? Scalar(0) : expected.values[from]);
      graph.magnitude.push_back(from == none ? 0.0 : expected.magnitude[from]);
      graph.num_terms.push_back(from == none ? 0 : expected.num_terms[from]);
    }
    graph.pattern.close_row();
  }
  return graph;
}

/// \brief Whether \p graph has all entries of \p product.
template <class Scalar>
bool has_all_entries(const Reference<Scalar>& graph, const Reference<Scalar>& product) {
  for (std::int64_t row = 0; row < product.pattern.num_rows; ++row) {
    const auto columns_of = [&](const Reference<Scalar>& matrix, std::size_t place) {
      return matrix.pattern.columns.begin() + static_cast<std::ptrdiff_t>(place);
    };
    if (!std::includes(columns_of(graph, graph.pattern.begin(row)), columns_of(graph, graph.pattern.end(row)),
                       columns_of(product, product.pattern.begin(row)), columns_of(product, product.pattern.end(row))))
      return false;
  }
  return true;
}

/// \brief spgemm_masked() with the graph of \p c, whose values it replaces or writes.
template <class Types>
void mask_by_graph(Context<Types>& context, const exec_space& exec, const SpGEMMOptions& options,
                   DeviceMatrix<Types>& c) {
  using crs_matrix = std::decay_t<decltype(c.crs())>;
  if (chance(context.random, 0.5))
    c.values = spgemm_masked<crs_matrix>(exec, context.a.crs(), context.b.crs(), c.crs(), options).values;
  else
    spgemm_masked(exec, context.num_rows(), context.num_inner(), context.num_cols(), context.a.row_map,
                  context.a.entries, context.a.values, context.b.row_map, context.b.entries, context.b.values,
                  c.row_map, c.entries, c.values, options);
}

/// \brief spgemm_masked(), or spgemm_numeric() without a handle, several times; the latter refused where C's rows do
/// not ascend, or, if the options say so, where C lacks entries.
template <class Types>
void fuzz_into_graph(Context<Types>& context) {
  SpGEMMOptions options = context.fuzz_case.options;
  if (chance(context.random, 0.4)) options.missing_entries = MissingEntries::error;
  const double kept_share = pick(context.random, {1.0, 1.0, 0.7, 0.1}),
               new_columns = pick(context.random, {0.0, 0.5, 0.9});
  const auto graph_seed = context.random.next();
  const auto expected_graph = [&] {
    Testing::RandomNumbers random(graph_seed);
    return change_graph(random, context.product(), kept_share, new_columns);
  };
  auto expected = expected_graph();
  DeviceMatrix<Types> c = upload_matrix<Types>(
      expected.pattern, std::vector<typename Types::scalar_type>(expected.values.size(), Canary<Types>::rubbish));
  for (int call = 0; call < 3; ++call) {
    if (call > 0) {
      change_operands(context);
      expected = expected_graph();
    }
    const exec_space& exec = context.next_instance();
    context.note("numeric, missing entries: ", to_string(options.missing_entries));
    if (options.missing_entries == MissingEntries::error && !has_all_entries(expected, context.product())) {
      context.outcome = Outcome::refused;
      context.expect_refused("missing entries",
                             [&] { spgemm_numeric(exec, context.a.crs(), context.b.crs(), c.crs(), options); });
      return;
    }
    const int form = static_cast<int>(context.random.below(options.missing_entries == MissingEntries::drop ? 3 : 2));
    if (form == 0)
      spgemm_numeric(exec, context.a.crs(), context.b.crs(), c.crs(), options);
    else if (form == 2)
      mask_by_graph(context, exec, options, c);
    else
      spgemm_numeric(exec, context.num_rows(), context.num_inner(), context.num_cols(), context.a.row_map,
                     context.a.entries, context.a.values, context.b.row_map, context.b.entries, context.b.values,
                     c.row_map, c.entries, c.values, options);
    context.check(c, expected, sums_of(options));
    if (chance(context.random, 0.5)) return;
  }
}

}  // namespace Ocean::Fuzz

#endif
