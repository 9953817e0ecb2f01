#ifndef OCEAN_PERF_SUPPORT_MATRIX_FILES_HPP
#define OCEAN_PERF_SUPPORT_MATRIX_FILES_HPP
/// \file
/// \brief Products that a list names, and the files of their matrices.

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../../src/ocean_spgemm/read_matrix.hpp"
#include "Ocean_Error.hpp"

namespace Ocean::Perf {

/// \brief One product of a list.
struct ListedProduct {
  std::string name;
  std::string op;  ///< aa: A A; aat: A A^T
};

/// Where a matrix is looked for, in this order.
inline constexpr std::array matrix_endings = {".bcsr", ".mtx", ".mtx.gz", ".bcsr.gz"};

/// \brief The lines of the file at \p path: `name,op,...` or `name|op|...`. Comments (#) and the line that begins with
/// "name," are left out. \throws std::runtime_error in the name of \p where if it cannot be opened,
/// std::invalid_argument if a line has another operation
inline std::vector<ListedProduct> read_list(const char* where, const std::string& path) {
  std::ifstream file(path);
  if (!file) Impl::throw_runtime_error(where, path, " cannot be opened (need a list of name,op lines)");
  std::vector<ListedProduct> products;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#' || line.starts_with("name,")) continue;
    const std::size_t first = std::min(line.find_first_of(",|"), line.size());
    const std::size_t second = std::min(line.find_first_of(",|", first + 1), line.size());
    const std::string op = first < second ? line.substr(first + 1, second - first - 1) : "";
    Impl::require(op == "aa" || op == "aat", where, path, ": '", line, "' (need <name>,<aa or aat>)");
    products.push_back({line.substr(0, first), op});
  }
  return products;
}

/// \brief The file of matrix \p name. \throws std::runtime_error in the name of \p where if \p folder has none
inline std::string find_matrix(const char* where, const std::string& folder, const std::string& name) {
  for (const char* ending : matrix_endings)
    if (const std::string path = folder + "/" + name + ending; std::filesystem::exists(path)) return path;
  Impl::throw_runtime_error(where, "no file of ", name, " (need ", name, ".bcsr, .mtx, .mtx.gz or .bcsr.gz)");
}

/// \brief Reads a real matrix of any format that the program knows.
/// \throws std::runtime_error if the file is wrong or has complex values
inline Program::HostCsr<double> read_real_matrix(const char* where, const std::string& folder,
                                                 const std::string& name) {
  Program::AnyCsr matrix = Program::read_matrix(find_matrix(where, folder, name));
  if (!std::holds_alternative<Program::HostCsr<double>>(matrix))
    Impl::throw_runtime_error(where, name, ": complex values (need real ones)");
  return std::get<Program::HostCsr<double>>(std::move(matrix));
}

}  // namespace Ocean::Perf

#endif
