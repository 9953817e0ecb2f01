/// \file
/// \brief Instances on two devices of one process, in one thread and in two.
// backends: Cuda

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "Ocean_Memory.hpp"
#include "Ocean_SpGEMMAdd.hpp"
#include "api/gallery.hpp"
#include "handle/through_handle.hpp"
#include "ocean/backend/concurrent_launches.hpp"
#include "ocean/core/prefix_sum.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = crs_matrix<int, int, double>;
using memory = Ocean::Impl::DeviceMemory<test_exec_space>;

/// An instance on a stream of a device of its own.
class DeviceInstance {
 public:
  explicit DeviceInstance(int device) {
    EXPECT_EQ(cudaSetDevice(device), cudaSuccess);
    EXPECT_EQ(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), cudaSuccess);
    m_exec = std::make_unique<test_exec_space>(m_stream);
    EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  }
  DeviceInstance(const DeviceInstance&) = delete;
  DeviceInstance& operator=(const DeviceInstance&) = delete;
  ~DeviceInstance() {
    m_exec->fence("Testing::end_of_instance");
    m_exec.reset();
    EXPECT_EQ(cudaStreamDestroy(m_stream), cudaSuccess);
  }
  const test_exec_space& exec() const { return *m_exec; }

 private:
  cudaStream_t m_stream = nullptr;
  std::unique_ptr<test_exec_space> m_exec;
};

/// A view on the device of \p exec.
template <class T>
test_view<T> view_on(const test_exec_space& exec, const std::vector<T>& items) {
  using unmanaged = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const test_view<T> view(Kokkos::view_alloc(exec, "Testing::view", Kokkos::WithoutInitializing), items.size());
  if (!items.empty()) Kokkos::deep_copy(exec, view, unmanaged(items.data(), items.size()));
  exec.fence("Testing::view_on");
  return view;
}

matrix_type matrix_on(const test_exec_space& exec, const default_matrix& host) {
  return matrix_type("Testing::matrix", static_cast<int>(host.num_rows), static_cast<int>(host.num_cols),
                     host.entries.size(), view_on(exec, host.values), view_on(exec, host.row_map),
                     view_on(exec, host.entries));
}

/// Number of the device that \p data lies on.
int device_of(const void* data) {
  cudaPointerAttributes attributes;
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, data), cudaSuccess);
  return attributes.device;
}

class TwoDevices : public ::testing::Test {
 protected:
  void SetUp() override {
    int num_devices = 0;
    if (cudaGetDeviceCount(&num_devices) != cudaSuccess || num_devices < 2)
      GTEST_SKIP() << num_devices << " devices (need two)";
    for (int device = 0; device < 2; ++device) m_instances.push_back(std::make_unique<DeviceInstance>(device));
  }
  const test_exec_space& exec(std::size_t device) const { return m_instances[device]->exec(); }

 private:
  std::vector<std::unique_ptr<DeviceInstance>> m_instances;
};

/// The operands of a product of the gallery on one device.
struct OperandsOn {
  const Case<>& product;
  const test_exec_space& exec;
  matrix_type a, b;
  OperandsOn(const Case<>& of_product, const test_exec_space& on_exec)
      : product(of_product), exec(on_exec), a(matrix_on(exec, product.a)), b(matrix_on(exec, product.b)) {}
  void expect_product(const NamedOptions& named) const {
    SCOPED_TRACE(named.name + " on device " + std::to_string(exec.cuda_device()) + ": " + product.name);
    const auto c = Ocean::spgemm<matrix_type>(exec, a, false, b, false, named.options);
    exec.fence("Testing::product");
    EXPECT_TRUE(matches(to_host(c), product.c));
    if (c.values.extent(0) > 0) {
      EXPECT_EQ(device_of(c.values.data()), exec.cuda_device());
    }
  }
};

TEST_F(TwoDevices, OneThreadMultipliesOnThemInTurn) {
  for (const auto& product : gallery()) {
    const OperandsOn first(product, exec(0)), second(product, exec(1));
    for (const NamedOptions& named : all_workflows_and_paths()) {
      first.expect_product(named);
      second.expect_product(named);
    }
  }
}

