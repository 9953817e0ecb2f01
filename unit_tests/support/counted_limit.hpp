#ifndef OCEAN_TEST_SUPPORT_COUNTED_LIMIT_HPP
#define OCEAN_TEST_SUPPORT_COUNTED_LIMIT_HPP
/// \file
/// \brief A limit of memory that no test reaches.

#include <cstddef>

namespace Ocean::Testing {

/// Of a limit, every byte is counted.
inline constexpr std::size_t plenty = std::size_t(1) << 40;

}  // namespace Ocean::Testing

#endif
