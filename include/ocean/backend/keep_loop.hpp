#ifndef OCEAN_BACKEND_KEEP_LOOP_HPP
#define OCEAN_BACKEND_KEEP_LOOP_HPP
/// \file
/// \brief OCEAN_KEEP_LOOP before a loop of a kernel: a device's compiler must not unroll it.
///
/// For loops whose body has all loads in flight that registers allow: unrolled, it is longer and slower. Measured
/// for sums of lists: perf_tests/results/nvidia_h200_2026-11-28_lists_variants.csv

#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define OCEAN_KEEP_LOOP _Pragma("unroll 1")
#else
#define OCEAN_KEEP_LOOP
#endif

#endif
