#include "core/kernels/score.hpp"
#include "core/kernels/word_score.hpp"
#include "core/part_count_loops.hpp"
#include "core/part_size_loops.hpp"

namespace bestguess::avx2 {
#include "core/kernels/score_loops.inl"
#include "core/kernels/word_loops.inl"
#include "core/part_count_loops.inl"
#include "core/part_size_loops.inl"
}  // namespace bestguess::avx2
