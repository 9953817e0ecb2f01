#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_CONTEXT_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_CONTEXT_HPP
/// \file
/// \brief What the operations of a case share: operands, instances, the trace of calls, and the checks.

#include <Kokkos_Core.hpp>
#include <cstring>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "Ocean_Error.hpp"
#include "Ocean_SpGEMMReport.hpp"
#include "device_matrix.hpp"
#include "fuzz_case.hpp"

namespace Ocean::Fuzz {

/// \brief A case that failed; no std::exception, so that nothing takes it for one of the library's.
struct Failure {
  std::string text;
};

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  throw Failure{Impl::concatenate(parts...)};
}
template <class... Parts>
void expect(bool condition, const Parts&... parts) {
  if (!condition) fail(parts...);
}

/// \brief How a case ended.
enum class Outcome { right, refused, out_of_memory };
inline constexpr std::array<std::string_view, 3> outcome_names = {"right", "refused", "out_of_memory"};

/// \brief What lives as long as the program: instances beside the default one.
struct Environment {
  std::vector<exec_space> instances;
};

/// \brief How values are compared.
enum class Sums {
  any_order,  ///< reals by a bound, what is exact exactly
  in_order    ///< equal to the reference's
};

/// \brief One case at work.
template <class TypesOfCase>
class Context {
 public:
  using types = TypesOfCase;
  using offset_type = typename types::offset_type;
  using ordinal_type = typename types::ordinal_type;
  using scalar_type = typename types::scalar_type;
  using crs_matrix = typename types::crs_matrix;
  using device_matrix = DeviceMatrix<types>;
  using host_matrix = HostMatrix<scalar_type>;
  using reference_type = Reference<scalar_type>;

