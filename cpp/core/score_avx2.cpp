#include "core/score.hpp"

namespace bestguess::avx2 {
#include "core/score_loops.inl"
}
