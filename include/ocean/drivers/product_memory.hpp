#ifndef OCEAN_DRIVERS_PRODUCT_MEMORY_HPP
#define OCEAN_DRIVERS_PRODUCT_MEMORY_HPP
/// \file
/// \brief The memory of a product, forecast before it is computed.

#include <algorithm>
#include <cstddef>

#include "../../Ocean_Error.hpp"
#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/workspace_account.hpp"

namespace Ocean {

/// \brief What get_workspace_size() returns.
struct WorkspaceSize {
  std::size_t workspace_bytes = 0;  ///< of work memory, at most; enough for SpGEMMOptions::workspace_bytes
  std::size_t product_bytes = 0;    ///< that C is expected to take
};

namespace Impl {

/// \brief What a product is forecast to take.
struct ProductMemory {
  std::size_t workspace_bytes = 0;  ///< of work memory, wherever it comes from
  std::size_t one_piece_bytes = 0;  ///< ... in one piece, which is also the most it takes under a limit
  std::size_t product_bytes = 0;    ///< that C is expected to take
  std::size_t slices_bytes = 0;     ///< that slices of the rows hold, but all rows at once would have freed

  void add(const WorkspaceAccount& account) {
    one_piece_bytes = std::max(one_piece_bytes, account.supplied_bytes());
    workspace_bytes = std::max({workspace_bytes, one_piece_bytes, account.peak_bytes()});
  }
};

/// \brief Work memory and C of the product that run_spgemm() would compute with these options, were there no limit.
/// \throws as the part of run_spgemm() that it runs
template <class Product, class ExecutionSpace, class ProblemType>
ProductMemory product_memory(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options);

/// \brief product_memory() as get_workspace_size() returns it.
/// \throws as product_memory(); std::invalid_argument if zeros are to be skipped, since it reads no values.
template <class Product, class ExecutionSpace, class ProblemType>
WorkspaceSize workspace_size(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options) {
  require(options.skip_zeros == SkipZeros::none, "get_workspace_size", "skip_zeros is ", to_string(options.skip_zeros),
          " (need none: values of A and B are not read)");
  const ProductMemory memory = product_memory<Product>(exec, problem, options);
  return {memory.workspace_bytes, memory.product_bytes};
}

}  // namespace Impl
}  // namespace Ocean

#endif
