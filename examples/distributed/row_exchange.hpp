#ifndef OCEAN_EXAMPLES_DISTRIBUTED_ROW_EXCHANGE_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_ROW_EXCHANGE_HPP
/// \file
/// \brief Fetches rows of B from the ranks that have them, in batches, while others are multiplied.

#include <future>
#include <thread>
#include <utility>

#include "distributed_matrix.hpp"

namespace Distributed {

/// \brief Whose memory MPI is given.
enum class Messages { host, device };

/// \brief An array on the device, and what MPI reads and writes of it: a mirror on the host, or the array itself.
template <class T>
struct MessageArray {
  view_of<T> on_device;
  decltype(Kokkos::create_mirror_view(view_of<T>())) mirror;
  T* data = nullptr;

  MessageArray() = default;
  MessageArray(const char* label, std::size_t length, Messages messages)
      : on_device(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label)), length), data(on_device.data()) {
    if (messages == Messages::device) return;
    mirror = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, on_device);  // on CPUs the array itself
    data = mirror.data();
  }
  /// \brief Copies entries [\p first, \p last) to where MPI reads them, or from where it wrote them.
  void to_message(const execution_space& exec, std::size_t first, std::size_t last) const {
    const std::pair<std::size_t, std::size_t> part(first, last);
    if (mirror.data() != nullptr)
      Kokkos::deep_copy(exec, Kokkos::subview(mirror, part), Kokkos::subview(on_device, part));
  }
  void from_message(const execution_space& exec, std::size_t first, std::size_t last) const {
    const std::pair<std::size_t, std::size_t> part(first, last);
    if (mirror.data() != nullptr)
      Kokkos::deep_copy(exec, Kokkos::subview(on_device, part), Kokkos::subview(mirror, part));
  }
};

/// \brief Rows that one rank sends to another, or gets: \p ids, and where those of each batch begin.
struct RowList {
  std::size_t first = 0;               ///< of all lists, one behind the other
  std::vector<std::size_t> batch_end;  ///< [batches], rows, from first on
  std::size_t begin_of(int batch) const { return batch == 0 ? first : batch_end[batch - 1]; }
};

/// \brief B's own rows with those of other ranks behind them, which arrive batch by batch.
///
/// Row i of B is row i - row_begin[rank] if it is the rank's own; the wanted rows follow in ascending order. All calls
/// of MPI between start() and the last wait() are made by a thread of its own, so that messages move while the caller
/// multiplies: MPI must allow calls from one thread at a time (MPI_THREAD_SERIALIZED), and the caller must make none.
class RowExchange {
 public:
  /// \brief Tells the other ranks which rows are wanted, and learns their lengths. Collective.
  /// \param wanted  global numbers of rows, ascending, of other ranks
  /// \param exec    an instance that nobody else uses until the last wait()
  RowExchange(MPI_Comm comm, const execution_space& exec, const DistributedMatrix& b, const std::vector<int>& wanted,
              int num_batches, Messages messages);
  ~RowExchange() {
    if (m_thread.joinable()) m_thread.join();
  }
  RowExchange(const RowExchange&) = delete;
  RowExchange& operator=(const RowExchange&) = delete;

  /// \brief Begins to send and receive.
  void start();
  /// \brief Returns when the rows of batches 0 to \p batch are there.
  /// \throws what the thread threw.
  void wait(int batch) { m_arrived[batch].get_future().get(); }
  /// \brief B's own rows and those of the first \p num_batches batches.
  matrix_type rows(int num_batches) const;

  std::size_t num_wanted() const { return m_num_wanted; }
  std::size_t wanted_bytes() const { return (m_row_end.back() - m_b.local.nnz()) * (sizeof(int) + sizeof(double)); }
  double seconds() const { return m_seconds; }  ///< from start() to the last batch

 private:
  enum Tag { ids_tag, lengths_tag, entries_tag, values_tag };

  void exchange_lists(const std::vector<int>& wanted);
  std::vector<std::size_t> exchange_lengths();
  void allocate_rows(const std::vector<std::size_t>& lengths);
  void receive(int batch);
  void send(int batch);
  void pack(const RowList& list, int batch) const;

  std::size_t own_rows() const { return static_cast<std::size_t>(m_b.local.numRows()); }

  MPI_Comm m_comm;
  execution_space m_exec;
  DistributedMatrix m_b;
  int m_num_batches, m_num_ranks, m_rank;
  Messages m_messages;
  std::size_t m_num_wanted;
  std::vector<RowList> m_gets, m_gives;  // [ranks]
  view_of<int> m_given_rows;             // own rows that others want, one list behind the other
  std::vector<std::size_t> m_given_end;  // [rows given + 1], their entries
  view_of<std::size_t> m_given_map;
  MessageArray<int> m_given_entries, m_entries;
  MessageArray<double> m_given_values, m_values;
  view_of<std::size_t> m_row_map;      // of all rows, own and wanted
  std::vector<std::size_t> m_row_end;  // [rows wanted + 1], where own rows end and the wanted ones
  std::vector<std::vector<MPI_Request>> m_receives;
  std::vector<MPI_Request> m_sends;
  std::vector<std::promise<void>> m_arrived;
  std::thread m_thread;
  double m_seconds = 0.0;
};

}  // namespace Distributed

#endif
