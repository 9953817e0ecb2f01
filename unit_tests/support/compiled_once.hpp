#ifndef OCEAN_TEST_SUPPORT_COMPILED_ONCE_HPP
#define OCEAN_TEST_SUPPORT_COMPILED_ONCE_HPP
/// \file
/// \brief Templates that most tests use, compiled once, in compiled_once.cpp. The build includes this header,
/// precompiled, in front of every test; a test without it compiles them for itself, so every test includes what it
/// uses.

#include <gtest/gtest.h>

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "Ocean_SpGEMM.hpp"
#include "builders.hpp"
#include "checks.hpp"
#include "crs_matrix.hpp"
#include "ocean/core/workspace.hpp"
#include "ocean/handle/handle_state.hpp"
#include "ocean/stages/check_operands.hpp"
#include "test_exec_space.hpp"
#include "transfer.hpp"

namespace Ocean::Testing {

/// The types of tests that are not about types.
using CommonCsr = HostCsr<int, int, double>;
using CommonReference = Impl::ReferenceProduct<int, int, double>;
using CommonOperand = Impl::CsrOperand<test_exec_space, int, int, double>;
using CommonMatrix = crs_matrix<int, int, double>;
using CommonWorkspace = Impl::Workspace<test_exec_space>;

/// Everything that is compiled once, in three lists: as declarations with `extern`, or as definitions. To be used in
/// the namespaces Ocean, Ocean::Impl and Ocean::Testing.
#define OCEAN_TEST_COMMON_PRODUCTS(EXTERN)                                                                     \
  EXTERN template Testing::CommonMatrix spgemm<Testing::CommonMatrix>(                                         \
      const Testing::test_exec_space&, const Testing::CommonMatrix&, bool, const Testing::CommonMatrix&, bool, \
      const SpGEMMOptions&, SpGEMMReport*)
#define OCEAN_TEST_COMMON_PARTS(EXTERN)                                                                               \
  EXTERN template class Workspace<Testing::test_exec_space>;                                                          \
  EXTERN template Testing::CommonWorkspace::view_type<int> Testing::CommonWorkspace::allocate<int>(const char*,       \
                                                                                                   count_type);       \
  EXTERN template Testing::CommonWorkspace::view_type<count_type> Testing::CommonWorkspace::allocate<count_type>(     \
      const char*, count_type);                                                                                       \
  EXTERN template Testing::CommonWorkspace::view_type<double> Testing::CommonWorkspace::allocate<double>(const char*, \
                                                                                                         count_type); \
  EXTERN template void check_operand(const Testing::test_exec_space&, const Testing::CommonOperand&, const char*,     \
                                     bool);                                                                           \
  EXTERN template class HandleState<Testing::test_exec_space, int, int, double>;                                      \
  EXTERN template class ReferenceRow<int, double>;                                                                    \
  EXTERN template Testing::CommonReference multiply_gustavson<int, int, double>(const Testing::CommonCsr&,            \
                                                                                const Testing::CommonCsr&)
#define OCEAN_TEST_COMMON_SUPPORT(EXTERN)                                                                   \
  EXTERN template test_view<int> make_view(const std::vector<int>&, const std::string&);                    \
  EXTERN template test_view<std::int64_t> make_view(const std::vector<std::int64_t>&, const std::string&);  \
  EXTERN template test_view<std::size_t> make_view(const std::vector<std::size_t>&, const std::string&);    \
  EXTERN template test_view<double> make_view(const std::vector<double>&, const std::string&);              \
  EXTERN template std::vector<int> to_vector(const test_view<int>&);                                        \
  EXTERN template std::vector<std::int64_t> to_vector(const test_view<std::int64_t>&);                      \
  EXTERN template std::vector<std::size_t> to_vector(const test_view<std::size_t>&);                        \
  EXTERN template std::vector<double> to_vector(const test_view<double>&);                                  \
  EXTERN template std::vector<int> to_vector(const CommonMatrix::row_map_type&);                            \
  EXTERN template std::vector<int> to_vector(const CommonMatrix::index_type&);                              \
  EXTERN template std::vector<double> to_vector(const CommonMatrix::values_type&);                          \
  EXTERN template DeviceCsr<int, int, double> to_device(const CommonCsr&);                                  \
  EXTERN template CommonMatrix to_crs_matrix(const CommonCsr&);                                             \
  EXTERN template CommonCsr make_random<int, int, double>(const RandomMatrix&);                             \
  EXTERN template CommonCsr make_banded<int, int, double>(count_type, count_type, count_type, count_type,   \
                                                          std::uint64_t);                                   \
  EXTERN template CommonCsr expand_blocks(const CommonCsr&, int, int, ValueLaw, std::uint64_t);             \
  EXTERN template CommonCsr transpose_on_host(const CommonCsr&);                                            \
  EXTERN template CommonCsr sort_rows(const CommonCsr&);                                                    \
  EXTERN template ::testing::AssertionResult same_integers(const char*, const std::vector<int>&,            \
                                                           const std::vector<int>&);                        \
  EXTERN template ::testing::AssertionResult same_integers(const char*, const std::vector<std::int64_t>&,   \
                                                           const std::vector<std::int64_t>&);               \
  EXTERN template ::testing::AssertionResult same_integers(const char*, const std::vector<std::size_t>&,    \
                                                           const std::vector<std::size_t>&);                \
  EXTERN template ::testing::AssertionResult same_values(const CommonCsr&, const CommonReference&, double); \
  EXTERN template ::testing::AssertionResult matches(const CommonCsr&, const CommonReference&, double)

OCEAN_TEST_COMMON_SUPPORT(extern);

}  // namespace Ocean::Testing

namespace Ocean::Impl {
OCEAN_TEST_COMMON_PARTS(extern);
}  // namespace Ocean::Impl

namespace Ocean {
OCEAN_TEST_COMMON_PRODUCTS(extern);
}  // namespace Ocean

#endif
