#ifndef OCEAN_TEST_SUPPORT_FAR_RUNS_HPP
#define OCEAN_TEST_SUPPORT_FAR_RUNS_HPP
/// \file
/// \brief A product whose rows of C are for tables of words.

#include <utility>
#include <vector>

#include "builders.hpp"
#include "ocean/stages/found_columns.hpp"

namespace Ocean::Testing {

/// \brief A and B of a product so large that columns are kept, of compression ratio 1.5: each row of C has as many
/// entries as one of \p lengths says, in runs of 16 all over 100,000 columns, too far apart for bitmaps of rows that
/// share a team. Rows that are alike are supernodes, unless these are switched off.
inline std::pair<HostCsr<int, int, double>, HostCsr<int, int, double>> far_runs(const std::vector<int>& lengths) {
  constexpr int run = 16, num_cols = 100000;
  HostCsr<int, int, double> b{0, num_cols, {0}, {}, {}};
  for (const int length : lengths)
    for (const int row_length : {length, length / 2}) {  // the second has columns of the first
      for (int entry = 0; entry < row_length; ++entry) {
        const int num_runs = (length + run - 1) / run;
        b.entries.push_back(entry / run * (num_cols / num_runs) + entry % run);
        b.values.push_back(1.0 + entry % 3);
      }
      b.row_map.push_back(static_cast<int>(b.entries.size()));
      ++b.num_rows;
    }
  HostCsr<int, int, double> a{0, b.num_rows, {0}, {}, {}};
  for (count_type products = 0; products <= Impl::found_products_min; ++a.num_rows) {
    const int step = static_cast<int>(a.num_rows % static_cast<count_type>(lengths.size()));
    a.entries.insert(a.entries.end(), {2 * step, 2 * step + 1});
    a.values.insert(a.values.end(), {1.0, 2.0});
    a.row_map.push_back(static_cast<int>(a.entries.size()));
    products += lengths[static_cast<std::size_t>(step)] * 3 / 2;
  }
  return {a, b};
}

}  // namespace Ocean::Testing

#endif
