#ifndef OCEAN_PERF_MATRICES_LOOK_ALIKES_HPP
#define OCEAN_PERF_MATRICES_LOOK_ALIKES_HPP
/// \file
/// \brief Random matrices with the sizes, lengths of rows and locality of a kind of real ones: graphs, tables, blocks.

#include "random.hpp"

namespace Ocean::Matrices {

/// \brief Kronecker graph of the Graph500 (A, B, C = 0.57, 0.19, 0.19), symmetric, numbered at random.
inline Pattern kronecker(std::uint64_t seed, int scale, double edges_per_node) {
  const index_type n = index_type(1) << scale, edges = static_cast<index_type>(edges_per_node * static_cast<double>(n));
  const Columns number = random_permutation(n, seed, 5);
  EntryList list(n, n);
  Random random(seed, seed, 31);
  for (index_type edge = 0; edge < edges; ++edge) {
    index_type i = 0, j = 0;
    for (int bit = 0; bit < scale; ++bit) {
      const double x = random.uniform();
      i = 2 * i + (x >= 0.76);
      j = 2 * j + ((x >= 0.57 && x < 0.76) || x >= 0.95);
    }
    list.add_both(number[i], number[j]);
  }
  return list.pattern();
}

/// \brief A ring with \p reach neighbours on each side, each of them replaced at random with probability \p p.
inline Pattern small_world(std::uint64_t seed, index_type n, int reach, double p) {
  EntryList list(n, n);
  Random random(seed, seed, 33);
  for (index_type i = 0; i < n; ++i)
    for (int step = 1; step <= reach; ++step) {
      index_type j = (i + step) % n;
      if (random.uniform() < p) j = random.below(n);
      if (j != i) list.add_both(i, j);
    }
  return list.pattern();
}

/// \brief Every node links to \p links earlier ones, the more often the more links these have.
inline Pattern preferential_attachment(std::uint64_t seed, index_type n, int links) {
  constexpr int tries_max = 100;
  EntryList list(n, n);
  Columns ends;
  Random random(seed, seed, 34);
  for (index_type i = 0; i < n; ++i) {
    Columns chosen;
    const auto wanted = static_cast<std::size_t>(std::min<index_type>(i, links));
    for (int tries = 0; chosen.size() < wanted && tries < tries_max; ++tries) {
      const index_type j = ends.empty() ? random.below(i) : ends[random.below(static_cast<index_type>(ends.size()))];
      if (j != i && std::find(chosen.begin(), chosen.end(), j) == chosen.end())
        chosen.push_back(static_cast<column_type>(j));
    }
    for (const column_type j : chosen) {
      list.add_both(i, j);
      ends.push_back(static_cast<column_type>(i));
      ends.push_back(j);
    }
    if (chosen.empty()) ends.push_back(static_cast<column_type>(i));
  }
  return list.pattern();
}

/// \brief Citations of earlier papers: often cited ones, recent ones, any; a share \p empty cites none.
inline Pattern citations(std::uint64_t seed, index_type n, double mean, double empty) {
  Random random(seed, seed, 52);
  Columns cited;
  return make_rows(n, n, [&](index_type i, Columns& columns) {
    if (i <= 10 || random.uniform() <= empty) return;
    const double spread = std::exp(0.9 * random.normal()) * (mean / (1 - empty) - 1) / 1.5;
    const index_type count = 1 + std::min<index_type>(200, static_cast<index_type>(spread + 0.5));
    for (index_type k = 0; k < count; ++k) {
      const double x = random.uniform();
      index_type j = 0;
      if (x < 0.4 && !cited.empty())
        j = cited[random.below(static_cast<index_type>(cited.size()))];
      else if (x < 0.9)
        j = i - 1 - std::min(i - 1, static_cast<index_type>(random.exponential() * 2000));
      else
        j = random.below(i);
      if (j < i) columns.push_back(static_cast<column_type>(j));
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const column_type j : columns)
      if (random.uniform() < 0.5) cited.push_back(j);
  });
}

/// \brief Rows of one to three entries, a share \p empty without any, one row and one column of many.
inline Pattern dense_row_and_column(std::uint64_t seed, index_type n, index_type in_row, index_type in_column,
                                    double empty) {
  Random random(seed, seed, 62);
  EntryList list(n, n);
  const index_type row = n / 3, column = 2 * n / 3;
  std::vector<bool> is_empty(static_cast<std::size_t>(n));
  for (index_type i = 0; i < n; ++i) {
    is_empty[i] = random.uniform() < empty && i != row && i != column;
    if (is_empty[i]) continue;
    const index_type count = 1 + random.below(3);
    for (index_type k = 0; k < count; ++k)
      list.add(i, k == 0 ? i : std::min(n - 1, std::max<index_type>(0, i + random.below(2001) - 1000)));
  }
  for (index_type k = 0; k < in_row; ++k) list.add(row, random.below(n));
  for (index_type k = 0; k < in_column; ++k) {
    const index_type i = random.below(n);
    if (!is_empty[i] && i != row) list.add(i, column);
  }
  return list.pattern();
}

/// \brief Lengths of rows by a power law up to \p longest, a share \p local of the columns near the diagonal.
inline Pattern power_law_rows(std::uint64_t seed, index_type n, double alpha, index_type longest, double local) {
  return make_rows(n, n, [=](index_type i, Columns& columns) {
    Random random(seed, static_cast<std::uint64_t>(i), 63);
    const index_type count = random.power_law(alpha, 1, longest);
    for (index_type k = 0; k < count; ++k) {
      const index_type j = random.uniform() < local
                               ? i + static_cast<index_type>(random.normal() * static_cast<double>(50 + count))
                               : random.below(n);
      if (j >= 0 && j < n) columns.push_back(static_cast<column_type>(j));
    }
    if (columns.empty()) columns.push_back(static_cast<column_type>(i));
  });
}

/// \brief Flow of several commodities through one network: conservation at nodes, joint capacities of a share \p joint
/// of the arcs.
inline Pattern commodity_flow(std::uint64_t seed, index_type commodities, index_type nodes, index_type num_arcs,
                              double joint) {
  Random random(seed, seed, 71);
  std::vector<std::pair<index_type, index_type>> arcs(static_cast<std::size_t>(num_arcs));
  for (auto& [from, to] : arcs) {
    from = random.below(nodes);
    const auto length = 1 + static_cast<index_type>(random.exponential() * static_cast<double>(nodes) * 0.03);
    to = (from + (random.uniform() < 0.5 ? length : nodes - length % nodes)) % nodes;
    if (to == from) to = (from + 1) % nodes;
  }
  std::vector<index_type> capacity(arcs.size(), -1);
  index_type num_capacities = 0;
  for (index_type& row : capacity)
    if (random.uniform() < joint) row = num_capacities++;
  EntryList list(commodities * nodes + num_capacities, commodities * num_arcs + num_capacities);
  for (index_type k = 0; k < commodities; ++k)
    for (index_type arc = 0; arc < num_arcs; ++arc) {
      if (random.uniform() < 0.1) continue;
      const index_type column = k * num_arcs + arc;
      list.add(k * nodes + arcs[arc].first, column);
      list.add(k * nodes + arcs[arc].second, column);
      if (capacity[arc] >= 0) list.add(commodities * nodes + capacity[arc], column);
    }
  for (index_type k = 0; k < num_capacities; ++k) list.add(commodities * nodes + k, commodities * num_arcs + k);
  return list.pattern();
}

/// \brief Blocks of \p size rows: a share \p full of them dense over block and border, the others of a few entries.
inline Pattern bordered_blocks(std::uint64_t seed, index_type blocks, index_type size, index_type border, double full) {
  const index_type n = blocks * size + border;
  return make_rows(n, n, [=](index_type i, Columns& columns) {
    Random random(seed, static_cast<std::uint64_t>(i), 92);
    const auto add = [&](index_type column) { columns.push_back(static_cast<column_type>(column)); };
    add(i);
    const index_type first = i / size * size;
    if (i >= blocks * size) {
      for (int k = 0; k < 5; ++k) add(blocks * size + random.below(border));
    } else if (static_cast<double>(i - first) < full * static_cast<double>(size)) {
      for (index_type k = 0; k < size; ++k) add(first + k);
      for (index_type k = 0; k < border; ++k) add(blocks * size + k);
    } else {
      const index_type count = 1 + random.below(5);
      for (index_type k = 0; k < count; ++k) add(first + random.below(size));
    }
  });
}

/// \brief Authors of \p groups papers, all of a paper coupled; sizes by a power law up to \p largest.
inline Pattern shared_papers(std::uint64_t seed, index_type n, index_type groups, double alpha, index_type largest) {
  Random random(seed, seed, 94);
  EntryList list(n, n);
  for (index_type group = 0; group < groups; ++group) {
    const index_type size = random.power_law(alpha, 2, largest), centre = random.below(n);
    const double width = 4 + 0.6 * static_cast<double>(size);
    Columns authors;
    for (index_type k = 0; k < size; ++k) {
      const index_type author =
          random.uniform() < 0.97 ? centre + static_cast<index_type>(random.normal() * width) : random.below(n);
      if (author >= 0 && author < n) authors.push_back(static_cast<column_type>(author));
    }
    for (std::size_t x = 0; x < authors.size(); ++x)
      for (std::size_t y = x + 1; y < authors.size(); ++y)
        if (authors[x] != authors[y]) list.add_both(authors[x], authors[y]);
  }
  return list.pattern();
}

}  // namespace Ocean::Matrices

#endif
