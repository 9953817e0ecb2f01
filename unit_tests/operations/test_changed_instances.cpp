/// \file
/// \brief Calls in two parts whose instance changes from call to call, and ends before what is kept between them.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "Ocean_BlockSpGEMM.hpp"
#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_TripleProduct.hpp"
#include "api/tools_recorder.hpp"
#include "handle/through_handle.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = crs_matrix<int, int, double>;
constexpr double rubbish = -77.0;

/// \brief An operation in two parts: numeric() is called as often as wanted and writes values.
struct Repeated {
  std::function<void(const test_exec_space&)> symbolic, numeric;
  std::function<std::vector<double>()> values;
};

/// \brief What the operations share: a matrix with supernodes, and C.
struct Operands {
  matrix_type a = to_crs_matrix(make_banded<int, int, double>(240, 240, 2, 3));
  test_view<double> dinv = make_view(std::vector<double>(240, 0.5));
  matrix_type c;
};

Repeated with_values_of_c(const std::shared_ptr<Operands>& operands,
                          const std::function<void(const test_exec_space&)>& symbolic,
                          const std::function<void(const test_exec_space&)>& numeric) {
  return {symbolic,
          [=](const test_exec_space& exec) {
            Kokkos::deep_copy(exec, operands->c.values, rubbish);
            numeric(exec);
          },
          [=] { return to_vector(operands->c.values); }};
}

template <class Handle>
Repeated product_through(const Ocean::SpGEMMOptions& options, bool transpose) {
  const auto operands = std::make_shared<Operands>();
  const auto handle = std::make_shared<Handle>();
  handle->create_spgemm_handle();
  Ocean::spgemm_options(*handle) = options;
  return with_values_of_c(
      operands,
      [=](const test_exec_space& exec) {
        Ocean::spgemm_symbolic(exec, *handle, operands->a, transpose, operands->a, false, operands->c);
      },
      [=](const test_exec_space& exec) {
        Ocean::spgemm_numeric(exec, *handle, operands->a, transpose, operands->a, false, operands->c);
      });
}

Repeated jacobi(const Ocean::SpGEMMOptions& options) {
  using handle_type = own_handle<int, int, double>;
  const auto operands = std::make_shared<Operands>();
  const auto handle = std::make_shared<handle_type>();
  handle->create_spgemm_handle();
  Ocean::spgemm_options(*handle) = options;
  return with_values_of_c(
      operands,
      [=](const test_exec_space& exec) {
        Ocean::spgemm_symbolic(exec, *handle, operands->a, false, operands->a, false, operands->c);
      },
      [=](const test_exec_space& exec) {
        const auto& graph = operands->a.graph;
        auto entries = operands->c.graph.entries;
        auto values = operands->c.values;
        Ocean::Experimental::spgemm_jacobi(exec, handle.get(), 240, 240, 240, graph.row_map, graph.entries,
                                           operands->a.values, false, graph.row_map, graph.entries, operands->a.values,
                                           false, operands->c.graph.row_map, entries, values, 2.0, operands->dinv);
      });
}

Repeated sum(const Ocean::SpGEMMOptions& options) {
  const auto operands = std::make_shared<Operands>();
  const auto product = std::make_shared<Ocean::SpGEMMAdd<matrix_type>>();
  return with_values_of_c(
      operands,
      [=](const test_exec_space& exec) {
        operands->c = product->symbolic(exec, operands->a, operands->a, operands->a, options);
      },
      [=](const test_exec_space& exec) {
        product->numeric(exec, 1.0, operands->a, operands->a, 2.0, operands->a, operands->c);
      });
}

Repeated triple_product(const Ocean::SpGEMMOptions& options) {
  const auto operands = std::make_shared<Operands>();
  const auto product = std::make_shared<Ocean::TripleProduct<matrix_type>>();
  return with_values_of_c(
      operands,
      [=](const test_exec_space& exec) {
        operands->c = product->symbolic(exec, operands->a, true, operands->a, operands->a, options);
      },
      [=](const test_exec_space& exec) { product->numeric(exec, operands->a, operands->a, operands->a, operands->c); });
}

