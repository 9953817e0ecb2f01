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

TEST(Error, TheTwoTypesAreDistinct) {
  const auto invalid = [] { Ocean::Impl::throw_invalid_argument("stage", "fact"); };
  EXPECT_STREQ(error_text<std::runtime_error>(invalid).c_str(), "another exception was thrown: Ocean::stage: fact");
  EXPECT_STREQ(error_text<std::runtime_error>([] {}).c_str(), "nothing was thrown");
}

}  // namespace
