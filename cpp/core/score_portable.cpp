#include "core/score.hpp"

namespace bestguess::portable {
#include "core/score_loops.inl"
}
