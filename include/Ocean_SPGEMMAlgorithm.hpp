#ifndef OCEAN_SPGEMM_ALGORITHM_HPP
#define OCEAN_SPGEMM_ALGORITHM_HPP
/// \file
/// \brief KokkosKernels' algorithms, by enumerator and by name, as settings of Ocean.
///
/// | KokkosSparse::SPGEMMAlgorithm                               | Ocean                                              |
/// |-------------------------------------------------------------|----------------------------------------------------|
/// | DEFAULT, KK                                                 | everything automatic                               |
/// | KK_MEMORY*, KK_MEMSPEED, KK_MULTIMEM, KK_OUTERMULTIMEM      | everything automatic: it takes no more memory      |
/// | KK_DENSE, KK_SPEED                                          | dense windows; hash tables only for far columns    |
/// | KK_LP, KK_*CUCKOO*                                          | hash tables only: no dense windows                 |
/// | DEBUG, SERIAL                                               | reproducible values (SpGEMMOptions::deterministic) |
/// | CUSPARSE, MKL, MKL2PHASE, ROCSPARSE (up to KokkosKernels 4) | std::runtime_error, with KokkosKernels' text       |
/// | KK_TRIANGLE_*                                               | std::runtime_error: triangle counting              |

#include <KokkosSparse_spgemm_handle.hpp>
#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "Ocean_Error.hpp"
#include "Ocean_SpGEMMOptions.hpp"

