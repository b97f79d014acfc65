// Compiled once for each version, inside its namespace, after score_loops.inl, whose vectors it uses. See there for
// what this file may contain.

namespace {

// Computes the marks of secrets [i, i + lanes), one vector for each place: 0, 1 or 2 (word_score.hpp). Comparing
// vectors gives -1 where they are equal, else 0.
inline void word_digits(const WordGuess& guess, std::size_t i, Bytes* digit) {
  Bytes exact[max_letters];
  for (int p = 0; p < guess.length; ++p) {
    exact[p] = reinterpret_cast<Bytes>(load(guess.letter_column[p] + i) == guess.letter[p]);
  }
  for (int p = 0; p < guess.length; ++p) {
    if (!guess.first[p]) continue;
    Bytes left = load(guess.count_column[p] + i);
    if (guess.next[p] == 0) {  // the letter occurs once in the guess: 1 if the secret has it, one more if in this place
      digit[p] = Bytes{} - reinterpret_cast<Bytes>(left != 0) - exact[p];
      continue;
    }
    // The letter occurs several times in the guess. Places that match use up copies first, then the others from left to
    // right.
    for (int q = p;; q = guess.next[q]) {
      left += exact[q];
      if (guess.next[q] == 0) break;
    }
    for (int q = p;; q = guess.next[q]) {
      const Bytes elsewhere = reinterpret_cast<Bytes>(left != 0) & ~exact[q];
      left += elsewhere;
      digit[q] = (elsewhere & 1) | (exact[q] & 2);
      if (guess.next[q] == 0) break;
    }
  }
}

// Returns the number that the marks of places [from, to) form to base 3.
inline Bytes word_number(const Bytes* digit, int from, int to) {
  Bytes number = digit[from];
  for (int p = from + 1; p < to; ++p) number = number + number + number + digit[p];
  return number;
}

}  // namespace

void score_words(const WordGuess& guess, std::size_t size, std::uint8_t* out) {
  Bytes digit[max_letters];
  for (std::size_t i = 0; i < size; i += lanes) {
    word_digits(guess, i, digit);
    const Bytes number = word_number(digit, 0, guess.length);
    __builtin_memcpy(out + i, &number, size - i < lanes ? size - i : lanes);
  }
}

void score_words(const WordGuess& guess, std::size_t size, std::uint16_t* out) {
  using Wide = std::uint16_t __attribute__((vector_size(2 * lanes)));
  // The last five places fit one byte, and the places before them another.
  const int head = guess.length - max_byte_letters;
  Bytes digit[max_letters];
  for (std::size_t i = 0; i < size; i += lanes) {
    word_digits(guess, i, digit);
    const Wide tail = __builtin_convertvector(word_number(digit, head, guess.length), Wide);
    const Wide number = __builtin_convertvector(word_number(digit, 0, head), Wide) * 243 + tail;
    __builtin_memcpy(out + i, &number, sizeof(std::uint16_t) * (size - i < lanes ? size - i : lanes));
  }
}
