/// \file
/// \brief Times of KokkosKernels' products, to compare them with and without libocean_kokkoskernels: minima.
///
///     times grid:<points in a row> | <file.mtx>  [repetitions, 5]

#include <time.h>

#include <KokkosSparse_IOUtils.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "matrices.hpp"

/// \brief CPU seconds of the calling thread, because the machine may have other work.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// \brief The smallest of the times of several calls.
struct Minimum {
  double seconds = std::numeric_limits<double>::infinity();
  template <class Call>
  void time(const Call& call) {
    const double start = cpu_seconds();
    call();
    Kokkos::fence();
    seconds = std::min(seconds, cpu_seconds() - start);
  }
};

void time_handle(const char* name, const matrix_type& a, KokkosSparse::SPGEMMAlgorithm algorithm, int repetitions) {
  Minimum symbolic, first, repeated;
  for (int i = 0; i < repetitions; ++i) {
    handle_type handle;
    handle.create_spgemm_handle(algorithm);
    matrix_type c;
    symbolic.time([&] { KokkosSparse::spgemm_symbolic(handle, a, false, a, false, c); });
    const auto numeric = [&] { KokkosSparse::spgemm_numeric(handle, a, false, a, false, c); };
    first.time(numeric);
    numeric();  // Ocean prepares for repetition here
    Kokkos::fence();
    repeated.time(numeric);
  }
  std::printf("%-16s symbolic %9.6f  numeric %9.6f  both %9.6f  third numeric %9.6f s\n", name, symbolic.seconds,
              first.seconds, symbolic.seconds + first.seconds, repeated.seconds);
}

int main(int argc, char** argv) {
  const std::string source = argc > 1 ? argv[1] : "grid:30";
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 5;
  const Kokkos::ScopeGuard scope;
  OceanRegions::listen();
  const bool is_grid = source.rfind("grid:", 0) == 0;
  const matrix_type a = is_grid ? make_grid(std::atoi(source.c_str() + 5))
                                : KokkosSparse::Impl::read_kokkos_crst_matrix<matrix_type>(source.c_str());
  std::printf("A A of %s: %d rows, %zu entries\n", source.c_str(), a.numRows(), static_cast<std::size_t>(a.nnz()));
  time_handle("SPGEMM_DEFAULT", a, KokkosSparse::SPGEMM_DEFAULT, repetitions);
  time_handle("SPGEMM_KK", a, KokkosSparse::SPGEMM_KK, repetitions);
  Minimum without_handle;
  matrix_type c;
  for (int i = 0; i < repetitions; ++i)
    without_handle.time([&] { c = KokkosSparse::spgemm<matrix_type>(a, false, a, false); });
  std::printf("%-16s %.6f s, C has %zu entries\n", "without a handle", without_handle.seconds,
              static_cast<std::size_t>(c.nnz()));
  std::printf("%s\n", OceanRegions::counts().empty() ? "KokkosKernels multiplied" : "Ocean multiplied");
}
