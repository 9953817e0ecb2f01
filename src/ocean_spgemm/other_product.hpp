#ifndef OCEAN_PROGRAM_OTHER_PRODUCT_HPP
#define OCEAN_PROGRAM_OTHER_PRODUCT_HPP
/// \file
/// \brief A product by another library, timed alternately with Ocean's.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "multiply.hpp"

namespace Ocean::Program {

/// \brief Multiplies the operands that it was made with.
template <class Scalar>
class OtherProduct {
 public:
  virtual ~OtherProduct() = default;
  /// \brief Name and version of the library.
  virtual std::string library() const = 0;
  /// \brief Multiplies once, from the operands alone to a complete C, and returns the seconds taken.
  /// \throws what the library throws.
  virtual double multiply() = 0;
  /// \brief C of the last call, rows sorted.
  virtual HostCsr<Scalar> c() const = 0;
};

template <class Scalar>
using OtherProducts = std::vector<std::unique_ptr<OtherProduct<Scalar>>>;

/// \brief KokkosKernels' product on the host space that task.backend names; none if it names none.
template <class Scalar>
OtherProducts<Scalar> others_on_host(const MultiplyTask<Scalar>& task);

/// \brief The same on the device that it names, and on CUDA cuSPARSE's where the build has it.
template <class Scalar>
OtherProducts<Scalar> others_on_device(const MultiplyTask<Scalar>& task);

/// \brief Adds cuSPARSE's product if task.backend names CUDA and the build has cuSPARSE.
template <class Scalar>
void add_cusparse(const MultiplyTask<Scalar>& task, OtherProducts<Scalar>& others);

/// \brief Sorts the columns of every row, with their values.
template <class Scalar>
void sort_rows(HostCsr<Scalar>& matrix) {
  std::vector<std::pair<ordinal_type, Scalar>> row_entries;
  for (std::size_t row = 0; row + 1 < matrix.row_map.size(); ++row) {
    const std::size_t begin = matrix.row_map[row], end = matrix.row_map[row + 1];
    if (std::is_sorted(matrix.entries.begin() + begin, matrix.entries.begin() + end)) continue;
    row_entries.clear();
    for (std::size_t entry = begin; entry < end; ++entry)
      row_entries.emplace_back(matrix.entries[entry], matrix.values[entry]);
    std::sort(row_entries.begin(), row_entries.end(),
              [](const auto& left, const auto& right) { return left.first < right.first; });
    for (std::size_t entry = begin; entry < end; ++entry)
      std::tie(matrix.entries[entry], matrix.values[entry]) = row_entries[entry - begin];
  }
}

}  // namespace Ocean::Program

#endif
