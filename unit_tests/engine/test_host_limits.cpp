/// \file
/// \brief Products on the CPU path where the system counts memory that is not touched: the limit is set in this
/// process.
// backends: Serial OpenMP Threads

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>

#include "Ocean_Memory.hpp"
#include "ocean/backend/host_memory_limits.hpp"
#include "ocean/engine/host_engine.hpp"
#include "ocean/operations/instantiations.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::Impl::count_type;
using Ocean::Testing::HostCsr;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_device;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;

constexpr std::size_t mebibyte = std::size_t(1) << 20;

/// Address space that the process has.
std::size_t address_space() { return Ocean::Impl::SystemFile("/proc", "", "/self/status").kibibytes_behind("VmSize:"); }

/// \brief Allows the process some bytes more than it has, while it lives.
class AddressSpaceLimit {
 public:
  explicit AddressSpaceLimit(std::size_t more_bytes) {
    getrlimit(RLIMIT_AS, &m_before);
    rlimit limit = m_before;
    limit.rlim_cur = address_space() + more_bytes;
    setrlimit(RLIMIT_AS, &limit);
  }
  AddressSpaceLimit(const AddressSpaceLimit&) = delete;
  AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;
  ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &m_before); }

 private:
  rlimit m_before{};
};

/// Every row of C has 100 entries of 30,000 products, in columns far apart: 1.2 GB for all products, 4 MB for C.
constexpr int num_rows = 3334, num_inner = 300, row_nnz = 100, distance = 10000;
constexpr std::size_t bound_bytes = std::size_t(12) * num_rows * num_inner * row_nnz;

matrix_type make_full(int rows, int columns, int column_distance) {
  matrix_type matrix{rows, count_type(columns) * column_distance, {0}, {}, {}};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      matrix.entries.push_back(column * column_distance);
      matrix.values.push_back(1.0 + column % 3);
    }
    matrix.row_map.push_back(static_cast<int>(matrix.entries.size()));
  }
  return matrix;
}

class HostLimits : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the address sanitizer reserves terabytes";
#endif
    Ocean::release_cached_memory();
  }
  product_type multiply(const SpGEMMOptions& options = {}) {
    return Ocean::Impl::run_spgemm<product_type>(test_exec_space{}, problem(), options, report);
  }
  problem_type problem() const { return {m_a.operand(), m_b.operand()}; }
  void expect_right(const product_type& c) const {
    ASSERT_EQ(c.values.extent(0), static_cast<std::size_t>(num_rows) * row_nnz);
    for (std::size_t entry = 0; entry < c.values.extent(0); ++entry) {
      ASSERT_EQ(c.entries(entry), static_cast<int>(entry % row_nnz) * distance);
      ASSERT_EQ(c.values(entry), 2.0 * num_inner * (1.0 + static_cast<double>(entry % row_nnz % 3)));
    }
  }

  SpGEMMReport report;

 private:
  Ocean::Testing::DeviceCsr<int, int, double> m_a = to_device(make_full(num_rows, num_inner, 1)),
                                              m_b = to_device(make_full(num_inner, row_nnz, distance));
};

TEST_F(HostLimits, OnePassWithoutALimit) {
  expect_right(multiply());
  EXPECT_EQ(report.workflow, Workflow::upper_bound);
}

TEST_F(HostLimits, TheRowsAreCountedFirstWhereTheLimitIsShort) {
  for (const Workflow workflow : {Workflow::automatic, Workflow::upper_bound, Workflow::hyperloglog}) {
    const AddressSpaceLimit limit(bound_bytes / 2);
    SpGEMMOptions options;
    options.workflow = workflow;
    expect_right(multiply(options));
    EXPECT_EQ(report.workflow, Workflow::symbolic);
    EXPECT_NE(report.workflow_reason.find(", so the rows are counted first"), std::string::npos)
        << report.workflow_reason;
  }
}

TEST_F(HostLimits, CHoldsNoMoreThanItsEntriesWhereReservationsCount) {
  for (const Workflow workflow : {Workflow::automatic, Workflow::upper_bound}) {
    const AddressSpaceLimit limit(4 * bound_bytes);
    const std::size_t before = address_space();
    SpGEMMOptions options;
    options.workflow = workflow;
    const product_type c = multiply(options);
    EXPECT_LE(address_space(), before + 200 * mebibyte) << to_string(workflow);
    EXPECT_EQ(report.workflow, workflow == Workflow::automatic ? Workflow::symbolic : Workflow::upper_bound);
    expect_right(c);
  }
}

TEST_F(HostLimits, TheRowsAreCountedFirstWhereTheSystemGrantsNoReservation) {
  using engine_type = Ocean::Impl::HostEngine<test_exec_space, problem_type, product_type>;
  const SpGEMMOptions options{.workflow = Workflow::upper_bound};
  Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{}, options);
  engine_type engine(problem(), {&workspace, options, &report});
  engine.analyze([&] { engine.allocate_row_map(); });
  engine.choose();
  EXPECT_EQ(engine.plan().workflow, Workflow::upper_bound);
  const AddressSpaceLimit limit(bound_bytes / 2);  // behind the choice, which would have known of it
  engine.predict();
  EXPECT_EQ(engine.plan().workflow, Workflow::symbolic);
  EXPECT_EQ(
      engine.plan().reason,
      "the system does not grant 1,200,240,000 bytes for the 100,020,000 entries that C has at most, so the rows are "
      "counted first");
  ASSERT_TRUE(engine.has_exact_sizes());
  engine.place();
  expect_right(engine.product());
}

}  // namespace
