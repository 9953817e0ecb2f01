#ifndef OCEAN_CORE_WORKSPACE_ACCOUNT_HPP
#define OCEAN_CORE_WORKSPACE_ACCOUNT_HPP
/// \file
/// \brief The account of a workspace's views: arithmetic only, so a copy can continue without allocating.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace Ocean::Impl {

/// \brief Reserves space in \p items so that one more fits without an allocation.
template <class T>
void make_room(std::vector<T>& items) {
  if (items.size() == items.capacity()) items.reserve(2 * items.size() + 1);
}

/// \brief Positions of views in one piece of memory: each goes into the first gap that is wide enough.
class MemoryLayout {
 public:
  /// Places are multiples of this: two cache lines of a GPU.
  static constexpr std::size_t alignment = 256;

  static constexpr std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

  /// \brief Where \p bytes would go; no capacity is assumed.
  std::size_t find(std::size_t bytes) const {
    std::size_t begin = 0;
    for (const Block& block : m_blocks) {
      if (block.begin - begin >= aligned(bytes)) return begin;
      begin = block.end;
    }
    return begin;
  }
  /// \brief Ensures that the next take() cannot fail.
  void make_room() { Impl::make_room(m_blocks); }
  /// \brief Takes \p bytes at \p begin, as found by find(bytes).
  void take(std::size_t begin, std::size_t bytes) {
    const auto next = std::find_if(m_blocks.begin(), m_blocks.end(),
                                   [&](const Block& block) { return block.begin >= begin + aligned(bytes); });
    m_blocks.insert(next, {begin, begin + aligned(bytes)});
    m_largest_end = std::max(m_largest_end, end());
  }
  /// \brief Frees the block at \p begin, which merges with the gaps next to it.
  void give(std::size_t begin) {
    const auto given =
        std::find_if(m_blocks.begin(), m_blocks.end(), [&](const Block& block) { return block.begin == begin; });
    if (given != m_blocks.end()) m_blocks.erase(given);
  }

  /// \brief End of the last place in use.
  std::size_t end() const { return m_blocks.empty() ? 0 : m_blocks.back().end; }
  /// \brief The largest end() so far: memory of this size is enough for the same calls.
  std::size_t largest_end() const { return m_largest_end; }

 private:
  struct Block {
    std::size_t begin, end;
  };
  std::vector<Block> m_blocks;  ///< ascending
  std::size_t m_largest_end = 0;
};

/// \brief Where the memory of a workspace comes from.
enum class WorkspaceSource {
  slabs_and_blocks,  ///< the space; small views share slabs, as an allocation takes longer than the work on them
  blocks,            ///< the space, one block per view: under a limit every byte counts
  supplied           ///< one piece of caller's memory
};

/// \brief What one view takes.
struct WorkspacePlace {
  std::size_t bytes = 0;
  std::size_t layout_begin = 0;
  std::size_t growth = 0;   ///< of the live bytes
  bool is_small = false;    ///< part of a slab
  bool opens_slab = false;  ///< ... of a new one
};

/// \brief Live bytes and their peak, and the layout that the same views have in one piece of memory.
class WorkspaceAccount {
 public:
  /// Views up to this many bytes share slabs.
  /// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  static constexpr std::size_t small_bytes_max = std::size_t(1) << 18;
  /// Bytes of a slab.
  /// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  static constexpr std::size_t slab_bytes = std::size_t(1) << 20;

  explicit WorkspaceAccount(WorkspaceSource source) : m_source(source) {}

  /// \brief The place of a view of \p bytes; takes nothing.
  WorkspacePlace find(std::size_t bytes) const {
    WorkspacePlace place{.bytes = bytes, .layout_begin = m_layout.find(bytes)};
    place.growth = bytes;
    if (m_source == WorkspaceSource::supplied) {
      const std::size_t end = place.layout_begin + MemoryLayout::aligned(bytes);
      place.growth = end > m_layout.end() ? end - m_layout.end() : 0;
    } else if (m_source == WorkspaceSource::slabs_and_blocks && bytes <= small_bytes_max) {
      place.is_small = true;
      place.opens_slab = m_slab_left < MemoryLayout::aligned(bytes);
      place.growth = place.opens_slab ? slab_bytes : 0;
    }
    return place;
  }
  /// \brief Ensures that the next take() cannot fail.
  void make_room() { m_layout.make_room(); }
  /// \brief Takes what find() has found; nothing may be taken or given in between.
  void take(const WorkspacePlace& place) {
    m_layout.take(place.layout_begin, place.bytes);
    if (place.opens_slab) m_slab_left = slab_bytes;
    if (place.is_small) m_slab_left -= MemoryLayout::aligned(place.bytes);
    m_live_bytes += place.growth;
    m_peak_bytes = std::max(m_peak_bytes, m_live_bytes);
  }
  /// \brief Frees a block; a small view's part of its slab stays taken.
  void give(const WorkspacePlace& place) {
    m_layout.give(place.layout_begin);
    if (m_source == WorkspaceSource::supplied)
      m_live_bytes = m_layout.end();
    else if (!place.is_small)
      m_live_bytes -= place.bytes;
  }

  /// \brief Adds \p bytes that are not known view by view to the peaks.
  void allow(std::size_t bytes) {
    m_peak_bytes += bytes;
    m_allowed_bytes += bytes;
  }

  /// \brief Bytes left in the open slab.
  std::size_t slab_left() const { return m_slab_left; }
  std::size_t live_bytes() const { return m_live_bytes; }
  std::size_t peak_bytes() const { return m_peak_bytes; }
  /// \brief Bytes from the first to the last view in one piece of memory, gaps included.
  std::size_t held_bytes() const { return m_layout.end(); }
  /// \brief Bytes of the caller's memory that would have been enough so far.
  std::size_t supplied_bytes() const { return m_layout.largest_end() + m_allowed_bytes; }

 private:
  WorkspaceSource m_source;
  MemoryLayout m_layout;
  std::size_t m_slab_left = 0;
  std::size_t m_allowed_bytes = 0;
  std::size_t m_live_bytes = 0;
  std::size_t m_peak_bytes = 0;
};

}  // namespace Ocean::Impl

#endif
