/// \file
/// \brief A product that is large enough to be counted by the words of B.
// nightly

#include <gtest/gtest.h>

#include "api/product.hpp"
#include "ocean/stages/word_choice.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

/// \brief Rows of \p num_runs runs of \p run_length columns; runs begin \p apart columns from each other, and those of
/// a row where the row's number says.
default_matrix make_runs(count_type num_rows, count_type num_cols, int num_runs, int run_length, int apart) {
  default_matrix matrix{num_rows, num_cols, {0}, {}, {}};
  for (count_type row = 0; row < num_rows; ++row) {
    const count_type first = row * 37 % (num_cols - (num_runs - 1) * apart - run_length);
    for (int run = 0; run < num_runs; ++run)
      for (int inside = 0; inside < run_length; ++inside) {
        matrix.entries.push_back(static_cast<int>(first + run * apart + inside));
        matrix.values.push_back(static_cast<double>((row + inside) % 5 - 2));
      }
    matrix.row_map.push_back(static_cast<default_matrix::offset_type>(matrix.entries.size()));
  }
  return matrix;
}

/// 160 x 200 products in each of 1,300 rows, in bitmaps of groups, of teams, and in tables of words.
TEST(WordsOfB, CountLargeProducts) {
  for (const int apart : {25, 1000, 9000}) {
    const Case<> product("runs", make_runs(1300, 4000, 160, 1, 20), make_runs(4000, 100000, 10, 20, apart));
    for (const ExecutionPath path : team_paths()) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", runs of B " << apart << " columns apart");
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct({.workflow = Workflow::symbolic, .path = path}, &report));
      EXPECT_GE(report.total_products, Ocean::Impl::column_words_products_min);
    }
  }
}

}  // namespace