struct NamedOperation {
  std::string name;
  std::function<Repeated()> make;
};

/// \brief Every operation in two parts on every path; kept lists, places, nothing kept, and values in a fixed order.
std::vector<NamedOperation> operations() {
  std::vector<NamedOperation> all;
  for (const auto path : available_paths()) {
    const std::string on = std::string(", path ") + to_string(path);
    const auto add = [&](const std::string& name, const Ocean::SpGEMMOptions& options) {
      all.push_back(
          {"own handle, " + name + on, [=] { return product_through<own_handle<int, int, double>>(options, false); }});
      all.push_back({"KokkosKernels' handle, " + name + on,
                     [=] { return product_through<kokkos_kernels_handle<int, int, double>>(options, true); }});
      all.push_back({"Jacobi, " + name + on, [=] { return jacobi(options); }});
      all.push_back({"sum, " + name + on, [=] { return sum(options); }});
      all.push_back({"triple product, " + name + on, [=] { return triple_product(options); }});
    };
    add("defaults", {.path = path});
    add("no reuse", {.path = path, .reuse = false});
    add("deterministic", {.path = path, .deterministic = true});
    add("limited", {.path = path, .memory_limit_bytes = std::size_t(1) << 26});
  }
  return all;
}

/// \brief The kernels of Ocean's in a record that ran elsewhere than on \p exec.
std::vector<std::string> kernels_elsewhere(const ToolsRecord& record, const test_exec_space& exec) {
  std::vector<std::string> labels;
  for (const InstanceEvent& kernel : record.kernels)
    if (kernel.label.starts_with("Ocean::") && kernel.device_id != Kokkos::Tools::Experimental::device_id(exec))
      labels.push_back(kernel.label);
  return labels;
}

TEST(ChangedInstances, EveryCallIsOnItsOwnInstance) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1, 1);
  for (const NamedOperation& operation : operations()) {
    SCOPED_TRACE(operation.name);
    const Repeated expected = operation.make();
    expected.symbolic(test_exec_space{});
    expected.numeric(test_exec_space{});
    Kokkos::fence();
    const Repeated repeated = operation.make();
    const auto check = [&](const test_exec_space& exec, const auto& call) {
      ToolsRecord record;
      {
        const ToolsRecorder recorder;
        call(exec);
        record = ToolsRecorder::record();
      }
      EXPECT_EQ(kernels_elsewhere(record, exec), std::vector<std::string>());
    };
    check(instances[0], repeated.symbolic);
    for (const test_exec_space& exec : {instances[1], test_exec_space{}, instances[0], instances[1]}) {
      check(exec, repeated.numeric);
      exec.fence();
      EXPECT_EQ(repeated.values(), expected.values());
    }
    check(instances[1], repeated.symbolic);
    check(instances[0], repeated.numeric);
    instances[0].fence();
    EXPECT_EQ(repeated.values(), expected.values());
  }
}

TEST(ChangedInstances, LaterCallsWaitForThoseOnOtherInstances) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1, 1);
  for (const NamedOperation& operation : operations()) {
    SCOPED_TRACE(operation.name);
    const Repeated repeated = operation.make();
    repeated.symbolic(instances[0]);
    repeated.numeric(instances[0]);
    instances[0].fence();
    const auto expected = repeated.values();
    for (int call = 0; call < 6; ++call) repeated.numeric(instances[static_cast<std::size_t>(call % 2)]);
    instances[1].fence();
    EXPECT_EQ(repeated.values(), expected);
  }
}

TEST(ChangedInstances, InstancesMayEndBeforeWhatIsKept) {
  for (const NamedOperation& operation : operations()) {
    SCOPED_TRACE(operation.name);
    Repeated repeated = operation.make();
    {
      const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1, 1);
      repeated.symbolic(instances[0]);
      repeated.numeric(instances[1]);
      instances[1].fence();
    }
    const auto expected = repeated.values();
    repeated.numeric(test_exec_space{});
    Kokkos::fence();
    EXPECT_EQ(repeated.values(), expected);
    repeated = {};
    Kokkos::fence();
  }
}

}  // namespace
