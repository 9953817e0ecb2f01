#ifndef OCEAN_DRIVERS_REUSABLE_PRODUCT_HPP
#define OCEAN_DRIVERS_REUSABLE_PRODUCT_HPP
/// \file
/// \brief A product in two calls; the second is repeated whenever the values change.
///
/// Declared here; reusable_product_state.hpp has the stages in order.

#include <functional>
#include <memory>
#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/workspace.hpp"
#include "../tuning/reuse_tuning.hpp"
#include "compiled_products.hpp"

namespace Ocean::Impl {

template <class ExecutionSpace, class ProblemType, class Product>
class ReusableProductState;

/// \brief What a product keeps between its symbolic and its numeric calls.
///
/// Every call may use another instance of the same device, whose work then waits for that of earlier calls; the
/// patterns must not change between calls. All work memory comes from one Workspace: what is kept and what a call takes
/// are within the options' limit, or in the caller's memory, which must live as long. If that does not suffice, every
/// call works in chunks of rows and keeps nothing.
template <class ExecutionSpace, class ProblemType, class Product>
class ReusableProduct {
  static_assert(require_compiled<ProblemType, Product>());

 public:
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  ReusableProduct();
  ReusableProduct(ReusableProduct&&) noexcept;
  ReusableProduct& operator=(ReusableProduct&&) noexcept;
  ~ReusableProduct();

  bool is_symbolic_done() const;
  count_type nnz_c() const;
  bool has_lists() const;
  bool has_places() const;
  /// \brief Sets how later products are prepared for repeated calls.
  void set_reuse_tuning(const ReuseTuning& tuning);
  /// \brief Frees everything.
  void release();
  /// \brief Whether memory is too small for all rows at once.
  bool is_chunked() const;
  /// \brief Bytes of work memory that live between calls.
  std::size_t workspace_bytes() const;
  /// \brief The work memory of all calls. Pre: symbolic() has been called
  Workspace<ExecutionSpace>& workspace();

  /// \brief Sizes of the rows of C; waits for \p exec.
  /// \param row_map [num_rows + 1] (out)
  /// \param workspace  made from the same options, shared with whatever else the caller keeps; null: one of its own
  /// \param while_analysed  launches what may run beside the analysis; not called where there is none of all rows
  /// Pre     values of A and B are not read: they may be null
  /// \return nnz(C)
  /// \throws as run_spgemm(); the object is then like a new one
  count_type symbolic(
      const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map, const SpGEMMOptions& options,
      SpGEMMReport& report, std::shared_ptr<Workspace<ExecutionSpace>> workspace = nullptr,
      const std::function<void()>& while_analysed = [] {});

  /// \brief Sorted columns of C, in place.
  /// Shapes  row_map as symbolic() wrote it; entries [nnz_c] (out)
  /// \param prepare  for numeric calls, as the first of these would
  /// Cost    a numeric call with zeros, in work memory, in place of the values of A, B and C
  void fill_entries(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                    ordinal_type* entries, bool prepare = true);

  /// \brief Columns and values of C, in place; only values if the columns are already there.
  ///
  /// The first call computes both. The second prepares for later ones (the first, with reuse_early_products); from
  /// then on a call neither waits nor allocates.
  /// Shapes  row_map as symbolic() wrote it; entries and values [nnz_c] (out)
  /// \param verify  throws if the precondition does not hold, which leaves the object as it was. It is called once or
  ///                more if C has entries, and before kernels are launched that the caller's LaunchGate would not hold
  /// Pre     symbolic() was called with operands of the same patterns; \p entries are as the last call left them
  /// \throws OutOfMemory if one row does not fit in the available memory; some rows of C may be written
  void numeric(
      const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map, ordinal_type* entries,
      scalar_type* values, SpGEMMReport& report, const std::function<void()>& verify = [] {});

  /// \brief Runs \p action(); if memory does not suffice for it, frees all that is kept and runs it again. This also
  /// frees what \p action has in a CallWorkspace.
  /// \param extra_bytes  of work memory that \p action takes in addition to the product \p problem
  /// Pre     there is a WorkspaceCall on workspace()
  /// \throws OutOfMemory if that does not help; its text says what is enough for all calls.
  void run_within_memory(const ExecutionSpace& exec, const ProblemType& problem, const std::function<void()>& action,
                         std::size_t extra_bytes = 0);

 private:
  std::unique_ptr<ReusableProductState<ExecutionSpace, ProblemType, Product>> m_state;
};

}  // namespace Ocean::Impl

#endif
