# Installs Ocean into a scratch prefix and moves that if WAY is find_package, then configures, builds and runs the project
# in user/; also looks at what is said where there is no Kokkos.
cmake_minimum_required(VERSION 3.22)

# The configuration of Ocean's own tree that a user's project needs too: compiler, generator, and where Kokkos is.
load_cache(${BUILD_DIR} READ_WITH_PREFIX "" CMAKE_CXX_COMPILER CMAKE_GENERATOR CMAKE_PREFIX_PATH Kokkos_DIR KokkosKernels_DIR
           CMAKE_TOOLCHAIN_FILE OCEAN_USER_TOOLCHAIN FETCHCONTENT_SOURCE_DIR_KOKKOS FETCHCONTENT_SOURCE_DIR_KOKKOSKERNELS
           CMAKE_CXX_FLAGS_RELEASE OCEAN_SANITIZE)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "exit code ${status}: ${command}")
  endif()
endfunction()

# expect_message_without(<package> <argument>...): without <package>, the message names what Ocean was built with.
function(expect_message_without package)
  set(hint "-DKokkos_DIR=${Kokkos_DIR} -DKokkosKernels_DIR=${KokkosKernels_DIR}")
  if(toolchain)
    set(hint "-DCMAKE_TOOLCHAIN_FILE=${toolchain}")
  elseif(NOT Kokkos_DIR OR NOT KokkosKernels_DIR)
    set(hint "-DCMAKE_PREFIX_PATH=<where they were installed: with Ocean, from the same build>")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${scratch}/user -B ${scratch}/without_${package} -G ${CMAKE_GENERATOR}
                          ${ARGN} -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON
                  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  foreach(part IN ITEMS "Ocean: no ${package}. This Ocean was built with Kokkos" ": configure with ${hint}")
    string(FIND "${text}" "${part}" place)
    if(status EQUAL 0 OR place EQUAL -1)
      message(FATAL_ERROR "without ${package}, exit code ${status}: ${text} (need: ${part})")
    endif()
  endforeach()
endfunction()

# A directory that no directory of Ocean's tree is above.
set(scratch $ENV{TMPDIR})
if(NOT scratch)
  set(scratch /tmp)
endif()
string(RANDOM LENGTH 12 name)
set(scratch ${scratch}/ocean_install_${name})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/user DESTINATION ${scratch})

set(arguments -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=${CONFIG}
              "-DCMAKE_CXX_FLAGS_RELEASE=${CMAKE_CXX_FLAGS_RELEASE}")
set(toolchain ${CMAKE_TOOLCHAIN_FILE}${OCEAN_USER_TOOLCHAIN})
if(toolchain)
  list(APPEND arguments -DCMAKE_TOOLCHAIN_FILE=${toolchain})
endif()
foreach(package IN ITEMS Kokkos KokkosKernels)
  if(${package}_DIR AND NOT toolchain)
    list(APPEND arguments -D${package}_DIR=${${package}_DIR})
  endif()
endforeach()
list(JOIN CMAKE_PREFIX_PATH "\;" prefixes)
if(WAY STREQUAL find_package)
  run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --prefix ${scratch}/installed)
  file(RENAME ${scratch}/installed ${scratch}/prefix) # a package may be moved
  list(APPEND arguments "-DCMAKE_PREFIX_PATH=${scratch}/prefix\;${prefixes}" -DOCEAN_VERSION=${VERSION})
  if(OCEAN_SANITIZE)
    set(ENV{LDFLAGS} -fsanitize=${OCEAN_SANITIZE}) # what the installed library calls
  endif()
else()
  list(APPEND arguments "-DCMAKE_PREFIX_PATH=${prefixes}" -DOCEAN_SOURCE_DIR=${SOURCE_DIR} -DOCEAN_OFFSETS=int # those of square.cpp
       -DFETCHCONTENT_SOURCE_DIR_KOKKOS=${FETCHCONTENT_SOURCE_DIR_KOKKOS}
       -DFETCHCONTENT_SOURCE_DIR_KOKKOSKERNELS=${FETCHCONTENT_SOURCE_DIR_KOKKOSKERNELS})
endif()

run(${CMAKE_COMMAND} -S ${scratch}/user -B ${scratch}/build -G ${CMAKE_GENERATOR} ${arguments})
if(WAY STREQUAL find_package)
  expect_message_without(Kokkos ${arguments})
  expect_message_without(KokkosKernels ${arguments})
endif()
run(${CMAKE_COMMAND} --build ${scratch}/build)
run(${scratch}/build/square)
if(WAY STREQUAL find_package AND EXISTS ${scratch}/prefix/bin/ocean-spgemm)
  run(${scratch}/prefix/bin/ocean-spgemm --version)
endif()
file(REMOVE_RECURSE ${scratch})
