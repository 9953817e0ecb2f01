#ifndef OCEAN_PROGRAM_HARDWARE_LIMIT_HPP
#define OCEAN_PROGRAM_HARDWARE_LIMIT_HPP
/// \file
/// \brief How fast a machine could multiply at best: the time for the work that no row-wise product can avoid.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace Ocean::Program {

/// \brief What the limit depends on.
struct ProductCounts {
  std::int64_t num_rows = 0;
  std::int64_t num_inner = 0;
  std::int64_t nnz_a = 0;
  std::int64_t nnz_b = 0;
  std::int64_t nnz_c = 0;
  std::int64_t products = 0;
  bool b_is_a = false;                 ///< A and B are read as one matrix
  double offset_bytes = 8.0;           ///< per offset
  double entry_bytes = 12.0;           ///< per column and its value
  double additions_per_product = 1.0;  ///< 2 for complex values
};

/// \brief Rates of the on-chip parts of a GPU; zero where a machine has none.
struct DeviceRates {
  double l2_bytes_per_s = 0.0;          ///< reads of B, if it fits
  double shared_additions_per_s = 0.0;  ///< FP64 additions to scratch without conflicts
  double issued_products_per_s = 0.0;   ///< products that the instructions of the inner loop allow
  double floor_s = 0.0;                 ///< launches, waits and allocations of one product
};

/// \brief What the limit knows of a machine.
struct MachineRates {
  double memory_bytes_per_s = 0.0;
  DeviceRates device;
};

/// \brief One bound on the time.
struct LimitTerm {
  std::string name;
  double seconds = 0.0;
};

/// \brief The bounds of one product.
struct HardwareLimit {
  std::vector<LimitTerm> terms;
  double seconds = 0.0;       ///< largest term and the floor; 0: unknown
  double hard_seconds = 0.0;  ///< compulsory memory traffic and the floor: no algorithm beats it
  std::string binding;        ///< name of the largest term
};

/// A footprint of B and the rate at which its rows are read.
struct CacheRate {
  double footprint_bytes;
  double bytes_per_s;
};

/// Reads by every SM of an H200; measured: micro-benchmarks, NVIDIA H200 at 1980 MHz, CUDA 13.0. Beyond the last
/// footprint the line continues down to the memory's rate.
inline constexpr std::array<CacheRate, 5> hopper_l2_rates = {
    {{4e6, 9.5e12}, {24e6, 8.9e12}, {40e6, 8.9e12}, {52e6, 8.5e12}, {80e6, 6.7e12}}};
/// Triad in memory; measured as above.
inline constexpr double h200_memory_bytes_per_s = 4.3e12;
/// FP64 atomic additions to shared memory, no conflicts, 132 SMs; measured as above.
inline constexpr double hopper_shared_additions_per_s = 1350e9;
/// 32 products per 30 instructions (hash table, first probe hits), four instructions per clock, 132 SMs at 1980 MHz;
/// source: counted in the machine code of such a loop.
inline constexpr double hopper_issued_products_per_s = 4.0 * 132.0 * 1.98e9 * 32.0 / 30.0;
/// Ten kernels back to back (3.0 us), two waits for the host (6.2 us), one warm allocation (0.9 us); measured as above.
inline constexpr double hopper_floor_s = 10 * 3.0e-6 + 2 * 6.2e-6 + 0.9e-6;
/// Bytes that reading a row of B costs in L2 beyond its entries: partial sectors and the row's offsets.
/// source: 32-byte sectors, a segment of L bytes touches (L + 28) / 32 of them.
inline constexpr double row_overhead_bytes = 84.0;

