#ifndef OCEAN_ACCUMULATORS_SUPERNODE_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_SUPERNODE_PRODUCTS_HPP
/// \file
/// \brief Iterates over the products of a supernode of C: rows of A with the same columns, times rows of B with the
/// same columns.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "../backend/lane_ops.hpp"
#include "../core/problem.hpp"
#include "../tuning/supernode_tuning.hpp"

namespace Ocean::Impl {

/// \brief How products are added to a sum.
enum class Rounding {
  any,      ///< multiplied and added in one operation where the hardware does so
  products  ///< rounded first: the bits do not depend on the compiler
};

/// \brief The largest alignment that an array of values of \p bytes allows, up to what a thread reads in one load.
constexpr std::size_t vector_alignment(std::size_t bytes) {
  constexpr std::size_t largest = 16;
  return bytes % largest == 0 ? largest : bytes & (~bytes + 1);
}

/// \brief The team that owns a supernode, its scratch, and how it reads A and B.
///
/// A thread handles a column of B for all rows of C and all rows of B that are joined: it reads the position of that
/// column and the sums there once for all of their products, and a value of B once for all rows of C. All threads work
/// on the same rows of B, which hold no column twice, so sums need no atomics and are formed in the order of A's
/// entries.
template <class ProblemType, class Scalar>
class SupernodeProducts {
 public:
  using column_type = typename ProblemType::column_type;
  using offset_type = typename ProblemType::operand_b_type::offset_type;

  /// \param b_rows_at_once [nnz(A)] as JoinBRows writes them
  /// \param scratch supernode_scratch_bytes(sizeof(Scalar)), or supernode_scratch_bytes(0) for columns alone
  KOKKOS_FUNCTION SupernodeProducts(const ProblemType& problem, const std::uint8_t* b_rows_at_once, count_type row,
                                    int num_rows, void* scratch)
      : m_problem(problem),
        m_b_rows_at_once(b_rows_at_once),
        m_begin(static_cast<count_type>(problem.a.row_map(row))),
        m_length(static_cast<count_type>(problem.a.row_map(row + 1)) - m_begin),
        m_num_rows(num_rows),
        m_factors(static_cast<Factor*>(scratch)) {}

  /// \brief Calls body(column) for the columns of all rows of B, once for rows that are joined.
  template <class Team, class Body>
  KOKKOS_FUNCTION void for_each_column(const Team& team, const Body& body) const {
    for (count_type first = 0; first < m_length; first += supernode_batch) {
      const int count = read_batch<0>(team, first);
      Step step = first_step(count, 0);
      while (step.is_valid()) {
        column_type column[supernode_columns_in_flight];
        KOKKOS_IF_ON_HOST((for (column_type& each : column) each = 0;))  // GCC does not see that valid guards its use
        bool valid[supernode_columns_in_flight];
        for (int ahead = 0; ahead < supernode_columns_in_flight; ++ahead) {
          valid[ahead] = step.column + team.thread_rank() < step.factor.length;
          if (valid[ahead]) column[ahead] = m_problem.b.entries(entry_of(team, step));
          if (step.is_valid()) step = next_step(team, step, count);
        }
        for (int ahead = 0; ahead < supernode_columns_in_flight; ++ahead)
          if (valid[ahead]) body(column[ahead]);
      }
    }
  }

  /// \brief Adds all products.
  /// \param sums  [places][num_rows], aligned to 16 bytes
  /// \param places  load(entry of B, number) is called ahead of find(what was loaded, number), which gives the place of
  ///                a column in sums, negative for one that is left out; number counts the columns of for_each_column()
  template <Rounding Rounds, class Team, class Places>
  KOKKOS_FUNCTION void add_products(const Team& team, Scalar* sums, const Places& places) const {
    static_assert(supernode_rows_max == 6);
    // The number of rows is compiled in: a test for every row and product took a fifth of the time.
    switch (m_num_rows) {
      case 1: return add_products_of<1, Rounds>(team, sums, places);
      case 2: return add_products_of<2, Rounds>(team, sums, places);
      case 3: return add_products_of<3, Rounds>(team, sums, places);
      case 4: return add_products_of<4, Rounds>(team, sums, places);
      case 5: return add_products_of<5, Rounds>(team, sums, places);
      default: return add_products_of<6, Rounds>(team, sums, places);
    }
  }

 private:
  /// \brief Rows of B that are joined, selected by an entry of A and those after it.
  struct alignas(16) Factor {
    offset_type begin;   ///< of the first of the rows
    column_type length;  ///< of every one of them
    int num_rows;        ///< 0: the row goes with one before
  };
  static_assert(supernode_batch * sizeof(Factor) <= supernode_scratch_bytes(0));

  /// \brief Values of a supernode in a column; aligned to the largest power of two that divides their size, so that a
  /// thread reads them with few wide loads.
  template <int NumValues>
  struct alignas(vector_alignment(NumValues * sizeof(Scalar))) Column {
    Scalar value[NumValues];
  };
  template <int NumRows>
  using ColumnOfA = Column<(NumRows + 1) / 2 * 2>;

  /// \brief The position of a team among the rows of B: a factor of the batch, and a column of it for every thread.
  struct Step {
    int entry;           ///< of the batch
    column_type column;  ///< of the first thread, from the begin of the row
    count_type number;   ///< columns of the factors before
    Factor factor;       ///< empty after the last
    KOKKOS_FUNCTION bool is_valid() const { return factor.num_rows > 0; }
  };

  /// \brief What a thread has loaded for a step: a column of all rows of the factor.
  template <class Places>
  struct Term {
    Scalar value[joined_b_rows_max];
    typename Places::loaded_type loaded;
    bool is_valid;
  };

