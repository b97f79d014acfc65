// Symmetries of a game: permutations of guesses and secrets that change no feedback.
//
// If symmetries that fix a history map one guess to another, both guesses have the same value. Such guesses form an
// orbit, and it is enough to try one of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bestguess {

class CodeSymmetries;

class Symmetries {
 public:
  virtual ~Symmetries() = default;

  // Returns the lowest guess of each orbit under the symmetries that fix every guess of `history`, ascending.
  //
  // Proof that an orbit has one value: such a symmetry maps the candidates that remain after any feedbacks to those
  // guesses onto themselves. So it maps each strategy that begins with one guess to an equally good one that begins
  // with the other.
  virtual std::vector<std::uint32_t> representatives(std::span<const std::uint32_t> history) const = 0;

  // Returns this object if it describes symmetries of codes, else null.
  virtual const CodeSymmetries* as_code_symmetries() const { return nullptr; }
};

// Symmetries of codes: positions and symbols may be permuted within their classes.
class CodeSymmetries final : public Symmetries {
 public:
  // codes[i * length + p] is the symbol of guess i at position p. The guesses must be in lexicographic order. Positions
  // of one class may be exchanged, and so may symbols of one class. With `symbols_by_position`, each position permutes
  // its symbols independently; all symbols must then be of one class.
  CodeSymmetries(std::vector<std::uint8_t> codes, std::vector<std::uint8_t> position_class,
                 std::vector<std::uint8_t> symbol_class, bool symbols_by_position = false);
  std::vector<std::uint32_t> representatives(std::span<const std::uint32_t> history) const override;
  const CodeSymmetries* as_code_symmetries() const override { return this; }

  std::size_t length() const { return position_class_.size(); }
  std::size_t guesses() const { return codes_.size() / length(); }
  // All symbols are below this number. With symbols_by_position each position has its own symbols: the symbol s of
  // position p is numbered p * k + s, where k is the number of symbols that were given.
  std::size_t symbols() const { return symbol_class_.size(); }
  bool symbols_by_position() const { return by_position_; }
  std::uint8_t position_class(std::size_t position) const { return position_class_[position]; }
  std::uint8_t symbol_class(std::size_t symbol) const { return symbol_class_[symbol]; }
  // The number of pairs of equal symbols in a guess. 0 for all guesses with symbols_by_position.
  std::uint8_t repeats(std::uint32_t guess) const { return repeats_[guess]; }
  const std::uint8_t* code(std::uint32_t guess) const { return &codes_[std::size_t{guess} * position_class_.size()]; }

 private:
  struct Element;
  std::vector<Element> stabiliser(std::span<const std::uint32_t> history) const;

  std::vector<std::uint8_t> codes_;
  std::vector<std::uint8_t> repeats_;
  std::vector<std::uint8_t> position_class_;
  std::vector<std::uint8_t> symbol_class_;
  bool by_position_;
};

// Symmetries of any game, as generators: each is a permutation of the guesses. Only those generators that fix the
// history are used, so some symmetries that fix it may be missed. A generator may rename the feedbacks of some guesses;
// it does not fix a history with such a guess.
class GeneratorSymmetries final : public Symmetries {
 public:
  // renames[i][g] says whether generator i renames feedbacks of guess g. Empty: none does.
  GeneratorSymmetries(std::uint32_t guesses, std::vector<std::vector<std::uint32_t>> generators,
                      std::vector<std::vector<std::uint8_t>> renames = {});
  std::vector<std::uint32_t> representatives(std::span<const std::uint32_t> history) const override;

 private:
  std::uint32_t guesses_;
  std::vector<std::vector<std::uint32_t>> generators_;
  std::vector<std::vector<std::uint8_t>> renames_;
};

}  // namespace bestguess
