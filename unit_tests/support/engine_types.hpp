#ifndef OCEAN_TEST_SUPPORT_ENGINE_TYPES_HPP
#define OCEAN_TEST_SUPPORT_ENGINE_TYPES_HPP
/// \file
/// \brief What tests of engines and of the calls on them multiply: doubles with int columns and offsets.

#include "ocean/core/problem.hpp"
#include "ocean/core/workspace.hpp"
#include "ocean/reference/gustavson.hpp"
#include "test_exec_space.hpp"

namespace Ocean::Testing {

using Impl::HostCsr;
using matrix_type = HostCsr<int, int, double>;
using operand_type = Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Impl::Problem<operand_type, operand_type>;
using product_type = Impl::CsrProduct<test_exec_space, int, int, double>;
using workspace_type = Impl::Workspace<test_exec_space>;

}  // namespace Ocean::Testing

#endif