  template <int NumRows, Rounding Rounds, class Team, class Places>
  KOKKOS_FUNCTION void add_products_of(const Team& team, Scalar* sums, const Places& places) const {
    count_type number = 0;
    for (count_type first = 0; first < m_length; first += supernode_batch) {
      const int count = read_batch<NumRows>(team, first);
      Step step = first_step(count, number);
      Term<Places> term = load(team, step, places);
      while (step.is_valid()) {
        const Step next = next_step(team, step, count);
        const Term<Places> ahead = load(team, next, places);
        if (term.is_valid) {
          const int place = places.find(term.loaded, step.number + step.column + team.thread_rank());
          if (place >= 0) add<NumRows, Rounds>(step, term.value, reinterpret_cast<Column<NumRows>*>(sums)[place]);
        }
        if (next.entry != step.entry) team.barrier();
        term = ahead;
        step = next;
      }
      number = step.number;
    }
  }

  /// \brief Reads entries of A from \p first on, and the rows of B that they select; values of \p NumRows rows
  /// of A.
  /// \return how many entries
  template <int NumRows, class Team>
  KOKKOS_FUNCTION int read_batch(const Team& team, count_type first) const {
    const auto& a = m_problem.a;
    const auto& b = m_problem.b;
    const int count = static_cast<int>(Kokkos::min<count_type>(supernode_batch, m_length - first));
    const int reach = NumRows > 0
                          ? static_cast<int>(Kokkos::min<count_type>(count + joined_b_rows_max - 1, m_length - first))
                          : count;
    team.barrier();
    for (int entry = team.thread_rank(); entry < reach; entry += team.num_threads()) {
      const count_type place = m_begin + first + entry;
      if constexpr (NumRows > 0)  // a count pass has no values to convert to
        for (int own = 0; own < NumRows; ++own)
          columns_of_a<NumRows>()[entry].value[own] = static_cast<Scalar>(a.values(place + own * m_length));
      if (entry >= count) continue;
      const auto inner = a.entries(place);
      Factor factor;
      factor.begin = b.row_map(inner);
      factor.length = static_cast<column_type>(b.row_map(inner + 1) - factor.begin);
      factor.num_rows = m_b_rows_at_once[place - a.first_offset];
      m_factors[entry] = factor;
    }
    team.barrier();
    return count;
  }

  template <int NumRows>
  KOKKOS_FUNCTION ColumnOfA<NumRows>* columns_of_a() const {
    return reinterpret_cast<ColumnOfA<NumRows>*>(m_factors + supernode_batch);
  }

  /// \brief A step at the beginning of the factor that begins at \p entry of the batch.
  KOKKOS_FUNCTION Step step_to(int entry, int count, count_type number) const {
    Step step{entry, 0, number, {}};
    if (entry < count)
      step.factor = m_factors[entry];
    else
      step.factor.length = step.factor.num_rows = 0;
    return step;
  }
  KOKKOS_FUNCTION Step first_step(int count, count_type number) const {
    int entry = 0;  // behind the rows that go with one of the batch before
    while (entry < count && m_factors[entry].num_rows == 0) ++entry;
    return step_to(entry, count, number);
  }
  /// Pre: step.is_valid()
  template <class Team>
  KOKKOS_FUNCTION Step next_step(const Team& team, const Step& step, int count) const {
    Step next = step;
    next.column += static_cast<column_type>(team.num_threads());
    if (next.column < step.factor.length) return next;
    return step_to(step.entry + step.factor.num_rows, count, step.number + step.factor.length);
  }

  template <class Team>
  KOKKOS_FUNCTION offset_type entry_of(const Team& team, const Step& step) const {
    return step.factor.begin + static_cast<offset_type>(step.column) + static_cast<offset_type>(team.thread_rank());
  }

  template <class Team, class Places>
  KOKKOS_FUNCTION Term<Places> load(const Team& team, const Step& step, const Places& places) const {
    Term<Places> term;
    term.is_valid = step.column + team.thread_rank() < step.factor.length;
    if (!term.is_valid) return term;
    const offset_type entry = entry_of(team, step);
    term.loaded = places.load(entry, step.number + step.column + team.thread_rank());
    for (int other = 0; other < joined_b_rows_max; ++other)
      if (other < step.factor.num_rows)
        term.value[other] =
            static_cast<Scalar>(m_problem.b.values(entry + static_cast<offset_type>(other) * step.factor.length));
    return term;
  }

  /// \brief Adds all products of a thread's column to the sums of its place.
  template <int NumRows, Rounding Rounds>
  KOKKOS_FUNCTION void add(const Step& step, const Scalar* value, Column<NumRows>& sums) const {
    const ColumnOfA<NumRows>* const columns = columns_of_a<NumRows>() + step.entry;
    Column<NumRows> total = sums;
    for (int other = 0; other < joined_b_rows_max; ++other)
      if (other < step.factor.num_rows) {
        const ColumnOfA<NumRows> of_a = columns[other];
        for (int own = 0; own < NumRows; ++own)
          if constexpr (Rounds == Rounding::products)
            total.value[own] +=
                LaneOps<typename ProblemType::execution_space>::rounded_product(of_a.value[own], value[other]);
          else
            total.value[own] += of_a.value[own] * value[other];
      }
    sums = total;
  }

  const ProblemType& m_problem;
  const std::uint8_t* m_b_rows_at_once;
  count_type m_begin, m_length;  ///< entries of A's first row
  int m_num_rows;
  Factor* m_factors;  ///< [supernode_batch], then A's values
};

}  // namespace Ocean::Impl

#endif
