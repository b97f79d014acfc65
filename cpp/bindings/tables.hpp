// A feedback table as Python hands it over.
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

// A table as strategies see it. Holds on to its arrays.
template <class Ordinal>
struct PythonTable {
  Matrix<Ordinal> by_guess, by_secret;
  Vector<std::uint32_t> winner;
  Vector<std::int64_t> weights;
  Vector<std::uint32_t> labels, winner_ends, winners;
  Vector<std::int64_t> costs;
  TableView<Ordinal> view;

  // `lowest_winner` is empty where the goal is to identify, and `labels` are not. `ends` and `all_winners` may be empty where
  // each secret is won by one guess, and each guess wins against one at most.
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
    if (!fits) throw std::invalid_argument("the arrays of the table do not fit each other");
    if (feedbacks > std::uint64_t{1} << (8 * sizeof(Ordinal))) throw std::invalid_argument("too many feedbacks");
    if (std::any_of(view.labels.begin(), view.labels.end(), [&](auto label) { return label >= view.secrets; })) {
      throw std::invalid_argument("labels are not numbered from 0");
    }
    if (std::any_of(view.costs.begin(), view.costs.end(), [](auto cost) { return cost < 1; })) {
      throw std::invalid_argument("a guess costs nothing");
    }
    check_winners();
  }

 private:
  template <class Item>
  static std::span<const Item> span_of(const Vector<Item>& array) {
    return {array.data(), array.shape(0)};
  }

  // Every secret is won by the guesses that say so; counts the most secrets that one guess wins against.
  void check_winners() {
    if (view.identifies()) {
      view.max_wins = 0;
      return;
    }
    std::uint32_t end = 0;
    for (const std::uint32_t next : view.winner_ends) {
      if (next < end || next > view.winners.size()) throw std::invalid_argument("the winners do not fit the secrets");
      end = next;
    }
    std::vector<std::uint32_t> won(view.guesses);
    for (std::uint32_t s = 0; s < view.secrets; ++s) {
      bool any = false;
      view.for_each_winner(s, [&](std::uint32_t guess) {
        if (guess >= view.guesses || view.row(guess)[s] != view.win || (!any && guess != view.winner[s])) {
          throw std::invalid_argument("a secret is not won by its winner");
        }
        any = true;
        ++won[guess];
      });
      if (!any) throw std::invalid_argument("a secret is not won by any guess");
    }
    view.max_wins = *std::max_element(won.begin(), won.end());
  }
};

template <class Ordinal>
void check_position(const PythonTable<Ordinal>& table, const std::vector<std::uint32_t>& candidates,
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
