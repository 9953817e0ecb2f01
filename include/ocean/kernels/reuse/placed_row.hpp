#ifndef OCEAN_KERNELS_REUSE_PLACED_ROW_HPP
#define OCEAN_KERNELS_REUSE_PLACED_ROW_HPP
/// \file
/// \brief A row of C to which lanes add rows of B, every product at its place.

#include <type_traits>

#include "../../backend/lane_ops.hpp"
#include "place_search.hpp"
#include "placed_sums.hpp"

namespace Ocean::Impl {

/// Entries of A whose rows of B a group selects at a time; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int sum_rows_in_flight = 4;
/// Products that a lane has in flight, with places that are known or searched, as registers allow; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int known_terms_in_flight = 8, searched_terms_in_flight = 4;

/// \brief A row of B and the value of the entry of A that selects it.
template <class ProblemType>
struct PlacedFactor {
  typename ProblemType::operand_b_type::offset_type begin = 0;
  typename ProblemType::column_type length = 0;  ///< its columns differ, so that there are no more of them
  typename ProblemType::operand_a_type::scalar_type value{};
};

/// \brief The sums of a row of C, in scratch or in C; each lane of a group has one.
///
/// The lanes take the entries of one row of B, which holds no column twice, so that no two of them meet at a sum; a
/// barrier ends every row of B.
template <PlaceSource Source, bool InScratch, class Sums>
class PlacedRow {
 public:
  static constexpr bool is_searched = Source == PlaceSource::searched;
  using problem_type = typename Sums::problem_type;
  using scalar_type = typename Sums::scalar_type;
  using column_type = std::remove_const_t<std::remove_pointer_t<decltype(Sums::graph_type::entries)>>;
  using index_type = std::conditional_t<InScratch, int, count_type>;
  using factor_type = PlacedFactor<problem_type>;
  static constexpr int terms_in_flight = is_searched ? searched_terms_in_flight : known_terms_in_flight;
  /// Scratch bytes of an entry.
  static constexpr std::size_t entry_bytes =
      InScratch ? sizeof(scalar_type) + (is_searched ? sizeof(column_type) : 0) : 0;

  /// \param sum  [size] zeros
  /// \param columns [size] C's, sorted; read where places are searched
  /// \param product place of the row's first product
  /// \param keeps   whether places that are searched are the row's own, to be kept
  KOKKOS_FUNCTION PlacedRow(const Sums& sums, scalar_type* sum, const column_type* columns, index_type size,
                            count_type product, bool keeps)
      : m_sums(sums), m_sum(sum), m_product(product), m_kept(keeps ? sums.places : nullptr) {
    if constexpr (is_searched) m_search = PlaceSearch<column_type, index_type>(columns, size);
  }

  /// \brief Adds \p Rows rows of B of up to \p Strides entries for each lane: all are loaded before the first is added.
  template <int Rows, int Strides, class Lanes>
  KOKKOS_FUNCTION void add_rows(const Lanes& lanes, const factor_type* factor) {
    Terms<Rows * Strides> terms;
    count_type product = m_product;
    for (int ahead = 0; ahead < Rows; ++ahead) {
      for (int stride = 0; stride < Strides; ++stride)
        load(factor[ahead], stride * lanes.size() + lanes.rank(), product, ahead * Strides + stride, terms);
      product += factor[ahead].length;
    }
    if constexpr (is_searched) {
      m_search.template find<Rows * Strides>(terms.column, terms.place);
      for (int ahead = 0; ahead < Rows && m_kept; ++ahead) {
        for (int stride = 0; stride < Strides; ++stride)
          keep(m_product + stride * lanes.size() + lanes.rank(), ahead * Strides + stride, terms);
        m_product += factor[ahead].length;
      }
    }
    m_product = product;
    for (int ahead = 0; ahead < Rows; ++ahead) {
      for (int stride = 0; stride < Strides; ++stride) add(ahead * Strides + stride, terms);
      lanes.barrier();
    }
  }

  /// \brief Adds a row of B of any length.
  template <class Lanes>
  KOKKOS_FUNCTION void add_long_row(const Lanes& lanes, const factor_type& factor) {
    using length_type = typename problem_type::column_type;
    constexpr int count = terms_in_flight;
    for (length_type first = lanes.rank(); first < factor.length; first += count * lanes.size()) {
      Terms<count> terms;
      for (int term = 0; term < count; ++term) load(factor, first + term * lanes.size(), m_product, term, terms);
      if constexpr (is_searched) {
        m_search.template find<count>(terms.column, terms.place);
        for (int term = 0; term < count && m_kept; ++term) keep(m_product + first + term * lanes.size(), term, terms);
      }
      for (int term = 0; term < count; ++term) add(term, terms);
    }
    m_product += factor.length;
    lanes.barrier();
  }

 private:
  /// \brief Some products of a lane: loaded, then placed, then added.
  template <int Count>
  struct Terms {
    scalar_type product[Count];
    index_type place[Count];  ///< negative: no product, or none that C has a column for
    column_type column[Count];
  };

  /// \param first_product products before those of the row of B
  template <int Count, class Offset>
  KOKKOS_FUNCTION void load(const factor_type& factor, Offset offset, count_type first_product, int term,
                            Terms<Count>& terms) const {
    terms.product[term] = scalar_type(0);
    terms.column[term] = 0;
    terms.place[term] = -1;
    if (offset >= factor.length) return;
    const auto& b = m_sums.problem.b;
    terms.product[term] = LaneOps<typename problem_type::execution_space>::rounded_product(
        static_cast<scalar_type>(factor.value), static_cast<scalar_type>(b.values(factor.begin + offset)));
    if constexpr (is_searched) {
      terms.column[term] = static_cast<column_type>(b.entries(factor.begin + offset));
      terms.place[term] = m_search.first_place(terms.column[term]);
    } else {
      terms.place[term] = m_sums.places[first_product + offset];
    }
  }

  template <int Count>
  KOKKOS_FUNCTION void keep(count_type product, int term, const Terms<Count>& terms) const {
    if (terms.place[term] >= 0) m_kept[product] = static_cast<place_type>(terms.place[term]);
  }

  template <int Count>
  KOKKOS_FUNCTION void add(int term, const Terms<Count>& terms) const {
    if (terms.place[term] >= 0) m_sum[terms.place[term]] += terms.product[term];
  }

  const Sums& m_sums;
  scalar_type* m_sum;
  PlaceSearch<column_type, index_type> m_search;
  count_type m_product;  ///< place of the next row of B
  place_type* m_kept;    ///< where searched places go, if anywhere
};

}  // namespace Ocean::Impl

#endif
