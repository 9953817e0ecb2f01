#ifndef OCEAN_KERNELS_REUSE_SUM_LISTS_HOST_HPP
#define OCEAN_KERNELS_REUSE_SUM_LISTS_HOST_HPP
/// \file
/// \brief CPU path: values of C from the lists of their products.

#include <algorithm>
#include <cstddef>
#include <utility>

#include "../../results/product_lists.hpp"
#include "../../tuning/host_tuning.hpp"
#include "listed_products.hpp"

namespace Ocean::Impl {

/// Parts of a block of short lists that a thread sums at the same time: the sum of a list waits for what was stored
/// before. measured: perf_tests/results/xeon_2cores_2026-11-29_flat_lists.csv
inline constexpr int flat_list_parts = 3;
/// Entries of C in such a block. source: some 12 KiB of products in lists of three, and as many more of values, in the
/// first-level cache
inline constexpr count_type flat_list_entries = 512;

/// \brief A thread sums a list as it lies: for long lists.
/// Launch  RangePolicy over the entries of C
template <class ProblemType, class Lists, class Scalar>
struct SumListsHost {
  ListedProducts<ProblemType, Lists, Scalar> listed;

  void operator()(const count_type entry) const {
    const auto& lists = listed.lists;
    listed.values[lists.first_entry + entry] =
        listed.sum_every(lists.host_products.data(), lists.begin(entry), lists.begin(entry + 1), 1);
  }
};

/// \brief A thread adds the products of many lists, one behind the other, and moves on to the next entry of C by the
/// mark of a list's last product: no branch at the end of a list, which of short ones would often be guessed wrong.
/// Launch  RangePolicy over blocks of flat_list_entries entries of C
/// Pre     no list is empty
template <class ProblemType, class Lists, class Scalar>
struct SumFlatListsHost {
  ListedProducts<ProblemType, Lists, Scalar> listed;

  void operator()(const count_type block) const {
    const count_type first = block * flat_list_entries,
                     end = std::min(listed.lists.num_entries, first + flat_list_entries);
    Scalar* const values = listed.values + listed.lists.first_entry;
    std::fill(values + first, values + end, Scalar(0));
    sum_parts(first, end - first, std::make_index_sequence<flat_list_parts>());
  }

 private:
  /// \brief Products that are left of a part of a block, and the value that the next one is added to.
  struct Part {
    const HostProductIndex *next, *end;
    Scalar* value;
  };
  Part part_of(count_type entry, count_type end) const {
    const auto& lists = listed.lists;
    return {lists.host_products.data() + lists.begin(entry), lists.host_products.data() + lists.begin(end),
            listed.values + lists.first_entry + entry};
  }
  template <std::size_t... Number>
  void sum_parts(count_type first, count_type size, std::index_sequence<Number...>) const {
    constexpr count_type num_parts = sizeof...(Number);
    Part part[] = {part_of(first + size * Number / num_parts, first + size * (Number + 1) / num_parts)...};
    const auto in_all = std::min({part[Number].end - part[Number].next...});
    for (std::ptrdiff_t step = 0; step < in_all; ++step) (add_next(part[Number]), ...);
    (add_all(part[Number]), ...);
  }
  void add_all(Part& part) const {
    while (part.next != part.end) add_next(part);
  }
  void add_next(Part& part) const {
    const HostProductIndex index = *part.next++;
    *part.value = static_cast<Scalar>(*part.value + listed.product_of(index));
    part.value += index.is_last();
  }
};

/// \brief Values of C from lists of list_products_host(): one kernel, no allocation, no fence.
/// \param values all of C's; those of lists.first_entry on are written
template <class ExecutionSpace, class ProblemType, class Scalar>
void sum_lists_host(const ExecutionSpace& exec, const ProblemType& problem,
                    const ProductLists<typename ExecutionSpace::memory_space>& lists, Scalar* values) {
  using lists_type = ProductLists<typename ExecutionSpace::memory_space>;
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  const ListedProducts<ProblemType, lists_type, Scalar> listed{problem, lists, values};
  const bool is_flat =
      !lists.has_empty && static_cast<double>(lists.host_products.extent(0)) <=
                              host_tuning_default.flat_list_max * static_cast<double>(lists.num_entries);
  if (is_flat)
    Kokkos::parallel_for("Ocean::reuse::sum_flat_lists_host",
                         policy_type(exec, 0, (lists.num_entries + flat_list_entries - 1) / flat_list_entries),
                         SumFlatListsHost<ProblemType, lists_type, Scalar>{listed});
  else
    Kokkos::parallel_for("Ocean::reuse::sum_lists_host", policy_type(exec, 0, lists.num_entries),
                         SumListsHost<ProblemType, lists_type, Scalar>{listed});
}

}  // namespace Ocean::Impl

#endif
