// Bindings of requests to the exact search, of tasks, and of results.
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/results.hpp"
#include "core/search/search.hpp"
#include "core/search/task.hpp"
#include "core/symmetry.hpp"

namespace bestguess::python {

using namespace nb::literals;

namespace {

void bind_search_request(nb::module_& m) {
  nb::class_<Objective>(m, "Objective")
      .def(
          "__init__",
          [](Objective* self, bool linear, std::vector<Cost> cost, bool weighted, bool may_lose,
             std::optional<Cost> spending_limit) {
            if (!std::is_sorted(cost.begin(), cost.end()))
              throw std::invalid_argument("expected costs that never decrease");
            if (linear && !cost.empty()) throw std::invalid_argument("cost does not work with linear=True");
            if (may_lose && cost.empty())
              throw std::invalid_argument(
                  "may_lose=True needs cost: secrets are lost after the last guess that it lists");
            if (spending_limit && (linear || *spending_limit < 0)) {
              throw std::invalid_argument("expected spending_limit of 0 or more, and linear=False");
            }
            new (self) Objective{linear, std::move(cost), weighted, may_lose, spending_limit.value_or(infinite)};
          },
          nb::kw_only(), "linear"_a = true, "cost"_a = std::vector<Cost>(), "weighted"_a = true, "may_lose"_a = false,
          "spending_limit"_a = nb::none())
      .def_ro("linear", &Objective::linear)
      .def_ro("cost", &Objective::cost)
      .def_ro("weighted", &Objective::weighted)
      .def_ro("may_lose", &Objective::may_lose)
      .def_prop_ro("spending_limit", [](const Objective& self) {
        return self.spending_limit >= infinite ? std::nullopt : std::optional(self.spending_limit);
      });
  nb::class_<Savings>(m, "Savings")
      .def(
          "__init__",
          [](Savings* self, bool classes, bool bound_by_winners, bool bound_by_all_guesses, bool memory, bool images,
             bool max_parts) {
            new (self) Savings{classes, bound_by_winners, bound_by_all_guesses, memory, images, max_parts};
          },
          nb::kw_only(), "classes"_a = true, "bound_by_winners"_a = true, "bound_by_all_guesses"_a = true,
          "memory"_a = true, "images"_a = true, "most_parts"_a = true)
      .def_ro("classes", &Savings::classes)
      .def_ro("bound_by_winners", &Savings::bound_by_winners)
      .def_ro("bound_by_all_guesses", &Savings::bound_by_all_guesses)
      .def_ro("memory", &Savings::memory)
      .def_ro("images", &Savings::images)
      .def_ro("most_parts", &Savings::most_parts);
  nb::class_<SearchStatus>(m, "SearchStatus")
      .def_prop_ro("lower", [](const SearchStatus& self) { return self.lower.total; })
      .def_prop_ro("upper", [](const SearchStatus& self) { return self.upper.total; })
      .def_prop_ro("lost_lower", [](const SearchStatus& self) { return self.lower.lost; })
      .def_prop_ro("lost_upper", [](const SearchStatus& self) { return self.upper.lost; })
      .def_ro("nodes", &SearchStatus::nodes)
      .def_ro("first_guesses", &SearchStatus::first_guesses)
      .def_ro("open_first_guesses", &SearchStatus::open_first_guesses);
  nb::class_<SearchCheckpoint>(m, "SearchCheckpoint")
      .def(
          "__init__",
          [](SearchCheckpoint* self, const nb::bytes& remembered, std::function<void(nb::bytes)> save, double every) {
            std::vector<std::byte> saved(remembered.size());
            if (!saved.empty()) std::memcpy(saved.data(), remembered.data(), saved.size());
            const auto save_bytes = [save = std::move(save)](std::span<const std::byte> solved) {
              nb::gil_scoped_acquire acquire;
              save(nb::bytes(solved.data(), solved.size()));
            };
            new (self) SearchCheckpoint{std::move(saved), save_bytes, every};
          },
          nb::kw_only(), "remembered"_a, "save"_a, "every"_a)
      .def_ro("every", &SearchCheckpoint::every);
  nb::class_<SearchRequest>(m, "SearchRequest")
      .def(
          "__init__",
          [](SearchRequest* self, const Objective& objective, const Vector<std::uint32_t>& candidates,
             std::vector<std::uint32_t> history, const std::optional<Vector<std::uint32_t>>& allowed, bool consistent,
             std::optional<std::uint32_t> first_guess, bool all_first_guesses, std::optional<std::size_t> most_valued,
             std::optional<Cost> upper_bound, Cost lost_upper_bound, std::optional<Cost> lower_bound,
             const Symmetries* symmetries, int threads, std::uint64_t memory_limit,
             std::optional<std::uint64_t> node_limit, bool whole_tree, bool certify, const Savings& savings,
             SearchProgress progress, std::optional<SearchCheckpoint> checkpoint,
             std::shared_ptr<SearchMemory> memory) {
            if (memory && memory->may_lose() != objective.may_lose)
              throw std::invalid_argument("expected a memory with the same may_lose as the objective");
            std::optional<LossCost> upper;
            if (upper_bound) upper = {lost_upper_bound, *upper_bound};
            std::optional<LossCost> lower;
            if (lower_bound) lower = {0, *lower_bound};
            new (self) SearchRequest{objective,
                                     to_vector(candidates),
                                     std::move(history),
                                     allowed ? to_vector(*allowed) : std::vector<std::uint32_t>(),
                                     consistent,
                                     first_guess,
                                     all_first_guesses,
                                     most_valued.value_or(~std::size_t{0}),
                                     upper,
                                     lower,
                                     symmetries,
                                     check_threads(threads),
                                     memory_limit,
                                     node_limit,
                                     whole_tree,
                                     certify,
                                     savings,
                                     std::move(progress),
                                     std::move(checkpoint),
                                     std::move(memory)};
          },
          nb::kw_only(), "objective"_a, "candidates"_a, "history"_a = std::vector<std::uint32_t>(),
          "allowed"_a = nb::none(), "consistent"_a = false, "first_guess"_a = nb::none(), "all_first_guesses"_a = false,
          "most_valued"_a = nb::none(), "upper_bound"_a = nb::none(), "lost_upper_bound"_a = 0,
          "lower_bound"_a = nb::none(), "symmetries"_a = nb::none(), "threads"_a = 1, "memory_limit"_a,
          "node_limit"_a = nb::none(), "whole_tree"_a = true, "certify"_a = false, "savings"_a = Savings(),
          "progress"_a = nb::none(), "checkpoint"_a = nb::none(), "memory"_a = nb::none(),
          nb::keep_alive<1, 13>())  // argument 13: the symmetries
      .def_ro("objective", &SearchRequest::objective)
      .def_ro("candidates", &SearchRequest::candidates)
      .def_ro("history", &SearchRequest::history)
      .def_ro("allowed", &SearchRequest::allowed)
      .def_ro("consistent", &SearchRequest::consistent)
      .def_ro("first_guess", &SearchRequest::first_guess)
      .def_ro("all_first_guesses", &SearchRequest::all_first_guesses)
      .def_prop_ro("upper_bound",
                   [](const SearchRequest& self) {
                     return self.upper_bound ? std::optional(self.upper_bound->total) : std::nullopt;
                   })
      .def_prop_ro("lost_upper_bound",
                   [](const SearchRequest& self) { return self.upper_bound ? self.upper_bound->lost : 0; })
      .def_prop_ro("lower_bound",
                   [](const SearchRequest& self) {
                     return self.lower_bound ? std::optional(self.lower_bound->total) : std::nullopt;
                   })
      .def_ro("threads", &SearchRequest::threads)
      .def_ro("memory_limit", &SearchRequest::memory_limit)
      .def_ro("node_limit", &SearchRequest::node_limit)
      .def_ro("whole_tree", &SearchRequest::whole_tree)
      .def_ro("certify", &SearchRequest::certify)
      .def_ro("savings", &SearchRequest::savings);
}

std::pair<Cost, Cost> as_pair(const LossCost& cost) { return {cost.lost, cost.total}; }

void bind_tasks(nb::module_& m) {
  nb::class_<SearchMemory>(m, "SearchMemory")
      .def(nb::init<std::uint64_t, bool>(), nb::kw_only(), "memory_limit"_a, "may_lose"_a)
      .def(
          "learn",
          [](SearchMemory& self, const nb::bytes& solved) {
            self.learn(std::as_bytes(std::span(solved.c_str(), solved.size())));
          },
          "solved"_a)
      .def("__len__", &SearchMemory::size);
  nb::class_<TaskResult>(m, "TaskResult")
      .def_ro("finished", &TaskResult::finished)
      .def_prop_ro("best", [](const TaskResult& self) { return as_pair(self.best); })
      .def_ro("found", &TaskResult::found)
      .def_prop_ro("least_refuted", [](const TaskResult& self) { return as_pair(self.least_refuted); })
      .def_ro("open_guesses", &TaskResult::open_guesses)
      .def_ro("opened", &TaskResult::opened)
      .def_prop_ro("open_parts",
                   [](const TaskResult& self) {
                     using Pair = std::pair<Cost, Cost>;
                     std::vector<std::tuple<std::uint32_t, std::uint32_t, Pair, Pair, bool>> parts;
                     for (const TaskPart& part : self.open_parts) {
                       parts.emplace_back(part.feedback, part.size, as_pair(part.bound), as_pair(part.shift),
                                          part.exact);
                     }
                     return parts;
                   })
      .def_prop_ro("won", [](const TaskResult& self) { return as_pair(self.won); })
      .def_prop_ro("key", [](const TaskResult& self) { return nb::bytes(&self.key, sizeof self.key); })
      .def_prop_ro("bound", [](const TaskResult& self) { return as_pair(self.bound); })
      .def_ro("nodes", &TaskResult::nodes)
      .def_prop_ro("solved", [](const TaskResult& self) { return nb::bytes(self.solved.data(), self.solved.size()); });
}

void bind_search_result(nb::module_& m) {
  nb::class_<FirstGuess>(m, "FirstGuess")
      .def_ro("guess", &FirstGuess::guess)
      .def_prop_ro("value", [](const FirstGuess& self) { return self.value.total; })
      .def_prop_ro("lost", [](const FirstGuess& self) { return self.value.lost; })
      .def_ro("exact", &FirstGuess::exact);
  nb::class_<Claim>(m, "Claim")
      .def_ro("parent", &Claim::parent)
      .def_ro("guess", &Claim::guess)
      .def_ro("feedback", &Claim::feedback)
      .def_prop_ro("bound", [](const Claim& self) { return self.bound.total; })
      .def_prop_ro("lost", [](const Claim& self) { return self.bound.lost; })
      .def_ro("image_of", &Claim::image_of)
      .def_ro("positions", &Claim::positions)
      .def_ro("symbols", &Claim::symbols);
  nb::class_<PythonResult>(m, "SearchResult")
      .def_prop_ro("lower", [](const PythonResult& self) { return self.lower.total; })
      .def_prop_ro("upper", [](const PythonResult& self) { return self.upper.total; })
      .def_prop_ro("lost_lower", [](const PythonResult& self) { return self.lower.lost; })
      .def_prop_ro("lost_upper", [](const PythonResult& self) { return self.upper.lost; })
      .def_ro("proven", &PythonResult::proven)
      .def_ro("nodes", &PythonResult::nodes)
      .def_prop_ro(
          "tree", [](const PythonResult& self) { return columns(self.tree); }, nb::rv_policy::automatic)
      .def_prop_ro("lost", [](const PythonResult& self) { return std::tuple(self.tree.lost, self.tree.lost_weight); })
      .def_ro("first_guesses", &PythonResult::first_guesses)
      .def_ro("claims", &PythonResult::claims)
      .def_ro("interrupted", &PythonResult::interrupted);
}

}  // namespace

void bind_searches(nb::module_& m) {
  bind_tasks(m);
  bind_search_request(m);
  bind_search_result(m);
}

}  // namespace bestguess::python
