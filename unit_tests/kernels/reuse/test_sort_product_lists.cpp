/// \file
/// \brief Lists of products: which are long, where each lies, the order of their products, and their teams.
// once: OpenMP

#include "ocean/kernels/reuse/sort_product_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::ProductIndex;
using Ocean::Impl::products_per_team;
using Ocean::Impl::short_list_max;

using lists_type = Ocean::Impl::ProductLists<test_exec_space::memory_space>;
using sizes_type = test_view<std::uint32_t>;
using size_list = std::vector<std::uint32_t>;

template <class Functor>
void launch(std::size_t count, const Functor& functor) {
  Kokkos::parallel_for("Testing::product_lists",
                       Kokkos::RangePolicy<test_exec_space, Kokkos::IndexType<count_type>>(0, count), functor);
  Kokkos::fence("Testing::product_lists");
}

bool is_long(std::uint32_t size) { return size > short_list_max; }

/// The sums before every size, and all of them.
size_list sums_of(const size_list& sizes) {
  size_list sums = {0};
  for (const std::uint32_t size : sizes) sums.push_back(sums.back() + size);
  return sums;
}

size_list short_sizes(size_list sizes) {
  for (std::uint32_t& size : sizes)
    if (is_long(size)) size = 0;
  return sizes;
}

/// Sizes on both sides of the longest short list, and of the longest that a group sums.
std::vector<size_list> size_cases() {
  const std::uint32_t longest = short_list_max, most = Ocean::Impl::group_list_max;
  RandomNumbers random(4);
  size_list mixed, many, full_team(static_cast<std::size_t>(products_per_team), 1);
  full_team.resize(full_team.size() + 2);  // lists without products behind the last product of a team
  for (int entry = 0; entry < 300; ++entry)
    mixed.push_back(static_cast<std::uint32_t>(random.below(8) == 0 ? longest - 3 + random.below(7) : random.below(9)));
  for (int entry = 0; entry < 3000; ++entry) many.push_back(static_cast<std::uint32_t>(random.below(4)));
  return {{},
          {0},
          {1},
          {longest},
          {longest + 1},
          {0, longest + 1, 0, 3, 4 * longest, longest - 1, 0, longest, 2},
          {2000, 300, 999, 1024, 257},
          {0, most + 1, longest + 1, 0, most, 3 * most, longest, most + 1},
          size_list(40, longest),
          mixed,
          many,
          full_team};
}

TEST(SortProductLists, LongListsAreFoundAndLieBehindTheShortOnes) {
  for (const size_list& sizes : size_cases()) {
    using counts_type = test_view<Ocean::Impl::ListCounts>;
    const auto size = make_view(sizes), long_entries = make_view(size_list(sizes.size(), 77));
    const auto counts = make_view(std::vector<Ocean::Impl::ListCounts>(1));
    launch(sizes.size(), Ocean::Impl::CountLists<sizes_type, counts_type>{size, counts});
    size_list of_teams, of_groups;
    count_type num_empty = 0;
    for (std::size_t entry = 0; entry < sizes.size(); ++entry) {
      if (sizes[entry] == 0) ++num_empty;
      if (!is_long(sizes[entry])) continue;
      (sizes[entry] > Ocean::Impl::group_list_max ? of_teams : of_groups).push_back(static_cast<std::uint32_t>(entry));
    }
    const Ocean::Impl::ListCounts found_counts = to_vector(counts).front();
    ASSERT_EQ(found_counts.of_teams, static_cast<count_type>(of_teams.size()));
    ASSERT_EQ(found_counts.of_groups, static_cast<count_type>(of_groups.size()));
    ASSERT_EQ(found_counts.without_products, num_empty);

    const auto cursors = make_view(std::vector<Ocean::Impl::ListCounts>(1));
    launch(sizes.size(), Ocean::Impl::FindLongLists<sizes_type, counts_type>{size, long_entries, cursors,
                                                                             static_cast<count_type>(of_teams.size())});
    size_list found = to_vector(long_entries);  // those of teams first, either kind in the order in which threads came
    found.resize(of_teams.size() + of_groups.size());
    size_list ascending = found;
    const auto first_of_groups = ascending.begin() + static_cast<std::ptrdiff_t>(of_teams.size());
    std::sort(ascending.begin(), first_of_groups);
    std::sort(first_of_groups, ascending.end());
    size_list expected_long = of_teams;
    expected_long.insert(expected_long.end(), of_groups.begin(), of_groups.end());
    ASSERT_EQ(ascending, expected_long);

    const auto long_size = make_view(size_list(found.size() + 1, 77));
    launch(found.size(), Ocean::Impl::TakeLongSizes<sizes_type>{size, long_entries, long_size});
    size_list long_sizes;
    for (const std::uint32_t entry : found) long_sizes.push_back(sizes[entry]);
    const size_list long_begin = sums_of(long_sizes), begin = sums_of(short_sizes(sizes));
    long_sizes.push_back(77);
    EXPECT_EQ(to_vector(long_size), long_sizes);
    EXPECT_EQ(to_vector(size), short_sizes(sizes));

    const auto device_begin = make_view(begin), end = make_view(size_list(sizes.size(), 77));
    launch(sizes.size(), Ocean::Impl::SetShortEnds<sizes_type>{device_begin, end});
    launch(found.size(), Ocean::Impl::SetLongEnds<sizes_type>{device_begin, long_entries, make_view(long_begin), end,
                                                              static_cast<count_type>(sizes.size())});
    size_list expected_end(begin.begin() + 1, begin.end());
    for (std::size_t place = 0; place < found.size(); ++place)
      expected_end[found[place]] = begin.back() + long_begin[place + 1];
    EXPECT_EQ(to_vector(end), expected_end);
  }
}

