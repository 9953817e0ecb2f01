/// \file
/// \brief Who gets which set: the one of the same key, an idle one, a new one, or none.
// backends: Serial

#include "ocean/backend/lent_sets.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace {

/// A set that the test has at work or idle; knows how many there are.
struct CountedSet {
  static inline int num_alive = 0, num_made = 0;
  static inline bool may_be_made = true;
  mutable bool is_at_work = false;
  mutable std::atomic<int> num_users{0};
  CountedSet() {
    if (!may_be_made) throw std::runtime_error("no more");
    ++num_alive, ++num_made;
  }
  ~CountedSet() { --num_alive; }
  bool is_idle() const { return !is_at_work; }
};

using Sets = Ocean::Impl::LentSets<CountedSet, int, 3>;

class LentSets : public ::testing::Test {
 protected:
  LentSets() { CountedSet::num_made = CountedSet::num_alive = 0; }
  /// The set that \p key borrows and brings back; at work from then on, or not.
  const CountedSet* use(int key, bool is_at_work) {
    const auto loan = m_sets.borrow(key);
    if (!loan) return nullptr;
    loan->is_at_work = is_at_work;
    return loan.operator->();
  }
  Sets m_sets;
};

TEST_F(LentSets, AKeyKeepsItsSet) {
  const CountedSet* const first = use(1, true);
  EXPECT_EQ(use(1, true), first) << "its own work is no hindrance";
  EXPECT_EQ(CountedSet::num_made, 1);
}

TEST_F(LentSets, KeysShareNoSetThatIsAtWork) {
  const CountedSet* const first = use(1, true);
  const CountedSet* const second = use(2, true);
  EXPECT_NE(first, second);
  EXPECT_EQ(use(1, true), first);
  EXPECT_EQ(use(2, true), second);
  EXPECT_EQ(CountedSet::num_made, 2);
}

TEST_F(LentSets, AnIdleSetGoesToTheNextKey) {
  const CountedSet* const first = use(1, false);
  EXPECT_EQ(use(2, true), first);
  EXPECT_NE(use(1, true), first) << "it is at work for another key now";
}

TEST_F(LentSets, ALentSetIsNobodyElses) {
  auto first = m_sets.borrow(1);
  auto second = m_sets.borrow(1);
  EXPECT_NE(first.operator->(), second.operator->());
  const Sets::Loan moved = std::move(first);
  EXPECT_FALSE(first);
  EXPECT_NE(m_sets.borrow(1).operator->(), moved.operator->());
  first = m_sets.borrow(1);
  EXPECT_TRUE(first);
  EXPECT_FALSE(m_sets.borrow(1)) << "there are three at most";
}

TEST_F(LentSets, ThereAreNoMoreThanTheMost) {
  for (int key = 1; key <= 3; ++key) EXPECT_NE(use(key, true), nullptr);
  EXPECT_EQ(use(4, true), nullptr);
  EXPECT_NE(use(2, false), nullptr);
  EXPECT_NE(use(4, true), nullptr) << "that of key 2 has become idle";
  EXPECT_EQ(use(2, true), nullptr);
  EXPECT_EQ(CountedSet::num_made, 3);
  m_sets.clear();
  EXPECT_EQ(CountedSet::num_alive, 0);
}

TEST_F(LentSets, AFailedSetIsNotLent) {
  CountedSet::may_be_made = false;
  EXPECT_THROW((void)m_sets.borrow(1), std::runtime_error);
  CountedSet::may_be_made = true;
  EXPECT_TRUE(m_sets.borrow(1));
}

TEST_F(LentSets, ThreadsNeverHaveTheSameSet) {
  std::atomic<int> num_shared{0};
  std::vector<std::thread> threads;
  for (int key = 0; key < 4; ++key)
    threads.emplace_back([&, key] {
      for (int round = 0; round < 5000; ++round) {
        const auto loan = m_sets.borrow(key);
        if (!loan) continue;
        if (++loan->num_users != 1) ++num_shared;
        std::this_thread::yield();
        --loan->num_users;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(num_shared, 0);
  EXPECT_LE(CountedSet::num_made, 3);
}

}  // namespace
