#include "core/kernels/pegs.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "core/parallel.hpp"
#include "core/simd.hpp"

namespace bestguess {

namespace {

constexpr std::uint64_t max_tails = 4096;  // codes of a block: with their columns they fit the second-level cache

int check_range(int value, int max, const char* message) {
  if (value < 1 || value > max) throw std::invalid_argument(message);
  return value;
}

// Returns the longest tails of which there are at most max_tails.
CodeSpace longest_tails(const CodeSpace& codes) {
  CodeSpace tails{0, codes.symbols, codes.distinct};
  while (tails.pegs < codes.pegs && CodeSpace{tails.pegs + 1, codes.symbols, codes.distinct}.size() <= max_tails) {
    ++tails.pegs;
  }
  return tails;
}

using Score = void (*)(const PegGuess&, std::size_t, std::uint8_t*);
using Match = std::size_t (*)(const PegGuess&, std::size_t, std::uint8_t, std::uint8_t*);

Score score_loop() {
#ifdef BESTGUESS_AVX2
  if (simd() == Simd::avx2) return avx2::score;
#endif
  return portable::score;
}

Match match_loop() {
#ifdef BESTGUESS_AVX2
  if (simd() == Simd::avx2) return avx2::match;
#endif
  return portable::match;
}

std::uint16_t symbol_set(const Symbol* code, int pegs) {
  std::uint16_t set = 0;
  for (int i = 0; i < pegs; ++i) set = static_cast<std::uint16_t>(set | 1u << code[i]);
  return set;
}

std::vector<std::uint16_t> symbol_sets(const CodeSpace& codes) {
  std::vector<std::uint16_t> sets(codes.size());
  std::array<Symbol, max_pegs> code;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    codes.unrank(i, code.data());
    sets[i] = symbol_set(code.data(), codes.pegs);
  }
  return sets;
}

}  // namespace

Columns::Columns(const CodeSpace& codes)
    : pegs_(codes.pegs),
      size_(codes.size()),
      bytes_(static_cast<std::size_t>(codes.pegs + codes.symbols) * padded_size(size_)) {
  std::array<Symbol, max_pegs> code;
  const auto cell = [&](int column, std::size_t i) -> std::uint8_t& {
    return bytes_[static_cast<std::size_t>(column) * padded_size(size_) + i];
  };
  for (std::size_t i = 0; i < size_; ++i) {
    codes.unrank(i, code.data());
    for (int p = 0; p < pegs_; ++p) {
      const Symbol symbol = code[static_cast<std::size_t>(p)];
      cell(p, i) = symbol;
      ++cell(pegs_ + symbol, i);
    }
  }
}

PegKernel::PegKernel(int pegs, int symbols, bool distinct_guesses, bool distinct_secrets)
    : guesses_{check_range(pegs, max_pegs, "pegs must be 1 to 8"),
               check_range(symbols, max_symbols, "symbols must be 1 to 16"), distinct_guesses},
      secrets_{pegs, symbols, distinct_secrets},
      win_(static_cast<std::uint8_t>((pegs + 1) * (pegs + 2) / 2 - 2)),
      tails_(longest_tails(secrets_)),
      heads_{pegs - tails_.pegs, symbols, distinct_secrets} {
  if ((distinct_guesses || distinct_secrets) && pegs > symbols) {
    throw std::invalid_argument("distinct codes need at least as many symbols as pegs");
  }
}

// Prepares `guess` for scoring against a block of codes that begin at peg first_peg. The counts of the head are 0.
PegGuess PegKernel::prepare_guess(std::uint64_t guess, const Columns& columns, int first_peg) const {
  std::array<Symbol, max_pegs> code;
  guesses_.unrank(guess, code.data());
  PegGuess prepared;
  prepared.win = win_;
  for (int p = first_peg; p < guesses_.pegs; ++p) {
    prepared.peg_column[prepared.pegs] = columns.peg(p - first_peg);
    prepared.peg[prepared.pegs++] = code[static_cast<std::size_t>(p)];
  }
  for (int s = 0; s < guesses_.symbols; ++s) {
    const auto symbol = static_cast<Symbol>(s);
    const auto guess_count = std::count(code.begin(), code.begin() + guesses_.pegs, symbol);
    if (guess_count == 0) continue;
    prepared.count_column[prepared.symbols] = columns.count(symbol);
    prepared.head_count[prepared.symbols] = 0;
    prepared.guess_count[prepared.symbols++] = static_cast<std::uint8_t>(guess_count);
  }
  return prepared;
}