/// \brief Rate at which L2 serves rows of B with \p footprint_bytes in all, by linear interpolation.
inline double hopper_l2_bytes_per_s(double footprint_bytes, double memory_bytes_per_s) {
  if (footprint_bytes <= hopper_l2_rates.front().footprint_bytes) return hopper_l2_rates.front().bytes_per_s;
  std::size_t right = 1;
  while (right + 1 < hopper_l2_rates.size() && hopper_l2_rates[right].footprint_bytes < footprint_bytes) ++right;
  const CacheRate& low = hopper_l2_rates[right - 1];
  const CacheRate& high = hopper_l2_rates[right];
  const double position = (footprint_bytes - low.footprint_bytes) / (high.footprint_bytes - low.footprint_bytes);
  return std::max(memory_bytes_per_s, low.bytes_per_s + position * (high.bytes_per_s - low.bytes_per_s));
}

/// \brief Rates of the machine named \p name.
/// \param triad_bytes_per_s measured memory bandwidth; used where no constant is known
inline MachineRates rates_of(const std::string& name, double triad_bytes_per_s, const ProductCounts& counts) {
  MachineRates rates;
  const bool is_h200 = name.find("H200") != std::string::npos;
  const bool is_hopper = is_h200 || name.find("H100") != std::string::npos;
  rates.memory_bytes_per_s = is_h200 ? h200_memory_bytes_per_s : triad_bytes_per_s;
  if (!is_hopper) return rates;
  const double footprint_bytes = counts.entry_bytes * static_cast<double>(counts.nnz_b);
  rates.device.l2_bytes_per_s = hopper_l2_bytes_per_s(footprint_bytes, rates.memory_bytes_per_s);
  rates.device.shared_additions_per_s = hopper_shared_additions_per_s;
  rates.device.issued_products_per_s = hopper_issued_products_per_s;
  rates.device.floor_s = hopper_floor_s;
  return rates;
}

/// \brief Bytes that every product must move: A, B and C once.
inline double compulsory_bytes(const ProductCounts& counts) {
  const double rows = static_cast<double>(counts.num_rows + 1);
  double bytes = counts.entry_bytes * static_cast<double>(counts.nnz_a + counts.nnz_c) + 2 * counts.offset_bytes * rows;
  if (!counts.b_is_a)
    bytes += counts.entry_bytes * static_cast<double>(counts.nnz_b) +
             counts.offset_bytes * static_cast<double>(counts.num_inner + 1);
  return bytes;
}

/// \brief The least time of a row-wise product that reads B's rows from cache and adds every product to scratch once.
inline HardwareLimit hardware_limit(const ProductCounts& counts, const MachineRates& rates) {
  HardwareLimit limit;
  if (rates.memory_bytes_per_s <= 0.0) return limit;
  const double products = static_cast<double>(counts.products);
  limit.terms.push_back({"memory", compulsory_bytes(counts) / rates.memory_bytes_per_s});
  const DeviceRates& device = rates.device;
  if (device.l2_bytes_per_s > 0.0) {
    const double entries = static_cast<double>(counts.nnz_a + counts.nnz_c) + products;
    const double l2_bytes = counts.entry_bytes * entries + row_overhead_bytes * static_cast<double>(counts.nnz_a);
    const double additions = counts.additions_per_product * products;
    limit.terms.push_back({"l2", l2_bytes / device.l2_bytes_per_s});
    limit.terms.push_back({"scratch", additions / device.shared_additions_per_s});
    limit.terms.push_back({"issue", additions / device.issued_products_per_s});
  }
  const auto largest =
      std::max_element(limit.terms.begin(), limit.terms.end(),
                       [](const auto& left, const auto& right) { return left.seconds < right.seconds; });
  limit.binding = device.floor_s > largest->seconds ? "launches" : largest->name;
  limit.seconds = largest->seconds + device.floor_s;
  limit.hard_seconds = limit.terms.front().seconds + device.floor_s;
  if (device.floor_s > 0.0) limit.terms.push_back({"launches", device.floor_s});
  return limit;
}

/// \brief What a term is, in words.
inline std::string describe_term(const std::string& name) {
  if (name == "memory") return "memory traffic of A, B and C";
  if (name == "l2") return "rows of B from L2";
  if (name == "scratch") return "additions in scratch memory";
  if (name == "issue") return "instructions issued";
  return "launches, waits, allocation";
}

}  // namespace Ocean::Program

#endif
