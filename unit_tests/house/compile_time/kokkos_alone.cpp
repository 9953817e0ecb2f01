/// \file
/// \brief What check.sh compares with: a source that includes nothing but Kokkos.

#include <Kokkos_Core.hpp>
