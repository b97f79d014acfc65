#include "core/kernels/twod.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/parallel.hpp"

namespace bestguess {

TwodKernel::TwodKernel(int size) : size_(static_cast<std::uint64_t>(size)) {
  if (size < 1 || size > 36) throw std::invalid_argument("size must be 1 to 36");
}

TwodKernel::Feedback TwodKernel::feedback(std::uint64_t guess, std::uint64_t secret, std::uint64_t size) {
  if (guess == secret) return equal;
  const bool some_above = guess / size > secret / size || guess % size > secret % size;
  const bool some_below = guess / size < secret / size || guess % size < secret % size;
  return some_above && some_below ? mixed : some_above ? high : low;
}

void TwodKernel::fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const {
  if (begin > end || end > guesses()) throw std::out_of_range("expected a range of guesses of this game");
  parallel_for(end - begin, threads, [&](std::uint64_t row) {
    std::uint8_t* ordinals = out + row * secrets();
    for (std::uint64_t secret = 0; secret < secrets(); ++secret)
      ordinals[secret] = feedback(begin + row, secret, size_);
  });
}

Scan TwodKernel::scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
                      int /*threads*/) const {
  if (begin > end || end > scan_blocks()) throw std::out_of_range("expected a range of scan blocks of this game");
  for (const Row& row : history) {
    if (row.guess >= guesses() || row.feedback > equal)
      throw std::out_of_range("the history has an unknown guess or feedback");
  }
  Scan result;
  for (std::uint64_t secret = 0; begin < end && secret < secrets(); ++secret) {
    const bool consistent = std::all_of(history.begin(), history.end(), [&](const Row& row) {
      return feedback(row.guess, secret, size_) == row.feedback;
    });
    if (!consistent) continue;
    if (result.count++ < limit) result.first.push_back(static_cast<std::uint32_t>(secret));
  }
  return result;
}

}  // namespace bestguess
