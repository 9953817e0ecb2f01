#ifndef OCEAN_TEST_SUPPORT_DENSE_C_WORDS_HPP
#define OCEAN_TEST_SUPPORT_DENSE_C_WORDS_HPP
/// \file
/// \brief The memory of a dense C, and what it holds.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocean/stages/dense_c.hpp"
#include "transfer.hpp"

namespace Ocean::Testing {

/// \brief A dense C of doubles on the device, zero at first.
struct DenseCWords {
  using layout_type = Impl::DenseCLayout<double>;

  explicit DenseCWords(layout_type of)
      : layout(of), words("Testing::words", static_cast<std::size_t>(layout.num_words())) {}

  Impl::DenseC<double> on_device() const { return layout.place(words.data()); }

  layout_type layout;
  test_view<std::uint64_t> words;
};

/// \brief A copy on the host.
struct DenseCOnHost {
  explicit DenseCOnHost(const DenseCWords& device)
      : words(to_vector(device.words)), c(device.layout.place(words.data())) {}

  bool has(Impl::count_type row, Impl::count_type column) const {
    return (c.bits_of(row)[column / Impl::bitmap_word_columns] >> column % Impl::bitmap_word_columns & 1u) != 0;
  }

  std::vector<std::uint64_t> words;
  Impl::DenseC<double> c;
};

}  // namespace Ocean::Testing

#endif
