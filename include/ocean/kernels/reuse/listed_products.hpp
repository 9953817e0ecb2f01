#ifndef OCEAN_KERNELS_REUSE_LISTED_PRODUCTS_HPP
#define OCEAN_KERNELS_REUSE_LISTED_PRODUCTS_HPP
/// \file
/// \brief The values of products that lie in lists.

#include "../../backend/keep_loop.hpp"
#include "../../backend/lane_ops.hpp"
#include "../../core/problem.hpp"
#include "../../results/product_lists.hpp"

namespace Ocean::Impl {

/// Threads of a team that sums lists; measured: perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int sum_team_size = 256;
/// Products whose factors a thread loads before it adds them up; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int products_in_flight = 4;
/// The same before it stores them in scratch: two rounds are products_per_team and a few more. measured:
/// perf_tests/results/nvidia_h200_2026-11-28_lists_variants.csv
inline constexpr int stored_in_flight = 3;

/// \brief The factors, their lists, and the values of C.
template <class ProblemType, class Lists, class Scalar>
struct ListedProducts {
  ProblemType problem;
  Lists lists;
  Scalar* values;  ///< all of C's

  /// \param index  a ProductIndex or HostProductIndex
  template <class Index>
  KOKKOS_FUNCTION Scalar product_of(const Index& index) const {
    return LaneOps<typename ProblemType::execution_space>::rounded_product(
        static_cast<Scalar>(problem.a.values(index.a())), static_cast<Scalar>(problem.b.values(index.b())));
  }

  /// \brief Sum of the products first, first + stride, ... before end, in their order.
  KOKKOS_FUNCTION Scalar sum_every(count_type first, count_type end, count_type stride) const {
    return sum_every(lists.products.data(), first, end, stride);
  }
  /// \brief The same of other products than lists.products.
  template <class Index>
  KOKKOS_FUNCTION Scalar sum_every(const Index* products, count_type first, count_type end, count_type stride) const {
    Scalar sum(0);
    count_type place = first;
    for (; place + (products_in_flight - 1) * stride < end; place += products_in_flight * stride) {
      Scalar product[products_in_flight];
      for (int ahead = 0; ahead < products_in_flight; ++ahead)
        product[ahead] = product_of(products[place + ahead * stride]);
      for (int ahead = 0; ahead < products_in_flight; ++ahead) sum += product[ahead];
    }
    for (; place < end; place += stride) sum += product_of(products[place]);
    return sum;
  }

  /// \brief Writes \p count products from \p first on to \p products, by the threads of a team. Post: no barrier
  template <class Team>
  KOKKOS_FUNCTION void expand(const Team& team, count_type first, int count, Scalar* products) const {
    const ProductIndex* const indices = lists.products.data() + first;
    const int stride = team.num_threads();
    OCEAN_KEEP_LOOP
    for (int start = team.thread_rank(); start < count; start += stored_in_flight * stride) {
      ProductIndex index[stored_in_flight];
      Scalar product[stored_in_flight];
      for (int ahead = 0; ahead < stored_in_flight; ++ahead)  // the last one again, where there is none: no branch
        index[ahead] = indices[Kokkos::min(start + ahead * stride, count - 1)];
      for (int ahead = 0; ahead < stored_in_flight; ++ahead) product[ahead] = product_of(index[ahead]);
      for (int ahead = 0; ahead < stored_in_flight; ++ahead)
        if (start + ahead * stride < count) products[start + ahead * stride] = product[ahead];
    }
  }
};

}  // namespace Ocean::Impl

#endif
