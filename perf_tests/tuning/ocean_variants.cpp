/// \file
/// \brief What numbers that the compiler has to know are worth: products with each of the variants of make_variants.py.
///
/// use: ocean_variants --variants FOLDER --matrices LIST --dir FOLDER [option]...
/// Loads base.so and the libraries that FOLDER/variants.csv names, and times products with all of them by turns. Prints
/// a CSV to the standard output: for each variant and kind of call the time of a product over that of base.

#include <dlfcn.h>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "ocean_spgemm_perf/machine_header.hpp"
#include "support/list_program.hpp"
#include "tuning/call_kinds.hpp"
#include "tuning/variant_calls.hpp"

namespace Ocean::Perf {
namespace {

struct VariantOptions : ListOptions {
  std::string variants;
  std::vector<std::string> calls = call_kinds;
};

/// \brief A line of variants.csv, its library and its times.
struct Variant {
  std::string line, calls;
  variant_time_type time = nullptr;
  std::vector<double> times = {};
  std::map<std::string, double> ratios = {};  ///< by matrix

  void measure(const std::string& call, VariantOperands& operands) {
    const double ms = time(call.c_str(), &operands);
    if (ms < 0.0) Impl::throw_runtime_error("ocean_variants", line, ": ", operands.message);
    times.push_back(ms);
  }
};

/// \brief The function in the library at \p path. \throws std::runtime_error if there is none
variant_time_type load(const std::filesystem::path& path) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) Impl::throw_runtime_error("ocean_variants", dlerror());
  const auto time = reinterpret_cast<variant_time_type>(dlsym(library, variant_time_name));
  if (time == nullptr) Impl::throw_runtime_error("ocean_variants", path.string(), " has no ", variant_time_name);
  return time;
}

/// \brief The base and the variants, in the order of their file.
std::vector<Variant> load_variants(const std::filesystem::path& folder) {
  std::vector<Variant> variants{{"base", "", load(folder / "base.so")}};
  std::ifstream file(folder / "variants.csv");
  if (!file) Impl::throw_runtime_error("ocean_variants", (folder / "variants.csv").string(), " cannot be opened");
  std::string line;
  std::getline(file, line);  // the names of the columns
  while (std::getline(file, line)) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    const std::string name = line.substr(0, line.find(','));
    variants.push_back({line, line.substr(line.rfind(',') + 1), load(folder / (name + ".so"))});
  }
  return variants;
}

/// \brief All variants that \p call may depend on, by turns, on one product; the base after every few of them.
void measure_product(const VariantOptions& options, const std::string& call, const std::string& name,
                     const ProductOperands& product, std::vector<Variant*>& variants) {
  constexpr std::size_t variants_per_base = 8;
  for (Variant* variant : variants) variant->times.clear();
  Variant& base = *variants.front();
  VariantOperands operands{.a = &product.a, .b = &product.b};
  const Kokkos::Timer timer;
  int rounds = 0;
  for (; rounds < 3 || (rounds < options.repeat && timer.seconds() < options.seconds_max); ++rounds)
    for (std::size_t index = 0; index < variants.size(); ++index) {
      variants[index]->measure(call, operands);
      if (index % variants_per_base == 0) base.measure(call, operands);
    }
  const double base_ms = median(base.times);
  std::sort(base.times.begin(), base.times.end());
  std::printf("# %s, %s: %.4f ms, quarter points %.4f and %.4f; %d rounds\n", name.c_str(), call.c_str(), base_ms,
              base.times[base.times.size() / 4], base.times[3 * base.times.size() / 4], rounds);
  std::fflush(stdout);
  for (Variant* variant : variants) variant->ratios[name] = median(variant->times) / base_ms;
}

/// \brief A row: the mean over all products, and the products where the variant helps and harms most.
void print_variant(const std::string& call, const Variant& variant) {
  const auto by_ratio = [](const auto& first, const auto& second) { return first.second < second.second; };
  const auto [least, most] = std::minmax_element(variant.ratios.begin(), variant.ratios.end(), by_ratio);
  double sum_of_logarithms = 0.0;
  for (const auto& [name, ratio] : variant.ratios) sum_of_logarithms += std::log(ratio);
  std::printf("%s,%s,%.3f,%.3f,%s,%.3f,%s,%zu\n", variant.line.substr(0, variant.line.rfind(',')).c_str(), call.c_str(),
              std::exp(sum_of_logarithms / static_cast<double>(variant.ratios.size())), least->second,
              least->first.c_str(), most->second, most->first.c_str(), variant.ratios.size());
}

void measure_call(const VariantOptions& options, const std::string& call, std::vector<Variant>& all) {
  std::vector<Variant*> variants;
  for (Variant& variant : all)
    if (&variant == &all.front() || ("|" + variant.calls + "|").find("|" + call + "|") != std::string::npos) {
      variant.ratios.clear();
      variants.push_back(&variant);
    }
  if (variants.size() == 1) return;
  for (const ListedProduct& product : chosen_products("ocean_variants", options))
    measure_product(options, call, product.name, ProductOperands("ocean_variants", options.folder, product), variants);
  for (const Variant* variant : variants)
    if (variant != variants.front()) print_variant(call, *variant);
}

int run(int argc, char** argv) {
  CLI::App app("What numbers that the compiler has to know are worth: products with other values of them");
  VariantOptions options;
  options.seconds_max = 20.0;
  app.add_option("--variants", options.variants, "what make_variants.py has compiled")->required();
  add_list_options(app, options);
  app.add_option("--calls", options.calls, call_kinds_help)->delimiter(',')->check(CLI::IsMember(call_kinds));
  CLI11_PARSE(app, argc, argv);
  std::vector<Variant> variants = load_variants(options.variants);
  std::printf(
      "%svariant,header,number,value,other,call,ratio,least,least_on,most,most_on,products\n",
      machine_header<exec_space>(Impl::device_name(exec_space()), "none", options.commit, {argv, argv + argc}).c_str());
  for (const std::string& call : options.calls) measure_call(options, call, variants);
  std::fflush(stdout);
  std::_Exit(0);  // what the libraries have registered for the end of the program frees what others have freed
}

}  // namespace
}  // namespace Ocean::Perf

int main(int argc, char** argv) { return Ocean::Perf::run_with_kokkos(argc, argv, &Ocean::Perf::run); }
