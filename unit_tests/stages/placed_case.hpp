#ifndef OCEAN_TEST_STAGES_PLACED_CASE_HPP
#define OCEAN_TEST_STAGES_PLACED_CASE_HPP
/// \file
/// \brief Sums at the places of products, searched, kept and known, against the bits of the serial reference.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ocean/stages/reuse_places.hpp"
#include "support/builders.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

using places_workspace = Impl::Workspace<test_exec_space>;

/// A product whose graph of C is given; the values expected in it.
template <class Scalar, class Offset = int, class Ordinal = int>
struct PlacedCase {
  using matrix_type = HostCsr<Offset, Ordinal, Scalar>;
  using operand_type = Impl::CsrOperand<test_exec_space, Offset, Ordinal, Scalar>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  using graph_type = Impl::GraphOfC<Offset, Ordinal>;

  PlacedCase(const matrix_type& a, const matrix_type& b)
      : PlacedCase(a, b, Impl::multiply_gustavson<Offset, Ordinal, Scalar>(a, b)) {}
  PlacedCase(const matrix_type& a, const matrix_type& b, const matrix_type& c)
      : device_a(to_device(a)), device_b(to_device(b)), device_c(to_device(c)), graph_c(c) {}

  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  graph_type graph() const { return {device_c.row_map.data(), device_c.entries.data()}; }

  /// \brief Products of the entries of A with the rows of B.
  count_type num_products() const {
    const auto row_map_b = to_vector(device_b.row_map);
    count_type products = 0;
    for (const auto inner : to_vector(device_a.entries))
      products += static_cast<count_type>(row_map_b[static_cast<std::size_t>(inner) + 1] -
                                          row_map_b[static_cast<std::size_t>(inner)]);
    return products;
  }

  auto plan(const auto& launcher, const Impl::ReuseTuning& tuning, places_workspace& workspace) const {
    const Scalar* const no_values = nullptr;
    return Impl::plan_places(launcher, problem(), graph(), no_values, Impl::SumCalls::repeated, tuning, workspace);
  }

  /// The values as sums by \p places write them.
  template <class Places>
  std::vector<Scalar> sums(const auto& launcher, const Places& places) const {
    Kokkos::deep_copy(device_c.values, Scalar(-77));
    Impl::sum_by_places(launcher, problem(), graph(), places, device_c.values.data());
    Kokkos::fence("Testing::sums");
    return to_vector(device_c.values);
  }

  DeviceCsr<Offset, Ordinal, Scalar> device_a, device_b, device_c;
  matrix_type graph_c;  ///< with the values expected
};

/// Lists or places whatever the patterns.
inline Impl::ReuseTuning summing_by(Impl::ReuseSums sums) {
  Impl::ReuseTuning tuning;
  tuning.sums = sums;
  return tuning;
}

/// Memory for the places of all products.
template <class Places>
void keep_places(Places& places, places_workspace& workspace) {
  if (places.num_products > 0) return Impl::allocate_places(places, workspace);
  places.places = workspace.template allocate<Impl::place_type>("Testing::places", 1);
}

/// Searched places, then kept, then known ones: all bits are those of the serial reference.
template <class Case>
void expect_sums(const Case& product, const Impl::ReuseTuning& tuning) {
  const auto& c = product.graph_c;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    places_workspace workspace(test_exec_space{});
    const auto plan = product.plan(launcher, tuning, workspace);
    ASSERT_TRUE(plan.is_chosen);
    EXPECT_EQ(product.sums(launcher, plan.places), c.values) << "searched";
    auto places = plan.places;
    keep_places(places, workspace);
    EXPECT_EQ(product.sums(launcher, places), c.values) << "kept";
    places.is_known = true;
    EXPECT_EQ(product.sums(launcher, places), c.values) << "known";
    if (c.num_cols > tuning.kept_row_max && !places.joins_rows) return;
    Kokkos::deep_copy(product.device_c.entries, 0);  // nobody reads C's columns any more
    EXPECT_EQ(product.sums(launcher, places), c.values) << "known, without columns";
    Kokkos::deep_copy(product.device_c.entries, make_view(c.entries));
  });
}

}  // namespace Ocean::Testing

#endif
