# The types that the KokkosKernels that was found has compiled its sparse products for. Included after OceanDependencies.
#
# Sets OCEAN_KOKKOSKERNELS_TYPES, a list of <scalar,ordinal,offset,layout,execution space,memory space>.

# ocean_include_folders(<variable> <target>): those of a target and of all that it is linked with.
function(ocean_include_folders variable target)
  get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  foreach(library IN LISTS libraries)
    if(TARGET "${library}")
      ocean_include_folders(more ${library})
      list(APPEND folders ${more})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(${variable} "${folders}" PARENT_SCOPE)
endfunction()

ocean_include_folders(folders ${OCEAN_KOKKOSKERNELS_TARGET})
set(name generated_specializations_hpp/KokkosSparse_spgemm_numeric_eti_spec_decl.hpp)
unset(path)
find_file(path ${name} PATHS ${folders} NO_DEFAULT_PATH NO_CACHE)
if(NOT path)
  message(FATAL_ERROR "Ocean: no ${name} in ${folders} (need KokkosKernels' headers)")
endif()
file(STRINGS ${path} lines REGEX "^KOKKOSSPARSE_SPGEMM_NUMERIC_ETI_SPEC_DECL\\(")
set(OCEAN_KOKKOSKERNELS_TYPES)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^[A-Z_0-9]+\\(|\\)[; ]*$| " "" types "${line}")
  list(APPEND OCEAN_KOKKOSKERNELS_TYPES ${types})
endforeach()
if(NOT OCEAN_KOKKOSKERNELS_TYPES)
  message(FATAL_ERROR "Ocean: the KokkosKernels of ${path} has compiled no sparse products (need its explicit instantiations, or Ocean_KokkosKernelsShim.hpp in your own source)")
endif()
