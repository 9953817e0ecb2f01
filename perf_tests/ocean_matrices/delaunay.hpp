#ifndef OCEAN_PERF_MATRICES_DELAUNAY_HPP
#define OCEAN_PERF_MATRICES_DELAUNAY_HPP
/// \file
/// \brief Delaunay triangulation of random points in the unit square, by insertion and flips.

#include "geometric.hpp"

namespace Ocean::Matrices {

class Delaunay {
 public:
  /// Points come in two halves, each along Hilbert's curve.
  Delaunay(std::uint64_t seed, index_type n) : m_count(static_cast<column_type>(n)), m_points(n) {
    Random random(seed, seed, 21);
    for (Point& point : m_points) {
      point[0] = random.uniform();
      point[1] = random.uniform();
    }
    const auto before = [](const Point& left, const Point& right) {
      const std::uint64_t x = hilbert_place(left), y = hilbert_place(right);
      return x != y ? x < y : left < right;
    };
    std::sort(m_points.begin(), m_points.begin() + n / 2, before);
    std::sort(m_points.begin() + n / 2, m_points.end(), before);
    // A triangle around all.
    m_points.insert(m_points.end(), {Point{-3e3, -3e3}, Point{6e3, -1e3}, Point{0.5, 6e3}});
    m_corners.push_back({m_count, m_count + 1, m_count + 2});
    m_neighbours.push_back({-1, -1, -1});
    column_type at = 0;
    for (column_type point = 0; point < m_count; ++point) at = insert(point, walk_to(point, at));
  }

  /// \brief The edges.
  Pattern pattern() const {
    EntryList list(m_count, m_count);
    for (const Triangle& corners : m_corners)
      for (int k = 0; k < 3; ++k) {
        const column_type from = corners[k], to = corners[(k + 1) % 3];
        if (from < m_count && to < m_count) list.add_both(from, to);
      }
    return list.pattern();
  }

 private:
  using Point = std::array<double, 2>;
  using Triangle = std::array<column_type, 3>;

  /// Twice the area of a, b, c, positive if they turn left.
  double turn(column_type a, column_type b, column_type c) const {
    const Point &p = m_points[a], &q = m_points[b], &r = m_points[c];
    return static_cast<double>(static_cast<long double>(q[0] - p[0]) * (r[1] - p[1]) -
                               static_cast<long double>(q[1] - p[1]) * (r[0] - p[0]));
  }
  bool in_circle(column_type a, column_type b, column_type c, column_type d) const {
    const auto x = [&](column_type point) { return static_cast<long double>(m_points[point][0] - m_points[d][0]); };
    const auto y = [&](column_type point) { return static_cast<long double>(m_points[point][1] - m_points[d][1]); };
    const long double ax = x(a), ay = y(a), bx = x(b), by = y(b), cx = x(c), cy = y(c);
    const long double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    return ax * (by * c2 - b2 * cy) - ay * (bx * c2 - b2 * cx) + a2 * (bx * cy - by * cx) > 0;
  }

  /// The triangle around \p point, starting from \p triangle.
  column_type walk_to(column_type point, column_type triangle) const {
    for (int start = 0;; start = (start + 1) % 3) {
      bool moved = false;
      for (int side = 0; side < 3 && !moved; ++side) {
        const int k = (side + start) % 3;
        if (turn(m_corners[triangle][(k + 1) % 3], m_corners[triangle][(k + 2) % 3], point) >= 0) continue;
        triangle = m_neighbours[triangle][k];
        moved = true;
      }
      if (!moved) return triangle;
    }
  }

  void relink(column_type triangle, column_type from, column_type to) {
    if (triangle < 0) return;
    for (column_type& neighbour : m_neighbours[triangle])
      if (neighbour == from) {
        neighbour = to;
        return;
      }
  }

  /// Splits \p triangle in three at \p point and flips until the circles are empty.
  column_type insert(column_type point, column_type triangle) {
    const auto [a, b, c] = m_corners[triangle];
    const auto [at_a, at_b, at_c] = m_neighbours[triangle];
    const auto second = static_cast<column_type>(m_corners.size()), third = second + 1;
    m_corners[triangle] = {point, b, c};
    m_corners.push_back({point, c, a});
    m_corners.push_back({point, a, b});
    m_neighbours[triangle] = {at_a, second, third};
    m_neighbours.push_back({at_b, third, triangle});
    m_neighbours.push_back({at_c, triangle, second});
    relink(at_b, triangle, second);
    relink(at_c, triangle, third);
    Columns open = {triangle, second, third};
    while (!open.empty()) {
      const column_type near = open.back();
      open.pop_back();
      flip(point, near, open);
    }
    return triangle;
  }

  /// Gives \p near and the triangle opposite to \p point their other diagonal, if that one's corner is too close.
  void flip(column_type point, column_type near, Columns& open) {
    const column_type far = m_neighbours[near][0];
    if (far < 0) return;
    int k = 0;
    while (m_neighbours[far][k] != near) ++k;
    const column_type corner = m_corners[far][k], a = m_corners[near][1], b = m_corners[near][2];
    if (!in_circle(m_corners[near][0], a, b, corner)) return;
    const column_type near_a = m_neighbours[near][1], near_b = m_neighbours[near][2];
    const column_type far_b = m_neighbours[far][(k + 1) % 3], far_a = m_neighbours[far][(k + 2) % 3];
    m_corners[near] = {point, a, corner};
    m_neighbours[near] = {far_b, far, near_b};
    m_corners[far] = {point, corner, b};
    m_neighbours[far] = {far_a, near_a, near};
    relink(far_b, far, near);
    relink(near_a, near, far);
    open.push_back(near);
    open.push_back(far);
  }

  column_type m_count;
  std::vector<Point> m_points;
  std::vector<Triangle> m_corners, m_neighbours;  ///< neighbour k is opposite to corner k
};

}  // namespace Ocean::Matrices

#endif
