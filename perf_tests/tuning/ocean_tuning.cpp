/// \file
/// \brief What the numbers behind Ocean's decisions are worth: products with each of them halved and doubled.
///
/// use: ocean_tuning --matrices LIST --dir FOLDER [option]...
/// Compiled from a copy of the headers in which the numbers of numbers.csv are variables (make_tunable.py). Prints a
/// CSV to the standard output: for each number and factor the time of a product over that with the number as it is.

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ocean_spgemm_perf/machine_header.hpp"
#include "support/list_program.hpp"
#include "support/timed_products.hpp"
#include "tuning/call_kinds.hpp"
#include "tuning/time_call.hpp"

namespace Ocean::Perf {
namespace {

/// \brief A number that is varied.
struct Number {
  std::string name, engine, call;
  std::function<double()> get;
  std::function<void(double)> set;
};

template <class T>
Number make_number(const char* name, const char* engine, const char* call, T& number) {
  return {name, engine, call, [&number] { return static_cast<double>(number); },
          [&number](double value) { number = static_cast<T>(value); }};
}

/// \brief Those of numbers.csv.
std::vector<Number> list_numbers() {
  using namespace Impl;
  return {
#define OCEAN_TUNABLE(number, engine, call) make_number(#number, engine, call, number),
#include "tunable_numbers.inc"
#undef OCEAN_TUNABLE
  };
}

struct TuningOptions : ListOptions {
  std::vector<std::string> calls = call_kinds;
  std::vector<double> factors = {0.5, 2.0};
};

/// \brief A number with a factor (or none of them, as the base), and its times.
struct Setting {
  const Number* number = nullptr;
  double factor = 1.0;
  std::vector<double> times;
  std::map<std::string, double> ratios = {};  ///< by matrix

  void measure(const std::string& call, const matrix_type& a, const matrix_type& b) {
    const double value = number == nullptr ? 0.0 : number->get();
    if (number != nullptr) number->set(value * factor);
    if (times.empty()) time_call(call, a, b);  // what is kept from call to call is of its size
    times.push_back(time_call(call, a, b));
    if (number != nullptr) number->set(value);
  }
};

/// \brief All settings of a kind of call, by turns, on one product; the base after every few of them.
void measure_product(const TuningOptions& options, const std::string& call, const std::string& name,
                     const matrix_type& a, const matrix_type& b, std::vector<Setting>& settings) {
  constexpr std::size_t settings_per_base = 8;
  for (Setting& setting : settings) setting.times.clear();
  Setting& base = settings.front();
  const Kokkos::Timer timer;
  int rounds = 0;
  while (rounds < 3 || (rounds < options.repeat && timer.seconds() < options.seconds_max)) {
    for (std::size_t index = 0; index < settings.size(); ++index) {
      settings[index].measure(call, a, b);
      if (index % settings_per_base == 0) base.measure(call, a, b);
    }
    ++rounds;
  }
  const double base_ms = median(base.times);
  std::sort(base.times.begin(), base.times.end());
  std::printf("# %s, %s: %.4f ms, quarter points %.4f and %.4f; %d rounds\n", name.c_str(), call.c_str(), base_ms,
              base.times[base.times.size() / 4], base.times[3 * base.times.size() / 4], rounds);
  std::fflush(stdout);
  for (Setting& setting : settings) setting.ratios[name] = median(setting.times) / base_ms;
}

/// \brief A row: the mean over all products, and the products where the factor helps and harms most.
void print_setting(const std::string& call, const Setting& setting) {
  const auto by_ratio = [](const auto& first, const auto& second) { return first.second < second.second; };
  const auto [least, most] = std::minmax_element(setting.ratios.begin(), setting.ratios.end(), by_ratio);
  double sum_of_logarithms = 0.0;
  for (const auto& [name, ratio] : setting.ratios) sum_of_logarithms += std::log(ratio);
  std::printf("%s,%s,%s,%g,%g,%.3f,%.3f,%s,%.3f,%s,%zu\n", setting.number->name.c_str(), setting.number->engine.c_str(),
              call.c_str(), setting.number->get(), setting.factor,
              std::exp(sum_of_logarithms / static_cast<double>(setting.ratios.size())), least->second,
              least->first.c_str(), most->second, most->first.c_str(), setting.ratios.size());
}

void measure_call(const TuningOptions& options, const std::string& call, const std::vector<Number>& numbers) {
  std::vector<Setting> settings(1);
  const std::string engine = Impl::is_host_space_v<exec_space> ? "host" : "team";
  for (const Number& number : numbers)
    for (const double factor : options.factors)
      if (number.engine == engine && number.call == call) settings.push_back({&number, factor, {}});
  if (settings.size() == 1) return;
  for (const ListedProduct& product : chosen_products("ocean_tuning", options)) {
    const ProductOperands operands("ocean_tuning", options.folder, product);
    measure_product(options, call, product.name, operands.a, operands.b, settings);
  }
  for (const Setting& setting : settings)
    if (setting.number != nullptr) print_setting(call, setting);
}

int run(int argc, char** argv) {
  CLI::App app("What the numbers behind Ocean's decisions are worth: products with each of them multiplied by factors");
  TuningOptions options;
  options.repeat = 15;
  options.seconds_max = 10.0;
  add_list_options(app, options);
  app.add_option("--calls", options.calls, call_kinds_help)->delimiter(',')->check(CLI::IsMember(call_kinds));
  app.add_option("--factors", options.factors, "what each number is multiplied by")->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  std::printf(
      "%snumber,engine,call,value,factor,ratio,least,least_on,most,most_on,products\n",
      machine_header<exec_space>(Impl::device_name(exec_space()), "none", options.commit, {argv, argv + argc}).c_str());
  const std::vector<Number> numbers = list_numbers();
  for (const std::string& call : options.calls) measure_call(options, call, numbers);
  return 0;
}

}  // namespace
}  // namespace Ocean::Perf

int main(int argc, char** argv) { return Ocean::Perf::run_with_kokkos(argc, argv, &Ocean::Perf::run); }
