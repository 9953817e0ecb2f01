/// \file
/// \brief What a user's file with one product of the library's types takes to compile.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Ocean_SpGEMM.hpp>

using matrix_type = KokkosSparse::CrsMatrix<double, int, Kokkos::DefaultExecutionSpace, void, int>;

matrix_type square(const matrix_type& a) { return Ocean::spgemm<matrix_type>(a, false, a, false); }
