#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_CHANGES_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_CHANGES_HPP
/// \file
/// \brief What changes between the calls on one product: values, the places of arrays, patterns.

#include <type_traits>

#include "fuzz_context.hpp"
#include "ocean/backend/team_launch.hpp"

namespace Ocean::Fuzz {

/// \brief New values or new arrays for an operand.
template <class Types>
void change_operand(Context<Types>& context, const char* name, HostMatrix<typename Types::scalar_type>& host,
                    DeviceMatrix<Types>& device) {
  const double share = context.random.unit();
  context.keep(device);
  if (share < 0.3) {
    context.note(name, " new values in place");
    host.values = context.draw_values_of(host.values.size());
    overwrite(context.instance(), device.values, host.values);
  } else if (share < 0.5) {
    context.note(name, " new values elsewhere");
    host.values = context.draw_values_of(host.values.size());
    device.values = upload<typename Types::scalar_type>(host.values);
  } else if (share < 0.7) {
    context.note(name, " elsewhere");
    context.instance().fence("Testing::fuzz");
    device = upload_matrix<Types>(host.pattern, host.values);
  }
}

template <class Types>
void change_operands(Context<Types>& context) {
  change_operand(context, "A", context.host_a, context.a);
  change_operand(context, "B", context.host_b, context.b);
}

/// \brief While it lives, an operand of the context has another pattern of the same size, or another size.
template <class Types>
class ChangedPattern {
 public:
  explicit ChangedPattern(Context<Types>& context)
      : m_context(context), m_is_a(chance(context.random, 0.5)), m_device(m_is_a ? context.a : context.b) {
    DeviceMatrix<Types>& device = m_is_a ? context.a : context.b;
    HostPattern pattern = (m_is_a ? context.host_a : context.host_b).pattern;
    if (!change(pattern)) return;
    m_is_changed = true;
    const bool in_place = Impl::is_host_space_v<exec_space> && chance(context.random, 0.5);
    context.note(m_is_a ? "A" : "B", in_place ? " another pattern in place" : " another pattern elsewhere");
    if (in_place) {
      m_restores = true;
      overwrite(context.instance(), device.row_map, pattern.row_map);
      overwrite(context.instance(), device.entries, pattern.columns);
    } else {
      device = upload_matrix<Types>(pattern, (m_is_a ? context.host_a : context.host_b).values);
    }
  }
  ~ChangedPattern() {
    if (m_restores) {
      const HostPattern& pattern = (m_is_a ? m_context.host_a : m_context.host_b).pattern;
      overwrite(m_context.instance(), m_device.row_map, pattern.row_map);
      overwrite(m_context.instance(), m_device.entries, pattern.columns);
    }
    Kokkos::fence("Testing::fuzz");
    (m_is_a ? m_context.a : m_context.b) = m_device;
  }
  ChangedPattern(const ChangedPattern&) = delete;
  ChangedPattern& operator=(const ChangedPattern&) = delete;

  bool is_changed() const { return m_is_changed; }

 private:
  /// Another column for an entry, or the last entry of a row for the next row; false where neither can be.
  bool change(HostPattern& pattern) {
    const auto num_entries = static_cast<std::int64_t>(pattern.columns.size());
    if (num_entries == 0) return false;
    const auto entry = static_cast<std::size_t>(m_context.random.below(num_entries));
    if (pattern.num_cols > 1 && chance(m_context.random, 0.7)) {
      pattern.columns[entry] = (pattern.columns[entry] + 1) % pattern.num_cols;
      return true;
    }
    for (std::size_t row = 1; row + 1 < pattern.row_map.size(); ++row)
      if (pattern.row_map[row] > pattern.row_map[row - 1]) {
        --pattern.row_map[row];
        return true;
      }
    return false;
  }

  Context<Types>& m_context;
  bool m_is_a;
  DeviceMatrix<Types> m_device;
  bool m_is_changed = false, m_restores = false;
};

}  // namespace Ocean::Fuzz

#endif
