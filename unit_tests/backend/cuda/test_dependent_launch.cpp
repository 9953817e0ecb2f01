/// \file
/// \brief Kernels that may be there before the one ahead of them ends see all that it has written.
// backends: Cuda

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ocean/backend/late_sum.hpp"
#include "ocean/backend/read_back.hpp"
#include "ocean/backend/team_launch.hpp"
#include "ocean/core/prefix_sum.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

/// A hundredth of a second at 2 GHz: much longer than a kernel takes to begin.
constexpr long long late_clocks = 20'000'000;
constexpr int num_values = 100;

/// Lets what comes next on the stream begin at once, and writes much later.
__global__ void write_late(count_type* values, count_type value, long long clocks) {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
  for (int place = static_cast<int>(threadIdx.x); place < num_values; place += static_cast<int>(blockDim.x))
    values[place] = value;
}

struct CopyValues {
  test_view<count_type> from, to;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    for (int place = team.thread_rank(); place < num_values; place += team.num_threads()) to(place) = from(place);
  }
};

struct AddValues {
  test_view<count_type> values;
  KOKKOS_FUNCTION void operator()(const std::int64_t index, std::uint64_t& sum) const {
    sum += static_cast<std::uint64_t>(values(index));
  }
};

class DependentLaunch : public ::testing::Test {
 protected:
  void write(count_type value) const {
    write_late<<<1, 32, 0, exec.cuda_stream()>>>(values.data(), value, late_clocks);
  }

  test_exec_space exec;
  test_view<count_type> values{"Testing::values", num_values};
};

TEST_F(DependentLaunch, TeamKernelsSeeWhatIsWrittenLate) {
  const test_view<count_type> copies("Testing::copies", num_values);
  for (const count_type value : {1, 2, 3}) {
    write(value);
    Ocean::Impl::NativeTeams<test_exec_space>(exec).launch({"Testing::copy_values", 1, 64, 0},
                                                           CopyValues{values, copies});
    EXPECT_EQ(to_vector(copies), std::vector<count_type>(num_values, value));
  }
}

TEST_F(DependentLaunch, ReadBacksSeeWhatIsWrittenLate) {
  for (const count_type value : {4, 5, 6}) {
    write(value);
    Ocean::Impl::ReadBack<test_exec_space, count_type, 2> read(exec, values.data() + num_values - 2);
    EXPECT_EQ(read.get()[1], value);
  }
}

TEST_F(DependentLaunch, SumsSeeWhatIsWrittenLate) {
  const test_view<count_type> sums("Testing::sums", num_values + 1);
  Ocean::Impl::Workspace<test_exec_space> workspace(exec);
  for (const count_type value : {7, 8, 9}) {
    write(value);
    Ocean::Impl::PrefixSum<test_exec_space>::run(exec, "Testing::sums", values, sums, num_values, workspace);
    EXPECT_EQ(to_vector(sums)[num_values], num_values * value);
    write(value + 1);
    EXPECT_EQ(Ocean::Impl::LateSum<test_exec_space>(exec, "Testing::late", num_values, AddValues{values}).wait(),
              static_cast<std::uint64_t>(num_values * (value + 1)));
  }
}

/// The runtime is asked once, and its answer is kept.
TEST_F(DependentLaunch, CodeThatWaitsIsKnown) {
  cudaFuncAttributes attributes{};
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, &write_late), cudaSuccess);
  EXPECT_EQ(Ocean::Impl::waits_itself<&write_late>(exec.cuda_device()), attributes.ptxVersion >= 90);
  EXPECT_EQ(Ocean::Impl::kernel_versions<&write_late>[static_cast<std::size_t>(exec.cuda_device())].load(),
            attributes.ptxVersion);
}

}  // namespace
