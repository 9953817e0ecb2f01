#ifndef OCEAN_EXAMPLES_DISTRIBUTED_ROW_EXCHANGE_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_ROW_EXCHANGE_HPP
/// \file
/// \brief Fetches rows of B from the ranks that have them, in batches, while earlier batches are multiplied.

#include <future>
#include <thread>
#include <utility>

#include "distributed_matrix.hpp"

namespace Distributed {

/// \brief The memory that MPI reads and writes.
enum class Messages { host, device };

/// \brief An array on the device, and the memory in which MPI reads and writes its entries from \p first on: the array
/// itself, or a mirror in host memory, which is pinned so that copies are fast.
template <class T>
struct MessageArray {
  view_of<T> on_device{"on_device", 0};
  Kokkos::View<T*, Kokkos::SharedHostPinnedSpace> mirror{"mirror", 0};
  std::size_t first = 0;
  bool is_mirrored = false;

  void grow_to(std::size_t length, std::size_t first_of_messages, Messages messages) {
    first = first_of_messages;
    is_mirrored = messages == Messages::host &&
                  !Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename device_type::memory_space>::accessible;
    grown(on_device, length);
    if (is_mirrored) grown(mirror, length - first);
  }
  /// \brief The address of \p entry for MPI.
  T* message(std::size_t entry) const {
    return is_mirrored ? mirror.data() + (entry - first) : on_device.data() + entry;
  }
  /// \brief Copies entries [\p begin, \p end) to where MPI reads them, or from where it wrote them.
  void to_message(const execution_space& exec, std::size_t begin, std::size_t end) const {
    if (is_mirrored) Kokkos::deep_copy(exec, mirror_of(begin, end), array_of(begin, end));
  }
  void from_message(const execution_space& exec, std::size_t begin, std::size_t end) const {
    if (is_mirrored) Kokkos::deep_copy(exec, array_of(begin, end), mirror_of(begin, end));
  }

 private:
  auto array_of(std::size_t begin, std::size_t end) const {
    return Kokkos::subview(on_device, std::pair<std::size_t, std::size_t>(begin, end));
  }
  auto mirror_of(std::size_t begin, std::size_t end) const {
    return Kokkos::subview(mirror, std::pair<std::size_t, std::size_t>(begin - first, end - first));
  }
};

/// \brief Rows of B, kept between products: those that other ranks need, and all that are multiplied here.
struct MessageBuffers {
  MessageArray<int> given_entries, entries;
  MessageArray<double> given_values, values;
  view_of<std::size_t> row_map{"row_map", 0};
};

/// \brief The rows that a rank sends to, or receives from, another: where their list begins, and where its batches end.
struct RowList {
  std::size_t first = 0;               ///< position of this list if all lists are placed one after the other
  std::vector<std::size_t> batch_end;  ///< [batches], rows, from first on
  std::size_t begin_of(int batch) const { return batch == 0 ? first : batch_end[batch - 1]; }
};

/// \brief B's own rows, followed by those of other ranks, which arrive batch by batch.
///
/// Row i of B is row i - row_begin[rank] here if it is the rank's own; the wanted rows follow in ascending order. A
/// separate thread makes all MPI calls between start() and the last wait(), so that messages progress while the caller
/// multiplies. MPI must allow calls from one thread at a time (MPI_THREAD_SERIALIZED), and the caller must make none.
class RowExchange {
 public:
  /// \brief Tells the other ranks which rows are wanted, and gets their lengths. Collective.
  /// \param wanted  global numbers, ascending, of rows of other ranks
  /// \param exec    an instance that, like \p buffers, nothing else uses until the last wait()
  RowExchange(MPI_Comm comm, const execution_space& exec, MessageBuffers& buffers, const DistributedMatrix& b,
              const std::vector<int>& wanted, int num_batches, Messages messages);
  ~RowExchange() {
    if (m_thread.joinable()) m_thread.join();
  }
  RowExchange(const RowExchange&) = delete;
  RowExchange& operator=(const RowExchange&) = delete;

  /// \brief Starts to send and receive.
  void start();
  /// \brief Returns when the rows of batches 0 to \p batch have arrived.
  /// \throws the exception of the thread, if any.
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
  MessageBuffers& m_buffers;
  DistributedMatrix m_b;
  int m_num_batches, m_num_ranks, m_rank;
  Messages m_messages;
  std::size_t m_num_wanted;
  std::vector<RowList> m_gets, m_gives;  // [ranks]
  view_of<int> m_given_rows;             // own rows that other ranks need, one list after the other
  std::vector<std::size_t> m_given_end;  // [rows given + 1], their entries
  view_of<std::size_t> m_given_map;
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
