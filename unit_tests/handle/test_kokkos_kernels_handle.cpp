/// \file
/// \brief KokkosKernels' own handle: its state beside it is right when handles come, go, move and share an address.

#include <cstddef>
#include <new>
#include <thread>
#include <vector>

#include "support/extreme_options.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using handle_type = kokkos_kernels_handle<int, int, double>;
using product_type = ThroughHandle<handle_type>;

std::size_t states() { return Ocean::Impl::StateTable::instance().size(); }

product_type make_band(int size, int below) {
  return {make_banded<int, int, double>(size, size, below, 1), make_banded<int, int, double>(size, size, 1, below)};
}

TEST(KokkosKernelsHandle, StateGoesWithTheHandle) {
  Ocean::release_abandoned_spgemm_states();
  const std::size_t before = states();
  {
    auto first = make_band(20, 1);
    first.multiply();
    EXPECT_EQ(states(), before + 1);
    auto second = make_band(20, 2);
    second.multiply();
    EXPECT_EQ(states(), before + 2);
    second.handle.destroy_spgemm_handle();
    Ocean::release_abandoned_spgemm_states();
    EXPECT_EQ(states(), before + 1);
    first.change_values(3);
    first.numeric();
    EXPECT_TRUE(first.is_correct());
  }
  Ocean::release_abandoned_spgemm_states();
  EXPECT_EQ(states(), before);
}

TEST(KokkosKernelsHandle, AnotherHandleAtTheSameAddressStartsAnew) {
  alignas(product_type) std::byte place[sizeof(product_type)];
  const void* address = nullptr;
  for (int below = 1; below < 6; ++below) {
    auto* product = new (place) product_type(make_band(10 + below, below));
    if (address == nullptr) address = &product->handle;
    ASSERT_EQ(static_cast<const void*>(&product->handle), address);
    EXPECT_STREQ(error_text<std::runtime_error>([&] { product->numeric(); }).c_str(),
                 "Call spgemm symbolic before calling SpGEMM numeric");
    product->multiply();
    EXPECT_TRUE(product->is_correct());
    product->~product_type();
  }
}

TEST(KokkosKernelsHandle, ANewSubHandleAtTheSameAddressStartsAnew) {
  auto product = make_band(20, 1);
  for (int below = 2; below < 12; ++below) {
    product.multiply();
    EXPECT_TRUE(product.is_correct());
    const auto other = make_band(20, below);
    product.host_a = other.host_a;
    product.host_b = other.host_b;
    product.a = other.a;
    product.b = other.b;
    product.handle.create_spgemm_handle();  // destroys the old one; the allocator is free to use its place
  }
}

TEST(KokkosKernelsHandle, ConstTypedCopiesShareTheProduct) {
  auto product = make_product<handle_type>();
  kokkos_kernels_handle<const int, const int, const double> copy(product.handle);
  product.symbolic();
  product.allocate();
  Ocean::spgemm_numeric(&copy, product.num_rows(), product.num_inner(), product.num_cols(), product.a.row_map,
                        product.a.entries, product.a.values, false, product.b.row_map, product.b.entries,
                        product.b.values, false, product.row_map, product.entries, product.values);
  Kokkos::fence();
  EXPECT_TRUE(product.is_correct());
  EXPECT_TRUE(product.sub_handle().is_numeric_called());
}

TEST(KokkosKernelsHandle, MovesToAnotherThread) {
  if (!any_thread_may_launch()) GTEST_SKIP() << "Kokkos takes kernels from one thread only";
  auto product = make_product<handle_type>();
  product.symbolic();
  product.allocate();
  std::thread([&] { product.numeric(); }).join();
  EXPECT_TRUE(product.is_correct());
}

TEST(KokkosKernelsHandle, ThreadsUseHandlesOfTheirOwn) {
  constexpr int num_threads = 4, num_rounds = 25;
  std::vector<int> num_correct(num_threads, 0);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < num_threads; ++thread)
    threads.emplace_back([&num_correct, thread] {
      for (int round = 0; round < num_rounds; ++round) {
        handle_type handle;
        handle.create_spgemm_handle();
        auto state = Ocean::Impl::state_of(handle, "spgemm_symbolic");
        state->options.seed = static_cast<std::uint64_t>(100 * thread + round);
        std::this_thread::yield();
        const bool is_own = Ocean::spgemm_options(handle).seed == static_cast<std::uint64_t>(100 * thread + round);
        num_correct[static_cast<std::size_t>(thread)] += is_own;
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : num_correct) EXPECT_EQ(count, num_rounds);
}

TEST(KokkosKernelsHandle, OptionsAndReportLieBesideIt) {
  const Ocean::ExecutionPath path = available_paths().back();
  auto product = make_product<handle_type>();
  Ocean::spgemm_options(product.handle).path = path;
  product.multiply();
  EXPECT_TRUE(product.is_correct());
  EXPECT_EQ(Ocean::spgemm_report(product.handle).path, path);
  EXPECT_EQ(Ocean::spgemm_report(product.handle).nnz_c, static_cast<std::int64_t>(product.entries.extent(0)));
}

TEST(KokkosKernelsHandle, SerialOnHostSpacesIsTheDefault) {
  const auto is_deterministic = [](Ocean::SPGEMMAlgorithm algorithm) {
    auto product = make_product<handle_type>(algorithm);
    product.multiply();
    EXPECT_TRUE(product.is_correct());
    return Ocean::Impl::state_of(product.handle, "spgemm_numeric")->used_options().deterministic;
  };
  EXPECT_FALSE(is_deterministic(KokkosSparse::SPGEMM_DEFAULT));
  EXPECT_TRUE(is_deterministic(KokkosSparse::SPGEMM_DEBUG));
  EXPECT_EQ(is_deterministic(KokkosSparse::SPGEMM_SERIAL), !Ocean::Impl::is_host_space_v<test_exec_space>);
}

TEST(KokkosKernelsHandle, KokkosKernelsItselfMayHaveUsedTheHandleForOtherThings) {
  auto product = make_product<handle_type>();
  product.handle.create_graph_coloring_handle();
  product.multiply();
  EXPECT_TRUE(product.is_correct());
  product.handle.destroy_graph_coloring_handle();
}

}  // namespace
