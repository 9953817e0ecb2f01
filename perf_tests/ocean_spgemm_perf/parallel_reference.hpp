#ifndef OCEAN_PERF_PARALLEL_REFERENCE_HPP
#define OCEAN_PERF_PARALLEL_REFERENCE_HPP
/// \file
/// \brief The reference product, computed once per matrix on all cores of the host, and the comparison with it.

#include <Ocean_Error.hpp>
#include <algorithm>
#include <atomic>
#include <ocean/reference/gustavson.hpp>
#include <string>
#include <thread>
#include <vector>

#include "../../src/ocean_spgemm/check_product.hpp"
#include "device_copies.hpp"

namespace Ocean::Perf {

/// Pieces of the reference: enough to balance rows of very different length.
inline constexpr std::size_t reference_chunks = 512;

/// \brief Rows [row_begin, row_end) of the reference, with the sums of magnitudes.
struct ReferenceChunk {
  std::int64_t row_begin = 0, row_end = 0;
  std::vector<std::size_t> row_map;  ///< offsets within the chunk
  std::vector<int> entries;
  std::vector<double> values, magnitude;
};

/// \brief C on the host.
struct HostProduct {
  Kokkos::View<const int*, Kokkos::HostSpace> row_map, entries;
  Kokkos::View<const double*, Kokkos::HostSpace> values;
};

/// \brief Calls \p work(piece) for every piece below \p count, on all cores.
template <class Work>
void for_each_piece(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  const std::size_t num_threads = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t thread = 0; thread < num_threads; ++thread)
    threads.emplace_back([&] {
      auto worker = work();
      for (std::size_t piece = next++; piece < count; piece = next++) worker(piece);
    });
  for (std::thread& thread : threads) thread.join();
}

/// \brief C = A B by Gustavson's algorithm, the products of an entry added in the order of A's row.
class ParallelReference {
 public:
  ParallelReference(const host_matrix_type& a, const host_matrix_type& b) : m_chunks(reference_chunks) {
    make_chunks(a, b);
    for_each_piece(m_chunks.size(), [&] {
      return [&, row_of_c = Impl::ReferenceRow<int, double>(b.num_cols)](std::size_t piece) mutable {
        fill_chunk(a, b, row_of_c, m_chunks[piece]);
      };
    });
    for (const ReferenceChunk& chunk : m_chunks) m_nnz += static_cast<std::int64_t>(chunk.entries.size());
  }

  std::int64_t nnz() const { return m_nnz; }
  std::int64_t products() const { return m_products; }

  /// \brief Row map and columns exactly, values to the tolerance of check_product().
  Program::CheckResult compare(const HostProduct& c) const {
    std::vector<std::size_t> begin(m_chunks.size() + 1, 0);
    for (std::size_t piece = 0; piece < m_chunks.size(); ++piece)
      begin[piece + 1] = begin[piece] + m_chunks[piece].entries.size();
    Program::CheckResult all;
    if (c.row_map.extent(0) != static_cast<std::size_t>(m_num_rows) + 1 ||
        c.entries.extent(0) != static_cast<std::size_t>(m_nnz) || c.values.extent(0) != c.entries.extent(0)) {
      all.difference = Impl::concatenate("C has ", c.row_map.extent(0), " offsets and ", c.entries.extent(0),
                                         " entries (need ", m_num_rows + 1, " and ", m_nnz, ")");
      return all;
    }
    std::vector<Program::CheckResult> results(m_chunks.size());
    for_each_piece(m_chunks.size(), [&] {
      return [&](std::size_t piece) { results[piece] = compare_chunk(m_chunks[piece], begin[piece], c); };
    });
    all.passed = all.identical = true;
    for (const Program::CheckResult& result : results) {
      all.largest_error = std::max(all.largest_error, result.largest_error);
      all.identical = all.identical && result.identical;
      if (all.passed && !result.passed) all.difference = result.difference;
      all.passed = all.passed && result.passed;
    }
    return all;
  }

 private:
  /// Splits the rows into chunks of about the same products.
  void make_chunks(const host_matrix_type& a, const host_matrix_type& b) {
    m_num_rows = a.num_rows;
    std::vector<std::int64_t> products(static_cast<std::size_t>(a.num_rows) + 1, 0);
    for (std::int64_t row = 0; row < a.num_rows; ++row) {
      products[row + 1] = products[row];
      for (std::size_t entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
        products[row + 1] += static_cast<std::int64_t>(b.row_map[a.entries[entry] + 1] - b.row_map[a.entries[entry]]);
    }
    m_products = products.back();
    const std::int64_t num_chunks = static_cast<std::int64_t>(m_chunks.size());
    std::int64_t row = 0;
    for (std::int64_t piece = 0; piece < num_chunks; ++piece) {
      ReferenceChunk& chunk = m_chunks[piece];
      chunk.row_begin = row;
      if (piece + 1 == num_chunks) row = a.num_rows;
      while (row < a.num_rows && products[row] < (piece + 1) * (m_products / num_chunks + 1)) ++row;
      chunk.row_end = row;
    }
  }

  static void fill_chunk(const host_matrix_type& a, const host_matrix_type& b,
                         Impl::ReferenceRow<int, double>& row_of_c, ReferenceChunk& chunk) {
    chunk.row_map.push_back(0);
    for (std::int64_t row = chunk.row_begin; row < chunk.row_end; ++row) {
      row_of_c.begin(row);
      for (std::size_t entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
        const int inner = a.entries[entry_a];
        for (std::size_t entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b)
          row_of_c.add(static_cast<std::size_t>(b.entries[entry_b]), a.values[entry_a] * b.values[entry_b]);
      }
      row_of_c.append_to(chunk);
      chunk.row_map.push_back(chunk.entries.size());
    }
  }

  static Program::CheckResult compare_chunk(const ReferenceChunk& chunk, std::size_t begin, const HostProduct& c) {
    std::vector<Program::offset_type> row_map;
    for (std::int64_t row = chunk.row_begin; row <= chunk.row_end; ++row)
      row_map.push_back(static_cast<std::size_t>(c.row_map(row)) - begin);
    const std::size_t count = chunk.entries.size();
    const Program::CsrSpan<double> span{chunk.row_end - chunk.row_begin,
                                        0,
                                        row_map,
                                        {c.entries.data() + begin, count},
                                        {c.values.data() + begin, count}};
    Program::CheckResult result = Program::compare_with_reference(span, chunk);
    if (!result.passed) result.difference += Impl::concatenate(" counted from row ", chunk.row_begin);
    return result;
  }

  std::vector<ReferenceChunk> m_chunks;
  std::int64_t m_num_rows = 0, m_nnz = 0, m_products = 0;
};

}  // namespace Ocean::Perf

#endif
