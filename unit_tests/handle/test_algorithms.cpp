/// \file
/// \brief What Ocean makes of KokkosKernels' algorithms and of their names.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "Ocean_SPGEMMAlgorithm.hpp"
#include "support/checks.hpp"

namespace {

using namespace KokkosSparse;
using Ocean::apply_algorithm;
using Ocean::SpGEMMOptions;
using Ocean::Testing::error_text;

/// What an algorithm may change.
struct Setting {
  bool hash, hybrid_hash, dense, deterministic;
  bool operator==(const Setting&) const = default;
};
const Setting automatic{true, true, true, false}, dense_only{false, false, true, false},
    hash_only{true, true, false, false}, reproducible{true, true, true, true};

Setting setting_of(SPGEMMAlgorithm algorithm) {
  const SpGEMMOptions options = apply_algorithm(algorithm);
  return {options.accumulators.hash, options.accumulators.hybrid_hash, options.accumulators.dense,
          options.deterministic};
}

TEST(Algorithms, EveryEnumeratorIsASetting) {
  const std::vector<std::pair<SPGEMMAlgorithm, Setting>> table = {
      {SPGEMM_DEFAULT, automatic},
      {SPGEMM_KK, automatic},
      {SPGEMM_KK_MULTIMEM, automatic},
      {SPGEMM_KK_OUTERMULTIMEM, automatic},
      {SPGEMM_KK_DENSE, dense_only},
      {SPGEMM_KK_SPEED, dense_only},
      {SPGEMM_KK_MEMORY, automatic},
      {SPGEMM_KK_LP, hash_only},
      {SPGEMM_KK_CUCKOO, hash_only},
      {SPGEMM_KK_TRACKED_CUCKOO, hash_only},
      {SPGEMM_KK_TRACKED_CUCKOO_F, hash_only},
      {SPGEMM_KK_MEMORY_SORTED, automatic},
      {SPGEMM_KK_MEMORY_TEAM, automatic},
      {SPGEMM_KK_MEMORY_BIGTEAM, automatic},
      {SPGEMM_KK_MEMORY_SPREADTEAM, automatic},
      {SPGEMM_KK_MEMORY_BIGSPREADTEAM, automatic},
      {SPGEMM_KK_MEMORY2, automatic},
      {SPGEMM_KK_MEMSPEED, automatic},
      {SPGEMM_DEBUG, reproducible},
      {SPGEMM_SERIAL, reproducible},
  };
  for (const auto& [algorithm, expected] : table)
    EXPECT_TRUE(setting_of(algorithm) == expected) << static_cast<int>(algorithm);
}

TEST(Algorithms, OtherOptionsStay) {
  SpGEMMOptions options;
  options.seed = 7;
  options.accumulators.esc = false;
  options.deterministic = true;
  for (const auto algorithm : {SPGEMM_KK, SPGEMM_KK_DENSE, SPGEMM_KK_MEMORY}) {
    const SpGEMMOptions applied = apply_algorithm(algorithm, options);
    EXPECT_EQ(applied.seed, 7u);
    EXPECT_FALSE(applied.accumulators.esc);
    EXPECT_TRUE(applied.deterministic);
  }
}

TEST(Algorithms, TrianglesAndUnknownOnesAreRefused) {
  for (const auto algorithm : {SPGEMM_KK_TRIANGLE_AI, SPGEMM_KK_TRIANGLE_IA_UNION, SPGEMM_KK_TRIANGLE_IA,
                               SPGEMM_KK_TRIANGLE_LL, SPGEMM_KK_TRIANGLE_LU})
    EXPECT_EQ(error_text<std::runtime_error>([&] { apply_algorithm(algorithm); }),
              "Ocean::spgemm: SPGEMMAlgorithm " + std::to_string(static_cast<int>(algorithm)) +
                  " counts triangles (need an algorithm that multiplies)");
  const int last = static_cast<int>(SPGEMM_KK_MEMSPEED);
  EXPECT_EQ(error_text<std::runtime_error>([&] { apply_algorithm(static_cast<SPGEMMAlgorithm>(last + 1)); }),
            "Ocean::spgemm: SPGEMMAlgorithm " + std::to_string(last + 1) +
                " is unknown to Ocean (need one of KokkosKernels 4.6 to 5)");
}

/// The text for a library's name.
std::string library_text(const std::string& name, const std::string& library) {
  return "Enum value " + name + " is deprecated. " + library + " is automatically used in all supported SpGEMM calls.";
}
const std::vector<std::pair<std::string, std::string>> libraries = {{"SPGEMM_CUSPARSE", "cuSPARSE"},
                                                                    {"SPGEMM_MKL", "MKL"},
                                                                    {"SPGEMM_MKL2PHASE", "MKL"},
                                                                    {"SPGEMM_ROCSPARSE", "rocSPARSE"}};

TEST(Algorithms, LibrariesAreRefusedWithKokkosKernelsWords) {
  for (int algorithm = SPGEMM_KK_LP + 1; algorithm < SPGEMM_KK_TRIANGLE_AI; ++algorithm) {  // none since version 5
    const auto& [name, library] = libraries[static_cast<std::size_t>(algorithm - SPGEMM_KK_LP - 1)];
    EXPECT_EQ(error_text<std::runtime_error>([&] { apply_algorithm(static_cast<SPGEMMAlgorithm>(algorithm)); }),
              library_text(name, library));
  }
  for (const auto& [name, library] : libraries)
    EXPECT_EQ(error_text<std::runtime_error>([&name] { Ocean::StringToSPGEMMAlgorithm(name); }),
              library_text(name, library));
}

TEST(Algorithms, Names) {
  const std::vector<std::pair<std::string, SPGEMMAlgorithm>> table = {
      {"SPGEMM_DEFAULT", SPGEMM_DEFAULT},
      {"SPGEMM_KK", SPGEMM_KK},
      {"SPGEMM_KK_MEMORY", SPGEMM_KK_MEMORY},
      {"SPGEMM_KK_DENSE", SPGEMM_KK_DENSE},
      {"SPGEMM_KK_LP", SPGEMM_KK_LP},
      {"SPGEMM_KK_MEMSPEED", SPGEMM_KK},
      {"SPGEMM_DEBUG", SPGEMM_SERIAL},
      {"SPGEMM_SERIAL", SPGEMM_SERIAL},
      {"SPGEMM_CUSPARSE_DETERMINISTIC", SPGEMM_SERIAL},
      {"SPGEMM_CUSPARSE_NONDETERMINISTIC", SPGEMM_KK},
      {"SPGEMM_CUSPARSE_ALG1", SPGEMM_KK},
      {"SPGEMM_CUSPARSE_ALG2", SPGEMM_KK},
      {"SPGEMM_CUSPARSE_ALG3", SPGEMM_KK},
  };
  for (const auto& [name, algorithm] : table) EXPECT_EQ(Ocean::StringToSPGEMMAlgorithm(name), algorithm) << name;
  for (const std::string name : {"", "spgemm_kk", "SPGEMM_KK_SPEED", "KK"})
    EXPECT_EQ(error_text<std::runtime_error>([&name] { Ocean::StringToSPGEMMAlgorithm(name); }),
              "Invalid SPGEMMAlgorithm name");
}

}  // namespace