  Context(FuzzCase& drawn, Environment& surroundings)
      : fuzz_case(drawn), random(drawn.random), environment(surroundings) {
    host_a = {drawn.a, draw_values_of(drawn.a.columns.size())};
    host_b = {drawn.b, draw_values_of(drawn.b.columns.size())};
    a = upload_matrix<types>(host_a.pattern, host_a.values);
    b = upload_matrix<types>(host_b.pattern, host_b.values);
    exec = environment.instances.front();
    m_moves = chance(random, 0.15);
  }
  ~Context() { Kokkos::fence("Testing::fuzz"); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  std::vector<scalar_type> draw_values_of(std::size_t count) {
    return draw_values<scalar_type>(random, count, fuzz_case.values, fuzz_case.zero_ratio);
  }
  /// \brief A pattern of any kind but far columns.
  HostPattern draw_other_pattern(std::int64_t num_rows, std::int64_t num_cols) {
    PatternLaw law;
    law.num_rows = num_rows;
    law.num_cols = num_cols;
    law.kind = pick(random, {PatternKind::uniform, PatternKind::empty_rows, PatternKind::banded,
                             PatternKind::supernodes, PatternKind::diagonal});
    law.mean_row_length = pick(random, {0.5, 2.0, 5.0});
    law.group_rows = law.group_cols = 3;
    if (chance(random, 0.3)) law.duplicate_ratio = 0.3;
    if (chance(random, 0.3)) law.unsorted_ratio = 1.0;
    if (num_cols > far_columns_min) {
      law.kind = PatternKind::far_columns;
      law.first_column = fuzz_case.law_b.first_column;
      law.span = fuzz_case.law_b.span;
    }
    return draw_pattern(random, law);
  }

  host_matrix op_a() const { return fuzz_case.transpose_a ? transpose(host_a) : host_a; }
  host_matrix op_b() const { return fuzz_case.transpose_b ? transpose(host_b) : host_b; }
  reference_type product() const { return multiply(op_a(), op_b()); }
  std::int64_t num_rows() const { return fuzz_case.transpose_a ? a.num_cols : a.num_rows; }
  std::int64_t num_inner() const { return fuzz_case.transpose_b ? b.num_cols : b.num_rows; }
  std::int64_t num_cols() const { return fuzz_case.transpose_b ? b.num_rows : b.num_cols; }

  /// \brief The instance of the next call; where it is another one, it comes after all work of the last.
  const exec_space& next_instance() {
    if (!m_moves || !chance(random, 0.5)) return exec;
    exec.fence("Testing::fuzz");
    const auto number = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(environment.instances.size())));
    exec = environment.instances[number];
    note("instance ", number);
    return exec;
  }
  const exec_space& instance() const { return exec; }

  /// \brief Arrays that live as long as the case: on a device, an address that is known stands for what lay there.
  void keep(const device_matrix& arrays) { m_kept.push_back(arrays); }

  template <class... Parts>
  void note(const Parts&... parts) {
    if (!m_trace.empty()) m_trace += ", ";
    m_trace += Impl::concatenate(parts...);
  }
  const std::string& trace() const { return m_trace; }

  /// \brief C against what it is; \p sorted: rows are to ascend.
  void check(const device_matrix& c, reference_type expected, Sums sums, bool sorted = true) {
    exec.fence("Testing::fuzz");
    compare(download(c.row_map), download(c.entries), download(c.values), std::move(expected), sums, sorted);
  }
  /// \brief The same for lists on the host.
  void compare(const std::vector<offset_type>& row_map, std::vector<ordinal_type> entries,
               std::vector<scalar_type> values, const reference_type& expected, Sums sums, bool sorted) {
    const HostPattern& pattern = expected.pattern;
    expect(row_map.size() == pattern.row_map.size(), "row_map has ", row_map.size(), " offsets, expected ",
           pattern.row_map.size());
    for (std::size_t row = 0; row < row_map.size(); ++row)
      expect(static_cast<std::int64_t>(row_map[row]) == pattern.row_map[row], "row_map(", row, ") is ", row_map[row],
             ", expected ", pattern.row_map[row]);
    expect(entries.size() == pattern.columns.size() && values.size() == pattern.columns.size(), "C has ",
           entries.size(), " entries and ", values.size(), " values, expected ", pattern.columns.size());
    if (!sorted) sort_rows(pattern, entries, values);
    for (std::size_t entry = 0; entry < entries.size(); ++entry)
      expect(static_cast<std::int64_t>(entries[entry]) == pattern.columns[entry], "entries(", entry, ") is ",
             entries[entry], ", expected ", pattern.columns[entry]);
    for (std::size_t entry = 0; entry < values.size(); ++entry) {
      const double error = magnitude_of(values[entry] - expected.values[entry]);
      const double allowed = allowed_error(expected, entry, sums);
      expect(error <= allowed, "values(", entry, ") is ", values[entry], ", expected ", expected.values[entry],
             ", off by ", error, " where ", allowed, " is allowed");
    }
  }

  /// \brief \p call must throw exactly std::invalid_argument.
  template <class Call>
  void expect_refused(const char* what, const Call& call) {
    note(what);
    try {
      call();
    } catch (const std::exception& error) {
      expect(typeid(error) == typeid(std::invalid_argument), what, ": threw ", typeid(error).name(), " (", error.what(),
             "), expected std::invalid_argument");
      return;
    }
    fail(what, ": was taken, expected std::invalid_argument");
  }
  /// \brief Whether \p call found memory enough; it throws nothing but Ocean::OutOfMemory.
  template <class Call>
  bool has_memory(const Call& call) {
    try {
      call();
      return true;
    } catch (const OutOfMemory&) {
      note("out of memory");
      outcome = Outcome::out_of_memory;
      return false;
    }
  }

  FuzzCase& fuzz_case;
  Testing::RandomNumbers& random;
  Environment& environment;
  host_matrix host_a, host_b;
  device_matrix a, b;
  Outcome outcome = Outcome::right;

 private:
  using real_type = typename RealPart<scalar_type>::type;
  /// Columns of a matrix from which on they are far.
  static constexpr std::int64_t far_columns_min = std::int64_t(1) << 20;
  /// Roundings of a term: its product (of complex numbers: three), its factors, and its sum.
  static constexpr double roundings_of_term = 8.0;

  double allowed_error(const reference_type& expected, std::size_t entry, Sums sums) const {
    if constexpr (std::is_integral_v<real_type>) return 0.0;
    constexpr double epsilon = static_cast<double>(std::numeric_limits<real_type>::epsilon());
    const bool is_exact = fuzz_case.values != ValueLaw::reals && expected.magnitude[entry] * epsilon < 0.25;
    if (is_exact || sums == Sums::in_order) return 0.0;
    return epsilon * (roundings_of_term + static_cast<double>(expected.num_terms[entry])) * expected.magnitude[entry];
  }

  static void sort_rows(const HostPattern& pattern, std::vector<ordinal_type>& entries,
                        std::vector<scalar_type>& values) {
    std::vector<std::pair<ordinal_type, scalar_type>> row_entries;
    for (std::int64_t row = 0; row < pattern.num_rows; ++row) {
      row_entries.clear();
      for (std::size_t entry = pattern.begin(row); entry < pattern.end(row); ++entry)
        row_entries.emplace_back(entries[entry], values[entry]);
      std::sort(row_entries.begin(), row_entries.end(),
                [](const auto& first, const auto& second) { return first.first < second.first; });
      for (std::size_t entry = pattern.begin(row); entry < pattern.end(row); ++entry) {
        entries[entry] = row_entries[entry - pattern.begin(row)].first;
        values[entry] = row_entries[entry - pattern.begin(row)].second;
      }
    }
  }

  exec_space exec;
  bool m_moves = false;  // from instance to instance
  std::vector<device_matrix> m_kept;
  std::string m_trace;
};

}  // namespace Ocean::Fuzz

#endif
