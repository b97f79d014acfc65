// Guesses that are images of one another under the symmetries that fix a history: one of them is enough.
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

  // The lowest guess of each orbit under the symmetries that leave every guess of `history` as it is, ascending. Such
  // symmetries map the candidates of any feedbacks to those guesses onto themselves, so a whole orbit has one value.
  virtual std::vector<std::uint32_t> representatives(std::span<const std::uint32_t> history) const = 0;

  // These, if they are symmetries of codes.
  virtual const CodeSymmetries* as_code_symmetries() const { return nullptr; }
};

// For codes over symbols at positions: positions and symbols may be permuted within classes.
class CodeSymmetries final : public Symmetries {
 public:
  // codes[i * length + p] is the symbol of guess i at position p; guesses in lexicographic order. Positions (symbols) may
  // change places when they are of the same class. With `symbols_by_position` the symbols of each position are permuted on
  // their own, all of one class.
  CodeSymmetries(std::vector<std::uint8_t> codes, std::vector<std::uint8_t> position_class,
                 std::vector<std::uint8_t> symbol_class, bool symbols_by_position = false);
  std::vector<std::uint32_t> representatives(std::span<const std::uint32_t> history) const override;
  const CodeSymmetries* as_code_symmetries() const override { return this; }

  std::size_t length() const { return position_class_.size(); }
  std::size_t guesses() const { return codes_.size() / length(); }
  // Symbols are below this. Where each position has its own, those of position p are the p-th part of them.
  std::size_t symbols() const { return symbol_class_.size(); }
  bool symbols_by_position() const { return by_position_; }
  std::uint8_t position_class(std::size_t position) const { return position_class_[position]; }
  std::uint8_t symbol_class(std::size_t symbol) const { return symbol_class_[symbol]; }
  // How many pairs of the symbols of a guess are equal.
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

// Any game: generators, each a permutation of the guesses. Used as far as single generators fix the history. A generator may
// rename the feedbacks of some guesses: it does not fix a history with such a guess.
class GeneratorSymmetries final : public Symmetries {
 public:
  // renames[i][g]: whether generator i renames feedbacks of guess g; none if empty.
  GeneratorSymmetries(std::uint32_t guesses, std::vector<std::vector<std::uint32_t>> generators,
                      std::vector<std::vector<std::uint8_t>> renames = {});
  std::vector<std::uint32_t> representatives(std::span<const std::uint32_t> history) const override;

 private:
  std::uint32_t guesses_;
  std::vector<std::vector<std::uint32_t>> generators_;
  std::vector<std::vector<std::uint8_t>> renames_;
};

}  // namespace bestguess