TEST_F(TwoDevices, TwoThreadsMultiplyOnOneEach) {
  std::vector<std::string> errors(2, "none");
  std::vector<std::thread> threads;
  for (std::size_t device = 0; device < 2; ++device)
    threads.emplace_back([&, device] {
      try {
        for (int round = 0; round < 3; ++round)
          for (const auto& product : gallery()) {
            const OperandsOn operands(product, exec(device));
            for (const NamedOptions& named : all_workflows_and_paths()) operands.expect_product(named);
          }
      } catch (const std::exception& error) {
        errors[device] = error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(errors, (std::vector<std::string>{"none", "none"}));
}

/// What is kept between the calls of a product, on the device of its symbolic call.
TEST_F(TwoDevices, ASymbolicCallMovesAHandle) {
  const auto a = make_banded<int, int, double>(240, 240, 2, 3);
  const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, a);
  own_handle<int, int, double> handle;
  handle.create_spgemm_handle();
  Ocean::SpGEMMAdd<matrix_type> sum;
  for (const std::size_t device : {0, 1, 0}) {
    SCOPED_TRACE(device);
    const matrix_type on_device = matrix_on(exec(device), a);
    matrix_type c;
    Ocean::spgemm_symbolic(exec(device), handle, on_device, false, on_device, false, c);
    Ocean::spgemm_numeric(exec(device), handle, on_device, false, on_device, false, c);
    exec(device).fence("Testing::handle");
    EXPECT_TRUE(matches(to_host(c), expected));
    matrix_type with_zeros = sum.symbolic(exec(device), on_device, on_device, on_device);
    sum.numeric(exec(device), 1.0, on_device, on_device, 0.0, on_device, with_zeros);
    exec(device).fence("Testing::sum");
    EXPECT_EQ(device_of(with_zeros.values.data()), static_cast<int>(device));
  }
  const matrix_type elsewhere = matrix_on(exec(1), a);
  matrix_type c;
  try {
    c = matrix_on(exec(1), {expected.num_rows, expected.num_cols, expected.row_map, expected.entries, expected.values});
    Ocean::spgemm_numeric(exec(1), handle, elsewhere, false, elsewhere, false, c);
    FAIL() << "a numeric call on another device";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("on device 1 (need an instance on device 0"), std::string::npos)
        << error.what();
  }
}

/// target(team) += 1, through scratch that a device has to grant.
struct AddOne {
  test_view<int> target;
  int num_words;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.thread_rank() != 0) return;
    int* scratch = team.template scratch<int>();
    scratch[num_words - 1] = target(team.league_rank());
    target(team.league_rank()) = scratch[num_words - 1] + 1;
  }
};

TEST_F(TwoDevices, LaunchesMemoryAndSumsWhileTheOtherDeviceIsCurrent) {
  constexpr std::size_t scratch_bytes = 96 * 1024;
  for (const std::size_t device : {0, 1, 0, 1}) {
    const auto ones = view_on(exec(device), std::vector<int>(100, 1));
    ASSERT_EQ(cudaSetDevice(static_cast<int>(1 - device)), cudaSuccess);
    {
      Ocean::Impl::ConcurrentLaunches<test_exec_space> launches(exec(device), 3);
      launches.branch();
      ASSERT_EQ(cudaSetDevice(static_cast<int>(1 - device)), cudaSuccess);
      Ocean::Impl::NativeTeams<test_exec_space>(exec(device))
          .launch({"Testing::add_one", 100, 32, scratch_bytes},
                  AddOne{ones, static_cast<int>(scratch_bytes / sizeof(int))});
      ASSERT_EQ(cudaSetDevice(static_cast<int>(1 - device)), cudaSuccess);
    }
    int first = 0;
    memory::read_back(exec(device), ones.data(), &first, 1);
    EXPECT_EQ(first, 2);
    ASSERT_EQ(cudaSetDevice(static_cast<int>(1 - device)), cudaSuccess);
    memory::clear(exec(device), ones.data() + 1, 99);
    exec(device).fence("Testing::clear");
    EXPECT_EQ(to_vector(ones)[99], 0);

    const auto counts = view_on(exec(device), std::vector<Ocean::Impl::count_type>(1001, 3));
    ASSERT_EQ(cudaSetDevice(static_cast<int>(1 - device)), cudaSuccess);
    Ocean::Impl::Workspace<test_exec_space> workspace(exec(device));
    Ocean::Impl::prefix_sum(exec(device), "Testing::sums", counts, counts, 1000, workspace);
    exec(device).fence("Testing::sums");
    EXPECT_EQ(to_vector(counts)[1000], 3000);

    void* const data = memory::allocate(exec(device), "Testing::block", std::size_t(1) << 20);
    EXPECT_EQ(device_of(data), static_cast<int>(device));
    ASSERT_EQ(cudaSetDevice(static_cast<int>(1 - device)), cudaSuccess);
    memory::release(exec(device).cuda_stream(), exec(device).cuda_device(), data);
  }
}

TEST_F(TwoDevices, GiveTheirIdleMemoryBack) {
  constexpr std::size_t block_bytes = std::size_t(1) << 30;
  for (std::size_t device = 0; device < 2; ++device) {
    memory::release(exec(device), memory::allocate(exec(device), "Testing::block", block_bytes));
    exec(device).fence("Testing::pooled");
    EXPECT_GE(Ocean::Impl::DevicePools::idle_bytes(static_cast<int>(device)), block_bytes);
  }
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  Ocean::release_cached_memory();
  int current = -1;
  ASSERT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, 1) << "the caller's device stays";
  for (int device = 0; device < 2; ++device) EXPECT_LT(Ocean::Impl::DevicePools::idle_bytes(device), block_bytes);
}

}  // namespace
