/// \file
/// \brief The pool of work memory: kept, given back, reported, tried again, done without.
// backends: Cuda

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "Ocean_Memory.hpp"
#include "api/product.hpp"
#include "held_work.hpp"
#include "ocean/backend/managed_view.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::DevicePools;
using memory = Ocean::Impl::DeviceMemory<test_exec_space>;

constexpr std::size_t mebibyte = std::size_t(1) << 20, gibibyte = std::size_t(1) << 30;
/// What the driver may take or give back meanwhile for purposes of its own.
constexpr std::size_t slack_bytes = 64 * mebibyte;

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  return free;
}

/// Leaves \p bytes of the device free while it lives.
class Filler {
 public:
  explicit Filler(std::size_t bytes) {
    Ocean::release_cached_memory();
    EXPECT_EQ(cudaMalloc(&m_data, free_bytes() - bytes), cudaSuccess);
  }
  ~Filler() { (void)cudaFree(m_data); }

 private:
  void* m_data = nullptr;
};

/// Puts \p bytes into the pool, unused.
void fill_pool(const test_exec_space& exec, std::size_t bytes) {
  memory::release(exec, memory::allocate(exec, "Testing::pooled", bytes));
  exec.fence("Testing::fill_pool");
}

TEST(DeviceMemory, IsKeptUntilItIsGivenBack) {
  const test_exec_space exec;
  Ocean::release_cached_memory();
  const std::size_t before = free_bytes();
  fill_pool(exec, gibibyte);
  EXPECT_LE(free_bytes(), before - gibibyte) << "kept for the next product";
  EXPECT_GE(memory::available_bytes(exec), before - slack_bytes) << "which counts as available";
  Ocean::release_cached_memory();
  EXPECT_GE(free_bytes(), before - slack_bytes);
  memory::release(exec, memory::allocate(exec, "Testing::block", gibibyte));
  Ocean::release_cached_memory();  // without a fence before
  EXPECT_GE(free_bytes(), before - slack_bytes);
}

TEST(DeviceMemory, InUseIsNotGivenBack) {
  const test_exec_space exec;
  constexpr std::size_t count = 64 * mebibyte;
  char* const data = static_cast<char*>(memory::allocate(exec, "Testing::used", count));
  const Kokkos::View<char*, test_exec_space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> view(data, count);
  Kokkos::deep_copy(view, 'x');
  Ocean::release_cached_memory();
  fill_pool(exec, count);
  EXPECT_EQ(to_vector(view), std::vector<char>(count, 'x'));
  memory::release(exec, data);
}

TEST(DeviceMemory, OfThePoolIsThereForC) {
  const test_exec_space exec;
  const Filler filler(3 * gibibyte);
  fill_pool(exec, 2 * gibibyte);
  test_view<char> c;
  EXPECT_NO_THROW(c = Ocean::Impl::allocate_view<test_view<char>>(exec, "Testing::c", 2 * gibibyte + gibibyte / 2));
  EXPECT_EQ(c.extent(0), 2 * gibibyte + gibibyte / 2);
}

TEST(DeviceMemory, OfThePoolIsThereForLargerBlocks) {
  const test_exec_space exec;
  const Filler filler(3 * gibibyte);
  fill_pool(exec, 2 * gibibyte);
  void* data = nullptr;
  EXPECT_NO_THROW(data = memory::allocate(exec, "Testing::larger", 2 * gibibyte + gibibyte / 2));
  if (data != nullptr) memory::release(exec, data);
}

TEST(DeviceMemory, ARefusalHasItsTypeAndLeavesNoError) {
  const test_exec_space exec;
  EXPECT_THROW((void)memory::allocate(exec, "Testing::impossible", std::size_t(1) << 60), Ocean::OutOfMemory);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  EXPECT_THROW(Ocean::Impl::cuda_check(cudaErrorMemoryAllocation, "call"), Ocean::OutOfMemory);
  fill_pool(exec, mebibyte);
}

TEST(DeviceMemory, AHealthyStreamMayBeAtWork) {
  const test_exec_space exec;
  HeldWork held;
  held.launch(exec);
  EXPECT_NO_THROW(memory::check_health(exec));
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  held.let_go();
  exec.fence("Testing::held");
}

TEST(DeviceMemory, IsReleasedWithoutAnInstance) {
  Ocean::release_cached_memory();
  const int device = test_exec_space{}.cuda_device();
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  void* data = nullptr;
  {
    const test_exec_space exec(streams[0]);
    data = memory::allocate(exec, "Testing::block", gibibyte);
    exec.fence("Testing::allocated");
  }
  ASSERT_EQ(cudaStreamDestroy(streams[0]), cudaSuccess);
  memory::release(streams[1], device, data);
  ASSERT_EQ(cudaStreamSynchronize(streams[1]), cudaSuccess);
  EXPECT_GE(DevicePools::idle_bytes(device), gibibyte);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(streams[1]), cudaSuccess);
}

