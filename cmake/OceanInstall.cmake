# cmake --install: headers, library, program and the package that find_package(Ocean) reads.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_BINARY_DIR}/include/Ocean_Version.hpp ${PROJECT_BINARY_DIR}/include/Ocean_CompiledTypes.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# For the message where a user's project has no Kokkos: what Ocean was built with, and what names it to CMake.
set(OCEAN_BUILT_WITH "Kokkos ${Kokkos_VERSION} and KokkosKernels ${KokkosKernels_VERSION}")
if(NOT Kokkos_VERSION OR NOT KokkosKernels_VERSION) # those of sources are not told
  set(OCEAN_BUILT_WITH "Kokkos and KokkosKernels from their sources")
endif()
if(CMAKE_TOOLCHAIN_FILE OR OCEAN_USER_TOOLCHAIN)
  set(toolchain "${CMAKE_TOOLCHAIN_FILE}${OCEAN_USER_TOOLCHAIN}")
  foreach(directory IN ITEMS ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}) # where CMake looks for a relative one
    if(EXISTS ${directory}/${toolchain})
      set(toolchain ${directory}/${toolchain})
      break()
    endif()
  endforeach()
  set(OCEAN_CONFIGURE_HINT "-DCMAKE_TOOLCHAIN_FILE=${toolchain}")
elseif(Kokkos_DIR AND KokkosKernels_DIR)
  set(OCEAN_CONFIGURE_HINT "-DKokkos_DIR=${Kokkos_DIR} -DKokkosKernels_DIR=${KokkosKernels_DIR}")
else()
  set(OCEAN_CONFIGURE_HINT "-DCMAKE_PREFIX_PATH=<where they were installed: with Ocean, from the same build>")
endif()
set(OCEAN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Ocean)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/OceanConfig.cmake.in ${PROJECT_BINARY_DIR}/OceanConfig.cmake
                              INSTALL_DESTINATION ${OCEAN_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/OceanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/OceanConfig.cmake ${PROJECT_BINARY_DIR}/OceanConfigVersion.cmake
        DESTINATION ${OCEAN_PACKAGE_DIR})
install(TARGETS ocean EXPORT OceanTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION
                ${CMAKE_INSTALL_LIBDIR})
install(EXPORT OceanTargets NAMESPACE Ocean:: DESTINATION ${OCEAN_PACKAGE_DIR})
