#ifndef OCEAN_PERF_OPERATION_OPERANDS_HPP
#define OCEAN_PERF_OPERATION_OPERANDS_HPP
/// \file
/// \brief Operands of the operations around a product, made from A and B; the timing that their methods share.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "composition.hpp"

namespace Ocean::Perf {

/// \brief The median needs plan.repeat calls behind a warm-up: first ones, each after a reset, or repeated ones.
/// \param reset     gives back what the last call kept, and C
/// \param first     the whole operation
/// \param repeated  the operation again, on what first() left
template <class Reset, class First, class Repeated>
std::vector<double> time_calls(const MeasurementPlan& plan, const Reset& reset, const First& first,
                               const Repeated& repeated) {
  const auto time = [](const auto& call) {
    Kokkos::fence("Ocean::perf::begin");
    const Kokkos::Timer timer;
    call();
    Kokkos::fence("Ocean::perf::end");
    return timer.seconds();
  };
  std::vector<double> seconds;
  if (plan.repeated) first();
  for (int call = 0; call <= plan.repeat; ++call) {
    if (!plan.repeated) reset();
    const double taken = plan.repeated ? time(repeated) : time(first);
    if (call > 0) seconds.push_back(taken);
  }
  return seconds;
}

/// \brief A with its diagonal, ones where there was none, and the inverse of a positive diagonal D.
struct JacobiOperands {
  static constexpr double omega = 0.75;
  host_matrix_type a, b;
  std::vector<double> dinv;

  JacobiOperands(const DeviceMatrix& matrix_a, const DeviceMatrix& matrix_b) : b(to_host(matrix_b)) {
    const host_matrix_type given = to_host(matrix_a);
    if (given.num_rows != given.num_cols)
      Impl::throw_runtime_error("perf", "A is [", given.num_rows, " x ", given.num_cols, "] (need a square matrix)");
    a.num_rows = a.num_cols = given.num_rows;
    for (std::int64_t row = 0; row < given.num_rows; ++row) {
      bool has_diagonal = false;
      const auto append = [&](int column, double value) {
        a.entries.push_back(column);
        a.values.push_back(value);
      };
      for (std::size_t entry = given.row_map[row]; entry < given.row_map[row + 1]; ++entry) {
        if (!has_diagonal && given.entries[entry] > row) append(static_cast<int>(row), 1.0);
        has_diagonal = has_diagonal || given.entries[entry] >= row;
        append(given.entries[entry], given.values[entry]);
      }
      if (!has_diagonal) append(static_cast<int>(row), 1.0);
      a.row_map.push_back(a.entries.size());
      dinv.push_back(1.0 / static_cast<double>(1 + row % 3));
    }
  }

  /// \brief B - omega D^-1 (A B)
  Composition expected() const {
    std::vector<double> scale = dinv;
    for (double& value : scale) value *= -omega;
    return add(scale, multiply(compose(a), compose(b)), 1.0, compose(b));
  }
};

/// \brief A and B in square blocks: cut into those of 6, 5, ... or 2 that fit their dimensions and are filled well, or
/// every entry blown up to a block.
struct BlockOperands {
  static constexpr int largest_dim = 6, blown_up_dim = 3;
  static constexpr double largest_fill = 2.0;  ///< elements of the blocks per entry of the matrix
  int block_dim = blown_up_dim;
  host_matrix_type a, b;  ///< graphs of the blocks, and the elements of all blocks

  BlockOperands(const DeviceMatrix& matrix_a, const DeviceMatrix& matrix_b) {
    const host_matrix_type flat_a = to_host(matrix_a), flat_b = to_host(matrix_b);
    for (int dim = largest_dim; dim > 1; --dim)
      if (cut(flat_a, dim, a) && cut(flat_b, dim, b)) {
        block_dim = dim;
        return;
      }
    blow_up(flat_a, a);
    blow_up(flat_b, b);
  }

  /// \brief A matrix of blocks element by element, zeros and all.
  static host_matrix_type expand(const host_matrix_type& blocks, int dim) {
    host_matrix_type flat;
    flat.num_rows = blocks.num_rows * dim;
    flat.num_cols = blocks.num_cols * dim;
    for (std::int64_t row = 0; row < flat.num_rows; ++row) {
      for (std::size_t block = blocks.row_map[row / dim]; block < blocks.row_map[row / dim + 1]; ++block)
        for (int column = 0; column < dim; ++column) {
          flat.entries.push_back(blocks.entries[block] * dim + column);
          flat.values.push_back(blocks.values[(block * dim + row % dim) * dim + column]);
        }
      flat.row_map.push_back(flat.entries.size());
    }
    return flat;
  }

  /// \brief Products of blocks; each is block_dim^3 multiply-adds.
  std::int64_t products() const { return count_products(a, b) * block_dim * block_dim * block_dim; }

  /// \brief The product element by element.
  Composition expected() const { return multiply(compose(expand(a, block_dim)), compose(expand(b, block_dim))); }

 private:
  /// False if the dimensions are no multiples of \p dim or the blocks have too many zeros.
  static bool cut(const host_matrix_type& flat, int dim, host_matrix_type& blocks) {
    if (flat.num_rows % dim != 0 || flat.num_cols % dim != 0) return false;
    blocks = {};
    blocks.num_rows = flat.num_rows / dim;
    blocks.num_cols = flat.num_cols / dim;
    std::vector<std::int64_t> place(static_cast<std::size_t>(blocks.num_cols), -1);
    for (std::int64_t block_row = 0; block_row < blocks.num_rows; ++block_row) {
      const auto first = static_cast<std::int64_t>(blocks.entries.size());
      const std::size_t begin = flat.row_map[block_row * dim], end = flat.row_map[(block_row + 1) * dim];
      for (std::size_t entry = begin; entry < end; ++entry)
        if (std::int64_t& known = place[flat.entries[entry] / dim]; known < first) {
          known = static_cast<std::int64_t>(blocks.entries.size());
          blocks.entries.push_back(flat.entries[entry] / dim);
        }
      std::sort(blocks.entries.begin() + first, blocks.entries.end());
      for (std::size_t block = static_cast<std::size_t>(first); block < blocks.entries.size(); ++block)
        place[blocks.entries[block]] = static_cast<std::int64_t>(block);
      blocks.values.resize(blocks.entries.size() * dim * dim, 0.0);
      for (std::int64_t row = block_row * dim; row < (block_row + 1) * dim; ++row)
        for (std::size_t entry = flat.row_map[row]; entry < flat.row_map[row + 1]; ++entry)
          blocks.values[(place[flat.entries[entry] / dim] * dim + row % dim) * dim + flat.entries[entry] % dim] +=
              flat.values[entry];
      blocks.row_map.push_back(blocks.entries.size());
    }
    return static_cast<double>(blocks.values.size()) <= largest_fill * static_cast<double>(flat.entries.size());
  }

  static void blow_up(const host_matrix_type& flat, host_matrix_type& blocks) {
    blocks = flat;
    blocks.values.clear();
    for (const double value : flat.values)
      for (int element = 0; element < blown_up_dim * blown_up_dim; ++element)
        blocks.values.push_back(value * (1 + element % 4));
  }
};

}  // namespace Ocean::Perf

#endif
