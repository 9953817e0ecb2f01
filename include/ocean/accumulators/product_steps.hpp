#ifndef OCEAN_ACCUMULATORS_PRODUCT_STEPS_HPP
#define OCEAN_ACCUMULATORS_PRODUCT_STEPS_HPP
/// \file
/// \brief What the lanes of a group have read of B in a few steps, and how the body of a walk takes it.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "operand_reads.hpp"

namespace Ocean::Impl {

/// Rows of B that a group has in flight: their loads are issued before the first is used.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int rows_in_flight = 4;

/// \brief Whether a body takes the products of all lanes of a group together.
template <class Body, class Group>
concept TakesTogether = requires(const Body& body, const Group& group) {
  body.find_together(group, true, 0u);
};

/// \brief Hands what the lanes of a group have read in one step to a body. A barrier of the group is behind that.
/// \param valid whether this lane has a product
template <class Group, class Scalar, class Body>
KOKKOS_INLINE_FUNCTION void take_step(const Group& group, bool valid, std::uint32_t key, const Scalar& product,
                                      const Body& body) {
  if constexpr (TakesTogether<Body, Group>) {
    const auto found = body.find_together(group, valid, key);
    if (valid) body.add(found, product);
  } else {
    if (valid) body(key, product);
  }
  group.barrier();
}

/// \brief Whether a body finds the places of several products before it adds the first of them, so that the look-ups
/// overlap. All lanes find places, those without a product that of key 0, which the row of C has.
template <class Body>
concept LocatesFirst = requires(const Body& body) {
  body.locate(0u);
};

/// \brief Hands what the lanes of a group have read in several steps to a body that locates them first. A barrier of
/// the group is behind every step in which they may add without atomics.
/// \tparam OneRow  the lanes share one row of B in a step
/// \param value_of value_of(step) is the entry of A of this lane
template <bool OneRow, class Scalar, int Steps, class Group, class Loaded, class ValueOf, class Body>
KOKKOS_INLINE_FUNCTION void take_located(const Group& group, const Loaded (&loaded)[Steps], const bool (&valid)[Steps],
                                         count_type first_column, const ValueOf& value_of, const Body& body) {
  decltype(body.locate(0u)) place[Steps];
  for (int step = 0; step < Steps; ++step) {
    const std::uint32_t key = loaded[step].key(first_column);
    place[step] = body.locate(valid[step] ? key : 0u);
  }
  for (int step = 0; step < Steps; ++step) {
    const Scalar product = loaded[step].template product<Scalar>(value_of(step));
    body.template add<OneRow>(place[step], product, valid[step]);
    if constexpr (OneRow && Body::group_owns_row) group.barrier();
  }
}

/// \brief A group of lanes takes the terms first + rank, first + stride + rank, ... of a row of B, \p InFlight for each
/// lane loaded at a time.
template <class Scalar, bool WithValues, int InFlight, class Group, class ProblemType, class Row, class Body>
KOKKOS_INLINE_FUNCTION void read_ahead(const Group& group, const ProblemType& problem, count_type first_column,
                                       const Row& selected, count_type first, count_type stride, const Body& body) {
  using loaded_type = LoadedEntry<ProblemType, WithValues>;
  const auto length = static_cast<count_type>(selected.length);
  for (count_type chunk = first; chunk < length; chunk += InFlight * stride) {
    const count_type mine = chunk + group.rank();
    loaded_type loaded[InFlight];
    if constexpr (LocatesFirst<Body>) {
      bool valid[InFlight];
      for (int ahead = 0; ahead < InFlight; ++ahead) {
        valid[ahead] = mine + ahead * stride < length;
        loaded[ahead] = loaded_type::at(problem, selected.begin + Kokkos::min(mine + ahead * stride, length - 1));
      }
      take_located<true, Scalar>(
          group, loaded, valid, first_column, [&](int) { return selected.value; }, body);
    } else {
      for (int ahead = 0; ahead < InFlight; ++ahead)
        if (mine + ahead * stride < length)
          loaded[ahead] = loaded_type::at(problem, selected.begin + mine + ahead * stride);
      for (int ahead = 0; ahead < InFlight; ++ahead) {
        const bool valid = mine + ahead * stride < length;
        const std::uint32_t key = loaded[ahead].key(first_column);
        const Scalar product = loaded[ahead].template product<Scalar>(selected.value);
        if constexpr (TakesTogether<Body, Group>) {
          if (chunk + ahead * stride < length) take_step(group, valid, key, product, body);
        } else {
          if (valid) body(key, product);
        }
      }
    }
  }
}

}  // namespace Ocean::Impl

#endif