namespace Ocean {

using KokkosSparse::SPGEMMAlgorithm;

namespace Impl {

/// \brief The enumerator's name if \p algorithm stands for another library, else null. KokkosKernels 4 has these
/// enumerators between KK_LP and the triangle-counting ones, in this order; KokkosKernels 5 has none there.
inline const char* library_algorithm_name(SPGEMMAlgorithm algorithm) {
  constexpr const char* names[] = {"SPGEMM_CUSPARSE", "SPGEMM_MKL", "SPGEMM_MKL2PHASE", "SPGEMM_ROCSPARSE"};
  constexpr int first = static_cast<int>(KokkosSparse::SPGEMM_KK_LP) + 1;
  constexpr int count =
      std::min(static_cast<int>(KokkosSparse::SPGEMM_KK_TRIANGLE_AI) - first, static_cast<int>(std::size(names)));
  if constexpr (count > 0) {
    const int position = static_cast<int>(algorithm) - first;
    if (position >= 0 && position < count) return names[position];
  }
  return nullptr;
}

/// \brief Throws what KokkosKernels throws for the name of another library.
[[noreturn]] inline void throw_library_algorithm(std::string_view name) {
  const char* library = name == "SPGEMM_CUSPARSE" ? "cuSPARSE" : name == "SPGEMM_ROCSPARSE" ? "rocSPARSE" : "MKL";
  throw std::runtime_error(concatenate("Enum value ", name, " is deprecated. ", library,
                                       " is automatically used in all supported SpGEMM calls."));
}

/// \brief Allows dense windows and no hash tables.
inline void use_dense_only(SpGEMMOptions& options) {
  options.accumulators.hash = false;
  options.accumulators.hybrid_hash = false;
}

/// \brief Allows hash tables and no dense windows.
inline void use_hash_only(SpGEMMOptions& options) { options.accumulators.dense = options.accumulators.ranked = false; }

}  // namespace Impl

/// \brief \p options with the settings of \p algorithm; the table is at the top of this file.
/// \throws std::runtime_error for algorithms of other libraries and for those that count triangles.
inline SpGEMMOptions apply_algorithm(SPGEMMAlgorithm algorithm, SpGEMMOptions options = {}) {
  if (const char* name = Impl::library_algorithm_name(algorithm)) Impl::throw_library_algorithm(name);
  switch (algorithm) {
    case KokkosSparse::SPGEMM_DEFAULT:
    case KokkosSparse::SPGEMM_KK:
    case KokkosSparse::SPGEMM_KK_MULTIMEM:
    case KokkosSparse::SPGEMM_KK_OUTERMULTIMEM:
    case KokkosSparse::SPGEMM_KK_MEMORY:
    case KokkosSparse::SPGEMM_KK_MEMORY_SORTED:
    case KokkosSparse::SPGEMM_KK_MEMORY_TEAM:
    case KokkosSparse::SPGEMM_KK_MEMORY_BIGTEAM:
    case KokkosSparse::SPGEMM_KK_MEMORY_SPREADTEAM:
    case KokkosSparse::SPGEMM_KK_MEMORY_BIGSPREADTEAM:
    case KokkosSparse::SPGEMM_KK_MEMORY2:
    case KokkosSparse::SPGEMM_KK_MEMSPEED: return options;
    case KokkosSparse::SPGEMM_KK_DENSE:
    case KokkosSparse::SPGEMM_KK_SPEED: Impl::use_dense_only(options); return options;
    case KokkosSparse::SPGEMM_KK_LP:
    case KokkosSparse::SPGEMM_KK_CUCKOO:
    case KokkosSparse::SPGEMM_KK_TRACKED_CUCKOO:
    case KokkosSparse::SPGEMM_KK_TRACKED_CUCKOO_F: Impl::use_hash_only(options); return options;
    case KokkosSparse::SPGEMM_DEBUG:
    case KokkosSparse::SPGEMM_SERIAL: options.deterministic = true; return options;
    case KokkosSparse::SPGEMM_KK_TRIANGLE_AI:
    case KokkosSparse::SPGEMM_KK_TRIANGLE_IA_UNION:
    case KokkosSparse::SPGEMM_KK_TRIANGLE_IA:
    case KokkosSparse::SPGEMM_KK_TRIANGLE_LL:
    case KokkosSparse::SPGEMM_KK_TRIANGLE_LU:
      Impl::throw_runtime_error("spgemm", "SPGEMMAlgorithm ", static_cast<int>(algorithm),
                                " counts triangles (need an algorithm that multiplies)");
    default:
      Impl::throw_runtime_error("spgemm", "SPGEMMAlgorithm ", static_cast<int>(algorithm),
                                " is unknown to Ocean (need one of KokkosKernels 4.6 to 5)");
  }
}

/// \brief The algorithm with a given name: the names that KokkosKernels knows, including those added in 2026.
/// SPGEMM_CUSPARSE_ALG1, _ALG2, _ALG3 and _NONDETERMINISTIC are automatic, SPGEMM_CUSPARSE_DETERMINISTIC is SERIAL.
/// \throws std::runtime_error with KokkosKernels' text for every other name.
inline SPGEMMAlgorithm StringToSPGEMMAlgorithm(const std::string& name) {
  if (name == "SPGEMM_DEFAULT") return KokkosSparse::SPGEMM_DEFAULT;
  if (name == "SPGEMM_KK" || name == "SPGEMM_KK_MEMSPEED") return KokkosSparse::SPGEMM_KK;
  if (name == "SPGEMM_KK_MEMORY") return KokkosSparse::SPGEMM_KK_MEMORY;
  if (name == "SPGEMM_KK_DENSE") return KokkosSparse::SPGEMM_KK_DENSE;
  if (name == "SPGEMM_KK_LP") return KokkosSparse::SPGEMM_KK_LP;
  if (name == "SPGEMM_DEBUG" || name == "SPGEMM_SERIAL") return KokkosSparse::SPGEMM_SERIAL;
  if (name == "SPGEMM_CUSPARSE_DETERMINISTIC") return KokkosSparse::SPGEMM_SERIAL;
  if (name == "SPGEMM_CUSPARSE_NONDETERMINISTIC" || name == "SPGEMM_CUSPARSE_ALG1" || name == "SPGEMM_CUSPARSE_ALG2" ||
      name == "SPGEMM_CUSPARSE_ALG3")
    return KokkosSparse::SPGEMM_KK;
  if (name == "SPGEMM_CUSPARSE" || name == "SPGEMM_MKL" || name == "SPGEMM_MKL2PHASE" || name == "SPGEMM_ROCSPARSE")
    Impl::throw_library_algorithm(name);
  throw std::runtime_error("Invalid SPGEMMAlgorithm name");
}

}  // namespace Ocean

#endif
