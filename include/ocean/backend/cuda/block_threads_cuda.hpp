#ifndef OCEAN_BACKEND_CUDA_BLOCK_THREADS_CUDA_HPP
#define OCEAN_BACKEND_CUDA_BLOCK_THREADS_CUDA_HPP
/// \file
/// \brief The threads of a block, their groups of lanes and atomics: teams of a native launch and of
/// Kokkos::TeamPolicy.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Ocean::Impl {

/// Lanes of a warp.
inline constexpr int warp_lanes = 32;

/// \brief What a reduction joins two values to.
struct SumOfTwo {
  template <class T>
  __device__ T operator()(const T& first, const T& second) const {
    return first + second;
  }
};
struct LargerOfTwo {
  template <class T>
  __device__ T operator()(const T& first, const T& second) const {
    return first < second ? second : first;
  }
};
struct SmallerOfTwo {
  template <class T>
  __device__ T operator()(const T& first, const T& second) const {
    return second < first ? second : first;
  }
};

/// \brief Where the threads of a team lie in their block: a native launch has them along x, Kokkos::TeamPolicy with a
/// vector length of 1 along y. Either way, 32 of consecutive rank are a warp.
struct ThreadsAlongX {
  __device__ static int rank() { return threadIdx.x; }
  __device__ static int count() { return blockDim.x; }
  static constexpr int block_dim_x(int threads) { return threads; }
  static constexpr int block_dim_y(int /*threads*/) { return 1; }
};
struct ThreadsAlongY {
  __device__ static int rank() { return threadIdx.y; }
  __device__ static int count() { return blockDim.y; }
  static constexpr int block_dim_x(int /*threads*/) { return 1; }
  static constexpr int block_dim_y(int threads) { return threads; }
};

/// \brief \p Width consecutive lanes of one warp, which may run on their own; in lockstep, all groups of the warp come
/// to every collective together, which spares each of them the check of a run-time mask.
template <class Threads, int Width, bool Lockstep = false>
class WarpGroup {
  static_assert(Width >= 1 && Width <= warp_lanes && (Width & (Width - 1)) == 0);

 public:
  static constexpr int max_size = Width;
  __device__ int rank() const { return Threads::rank() % Width; }
  __device__ constexpr int size() const { return Width; }
  __device__ void barrier() const { __syncwarp(mask()); }
  __device__ bool any(bool predicate) const {
    if constexpr (Width == 1)
      return predicate;
    else if constexpr (Width == warp_lanes)
      return __any_sync(mask(), predicate);
    else
      return ballot(predicate) != 0;
  }
  /// Pre: in lockstep.
  __device__ static bool any_of_warp(bool predicate) {
    static_assert(Lockstep || Width == warp_lanes);
    return __any_sync(0xffffffffu, predicate);
  }
  __device__ std::uint32_t ballot(bool predicate) const {
    const unsigned votes = __ballot_sync(mask(), predicate);
    if constexpr (Width == warp_lanes)
      return votes;
    else
      return (votes >> first_lane()) & lanes_below(Width);
  }
  template <class T>
  __device__ T sum(T value) const {
    if constexpr (has_reduction<T>) return static_cast<T>(__reduce_add_sync(mask(), value));
    return reduce(value, SumOfTwo{});
  }
  template <class T>
  __device__ Kokkos::complex<T> sum(const Kokkos::complex<T>& value) const {
    return {sum(value.real()), sum(value.imag())};
  }
  template <class T>
  __device__ T max(T value) const {
    if constexpr (has_reduction<T>) return static_cast<T>(__reduce_max_sync(mask(), value));
    return reduce(value, LargerOfTwo{});
  }
  template <class T>
  __device__ T min(T value) const {
    if constexpr (has_reduction<T>) return static_cast<T>(__reduce_min_sync(mask(), value));
    return reduce(value, SmallerOfTwo{});
  }
  /// \brief All lanes' values joined two by two; every lane gets the result.
  template <class T, class Join>
  __device__ T reduce(T value, const Join& join) const {
    for (int step = Width / 2; step > 0; step /= 2) value = join(value, __shfl_xor_sync(mask(), value, step, Width));
    return value;
  }
  template <class T>
  __device__ Kokkos::complex<T> broadcast(const Kokkos::complex<T>& value, int source) const {
    return {broadcast(value.real(), source), broadcast(value.imag(), source)};
  }
  template <class T>
  __device__ T broadcast(T value, int source) const {
    return __shfl_sync(mask(), value, source, Width);
  }
  template <class T>
  __device__ T exchange(T value, int lane_mask) const {
    return __shfl_xor_sync(mask(), value, lane_mask, Width);
  }
  template <class T>
  __device__ T exclusive_sum(T value, T& total) const {
    T inclusive = value;
    for (int step = 1; step < Width; step *= 2) {
      const T below = __shfl_up_sync(mask(), inclusive, step, Width);
      if (rank() >= step) inclusive += below;
    }
    total = __shfl_sync(mask(), inclusive, Width - 1, Width);
    return inclusive - value;
  }
  __device__ int exclusive_count(bool predicate, int& total) const {
    const std::uint32_t votes = ballot(predicate);
    total = __popc(votes);
    return __popc(votes & lanes_below(rank()));
  }

 private:
  /// Whether one instruction joins the values of a warp.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  template <class T>
  static constexpr bool has_reduction = Width == warp_lanes && (std::is_same_v<T, int> || std::is_same_v<T, unsigned>);
#else
  template <class T>
  static constexpr bool has_reduction = false;
#endif

