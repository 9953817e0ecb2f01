# cmake --install: headers, library, program and the package that find_package(Ocean) reads.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_BINARY_DIR}/include/Ocean_Version.hpp ${PROJECT_BINARY_DIR}/include/Ocean_CompiledTypes.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(OCEAN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Ocean)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/OceanConfig.cmake.in ${PROJECT_BINARY_DIR}/OceanConfig.cmake
                              INSTALL_DESTINATION ${OCEAN_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/OceanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/OceanConfig.cmake ${PROJECT_BINARY_DIR}/OceanConfigVersion.cmake
        DESTINATION ${OCEAN_PACKAGE_DIR})
install(TARGETS ocean EXPORT OceanTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION
                ${CMAKE_INSTALL_LIBDIR})
install(EXPORT OceanTargets NAMESPACE Ocean:: DESTINATION ${OCEAN_PACKAGE_DIR})
