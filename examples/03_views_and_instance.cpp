/// \file
/// \brief Example 3: raw views in and out, on the caller's own execution space instance, with mixed types.
///
/// Two products are queued on one instance; the second reads the result of the first without a fence between them.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_AnyTypes.hpp>  // for types that the library does not hold: mixed types
#include <Ocean_SpGEMM.hpp>
#include <cstddef>
#include <cstdio>

using execution_space = Kokkos::DefaultExecutionSpace;
using memory_space = execution_space::memory_space;
template <class T>
using view = Kokkos::View<T*, memory_space>;

/// \brief The permutation matrix that moves every column to the next one, and the last to the first.
template <class Offset, class Scalar>
struct FillShift {
  view<Offset> row_map;
  view<int> entries;
  view<Scalar> values;
  int size;
  Scalar weight;

  KOKKOS_FUNCTION void operator()(int row) const {
    row_map(row + 1) = row + 1;
    entries(row) = (row + 1) % size;
    values(row) = weight;
  }
};

template <class Offset, class Scalar>
FillShift<Offset, Scalar> make_shift(const execution_space& exec, int size, Scalar weight) {
  const FillShift<Offset, Scalar> shift{view<Offset>("row_map", size + 1), view<int>("entries", size),
                                        view<Scalar>("values", size), size, weight};
  Kokkos::parallel_for("fill_shift", Kokkos::RangePolicy<execution_space>(exec, 0, size), shift);
  return shift;
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const int size = 1000;
  const auto instances = Kokkos::Experimental::partition_space(execution_space{}, 1);
  const execution_space& exec = instances[0];
  Kokkos::fence();

  const auto a = make_shift<int, float>(exec, size, 0.5f);
  const auto b = make_shift<std::size_t, double>(exec, size, 3.0);

  view<std::size_t> row_map_c, row_map_d;
  view<int> entries_c, entries_d;
  view<double> values_c, values_d;
  Ocean::spgemm(exec, size, size, size, a.row_map, a.entries, a.values, false, b.row_map, b.entries, b.values, false,
                row_map_c, entries_c, values_c);
  Ocean::spgemm(exec, size, size, size, row_map_c, entries_c, values_c, false, b.row_map, b.entries, b.values, false,
                row_map_d, entries_d, values_d);
  exec.fence();

  const auto entries = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, entries_d);
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, values_d);
  for (int row = 0; row < size; ++row)
    if (entries(row) != (row + 3) % size || values(row) != 0.5 * 3.0 * 3.0) {
      std::printf("row %d holds %g in column %d\n", row, values(row), entries(row));
      return 1;
    }
  std::printf("three shifts by one are a shift by three, weight %g\n", values(0));
  return 0;
}
