/// \file
/// \brief The cases of one set of types.

#include "run_case_inline.hpp"
#include "support/tested_types.hpp"

namespace Ocean::Fuzz {

template CaseResult run_case<float_int_int>(FuzzCase&, Environment&);

}  // namespace Ocean::Fuzz
