# Options of Ocean's own targets (never of its users').

set(OCEAN_WARNINGS -Wall -Wextra -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  list(APPEND OCEAN_WARNINGS -Wno-restrict) # wrong about std::string: GCC bug 105329
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND NOT HIP IN_LIST OCEAN_BACKENDS)
  list(APPEND OCEAN_WARNINGS -Wno-deprecated-declarations) # said of what std::stable_sort calls, in tests: libstdc++ 12
endif()

# What g++ 12's optimiser says of code inlined from headers, wrongly wherever it was looked into (use-after-free: Kokkos
# 5.0; array-bounds: a branch that cannot be reached): shown, never an error. Later compilers are held to all of them.
set(OCEAN_OPTIMISER_WARNINGS)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  foreach(warning use-after-free array-bounds stringop-overflow stringop-overread maybe-uninitialized dangling-pointer)
    list(APPEND OCEAN_OPTIMISER_WARNINGS -Wno-error=${warning})
  endforeach()
endif()
# What g++ says wrongly of std::regex when it is built with sanitizers: GCC bug 105562.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND OCEAN_SANITIZE)
  list(APPEND OCEAN_OPTIMISER_WARNINGS -Wno-error=maybe-uninitialized)
endif()

# g++ collects its garbage only beyond this many KiB, not from a few MiB on: a tenth of the compile time of a test.
set(OCEAN_COMPILER_HEAP)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT Cuda IN_LIST OCEAN_BACKENDS)
  set(OCEAN_COMPILER_HEAP --param=ggc-min-heapsize=524288)
endif()

# What further sets of types and tests are compiled with beside the sanitizers themselves, in two thirds of the time or less:
# without checks of every access for null and alignment, of every step of a pointer and of uses of a variable after its
# scope, and with the address sanitizer's checks as calls. The library's first set of types and the random products of two
# have all of them.
set(OCEAN_LIGHT_SANITIZERS)
if(OCEAN_SANITIZE MATCHES "undefined")
  list(APPEND OCEAN_LIGHT_SANITIZERS -fno-sanitize=null,alignment,vptr,pointer-overflow)
endif()
if(OCEAN_SANITIZE MATCHES "address")
  list(APPEND OCEAN_LIGHT_SANITIZERS -fno-sanitize-address-use-after-scope)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND OCEAN_LIGHT_SANITIZERS --param=asan-instrumentation-with-call-threshold=0)
  endif()
endif()

# ocean_target_options(<target>): warnings, sanitizers and C++20 for a target that is ours.
function(ocean_target_options target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE ${OCEAN_WARNINGS} ${OCEAN_COMPILER_HEAP})
  if(OCEAN_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror ${OCEAN_OPTIMISER_WARNINGS})
    if(Cuda IN_LIST OCEAN_BACKENDS)
      target_compile_options(${target} PRIVATE -Werror=cross-execution-space-call)
    endif()
  endif()
  if(OCEAN_BOUNDS_CHECKS AND NOT Kokkos_ENABLE_DEBUG_BOUNDS_CHECK)
    target_compile_definitions(${target} PRIVATE KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
  endif()
  if(OCEAN_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${OCEAN_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer -g1)
    target_link_options(${target} PRIVATE -fsanitize=${OCEAN_SANITIZE})
  endif()
endfunction()
