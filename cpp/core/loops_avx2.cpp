#include "core/count.hpp"
#include "core/parts.hpp"
#include "core/score.hpp"

namespace bestguess::avx2 {
#include "core/count_loops.inl"
#include "core/parts_loops.inl"
#include "core/score_loops.inl"
}
