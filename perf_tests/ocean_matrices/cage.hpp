#ifndef OCEAN_PERF_MATRICES_CAGE_HPP
#define OCEAN_PERF_MATRICES_CAGE_HPP
/// \file
/// \brief The cage model of DNA electrophoresis (van Heukelum, Barkema, Bisseling 2002): walks on the tree where every
/// node has three ways up and three down, as long as they differ by more than a symmetry of the tree or direction.

#include <array>
#include <stdexcept>

#include "pattern.hpp"

namespace Ocean::Matrices {

class CageModel {
 public:
  /// \throws std::invalid_argument for a length that is not in [3, 15]
  explicit CageModel(int length) : m_steps(length - 1) {
    if (length < 3 || length > max_length) throw std::invalid_argument("cage: length (need 3 to 15)");
    Tree tree;
    Walk walk{};
    find_states(0, 0, tree, walk);
    std::sort(m_states.begin(), m_states.end());
    m_states.erase(std::unique(m_states.begin(), m_states.end()), m_states.end());
  }

  Pattern pattern() const {
    const auto n = static_cast<index_type>(m_states.size());
    return make_rows(n, n, [&](index_type row, Columns& columns) {
      const Walk walk = walk_of(m_states[row]);
      columns.push_back(static_cast<column_type>(row));
      const auto add = [&](const Walk& moved) { columns.push_back(find(moved)); };
      for (int way = 0; way < num_ways; ++way) {
        Walk head = walk, tail = walk;
        head[0] = way;
        tail[m_steps - 1] = way;
        add(head);
        add(tail);
      }
      for (int k = 0; k + 1 < m_steps; ++k) {
        if (walk[k + 1] != opposite(walk[k])) continue;
        for (int way = 0; way < num_ways; ++way) {
          Walk kink = walk;
          kink[k] = way;
          kink[k + 1] = opposite(way);
          add(kink);
        }
      }
    });
  }

 private:
  static constexpr int num_ways = 6, max_length = 15;
  using Walk = std::array<int, max_length + 1>;
  static int opposite(int way) { return (way + 3) % num_ways; }

  /// The nodes that a walk has seen, and the ways between them.
  struct Tree {
    Tree() {
      for (auto& ways : neighbour) ways.fill(-1);
      for (auto& ways : label) ways.fill(-1);
    }
    /// The node at \p way from \p node, made if there is none: the first way up is 0, the next 1, ...
    int step(int node, int way) {
      if (neighbour[node][way] < 0) {
        const int other = num_nodes++, back = opposite(way);
        neighbour[node][way] = other;
        neighbour[other][back] = node;
        label[node][way] = way / 3 * 3 + used[node][way / 3]++;
        label[other][back] = back / 3 * 3 + used[other][back / 3]++;
      }
      return neighbour[node][way];
    }
    std::array<std::array<int, num_ways>, max_length + 1> neighbour, label;
    std::array<std::array<int, 2>, max_length + 1> used{};
    int num_nodes = 1;
  };

  /// A number that walks have in common if a symmetry of the tree makes one the other.
  std::uint64_t code_of(const Walk& walk) const {
    Tree tree;
    std::uint64_t code = 0;
    for (int k = 0, node = 0; k < m_steps; ++k) {
      const int next = tree.step(node, walk[k]);
      code = code * num_ways + static_cast<std::uint64_t>(tree.label[node][walk[k]]);
      node = next;
    }
    return code;
  }
  std::uint64_t code_of_reverse(const Walk& walk) const {
    Walk reverse{};
    for (int k = 0; k < m_steps; ++k) reverse[k] = opposite(walk[m_steps - 1 - k]);
    return code_of(reverse);
  }
  column_type find(const Walk& walk) const {
    const std::uint64_t code = std::min(code_of(walk), code_of_reverse(walk));
    return static_cast<column_type>(std::lower_bound(m_states.begin(), m_states.end(), code) - m_states.begin());
  }

  /// A walk of \p code.
  Walk walk_of(std::uint64_t code) const {
    Walk digits{}, walk{};
    for (int k = m_steps - 1; k >= 0; --k, code /= num_ways) digits[k] = static_cast<int>(code % num_ways);
    Tree tree;
    for (int k = 0, node = 0; k < m_steps; ++k) {
      int way = -1;
      for (int x = 0; x < num_ways; ++x)
        if (tree.label[node][x] == digits[k]) way = x;
      for (int x = digits[k] / 3 * 3; way < 0; ++x)
        if (tree.label[node][x] < 0) way = x;
      walk[k] = way;
      node = tree.step(node, way);
    }
    return walk;
  }

  /// Every walk whose new nodes take the first free way up or down.
  void find_states(int k, int node, const Tree& tree, Walk& walk) {
    if (k == m_steps) {
      const std::uint64_t code = code_of(walk);
      if (code <= code_of_reverse(walk)) m_states.push_back(code);
      return;
    }
    for (int side = 0; side < 2; ++side) {
      bool tried_new = false;
      for (int way = side * 3; way < side * 3 + 3; ++way) {
        const bool is_new = tree.neighbour[node][way] < 0;
        if (is_new && tried_new) continue;
        tried_new = tried_new || is_new;
        Tree grown = tree;
        const int next = grown.step(node, way);
        walk[k] = way;
        find_states(k + 1, next, grown, walk);
      }
    }
  }

  int m_steps;
  std::vector<std::uint64_t> m_states;
};

}  // namespace Ocean::Matrices

#endif
