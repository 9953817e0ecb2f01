#ifndef OCEAN_FUZZ_PRODUCTS_RUN_CASE_HPP
#define OCEAN_FUZZ_PRODUCTS_RUN_CASE_HPP
/// \file
/// \brief Runs a case of one set of types; every set is compiled in a source of its own.

#include <exception>
#include <string>
#include <typeinfo>

#include "fuzz_context.hpp"

namespace Ocean::Fuzz {

/// \brief What came of a case.
struct CaseResult {
  Outcome outcome = Outcome::right;
  std::string failure;  ///< empty: none
  std::string trace;    ///< the calls that were made
};

template <class Types>
CaseResult run_case(FuzzCase& fuzz_case, Environment& environment);

using double_int_int = Types<int, int, double>;
using double_int_size = Types<std::size_t, int, double>;
using float_int_int = Types<int, int, float>;
using complex_int_int = Types<int, int, Kokkos::complex<double>>;
using int64_int64_size = Types<std::size_t, std::int64_t, std::int64_t>;

}  // namespace Ocean::Fuzz

#endif
