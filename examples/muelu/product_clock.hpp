#ifndef OCEAN_EXAMPLES_MUELU_PRODUCT_CLOCK_HPP
#define OCEAN_EXAMPLES_MUELU_PRODUCT_CLOCK_HPP
/// \file
/// \brief How long Tpetra's products take, with either library, measured by the profiling regions that Tpetra opens
/// around them. (MueLu's own timers leave out the first level of a new hierarchy.)

#include <Kokkos_Core.hpp>
#include <Teuchos_Time.hpp>
#include <array>
#include <cstring>
#include <ctime>
#include <vector>

#include "ocean_regions.hpp"

/// \brief Seconds of products on this process since the last reset().
class ProductClock {
 public:
  enum Kind { multiply, jacobi, triple, num_kinds };
  static constexpr std::array<const char*, num_kinds> names = {"Multiply", "Jacobi", "MultiplyRAP, local part"};

  static void listen() {
    Kokkos::Tools::Experimental::set_push_region_callback(push);
    Kokkos::Tools::Experimental::set_pop_region_callback(pop);
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(begin_kernel);
  }
  /// \brief Wall-clock seconds or, on a machine with other work, CPU seconds of this thread.
  static double now() {
    if (!counts_cpu_time()) return Teuchos::Time::wallTime();
    std::timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  static bool& counts_cpu_time() {
    static bool choice = false;
    return choice;
  }
  static void reset() { state().seconds = {}; }
  static const std::array<double, num_kinds>& seconds() { return state().seconds; }

 private:
  struct State {
    std::array<double, num_kinds> seconds{};
    std::vector<std::pair<int, double>> open;  // kind (or num_kinds) and begin of the regions that are open
    double triple_begin = 0;                   // 0: none is being computed
  };
  static State& state() {
    static State the_state;
    return the_state;
  }

  static void push(const char* name) {
    OceanRegions::count(name);
    const double time = now();
    int kind = num_kinds;
    if (std::strcmp(name, "TpetraExt: MMM: All Multiply") == 0) kind = multiply;
    if (std::strcmp(name, "TpetraExt: Jacobi All Multiply") == 0) kind = jacobi;
    state().open.emplace_back(kind, time);
    // A triple product has no region: from the kernel before it to the moment its matrix gets its arrays.
    if (state().triple_begin > 0 && std::strcmp(name, "Tpetra::CrsMatrix::setAllValues") == 0) {
      state().seconds[triple] += time - state().triple_begin;
      state().triple_begin = 0;
    }
  }
  static void pop() {
    const auto [kind, begin] = state().open.back();
    state().open.pop_back();
    if (kind < num_kinds) state().seconds[kind] += now() - begin;
  }
  static void begin_kernel(const char* name, std::uint32_t, std::uint64_t*) {
    if (std::strcmp(name, "Tpetra::mult_R_A_P_newmatrix::construct_tables") == 0) state().triple_begin = now();
  }
};

#endif
