/// \file
/// \brief Ocean's handle by itself: KokkosKernels' names, defaults, and what copies share.

#include <type_traits>

#include "support/team_paths.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using handle_type = own_handle<int, int, double>;
using const_handle_type = own_handle<const int, const int, const double>;

TEST(KernelHandle, TypesAreKokkosKernelsTypes) {
  using theirs = kokkos_kernels_handle<const std::size_t, const int, const double>;
  using ours = own_handle<const std::size_t, const int, const double>;
  static_assert(std::is_same_v<ours::size_type, theirs::size_type>);
  static_assert(std::is_same_v<ours::const_size_type, theirs::const_size_type>);
  static_assert(std::is_same_v<ours::nnz_lno_t, theirs::nnz_lno_t>);
  static_assert(std::is_same_v<ours::const_nnz_lno_t, theirs::const_nnz_lno_t>);
  static_assert(std::is_same_v<ours::nnz_scalar_t, theirs::nnz_scalar_t>);
  static_assert(std::is_same_v<ours::const_nnz_scalar_t, theirs::const_nnz_scalar_t>);
  static_assert(std::is_same_v<ours::HandleExecSpace, theirs::HandleExecSpace>);
  static_assert(std::is_same_v<ours::HandleTempMemorySpace, theirs::HandleTempMemorySpace>);
  static_assert(std::is_same_v<ours::HandlePersistentMemorySpace, theirs::HandlePersistentMemorySpace>);
  static_assert(std::is_same_v<ours::row_lno_persistent_work_view_t, theirs::row_lno_persistent_work_view_t>);
  static_assert(std::is_same_v<ours::nnz_lno_temp_work_view_t, theirs::nnz_lno_temp_work_view_t>);
  static_assert(std::is_same_v<ours::SPGEMMHandleType::size_type, theirs::SPGEMMHandleType::size_type>);
}

TEST(KernelHandle, HasNoSubHandleUntilOneIsMade) {
  handle_type handle;
  EXPECT_EQ(handle.get_spgemm_handle(), nullptr);
  handle.create_spgemm_handle();
  ASSERT_NE(handle.get_spgemm_handle(), nullptr);
  EXPECT_EQ(handle.get_spgemm_handle()->get_algorithm_type(), KokkosSparse::SPGEMM_DEFAULT);
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK_DENSE);
  EXPECT_EQ(handle.get_spgemm_handle()->get_algorithm_type(), KokkosSparse::SPGEMM_KK_DENSE);
  handle.create_spgemm_handle("SPGEMM_KK_MEMORY");
  EXPECT_EQ(handle.get_spgemm_handle()->get_algorithm_type(), KokkosSparse::SPGEMM_KK_MEMORY);
  EXPECT_STREQ(error_text<std::runtime_error>([&] { handle.create_spgemm_handle("SPGEMM_NONE"); }).c_str(),
               "Invalid SPGEMMAlgorithm name");
  EXPECT_EQ(handle.get_spgemm_handle()->get_algorithm_type(), KokkosSparse::SPGEMM_KK_MEMORY);
  handle.destroy_spgemm_handle();
  handle.destroy_spgemm_handle();
  EXPECT_EQ(handle.get_spgemm_handle(), nullptr);
}

TEST(KernelHandle, HintsAreKept) {
  kokkos_kernels_handle<int, int, double> theirs;
  handle_type ours;
  const auto expect_same = [&] {
    EXPECT_EQ(ours.get_set_team_work_size(), theirs.get_set_team_work_size());
    EXPECT_EQ(ours.get_shmem_size(), theirs.get_shmem_size());
    EXPECT_EQ(ours.get_set_suggested_team_size(), theirs.get_set_suggested_team_size());
    EXPECT_EQ(ours.get_set_suggested_vector_size(), theirs.get_set_suggested_vector_size());
    EXPECT_EQ(ours.is_dynamic_scheduling(), theirs.is_dynamic_scheduling());
    EXPECT_EQ(ours.get_verbose(), theirs.get_verbose());
  };
  expect_same();
  const auto change = [](auto& handle) {
    handle.set_team_work_size(16);
    handle.set_shmem_size(1024);
    handle.set_suggested_team_size(8);
    handle.set_suggested_vector_size(4);
    handle.set_dynamic_scheduling(false);
    handle.set_verbose(true);
  };
  change(ours);
  change(theirs);
  expect_same();
  EXPECT_EQ(ours.get_shmem_size(), 1024u);
}

TEST(KernelHandle, CopiesShareOneProduct) {
  auto product = make_product<handle_type>();
  product.handle.set_team_work_size(16);
  const_handle_type copy(product.handle);
  EXPECT_EQ(copy.get_spgemm_handle(), product.handle.get_spgemm_handle());
  EXPECT_EQ(copy.get_set_team_work_size(), 16);
  product.symbolic();
  product.allocate();
  product.handle.destroy_spgemm_handle();
  Ocean::spgemm_numeric(&copy, product.num_rows(), product.num_inner(), product.num_cols(), product.a.row_map,
                        product.a.entries, product.a.values, false, product.b.row_map, product.b.entries,
                        product.b.values, false, product.row_map, product.entries, product.values);
  Kokkos::fence();
  EXPECT_TRUE(product.is_correct());
}

