/// \file
/// \brief The second number in an error about memory: from a part that names it, or measured when the error occurs.
// once: OpenMP

#include "ocean/drivers/enough_memory.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Impl::EnoughMemory;
using Ocean::Impl::MemoryBound;
using Ocean::Impl::MemoryShortage;
using Ocean::Impl::WorkspaceTooSmall;
using Ocean::Testing::error_text;

/// A part that had 100 of the bytes of the bound, 60 of them in use, and lacks 20.
MemoryShortage shortage(MemoryBound bound, std::size_t enough_bytes) {
  return {bound, "the part", 60, 60, 120, 100, enough_bytes};
}

/// \brief The error of an action that runs short under 1000 bytes; \p num_measured counts measurements.
std::string text_of(const MemoryShortage& part, const EnoughMemory& enough, int& num_measured, bool for_all = false) {
  const SpGEMMOptions options{.memory_limit_bytes = 1000, .workspace_bytes = 500};
  const auto action = [&]() -> int { throw WorkspaceTooSmall(part); };
  const auto measure = [&] {
    ++num_measured;
    return enough;
  };
  return error_text<WorkspaceTooSmall>([&] {
    if (for_all)
      Ocean::Impl::with_enough_named_for_all(options, action, measure);
    else
      Ocean::Impl::with_enough_named(options, action, measure);
  });
}

TEST(EnoughMemory, NumbersAreThoseOfTheWholeBound) {
  int num_measured = 0;
  EXPECT_EQ(text_of(shortage(MemoryBound::limit, 0), {2000, 300}, num_measured),
            "Ocean::workspace: the part takes 60 bytes with 960 in use (need a memory limit of at least 1020 bytes, it "
            "is 1000; 2300 are enough)");
  EXPECT_EQ(text_of(shortage(MemoryBound::workspace, 0), {2000, 300}, num_measured),
            "Ocean::workspace: the part takes 60 bytes with 460 in use (need a workspace of at least 520 bytes, it has "
            "500; 2000 are enough)")
      << "C is not in a workspace";
  EXPECT_EQ(num_measured, 2);
}

TEST(EnoughMemory, IsNeverLessThanWhatIsNeeded) {
  int num_measured = 0;
  EXPECT_EQ(text_of(shortage(MemoryBound::limit, 0), {1, 2}, num_measured),
            "Ocean::workspace: the part takes 60 bytes with 960 in use (need a memory limit of at least 1020 bytes, it "
            "is 1000; 1020 are enough)");
}

TEST(EnoughMemory, ANumberThatAPartNamesIsTakenUnlessItIsForThePartAlone) {
  int num_measured = 0;
  EXPECT_EQ(text_of(shortage(MemoryBound::limit, 130), {2000, 300}, num_measured),
            "Ocean::workspace: the part takes 60 bytes with 960 in use (need a memory limit of at least 1020 bytes, it "
            "is 1000; 1030 are enough)");
  EXPECT_EQ(num_measured, 0);
  EXPECT_EQ(text_of(shortage(MemoryBound::limit, 130), {2000, 300}, num_measured, true),
            "Ocean::workspace: the part takes 60 bytes with 960 in use (need a memory limit of at least 1020 bytes, it "
            "is 1000; 2300 are enough)");
  EXPECT_EQ(num_measured, 1);
}

TEST(EnoughMemory, WithoutMemoryToMeasureTheNumberIsLeftOut) {
  const SpGEMMOptions options{.memory_limit_bytes = 100};
  const auto run = [&](const auto& measure) {
    return error_text<WorkspaceTooSmall>([&] {
      Ocean::Impl::with_enough_named(
          options, [&]() -> int { throw WorkspaceTooSmall(shortage(MemoryBound::limit, 0)); }, measure);
    });
  };
  const std::string without_number =
      "Ocean::workspace: the part takes 60 bytes with 60 in use (need a memory limit of at least 120 bytes, it is 100)";
  EXPECT_EQ(run([]() -> EnoughMemory { throw Ocean::OutOfMemory("none left"); }), without_number);
  EXPECT_EQ(run([]() -> EnoughMemory { throw std::bad_alloc(); }), without_number);
  EXPECT_THROW(Ocean::Impl::with_enough_named(
                   options, [&]() -> int { throw WorkspaceTooSmall(shortage(MemoryBound::limit, 0)); },
                   []() -> EnoughMemory { throw std::invalid_argument("the operands"); }),
               std::invalid_argument);
}

TEST(EnoughMemory, ResultsAndOtherErrorsGetThrough) {
  int num_measured = 0;
  const auto measure = [&] {
    ++num_measured;
    return EnoughMemory{};
  };
  EXPECT_EQ(Ocean::Impl::with_enough_named(
                {}, [] { return 7; }, measure),
            7);
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              Ocean::Impl::with_enough_named(
                  {}, []() -> int { throw std::invalid_argument("A"); }, measure);
            }),
            "A");
  EXPECT_EQ(num_measured, 0);
}

}  // namespace
