/// \file
/// \brief What the header of handles takes to compile alone.

#include <Ocean_KernelHandle.hpp>
