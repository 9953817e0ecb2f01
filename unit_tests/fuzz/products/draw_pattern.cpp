/// \file
/// \brief Random patterns, row by row.

#include "draw_pattern.hpp"

#include <algorithm>
#include <cmath>

namespace Ocean::Fuzz {
namespace {

using Testing::RandomNumbers;
using column_list = std::vector<std::int64_t>;

/// Rows and columns that are hubs, at the most.
constexpr std::int64_t num_hubs = 2;
/// Share of a row's columns that a dense row or column has, at least.
constexpr double dense_share = 0.6;
/// Share of the rows of a supernode that lose a column.
constexpr double broken_row_share = 0.05;
/// Columns that lie together among far ones.
constexpr std::int64_t far_cluster = 64;

/// About \p length distinct columns of [first, first + count), ascending.
void add_distinct(RandomNumbers& random, std::int64_t first, std::int64_t count, double length, column_list& row) {
  if (count <= 0 || length <= 0.0) return;
  const std::size_t before = row.size();
  if (length * 4.0 > static_cast<double>(count)) {
    const double share = length / static_cast<double>(count);
    for (std::int64_t column = 0; column < count; ++column)
      if (chance(random, share)) row.push_back(first + column);
    return;
  }
  for (auto left = static_cast<std::int64_t>(length); left > 0; --left) row.push_back(first + random.below(count));
  const auto begin = row.begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(begin, row.end());
  row.erase(std::unique(begin, row.end()), row.end());
}

/// Length of a row around \p mean.
double draw_length(RandomNumbers& random, double mean, bool power_law) {
  const double share = random.unit();
  if (power_law) return 0.5 * mean / std::sqrt(1.0 - share);
  return std::floor(share * (2.0 * mean + 1.0));
}

class PatternRows {
 public:
  PatternRows(RandomNumbers& random, const PatternLaw& law) : m_random(random), m_law(law) {
    if (law.kind == PatternKind::hub_columns)
      for (std::int64_t hub = 0; hub < num_hubs && law.num_cols > 0; ++hub)
        m_hubs.push_back(random.below(law.num_cols));
    if (law.kind == PatternKind::hub_rows)
      for (std::int64_t hub = 0; hub < num_hubs && law.num_rows > 0; ++hub)
        m_hubs.push_back(random.below(law.num_rows));
    if (law.kind == PatternKind::far_columns)
      for (int cluster = 0; cluster < 4; ++cluster)
        m_clusters.push_back(law.first_column + random.below(std::max<std::int64_t>(1, law.span - far_cluster)));
  }

  /// The columns of the next row, ascending and distinct.
  void draw(std::int64_t row, column_list& columns) {
    const double mean = m_law.mean_row_length;
    const std::int64_t num_cols = m_law.num_cols;
    switch (m_law.kind) {
      case PatternKind::supernodes: return draw_supernode_row(columns);
      case PatternKind::banded: return draw_band(row, columns);
      case PatternKind::far_columns: return draw_far(columns);
      case PatternKind::diagonal:
        if (row < num_cols) columns.push_back(row);
        return;
      case PatternKind::hub_rows:
        if (std::find(m_hubs.begin(), m_hubs.end(), row) != m_hubs.end())
          return add_distinct(m_random, 0, num_cols, dense_share * static_cast<double>(num_cols), columns);
        break;
      case PatternKind::dense_rows:
        return add_distinct(m_random, 0, num_cols,
                            (dense_share + 0.5 * m_random.unit()) * static_cast<double>(num_cols), columns);
      case PatternKind::empty_rows:
        if (chance(m_random, dense_share)) return;
        break;
      case PatternKind::hub_columns: columns = m_hubs; break;
      case PatternKind::uniform:
      case PatternKind::power_law: break;
    }
    const bool power_law = m_law.kind == PatternKind::power_law;
    add_distinct(m_random, 0, num_cols,
                 std::min<double>(static_cast<double>(num_cols), draw_length(m_random, mean, power_law)), columns);
    if (m_law.kind == PatternKind::hub_columns) make_distinct(columns);
  }

 private:
  static void make_distinct(column_list& columns) {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  }

