#ifndef OCEAN_PERF_MATRICES_GRIDS_HPP
#define OCEAN_PERF_MATRICES_GRIDS_HPP
/// \file
/// \brief Matrices of the SuiteSparse collection that follow from a rule: grids and meshes. Equal to the collection's
/// up to the order of rows and to values.

#include <array>
#include <bit>
#include <unordered_map>

#include "pattern.hpp"

namespace Ocean::Matrices {

/// \brief Nodes of an a by b grid and their neighbours, \p points in all: 5, 7 or 9.
inline Pattern grid2(index_type a, index_type b, int points) {
  return make_rows(a * b, a * b, [=](index_type row, Columns& columns) {
    for (index_type x = -1; x <= 1; ++x)
      for (index_type y = -1; y <= 1; ++y) {
        const index_type i = row / b + x, j = row % b + y;
        const bool left_out = (points == 5 && x * y != 0) || (points == 7 && x * y == -1);
        if (!left_out && i >= 0 && j >= 0 && i < a && j < b) columns.push_back(static_cast<column_type>(i * b + j));
      }
  });
}

/// \brief Whether a stencil of \p points in space (7, 15 or 27) has the neighbour at x, y, z.
inline bool in_stencil(int points, index_type x, index_type y, index_type z) {
  if (points == 7) return std::abs(x) + std::abs(y) + std::abs(z) <= 1;
  if (points == 15) return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
  return true;
}

inline Pattern grid3(index_type a, index_type b, index_type c, int points) {
  return make_rows(a * b * c, a * b * c, [=](index_type row, Columns& columns) {
    for (index_type x = -1; x <= 1; ++x)
      for (index_type y = -1; y <= 1; ++y)
        for (index_type z = -1; z <= 1; ++z) {
          const index_type i = row / (b * c) + x, j = row / c % b + y, k = row % c + z;
          const bool inside = i >= 0 && j >= 0 && k >= 0 && i < a && j < b && k < c;
          if (inside && in_stencil(points, x, y, z)) columns.push_back(static_cast<column_type>((i * b + j) * c + k));
        }
  });
}

/// \brief States (s, i) with s + i <= n of an epidemic: birth, infection, recovery.
inline Pattern epidemic(index_type n) {
  std::vector<index_type> first(static_cast<std::size_t>(n) + 2, 0);
  Columns susceptible;
  for (index_type s = 0; s <= n; ++s) {
    first[s + 1] = first[s] + n - s + 1;
    susceptible.insert(susceptible.end(), static_cast<std::size_t>(n - s + 1), static_cast<column_type>(s));
  }
  return make_rows(first.back(), first.back(), [&](index_type row, Columns& columns) {
    const index_type s = susceptible[row], i = row - first[s];
    const auto add = [&](index_type column) { columns.push_back(static_cast<column_type>(column)); };
    add(row);
    if (s + i < n) add(first[s + 1] + i);
    if (s > 0) add(first[s - 1] + i + 1);
    if (i > 0) add(first[s] + i - 1);
  });
}

/// \brief Serendipity elements of eight nodes on nx by ny rectangles (Wathen).
inline Pattern wathen(index_type nx, index_type ny) {
  Columns elements;
  for (index_type j = 1; j <= ny; ++j)
    for (index_type i = 1; i <= nx; ++i) {
      const index_type top = 3 * j * nx + 2 * i + 2 * j + 1, middle = (3 * j - 1) * nx + 2 * j + i - 1;
      const index_type bottom = 3 * (j - 1) * nx + 2 * i + 2 * j - 3;
      for (const index_type node : {top, top - 1, top - 2, middle, bottom, bottom + 1, bottom + 2, middle + 1})
        elements.push_back(static_cast<column_type>(node - 1));
    }
  return couple_elements(3 * nx * ny + 2 * nx + 2 * ny + 1, elements, 8);
}

/// \brief Inner nodes that share an element with each inner node, on a line of elements of order \p order.
inline std::vector<Columns> line_neighbours(int num_elements, int order) {
  const int last = num_elements * order;
  std::vector<Columns> inner(static_cast<std::size_t>(last - 1));
  for (int element = 0; element < num_elements; ++element)
    for (int x = element * order; x <= (element + 1) * order; ++x)
      for (int y = element * order; y <= (element + 1) * order; ++y)
        if (x > 0 && x < last && y > 0 && y < last) inner[x - 1].push_back(y - 1);
  return inner;
}

/// \brief Square elements of order \p order, boundary nodes left out (Dubcova).
inline Pattern square_elements(int num_elements, int order) {
  const std::vector<Columns> line = line_neighbours(num_elements, order);
  const auto n = static_cast<index_type>(line.size());
  return make_rows(n * n, n * n, [&](index_type row, Columns& columns) {
    for (const column_type i : line[row / n])
      for (const column_type j : line[row % n]) columns.push_back(static_cast<column_type>(i * n + j));
  });
}

/// \brief Two velocities on the nodes and a pressure on the squares of an n by n grid.
inline Pattern stokes(index_type n) {
  const index_type nodes = n + 1, velocities = nodes * nodes;
  return make_rows(2 * velocities + n * n, 2 * velocities + n * n, [=](index_type row, Columns& columns) {
    const auto add = [&](index_type first, index_type width, index_type i, index_type j) {
      if (i >= 0 && j >= 0 && i < width && j < width)
        columns.push_back(static_cast<column_type>(first + i * width + j));
    };
    if (row < 2 * velocities) {
      const index_type first = row < velocities ? 0 : velocities, i = (row - first) / nodes, j = (row - first) % nodes;
      for (index_type x = -1; x <= 1; ++x)
        for (index_type y = -1; y <= 1; ++y) add(first, nodes, i + x, j + y);
      for (index_type x = -1; x <= 0; ++x)
        for (index_type y = -1; y <= 0; ++y) add(2 * velocities, n, i + x, j + y);
    } else {
      const index_type i = (row - 2 * velocities) / n, j = (row - 2 * velocities) % n;
      for (const index_type first : {index_type(0), velocities})
        for (index_type x = 0; x <= 1; ++x)
          for (index_type y = 0; y <= 1; ++y) add(first, nodes, i + x, j + y);
    }
  });
}

/// \brief Quarks on a periodic lattice of four dimensions, four spins of three colours at a site.
inline Pattern lattice_qcd(const std::array<index_type, 4>& size) {
  const index_type sites = size[0] * size[1] * size[2] * size[3];
  return make_rows(sites * 12, sites * 12, [=](index_type row, Columns& columns) {
    const index_type spin = row % 12 / 3;
    const auto neighbour = [&](int direction, index_type step) {
      index_type site = row / 12, stride = 1;
      for (int k = 3; k > direction; --k) stride *= size[k];
      const index_type x = site / stride % size[direction];
      return site + ((x + step + size[direction]) % size[direction] - x) * stride;
    };
    const auto add = [&](index_type site, index_type other_spin) {
      for (index_type colour = 0; colour < 3; ++colour)
        columns.push_back(static_cast<column_type>(site * 12 + other_spin * 3 + colour));
    };
    const std::array<index_type, 3> coupled = {3 - spin, 3 - spin, (spin + 2) % 4};
    for (int direction = 0; direction < 3; ++direction)
      for (const index_type step : {-1, 1}) {
        add(neighbour(direction, step), spin);
        add(neighbour(direction, step), coupled[direction]);
      }
    add(neighbour(3, spin < 2 ? -1 : 1), spin);
  });
}

/// \brief Boundary control of a partial differential equation on n^3 points with 27-point operators: unknowns in and on
/// the faces of the cube, multipliers inside.
inline Pattern boundary_control(index_type n) {
  const index_type width = n + 2;
  Columns id(static_cast<std::size_t>(width * width * width), -1);
  std::vector<std::array<index_type, 3>> places;
  const auto on_face = [&](index_type i) { return i == 0 || i == width - 1; };
  for (index_type i = 0; i < width; ++i)
    for (index_type j = 0; j < width; ++j)
      for (index_type k = 0; k < width; ++k)
        if (on_face(i) + on_face(j) + on_face(k) <= 1) {
          id[(i * width + j) * width + k] = static_cast<column_type>(places.size());
          places.push_back({i, j, k});
        }
  const auto unknowns = static_cast<index_type>(places.size()), inner = n * n * n;
  return make_rows(unknowns + inner, unknowns + inner, [&](index_type row, Columns& columns) {
    columns.push_back(static_cast<column_type>(row));
    const index_type q = row - unknowns;
    const std::array<index_type, 3> at =
        row < unknowns ? places[row] : std::array<index_type, 3>{q / (n * n) + 1, q / n % n + 1, q % n + 1};
    for (index_type i = at[0] - 1; i <= at[0] + 1; ++i)
      for (index_type j = at[1] - 1; j <= at[1] + 1; ++j)
        for (index_type k = at[2] - 1; k <= at[2] + 1; ++k) {
          if (row >= unknowns) {
            const column_type other = id[(i * width + j) * width + k];
            if (other >= 0) columns.push_back(other);
          } else if (i >= 1 && j >= 1 && k >= 1 && i <= n && j <= n && k <= n) {
            columns.push_back(static_cast<column_type>(unknowns + ((i - 1) * n + j - 1) * n + k - 1));
          }
        }
  });
}

/// \brief A grid with neighbours up to two away, one near the boundary (kim).
inline Pattern wide_stencil(index_type a, index_type b) {
  return make_rows(a * b, a * b, [=](index_type row, Columns& columns) {
    const index_type i = row / b, j = row % b, reach = i < 2 || j < 2 || i >= a - 2 || j >= b - 2 ? 1 : 2;
    for (index_type k = std::max<index_type>(0, i - reach); k <= std::min(a - 1, i + reach); ++k)
      for (index_type l = std::max<index_type>(0, j - reach); l <= std::min(b - 1, j + reach); ++l)
        columns.push_back(static_cast<column_type>(k * b + l));
  });
}

/// \brief Hessian of a sum of sines: element i couples i and multiples of i, modulo n (CUTE).
inline Pattern sine_hessian(index_type n) {
  constexpr std::array<index_type, 6> factors = {1, 2, 3, 5, 7, 11};
  Columns elements;
  for (index_type i = 1; i <= n; ++i)
    for (const index_type factor : factors) elements.push_back(static_cast<column_type>((factor * i - 1) % n));
  return couple_elements(n, elements, static_cast<int>(factors.size()));
}

/// \brief A cylindrical shell of triangles with up to six unknowns a node, fewer on the boundary (s3dkt3m2).
inline Pattern cylindrical_shell() {
  constexpr index_type a = 151, b = 101;
  Columns unknowns;
  for (index_type i = 0; i < a; ++i)
    for (index_type j = 0; j < b; ++j) {
      const unsigned fixed = (i == 0 || i == a - 1 ? 0b111U : 0U) | (j == 0 ? 0b11100U : 0U);
      unknowns.push_back(6 - std::popcount(fixed));
    }
  return expand(grid2(a, b, 7), unknowns);
}

/// \brief Triangles of an icosahedron refined \p levels times, coupled across their edges (shallow_water).
inline Pattern refined_icosahedron(int levels) {
  using Triangle = std::array<column_type, 3>;
  std::vector<Triangle> triangles = {{0, 1, 2},  {0, 2, 3},  {0, 3, 4},  {0, 4, 5},   {0, 5, 1},
                                     {11, 6, 7}, {11, 7, 8}, {11, 8, 9}, {11, 9, 10}, {11, 10, 6},
                                     {1, 2, 6},  {2, 3, 7},  {3, 4, 8},  {4, 5, 9},   {5, 1, 10},
                                     {6, 7, 2},  {7, 8, 3},  {8, 9, 4},  {9, 10, 5},  {10, 6, 1}};
  const auto edge = [](column_type x, column_type y) {
    return (static_cast<std::uint64_t>(std::min(x, y)) << 32) | static_cast<std::uint64_t>(std::max(x, y));
  };
  column_type num_nodes = 12;
  for (int level = 0; level < levels; ++level) {
    std::unordered_map<std::uint64_t, column_type> middles;
    const auto middle = [&](column_type x, column_type y) {
      const auto [place, is_new] = middles.try_emplace(edge(x, y), num_nodes);
      num_nodes += is_new;
      return place->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : triangles) {
      const column_type x = middle(a, b), y = middle(b, c), z = middle(c, a);
      finer.insert(finer.end(), {Triangle{a, x, z}, Triangle{x, b, y}, Triangle{z, y, c}, Triangle{x, y, z}});
    }
    triangles.swap(finer);
  }
  const auto count = static_cast<index_type>(triangles.size());
  EntryList list(count, count);
  std::unordered_map<std::uint64_t, index_type> first_at;
  for (index_type t = 0; t < count; ++t) {
    list.add(t, t);
    for (int k = 0; k < 3; ++k) {
      const auto [place, is_new] = first_at.try_emplace(edge(triangles[t][k], triangles[t][(k + 1) % 3]), t);
      if (!is_new) list.add_both(t, place->second);
    }
  }
  return list.pattern();
}

}  // namespace Ocean::Matrices

#endif
