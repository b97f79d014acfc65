#include "core/kernels/words.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/parallel.hpp"
#include "core/simd.hpp"

namespace bestguess {

namespace {

template <class Ordinal>
using ScoreWords = void (*)(const WordGuess&, std::size_t, Ordinal*);

template <class Ordinal>
ScoreWords<Ordinal> score_loop() {
#ifdef BESTGUESS_AVX2
  if (simd() == Simd::avx2) return avx2::score_words;
#endif
  return portable::score_words;
}

std::size_t check_length(int length, std::size_t guesses, std::size_t secrets) {
  const auto letters = static_cast<std::size_t>(length);
  if (length < 2 || length > max_letters || guesses % letters != 0 || secrets % letters != 0) {
    throw std::invalid_argument("expected words of 2 to 10 letters, all of one length");
  }
  return letters;
}

}  // namespace

WordKernel::WordKernel(int length, std::vector<Letter> guesses, std::span<const Letter> secrets)
    : length_(length),
      feedbacks_(1),
      words_(std::move(guesses)),
      secrets_(secrets.size() / check_length(length, words_.size(), secrets.size())) {
  for (int p = 0; p < length; ++p) feedbacks_ *= 3;
  Letter highest = 0;
  for (const Letter letter : words_) highest = std::max(highest, letter);
  for (const Letter letter : secrets) highest = std::max(highest, letter);
  const auto places = static_cast<std::size_t>(length);
  columns_.resize((places + highest + 1) * padded_size(secrets_));
  for (std::size_t s = 0; s < secrets_; ++s) {
    for (std::size_t p = 0; p < places; ++p) {
      const Letter letter = secrets[s * places + p];
      columns_[p * padded_size(secrets_) + s] = letter;
      ++columns_[(places + letter) * padded_size(secrets_) + s];
    }
  }
}

WordGuess WordKernel::prepare_guess(std::uint64_t guess) const {
  const auto places = static_cast<std::size_t>(length_);
  const Letter* word = &words_[guess * places];
  WordGuess prepared;
  prepared.length = length_;
  for (std::size_t p = 0; p < places; ++p) {
    prepared.letter_column[p] = column(p);
    prepared.letter[p] = word[p];
    prepared.count_column[p] = column(places + word[p]);
    prepared.first[p] = std::find(word, word + p, word[p]) == word + p;
    const auto next = static_cast<std::size_t>(std::find(word + p + 1, word + places, word[p]) - word);
    prepared.next[p] = next == places ? 0 : static_cast<int>(next);
  }
  return prepared;
}

template <class Ordinal>
void WordKernel::fill_rows(std::uint64_t begin, std::uint64_t end, Ordinal* out, int threads) const {
  if (begin > end || end > guesses()) throw std::out_of_range("expected a range of guesses of this game");
  if ((sizeof(Ordinal) == 1) != (length_ <= max_byte_letters)) {
    throw std::invalid_argument("expected an array of 8 bits for up to 5 letters, of 16 bits for more");
  }
  constexpr std::uint64_t rows_per_task = 64;
  const auto score = score_loop<Ordinal>();
  parallel_for((end - begin + rows_per_task - 1) / rows_per_task, threads, [&](std::uint64_t task) {
    const std::uint64_t first = begin + task * rows_per_task;
    for (std::uint64_t guess = first; guess < std::min(first + rows_per_task, end); ++guess) {
      score(prepare_guess(guess), secrets_, out + (guess - begin) * secrets_);
    }
  });
}

void WordKernel::fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const {
  fill_rows(begin, end, out, threads);
}

void WordKernel::fill(std::uint64_t begin, std::uint64_t end, std::uint16_t* out, int threads) const {
  fill_rows(begin, end, out, threads);
}

// Clears keep[s] for each secret that is inconsistent with a row.
template <class Ordinal>
void WordKernel::keep_consistent(std::span<const Row> history, std::vector<std::uint8_t>& keep) const {
  std::vector<Ordinal> ordinals(secrets_);
  const auto score = score_loop<Ordinal>();
  for (const Row& row : history) {
    score(prepare_guess(row.guess), secrets_, ordinals.data());
    for (std::size_t s = 0; s < secrets_; ++s) keep[s] &= ordinals[s] == row.feedback;
  }
}

Scan WordKernel::scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
                      int /*threads*/) const {
  if (begin > end || end > scan_blocks()) throw std::out_of_range("expected a range of scan blocks of this game");
  for (const Row& row : history) {
    if (row.guess >= guesses() || row.feedback >= feedbacks_)
      throw std::out_of_range("the history has an unknown guess or feedback");
  }
  Scan result;
  if (begin == end) return result;
  std::vector<std::uint8_t> keep(secrets_, 1);
  if (length_ <= max_byte_letters) keep_consistent<std::uint8_t>(history, keep);
  else keep_consistent<std::uint16_t>(history, keep);
  for (std::size_t s = 0; s < secrets_; ++s) {
    if (keep[s] && result.count++ < limit) result.first.push_back(static_cast<std::uint32_t>(s));
  }
  return result;
}

}  // namespace bestguess
