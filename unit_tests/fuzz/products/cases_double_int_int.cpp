/// \file
/// \brief The cases of one set of types.

#include "run_case_inline.hpp"

namespace Ocean::Fuzz {

template CaseResult run_case<double_int_int>(FuzzCase&, Environment&);

}  // namespace Ocean::Fuzz
