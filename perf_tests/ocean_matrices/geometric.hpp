#ifndef OCEAN_PERF_MATRICES_GEOMETRIC_HPP
#define OCEAN_PERF_MATRICES_GEOMETRIC_HPP
/// \file
/// \brief Random matrices with the sizes, lengths of rows and locality of a kind of real ones: points in space.

#include <array>

#include "grids.hpp"
#include "random.hpp"

namespace Ocean::Matrices {

/// \brief Place of a point on Hilbert's curve through 2^16 x 2^16 cells.
inline std::uint64_t hilbert_place(std::uint32_t x, std::uint32_t y) {
  constexpr int bits = 16;
  constexpr std::uint32_t last = (1U << bits) - 1;
  std::uint64_t place = 0;
  for (int bit = bits - 1; bit >= 0; --bit) {
    const std::uint32_t right = (x >> bit) & 1, upper = (y >> bit) & 1;
    place = place * 4 + ((3 * right) ^ upper);
    if (upper != 0) continue;
    if (right != 0) {
      x = last - x;
      y = last - y;
    }
    std::swap(x, y);
  }
  return place;
}
inline std::uint64_t hilbert_place(const std::array<double, 2>& point) {
  constexpr double cells = 65536;
  return hilbert_place(static_cast<std::uint32_t>(point[0] * cells), static_cast<std::uint32_t>(point[1] * cells));
}

/// \brief Points of a cube (or a square) not farther apart than \p radius, numbered by cells of that width.
inline Pattern near_points(std::uint64_t seed, index_type n, bool in_space, double radius, bool diagonal) {
  using Point = std::array<float, 3>;
  std::vector<Point> points(static_cast<std::size_t>(n));
  Random random(seed, seed, 11);
  for (Point& point : points) {
    point[0] = static_cast<float>(random.uniform());
    point[1] = static_cast<float>(random.uniform());
    point[2] = in_space ? static_cast<float>(random.uniform()) : 0.0F;
  }
  const index_type m = std::max<index_type>(1, static_cast<index_type>(std::floor(1 / radius)));
  const index_type layers = in_space ? m : 1;
  const auto coordinate = [=](float x) { return std::min(m - 1, static_cast<index_type>(x * static_cast<float>(m))); };
  const auto cell = [&](const Point& point) {
    return ((in_space ? coordinate(point[2]) : 0) * m + coordinate(point[1])) * m + coordinate(point[0]);
  };
  std::sort(points.begin(), points.end(), [&](const Point& left, const Point& right) {
    const index_type x = cell(left), y = cell(right);
    return x != y ? x < y : left < right;
  });
  std::vector<index_type> first(static_cast<std::size_t>(m * m * layers) + 1, 0);
  for (const Point& point : points) ++first[cell(point) + 1];
  for (std::size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
  return make_rows(n, n, [&](index_type i, Columns& columns) {
    const Point& at = points[i];
    const index_type a = coordinate(at[0]), b = coordinate(at[1]), c = in_space ? coordinate(at[2]) : 0;
    for (index_type z = std::max<index_type>(0, c - 1); z <= std::min(layers - 1, c + 1); ++z)
      for (index_type y = std::max<index_type>(0, b - 1); y <= std::min(m - 1, b + 1); ++y)
        for (index_type x = std::max<index_type>(0, a - 1); x <= std::min(m - 1, a + 1); ++x)
          for (index_type k = first[(z * m + y) * m + x]; k < first[(z * m + y) * m + x + 1]; ++k) {
            const double dx = points[k][0] - at[0], dy = points[k][1] - at[1], dz = points[k][2] - at[2];
            const bool near = k == i ? diagonal : dx * dx + dy * dy + dz * dz <= radius * radius;
            if (near) columns.push_back(static_cast<column_type>(k));
          }
  });
}
inline Pattern near_points_in_square(std::uint64_t seed, index_type n) {
  const auto count = static_cast<double>(n);
  return near_points(seed, n, false, 0.55 * std::sqrt(std::log(count) / count), false);
}
inline Pattern near_points_in_cube(std::uint64_t seed, index_type n, double neighbours) {
  constexpr double unit_sphere = 4.18879;
  return near_points(seed, n, true, std::pow(neighbours / (static_cast<double>(n) * unit_sphere), 1.0 / 3), true);
}

/// \brief Crossings on a grid, moved at random, linked with probability \p keep; a road has geometrically many nodes of
/// mean \p nodes_per_road. Numbered along Hilbert's curve.
inline Pattern roads(std::uint64_t seed, index_type size, double keep, double nodes_per_road) {
  using Point = std::array<double, 2>;
  Random random(seed, seed, 41);
  std::vector<Point> points;
  for (index_type i = 0; i < size; ++i)
    for (index_type j = 0; j < size; ++j) {
      const double x = (static_cast<double>(i) + random.uniform()) / static_cast<double>(size);
      points.push_back({x, (static_cast<double>(j) + random.uniform()) / static_cast<double>(size)});
    }
  std::vector<std::pair<index_type, index_type>> crossings, links;
  for (index_type i = 0; i < size; ++i)
    for (index_type j = 0; j < size; ++j) {
      const index_type at = i * size + j;
      if (i + 1 < size && random.uniform() < keep) crossings.emplace_back(at, at + size);
      if (j + 1 < size && random.uniform() < keep) crossings.emplace_back(at, at + 1);
      if (i + 1 < size && j + 1 < size && random.uniform() < 0.04) crossings.emplace_back(at, at + size + 1);
    }
  for (const auto& [from, to] : crossings) {
    const index_type between = nodes_per_road > 0 ? random.geometric(1 / (1 + nodes_per_road)) : 0;
    index_type last = from;
    for (index_type k = 1; k <= between; ++k) {
      const double f = static_cast<double>(k) / static_cast<double>(between + 1);
      points.push_back({points[from][0] * (1 - f) + points[to][0] * f, points[from][1] * (1 - f) + points[to][1] * f});
      links.emplace_back(last, static_cast<index_type>(points.size()) - 1);
      last = static_cast<index_type>(points.size()) - 1;
    }
    links.emplace_back(last, to);
  }
  const auto n = static_cast<index_type>(points.size());
  std::vector<std::pair<std::uint64_t, index_type>> order;
  for (index_type i = 0; i < n; ++i)
    order.emplace_back(hilbert_place({std::min(points[i][0], 0.99999), std::min(points[i][1], 0.99999)}), i);
  std::sort(order.begin(), order.end());
  Columns number(static_cast<std::size_t>(n));
  for (index_type i = 0; i < n; ++i) number[order[i].second] = static_cast<column_type>(i);
  EntryList list(n, n);
  for (const auto& [from, to] : links) list.add_both(number[from], number[to]);
  return list.pattern();
}

/// \brief A cylinder of a by b quadrilaterals with \p unknowns a node; \p stiffeners nodes are coupled along the ring.
inline Pattern stiffened_shell(std::uint64_t seed, index_type a, index_type b, int unknowns, index_type stiffeners) {
  constexpr index_type stiffener_length = 21;
  Random random(seed, seed, 81);
  EntryList list(a * b, a * b);
  for (index_type i = 0; i < a; ++i)
    for (index_type j = 0; j < b; ++j)
      for (index_type x = -1; x <= 1; ++x)
        for (index_type l = std::max<index_type>(0, j - 1); l <= std::min(b - 1, j + 1); ++l)
          list.add(i * b + j, (i + x + a) % a * b + l);
  for (index_type s = 0; s < stiffeners; ++s) {
    const index_type i = random.below(a), j = random.below(b);
    for (index_type k = 0; k < stiffener_length; ++k) list.add_both(i * b + j, (i + k) % a * b + j);
  }
  return expand(list.pattern(), unknowns);
}

/// \brief Differences of order 12 on the grid points of a sphere, and dense blocks around atoms: a Hamiltonian of
/// density functional theory.
class Hamiltonian {
 public:
  Hamiltonian(std::uint64_t seed, double radius, index_type num_atoms, double core_radius)
      : m_reach(static_cast<index_type>(std::ceil(radius)) + 1), m_width(2 * m_reach + 1) {
    m_id.assign(static_cast<std::size_t>(m_width * m_width * m_width), -1);
    for (index_type i = -m_reach; i <= m_reach; ++i)
      for (index_type j = -m_reach; j <= m_reach; ++j)
        for (index_type k = -m_reach; k <= m_reach; ++k)
          if (static_cast<double>(i * i + j * j + k * k) <= radius * radius) {
            m_id[place(i, j, k)] = static_cast<column_type>(m_points.size());
            m_points.push_back({i, j, k});
          }
    m_atoms_at.resize(m_points.size());
    place_atoms(seed, radius * 0.62, num_atoms, core_radius);
  }

  Pattern pattern() const {
    constexpr index_type order = 6;
    const auto n = static_cast<index_type>(m_points.size());
    return make_rows(n, n, [&](index_type row, Columns& columns) {
      columns.push_back(static_cast<column_type>(row));
      for (int direction = 0; direction < 3; ++direction)
        for (index_type step = -order; step <= order; ++step) {
          auto at = m_points[row];
          at[direction] += step;
          if (std::abs(at[direction]) > m_reach) continue;
          const column_type other = m_id[place(at[0], at[1], at[2])];
          if (other >= 0) columns.push_back(other);
        }
      for (const std::size_t atom : m_atoms_at[row])
        columns.insert(columns.end(), m_near_atom[atom].begin(), m_near_atom[atom].end());
    });
  }

 private:
  std::size_t place(index_type i, index_type j, index_type k) const {
    return static_cast<std::size_t>(((i + m_reach) * m_width + j + m_reach) * m_width + k + m_reach);
  }

  void place_atoms(std::uint64_t seed, double radius, index_type num_atoms, double core_radius) {
    constexpr index_type tries_per_atom = 200;
    Random random(seed, seed, 91);
    const double apart = radius * 1.5 / std::cbrt(static_cast<double>(num_atoms));
    std::vector<std::array<double, 3>> atoms;
    const auto distance2 = [](const std::array<double, 3>& x, const std::array<double, 3>& y) {
      return (x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) + (x[2] - y[2]) * (x[2] - y[2]);
    };
    for (index_type tries = 0; static_cast<index_type>(atoms.size()) < num_atoms && tries < tries_per_atom * num_atoms;
         ++tries) {
      std::array<double, 3> centre{};
      do {
        for (double& x : centre) x = (2 * random.uniform() - 1) * radius;
      } while (distance2(centre, {}) > radius * radius);
      if (std::any_of(atoms.begin(), atoms.end(),
                      [&](const auto& other) { return distance2(other, centre) < apart * apart; }))
        continue;
      add_core(centre, core_radius, atoms.size());
      atoms.push_back(centre);
    }
  }

  /// Notes the points within \p radius of \p centre.
  void add_core(const std::array<double, 3>& centre, double radius, std::size_t atom) {
    Columns near;
    const auto first = [&](double x) { return static_cast<index_type>(std::floor(x - radius)); };
    const auto last = [&](double x) { return static_cast<index_type>(std::ceil(x + radius)); };
    for (index_type i = first(centre[0]); i <= last(centre[0]); ++i)
      for (index_type j = first(centre[1]); j <= last(centre[1]); ++j)
        for (index_type k = first(centre[2]); k <= last(centre[2]); ++k) {
          const double x = static_cast<double>(i) - centre[0], y = static_cast<double>(j) - centre[1];
          const double z = static_cast<double>(k) - centre[2];
          const bool on_grid = std::abs(i) <= m_reach && std::abs(j) <= m_reach && std::abs(k) <= m_reach;
          if (!on_grid || x * x + y * y + z * z > radius * radius) continue;
          const column_type id = m_id[place(i, j, k)];
          if (id < 0) continue;
          near.push_back(id);
          m_atoms_at[id].push_back(atom);
        }
    m_near_atom.push_back(near);
  }

  index_type m_reach, m_width;
  Columns m_id;
  std::vector<std::array<index_type, 3>> m_points;
  std::vector<std::vector<std::size_t>> m_atoms_at;
  std::vector<Columns> m_near_atom;
};

}  // namespace Ocean::Matrices

#endif