/// Numbers whose upper and lower halves are the factors of random products, many of them with the same first factor.
std::vector<std::uint64_t> random_products(std::size_t num_products) {
  RandomNumbers random(5);
  std::vector<std::uint64_t> products(num_products);
  for (std::uint64_t& product : products) {
    const auto number = static_cast<std::uint64_t>(random.below(20));
    product = (number < 9 ? number : Ocean::Impl::listed_products_max - number) << 32 | random.next() >> 32;
  }
  return products;
}

TEST(SortProductLists, ProductsAreInTheOrderOfTheirFactors) {
  for (const size_list& sizes : size_cases()) {
    size_list long_sizes;
    std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(long_sizes), is_long);
    const size_list begin = sums_of(short_sizes(sizes)), long_begin = sums_of(long_sizes);
    const std::vector<std::uint64_t> unsorted = random_products(begin.back() + long_begin.back());
    std::vector<std::uint64_t> short_sorted = unsorted;
    for (std::size_t entry = 0; entry < sizes.size(); ++entry)
      std::sort(short_sorted.begin() + begin[entry], short_sorted.begin() + begin[entry + 1]);
    std::vector<std::uint64_t> all_sorted = short_sorted;
    const auto long_products = all_sorted.begin() + begin.back();
    for (std::size_t place = 0; place < long_sizes.size(); ++place)
      std::sort(long_products + long_begin[place], long_products + long_begin[place + 1]);
    std::vector<ProductIndex> indices;
    for (const std::uint64_t product : unsorted)
      indices.push_back(ProductIndex(static_cast<count_type>(product >> 32), static_cast<std::uint32_t>(product)));
    for_each_launcher([&](const auto& launcher) {
      const auto products = make_view(indices);
      const auto device_begin = make_view(begin), device_long_begin = make_view(long_begin);
      lists_type lists;
      lists.begin = device_begin;
      lists.products = products;
      lists.long_begin = device_long_begin;
      lists.num_entries = static_cast<count_type>(sizes.size());
      const auto products_now = [&] {
        std::vector<std::uint64_t> found;
        for (const ProductIndex& index : to_vector(products))
          found.push_back(std::uint64_t(index.a()) << 32 | index.b());
        return found;
      };
      launch(sizes.size(), Ocean::Impl::SortShortLists<lists_type>{lists});
      EXPECT_TRUE(same_integers("short lists", products_now(), short_sorted));
      launcher.launch(
          {"Testing::sort_long_lists", static_cast<count_type>(long_sizes.size()), Ocean::Impl::long_list_team_size},
          Ocean::Impl::SortLongLists<lists_type>{lists});
      Kokkos::fence("Testing::sort_long_lists");
      EXPECT_TRUE(same_integers("all lists", products_now(), all_sorted));
    });
  }
}

TEST(SortProductLists, TeamsHaveConsecutiveListsOfSomeProducts) {
  for (const size_list& sizes : size_cases()) {
    const auto num_products = static_cast<count_type>(sums_of(sizes).back());
    const size_list begin = sums_of(short_sizes(sizes));
    lists_type lists;
    lists.num_entries = static_cast<count_type>(sizes.size());
    lists.num_teams = std::max<count_type>(1, (num_products + products_per_team - 1) / products_per_team);
    const auto device_begin = make_view(begin);
    const auto team_begin = make_view(size_list(static_cast<std::size_t>(lists.num_teams) + 1, 77));
    lists.begin = device_begin;
    lists.team_begin = team_begin;
    launch(team_begin.extent(0), Ocean::Impl::DealListsToTeams<lists_type>{lists});
    size_list expected = {0};
    for (count_type team = 1; team <= lists.num_teams; ++team) {
      std::uint32_t entry = expected.back();
      while (entry < sizes.size() && (team == lists.num_teams || begin[entry] < team * products_per_team)) ++entry;
      EXPECT_LE(begin[entry] - begin[expected.back()], products_per_team + short_list_max);
      expected.push_back(entry);
    }
    EXPECT_EQ(to_vector(team_begin), expected);
  }
}

}  // namespace
