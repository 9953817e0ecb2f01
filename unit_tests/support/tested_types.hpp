#ifndef OCEAN_TEST_SUPPORT_TESTED_TYPES_HPP
#define OCEAN_TEST_SUPPORT_TESTED_TYPES_HPP
/// \file
/// \brief The types that several tests multiply beside those of the library; support/tested_types compiles them once.

#include <cstddef>
#include <cstdint>

#include "ocean/operations/instantiations.hpp"
#include "test_exec_space.hpp"

namespace Ocean::Impl {

using Testing::test_exec_space;

OCEAN_DECLARE_PRODUCTS(test_exec_space, int, int, float);
OCEAN_DECLARE_PRODUCTS(test_exec_space, std::int64_t, std::int64_t, double);
OCEAN_DECLARE_PRODUCTS(test_exec_space, std::size_t, std::int64_t, std::int64_t);
OCEAN_DECLARE_PRODUCTS(test_exec_space, int, std::int64_t, Kokkos::complex<float>);  // once: Serial
OCEAN_DECLARE_PRODUCTS(test_exec_space, int, int, Kokkos::complex<double>);
OCEAN_DECLARE_PRODUCTS(test_exec_space, std::size_t, std::int64_t, Kokkos::complex<double>);

}  // namespace Ocean::Impl

#endif
