#ifndef OCEAN_BACKEND_LENT_SETS_HPP
#define OCEAN_BACKEND_LENT_SETS_HPP
/// \file
/// \brief Sets of resources that are expensive to create, lent to one caller at a time.

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace Ocean::Impl {

/// \brief Up to \p MaxSets sets; a borrower gets the one that its key had last, else an idle one, else a new one.
///
/// Borrowers with different keys therefore never share a set whose work still runs. Set has `bool is_idle() const`.
template <class Set, class Key, int MaxSets>
class LentSets {
 public:
  /// \brief Returns a set on destruction.
  class Loan {
   public:
    Loan() = default;
    Loan(LentSets& lender, Set& set) : m_lender(&lender), m_set(&set) {}
    Loan(Loan&& other) noexcept : m_lender(other.m_lender), m_set(std::exchange(other.m_set, nullptr)) {}
    Loan& operator=(Loan&& other) noexcept {
      std::swap(m_lender, other.m_lender);
      std::swap(m_set, other.m_set);
      return *this;
    }
    ~Loan() {
      if (m_set != nullptr) m_lender->bring_back(*m_set);
    }
    explicit operator bool() const { return m_set != nullptr; }
    const Set* operator->() const { return m_set; }

   private:
    LentSets* m_lender = nullptr;
    Set* m_set = nullptr;
  };

  /// \brief A set for \p key; an empty loan if all sets are lent or busy and no more may be created.
  /// \throws what the constructor of Set throws
  Loan borrow(Key key) {
    const std::lock_guard<std::mutex> lock(m_mutex);
    auto found = std::find_if(m_entries.begin(), m_entries.end(),
                              [&](const Entry& entry) { return !entry.is_lent && entry.key == key; });
    if (found == m_entries.end())
      found = std::find_if(m_entries.begin(), m_entries.end(),
                           [](const Entry& entry) { return !entry.is_lent && entry.set->is_idle(); });
    if (found == m_entries.end()) {
      if (m_entries.size() == static_cast<std::size_t>(MaxSets)) return {};
      m_entries.push_back({std::make_unique<Set>(), key, false});
      found = m_entries.end() - 1;
    }
    found->key = key;
    found->is_lent = true;
    return Loan(*this, *found->set);
  }

  /// \brief Destroys all sets. Pre: none is lent
  void clear() {
    const std::lock_guard<std::mutex> lock(m_mutex);
    m_entries.clear();
  }

 private:
  struct Entry {
    std::unique_ptr<Set> set;
    Key key;  ///< of the borrower who had it last
    bool is_lent;
  };

  void bring_back(const Set& set) {
    const std::lock_guard<std::mutex> lock(m_mutex);
    for (Entry& entry : m_entries)
      if (entry.set.get() == &set) entry.is_lent = false;
  }

  std::mutex m_mutex;
  std::vector<Entry> m_entries;
};

}  // namespace Ocean::Impl

#endif
