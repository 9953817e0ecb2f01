/// \file
/// \brief The one way to throw: type and text. Needs no execution space.

#include <gtest/gtest.h>

#include "Ocean_Error.hpp"
#include "support/checks.hpp"

namespace {

using Ocean::Testing::error_text;

TEST(Error, InvalidArgumentCarriesPlaceAndNumbers) {
  EXPECT_STREQ(error_text<std::invalid_argument>([] {
                 Ocean::Impl::throw_invalid_argument("stage", "table has ", 3, " slots and ratio ", 1.5, " (need ", 4u,
                                                     ")");
               }).c_str(),
               "Ocean::stage: table has 3 slots and ratio 1.5 (need 4)");
}

TEST(Error, RuntimeErrorCarriesPlaceAndNumbers) {
  EXPECT_STREQ(error_text<std::runtime_error>([] {
                 Ocean::Impl::throw_runtime_error("workspace", "keys takes ", std::size_t(1) << 40, " bytes");
               }).c_str(),
               "Ocean::workspace: keys takes 1099511627776 bytes");
}

TEST(Error, RequireThrowsOnlyIfTheConditionFails) {
  EXPECT_NO_THROW(Ocean::Impl::require(true, "stage", "never printed"));
  EXPECT_STREQ(error_text<std::invalid_argument>([] { Ocean::Impl::require(false, "stage", "printed"); }).c_str(),
               "Ocean::stage: printed");
}

TEST(Error, OutOfMemoryIsARuntimeErrorOfItsOwn) {
  const auto fail = [] { Ocean::Impl::throw_out_of_memory("workspace", "keys takes ", 8, " bytes"); };
  EXPECT_EQ(error_text<Ocean::OutOfMemory>(fail), "Ocean::workspace: keys takes 8 bytes");
  EXPECT_EQ(error_text<std::runtime_error>(fail), "Ocean::workspace: keys takes 8 bytes");
  EXPECT_STREQ(Ocean::OutOfMemory().what(),
               "Ocean: the host has no memory left, not even for the text of an error (need more memory)");
}

TEST(Error, LacksOfMemoryArriveAsOneType) {
  const auto text_of = [](const auto& action) {
    return error_text<Ocean::OutOfMemory>([&] { Ocean::Impl::with_out_of_memory("spgemm", action); });
  };
  EXPECT_EQ(text_of([] { throw std::bad_alloc(); }),
            "Ocean::spgemm: the host has no memory for the library's own lists (need more memory)");
  EXPECT_EQ(text_of([] {
              throw std::runtime_error("Kokkos ERROR: Host memory space failed to allocate 8 B (label=\"x\").");
            }),
            "Ocean::spgemm: Kokkos ERROR: Host memory space failed to allocate 8 B (label=\"x\").");
  EXPECT_EQ(text_of([] { Ocean::Impl::throw_out_of_memory("workspace", "full"); }), "Ocean::workspace: full");
  EXPECT_EQ(text_of([] { throw std::runtime_error("a failed kernel"); }),
            "another exception was thrown: a failed kernel");
  EXPECT_EQ(Ocean::Impl::with_out_of_memory("spgemm", [] { return 3; }), 3);
}

TEST(Error, TheTwoTypesAreDistinct) {
  const auto invalid = [] { Ocean::Impl::throw_invalid_argument("stage", "fact"); };
  EXPECT_STREQ(error_text<std::runtime_error>(invalid).c_str(), "another exception was thrown: Ocean::stage: fact");
  EXPECT_STREQ(error_text<std::runtime_error>([] {}).c_str(), "nothing was thrown");
}

}  // namespace
