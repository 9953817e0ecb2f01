# One test source, one executable per backend that Kokkos has.

# Seconds that one test executable may take; the slowest are the sanitizer builds.
set(OCEAN_TEST_TIMEOUT_S 1200)
option(OCEAN_TESTED_TYPES "Compile the types that several tests share (without, tests of the library's own types link)" ON)
# Threads of the tests on host backends: enough for races to show, few enough for small machines. Most of a test is one
# thread's work, so tests run beside each other, and threads that wait leave the core to them.
set(OCEAN_TEST_THREADS 2)
set(OCEAN_TEST_ENVIRONMENT "OMP_NUM_THREADS=${OCEAN_TEST_THREADS};OMP_PROC_BIND=false;OMP_WAIT_POLICY=passive")
if(Threads IN_LIST OCEAN_BACKENDS)
  list(APPEND OCEAN_TEST_ENVIRONMENT "KOKKOS_NUM_THREADS=${OCEAN_TEST_THREADS}")
endif()

# ocean_lighten_sanitizers(<target>): compiles a test in less than half the time; g++ 12 takes 26 s instead of 33 for the
# products of two scalars without optimisation.
function(ocean_lighten_sanitizers target)
  target_compile_options(${target} PRIVATE ${OCEAN_LIGHT_SANITIZERS})
  if(OCEAN_SANITIZE MATCHES "address")
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# ocean_add_test_support(<backend>): the library ocean_test_support_<backend> of unit_tests/support, with GoogleTest, and
# the headers that every test includes, compiled once.
function(ocean_add_test_support backend)
  string(TOLOWER ${backend} suffix)
  set(target ocean_test_support_${suffix})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/unit_tests/support/*.cpp)
  if(NOT sources)
    message(FATAL_ERROR "unit_tests/support has no source (need test_main.cpp)")
  endif()
  add_library(${target} OBJECT ${sources})
  ocean_target_options(${target})
  ocean_lighten_sanitizers(${target})
  target_compile_definitions(${target} PUBLIC OCEAN_TEST_EXECSPACE=${backend})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/unit_tests/support ${PROJECT_SOURCE_DIR}/unit_tests)
  target_link_libraries(${target} PUBLIC Ocean::ocean GTest::gtest)
  if(NOT Cuda IN_LIST OCEAN_BACKENDS) # nvcc has none
    target_precompile_headers(${target} PRIVATE <Kokkos_Core.hpp> <KokkosSparse_CrsMatrix.hpp> <gtest/gtest.h>
                               ${PROJECT_SOURCE_DIR}/unit_tests/support/compiled_once.hpp)
  endif()
endfunction()

# ocean_add_tested_types(<backend>): the library ocean_tested_types_<backend>, products of the types that several tests
# share beside those of Ocean's own library.
function(ocean_add_tested_types backend)
  if(NOT OCEAN_TESTED_TYPES)
    return()
  endif()
  string(TOLOWER ${backend} suffix)
  set(target ocean_tested_types_${suffix})
  file(GLOB all_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/unit_tests/support/tested_types/*.cpp)
  set(sources)
  foreach(source IN LISTS all_sources)
    ocean_backends_of_test(backends_of_source ${source} ${backend})
    if(backends_of_source)
      list(APPEND sources ${source})
    endif()
  endforeach()
  add_library(${target} STATIC ${sources})
  ocean_target_options(${target})
  ocean_lighten_sanitizers(${target})
  target_compile_definitions(${target} PRIVATE OCEAN_TEST_EXECSPACE=${backend})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/unit_tests/support ${PROJECT_SOURCE_DIR}/unit_tests)
  target_link_libraries(${target} PRIVATE Ocean::ocean)
  target_link_libraries(ocean_test_support_${suffix} PUBLIC ${target})
endfunction()

# ocean_backends_of_test(<variable> <source> <backend>...): those backends that the source names in a line
# `// backends: Serial OpenMP`, all without such a line. With a line `// once: Serial` a tree whose other
# half has Serial (OCEAN_TESTED_ELSEWHERE) leaves the test to that.
function(ocean_backends_of_test variable source)
  set(backends ${ARGN})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} line REGEX "^// once: [A-Za-z]+$" LIMIT_COUNT 1)
  if(line)
    string(REGEX REPLACE "^// once: " "" wanted ${line})
    if(wanted IN_LIST OCEAN_BACKENDS_ELSEWHERE)
      list(REMOVE_ITEM backends Serial OpenMP)
    endif()
  endif()
  file(STRINGS ${source} line REGEX "^// backends:" LIMIT_COUNT 1)
  if(line)
    string(REGEX MATCHALL "[A-Za-z]+" wanted "${line}")
    list(REMOVE_AT wanted 0)
    foreach(backend IN LISTS backends)
      if(NOT backend IN_LIST wanted)
        list(REMOVE_ITEM backends ${backend})
      endif()
    endforeach()
  endif()
  set(${variable} ${backends} PARENT_SCOPE)
endfunction()

# ocean_labels_of_test(<variable> <source> <label>): the label, and `nightly` where the source has a line `// nightly`.
function(ocean_labels_of_test variable source label)
  set(labels ${label})
  file(STRINGS ${source} line REGEX "^// nightly$" LIMIT_COUNT 1)
  if(line)
    list(APPEND labels nightly)
  endif()
  set(${variable} "${labels}" PARENT_SCOPE)
endfunction()

# ocean_environment_of_test(<variable> <source>): OCEAN_TEST_ENVIRONMENT, with one thread where the source has a line
# `// threads: 1`: it waits for the threads of many short calls, and is not about them.
function(ocean_environment_of_test variable source)
  set(environment ${OCEAN_TEST_ENVIRONMENT})
  file(STRINGS ${source} line REGEX "^// threads: 1$" LIMIT_COUNT 1)
  if(line)
    list(TRANSFORM environment REPLACE "_NUM_THREADS=.*" "_NUM_THREADS=1")
  endif()
  set(${variable} "${environment}" PARENT_SCOPE)
endfunction()

# ocean_add_test(<source> <backend> [NAME <name>] [LABEL <label>] [DEFINITIONS <definition>...] [LIBRARIES <target>...])
function(ocean_add_test source backend)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "NAME;LABEL" "DEFINITIONS;LIBRARIES")
  string(TOLOWER ${backend} suffix)
  if(NOT arg_LABEL)
    set(arg_LABEL ${suffix})
  endif()
  if(NOT arg_NAME)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/unit_tests ${source})
    string(REGEX REPLACE "\\.cpp$" "" path ${path})
    string(REGEX REPLACE "(^|/)test_([^/]*)$" "\\1\\2" path ${path})
    string(REPLACE "/" "." arg_NAME "${path}.${arg_LABEL}")
  endif()
  add_executable(${arg_NAME} ${source})
  ocean_target_options(${arg_NAME})
  ocean_lighten_sanitizers(${arg_NAME})
  target_link_libraries(${arg_NAME} PRIVATE ocean_test_support_${suffix} ${arg_LIBRARIES})
  target_compile_definitions(${arg_NAME} PRIVATE ${arg_DEFINITIONS})
  get_target_property(precompiled ocean_test_support_${suffix} PRECOMPILE_HEADERS)
  if(precompiled)
    target_precompile_headers(${arg_NAME} REUSE_FROM ocean_test_support_${suffix})
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
  ocean_labels_of_test(labels ${source} ${arg_LABEL})
  ocean_environment_of_test(environment ${source})
  set_tests_properties(
    ${arg_NAME}
    PROPERTIES LABELS "${labels}"
               TIMEOUT ${OCEAN_TEST_TIMEOUT_S}
               ENVIRONMENT "${environment}")
  if(backend STREQUAL Cuda)
    set_tests_properties(${arg_NAME} PROPERTIES RESOURCE_LOCK gpu)
    if(source MATCHES "/unit_tests/faults/") # whose allocations fail on order
      foreach(function IN ITEMS cudaMalloc cudaMallocAsync cudaMallocFromPoolAsync cudaFree cudaFreeAsync)
        target_link_options(${arg_NAME} PRIVATE LINKER:--wrap=${function})
      endforeach()
    endif()
  endif()
endfunction()
