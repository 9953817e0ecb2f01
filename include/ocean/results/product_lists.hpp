#ifndef OCEAN_RESULTS_PRODUCT_LISTS_HPP
#define OCEAN_RESULTS_PRODUCT_LISTS_HPP
/// \file
/// \brief Which products make up every entry of C: what a repeated numeric call needs to know about the patterns.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief One product: the positions of its factors in the entries of A and B, ordered by A's, then B's. Read as one
/// word.
class alignas(std::uint64_t) ProductIndex {
 public:
  KOKKOS_DEFAULTED_FUNCTION ProductIndex() = default;
  KOKKOS_FUNCTION ProductIndex(count_type a, count_type b)
      : m_b(static_cast<std::uint32_t>(b)), m_a(static_cast<std::uint32_t>(a)) {}
  KOKKOS_FUNCTION std::uint32_t a() const { return m_a; }
  KOKKOS_FUNCTION std::uint32_t b() const { return m_b; }
  KOKKOS_FUNCTION bool operator<=(const ProductIndex& other) const {
    return m_a < other.m_a || (m_a == other.m_a && m_b <= other.m_b);
  }

 private:
  std::uint32_t m_b, m_a;
};

/// Maximum number of products, and of entries of A, B and C, that the lists can index.
inline constexpr count_type listed_products_max = std::numeric_limits<std::uint32_t>::max();

/// \brief One product on the CPU path: the same, and whether it is the last of its list, in the bit that A has less.
class alignas(std::uint64_t) HostProductIndex {
 public:
  KOKKOS_DEFAULTED_FUNCTION HostProductIndex() = default;
  KOKKOS_FUNCTION HostProductIndex(count_type a, count_type b)
      : m_word(static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b)) {}
  KOKKOS_FUNCTION std::uint32_t a() const { return static_cast<std::uint32_t>(m_word << 1 >> 33); }
  KOKKOS_FUNCTION std::uint32_t b() const { return static_cast<std::uint32_t>(m_word); }
  /// \return 1 or 0: how far the next product's entry of C is away, so that no branch is needed
  KOKKOS_FUNCTION std::uint64_t is_last() const { return m_word >> 63; }
  KOKKOS_FUNCTION void mark_last() { m_word |= std::uint64_t(1) << 63; }

 private:
  std::uint64_t m_word;
};

/// The same maximum on the CPU path.
inline constexpr count_type host_listed_products_max = std::numeric_limits<std::int32_t>::max();

/// Products of short lists that a team sums, give or take a list: a few less than two rounds of stored_in_flight for
/// each of its threads. measured: perf_tests/results/nvidia_h200_2026-11-28_lists_variants.csv
inline constexpr count_type products_per_team = 1520;
/// The longest short list. source: with products_per_team, 16 bytes a product fit the 32 KiB of scratch that OpenMP has
/// with Kokkos 5
inline constexpr count_type short_list_max = 256;
/// The longest list that a group of lanes sums; a team has a longer one to itself. source: 64 products a lane; other
/// values were not compared. measured: perf_tests/results/nvidia_h200_2026-11-28_lists.csv (rail582,
/// Groebner_id2003_aug, tw_denserc: a team had each long list before)
inline constexpr count_type group_list_max = 2048;

/// \brief The products of every entry of C, in the order of A's entries (long lists only if that is requested). Written
/// by list_products().
///
/// The lists of up to short_list_max products come first, one after the other; then those of more than group_list_max,
/// and the other long ones.
/// Shapes  begin [num_entries + 1]: short lists, empty for entries with a long one; products [num_products];
///         team_begin [num_teams + 1]: entries dealt to teams; long_entries [num_long], long_begin [num_long + 1]
/// Units   products; entries of C are counted from first_entry
template <class MemorySpace>
struct ProductLists {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  view_type<std::uint32_t> begin;
  view_type<ProductIndex> products;
  view_type<HostProductIndex> host_products;  ///< of the CPU path, in place of products; all lists are short there
  view_type<std::uint32_t> team_begin;
  view_type<std::uint32_t> long_entries;
  view_type<std::uint32_t> long_begin;
  count_type first_entry = 0;
  count_type num_entries = 0;
  count_type num_teams = 0;
  count_type num_long = 0;
  count_type num_team_lists = 0;  ///< the first of the long ones
  bool has_empty = false;         ///< entries without products; known on the CPU path and where there are long lists
  bool shared_sums = false;       ///< lanes of a group sum a list together, because lists are long on the mean
  bool in_order = false;  ///< long lists are summed one product after the other, as short ones that are not shared
};

}  // namespace Ocean::Impl

#endif
