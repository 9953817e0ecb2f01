# Kokkos, KokkosKernels and GoogleTest.

find_package(Kokkos REQUIRED)
find_package(KokkosKernels REQUIRED)
foreach(target IN ITEMS KokkosKernels::kokkoskernels Kokkos::kokkoskernels)
  if(TARGET ${target})
    set(OCEAN_KOKKOSKERNELS_TARGET ${target})
  endif()
endforeach()

macro(ocean_find_googletest)
  find_package(GTest REQUIRED)
endmacro()
