/// \file
/// \brief The messages: row numbers, row lengths, then columns and values in batches.

#include "row_exchange.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "row_kernels.hpp"

namespace Distributed {

namespace {

/// \brief Exclusive prefix sums that start at \p first.
std::vector<std::size_t> ends_of(const std::vector<std::size_t>& lengths, std::size_t first) {
  std::vector<std::size_t> ends(lengths.size() + 1, first);
  std::inclusive_scan(lengths.begin(), lengths.end(), ends.begin() + 1, std::plus<>(), first);
  return ends;
}

void wait_all(std::vector<MPI_Request>& requests) {
  check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  requests.clear();
}

}  // namespace

RowExchange::RowExchange(MPI_Comm comm, const execution_space& exec, MessageBuffers& buffers,
                         const DistributedMatrix& b, const std::vector<int>& wanted, int num_batches, Messages messages)
    : m_comm(comm),
      m_exec(exec),
      m_buffers(buffers),
      m_b(b),
      m_num_batches(num_batches),
      m_num_ranks(num_ranks_of(comm)),
      m_rank(rank_of(comm)),
      m_messages(messages),
      m_num_wanted(wanted.size()),
      m_gets(m_num_ranks),
      m_gives(m_num_ranks),
      m_receives(num_batches),
      m_arrived(num_batches) {
  exchange_lists(wanted);
  allocate_rows(exchange_lengths());
}

/// \brief The wanted rows, in ascending order, are cut into batches of equal size. Ranks own rows in this order, too,
/// so what a rank sends, in all or in one batch, is a contiguous part of the list.
void RowExchange::exchange_lists(const std::vector<int>& wanted) {
  std::vector<int> wanted_counts, given_counts(static_cast<std::size_t>(m_num_ranks * m_num_batches));
  const auto place = [&](int row) { return std::lower_bound(wanted.begin(), wanted.end(), row) - wanted.begin(); };
  for (int rank = 0; rank < m_num_ranks; ++rank) {
    const std::size_t first = place(m_b.row_begin[rank]), last = place(m_b.row_begin[rank + 1]);
    m_gets[rank].first = first;
    for (std::size_t batch = 0; batch < m_arrived.size(); ++batch) {
      const std::size_t end = std::clamp((batch + 1) * wanted.size() / m_num_batches, first, last);
      wanted_counts.push_back(message_length(end - m_gets[rank].begin_of(static_cast<int>(batch))));
      m_gets[rank].batch_end.push_back(end);
    }
  }
  check_mpi(
      MPI_Alltoall(wanted_counts.data(), m_num_batches, MPI_INT, given_counts.data(), m_num_batches, MPI_INT, m_comm),
      "MPI_Alltoall");
  std::size_t num_given = 0;
  for (int rank = 0; rank < m_num_ranks; ++rank) {
    m_gives[rank].first = num_given;
    for (int batch = 0; batch < m_num_batches; ++batch)
      m_gives[rank].batch_end.push_back(num_given += given_counts[rank * m_num_batches + batch]);
  }

  std::vector<int> given(num_given);
  std::vector<MPI_Request> requests;
  for (int rank = 0; rank < m_num_ranks; ++rank) {
    const RowList &get = m_gets[rank], &give = m_gives[rank];
    if (const int length = message_length(give.batch_end.back() - give.first); length > 0)
      check_mpi(MPI_Irecv(given.data() + give.first, length, MPI_INT, rank, ids_tag, m_comm, &requests.emplace_back()),
                "MPI_Irecv");
    if (const int length = message_length(get.batch_end.back() - get.first); length > 0)
      check_mpi(MPI_Isend(wanted.data() + get.first, length, MPI_INT, rank, ids_tag, m_comm, &requests.emplace_back()),
                "MPI_Isend");
  }
  wait_all(requests);
  const int first_row = m_b.row_begin[m_rank];
  for (int& row : given) {
    require(row >= first_row && row < m_b.row_begin[m_rank + 1], "row ", row,
            " of B is requested, but the own rows are ", first_row, " to ", m_b.row_begin[m_rank + 1] - 1,
            " (need one of them: is B distributed alike on all ranks?)");
    row -= first_row;
  }
  m_given_rows = to_device(m_exec, "given_rows", given);
}

/// \brief Lengths of the wanted rows.
std::vector<std::size_t> RowExchange::exchange_lengths() {
  const std::vector<std::size_t> given = to_host(m_exec, lengths_of_rows(m_exec, m_b.local, m_given_rows));
  std::vector<std::size_t> wanted(m_num_wanted);
  std::vector<MPI_Request> requests;
  for (int rank = 0; rank < m_num_ranks; ++rank) {
    const RowList &get = m_gets[rank], &give = m_gives[rank];
    if (const int length = message_length(get.batch_end.back() - get.first); length > 0)
      check_mpi(MPI_Irecv(wanted.data() + get.first, length, mpi_type<std::size_t>(), rank, lengths_tag, m_comm,
                          &requests.emplace_back()),
                "MPI_Irecv");
    if (const int length = message_length(give.batch_end.back() - give.first); length > 0)
      check_mpi(MPI_Isend(given.data() + give.first, length, mpi_type<std::size_t>(), rank, lengths_tag, m_comm,
                          &requests.emplace_back()),
                "MPI_Isend");
  }
  wait_all(requests);
  m_given_end = ends_of(given, 0);
  m_given_map = to_device(m_exec, "given_map", m_given_end);
  m_buffers.given_entries.grow_to(m_given_end.back(), 0, m_messages);
  m_buffers.given_values.grow_to(m_given_end.back(), 0, m_messages);
  return wanted;
}

void RowExchange::allocate_rows(const std::vector<std::size_t>& lengths) {
  m_row_end = ends_of(lengths, m_b.local.nnz());
  if (m_num_wanted == 0) return;  // rows() are B's own
  m_row_map = grown(m_buffers.row_map, own_rows() + m_num_wanted + 1);
  Kokkos::deep_copy(m_exec, Kokkos::subview(m_row_map, std::pair<std::size_t, std::size_t>(0, own_rows() + 1)),
                    m_b.local.graph.row_map);
  Kokkos::deep_copy(m_exec,
                    Kokkos::subview(m_row_map, std::pair<std::size_t, std::size_t>(own_rows(), m_row_map.extent(0))),
                    to_device(m_exec, "row_end", m_row_end));
  m_buffers.entries.grow_to(m_row_end.back(), m_row_end.front(), m_messages);
  m_buffers.values.grow_to(m_row_end.back(), m_row_end.front(), m_messages);
  m_exec.fence();
}

void RowExchange::start() {
  m_thread = std::thread([this] {
    int batch = 0;
    const Kokkos::Timer timer;
    try {
      m_exec.fence();  // a new thread uses the first device of the host; this selects that of the instance, which MPI
                       // needs
      for (int k = 0; k < m_num_batches; ++k) receive(k);
      for (int k = 0; k < m_num_batches; ++k) send(k);
      if (m_num_wanted > 0) {  // copies the own rows while the others arrive
        const std::pair<std::size_t, std::size_t> own(0, m_b.local.nnz());
        Kokkos::deep_copy(m_exec, Kokkos::subview(m_buffers.entries.on_device, own), m_b.local.graph.entries);
        Kokkos::deep_copy(m_exec, Kokkos::subview(m_buffers.values.on_device, own), m_b.local.values);
      }
      for (; batch < m_num_batches; ++batch) {
        wait_all(m_receives[batch]);
        const std::size_t first = m_row_end[batch * m_num_wanted / m_num_batches],
                          last = m_row_end[(batch + 1) * m_num_wanted / m_num_batches];
        m_buffers.entries.from_message(m_exec, first, last);
        m_buffers.values.from_message(m_exec, first, last);
        m_exec.fence();
        m_seconds = timer.seconds();
        if (batch + 1 == m_num_batches) wait_all(m_sends);
        m_arrived[batch].set_value();
      }
    } catch (...) {
      for (; batch < m_num_batches; ++batch) m_arrived[batch].set_exception(std::current_exception());
    }
  });
}

void RowExchange::receive(int batch) {
  for (int rank = 0; rank < m_num_ranks; ++rank) {
    const std::size_t first = m_row_end[m_gets[rank].begin_of(batch)], last = m_row_end[m_gets[rank].batch_end[batch]];
    const int length = message_length(last - first);
    if (length == 0) continue;
    check_mpi(MPI_Irecv(m_buffers.entries.message(first), length, MPI_INT, rank, entries_tag, m_comm,
                        &m_receives[batch].emplace_back()),
              "MPI_Irecv");
    check_mpi(MPI_Irecv(m_buffers.values.message(first), length, MPI_DOUBLE, rank, values_tag, m_comm,
                        &m_receives[batch].emplace_back()),
              "MPI_Irecv");
  }
}

void RowExchange::send(int batch) {
  for (const RowList& give : m_gives) pack(give, batch);
  m_exec.fence();
  for (int rank = 0; rank < m_num_ranks; ++rank) {
    const std::size_t first = m_given_end[m_gives[rank].begin_of(batch)],
                      last = m_given_end[m_gives[rank].batch_end[batch]];
    const int length = message_length(last - first);
    if (length == 0) continue;
    check_mpi(MPI_Isend(m_buffers.given_entries.message(first), length, MPI_INT, rank, entries_tag, m_comm,
                        &m_sends.emplace_back()),
              "MPI_Isend");
    check_mpi(MPI_Isend(m_buffers.given_values.message(first), length, MPI_DOUBLE, rank, values_tag, m_comm,
                        &m_sends.emplace_back()),
              "MPI_Isend");
  }
}

/// \brief Copies the rows of a batch for one rank next to each other, to where MPI reads them.
void RowExchange::pack(const RowList& list, int batch) const {
  const std::size_t first = list.begin_of(batch), last = list.batch_end[batch];
  if (first == last) return;
  copy_rows("gather_rows", m_exec, m_b.local, first, last, m_given_rows, m_given_map, m_buffers.given_entries.on_device,
            m_buffers.given_values.on_device);
  m_buffers.given_entries.to_message(m_exec, m_given_end[first], m_given_end[last]);
  m_buffers.given_values.to_message(m_exec, m_given_end[first], m_given_end[last]);
}

matrix_type RowExchange::rows(int num_batches) const {
  if (num_batches == 0 || m_num_wanted == 0) return m_b.local;
  const std::size_t num_arrived = num_batches * m_num_wanted / m_num_batches, num_rows = own_rows() + num_arrived,
                    num_entries = m_row_end[num_arrived];
  const std::pair<std::size_t, std::size_t> entries(0, num_entries), row_map(0, num_rows + 1);
  return matrix_type("B", static_cast<int>(num_rows), m_b.local.numCols(), num_entries,
                     Kokkos::subview(m_buffers.values.on_device, entries), Kokkos::subview(m_row_map, row_map),
                     Kokkos::subview(m_buffers.entries.on_device, entries));
}

}  // namespace Distributed
