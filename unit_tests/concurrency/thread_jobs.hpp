#ifndef OCEAN_TEST_CONCURRENCY_THREAD_JOBS_HPP
#define OCEAN_TEST_CONCURRENCY_THREAD_JOBS_HPP
/// \file
/// \brief Every operation as a job that a thread does on an instance of its own, with operands that all threads share.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "Ocean_SpGEMM.hpp"
#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_SpGEMMIntoGraph.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_SpGEMMMasked.hpp"
#include "Ocean_TripleProduct.hpp"
#include "handle/through_handle.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"

namespace Ocean::Testing {

/// \brief A result on the host, to compare to the bit. Values are small integers, so that every order of sums is exact.
struct Contents {
  std::vector<std::int64_t> row_map;
  std::vector<int> entries;
  std::vector<double> values;
  bool operator==(const Contents&) const = default;
};

/// \brief What \p c holds when the work on \p exec is done.
template <class Matrix>
Contents contents_of(const test_exec_space& exec, const Matrix& c) {
  exec.fence("Testing::contents");
  const auto row_map = to_vector(c.graph.row_map);
  return {{row_map.begin(), row_map.end()}, to_vector(c.graph.entries), to_vector(c.values)};
}

/// \brief One operation from its first call to its result; whatever it makes is made and destroyed by its thread.
struct ThreadJob {
  std::string name;
  std::function<Contents(const test_exec_space&)> run;
};

/// \brief A view of the elements of \p owner that does not own them: copies of it by many threads count no owners,
/// which a Kokkos of Serial alone does not count atomically.
template <class View>
View without_owner(const View& owner) {
  return View(owner.data(), owner.extent(0));
}
template <class Offset>
crs_matrix<Offset, int, double> without_owners(const crs_matrix<Offset, int, double>& owner) {
  return {"Testing::matrix",
          owner.numRows(),
          owner.numCols(),
          static_cast<Offset>(owner.nnz()),
          without_owner(owner.values),
          without_owner(owner.graph.row_map),
          without_owner(owner.graph.entries)};
}

/// \brief What all threads read: a matrix with short and long rows, the same with other offsets, 1 / diagonal.
struct SharedOperands {
  static constexpr int num_rows = 150;
  HostCsr<int, int, double> host = make_random<int, int, double>(
      {.num_rows = num_rows, .num_cols = num_rows, .mean_row_nnz = 5, .seed = 71, .full_row = 7});
  crs_matrix<int, int, double> owned_a = to_crs_matrix(host);
  crs_matrix<std::size_t, int, double> owned_wide = to_crs_matrix(convert<std::size_t, int, double>(host));
  test_view<double> owned_dinv = make_view(std::vector<double>(num_rows, 0.5));
  crs_matrix<int, int, double> a = without_owners(owned_a);
  crs_matrix<std::size_t, int, double> wide = without_owners(owned_wide);
  test_view<double> dinv = without_owner(owned_dinv);
};
using shared_operands = std::shared_ptr<const SharedOperands>;

template <class Matrix>
ThreadJob one_shot_job(const std::string& name, const shared_operands& operands, const Matrix& a, bool transpose,
                       const SpGEMMOptions& options) {
  return {name, [=](const test_exec_space& exec) {
            (void)operands;
            return contents_of(exec, Ocean::spgemm<Matrix>(exec, a, transpose, a, false, options));
          }};
}

template <class Handle>
std::unique_ptr<Handle> make_handle(const SpGEMMOptions& options = {}) {
  auto handle = std::make_unique<Handle>();
  handle->create_spgemm_handle();
  Ocean::spgemm_options(*handle) = options;
  return handle;
}

inline constexpr int calls_with_values = 3;  ///< the first two calls prepare, the later ones only sum

template <class Handle, class Matrix>
ThreadJob handle_job(const std::string& name, const Matrix& a, const SpGEMMOptions& options) {
  return {name, [=](const test_exec_space& exec) {
            const auto handle = make_handle<Handle>(options);
            Matrix c;
            Ocean::spgemm_symbolic(exec, *handle, a, false, a, false, c);
            for (int call = 0; call < calls_with_values; ++call)
              Ocean::spgemm_numeric(exec, *handle, a, false, a, false, c);
            return contents_of(exec, c);
          }};
}

inline ThreadJob jacobi_job(const std::string& name, const shared_operands& operands, const SpGEMMOptions& options) {
  return {name, [=](const test_exec_space& exec) {
            const auto& a = operands->a;
            const auto handle = make_handle<own_handle<int, int, double>>(options);
            crs_matrix<int, int, double> c;
            Ocean::spgemm_symbolic(exec, *handle, a, false, a, false, c);
            auto entries = c.graph.entries;
            auto values = c.values;
            for (int call = 0; call < calls_with_values; ++call)
              Ocean::Experimental::spgemm_jacobi(exec, handle.get(), a.numRows(), a.numRows(), a.numCols(),
                                                 a.graph.row_map, a.graph.entries, a.values, false, a.graph.row_map,
                                                 a.graph.entries, a.values, false, c.graph.row_map, entries, values,
                                                 2.0, operands->dinv);
            return contents_of(exec, c);
          }};
}

inline ThreadJob sum_job(const std::string& name, const shared_operands& operands, const SpGEMMOptions& options) {
  return {name, [=](const test_exec_space& exec) {
            const auto& a = operands->a;
            Ocean::SpGEMMAdd<crs_matrix<int, int, double>> product;
            const auto c = product.symbolic(exec, a, a, a, options);
            for (int call = 0; call < calls_with_values; ++call) product.numeric(exec, 1.0, a, a, 2.0, a, c);
            return contents_of(exec, c);
          }};
}

inline ThreadJob triple_job(const std::string& name, const shared_operands& operands, const SpGEMMOptions& options) {
  return {name, [=](const test_exec_space& exec) {
            const auto& a = operands->a;
            Ocean::TripleProduct<crs_matrix<int, int, double>> product;
            const auto c = product.symbolic(exec, a, true, a, a, options);
            for (int call = 0; call < calls_with_values; ++call) product.numeric(exec, a, a, a, c);
            return contents_of(exec, c);
          }};
}

inline ThreadJob into_graph_job(const std::string& name, const shared_operands& operands,
                                const SpGEMMOptions& options) {
  return {name, [=](const test_exec_space& exec) {
            const auto& a = operands->a;
            const auto c = Ocean::spgemm<crs_matrix<int, int, double>>(exec, a, false, a, false, options);
            Kokkos::deep_copy(exec, c.values, 0.0);
            Ocean::spgemm_numeric(exec, a, a, c, options);
            return contents_of(exec, c);
          }};
}

/// \brief In the pattern of the diagonal, so that rows of B are searched.
inline ThreadJob masked_job(const std::string& name, const shared_operands& operands, const SpGEMMOptions& options) {
  return {name, [=](const test_exec_space& exec) {
            const auto& a = operands->a;
            const auto mask = to_crs_matrix(make_identity<int, int, double>(a.numRows()));
            return contents_of(exec, Ocean::spgemm_masked<crs_matrix<int, int, double>>(exec, a, a, mask, options));
          }};
}

/// \brief Every operation on every path.
inline std::vector<ThreadJob> thread_jobs(const shared_operands& operands) {
  std::vector<ThreadJob> jobs;
  for (const NamedOptions& named : all_workflows_and_paths())
    jobs.push_back(one_shot_job("one call, " + named.name, operands, operands->a, false, named.options));
  for (const ExecutionPath path : available_paths()) {
    const std::string on = std::string(", ") + to_string(path);
    const SpGEMMOptions options{.path = path};
    const SpGEMMOptions deterministic{.path = path, .deterministic = true};
    const SpGEMMOptions no_reuse{.path = path, .reuse = false};
    const SpGEMMOptions limited{.path = path, .memory_limit_bytes = std::size_t(1) << 26};
    jobs.push_back(one_shot_job("transposed" + on, operands, operands->a, true, options));
    jobs.push_back(one_shot_job("deterministic" + on, operands, operands->a, false, deterministic));
    jobs.push_back(one_shot_job("memory limit" + on, operands, operands->a, false, limited));
    jobs.push_back(one_shot_job("offsets of size_t" + on, operands, operands->wide, false, options));
    jobs.push_back(handle_job<own_handle<int, int, double>>("own handle" + on, operands->a, options));
    jobs.push_back(handle_job<own_handle<int, int, double>>("own handle, no reuse" + on, operands->a, no_reuse));
    jobs.push_back(
        handle_job<own_handle<std::size_t, int, double>>("own handle, size_t" + on, operands->wide, options));
    jobs.push_back(
        handle_job<kokkos_kernels_handle<int, int, double>>("KokkosKernels' handle" + on, operands->a, options));
    jobs.push_back(handle_job<kokkos_kernels_handle<int, int, double>>("KokkosKernels' handle, deterministic" + on,
                                                                       operands->a, deterministic));
    jobs.push_back(jacobi_job("Jacobi" + on, operands, options));
    jobs.push_back(sum_job("sum" + on, operands, options));
    jobs.push_back(triple_job("triple product" + on, operands, options));
    jobs.push_back(into_graph_job("into a graph" + on, operands, options));
    jobs.push_back(masked_job("masked" + on, operands, options));
  }
  return jobs;
}

/// \brief The results of the jobs, one after the other on one thread.
inline std::vector<Contents> expected_contents(const std::vector<ThreadJob>& jobs) {
  std::vector<Contents> expected;
  for (const ThreadJob& job : jobs) expected.push_back(job.run(test_exec_space{}));
  return expected;
}

}  // namespace Ocean::Testing

#endif
