#ifndef OCEAN_OPERATIONS_REPEATED_PRODUCT_HPP
#define OCEAN_OPERATIONS_REPEATED_PRODUCT_HPP
/// \file
/// \brief A reusable product together with what is known about the caller's arrays of C.

#include <memory>
#include <utility>

#include "../core/product_arrays.hpp"
#include "crs_conversion.hpp"
#include "filled_entries.hpp"
#include "instantiations.hpp"

namespace Ocean::Impl {

/// \brief C = A B in two calls; the columns of C are written again only if they are not already there.
template <class ExecutionSpace, class ProblemType, class Product>
class RepeatedProduct {
 public:
  /// \brief Returns C with its row map filled; columns and values are allocated, to be written by numeric() or
  /// fill_columns().
  /// \param workspace  of what else the caller keeps, made from \p options
  /// \throws as ReusableProduct::symbolic().
  Product symbolic(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options,
                   SpGEMMReport& report, std::shared_ptr<Workspace<ExecutionSpace>> workspace) {
    Product product;
    product.row_map = allocate_row_map<typename Product::row_map_type>(exec, problem.num_rows());
    const count_type nnz_c =
        m_reusable.symbolic(exec, problem, product.row_map.data(), options, report, std::move(workspace));
    allocate_entries(exec, nnz_c, product);
    m_row_map = product.row_map;
    m_filled.reset();
    return product;
  }

  /// \brief Columns of C, unless \p entries holds them.
  template <class Entries>
  void fill_columns(const ExecutionSpace& exec, const ProblemType& problem, const Entries& entries) {
    if (nnz_c() == 0 || m_filled.holds(exec, entries, nnz_c())) return;
    m_reusable.fill_entries(exec, problem, m_row_map.data(), entries.data());
    m_filled.remember(exec, entries, nnz_c());
  }

  /// \brief Computes columns and values of C; only values if the columns are already there.
  template <class Entries, class Values>
  void numeric(const ExecutionSpace& exec, const ProblemType& problem, const Entries& entries, const Values& values,
               SpGEMMReport& report) {
    if (nnz_c() == 0) return;
    const bool is_known_place = m_filled.lies_at(entries);  // elsewhere, the product writes columns by itself
    if (is_known_place) fill_columns(exec, problem, entries);
    m_reusable.numeric(exec, problem, m_row_map.data(), entries.data(), values.data(), report);
    if (!is_known_place) m_filled.remember(exec, entries, nnz_c());
  }

  /// \brief Throws unless the arrays of \p c are large enough for the entries and values of C.
  /// \throws std::invalid_argument
  template <class CMatrix>
  void check_arrays(const CMatrix& c, const char* where) const {
    const auto needed = static_cast<std::size_t>(nnz_c());
    require(c.graph.entries.extent(0) >= needed && c.values.extent(0) >= needed, where, "C has ",
            c.graph.entries.extent(0), " entries and ", c.values.extent(0), " values (need ", needed, ")");
  }

  count_type nnz_c() const { return m_reusable.nnz_c(); }

 private:
  ReusableProduct<ExecutionSpace, ProblemType, Product> m_reusable;
  typename Product::row_map_type m_row_map;
  FilledEntries<ExecutionSpace> m_filled;
};

}  // namespace Ocean::Impl

#endif
