#ifndef OCEAN_BACKEND_KEPT_BLOCKS_HPP
#define OCEAN_BACKEND_KEPT_BLOCKS_HPP
/// \file
/// \brief Blocks of host memory that products have released, kept for later ones together with their pages.

#include <bit>
#include <cstddef>
#include <limits>
#include <mutex>
#include <new>

namespace Ocean::Impl {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool has_address_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool has_address_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool has_address_sanitizer = false;
#endif

/// A cache line; the same alignment as Kokkos' own allocations.
inline constexpr std::size_t host_alignment_bytes = 64;

/// \brief Allocates and frees blocks of host memory, of which some are kept when they are freed. The operating system
/// takes the pages of freed memory back; giving them out again, one by one and zeroed, takes longer the more threads
/// ask for them. May be called by any thread at any time.
class KeptBlocks {
 public:
  /// Smaller blocks are left to the allocator of the language, which keeps them itself; source: glibc's threshold for
  /// blocks of their own (M_MMAP_THRESHOLD), halved
  static constexpr std::size_t bytes_min = std::size_t(1) << 16;
  /// Sizes are rounded up to one of this many per power of two, so that products of similar size find blocks; what is
  /// added is never touched. source: a bound, no speed
  static constexpr std::size_t sizes_per_power = 8;
  /// A block serves whoever needs at least one half of it. source: a bound, no speed
  static constexpr std::size_t waste_max = 2;
  /// No system has more; sizes below can be rounded up.
  static constexpr std::size_t bytes_max = std::numeric_limits<std::size_t>::max() / 4;

  /// \brief \p bytes uninitialised bytes, aligned to a cache line; nullptr if the system has none.
  /// \param idle_bytes_max of all blocks that are kept from now on
  static void* allocate(std::size_t bytes, std::size_t idle_bytes_max) noexcept {
    if (bytes > bytes_max) return nullptr;
    if (has_address_sanitizer || bytes < bytes_min) return new_block(bytes, 0);
    {
      const std::lock_guard<std::mutex> lock(s_mutex);
      s_idle_bytes_max = idle_bytes_max;
      if (void* const data = take_idle(bytes)) return data;
    }
    void* data = new_block(rounded(bytes), rounded(bytes));
    if (data == nullptr && trim()) data = new_block(rounded(bytes), rounded(bytes));
    return data != nullptr ? data : new_block(bytes, 0);
  }

  /// \brief Frees what allocate() returned, or keeps it.
  static void free(void* data) noexcept {
    if (data == nullptr) return;
    Header* const freed = static_cast<Header*>(data) - 1;
    if (freed->capacity == 0) return delete_list(freed);
    Header* dropped = freed;  // behind the lock
    {
      const std::lock_guard<std::mutex> lock(s_mutex);
      if (freed->capacity <= s_idle_bytes_max) {
        freed->next = s_idle;
        s_idle = freed;
        dropped = cut_idle(s_idle_bytes_max);
      }
    }
    delete_list(dropped);
  }

  /// \brief Gives all kept blocks back to the system; returns whether there were any.
  static bool trim() noexcept {
    Header* dropped = nullptr;
    {
      const std::lock_guard<std::mutex> lock(s_mutex);
      dropped = cut_idle(0);
    }
    delete_list(dropped);
    return dropped != nullptr;
  }

  /// \brief Bytes of the blocks that are kept.
  static std::size_t idle_bytes() noexcept {
    const std::lock_guard<std::mutex> lock(s_mutex);
    return s_idle_bytes;
  }

 private:
  /// In front of a block's bytes.
  struct alignas(host_alignment_bytes) Header {
    std::size_t capacity = 0;  ///< 0: never kept
    Header* next = nullptr;    ///< the idle block that was freed before this one
  };

  static std::size_t rounded(std::size_t bytes) {
    const std::size_t step = std::bit_floor(bytes) / sizes_per_power;
    return (bytes + step - 1) / step * step;
  }

  static void* new_block(std::size_t bytes, std::size_t capacity) noexcept {
    void* const memory = ::operator new (sizeof(Header) + bytes, std::align_val_t{host_alignment_bytes}, std::nothrow);
    return memory != nullptr ? ::new (memory) Header{capacity, nullptr} + 1 : nullptr;
  }

  static void delete_list(Header* block) noexcept {
    while (block != nullptr) {
      Header* const next = block->next;
      ::operator delete (block, std::align_val_t{host_alignment_bytes});
      block = next;
    }
  }

  /// \brief The smallest idle block of enough bytes, or nullptr. Pre: the lock is held
  static void* take_idle(std::size_t bytes) noexcept {
    Header** best = nullptr;
    for (Header** link = &s_idle; *link != nullptr; link = &(*link)->next) {
      const std::size_t capacity = (*link)->capacity;
      if (capacity >= bytes && capacity / waste_max <= bytes && (best == nullptr || capacity < (*best)->capacity))
        best = link;
    }
    if (best == nullptr) return nullptr;
    Header* const taken = *best;
    *best = taken->next;
    taken->next = nullptr;
    s_idle_bytes -= taken->capacity;
    return taken + 1;
  }

  /// \brief Takes the blocks that were freed first from the list, from the one with which it exceeds \p bytes_kept.
  /// Pre: the lock is held
  static Header* cut_idle(std::size_t bytes_kept) noexcept {
    std::size_t bytes = 0;
    Header** link = &s_idle;
    while (*link != nullptr && bytes + (*link)->capacity <= bytes_kept) {
      bytes += (*link)->capacity;
      link = &(*link)->next;
    }
    Header* const dropped = *link;
    *link = nullptr;
    s_idle_bytes = bytes;
    return dropped;
  }

  static inline std::mutex s_mutex;
  static inline Header* s_idle = nullptr;  ///< freed last
  static inline std::size_t s_idle_bytes = 0, s_idle_bytes_max = 0;
};

}  // namespace Ocean::Impl

#endif
