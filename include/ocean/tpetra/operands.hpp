#ifndef OCEAN_TPETRA_OPERANDS_HPP
#define OCEAN_TPETRA_OPERANDS_HPP
/// \file
/// \brief The operands of Tpetra's local products in the form that Ocean needs: one matrix B of own and imported rows.

#include <Kokkos_Core.hpp>
#include <TpetraExt_MMHelpers_decl.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <Tpetra_Details_Profiling.hpp>
#include <Tpetra_Vector.hpp>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>

#include "../../Ocean_Error.hpp"
#include "../backend/managed_view.hpp"
#include "without_zeros.hpp"

namespace Ocean::Impl {

/// \brief Types and operands of the products of one set of Tpetra's types. Tpetra maps local columns of A to rows of B
/// in two tables (rows that this process owns, imported rows), and columns of B and of the imported rows to columns of
/// C in two more; -1 means none.
template <class SC, class LO, class GO, class NO>
struct TpetraOperands {
  using matrix_type = Tpetra::CrsMatrix<SC, LO, GO, NO>;
  using struct_type = Tpetra::CrsMatrixStruct<SC, LO, GO, NO>;  // a matrix and its imported rows
  using vector_type = Tpetra::Vector<SC, LO, GO, NO>;
  using local_type = typename matrix_type::local_matrix_device_type;
  using scalar_type = typename local_type::non_const_value_type;
  using row_map_type = typename local_type::row_map_type::non_const_type;
  using entries_type = typename local_type::index_type::non_const_type;
  using values_type = typename local_type::values_type::non_const_type;
  using table_type = Kokkos::View<LO*, typename row_map_type::array_layout, typename row_map_type::device_type>;
  using execution_space = typename NO::execution_space;
  using rows_type = Kokkos::RangePolicy<execution_space, Kokkos::IndexType<LO>>;
  using import_pointer = Teuchos::RCP<const Tpetra::Import<LO, GO, NO>>;
  using map_pointer = Teuchos::RCP<const Tpetra::Map<LO, GO, NO>>;
  using params_pointer = Teuchos::RCP<Teuchos::ParameterList>;
  using region_type = Tpetra::Details::ProfilingRegion;
  static constexpr LO none = static_cast<LO>(-1);

  /// \brief The four tables. Their lengths: columns of A (twice), columns of B, columns of the imported rows.
  struct Tables {
    const table_type &own_row, &imported_row, &own_column, &imported_column;
  };
  /// \brief An operand and its name in error texts.
  struct Named {
    const char* name;
    const local_type& matrix;
  };

  /// \brief B's own and imported rows in the order of A's columns, with C's columns; B itself if it has that form
  /// already. Columns that C does not have become one column after C's last.
  /// \throws std::invalid_argument if A has an entry in a column for which there is no row of B.
  static local_type merged(const struct_type& a, const struct_type& b, const Tables& tables, const matrix_type& c) {
    const region_type region("Ocean::tpetra::merge_rows_of_b");
    const local_type own = b.origMatrix->getLocalMatrixDevice();
    const LO num_rows = static_cast<LO>(tables.own_row.extent(0));
    const LO num_columns = static_cast<LO>(c.getColMap()->getLocalNumElements());
    if (b.importMatrix.is_null() && num_rows == own.numRows() && is_identity(tables.own_row)) {
      if (num_columns >= own.numCols() && is_identity(tables.own_column))
        return local_type("B", num_rows, num_columns, own.nnz(), own.values, own.graph.row_map, own.graph.entries);
      return renumbered(own, tables.own_column, num_columns);
    }
    const local_type imported = b.importMatrix.is_null() ? local_type() : b.importMatrix->getLocalMatrixDevice();
    const row_map_type row_map("Ocean::tpetra::row_map", num_rows + 1);
    CopyRows copy{
        own, imported,    tables.own_row, tables.imported_row, tables.own_column, tables.imported_column, row_map, {},
        {},  num_columns, num_rows};
    require_rows(a, copy, c);
    std::size_t nnz = 0;
    Kokkos::parallel_scan("Ocean::tpetra::count_merged_entries", rows_type(0, num_rows), copy, nnz);
    copy.entries = allocate_array_of_c<entries_type>(execution_space(), "Ocean::entries", nnz);
    copy.values = allocate_array_of_c<values_type>(execution_space(), "Ocean::values", nnz);
    copy.keeps_own_columns = is_host_space_v<execution_space> && is_identity(tables.own_column);
    const LO num_blocks = num_rows / CopyRows::rows_per_block + (num_rows % CopyRows::rows_per_block != 0);
    Kokkos::parallel_for("Ocean::tpetra::merge_rows", rows_type(0, num_blocks), copy);
    return local_type("B", num_rows, num_columns + 1, nnz, copy.values, row_map, copy.entries);
  }

