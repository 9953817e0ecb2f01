/// \file
/// \brief The cases of one set of types.

#include <Ocean_AnyTypes.hpp>

#include "run_case_inline.hpp"

namespace Ocean::Fuzz {

template CaseResult run_case<int64_int64_size>(FuzzCase&, Environment&);

}  // namespace Ocean::Fuzz
