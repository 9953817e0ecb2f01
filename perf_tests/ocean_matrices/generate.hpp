#ifndef OCEAN_PERF_MATRICES_GENERATE_HPP
#define OCEAN_PERF_MATRICES_GENERATE_HPP
/// \file
/// \brief A matrix from a line of a list: the name of a generator and its arguments.

#include <charconv>
#include <functional>
#include <map>
#include <sstream>

#include "cage.hpp"
#include "coarsen.hpp"
#include "combinatorial.hpp"
#include "delaunay.hpp"
#include "look_alikes.hpp"

namespace Ocean::Matrices {

/// \brief The words behind a generator's name, read one after the other.
class Arguments {
 public:
  /// \throws std::invalid_argument if the line is empty or --seed is not a number
  explicit Arguments(const std::string& line) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word != "--seed")
        m_words.push_back(word);
      else if (words >> word)
        m_seed = static_cast<std::uint64_t>(parse<index_type>(word));
    }
    if (m_words.empty()) throw std::invalid_argument("no generator (need a name that --list shows)");
  }

  const std::string& name() const { return m_words.front(); }
  std::uint64_t seed() const { return m_seed; }
  std::string word() {
    if (m_next == m_words.size())
      throw std::invalid_argument(name() + ": argument " + std::to_string(m_next) + " is missing (see --list)");
    return m_words[m_next++];
  }
  index_type integer() { return parse<index_type>(word()); }
  int small() { return static_cast<int>(integer()); }
  double real() { return parse<double>(word()); }
  /// \throws std::invalid_argument if words are left
  void end() const {
    if (m_next != m_words.size()) throw std::invalid_argument(name() + ": '" + m_words[m_next] + "' (need no more)");
  }

 private:
  template <class T>
  T parse(const std::string& word) const {
    T number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size())
      throw std::invalid_argument("'" + word + "' (need a number)");
    return number;
  }

  std::vector<std::string> m_words;
  std::size_t m_next = 1;
  std::uint64_t m_seed = 1;
};

/// \brief A generator: what its arguments are, and what makes the matrix. Arguments are read in the order of the text.
struct Generator {
  std::string arguments;
  std::function<Pattern(Arguments&)> make;
};

using Generators = std::map<std::string, Generator>;

/// \brief By rule: the pattern of a matrix of the SuiteSparse collection, up to the order of rows.
inline Generators generators_by_rule() {
  using A = Arguments;
  // Braces read their arguments from left to right.
  const auto two = [](A& a) { return std::array<index_type, 2>{a.integer(), a.integer()}; };
  const auto three = [](A& a) { return std::array<index_type, 3>{a.integer(), a.integer(), a.integer()}; };
  const auto grid_in_space = [three](int points) {
    return [three, points](A& a) {
      const auto [x, y, z] = three(a);
      return grid3(x, y, z, points);
    };
  };
  const auto with_two = [two](auto function) {
    return [two, function](A& a) {
      const auto [x, y] = two(a);
      return function(x, y);
    };
  };
  return {
      {"grid5", {"A B", with_two([](index_type x, index_type y) { return grid2(x, y, 5); })}},
      {"grid7", {"A B C", grid_in_space(7)}},
      {"grid27", {"A B C", grid_in_space(27)}},
      {"mc2depi", {"N", [](A& a) { return epidemic(a.integer()); }}},
      {"stokes", {"N", [](A& a) { return stokes(a.integer()); }}},
      {"qfem", {"ELEMENTS ORDER", with_two([](int n, int order) { return square_elements(n, order); })}},
      {"qcd",
       {"A B C D",
        [](A& a) {
          return lattice_qcd({a.integer(), a.integer(), a.integer(), a.integer()});
        }}},
      {"nlpkkt", {"N", [](A& a) { return boundary_control(a.integer()); }}},
      {"kim", {"A B", with_two(wide_stencil)}},
      {"sparsine", {"N", [](A& a) { return sine_hessian(a.integer()); }}},
      {"s3dk", {"", [](A&) { return cylindrical_shell(); }}},
      {"shallow", {"LEVELS", [](A& a) { return refined_icosahedron(a.small()); }}},
      {"wathen", {"NX NY", with_two(wathen)}},
      {"mycielskian", {"K", [](A& a) { return mycielskian(a.small()); }}},
      {"cage", {"N", [](A& a) { return CageModel(a.small()).pattern(); }}},
      {"bibd", {"N K", with_two([](int n, int k) { return block_design(n, k); })}},
      {"ch",
       {"N M B",
        [three](A& a) {
          const auto [n, m, b] = three(a);
          return chessboard_complex(static_cast<int>(n), static_cast<int>(m), static_cast<int>(b));
        }}},
      {"mk", {"N B", with_two([](int n, int b) { return matching_complex(n, b); })}},
      {"lpnug", {"N", [](A& a) { return assignment_program(a.integer()); }}},
  };
}

