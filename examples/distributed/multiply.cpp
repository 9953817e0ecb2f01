/// \file
/// \brief The local products: one for the own rows of B and one for each batch of rows that arrives.

#include "multiply.hpp"

#include <Ocean_SpGEMM.hpp>
#include <Ocean_SpGEMMAdd.hpp>

namespace Distributed {

namespace {

void check_blocks(MPI_Comm comm, const char* name, const DistributedMatrix& matrix) {
  const int num_ranks = num_ranks_of(comm), rank = rank_of(comm);
  require(static_cast<int>(matrix.row_begin.size()) == num_ranks + 1, name, " has ", matrix.row_begin.size(),
          " ends of blocks (need ", num_ranks + 1, " on ", num_ranks, " ranks)");
  const int num_own = matrix.row_begin[rank + 1] - matrix.row_begin[rank];
  require(matrix.local.numRows() == num_own, name, " has ", matrix.local.numRows(), " rows here (need ", num_own,
          ", rows ", matrix.row_begin[rank], " to ", matrix.row_begin[rank + 1] - 1, ")");
}

/// \brief Computes one product after the other and measures their times.
class LocalProducts {
 public:
  LocalProducts(const execution_space& exec, const LocalColumns& columns, RowExchange& exchange, int num_own,
                const MultiplyOptions& options, MultiplyReport& report)
      : m_exec(exec),
        m_a(columns.a),
        m_stage_of{num_own, static_cast<std::int64_t>(columns.wanted.size()), options.num_batches},
        m_exchange(exchange),
        m_num_stages(options.num_batches + 1),
        m_report(report) {}

  /// \brief C = A B, when all rows of B have arrived.
  matrix_type at_once() {
    for (int stage = 0; stage < m_num_stages; ++stage) rows_of_b(stage);
    return time(
        [&] { return Ocean::spgemm<matrix_type>(m_exec, m_a, false, m_exchange.rows(m_num_stages - 1), false); });
  }

  /// \brief Rows of C, each by one product, as soon as the last row of B that it needs has arrived.
  matrix_type by_rows() {
    const view_of<int> stages = stages_of_rows(m_exec, m_a, m_stage_of);
    std::vector<RowsOfProduct> parts;
    for (int stage = 0; stage < m_num_stages; ++stage) {
      const view_of<int> rows = rows_of_stage(m_exec, stages, stage);
      const matrix_type b = rows_of_b(stage);
      if (rows.extent(0) == 0) continue;
      const bool is_all = rows.extent(0) == static_cast<std::size_t>(m_a.numRows()) && b.numRows() == m_a.numCols();
      const matrix_type part = is_all ? m_a : rows_of(m_exec, m_a, rows, b.numRows());
      parts.push_back({rows, time([&] { return Ocean::spgemm<matrix_type>(m_exec, part, false, b, false); })});
    }
    if (parts.size() == 1) return parts.front().c;
    return assemble_rows(m_exec, m_a.numRows(), rows_of_b(0).numCols(), parts);
  }

  /// \brief C = A_0 B_0, then C = A_k B_k + C.
  matrix_type by_columns() {
    matrix_type c;
    for (int stage = 0; stage < m_num_stages; ++stage) {
      const matrix_type b = rows_of_b(stage);
      const matrix_type part = columns_of_stage(m_exec, m_a, m_stage_of, stage, b.numRows());
      if (stage == 0)
        c = time([&] { return Ocean::spgemm<matrix_type>(m_exec, part, false, b, false); });
      else if (part.nnz() > 0)
        c = time([&] { return Ocean::spgemm_add<matrix_type>(m_exec, 1.0, part, b, 1.0, c); });
    }
    return c;
  }

 private:
  matrix_type rows_of_b(int stage) {
    const Kokkos::Timer timer;
    if (stage > 0) m_exchange.wait(stage - 1);
    m_report.waiting += timer.seconds();
    return m_exchange.rows(stage);
  }
  template <class Product>
  matrix_type time(const Product& product) {
    const Kokkos::Timer timer;
    const matrix_type c = product();
    m_exec.fence();
    m_report.products += timer.seconds();
    return c;
  }

  execution_space m_exec;
  matrix_type m_a;
  RowStage m_stage_of;
  RowExchange& m_exchange;
  int m_num_stages;
  MultiplyReport& m_report;
};

}  // namespace

DistributedMatrix multiply(MPI_Comm comm, Resources& resources, const DistributedMatrix& a, const DistributedMatrix& b,
                           const MultiplyOptions& options, MultiplyReport& report) {
  const Kokkos::Timer timer;
  report = MultiplyReport();
  require(options.num_batches > 0, options.num_batches, " batches (need at least 1)");
  check_blocks(comm, "A", a);
  check_blocks(comm, "B", b);
  require(a.local.numCols() == b.num_rows(), "A has ", a.local.numCols(), " columns and B ", b.num_rows(),
          " rows (need as many)");
  const int rank = rank_of(comm), first_own = b.row_begin[rank], end_own = b.row_begin[rank + 1];
  const LocalColumns columns =
      number_columns(resources.products, resources.columns, a.local, b.num_rows(), first_own, end_own);
  RowExchange exchange(comm, resources.messages, resources.rows, b, columns.wanted, options.num_batches,
                       options.messages);
  report.plan = timer.seconds();

  exchange.start();
  LocalProducts products(resources.products, columns, exchange, end_own - first_own, options, report);
  const matrix_type local_c = options.split == Split::none   ? products.at_once()
                              : options.split == Split::rows ? products.by_rows()
                                                             : products.by_columns();
  report.exchange = exchange.seconds();
  report.total = timer.seconds();
  report.num_fetched_rows = static_cast<std::int64_t>(exchange.num_wanted());
  report.num_fetched_bytes = static_cast<std::int64_t>(exchange.wanted_bytes());
  report.num_products = count_products(resources.products, columns.a, exchange.rows(options.num_batches));
  return {a.row_begin, local_c};
}

}  // namespace Distributed
