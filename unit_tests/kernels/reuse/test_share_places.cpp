/// \file
/// \brief The rows of a supernode have the places of its first row, those of other rows stay.
// once: OpenMP

#include "ocean/kernels/reuse/share_places.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::shared_places;
using Ocean::Impl::supernode_window;

using flag_list = std::vector<std::uint8_t>;

/// First rows of the supernodes, which end at multiples of the window.
std::vector<count_type> first_rows(const flag_list& continues) {
  std::vector<count_type> first;
  for (std::size_t row = 0; row < continues.size(); ++row) {
    const bool goes_on = row % supernode_window != 0 && continues[row] != 0;
    first.push_back(goes_on ? first.back() : static_cast<count_type>(row));
  }
  return first;
}

/// One number for every row and one behind them, where sums have their total.
std::vector<count_type> numbers_of(std::size_t num_rows) {
  std::vector<count_type> numbers;
  for (std::size_t row = 0; row <= num_rows; ++row) numbers.push_back(100 + 7 * static_cast<count_type>(row));
  return numbers;
}

void expect_shared(const flag_list& continues) {
  const test_exec_space exec;
  const auto num_rows = static_cast<count_type>(continues.size());
  const auto flags = make_view(continues);
  const auto first = first_rows(continues);
  const auto numbers = numbers_of(continues.size());
  auto expected_products = numbers, expected_begins = numbers;
  for (std::size_t row = 0; row < continues.size(); ++row)
    if (first[row] != static_cast<count_type>(row)) {
      expected_products[row] = 0;
      expected_begins[row] = shared_places(numbers[static_cast<std::size_t>(first[row])]);
    }
  const auto row_products = make_view(numbers), first_product = make_view(numbers);
  Ocean::Impl::drop_shared_products(exec, flags, row_products, num_rows);
  Ocean::Impl::share_first_products(exec, flags, first_product, num_rows);
  Kokkos::fence("Testing::share_places");
  EXPECT_TRUE(same_integers("products", to_vector(row_products), expected_products)) << num_rows << " rows";
  EXPECT_TRUE(same_integers("begins", to_vector(first_product), expected_begins)) << num_rows << " rows";
}

TEST(SharePlaces, ByHand) {
  const auto products = make_view<count_type>({4, 4, 4, 9, 0, 0});
  const auto begins = make_view<count_type>({0, 4, 4, 4, 13, 13});
  const auto continues = make_view<std::uint8_t>({0, 1, 1, 0, 0, 1});
  Ocean::Impl::drop_shared_products(test_exec_space(), continues, products, 6);
  Ocean::Impl::share_first_products(test_exec_space(), continues, begins, 6);
  Kokkos::fence("Testing::share_places");
  EXPECT_EQ(to_vector(products), (std::vector<count_type>{4, 0, 0, 9, 0, 0}));
  EXPECT_EQ(to_vector(begins), (std::vector<count_type>{0, -1, -1, 4, 13, -14}));
}

TEST(SharePlaces, SupernodesEndAtTheWindow) {
  const auto window = static_cast<std::size_t>(supernode_window);
  for (const std::size_t num_rows : {std::size_t(0), std::size_t(1), window - 1, window, window + 1, 3 * window + 5}) {
    flag_list continues(num_rows, 1);
    if (num_rows > 0) continues.front() = 0;
    expect_shared(continues);
    expect_shared(flag_list(num_rows, 0));
    if (num_rows > window) {
      continues[window] = 0;
      expect_shared(continues);
    }
  }
}

TEST(SharePlaces, RandomSupernodes) {
  RandomNumbers random(2);
  for (const int continued_of_ten : {1, 5, 9}) {
    flag_list continues = {0};
    while (continues.size() < 2000) continues.push_back(random.below(10) < continued_of_ten ? 1 : 0);
    expect_shared(continues);
  }
}

TEST(SharePlaces, EveryRowKeepsItsOwnWithoutSupernodes) {
  const auto numbers = numbers_of(100);
  const auto products = make_view(numbers), begins = make_view(numbers);
  Ocean::Impl::drop_shared_products(test_exec_space(), test_view<std::uint8_t>(), products, 100);
  Ocean::Impl::share_first_products(test_exec_space(), test_view<std::uint8_t>(), begins, 100);
  Kokkos::fence("Testing::share_places");
  EXPECT_EQ(to_vector(products), numbers);
  EXPECT_EQ(to_vector(begins), numbers);
}

}  // namespace
