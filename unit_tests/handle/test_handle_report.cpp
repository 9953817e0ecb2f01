/// \file
/// \brief The report of a handle is that of its last call: its own time and stages, and where the values came from.
// once: Serial

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "support/extreme_options.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMReport;
using Ocean::ValueSource;

template <class Handle>
class HandleReport : public ::testing::Test {
 protected:
  ThroughHandle<Handle> m_product = make_product<Handle>();

  Ocean::SpGEMMOptions& begin(Ocean::ExecutionPath path) {
    m_product.handle.create_spgemm_handle();
    auto& options = Ocean::spgemm_options(m_product.handle);
    options = Ocean::SpGEMMOptions{.path = path, .time_stages = true};
    return options;
  }
  const SpGEMMReport& report() { return Ocean::spgemm_report(m_product.handle); }
  void numeric_again(std::uint64_t seed) {
    m_product.change_values(seed);
    m_product.numeric();
    EXPECT_TRUE(m_product.is_correct());
  }
  /// \brief Stages and seconds of one call: the stages are parts of it. \return their names
  std::set<std::string> expect_own_time(const char* call) {
    SCOPED_TRACE(call);
    std::set<std::string> names;
    double sum = 0.0;
    for (const auto& stage : report().stage_times) {
      EXPECT_TRUE(names.insert(stage.stage).second) << stage.stage << " twice";
      sum += stage.seconds;
    }
    EXPECT_GT(report().seconds, 0.0);
    EXPECT_LE(sum, report().seconds);
    EXPECT_FALSE(names.empty());
    return names;
  }
};
TYPED_TEST_SUITE(HandleReport, both_handles);

TYPED_TEST(HandleReport, EveryCallHasItsOwnTimeAndStages) {
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    this->begin(path);
    this->m_product.symbolic();
    const auto symbolic = this->expect_own_time("symbolic");
    EXPECT_EQ(symbolic.count("numeric"), 0u);
    EXPECT_EQ(this->report().value_source, ValueSource::none);
    EXPECT_EQ(this->report().workflow_reason, "a handle finds the sizes of C before its values");
    this->m_product.allocate();
    this->m_product.numeric();
    EXPECT_EQ(this->expect_own_time("first numeric"), std::set<std::string>{"numeric"});
    EXPECT_EQ(this->report().value_source, ValueSource::product);
    EXPECT_EQ(this->report().workflow_reason, "the first values of this graph of C");
    for (const std::uint64_t seed : {71, 72, 73}) {
      this->numeric_again(seed);
      auto repeated = this->expect_own_time("repeated numeric");
      EXPECT_EQ(repeated.erase("reuse_preparation"), seed == 71 ? 1u : 0u) << "the second numeric call prepares";
      EXPECT_EQ(repeated.size(), 1u);
    }
  }
}

TYPED_TEST(HandleReport, ASmallCIsADenseArrayOnGPUs) {
  const bool is_on_gpu = !Ocean::Impl::is_host_space_v<test_exec_space>;
  const auto is_dense = [&] {
    this->m_product.symbolic();
    const auto configurations = this->report().configurations;
    this->m_product.allocate();
    this->m_product.numeric();
    EXPECT_TRUE(this->m_product.is_correct());
    return configurations.size() == 1 && configurations[0].configuration == "dense_c";
  };
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    this->begin(path);
    EXPECT_EQ(is_dense(), is_on_gpu);
    this->begin(path).thresholds.dense_c_entries_max = 0;
    EXPECT_FALSE(is_dense());
    this->begin(path).workflow = Ocean::Workflow::symbolic;
    EXPECT_FALSE(is_dense()) << "as was demanded";
  }
}

TYPED_TEST(HandleReport, SumsInOrderAreAStage) {
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    this->begin(path).deterministic = true;
    this->m_product.multiply();
    EXPECT_EQ(this->expect_own_time("first numeric"), (std::set<std::string>{"numeric", "ordered_sums"}));
  }
}

TYPED_TEST(HandleReport, RepeatedCallsSayWhatTheySumWith) {
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    this->begin(path);
    this->m_product.multiply();
    this->numeric_again(71);
    auto& product = Ocean::Impl::state_of(this->m_product.handle, "spgemm_numeric")->product();
    const std::string& reason = this->report().workflow_reason;
    if (product.has_places()) {
      EXPECT_EQ(this->report().value_source, ValueSource::places);
      EXPECT_TRUE(reason.starts_with("places of products kept in ")) << reason;
    } else if (product.has_lists()) {
      EXPECT_EQ(this->report().value_source, ValueSource::lists);
      EXPECT_TRUE(reason.starts_with("lists of products kept in ")) << reason;
    } else {
      EXPECT_EQ(this->report().value_source, ValueSource::product);
      EXPECT_TRUE(reason.starts_with("lists do not pay off with ")) << reason;
    }
    EXPECT_TRUE(reason.ends_with(" bytes") || reason.ends_with(" products per entry of C")) << reason;
  }
}

TYPED_TEST(HandleReport, ANewProductIsExplained) {
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    this->begin(path).reuse = false;
    this->m_product.multiply();
    this->numeric_again(71);
    EXPECT_EQ(this->report().value_source, ValueSource::product);
    EXPECT_EQ(this->report().workflow_reason, "the options say not to prepare for reuse");
    this->begin(path).reuse_memory_factor = 1e-9;
    this->m_product.multiply();
    this->numeric_again(72);
    const std::string& reason = this->report().workflow_reason;
    EXPECT_EQ(this->report().value_source, ValueSource::product);
    EXPECT_TRUE(reason.ends_with(" bytes of 0 that reuse_memory_factor allows") ||
                reason.starts_with("lists do not pay off with "))
        << reason;
  }
}

}  // namespace