  __device__ static constexpr unsigned lanes_below(int lane) { return (1u << lane) - 1u; }
  __device__ static int first_lane() { return (Threads::rank() % warp_lanes) / Width * Width; }
  __device__ static unsigned mask() {
    if constexpr (Width == warp_lanes || Lockstep)
      return 0xffffffffu;
    else
      return lanes_below(Width) << first_lane();
  }
};

/// \brief Native atomics where the hardware has them, Kokkos' otherwise.
struct CudaAtomics {
  template <class T>
  static constexpr bool has_add = std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, int> ||
                                  std::is_same_v<T, unsigned> || std::is_same_v<T, unsigned long long>;

  template <class T>
  __device__ static void add(T* target, const T& value) {
    if constexpr (has_add<T>)
      atomicAdd(target, value);
    else
      Kokkos::atomic_add(target, value);
  }
  template <class T>
  __device__ static void add(Kokkos::complex<T>* target, const Kokkos::complex<T>& value) {
    T* parts = reinterpret_cast<T*>(target);
    add(parts, value.real());
    add(parts + 1, value.imag());
  }
  template <class T>
  __device__ static T fetch_add(T* target, T value) {
    if constexpr (has_add<T>)
      return atomicAdd(target, value);
    else if constexpr (std::is_integral_v<T> && sizeof(T) == sizeof(unsigned long long))
      return static_cast<T>(
          atomicAdd(reinterpret_cast<unsigned long long*>(target), static_cast<unsigned long long>(value)));
    else
      return Kokkos::atomic_fetch_add(target, value);
  }
  __device__ static std::uint32_t fetch_or(std::uint32_t* target, std::uint32_t bits) { return atomicOr(target, bits); }
  template <class T>
  __device__ static void max(T* target, T value) {
    if constexpr (std::is_same_v<T, int> || std::is_same_v<T, unsigned>)
      atomicMax(target, value);
    else
      Kokkos::atomic_max(target, value);
  }
  template <class T>
  __device__ static void min(T* target, T value) {
    if constexpr (std::is_same_v<T, int> || std::is_same_v<T, unsigned>)
      atomicMin(target, value);
    else
      Kokkos::atomic_min(target, value);
  }
  template <class T>
  __device__ static T compare_exchange(T* target, T expected, T desired) {
    if constexpr (std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, unsigned long long>)
      return atomicCAS(target, expected, desired);
    else
      return Kokkos::atomic_compare_exchange(target, expected, desired);
  }
};

/// \brief The threads of a block, which lie along \p Threads: its groups of lanes, and sums over all of them.
template <class Threads>
class BlockThreads {
 public:
  using atomics = CudaAtomics;
  template <int Width>
  using group_type = WarpGroup<Threads, Width>;
  template <int Width>
  using lockstep_group_type = WarpGroup<Threads, Width, true>;
  static constexpr bool has_lanes = true;
  static constexpr int size_unit = warp_lanes;  ///< of teams whose last warp is whole, which lockstep asks for

  template <class T>
  __device__ static T sum(T value) {
    return reduce(value, SumOfTwo{});
  }
  template <class T>
  __device__ static T max(T value) {
    return reduce(value, LargerOfTwo{});
  }
  template <class T>
  __device__ static T exclusive_sum(T value, T& total) {
    const group_type<warp_lanes> warp;
    T of_my_warp;
    const T in_warp = warp.exclusive_sum(value, of_my_warp);
    const T before = warp.exclusive_sum(of_groups(of_my_warp), total);
    return warp.broadcast(before, Threads::rank() / warp_lanes) + in_warp;
  }
  template <class T>
  __device__ static T of_groups(T value) {
    __shared__ T of_warp[warp_lanes];
    const group_type<warp_lanes> warp;
    if (warp.rank() == 0) of_warp[Threads::rank() / warp_lanes] = value;
    __syncthreads();
    const T of_lane = warp.rank() < num_warps() ? of_warp[warp.rank()] : T(0);
    __syncthreads();
    return of_lane;
  }

 private:
  __device__ static int num_warps() { return (Threads::count() + warp_lanes - 1) / warp_lanes; }

  /// \brief The values of all threads, joined warp by warp.
  template <class T, class Join>
  __device__ static T reduce(T value, const Join& join) {
    __shared__ T of_warp[warp_lanes];
    const group_type<warp_lanes> warp;
    const T of_mine = warp.reduce(value, join);
    if (warp.rank() == 0) of_warp[Threads::rank() / warp_lanes] = of_mine;
    __syncthreads();
    T all = of_warp[0];
    for (int other = 1; other < num_warps(); ++other) all = join(all, of_warp[other]);
    __syncthreads();
    return all;
  }
};

/// Shared memory that the sums of BlockThreads take in addition to the scratch: one array for each of a few types.
inline constexpr std::size_t block_static_bytes = 2048;

/// \brief Threads of a Kokkos team on CUDA are those of a block.
template <>
struct TeamThreads<Kokkos::Cuda> : BlockThreads<ThreadsAlongY> {
  static constexpr std::size_t static_bytes = block_static_bytes;
  template <class Member, class T>
  __device__ static T sum(const Member& /*member*/, T value) {
    return BlockThreads<ThreadsAlongY>::sum(value);
  }
  template <class Member, class T>
  __device__ static T max(const Member& /*member*/, T value) {
    return BlockThreads<ThreadsAlongY>::max(value);
  }
  template <class Member, class T>
  __device__ static T exclusive_sum(const Member& /*member*/, T value, T& total) {
    return BlockThreads<ThreadsAlongY>::exclusive_sum(value, total);
  }
};

}  // namespace Ocean::Impl

#endif
#endif
