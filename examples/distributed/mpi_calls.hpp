#ifndef OCEAN_EXAMPLES_DISTRIBUTED_MPI_CALLS_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_MPI_CALLS_HPP
/// \file
/// \brief MPI calls whose errors are exceptions, and errors whose texts contain numbers.

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace Distributed {

/// \throws std::invalid_argument with the concatenated \p words unless \p is_met.
template <class... Words>
void require(bool is_met, const Words&... words) {
  if (is_met) return;
  std::ostringstream text;
  (text << ... << words);
  throw std::invalid_argument(text.str());
}

/// \throws std::runtime_error with MPI's error text. The communicator must return errors (MPI_ERRORS_RETURN).
inline void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char words[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, words, &length);
  throw std::runtime_error(std::string(call) + ": " + std::string(words, static_cast<std::size_t>(length)));
}

inline int rank_of(MPI_Comm comm) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  return rank;
}
inline int num_ranks_of(MPI_Comm comm) {
  int num_ranks = 0;
  check_mpi(MPI_Comm_size(comm, &num_ranks), "MPI_Comm_size");
  return num_ranks;
}

/// \brief A number of entries as MPI's int.
/// \throws std::invalid_argument from 2^31 on.
inline int message_length(std::size_t count) {
  require(count <= static_cast<std::size_t>(std::numeric_limits<int>::max()), "a message of ", count,
          " entries (need less than 2^31: more batches)");
  return static_cast<int>(count);
}

template <class T>
MPI_Datatype mpi_type() {
  if constexpr (std::is_same_v<T, double>) return MPI_DOUBLE;
  if constexpr (std::is_same_v<T, int>) return MPI_INT;
  if constexpr (std::is_same_v<T, std::int64_t>) return MPI_INT64_T;
  if constexpr (std::is_same_v<T, std::size_t> && sizeof(std::size_t) == sizeof(std::uint64_t)) return MPI_UINT64_T;
  return MPI_DATATYPE_NULL;
}

/// \brief \p value of all ranks, reduced by \p operation.
template <class T>
T reduce(MPI_Comm comm, T value, MPI_Op operation) {
  T result{};
  check_mpi(MPI_Allreduce(&value, &result, 1, mpi_type<T>(), operation, comm), "MPI_Allreduce");
  return result;
}

}  // namespace Distributed

#endif