  /// \brief \p from with the columns of \p column_of, or \p num_columns where that has none.
  /// Shapes  column_of [columns of from]; the result has num_columns + 1 columns and shares row map and values
  static local_type renumbered(const local_type& from, const table_type& column_of, LO num_columns) {
    const entries_type entries(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::tpetra::columns"), from.nnz());
    Kokkos::parallel_for("Ocean::tpetra::renumber_columns",
                         Kokkos::RangePolicy<execution_space, std::size_t>(0, entries.extent(0)),
                         Renumber{from.graph.entries, column_of, entries, num_columns});
    return local_type("renumbered", from.numRows(), num_columns + 1, from.nnz(), from.values, from.graph.row_map,
                      entries);
  }
  struct Renumber {
    typename local_type::index_type from;
    table_type column_of;
    entries_type to;
    LO outside;
    KOKKOS_FUNCTION void operator()(const std::size_t entry) const {
      const LO column = column_of(from(entry));
      to(entry) = column == none ? outside : column;
    }
  };

  /// \brief Counts, then copies, one row of B for every column of A.
  struct CopyRows {
    using value_type = std::size_t;
    /// Rows that lie one behind the other, as own rows and imported ones mostly do, are copied in one go by CPU
    /// threads. source: some 30 KiB a block, the first-level cache of a core
    static constexpr LO rows_per_block = is_host_space_v<execution_space> ? 512 : 1;
    local_type own, imported;
    table_type own_row, imported_row, own_column, imported_column;
    row_map_type row_map;
    entries_type entries;
    values_type values;
    LO outside, num_rows;
    bool keeps_own_columns = false;  ///< own_column is the identity
    KOKKOS_FUNCTION bool is_missing(const LO row) const {
      return own_row(row) == none && (imported.numRows() == 0 || imported_row(row) == none);
    }
    KOKKOS_FUNCTION void operator()(const LO row, std::size_t& sum, const bool is_final) const {
      if (!is_missing(row)) {
        const bool is_own = own_row(row) != none;
        const auto& offsets = is_own ? own.graph.row_map : imported.graph.row_map;
        const LO source = is_own ? own_row(row) : imported_row(row);
        sum += offsets(source + 1) - offsets(source);
      }
      if (is_final) row_map(row + 1) = sum;
    }
    /// \brief Copies a block of rows: those that lie one behind the other where they come from, in one go.
    KOKKOS_FUNCTION void operator()(const LO block) const {
      const LO begin = block * rows_per_block, end = begin + Kokkos::min(num_rows - begin, LO{rows_per_block});
      for (LO row = begin, next = begin; row < end; row = next) {
        ++next;
        if (is_missing(row)) continue;
        const bool is_own = own_row(row) != none;
        const auto& source_row = is_own ? own_row : imported_row;
        while (next < end && (own_row(next) != none) == is_own && source_row(next) == source_row(next - 1) + 1) ++next;
        const local_type& from = is_own ? own : imported;
        const std::size_t source = from.graph.row_map(source_row(row)), size = row_map(next) - row_map(row);
        const auto* const from_values = from.values.data() + source;
        auto* const to_values = values.data() + row_map(row);
        for (std::size_t i = 0; i < size; ++i) to_values[i] = from_values[i];
        copy_columns(from.graph.entries.data() + source, is_own, size, entries.data() + row_map(row));
      }
    }
    KOKKOS_FUNCTION void copy_columns(const LO* from, const bool is_own, const std::size_t size, LO* to) const {
      if (is_own && keeps_own_columns) {
        for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
        return;
      }
      const LO* const column_of = is_own ? own_column.data() : imported_column.data();
      for (std::size_t i = 0; i < size; ++i) {
        const LO column = column_of[from[i]];
        to[i] = column == none ? outside : column;
      }
    }
  };

  /// \brief \p from without the zeros that may create entries of its product with \p b; without any, if that is not
  /// known yet.
  static local_type without_zeros(const local_type& from, const local_type* b, bool keep_diagonal = false) {
    const region_type region("Ocean::tpetra::without_zeros");
    return Impl::without_zeros(from, b != nullptr ? RowsOfB<local_type>(*b) : RowsOfB<local_type>(), keep_diagonal);
  }

  /// \brief Whether table(i) is i everywhere.
  static bool is_identity(const table_type& table) {
    LO num_others = 0;
    Kokkos::parallel_reduce(
        "Ocean::tpetra::is_identity", rows_type(0, static_cast<LO>(table.extent(0))),
        KOKKOS_LAMBDA(const LO i, LO& others) { others += table(i) != i; }, num_others);
    return num_others == 0;
  }

  /// \throws std::invalid_argument if A has an entry in a column for which there is no row
  static void require_rows(const struct_type& a, const CopyRows& rows, const matrix_type& c) {
    const local_type local_a = a.origMatrix->getLocalMatrixDevice();
    LO num_missing = 0, first = local_a.numRows();
    Kokkos::parallel_reduce(
        "Ocean::tpetra::count_missing_rows", rows_type(0, static_cast<LO>(rows.own_row.extent(0))),
        KOKKOS_LAMBDA(const LO row, LO& missing) { missing += rows.is_missing(row); }, num_missing);
    if (num_missing == 0) return;
    Kokkos::parallel_reduce(
        "Ocean::tpetra::find_entry_of_missing_row", rows_type(0, local_a.numRows()),
        KOKKOS_LAMBDA(const LO row, LO& least) {
          for (auto entry = local_a.graph.row_map(row); entry < local_a.graph.row_map(row + 1); ++entry)
            if (row < least && rows.is_missing(local_a.graph.entries(entry))) least = row;
        },
        Kokkos::Min<LO>(first));
    at_rank(c, {{"A", local_a}, {"B", rows.own}}, [&] {
      require(first == local_a.numRows(), "tpetra", "row ", first,
              " of A has entries in columns for which B has no row (", num_missing, " of A's ", rows.own_row.extent(0),
              " columns; need A's columns among B's rows)");
    });
  }

  /// \brief Runs \p action; adds the rank and the local sizes of \p operands to the text of its errors, which keep
  /// their types.
  template <class Action>
  static auto at_rank(const matrix_type& c, const std::initializer_list<Named>& operands, const Action& action) {
    const auto text = [&](const std::exception& error) {
      std::ostringstream out;
      const char* separator = ": ";
      out << error.what() << " (rank " << c.getComm()->getRank() << " of " << c.getComm()->getSize();
      for (const Named& operand : operands) {
        out << separator << operand.name << " [" << operand.matrix.numRows() << " x " << operand.matrix.numCols()
            << "]";
        separator = ", ";
      }
      return out.str() + ")";
    };
    try {
      return action();
    } catch (const OutOfMemory& error) {
      throw OutOfMemory(text(error));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(text(error));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(text(error));
    }
  }

  /// \brief R with its columns renumbered as A's local rows.
  /// \throws std::invalid_argument if R has a column that is not a row of A on this process
  static local_type rows_of_a(const struct_type& r, const struct_type& a) {
    const local_type local_r = r.origMatrix->getLocalMatrixDevice();
    const auto columns = r.origMatrix->getColMap(), rows = a.origMatrix->getRowMap();
    const LO num_rows = static_cast<LO>(rows->getLocalNumElements());
    if (columns.getRawPtr() == rows.getRawPtr() || columns->locallySameAs(*rows)) return local_r;
    const table_type row_of("Ocean::tpetra::row_of", columns->getLocalNumElements());
    const auto local_columns = columns->getLocalMap(), local_rows = rows->getLocalMap();
    LO num_missing = 0;
    Kokkos::parallel_reduce(
        "Ocean::tpetra::rows_of_a", rows_type(0, static_cast<LO>(row_of.extent(0))),
        KOKKOS_LAMBDA(const LO column, LO& missing) {
          row_of(column) = local_rows.getLocalElement(local_columns.getGlobalElement(column));
          missing += row_of(column) == none;
        },
        num_missing);
    at_rank(*a.origMatrix, {{"R", local_r}, {"A", a.origMatrix->getLocalMatrixDevice()}}, [&] {
      require(num_missing == 0, "tpetra", num_missing, " columns of R are not among the rows of A on this process ",
              "(need every column of R as a row of A)");
    });
    const local_type renumbered_r = renumbered(local_r, row_of, num_rows);
    return local_type("R", local_r.numRows(), num_rows, local_r.nnz(), local_r.values, local_r.graph.row_map,
                      renumbered_r.graph.entries);
  }
};

}  // namespace Ocean::Impl

#endif