/// What was used on the default instance is freed in the order of its stream; that of others, whose streams may be
/// gone, on the library's own, after their work.
TEST(DeviceMemory, OfTheDefaultInstanceIsReleasedOnItsStream) {
  const test_exec_space default_instance;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  {
    const test_exec_space other(stream);
    for (const test_exec_space& exec : {default_instance, other}) {
      SCOPED_TRACE(testing::Message() << (exec == default_instance ? "default" : "other"));
      const cudaStream_t own = Ocean::Impl::release_stream(exec.cuda_device());
      ASSERT_EQ(cudaStreamQuery(own), cudaSuccess);
      void* const data = memory::allocate(exec, "Testing::block", mebibyte);
      HeldWork held;
      held.launch(exec);
      Ocean::Impl::RecordedWork<test_exec_space> work;
      work.record(exec);
      work.release(data);
      EXPECT_TRUE(is_at_work(exec));
      EXPECT_EQ(cudaStreamQuery(own), exec == default_instance ? cudaSuccess : cudaErrorNotReady);
      (void)cudaGetLastError();
      held.let_go();
      exec.fence("Testing::held");
      ASSERT_EQ(cudaStreamSynchronize(own), cudaSuccess);
    }
  }
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// What a tool hears, as long as it lives.
struct Listener {
  static inline std::vector<std::string> heard;
  Kokkos::Tools::Experimental::EventSet previous = Kokkos::Tools::Experimental::get_callbacks();
  static void hear(const char* what, const char* label, std::uint64_t bytes) {
    heard.push_back(std::string(what) + " " + label + " " + std::to_string(bytes));
  }
  Listener() {
    heard.clear();
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](const Kokkos::Tools::SpaceHandle, const char* label, const void*, const std::uint64_t bytes) {
          hear("new", label, bytes);
        });
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        [](const Kokkos::Tools::SpaceHandle, const char* label, const void*, const std::uint64_t bytes) {
          hear("free", label, bytes);
        });
  }
  ~Listener() { Kokkos::Tools::Experimental::set_callbacks(previous); }
};

TEST(DeviceMemory, AToolHearsOfItTwice) {
  const test_exec_space exec;
  const Listener listener;
  void* const first = memory::allocate(exec, "Testing::first", 1000);
  void* const second = memory::allocate(exec, "Testing::second", 2000);
  memory::release(exec, second);
  memory::release(exec.cuda_stream(), exec.cuda_device(), first);
  EXPECT_EQ(Listener::heard, (std::vector<std::string>{"new Testing::first 1000", "new Testing::second 2000",
                                                       "free Testing::second 2000", "free Testing::first 1000"}));
}

/// Takes every device for one without pools.
struct WithoutPools {
  WithoutPools() { DevicePools::use(false); }
  ~WithoutPools() { DevicePools::use(true); }
};

TEST(DeviceMemory, IsThereWithoutPools) {
  Ocean::release_cached_memory();
  const WithoutPools without_pools;
  const test_exec_space exec;
  EXPECT_FALSE(memory::trim(exec));
  const std::size_t before = free_bytes();
  HeldWork held;
  void* const data = memory::allocate(exec, "Testing::block", gibibyte);
  EXPECT_LE(free_bytes(), before - gibibyte);
  held.launch(exec);
  std::thread host([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    held.let_go();
  });
  memory::release(exec, data);
  EXPECT_FALSE(is_at_work(exec)) << "freed beneath a kernel";
  host.join();
  EXPECT_GE(free_bytes(), before - slack_bytes);
  EXPECT_LE(memory::available_bytes(exec), before + slack_bytes);
  EXPECT_THROW((void)memory::allocate(exec, "Testing::impossible", std::size_t(1) << 60), Ocean::OutOfMemory);
  const Case<> product("without pools", make_default({.num_rows = 300, .num_cols = 300, .mean_row_nnz = 6, .seed = 1}),
                       make_default({.num_rows = 300, .num_cols = 300, .mean_row_nnz = 6, .seed = 2}));
  EXPECT_TRUE(product.is_correct());
}

/// A thread that multiplies and ends when the process does, behind Kokkos::finalize().
struct LateThread {
  std::atomic<bool> has_multiplied{false}, may_end{false};
  bool is_right = false;
  std::thread thread{[this] {
    const auto matrix = make_default({.num_rows = 300, .num_cols = 300, .mean_row_nnz = 6, .seed = 1});
    is_right = static_cast<bool>(Case<>("late thread", matrix, matrix).is_correct());
    has_multiplied = true;
    while (!may_end) std::this_thread::yield();
  }};
  ~LateThread() {
    may_end = true;
    thread.join();
  }
};

TEST(DeviceMemory, AThreadMayEndAfterKokkos) {
  static LateThread late;
  while (!late.has_multiplied) std::this_thread::yield();
  EXPECT_TRUE(late.is_right);
}

}  // namespace
