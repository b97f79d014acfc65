// A feedback table that Python owns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/rules.hpp"
#include "core/table.hpp"

namespace bestguess::python {

// Keeps the NumPy arrays of a table alive, checks them once, and gives the core a view of them.
template <class Ordinal>
struct PythonTable {
  Matrix<Ordinal> by_guess, by_secret;
  Vector<std::uint32_t> winner;
  Vector<std::int64_t> weights;
  Vector<std::uint32_t> labels, winner_ends, winners;
  Vector<std::int64_t> costs;
  TableView<Ordinal> view;

  // If the goal is to identify, `lowest_winner` is empty and `secret_labels` is not. `ends` and `all_winners` may be
  // empty if each secret has one winner and each guess wins against at most one secret.
  PythonTable(Matrix<Ordinal> guesses, Matrix<Ordinal> secrets, std::uint32_t feedbacks, std::uint32_t win,
              Vector<std::uint32_t> lowest_winner, Vector<std::int64_t> secret_weights, const Rule* rule,
              Vector<std::uint32_t> secret_labels, Vector<std::int64_t> guess_costs, Vector<std::uint32_t> ends,
              Vector<std::uint32_t> all_winners)
      : by_guess(guesses),
        by_secret(secrets),
        winner(lowest_winner),
        weights(secret_weights),
        labels(secret_labels),
        winner_ends(ends),
        winners(all_winners),
        costs(guess_costs),
        view{static_cast<std::uint32_t>(guesses.shape(0)),
             static_cast<std::uint32_t>(guesses.shape(1)),
             feedbacks,
             win,
             guesses.data(),
             secrets.data(),
             span_of(winner),
             span_of(weights),
             rule,
             span_of(labels),
             span_of(costs),
             span_of(winner_ends),
             span_of(winners)} {
    const auto empty_or = [](const auto& array, std::uint32_t size) { return array.empty() || array.size() == size; };
    const bool fits = secrets.shape(0) == view.secrets && secrets.shape(1) == view.guesses &&
                      (win < feedbacks || view.identifies()) && empty_or(view.weights, view.secrets) &&
                      empty_or(view.labels, view.secrets) && empty_or(view.costs, view.guesses) &&
                      empty_or(view.winner_ends, view.secrets) && view.secrets > 0 &&
                      view.winner.size() == (view.identifies() ? 0 : view.secrets) &&
                      (!rule || rule->guesses() == view.guesses);
    if (!fits)
      throw std::invalid_argument("the arrays of the table have different numbers of guesses, secrets or feedbacks");
    if (feedbacks > std::uint64_t{1} << (8 * sizeof(Ordinal)))
      throw std::invalid_argument("the table has more feedbacks than its ordinals can hold");
    if (std::any_of(view.labels.begin(), view.labels.end(), [&](auto label) { return label >= view.secrets; })) {
      throw std::invalid_argument("expected labels below the number of secrets");
    }
    if (std::any_of(view.costs.begin(), view.costs.end(), [](auto cost) { return cost < 1; })) {
      throw std::invalid_argument("expected costs of 1 or more");
    }
    check_winners();
  }

 private:
  template <class Item>
  static std::span<const Item> span_of(const Vector<Item>& array) {
    return {array.data(), array.shape(0)};
  }

  // Checks that the winners of each secret win against it, and computes view.max_wins.
  void check_winners() {
    if (view.identifies()) {
      view.max_wins = 0;
      return;
    }
    std::uint32_t end = 0;
    for (const std::uint32_t next : view.winner_ends) {
      if (next < end || next > view.winners.size())
        throw std::invalid_argument("expected ascending winner_ends within the list of winners");
      end = next;
    }
    std::vector<std::uint32_t> won(view.guesses);
    for (std::uint32_t s = 0; s < view.secrets; ++s) {
      bool any = false;
      view.for_each_winner(s, [&](std::uint32_t guess) {
        if (guess >= view.guesses || view.row(guess)[s] != view.win || (!any && guess != view.winner[s])) {
          throw std::invalid_argument("expected winners that win against their secret, the lowest one first");
        }
        any = true;
        ++won[guess];
      });
      if (!any) throw std::invalid_argument("expected at least one winner for each secret");
    }
    view.max_wins = *std::max_element(won.begin(), won.end());
  }
};

// Throws unless the arguments describe a position of the table.
template <class Ordinal>
void check_position(const PythonTable<Ordinal>& table, const std::vector<std::uint32_t>& candidates,
                    const std::vector<std::uint32_t>& history, const std::vector<std::uint32_t>& allowed,
                    std::optional<std::uint32_t> first_guess) {
  if (candidates.empty()) throw std::invalid_argument("no candidates are left");
  if (std::any_of(candidates.begin(), candidates.end(), [&](auto c) { return c >= table.view.secrets; })) {
    throw std::out_of_range("expected candidates below the number of secrets of the game");
  }
  if (std::any_of(history.begin(), history.end(), [&](auto g) { return g >= table.view.guesses; })) {
    throw std::out_of_range("expected guesses of the history below the number of guesses of the game");
  }
  if (!std::is_sorted(allowed.begin(), allowed.end()) || (!allowed.empty() && allowed.back() >= table.view.guesses)) {
    throw std::out_of_range("expected allowed guesses in ascending order, below the number of guesses of the game");
  }
  if (first_guess && *first_guess >= table.view.guesses) {
    throw std::out_of_range("expected a first guess below the number of guesses of the game");
  }
}

}  // namespace bestguess::python
