#ifndef OCEAN_PROGRAM_MULTIPLY_HPP
#define OCEAN_PROGRAM_MULTIPLY_HPP
/// \file
/// \brief The product of two host matrices on a space of this build: what the sources multiply_*.cpp compile.

#include <Kokkos_Core.hpp>
#include <Ocean_SpGEMMOptions.hpp>
#include <Ocean_SpGEMMReport.hpp>
#include <string>
#include <vector>

#include "host_csr.hpp"

namespace Ocean::Program {

/// \brief One product to be timed.
template <class Scalar>
struct MultiplyTask {
  CsrSpan<Scalar> a;
  CsrSpan<Scalar> b;  ///< may be A itself: then it is copied to a device once
  std::string backend;
  SpGEMMOptions options;
  int repeat = 1;
  bool compare = false;  ///< with other libraries, alternating
};

/// \brief The product by another library: its C, rows sorted, and the seconds of each of its products.
template <class Scalar>
struct OtherResult {
  std::string library;  ///< name and version
  std::string failure;  ///< why it has no C; empty if it has one
  HostCsr<Scalar> c;
  std::vector<double> seconds;  ///< of every timed product, in the order of MultiplyResult::seconds
};

/// \brief C on the host and how it was computed.
template <class Scalar>
struct MultiplyResult {
  Kokkos::View<offset_type*, Kokkos::HostSpace> row_map;
  Kokkos::View<ordinal_type*, Kokkos::HostSpace> entries;
  Kokkos::View<Scalar*, Kokkos::HostSpace> values;
  SpGEMMReport report;
  std::vector<double> seconds;  ///< of every timed product, in their order
  std::vector<OtherResult<Scalar>> others;
  std::string machine;
  int concurrency = 0;             ///< threads of a host space, 0 on a device
  double triad_bytes_per_s = 0.0;  ///< measured memory bandwidth of the space, 0: too little memory to measure

  CsrSpan<Scalar> c(std::int64_t num_rows, std::int64_t num_cols) const {
    return {num_rows,
            num_cols,
            {row_map.data(), row_map.extent(0)},
            {entries.data(), entries.extent(0)},
            {values.data(), values.extent(0)}};
  }
};

/// \brief Multiplies on the host space that task.backend names; false if it names none.
/// \throws what spgemm() throws.
template <class Scalar>
bool multiply_on_host(const MultiplyTask<Scalar>& task, MultiplyResult<Scalar>& result);

/// \brief Multiplies on the device that task.backend names; false if it names none.
/// \throws what spgemm() throws.
template <class Scalar>
bool multiply_on_device(const MultiplyTask<Scalar>& task, MultiplyResult<Scalar>& result);

}  // namespace Ocean::Program

#endif
