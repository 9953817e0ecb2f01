#ifndef OCEAN_HANDLE_STATE_TABLE_HPP
#define OCEAN_HANDLE_STATE_TABLE_HPP
/// \file
/// \brief The states of handles that cannot store one themselves: KokkosKernels' own.

#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../backend/at_finalize.hpp"
#include "handle_state.hpp"

namespace Ocean::Impl {

/// \brief States by the address of a token, for handles of every type in the process; used by all threads.
///
/// A token is a small managed view that the handle holds and of which the table keeps a copy. No other token can
/// therefore have its address while the entry lives, wherever the handle lies in memory; and once the table's copy is
/// the last, the handle is gone. Entries without a handle are dropped at the next look-up, all of them when Kokkos is
/// finalised.
class StateTable {
 public:
  static StateTable& instance() {
    static StateTable table;
    return table;
  }

  /// \brief The state of \p token, or null.
  std::shared_ptr<HandleStateBase> find(const void* token) {
    const std::lock_guard lock(m_mutex);
    const auto entry = token == nullptr ? m_entries.end() : m_entries.find(token);
    return entry == m_entries.end() ? nullptr : entry->second.state;
  }

  /// \brief Stores \p state under \p token, a view that its handle holds a copy of.
  template <class Token>
  void insert(const Token& token, std::shared_ptr<HandleStateBase> state) {
    const std::lock_guard lock(m_mutex);
    if (!m_is_hooked) at_finalize([] { instance().clear(); });
    m_is_hooked = true;
    m_entries.insert_or_assign(token.data(), Entry{std::move(state), [token] { return token.use_count() == 1; }});
  }

  /// \brief Drops the entries whose handles have been destroyed.
  void drop_abandoned() {
    std::vector<Entry> dropped;  // destroyed after the lock: a state gives device memory back
    const std::lock_guard lock(m_mutex);
    for (auto entry = m_entries.begin(); entry != m_entries.end();) {
      const auto next = std::next(entry);
      if (entry->second.is_abandoned()) {
        dropped.push_back(std::move(entry->second));
        m_entries.erase(entry);
      }
      entry = next;
    }
  }

  std::size_t size() {
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
  }

 private:
  struct Entry {
    std::shared_ptr<HandleStateBase> state;
    std::function<bool()> is_abandoned;
  };

  StateTable() = default;

  void clear() {
    const std::lock_guard lock(m_mutex);
    m_entries.clear();
  }

  std::mutex m_mutex;
  std::unordered_map<const void*, Entry> m_entries;
  bool m_is_hooked = false;
};

}  // namespace Ocean::Impl

#endif
