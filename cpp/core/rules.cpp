#include "core/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <stdexcept>
#include <utility>

namespace bestguess {

namespace {

// Appends to `out` the guesses that `accepts`. Writes each guess and advances only if it is accepted: this avoids a
// branch that is hard to predict.
template <class Accepts>
void append_if(Guesses guesses, std::vector<std::uint32_t>& out, const Accepts& accepts) {
  std::size_t size = out.size();
  out.resize(size + guesses.size());
  for (const std::uint32_t guess : guesses) {
    out[size] = guess;
    size += accepts(guess) ? 1 : 0;
  }
  out.resize(size);
}

}  // namespace

HardRule::HardRule(int length, std::vector<Letter> words)
    : length_(static_cast<std::size_t>(length)), words_(std::move(words)) {
  if (length < 1 || length > max_letters || words_.empty() || words_.size() % length_ != 0)
    throw std::invalid_argument("expected a list of words of 1 to 10 letters, all of one length");
  guesses_ = static_cast<std::uint32_t>(words_.size() / length_);
  letters_ = std::size_t{*std::max_element(words_.begin(), words_.end())} + 1;
  stride_ = (std::size_t{guesses_} + 63) / 64;
  bits_.resize(2 * length_ * letters_ * stride_);
  for (std::size_t guess = 0; guess < guesses_; ++guess) {
    const Letter* word = &words_[guess * length_];
    const auto add = [&](std::size_t number) {
      bits_[number * stride_ + guess / 64] |= std::uint64_t{1} << (guess % 64);
    };
    for (std::size_t place = 0; place < length_; ++place) {
      add(set_with_letter_at(place, word[place]));
      const auto before = static_cast<std::size_t>(std::count(word, word + place, word[place]));
      add(set_with_copies(before + 1, word[place]));
    }
  }
}

void HardRule::filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
                      std::vector<std::uint32_t>& out) const {
  assert(guess < guesses_);
  // Step 1. Collect the sets of guesses that the row requires: letters in place, and copies of letters.
  std::array<const std::uint64_t*, std::size_t{2} * max_letters> required;
  std::size_t count = 0;
  const Letter* word = &words_[guess * length_];
  std::array<bool, max_letters> in_secret{};  // whether the letter at this place is known to be in the secret
  for (std::size_t place = length_; place-- > 0; feedback /= 3) {
    in_secret[place] = feedback % 3 != 0;
    if (feedback % 3 == 2) required[count++] = bits(set_with_letter_at(place, word[place]));
  }
  for (std::size_t place = 0; place < length_; ++place) {
    if (!in_secret[place]) continue;
    std::size_t number = 0;
    bool last = true;
    for (std::size_t other = 0; other < length_; ++other) {
      if (!in_secret[other] || word[other] != word[place]) continue;
      ++number;
      last = last && other <= place;
    }
    if (last) required[count++] = bits(set_with_copies(number, word[place]));
  }
  // Step 2. Intersect these sets.
  if (!allowed.empty() && count == 0) {
    out.insert(out.end(), allowed.begin(), allowed.end());
    return;
  }
  std::vector<std::uint64_t>& matching = scratch.bits;
  matching.assign(stride_, ~std::uint64_t{0});
  if (guesses_ % 64 != 0) matching.back() = (std::uint64_t{1} << (guesses_ % 64)) - 1;
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < stride_; ++i) matching[i] &= required[k][i];
  }
  if (!allowed.empty()) {
    append_if(allowed, out, [&](std::uint32_t other) { return (matching[other / 64] >> (other % 64) & 1) != 0; });
    return;
  }
  for (std::size_t i = 0; i < stride_; ++i) {
    for (std::uint64_t bits = matching[i]; bits != 0; bits &= bits - 1) {
      out.push_back(static_cast<std::uint32_t>(64 * i + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }
}

StrictRule::StrictRule(const Kernel& kernel)
    : kernel_(&kernel), guesses_(static_cast<std::uint32_t>(kernel.guesses())) {
  if (kernel.guesses() != kernel.secrets())
    throw std::invalid_argument("expected a kernel whose secrets are its guesses");
}

StrictRule::StrictRule(std::vector<std::uint16_t> ordinals) : ordinals_(std::move(ordinals)), guesses_(0) {
  while (std::size_t{guesses_} * guesses_ < ordinals_.size()) ++guesses_;
  if (std::size_t{guesses_} * guesses_ != ordinals_.size())
    throw std::invalid_argument("expected a square matrix: every guess against every guess");
}

void StrictRule::score(std::uint32_t guess, std::vector<std::uint32_t>& row) const {
  const auto fill = [&](auto ordinal) {
    std::vector<decltype(ordinal)> ordinals(guesses_);
    kernel_->fill(guess, guess + std::uint64_t{1}, ordinals.data(), 1);
    row.assign(ordinals.begin(), ordinals.end());
  };
  const auto* row_ordinals = ordinals_.data() + std::size_t{guess} * guesses_;
  if (!kernel_) row.assign(row_ordinals, row_ordinals + guesses_);
  else if (kernel_->feedbacks() <= 256) fill(std::uint8_t{});
  else fill(std::uint16_t{});
}

void StrictRule::filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
                        std::vector<std::uint32_t>& out) const {
  assert(guess < guesses());
  if (!scratch.has_row || scratch.guess != guess) {
    score(guess, scratch.row);
    scratch.guess = guess;
    scratch.has_row = true;
  }
  if (allowed.empty()) {
    for (std::uint32_t other = 0; other < guesses(); ++other) {
      if (scratch.row[other] == feedback) out.push_back(other);
    }
    return;
  }
  append_if(allowed, out, [&](std::uint32_t other) { return scratch.row[other] == feedback; });
}

}  // namespace bestguess
