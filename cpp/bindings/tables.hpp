// A feedback table as Python hands it over.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/rules.hpp"
#include "core/table.hpp"

namespace bestguess::python {

// A table as strategies see it. Holds on to its arrays.
template <class Ordinal>
struct BoundTable {
  Matrix<Ordinal> by_guess, by_secret;
  Vector<std::uint32_t> winner;
  Vector<std::int64_t> weights;
  TableView<Ordinal> view;

  BoundTable(Matrix<Ordinal> guesses, Matrix<Ordinal> secrets, std::uint32_t feedbacks, std::uint32_t win,
             Vector<std::uint32_t> winners, Vector<std::int64_t> secret_weights, const Rule* rule)
      : by_guess(guesses),
        by_secret(secrets),
        winner(winners),
        weights(secret_weights),
        view{static_cast<std::uint32_t>(guesses.shape(0)),
             static_cast<std::uint32_t>(guesses.shape(1)),
             feedbacks,
             win,
             guesses.data(),
             secrets.data(),
             {winners.data(), winners.shape(0)},
             {secret_weights.data(), secret_weights.shape(0)},
             rule} {
    const bool fits = secrets.shape(0) == view.secrets && secrets.shape(1) == view.guesses && win < feedbacks &&
                      view.winner.size() == view.secrets &&
                      (view.weights.empty() || view.weights.size() == view.secrets) && view.secrets > 0 &&
                      (!rule || rule->guesses() == view.guesses);
    if (!fits) throw std::invalid_argument("the arrays of the table do not fit each other");
    for (std::uint32_t s = 0; s < view.secrets; ++s) {
      if (view.winner[s] >= view.guesses || view.row(view.winner[s])[s] != win) {
        throw std::invalid_argument("a secret is not won by its winner");
      }
    }
    if (feedbacks > std::uint64_t{1} << (8 * sizeof(Ordinal))) throw std::invalid_argument("too many feedbacks");
  }
};

template <class Ordinal>
void check_position(const BoundTable<Ordinal>& table, const std::vector<std::uint32_t>& candidates,
                    const std::vector<std::uint32_t>& history, const std::vector<std::uint32_t>& allowed,
                    std::optional<std::uint32_t> first_guess) {
  if (candidates.empty()) throw std::invalid_argument("no candidates are left");
  if (std::any_of(candidates.begin(), candidates.end(), [&](auto c) { return c >= table.view.secrets; })) {
    throw std::out_of_range("a candidate is not the index of a secret");
  }
  if (std::any_of(history.begin(), history.end(), [&](auto g) { return g >= table.view.guesses; })) {
    throw std::out_of_range("a guess of the history is not the index of a guess");
  }
  if (!std::is_sorted(allowed.begin(), allowed.end()) || (!allowed.empty() && allowed.back() >= table.view.guesses)) {
    throw std::out_of_range("the allowed guesses are not indices of guesses, ascending");
  }
  if (first_guess && *first_guess >= table.view.guesses) {
    throw std::out_of_range("the first guess is not the index of a guess");
  }
}

}  // namespace bestguess::python
