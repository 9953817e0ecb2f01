/// \file
/// \brief Results of reductions that the host reads after a wait.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <set>
#include <thread>

#include "ocean/backend/late_words.hpp"
#include "support/test_exec_space.hpp"

namespace {

using words = Ocean::Impl::LateWords<Ocean::Testing::test_exec_space>;

struct AddUp {
  std::uint64_t factor;
  KOKKOS_FUNCTION void operator()(const int index, std::uint64_t& sum) const {
    sum += factor * static_cast<std::uint64_t>(index);
  }
};

TEST(LateWords, HoldTheResultsOfReductionsAfterOneWait) {
  const Ocean::Testing::test_exec_space exec;
  const Kokkos::RangePolicy<Ocean::Testing::test_exec_space> range(exec, 0, 1001);
  for (std::size_t index = 0; index < Ocean::Impl::late_words_max; ++index)
    Kokkos::parallel_reduce("Testing::add_up", range, AddUp{index + 1}, words::word(index));
  exec.fence();
  for (std::size_t index = 0; index < Ocean::Impl::late_words_max; ++index)
    EXPECT_EQ(words::word(index)(), 500500 * (index + 1)) << index;
}

TEST(LateWords, EveryThreadHasItsOwn) {
  std::set<const std::uint64_t*> places;
  for (std::size_t index = 0; index < Ocean::Impl::late_words_max; ++index) {
    places.insert(words::word(index).data());
    EXPECT_EQ(words::word(index).data(), words::word(index).data());
  }
  const std::uint64_t* elsewhere = nullptr;
  std::thread([&] { elsewhere = words::word(0).data(); }).join();
  places.insert(elsewhere);
  EXPECT_EQ(places.size(), Ocean::Impl::late_words_max + 1);
}

}  // namespace
