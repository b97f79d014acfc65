#include "core/search/search.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/search/root.hpp"

namespace bestguess {

namespace {

// Reports progress to the caller, and saves solved sets from time to time.
template <class Ordinal, class Value>
class Reporter {
 public:
  Reporter(exact::SharedState<Ordinal, Value>& shared, const exact::Root<Ordinal, Value>& root)
      : shared_(shared), root_(root), checkpoint_(shared.request.checkpoint ? &*shared.request.checkpoint : nullptr) {}

  void operator()() {
    const auto now = Clock::now();
    const std::chrono::duration<double> unsaved = now - last_save_;
    if (shared_.saves_solved_sets && checkpoint_ && unsaved.count() > checkpoint_->every) save();
    if (!shared_.request.progress || now - last_report_ < report_every) return;
    last_report_ = now;
    const SearchStatus status{ValueTraits<Value>::to_pair(root_.lower()), ValueTraits<Value>::to_pair(root_.upper()),
                              shared_.nodes, root_.all_first_guesses(), root_.open_first_guesses()};
    if (!shared_.request.progress(status)) shared_.stop = stopped_by_caller_ = true;
  }

  // Whether the caller has stopped the search, as opposed to the node limit.
  bool stopped_by_caller() const { return stopped_by_caller_; }

  // Saves the sets that were solved since the last call, if there is a checkpoint.
  void save() {
    if (!checkpoint_) return;
    last_save_ = Clock::now();
    const auto solved = shared_.take_solved();
    try {
      if (!solved.empty()) checkpoint_->save(std::as_bytes(std::span(solved)));
    } catch (...) {
      shared_.fail(std::current_exception());
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds report_every{50};
  exact::SharedState<Ordinal, Value>& shared_;
  const exact::Root<Ordinal, Value>& root_;
  const SearchCheckpoint* checkpoint_;  // null if there is none
  Clock::time_point last_report_ = Clock::now(), last_save_ = last_report_;
  bool stopped_by_caller_ = false;
};

// The search for one type of value.
template <class Value, class Ordinal>
SearchResult search_by(const TableView<Ordinal>& table, const SearchRequest& request) {
  exact::SharedState<Ordinal, Value> shared(table, request);
  exact::Root<Ordinal, Value> root(shared);
  Reporter<Ordinal, Value> reporter(shared, root);
  shared.on_poll = [&] { reporter(); };
  SearchResult result;
  // Step 1. Find the value, or bounds of it.
  try {
    if (request.all_first_guesses) root.value_first_guesses();
    else root.run();
    result.proven = true;
  } catch (const exact::SearchStopped&) {
    root.reset();
  }
  if (request.all_first_guesses) result.first_guesses = root.valued_first_guesses(result.proven);
  if (!shared.failure) reporter.save();
  if (shared.failure) std::rethrow_exception(shared.failure);
  shared.saves_solved_sets = false;
  shared.stop = false;
  if (!result.proven && !request.whole_tree && request.first_guess) {
    const auto on_poll = std::exchange(shared.on_poll, nullptr);
    root.raise_lower_by_counting();
    shared.on_poll = on_poll;
  }
  result.lower = ValueTraits<Value>::to_pair(root.lower());
  result.upper = ValueTraits<Value>::to_pair(root.upper());
  result.nodes = shared.nodes;
  // Step 2. Write the tree and the proof. There is no node limit here. If the caller stops it, the value found in step
  // 1 remains.
  shared.node_limit = std::nullopt;
  bool stopped = false;
  const auto unless_stopped = [&](const auto& write) {
    try {
      write();
    } catch (const exact::SearchStopped&) {
      stopped = true;
      root.reset();
      shared.stop = false;
    }
    if (shared.failure) std::rethrow_exception(shared.failure);
  };
  if (result.proven) unless_stopped([&] { result.tree = root.tree(); });
  if (result.proven && request.certify && !stopped) unless_stopped([&] { result.claims = root.proof(); });
  if (result.tree.empty() && result.upper.total < infinite) {
    // A tree for a search that did not finish. If the caller has stopped the search, allow a little more time.
    // Otherwise count only nodes, so that the same request has the same result on every machine.
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(300);
    shared.on_poll = nullptr;
    if (reporter.stopped_by_caller())
      shared.on_poll = [&shared, end] { shared.stop = shared.stop || Clock::now() > end; };
    result.tree = root.tree_so_far();
    if (result.tree.empty() && !result.proven) result.upper = request.upper_bound.value_or(LossCost{0, infinite});
  }
  return result;
}

}  // namespace

template <class Ordinal>
SearchResult search(const TableView<Ordinal>& table, const SearchRequest& request) {
  assert(!request.candidates.empty() && request.threads >= 1);
  assert(!request.first_guess || *request.first_guess < table.guesses);
  assert(!request.objective.linear || request.objective.cost.empty());
  assert(!request.objective.may_lose || !request.objective.cost.empty());
  SearchResult result =
      request.objective.may_lose ? search_by<LossCost>(table, request) : search_by<Cost>(table, request);
  if (request.certify) return_freed_memory();  // for the caller, who has to write the certificate
  return result;
}

template SearchResult search(const TableView<std::uint8_t>&, const SearchRequest&);
template SearchResult search(const TableView<std::uint16_t>&, const SearchRequest&);

}  // namespace bestguess
