/// \file
/// \brief The cases of one set of types.

#ifdef OCEAN_FUZZ_FEW_TYPES  // and no library of tested types
#include <Ocean_AnyTypes.hpp>
#else
#include "support/tested_types.hpp"
#endif

#include "run_case_inline.hpp"

namespace Ocean::Fuzz {

template CaseResult run_case<int64_int64_size>(FuzzCase&, Environment&);

}  // namespace Ocean::Fuzz