/// \brief Look-alikes: the sizes, lengths of rows and locality of a kind of real matrices.
inline Generators generators_of_look_alikes() {
  using A = Arguments;
  return {
      {"rgg", {"N", [](A& a) { return near_points_in_square(a.seed(), a.integer()); }}},
      {"rgg3",
       {"N NEIGHBOURS",
        [](A& a) {
          const index_type n = a.integer();
          return near_points_in_cube(a.seed(), n, a.real());
        }}},
      {"delaunay", {"N", [](A& a) { return Delaunay(a.seed(), a.integer()).pattern(); }}},
      {"kron",
       {"SCALE EDGES_PER_NODE",
        [](A& a) {
          const int scale = a.small();
          return kronecker(a.seed(), scale, a.real());
        }}},
      {"smallworld",
       {"N REACH P",
        [](A& a) {
          const index_type n = a.integer();
          const int reach = a.small();
          return small_world(a.seed(), n, reach, a.real());
        }}},
      {"prefatt",
       {"N LINKS",
        [](A& a) {
          const index_type n = a.integer();
          return preferential_attachment(a.seed(), n, a.small());
        }}},
      {"road",
       {"SIZE KEEP NODES_PER_ROAD",
        [](A& a) {
          const index_type size = a.integer();
          const double keep = a.real();
          return roads(a.seed(), size, keep, a.real());
        }}},
      {"cite",
       {"N MEAN EMPTY",
        [](A& a) {
          const index_type n = a.integer();
          const double mean = a.real();
          return citations(a.seed(), n, mean, a.real());
        }}},
      {"denserc",
       {"N IN_ROW IN_COLUMN EMPTY",
        [](A& a) {
          const index_type n = a.integer(), in_row = a.integer(), in_column = a.integer();
          return dense_row_and_column(a.seed(), n, in_row, in_column, a.real());
        }}},
      {"zipfrow",
       {"N ALPHA LONGEST LOCAL",
        [](A& a) {
          const index_type n = a.integer();
          const double alpha = a.real();
          const index_type longest = a.integer();
          return power_law_rows(a.seed(), n, alpha, longest, a.real());
        }}},
  };
}

/// \brief Look-alikes of programs, meshes and multigrid operators.
inline Generators generators_of_meshes() {
  using A = Arguments;
  return {
      {"mcnf",
       {"COMMODITIES NODES ARCS JOINT",
        [](A& a) {
          const index_type commodities = a.integer(), nodes = a.integer(), arcs = a.integer();
          return commodity_flow(a.seed(), commodities, nodes, arcs, a.real());
        }}},
      {"shell",
       {"A B UNKNOWNS STIFFENERS",
        [](A& a) {
          const index_type rows = a.integer(), columns = a.integer();
          const int unknowns = a.small();
          return stiffened_shell(a.seed(), rows, columns, unknowns, a.integer());
        }}},
      {"solid",
       {"A B C POINTS",
        [](A& a) {
          const index_type x = a.integer(), y = a.integer(), z = a.integer();
          return expand(grid3(x, y, z, a.small()), 3);
        }}},
      {"parsec",
       {"RADIUS ATOMS CORE_RADIUS",
        [](A& a) {
          const double radius = a.real();
          const index_type atoms = a.integer();
          return Hamiltonian(a.seed(), radius, atoms, a.real()).pattern();
        }}},
      {"tsopf",
       {"BLOCKS SIZE BORDER FULL",
        [](A& a) {
          const index_type blocks = a.integer(), size = a.integer(), border = a.integer();
          return bordered_blocks(a.seed(), blocks, size, border, a.real());
        }}},
      {"copapers",
       {"N GROUPS ALPHA LARGEST",
        [](A& a) {
          const index_type n = a.integer(), groups = a.integer();
          const double alpha = a.real();
          return shared_papers(a.seed(), n, groups, alpha, a.integer());
        }}},
      {"amg",
       {"poisson7|poisson27|elasticity N LEVEL",
        [](A& a) {
          const std::string equation = a.word();
          const index_type n = a.integer();
          return multigrid_operator(equation, n, a.small(), a.seed());
        }}},
  };
}

inline Generators all_generators() {
  Generators all = generators_by_rule();
  all.merge(generators_of_look_alikes());
  all.merge(generators_of_meshes());
  return all;
}

/// \brief The matrix of \p line, for example "road 500 0.72 0.3 --seed 5". \throws std::invalid_argument
inline Pattern generate(const std::string& line) {
  Arguments arguments(line);
  const Generators all = all_generators();
  const auto found = all.find(arguments.name());
  if (found == all.end())
    throw std::invalid_argument("generator '" + arguments.name() + "' (need a name that --list shows)");
  Pattern pattern = found->second.make(arguments);
  arguments.end();
  return pattern;
}

}  // namespace Ocean::Matrices

#endif
