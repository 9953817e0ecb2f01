#ifndef OCEAN_BACKEND_CUDA_TEAM_SORT_CUDA_HPP
#define OCEAN_BACKEND_CUDA_TEAM_SORT_CUDA_HPP
/// \file
/// \brief Teams sort with CUB's block radix sort.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <cstdint>
#include <cub/block/block_radix_sort.cuh>
#include <type_traits>

#include "native_team_cuda.hpp"

namespace Ocean::Impl {

/// Bits of a digit of the radix sort. 5 are up to 13 % faster where they save a digit and threads hold 11 words, else
/// up to 30 % slower. measured: perf_tests/results/nvidia_h200_2026-11-21_sort.csv
inline constexpr int radix_digit_bits = 4;
/// Words of a thread up to which it keeps its counters in registers, which is 6 % faster; at 11 words and 1024 threads
/// registers spill and it is 6 to 13 % slower. measured: perf_tests/results/nvidia_h200_2026-11-21_sort.csv
inline constexpr int counter_items_max = 7;
/// Digits to sort by for each word of a thread up to which this sort is used: its time goes with the digits, that of
/// the network with the words. Up to 5 it is never slower, from 256 threads on up to 12.
/// measured: perf_tests/results/nvidia_h200_2026-11-22_sort_bounds.csv
inline constexpr int digits_per_word_max = 5;

/// \brief WordsToSort by offsets into the block's scratch, in words: what they point to is known to be shared memory.
struct ScratchToSort {
  int words, slots, room_end;
  int num_words, begin_bit, end_bit;

  __device__ int num_digits() const { return (end_bit - begin_bit + radix_digit_bits - 1) / radix_digit_bits; }
  /// \brief The block's shared memory, of which any launch's scratch is a part.
  __device__ static std::uint32_t* base() { return NativeTeam().scratch<std::uint32_t>(); }
  __device__ static ScratchToSort make(const WordsToSort& row) {
    const auto* scratch = base();
    return {static_cast<int>(row.words - scratch),
            row.slots == nullptr ? 0 : static_cast<int>(row.slots - scratch),
            static_cast<int>(row.room_end - scratch),
            row.num_words,
            row.begin_bit,
            row.end_bit};
  }
};

/// \brief Radix sort of up to Items words of each of Size threads, which lie along \p Threads, in registers; \p Slot is
/// cub::NullType where the words move alone.
///
/// Threads read neighbouring words and the sort is stable: the filler of the last threads stays after the words.
template <class Threads, int Size, int Items, class Slot>
struct BlockSort {
  static constexpr bool keeps_counters = Items <= counter_items_max;
  using sort_type =
      cub::BlockRadixSort<std::uint32_t, Threads::block_dim_x(Size), Items, Slot, radix_digit_bits, keeps_counters,
                          cub::BLOCK_SCAN_WARP_SCANS, cudaSharedMemBankSizeFourByte, Threads::block_dim_y(Size)>;
  using storage_type = typename sort_type::TempStorage;
  static constexpr bool with_slots = !std::is_same_v<Slot, cub::NullType>;
  static constexpr int word_bytes = sizeof(std::uint32_t);

  /// \brief Where the sort's storage lies: over the words, which are in registers then, and the room behind them.
  __device__ static int storage_offset(int words) {
    constexpr int alignment = alignof(storage_type) / word_bytes;
    return (words + alignment - 1) / alignment * alignment;
  }
  __device__ static bool fits(const ScratchToSort& row) {
    constexpr int storage_words = (sizeof(storage_type) + word_bytes - 1) / word_bytes;
    return row.num_words <= Size * Items && storage_offset(row.words) + storage_words <= row.room_end;
  }
  /// Not inlined: the kernels of a translation unit share one copy.
  __device__ __noinline__ static void run(const ScratchToSort row) {
    constexpr std::uint32_t filler = 0xffffffffu;
    std::uint32_t* const in_words = ScratchToSort::base() + row.words;
    std::uint32_t* const in_slots = ScratchToSort::base() + row.slots;
    std::uint32_t words[Items];
    [[maybe_unused]] std::uint32_t slots[Items];
    for (int item = 0; item < Items; ++item) {
      const int index = Threads::rank() * Items + item;
      words[item] = index < row.num_words ? in_words[index] : filler;
      if constexpr (with_slots) slots[item] = index < row.num_words ? in_slots[index] : 0;
    }
    __syncthreads();
    sort_type sort(*reinterpret_cast<storage_type*>(ScratchToSort::base() + storage_offset(row.words)));
    if constexpr (with_slots)
      sort.SortBlockedToStriped(words, slots, row.begin_bit, row.end_bit);
    else
      sort.SortBlockedToStriped(words, row.begin_bit, row.end_bit);
    __syncthreads();
    for (int item = 0; item < Items; ++item) {
      const int index = item * Size + Threads::rank();
      if (index >= row.num_words) break;
      in_words[index] = words[item];
      if constexpr (with_slots) in_slots[index] = slots[item];
    }
    __syncthreads();
  }
};

/// \brief A block's words in registers, where they are neither too few nor too many and the room holds CUB's storage.
template <class Threads, class Lanes>
struct BlockTeamSort {
  __device__ static bool run(const Lanes& lanes, const WordsToSort& row) {
    const ScratchToSort in_scratch = ScratchToSort::make(row);
    if (in_scratch.num_digits() * lanes.size() > digits_per_word_max * row.num_words) return false;
    return row.slots == nullptr ? run_on_team<cub::NullType>(lanes.size(), in_scratch)
                                : run_on_team<std::uint32_t>(lanes.size(), in_scratch);
  }

 private:
  template <class Slot>
  __device__ static bool run_on_team(int team_size, const ScratchToSort& row) {
    switch (team_size) {
      case 64: return run_on_items<64, Slot>(row);
      case 128: return run_on_items<128, Slot>(row);
      case 256: return run_on_items<256, Slot>(row);
      case 512: return run_on_items<512, Slot>(row);
      case 1024: return run_on_items<1024, Slot>(row);
      default: return false;
    }
  }
  /// Odd numbers of words a thread, which spare bank conflicts. 3 are 1.2 to 1.4 times as fast as 7 and these 1.2
  /// to 1.6 times as fast as 11, the most that a table of doubles holds; 15 spill registers. measured:
  /// perf_tests/results/nvidia_h200_2026-11-21_sort.csv
  template <int Size, class Slot>
  __device__ static bool run_on_items(const ScratchToSort& row) {
    return run_if_it_fits<BlockSort<Threads, Size, 3, Slot>>(row) ||
           run_if_it_fits<BlockSort<Threads, Size, 7, Slot>>(row) ||
           run_if_it_fits<BlockSort<Threads, Size, 11, Slot>>(row);
  }
  template <class Sort>
  __device__ static bool run_if_it_fits(const ScratchToSort& row) {
    if (!Sort::fits(row)) return false;
    Sort::run(row);
    return true;
  }
};

template <>
struct TeamSort<TeamLanes<NativeTeam>> : BlockTeamSort<ThreadsAlongX, TeamLanes<NativeTeam>> {};
template <>
struct TeamSort<TeamLanes<PortableTeam<Kokkos::Cuda>>>
    : BlockTeamSort<ThreadsAlongY, TeamLanes<PortableTeam<Kokkos::Cuda>>> {};

}  // namespace Ocean::Impl

#endif
#endif