// Sets the counts of `head` in `prepared`, which must come from prepare_guess(guess, …).
void PegKernel::set_head(PegGuess& prepared, std::uint64_t guess, const Symbol* head) const {
  std::array<Symbol, max_pegs> code;
  guesses_.unrank(guess, code.data());
  prepared.head_exact = 0;
  for (int p = 0; p < heads_.pegs; ++p) {
    prepared.head_exact =
        static_cast<std::uint8_t>(prepared.head_exact + (head[p] == code[static_cast<std::size_t>(p)]));
  }
  int index = 0;  // in the order of prepare_guess: symbols of the guess, ascending
  for (int s = 0; s < guesses_.symbols; ++s) {
    const auto symbol = static_cast<Symbol>(s);
    if (std::find(code.begin(), code.begin() + guesses_.pegs, symbol) == code.begin() + guesses_.pegs) continue;
    prepared.head_count[index++] = static_cast<std::uint8_t>(std::count(head, head + heads_.pegs, symbol));
  }
}

void PegKernel::fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const {
  if (begin > end || end > guesses()) throw std::out_of_range("expected a range of guesses of this game");
  constexpr std::uint64_t rows_per_task = 64;
  const Columns columns(secrets_);
  const Score score = score_loop();
  parallel_for((end - begin + rows_per_task - 1) / rows_per_task, threads, [&](std::uint64_t task) {
    const std::uint64_t first = begin + task * rows_per_task;
    for (std::uint64_t guess = first; guess < std::min(first + rows_per_task, end); ++guess) {
      score(prepare_guess(guess, columns, 0), columns.size(), out + (guess - begin) * columns.size());
    }
  });
}

Scan PegKernel::scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
                     int threads) const {
  if (begin > end || end > scan_blocks()) throw std::out_of_range("expected a range of scan blocks of this game");
  for (const Row& row : history) {
    if (row.guess >= guesses() || row.feedback > win_)
      throw std::out_of_range("the history has an unknown guess or feedback");
  }
  const Columns columns(tails_);
  const std::vector<std::uint16_t> tail_sets = secrets_.distinct ? symbol_sets(tails_) : std::vector<std::uint16_t>();
  const Match match = match_loop();
  // Every head has the same number of tails. So the index of a secret follows from its head and its place among them.
  const std::uint64_t secrets_of_head = secrets_.size() / heads_.size();

  std::vector<PegGuess> prepared_guesses;
  for (const Row& row : history) prepared_guesses.push_back(prepare_guess(row.guess, columns, heads_.pegs));

  const auto scan_head = [&](std::uint64_t head_index, std::vector<PegGuess>& prepared_rows,
                             std::vector<std::uint8_t>& keep, Scan& result) {
    std::array<Symbol, max_pegs> head;
    heads_.unrank(head_index, head.data());
    // Step 1. Keep the tails that may follow this head.
    std::size_t kept = columns.size();
    if (secrets_.distinct) {
      const std::uint16_t used = symbol_set(head.data(), heads_.pegs);
      for (std::size_t i = 0; i < columns.size(); ++i) keep[i] = (tail_sets[i] & used) == 0;
      kept = secrets_of_head;
    } else {
      std::fill_n(keep.begin(), columns.size(), std::uint8_t{1});
    }
    // Step 2. Of these, keep the secrets that are consistent with every row.
    for (std::size_t r = 0; r < prepared_rows.size() && kept > 0; ++r) {
      set_head(prepared_rows[r], history[r].guess, head.data());
      kept = match(prepared_rows[r], columns.size(), static_cast<std::uint8_t>(history[r].feedback), keep.data());
    }
    result.count += kept;
    if (kept == 0 || result.first.size() >= limit) return;
    // Step 3. Compute their indices. `index` counts all tails that may follow this head.
    std::uint64_t index = head_index * secrets_of_head;
    for (std::size_t i = 0; i < columns.size() && result.first.size() < limit; ++i) {
      if (keep[i]) result.first.push_back(static_cast<std::uint32_t>(index));
      if (!secrets_.distinct || (tail_sets[i] & symbol_set(head.data(), heads_.pegs)) == 0) ++index;
    }
  };

  const std::uint64_t tasks = std::min<std::uint64_t>(end - begin, 64);
  std::vector<Scan> parts(tasks);
  parallel_for(tasks, threads, [&](std::uint64_t task) {
    std::vector<PegGuess> prepared_rows = prepared_guesses;
    std::vector<std::uint8_t> keep(padded_size(columns.size()));
    const std::uint64_t stop = begin + (end - begin) * (task + 1) / tasks;
    for (std::uint64_t head = begin + (end - begin) * task / tasks; head < stop; ++head) {
      scan_head(head, prepared_rows, keep, parts[task]);
    }
  });
  Scan all;
  for (const Scan& part : parts) {
    all.count += part.count;
    const auto more = std::min<std::uint64_t>(part.first.size(), limit - all.first.size());
    all.first.insert(all.first.end(), part.first.begin(), part.first.begin() + static_cast<std::ptrdiff_t>(more));
  }
  return all;
}

}  // namespace bestguess
