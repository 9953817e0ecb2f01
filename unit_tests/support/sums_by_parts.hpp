#ifndef OCEAN_TEST_SUPPORT_SUMS_BY_PARTS_HPP
#define OCEAN_TEST_SUPPORT_SUMS_BY_PARTS_HPP
/// \file
/// \brief Rows of C whose sums are taken in an order that is written down.

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <utility>
#include <vector>

namespace Ocean::Testing {

/// \brief A column of a row of C.
struct ColumnSum {
  int column = -1;
  double sum = 0.0;
  bool operator==(const ColumnSum&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const ColumnSum& entry) {
  return out << entry.column << ": " << entry.sum;
}

/// \brief Sums of (column, product) in the order of the products as far as a part of \p length sorted ones has them,
/// then part by part.
inline std::vector<ColumnSum> sum_by_parts(std::vector<std::pair<int, double>> products, std::size_t length) {
  std::stable_sort(products.begin(), products.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ColumnSum> entries;
  for (std::size_t place = 0; place < products.size();) {
    const int column = products[place].first;
    entries.push_back({column, 0.0});
    while (place < products.size() && products[place].first == column) {
      double of_part = products[place].second;
      for (++place; place % length != 0 && place < products.size() && products[place].first == column; ++place)
        of_part += products[place].second;
      entries.back().sum += of_part;
    }
  }
  return entries;
}

}  // namespace Ocean::Testing

#endif