  void draw_supernode_row(column_list& columns) {
    if (m_group_left == 0) {
      m_group_left = 1 + m_random.below(m_law.group_rows);
      column_list nodes;
      const std::int64_t num_nodes = (m_law.num_cols + m_law.group_cols - 1) / m_law.group_cols;
      add_distinct(m_random, 0, num_nodes, 1.0 + draw_length(m_random, m_law.mean_row_length / m_law.group_cols, false),
                   nodes);
      m_group.clear();
      for (const std::int64_t node : nodes)
        for (std::int64_t column = node * m_law.group_cols;
             column < std::min(m_law.num_cols, (node + 1) * m_law.group_cols); ++column)
          m_group.push_back(column);
    }
    --m_group_left;
    columns = m_group;
    if (!columns.empty() && chance(m_random, broken_row_share)) columns.pop_back();
  }

  void draw_band(std::int64_t row, column_list& columns) {
    const auto width = static_cast<std::int64_t>(m_law.mean_row_length) + 1;
    const std::int64_t middle = m_law.num_rows == 0 ? 0 : row * m_law.num_cols / m_law.num_rows;
    const std::int64_t first = std::max<std::int64_t>(0, middle - width / 2);
    for (std::int64_t column = first; column < std::min(m_law.num_cols, first + width); ++column)
      columns.push_back(column);
  }

  void draw_far(column_list& columns) {
    const auto length = static_cast<std::int64_t>(draw_length(m_random, m_law.mean_row_length, false));
    for (std::int64_t entry = 0; entry < length; ++entry) {
      const auto cluster = static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(m_clusters.size())));
      columns.push_back(m_clusters[cluster] + m_random.below(std::min(m_law.span, far_cluster)));
    }
    make_distinct(columns);
  }

  RandomNumbers& m_random;
  const PatternLaw& m_law;
  column_list m_hubs, m_clusters, m_group;
  std::int64_t m_group_left = 0;
};

}  // namespace

HostPattern draw_pattern(RandomNumbers& random, const PatternLaw& law) {
  HostPattern pattern;
  pattern.num_rows = law.num_rows;
  pattern.num_cols = law.num_cols;
  PatternRows rows(random, law);
  column_list columns;
  for (std::int64_t row = 0; row < law.num_rows; ++row) {
    columns.clear();
    if (law.num_cols > 0) rows.draw(row, columns);
    if (law.diagonal_ratio > 0.0 && row < law.num_cols && chance(random, law.diagonal_ratio)) {
      const auto place = std::lower_bound(columns.begin(), columns.end(), row);
      if (place == columns.end() || *place != row) columns.insert(place, row);
    }
    if (law.duplicate_ratio > 0.0) {
      const std::size_t num_distinct = columns.size();
      for (std::size_t entry = 0; entry < num_distinct; ++entry)
        if (chance(random, law.duplicate_ratio)) columns.push_back(columns[entry]);
      std::sort(columns.begin(), columns.end());
    }
    if (law.unsorted_ratio > 0.0 && chance(random, law.unsorted_ratio)) random.shuffle(columns);
    pattern.columns.insert(pattern.columns.end(), columns.begin(), columns.end());
    pattern.close_row();
  }
  return pattern;
}

namespace {

/// Entries of every row of op(M), or of every column.
std::vector<std::int64_t> count_lengths(const HostPattern& pattern, bool of_stored_rows, std::int64_t count) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(count), 0);
  for (std::int64_t row = 0; row < pattern.num_rows; ++row) {
    if (of_stored_rows)
      lengths[static_cast<std::size_t>(row)] = static_cast<std::int64_t>(pattern.end(row) - pattern.begin(row));
    else
      for (std::size_t entry = pattern.begin(row); entry < pattern.end(row); ++entry)
        ++lengths[static_cast<std::size_t>(pattern.columns[entry])];
  }
  return lengths;
}

}  // namespace

std::int64_t count_products(const HostPattern& a, bool transpose_a, const HostPattern& b, bool transpose_b) {
  const std::int64_t num_inner = transpose_a ? a.num_rows : a.num_cols;
  const auto lengths_a = count_lengths(a, transpose_a, num_inner),
             lengths_b = count_lengths(b, !transpose_b, num_inner);
  std::int64_t products = 0;
  for (std::size_t inner = 0; inner < lengths_a.size(); ++inner) products += lengths_a[inner] * lengths_b[inner];
  return products;
}

}  // namespace Ocean::Fuzz