TEST(SPGEMMHandle, DefaultsAreKokkosKernels) {
  handle_type ours;
  kokkos_kernels_handle<int, int, double> theirs;
  ours.create_spgemm_handle();
  theirs.create_spgemm_handle();
  auto& own = *ours.get_spgemm_handle();
  auto& other = *theirs.get_spgemm_handle();
  EXPECT_EQ(own.get_c_nnz(), other.get_c_nnz());
  EXPECT_EQ(own.get_compression(), other.get_compression());
  EXPECT_EQ(own.get_compression_step(), other.get_compression_step());
  EXPECT_EQ(own.get_compression_cut_off(), other.get_compression_cut_off());
  EXPECT_EQ(own.get_first_level_hash_cut_off(), other.get_first_level_hash_cut_off());
  EXPECT_EQ(own.get_min_hash_size_scale(), other.get_min_hash_size_scale());
  EXPECT_EQ(own.get_read_write_cost_calc(), other.get_read_write_cost_calc());
  EXPECT_EQ(own.get_mkl_sort_option(), other.get_mkl_sort_option());
  EXPECT_EQ(own.get_multi_color_scale(), other.get_multi_color_scale());
  EXPECT_EQ(own.get_accumulator_type(), other.get_accumulator_type());
  EXPECT_EQ(own.get_sort_lower_triangular(), other.get_sort_lower_triangular());
  EXPECT_EQ(own.get_create_lower_triangular(), other.get_create_lower_triangular());
  EXPECT_EQ(own.MaxColDenseAcc, other.MaxColDenseAcc);
  EXPECT_EQ(own.mkl_keep_output, other.mkl_keep_output);
  EXPECT_EQ(own.mkl_convert_to_1base, other.mkl_convert_to_1base);
  EXPECT_EQ(own.original_max_row_flops, other.original_max_row_flops);
  EXPECT_EQ(own.original_overall_flops, other.original_overall_flops);
}

TEST(SPGEMMHandle, SettingsAreKept) {
  handle_type handle;
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK, true, false);
  auto& own = *handle.get_spgemm_handle();
  EXPECT_TRUE(own.input_sorted());
  EXPECT_FALSE(own.result_sorted());
  own.set_compression(false);
  own.set_compression_cut_off(0.5);
  own.set_first_level_hash_cut_off(0.25);
  own.set_min_hash_size_scale(2);
  own.set_mkl_sort_option(3);
  own.set_accumulator_type(KokkosSparse::SPGEMM_ACC_DENSE);
  own.set_c_nnz(12);
  own.set_max_compresed_result_nnz(5);
  EXPECT_FALSE(own.get_compression());
  EXPECT_EQ(own.get_compression_cut_off(), 0.5);
  EXPECT_EQ(own.get_first_level_hash_cut_off(), 0.25);
  EXPECT_EQ(own.get_min_hash_size_scale(), 2);
  EXPECT_EQ(own.get_mkl_sort_option(), 3);
  EXPECT_EQ(own.get_accumulator_type(), KokkosSparse::SPGEMM_ACC_DENSE);
  EXPECT_EQ(own.get_c_nnz(), 12);
  EXPECT_EQ(own.get_max_compresed_result_nnz(), 5);
}

TEST(SPGEMMHandle, LongestRowOfCIsCountedOnce) {
  handle_type handle;
  handle.create_spgemm_handle();
  auto& own = *handle.get_spgemm_handle();
  EXPECT_EQ(own.get_max_result_nnz(make_view({0, 2, 7, 8})), 5);
  EXPECT_EQ(own.get_max_result_nnz(make_view({0, 100})), 5);
  own.set_max_result_nnz(9);
  EXPECT_EQ(own.get_max_result_nnz(make_view({0, 100})), 9);
}

TEST(SPGEMMHandle, TrianglesAreNotCounted) {
  handle_type handle;
  handle.create_spgemm_handle();
  EXPECT_STREQ(
      error_text<std::runtime_error>([&] { handle.get_spgemm_handle()->set_create_lower_triangular(true); }).c_str(),
      "Ocean::SPGEMMHandle: set_create_lower_triangular is for counting triangles (need KokkosSparse's own handle)");
}

TEST(SPGEMMHandle, OptionsAndReport) {
  auto product = make_product<handle_type>();
  const Ocean::ExecutionPath path = team_paths().front();
  product.sub_handle().options().path = path;
  EXPECT_EQ(&Ocean::spgemm_options(product.handle), &product.sub_handle().options());
  product.multiply();
  EXPECT_TRUE(product.is_correct());
  EXPECT_EQ(product.sub_handle().report().path, path);
}

TEST(SPGEMMHandle, SerialIsDeterministic) {
  for (const auto algorithm : {KokkosSparse::SPGEMM_DEFAULT, KokkosSparse::SPGEMM_SERIAL}) {
    auto product = make_product<handle_type>(algorithm);
    product.symbolic();
    EXPECT_EQ(product.sub_handle().state()->used_options().deterministic, algorithm == KokkosSparse::SPGEMM_SERIAL);
  }
}

}  // namespace
