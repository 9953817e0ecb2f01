# Tpetra, and with it the Kokkos and KokkosKernels that Ocean is then built with: wherever find_package(Tpetra) finds
# them, for example with -DCMAKE_PREFIX_PATH=<prefix of Trilinos>. Included before OceanDependencies.
#
# Sets OCEAN_TPETRA_TYPES, a list of <scalar, ordinals, node> in Tpetra's own names, without blanks.

# Packages of Trilinos warn of versions of CMake that they no longer support.
set(CMAKE_WARN_DEPRECATED OFF CACHE BOOL "")
find_package(Tpetra CONFIG QUIET)
if(NOT Tpetra_FOUND)
  message(FATAL_ERROR "Ocean: OCEAN_ENABLE_TPETRA without Tpetra (need CMAKE_PREFIX_PATH or Tpetra_ROOT to lead to Trilinos)")
endif()
if(NOT TARGET Kokkos::kokkos OR NOT TARGET KokkosKernels::all_libs)
  message(FATAL_ERROR "Ocean: the Tpetra in ${Tpetra_DIR} comes without Kokkos and KokkosKernels (need one that has them)")
endif()

# ocean_tpetra_file(<variable> <file name>): the text of a header of Tpetra's.
function(ocean_tpetra_file variable name)
  get_target_property(folders TpetraCore::trilinos_tpetraext INTERFACE_INCLUDE_DIRECTORIES)
  unset(path)
  find_file(path ${name} PATHS ${folders} ${ARGN} NO_DEFAULT_PATH NO_CACHE)
  if(NOT path)
    message(FATAL_ERROR "Ocean: no ${name} in ${folders} (need Tpetra's headers)")
  endif()
  file(READ ${path} text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

ocean_tpetra_file(text Trilinos_version.h)
string(REGEX MATCH "define TRILINOS_VERSION_STRING \"([^\"]*)\"" match "${text}")
set(OCEAN_TRILINOS_VERSION ${CMAKE_MATCH_1})

# The types that Tpetra's products are instantiated for: the lines of one macro.
ocean_tpetra_file(text TpetraCore_ETIHelperMacros.h)
string(FIND "${text}" "#define TPETRA_INSTANTIATE_SLGN_NO_ORDINAL_SCALAR(" begin)
string(SUBSTRING "${text}" ${begin} -1 text)
string(SUBSTRING "${text}" 1 -1 text)
string(FIND "${text}" "#define" end)
string(SUBSTRING "${text}" 0 ${end} text)
string(REGEX MATCHALL "INSTMACRO\\([^)]*,[^)]*\\)" lines "${text}")
set(OCEAN_TPETRA_TYPES)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "INSTMACRO\\(|\\)| " "" types "${line}")
  list(APPEND OCEAN_TPETRA_TYPES ${types})
endforeach()
if(NOT OCEAN_TPETRA_TYPES)
  message(FATAL_ERROR "Ocean: the Tpetra in ${Tpetra_DIR} has no explicit instantiations (need Tpetra_ENABLE_EXPLICIT_INSTANTIATION, or OCEAN_TPETRA_KERNELS in your own source)")
endif()
message(STATUS "Tpetra of Trilinos ${OCEAN_TRILINOS_VERSION} in ${Tpetra_DIR}")
