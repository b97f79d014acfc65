#include "core/part_size_loops.hpp"
#include "core/part_count_loops.hpp"
#include "core/kernels/score.hpp"

namespace bestguess::avx2 {
#include "core/part_size_loops.inl"
#include "core/part_count_loops.inl"
#include "core/kernels/score_loops.inl"
}
