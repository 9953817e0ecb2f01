/// \file
/// \brief Random products against an independent reference: ocean_fuzz --help.

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <type_traits>

#include "fuzz_arguments.hpp"
#include "run_case.hpp"

namespace Ocean::Fuzz {
namespace {

/// Counts by the names of every dimension.
class Counts {
 public:
  void add(const FuzzCase& fuzz_case, Outcome outcome) {
    const auto count = [&](const char* dimension, std::string_view name) { ++m_counts[dimension][std::string(name)]; };
    const auto operation = operation_names[static_cast<std::size_t>(fuzz_case.operation)];
    const auto types = type_set_names[static_cast<std::size_t>(fuzz_case.types)];
    const std::string path = to_string(fuzz_case.options.path);
    count("operation", operation);
    count("types", types);
    count("path", path);
    count("pattern of A", pattern_kind_names[static_cast<std::size_t>(fuzz_case.law_a.kind)]);
    count("pattern of B", pattern_kind_names[static_cast<std::size_t>(fuzz_case.law_b.kind)]);
    count("workflow", to_string(fuzz_case.options.workflow));
    count("values", value_law_names[static_cast<std::size_t>(fuzz_case.values)]);
    count("transposed",
          fuzz_case.transpose_a ? (fuzz_case.transpose_b ? "both" : "A") : (fuzz_case.transpose_b ? "B" : "none"));
    count("outcome", outcome_names[static_cast<std::size_t>(outcome)]);
    ++m_cells[std::string(operation) + std::string(types) + path];
  }
  void print() const {
    for (const auto& [dimension, names] : m_counts) {
      std::cout << dimension << ':';
      for (const auto& [name, count] : names) std::cout << ' ' << name << ' ' << count;
      std::cout << '\n';
    }
    std::cout << "operation x types x path: " << m_cells.size() << " met\n";
  }

 private:
  std::map<std::string, std::map<std::string, std::int64_t>> m_counts;
  std::map<std::string, std::int64_t> m_cells;
};

/// Instances beside the default one: on OpenMP of other numbers of threads, on devices streams of their own.
template <class Space>
void add_instances(std::vector<Space>& instances) {
  if constexpr (std::is_constructible_v<Space, int>) {
    for (const int num_threads : {1, 2, 3}) instances.emplace_back(num_threads);
  } else {
    for (const auto& instance : Kokkos::Experimental::partition_space(Space(), 1, 1)) instances.push_back(instance);
  }
}

Environment make_environment() {
  Environment environment;
  environment.instances.emplace_back();
  add_instances(environment.instances);
  return environment;
}

/// Sets of types that are not compiled for a device run with another one.
TypeSet compiled_types(TypeSet types) {
#ifdef OCEAN_FUZZ_FEW_TYPES
  if (types == TypeSet::float_int_int) return TypeSet::double_int_int;
  if (types == TypeSet::complex_int_int) return TypeSet::int64_int64_size;
#endif
  return types;
}

CaseResult run_any_case(FuzzCase& fuzz_case, Environment& environment) {
  switch (fuzz_case.types) {
    case TypeSet::double_int_size: return run_case<double_int_size>(fuzz_case, environment);
    case TypeSet::int64_int64_size: return run_case<int64_int64_size>(fuzz_case, environment);
#ifndef OCEAN_FUZZ_FEW_TYPES
    case TypeSet::float_int_int: return run_case<float_int_int>(fuzz_case, environment);
    case TypeSet::complex_int_int: return run_case<complex_int_int>(fuzz_case, environment);
#endif
    default: return run_case<double_int_int>(fuzz_case, environment);
  }
}

void print_failure(const FuzzArguments& arguments, std::int64_t number, const std::string& parameters,
                   const CaseResult& result) {
  std::cout << "FAILED --seed " << arguments.seed << " --case " << number;
  if (arguments.limits.path != ExecutionPath::automatic) std::cout << " --path " << to_string(arguments.limits.path);
  std::cout << " | " << parameters << " | " << result.trace << " | " << result.failure << std::endl;
}

/// \return the number of cases that failed
std::int64_t run_cases(const FuzzArguments& arguments) {
  Environment environment = make_environment();
  Counts counts;
  std::int64_t num_failed = 0, num_run = 0;
  const bool is_single = arguments.only_case >= 0;
  const std::int64_t first = is_single ? arguments.only_case : arguments.first_case;
  const std::int64_t last = is_single ? first + 1 : first + arguments.count;
  for (std::int64_t number = first; number < last; ++number) {
    FuzzCase fuzz_case = draw_case(arguments.seed, number, arguments.limits);
    fuzz_case.types = compiled_types(fuzz_case.types);
    const std::string parameters = describe(fuzz_case);
    if (is_single || arguments.verbose) std::cout << "case " << number << " | " << parameters << std::endl;
    const CaseResult result = run_any_case(fuzz_case, environment);
    if (is_single) std::cout << "calls | " << result.trace << '\n';
    counts.add(fuzz_case, result.outcome);
    ++num_run;
    if (result.failure.empty()) continue;
    ++num_failed;
    print_failure(arguments, number, parameters, result);
    if (arguments.stop_on_failure) break;
  }
  counts.print();
  std::cout << num_run - num_failed << " passed, " << num_failed << " failed" << std::endl;
  return num_failed;
}

}  // namespace
}  // namespace Ocean::Fuzz

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  Ocean::Fuzz::FuzzArguments arguments;
  if (!Ocean::Fuzz::read_arguments(argc, argv, arguments)) return 2;
  return Ocean::Fuzz::run_cases(arguments) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
