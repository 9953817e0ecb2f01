#ifndef OCEAN_EXAMPLES_DISTRIBUTED_MULTIPLY_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_MULTIPLY_HPP
/// \file
/// \brief C = A B of matrices with distributed rows: Ocean computes local products while rows of B arrive.

#include "row_exchange.hpp"
#include "split_columns.hpp"

namespace Distributed {

struct MultiplyOptions {
  int num_batches = 2;  ///< batches in which rows of other ranks arrive; the same on all ranks
  Split split = Split::rows;
  Messages messages = Messages::host;
};

/// \brief Seconds and counts of this rank.
struct MultiplyReport {
  double total = 0.0;
  double plan = 0.0;      ///< finding out which rows are needed, and how long they are
  double exchange = 0.0;  ///< from the first message with entries to the last one
  double products = 0.0;  ///< products in Ocean
  double waiting = 0.0;   ///< waiting for rows of B with nothing to multiply
  std::int64_t num_products = 0, num_fetched_rows = 0, num_fetched_bytes = 0;
};

/// \brief What is kept between products: two instances of the execution space, and memory.
struct Resources {
  execution_space products, messages;  ///< one computes products, the other packs and copies messages
  ColumnBuffers columns;
  MessageBuffers rows;
  static Resources make() {
    const auto instances = Kokkos::Experimental::partition_space(execution_space(), 1, 1);
    return {instances[0], instances[1], {}, {}};
  }
};

/// \brief C = A B, distributed as A is. Collective.
///
/// Shapes  A [rows x inner], B [inner x cols]; the blocks of rows of A and of B may differ
/// Launch  products on resources.products, all else on resources.messages or either; MPI from a second thread
/// \throws std::invalid_argument if the sizes do not match; as Ocean::spgemm; std::runtime_error with MPI's error text.
///         An error on one rank leaves the others waiting: end them with MPI_Abort.
DistributedMatrix multiply(MPI_Comm comm, Resources& resources, const DistributedMatrix& a, const DistributedMatrix& b,
                           const MultiplyOptions& options, MultiplyReport& report);

}  // namespace Distributed

#endif
