/// \file
/// \brief Handles with memory options: a limit, and work memory of the caller's, with and without transposes.

#include "Ocean_SpGEMMJacobi.hpp"
#include "support/extreme_options.hpp"
#include "support/supplied_memory.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;

template <class Handle>
class HandleMemory : public ::testing::Test {
 protected:
  using product_type = ThroughHandle<Handle>;
  using matrix_type = typename product_type::host_matrix;

  /// op(A) [1500 x 300] op(B) [300 x 700]
  static product_type make(bool transposed, const SpGEMMOptions& options) {
    const RandomMatrix a{.num_rows = 1500, .num_cols = 300, .mean_row_nnz = 6, .seed = 31, .empty_row_ratio = 0.1};
    RandomMatrix b = a;
    b.num_rows = 300;
    b.num_cols = 700;
    const auto host_a = make_random<int, int, double>(a), host_b = make_random<int, int, double>(b);
    product_type product(transposed ? product_type::transpose(host_a) : host_a,
                         transposed ? product_type::transpose(host_b) : host_b);
    product.transpose_a = product.transpose_b = transposed;
    product.spoil_row_map();
    Ocean::spgemm_options(product.handle) = options;
    return product;
  }
  static void run(product_type& product) {
    product.multiply();
    EXPECT_TRUE(product.is_correct()) << "first";
    for (const std::uint64_t seed : {71, 72}) {
      product.change_values(seed);
      product.numeric();
      EXPECT_TRUE(product.is_correct()) << "again";
    }
    product.spoil_row_map();
    product.symbolic();
    product.numeric();
    EXPECT_TRUE(product.is_correct()) << "symbolic again";
  }
  static std::size_t product_bytes(product_type& product) {
    return sizeof(int) * product.row_map.extent(0) + 12 * static_cast<std::size_t>(product.sub_handle().get_c_nnz());
  }
};
TYPED_TEST_SUITE(HandleMemory, both_handles);

TYPED_TEST(HandleMemory, TheCallersWorkspaceIsUsedAndNothingBesideIt) {
  for (const bool transposed : {false, true})
    for (const ExecutionPath path : available_paths()) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (transposed ? ", transposed" : ""));
      const SuppliedMemory memory(std::size_t(1) << 23);
      auto product = this->make(transposed, memory.in({.path = path}));
      this->run(product);
      EXPECT_TRUE(memory.is_used());
      EXPECT_TRUE(memory.is_kept());
      EXPECT_GT(Ocean::spgemm_report(product.handle).peak_workspace_bytes, 0u);
      EXPECT_LE(Ocean::spgemm_report(product.handle).peak_workspace_bytes, memory.bytes);
      EXPECT_EQ(Ocean::spgemm_report(product.handle).num_chunks, 1);
    }
}

TYPED_TEST(HandleMemory, ALimitIsKeptInChunksOfRows) {
  for (const bool transposed : {false, true})
    for (const ExecutionPath path : available_paths()) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (transposed ? ", transposed" : ""));
      auto whole = this->make(transposed, {.path = path, .memory_limit_bytes = std::size_t(1) << 40});
      whole.multiply();
      SpGEMMOptions options{.path = path, .accumulators = {.merge = false}};  // merged rows would fit
      // transposed graphs, their positions and values; then too little for the rest
      const std::size_t kept = transposed ? 20 * (whole.host_a.entries.size() + whole.host_b.entries.size()) : 0;
      options.memory_limit_bytes = this->product_bytes(whole) + kept + (path == ExecutionPath::host ? 400000 : 12000);
      auto product = this->make(transposed, options);
      this->run(product);
      const auto& report = Ocean::spgemm_report(product.handle);
      EXPECT_LE(report.peak_bytes, options.memory_limit_bytes);
      if (path != ExecutionPath::host) {
        EXPECT_GT(report.num_chunks, 1);
        EXPECT_TRUE(report.workflow_reason.starts_with("in ")) << report.workflow_reason;
      }
    }
}

TYPED_TEST(HandleMemory, JacobiStaysWithinBoth) {
  for (const ExecutionPath path : available_paths())
    for (const std::size_t bytes : {std::size_t(1) << 23, std::size_t(path == ExecutionPath::host ? 500000 : 80000)}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << ", " << bytes << " bytes");
      const SuppliedMemory memory(bytes);
      const auto square = make_banded<int, int, double>(900, 900, 3, 3);
      ThroughHandle<TypeParam> product(square, square);
      Ocean::spgemm_options(product.handle) = memory.in({.path = path});
      product.symbolic();
      product.allocate();
      const auto dinv = make_view(std::vector<double>(900, 0.5));
      const Kokkos::View<double**, Kokkos::LayoutLeft, test_exec_space::memory_space> column("Testing::dinv", 900, 1);
      Kokkos::deep_copy(Kokkos::subview(column, Kokkos::ALL, 0), dinv);
      const auto expected = [&] {  // I - 2 * 0.5 A, times B
        auto scaled = product.host_a;
        for (count_type row = 0; row < 900; ++row)
          for (int entry = scaled.row_map[row]; entry < scaled.row_map[row + 1]; ++entry)
            scaled.values[entry] = (scaled.entries[entry] == row ? 1.0 : 0.0) - scaled.values[entry];
        return Ocean::Impl::multiply_gustavson<int, int, double>(scaled, product.host_b);
      };
      for (const std::uint64_t seed : {5, 6, 7}) {
        product.change_values(seed);
        const auto& [a, b] = std::tie(product.a, product.b);
        Ocean::Experimental::spgemm_jacobi(&product.handle, 900, 900, 900, a.row_map, a.entries, a.values, false,
                                           b.row_map, b.entries, b.values, false, product.row_map, product.entries,
                                           product.values, 2.0, column);
        Kokkos::fence();
        EXPECT_TRUE(matches(to_host(900, 900, product.row_map, product.entries, product.values), expected()));
      }
      EXPECT_TRUE(memory.is_used());
      EXPECT_TRUE(memory.is_kept());
    }
}

TYPED_TEST(HandleMemory, TooLittleForOneRowSaysHowMuchIsNeeded) {
  auto product = this->make(false, {.memory_limit_bytes = 5000});
  const std::string text = error_text<std::runtime_error>([&] { product.symbolic(); });
  EXPECT_NE(text.find("need a memory limit of at least "), std::string::npos) << text;
  EXPECT_FALSE(product.sub_handle().is_symbolic_called());
  Ocean::spgemm_options(product.handle).memory_limit_bytes = 0;
  product.multiply();
  EXPECT_TRUE(product.is_correct()) << "the handle can be used all the same";
}

}  // namespace
