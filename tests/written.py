"""Certificates of tiny games, written by hand: a plain recursion and every claim, as docs/certificates.md says.

It needs nothing but Python, and everything follows from a seed. A certificate claims every set that can be reached with
what it truly costs; one that is *sparse* leaves out what its reader has to know: what the bounds by counting say, and
guesses that are images of others. So whatever checks certificates must accept both, and refuse them once something else
is said (`check/test_written.py`), unless that is true as well (`is_true`).
"""

import csv
import hashlib
import io
import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations, product
from pathlib import Path
from string import ascii_uppercase
from typing import Any, TypeAlias

Cost: TypeAlias = tuple[float, ...]
"""One number, or a pair: what is lost, and the total of what is found. Infinite: it cannot be done."""
Set: TypeAlias = tuple[str, ...]
BEYOND = 10**6
"""Claimed of a total that is infinite, since the bounds of totals are numbers."""
OBJECTIVES = ("mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost")


@dataclass(frozen=True)
class Game:
    """A game of a few guesses and secrets."""

    text: str
    """Of a table, with `FILE` where the name of its file stands."""
    guesses: tuple[str, ...]
    secrets: tuple[str, ...]
    cells: dict[tuple[str, str], str]
    """The feedback of each guess and secret."""
    win: str | None = None
    """The winning feedback; None: the goal is to identify the label."""
    labels: dict[str, str] | None = None
    weights: dict[str, Fraction] | None = None
    costs: dict[str, Fraction] | None = None
    rows: int | None = None
    content: str | None = None
    """What its file holds; None: it has none."""
    images: tuple[dict[str, str], ...] = ()
    """Its symmetries: each takes every guess to another. That of a weighing may have its sides exchanged."""

    @cached_property
    def parts(self) -> int:
        """By how much costs are multiplied in files."""
        return math.lcm(*(cost.denominator for cost in (self.costs or {}).values()))

    @cached_property
    def weight_parts(self) -> int:
        """By how much weights are multiplied in files."""
        return math.lcm(*(weight.denominator for weight in (self.weights or {}).values()))

    @property
    def goal(self) -> str:
        """`hit` or `identify`."""
        return "identify" if self.win is None else "hit"

    @property
    def priced(self) -> bool:
        """Whether guesses have costs, other than 1 each."""
        return self.costs is not None and set(self.costs.values()) != {Fraction(1)}

    def label(self, secret: str) -> str:
        """What *secret* means."""
        return secret if self.labels is None else self.labels[secret]

    def weight(self, secret: str) -> int:
        """How likely *secret* is."""
        return 1 if self.weights is None else int(self.weights[secret] * self.weight_parts)

    def cost(self, guess: str) -> int:
        """What *guess* costs, in the unit of files."""
        return 1 if self.costs is None else int(self.costs[guess] * self.parts)

    def split(self, guess: str, candidates: Set) -> dict[str, Set]:
        """The *candidates* by the feedback that *guess* gets."""
        parts = dict[str, list[str]]()
        for secret in candidates:
            parts.setdefault(self.cells[guess, secret], []).append(secret)
        return {feedback: tuple(part) for feedback, part in sorted(parts.items())}

    def is_found(self, feedback: str, part: Set) -> bool:
        """Whether *part*, left by a guess that got *feedback*, is found."""
        return feedback == self.win if self.win is not None else len(set(map(self.label, part))) == 1

    def lowest(self, fixed: Sequence[str]) -> tuple[str, ...]:
        """The guesses that no symmetry which leaves those that are *fixed* as they are takes to a lower one."""
        place = {guess: number for number, guess in enumerate(self.guesses)}
        images = [image for image in self.images if all(image[guess] == guess for guess in fixed)]
        lowest = []
        for guess in self.guesses:
            others = (one[guess] if one[guess] in place else "-".join(one[guess].split("-")[::-1]) for one in images)
            if all(place[guess] <= place[other] for other in others):
                lowest.append(guess)
        return tuple(lowest)


@dataclass(frozen=True)
class Question:
    """What is asked of a game: what a certificate answers."""

    objective: str
    max_guesses: int | None = None
    consistent: bool = False
    first_guess: str | None = None
    history: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Counted:
    """What a proof counts: `total`, `within`, `last` or `lost`, and within which limits."""

    what: str
    limit: int | None = None
    cost_limit: int | None = None


class Solver:
    """The least cost of every set of candidates, by trying everything."""

    def __init__(self, game: Game, question: Question, counted: Counted) -> None:
        self.game, self.question, self.counted = game, question, counted
        self.best = cache(self._best)

    def guesses(self, candidates: Set, depth: int) -> list[str]:
        """The guesses that may be made: they split *candidates*, or win."""
        first = self.question.first_guess
        found = []
        for guess in self.game.guesses if depth or first is None else (first,):
            parts = self.game.split(guess, candidates)
            wins = self.game.win is not None and self.game.win in parts
            if wins or (len(parts) > 1 and not self.question.consistent):
                found.append(guess)
        return found

    def found(self, part: Set, number: int, spent: int) -> Cost:
        """What *part* costs if it is found by guess *number*, with which *spent* is spent."""
        counted, weight = self.counted, sum(map(self.game.weight, part))
        late = counted.limit is not None and number > counted.limit
        dear = counted.cost_limit is not None and spent > counted.cost_limit
        if counted.what == "lost":
            return (weight, 0) if late else (0, weight * spent)
        if late or dear:
            return (math.inf,)
        if counted.what == "last":
            return (len(part) if number == counted.limit else 0,)
        return (weight * spent if counted.what == "total" else 0,)

    def cost(self, guess: str, candidates: Set, depth: int, spent: int) -> Cost:
        """What *guess* costs after *depth* others that cost what is *spent*, and the best after it."""
        spent += self.game.cost(guess)
        costs = [
            self.found(part, depth + 1, spent)
            if self.game.is_found(feedback, part)
            else self.best(part, depth + 1, spent)[0]
            for feedback, part in self.game.split(guess, candidates).items()
        ]
        return tuple(map(sum, zip(*costs, strict=True)))

    def _best(self, candidates: Set, depth: int, spent: int) -> tuple[Cost, str | None]:
        """The least cost of *candidates* and the guess that has it, None where all is beyond the limits."""
        counted = self.counted
        if counted.limit is not None and depth >= counted.limit:
            return self.found(candidates, depth + 1, spent), None
        if counted.cost_limit is not None and spent >= counted.cost_limit:
            return (math.inf,), None
        if not (guesses := self.guesses(candidates, depth)):  # the first guess that is asked for may not be made
            return (math.inf,), None
        return min((self.cost(guess, candidates, depth, spent), guess) for guess in guesses)

    def bound(self, candidates: Set, depth: int, spent: int) -> Any:
        """The least cost as a claim has it: in a total without limits, what comes after the set."""
        cost = self.best(candidates, depth, spent)[0]
        if self.counted == Counted("total"):
            cost = (cost[0] - spent * sum(map(self.game.weight, candidates)),)
        if self.counted.what == "within":
            return None if cost[0] == math.inf else 0
        numbers = [BEYOND if number == math.inf else int(number) for number in cost]
        return numbers if len(numbers) == 2 else numbers[0]


class Counting:
    """What a part costs at least, by the bounds that a reader of certificates computes."""

    def __init__(self, solver: Solver, position: Set) -> None:
        self.game, self.counted, self.question = solver.game, solver.counted, solver.question
        self.found = solver.found
        game = self.game
        splits = [game.split(guess, position) for guess in game.guesses]
        self.losing = max(len({feedback for parts in splits for feedback in parts} - {game.win}), 1)
        self.most_won = max(len(parts.get(game.win, ())) for parts in splits) if game.win is not None else 0
        self.arity = max(map(len, splits))
        self.weighs = self.counted.what in ("total", "lost")
        self.weighted = self.weighs and any(game.weight(secret) != 1 for secret in position)

    def bound(self, part: Set, depth: int, spent: int) -> Cost:
        """The greater of the bounds by size and by parts of *part*, after *depth* guesses that cost what is *spent*."""
        bounds = self._hit if self.game.win is not None else self._identify
        return max(bounds(part, depth, spent))

    def _usable(self, part: Set) -> dict[str, dict[str, Set]]:
        """The guesses that split *part* or win against one of it, and how."""
        splits = {guess: self.game.split(guess, part) for guess in self.game.guesses}
        wins = {guess: parts for guess, parts in splits.items() if self.game.win in parts}
        return wins if self.question.consistent else {g: p for g, p in splits.items() if len(p) > 1 or g in wins}

    def _priced(self, counts: Sequence[int], part: Set, depth: int, spent: int, each: int) -> Cost:
        """What *part* costs if so many are found by the next guess, the one after, and so on, the heaviest first."""
        left = sorted(part, key=self.game.weight, reverse=True)
        cost: Cost = (0, 0) if self.counted.what == "lost" else (0,)
        for ahead, count in enumerate(counts, 1):
            some, left = tuple(left[:count]), left[count:]
            if some:
                more = self.found(some, depth + ahead, spent + ahead * each)
                cost = tuple(one + other for one, other in zip(cost, more, strict=True))
        assert not left
        return cost

    def _hit(self, part: Set, depth: int, spent: int) -> tuple[Cost, Cost]:
        size, most, game = len(part), self.most_won, self.game
        each = min(map(game.cost, game.guesses))
        by_size = self._priced([most * self.losing**level for level in range(size)], part, depth, spent, each)
        if self.weighted and by_size[0] != math.inf:
            by_size = self._priced([most, size], part, depth, spent, each)
        usable = self._usable(part)
        each = min(map(game.cost, usable))
        wins = max(len(parts) for parts in usable.values() if game.win in parts)
        by_parts = self._priced([most, (wins - 1) * most, size], part, depth, spent, each)
        others = [len(parts) for parts in usable.values() if game.win not in parts]
        if others:
            by_parts = min(by_parts, self._priced([0, max(others) * most, size], part, depth, spent, each))
        return by_size, by_parts

    def _identify(self, part: Set, depth: int, spent: int) -> tuple[Cost, Cost]:
        usable = self._usable(part)
        return (
            self._code(part, depth, spent, self.arity, min(map(self.game.cost, self.game.guesses))),
            self._code(part, depth, spent, max(map(len, usable.values())), min(map(self.game.cost, usable))),
        )

    def _code(self, part: Set, depth: int, spent: int, arity: int, each: int) -> Cost:
        weights = dict[str, int]()
        for secret in part:
            label = self.game.label(secret)
            weights[label] = weights.get(label, 0) + (self.game.weight(secret) if self.weighs else 1)
        labels, weight = sorted(weights.values()), sum(weights.values())
        what, limit, cost_limit = self.counted.what, self.counted.limit, self.counted.cost_limit
        left = math.inf if limit is None else max(limit - depth, 0)
        height = next(height for height in range(len(labels)) if arity**height >= len(labels))
        if what == "lost":
            if left == 0:
                return weight, 0
            heavy = [one for one in labels if one > 0]
            if len(heavy) <= arity**left:
                return 0, weight * spent + max(weight, huffman(heavy, arity))
            found = sum(heavy[-int(arity**left) :])
            return weight - found, found * (spent + 1)
        if height > left or (cost_limit is not None and spent + each * height > cost_limit):
            return (math.inf,)
        if what == "total":
            return (weight * spent + each * huffman(labels, arity),)
        if what == "within":
            return (0,)
        sooner = (arity ** int(left) - len(labels)) // (arity - 1)
        return (sum(labels[: max(len(labels) - sooner, 0)]),)


def huffman(weights: Sequence[int], arity: int) -> int:
    """The least total of a code of this *arity*."""
    left, total = sorted(weights) or [0], 0
    while (len(left) - 1) % (arity - 1):
        left.insert(0, 0)
    while len(left) > 1:
        total += (least := sum(left[:arity]))
        left = sorted([least, *left[arity:]])
    return total


class Certificate:
    """The answer to a *question* about a *game*, whose file, if it has one, is called game.csv."""

    def __init__(self, game: Game, question: Question, sparse: bool = False) -> None:
        self.game, self.question, self.sparse = game, question, sparse
        rows = question.history
        self.candidates = tuple(s for s in game.secrets if all(game.cells[g, s] == f for g, f in rows))
        self.limit = question.max_guesses if question.max_guesses is not None else self._rows_left()
        self.solvers, self.tree = self._answer()

    def _rows_left(self) -> int | None:
        return None if self.game.rows is None else self.game.rows - len(self.question.history)

    def _solver(self, what: str, limit: int | None = None, cost_limit: int | None = None) -> Solver:
        return Solver(self.game, self.question, Counted(what, limit, cost_limit))

    def _answer(self) -> tuple[list[Solver], Solver | None]:
        """What each proof counts, and what the tree does best; None: there is no tree."""
        objective, limit = self.question.objective, self.limit
        if objective == "lost":
            assert limit is not None
            return [lost := self._solver("lost", limit)], lost
        mean = self._solver("total", limit)
        if self.value(mean)[0] == math.inf:
            return [self._solver("within", limit)], None
        if objective == "mean":
            return [mean], mean
        if objective == "mean,worst":
            worst = self._worst_of_least_total(self.value(mean))
            needed = [self._total_within(worst - 1)] if self.game.priced or worst > 1 else []
            return [mean, *needed], self._total_within(worst)
        worst = self._least_worst()
        proof = self._solver("within", limit, worst - 1) if self.game.priced else self._solver("within", worst - 1)
        needed = [proof] if self.game.priced or worst > 1 else []
        within = self._total_within(worst)
        if objective != "at-worst":
            return [*needed, *([within] if objective == "worst,mean" else [])], within
        last = self._solver("last", worst if limit is None else limit)
        self.limit, given = worst if limit is None else limit, limit
        return [*(needed if given is None else []), last], last

    def _total_within(self, worst: int) -> Solver:
        """Totals within so many guesses, or with costs at so much for each candidate."""
        return self._solver("total", self.limit, worst) if self.game.priced else self._solver("total", worst)

    def _worst_of_least_total(self, least: Cost) -> int:
        """The least number of guesses, or with costs the least cost, within which the *least* total is kept."""
        worst = 1
        while self.value(self._total_within(worst)) != least:
            worst += 1
        return worst

    def _least_worst(self) -> int:
        """The least number of guesses, or with costs the least cost, within which all can be found."""
        worst = 1
        while True:
            limits = (self.limit, worst) if self.game.priced else (worst, None)
            if self.value(self._solver("within", *limits))[0] == 0:
                return worst
            worst += 1

    def value(self, solver: Solver) -> Cost:
        """The least cost of all candidates."""
        return solver.best(self.candidates, 0, 0)[0]

    def worse(self) -> Iterator[dict[str, Any]]:
        """Certificates of `mean` and `lost` that are false: trees that begin otherwise, and cost more than need be."""
        if self.tree is None or self.question.objective not in ("mean", "lost"):
            return
        for guess in self.tree.guesses(self.candidates, 0):
            cost = self.tree.cost(guess, self.candidates, 0, 0)
            if math.inf not in cost and cost > self.value(self.tree):
                document = self.document() | self._members(guess)
                document["proofs"][0]["bound"][0] = list(cost) if len(cost) == 2 else cost[0]
                yield document

    def figures(self) -> dict[str, Any] | None:
        """What is true of the best tree; None: there is none."""
        tree = self._members()["figures"]
        return None if tree is None else dict(tree)

    def document(self) -> dict[str, Any]:
        """The certificate, without its checksum."""
        game, question = self.game, self.question
        files = []
        if game.content is not None:
            files = [{"name": "game.csv", "sha256": hashlib.sha256(game.content.encode()).hexdigest()}]
        return {
            "format": "bestguess.certificate",
            "format_version": 2,
            "version": "0.0.0",
            "game": game.text.replace("FILE", "game.csv"),
            "game_files": files,
            "goal": game.goal,
            "labels": None if game.labels is None else [[secret, game.labels[secret]] for secret in game.secrets],
            "rule": "free",
            "costs": self._costs(),
            "history": [list(row) for row in question.history],
            "consistent": question.consistent,
            "strategy": None if self.tree is None else "optimal",
            "objective": question.objective,
            "first_guess": question.first_guess,
            "max_guesses": question.max_guesses,
            "limit": self.limit,
            "feedbacks": sorted(set(game.cells.values())),
            **self._members(),
            "proofs": self._proofs(),
        }

    def _proofs(self) -> list[dict[str, Any]]:
        """A proof of each statement. What is claimed of all candidates is what it says, though more may be true."""
        proofs = [self._proof(solver) for solver in self.solvers]
        if self.question.objective == "mean,worst" and len(proofs) == 2:
            proofs[1]["bound"][0] = proofs[0]["bound"][0] + 1
        return proofs

    def _costs(self) -> dict[str, Any] | None:
        if not self.game.priced:
            return None
        unit = "1" if self.game.parts == 1 else f"1/{self.game.parts}"
        return {"unit": unit, "of": [[guess, self.game.cost(guess)] for guess in self.game.guesses]}

    def _members(self, first_guess: str | None = None) -> dict[str, Any]:
        """The names of the secrets, the figures and the nodes, where the *first_guess* is the best, or another one."""
        if self.tree is None:
            return {"secret_names": [], "figures": None, "nodes": None}
        nodes: dict[str, list[Any]] = {name: [] for name in COLUMNS}
        found, lost = list[tuple[str, int, int]](), list[str]()
        for node, ends, gone, spent in self._nodes(self.tree, first_guess):
            weights = (sum(map(self.game.weight, some)) for some in (ends, gone))
            row = (*node, len(ends), next(weights), len(gone), next(weights))
            for name, value in zip(COLUMNS, row, strict=True):
                nodes[name].append(value)
            guesses = node[2] - (node[0] is None)
            found += [(secret, guesses, spent) for secret in ends]
            lost += gone
        columns: dict[str, Any] = dict(nodes)
        columns |= {} if self.game.win is None else {"label": None}
        columns |= {} if self.game.weights is not None else {"weight": None, "lost_weight": None}
        columns |= {} if lost else {"lost": None, "lost_weight": None}
        return {"secret_names": self._names(), "figures": self._figures(found, lost), "nodes": columns}

    def _nodes(self, tree: Solver, first_guess: str | None) -> Iterator[tuple[tuple[Any, ...], Set, Set, int]]:
        """The guess, branch, depth and label of each node in preorder, who is found and lost there, what is spent."""
        feedbacks = sorted(set(self.game.cells.values()))
        waiting = [(self.candidates, 0, 1, 0, False)]
        while waiting:
            candidates, branch, depth, spent, is_leaf = waiting.pop()
            if is_leaf:
                yield (None, branch, depth, self.game.label(candidates[0])), candidates, (), spent
                continue
            guess = (first_guess if depth == 1 else None) or tree.best(candidates, depth - 1, spent)[1]
            assert guess is not None
            spent += self.game.cost(guess)
            won: Set = ()
            gone, below = list[str](), []
            for feedback, part in self.game.split(guess, candidates).items():
                is_found = self.game.is_found(feedback, part)
                if is_found and self.game.win is not None:
                    won = part
                elif not is_found and depth == self.limit:
                    gone += part
                else:
                    below.append((part, feedbacks.index(feedback), depth + 1, spent, is_found))
            yield (guess, branch, depth, None), won, tuple(gone), spent
            waiting += reversed(below)

    def _names(self) -> list[list[str]]:
        """The secret of each guess that wins against it alone, and has another text."""
        names = []
        for guess in self.game.guesses:
            won = [secret for secret in self.game.secrets if self.game.cells[guess, secret] == self.game.win]
            if len(won) == 1 and won != [guess]:
                names.append([guess, won[0]])
        return names

    def _figures(self, found: list[tuple[str, int, int]], lost: list[str]) -> dict[str, Any]:
        worst = max((spent for _, _, spent in found), default=0)
        most = max((guesses for _, guesses, _ in found), default=0)
        counts = [guesses for _, guesses, _ in found]
        return {
            "secrets": len(self.candidates),
            "total": sum(self.game.weight(secret) * spent for secret, _, spent in found),
            "worst": worst,
            "at_worst": sum(spent == worst for _, _, spent in found),
            "distribution": [counts.count(number) for number in range(1, most + 1)],
            "lost": None if self.limit is None else len(lost),
            "lost_weight": None if self.limit is None else sum(map(self.game.weight, lost)),
        }

    def _proof(self, solver: Solver) -> dict[str, Any]:
        """A claim about every set that can be reached within the limits; sparse, only where it is needed."""
        feedbacks = sorted(set(self.game.cells.values()))
        linear = solver.counted == Counted("total")
        counting = Counting(solver, self.candidates)
        columns: dict[str, list[Any]] = {"parent": [None], "guess": [None], "feedback": [None]}
        columns["bound"] = [solver.bound(self.candidates, 0, 0)]
        sets = [(self.candidates, 0, 0, tuple(guess for guess, _ in self.question.history))]
        met = set[tuple[Set, int, int]]()
        for parent, (candidates, depth, spent, path) in enumerate(sets):
            for guess, feedback, part in self._open_parts(solver, candidates, depth, spent, path):
                after = 0 if linear else spent + self.game.cost(guess)
                key = (part, 1 if linear else depth + 1, after)
                possible = solver.counted.what == "within" and solver.bound(*key) == 0  # nothing to claim
                known = possible or (self.sparse and counting.bound(*key) == solver.best(*key)[0])
                if not known and len(part) < len(candidates) and key not in met:
                    met.add(key)
                    sets.append((part, depth + 1, after, (*path, guess)))
                    row = (parent, guess, feedbacks.index(feedback), solver.bound(*key))
                    for name, value in zip(columns, row, strict=True):
                        columns[name].append(value)
        limits = {"limit": solver.counted.limit, "cost_limit": solver.counted.cost_limit}
        return {**{name: limits[name] for name in limits if name == "limit" or self.game.priced}, **columns}

    def _open_parts(
        self, solver: Solver, candidates: Set, depth: int, spent: int, path: tuple[str, ...]
    ) -> Iterator[tuple[str, str, Set]]:
        """The guesses that are looked at, and what each leaves that is not found."""
        limit, cost_limit = solver.counted.limit, solver.counted.cost_limit
        if (limit is not None and depth >= limit) or (cost_limit is not None and spent >= cost_limit):
            return
        first = depth == 0 and self.question.first_guess is not None
        lowest = self.game.lowest(path) if self.sparse and depth <= 2 and not first else self.game.guesses
        for guess in solver.guesses(candidates, depth):
            for feedback, part in self.game.split(guess, candidates).items() if guess in lowest else ():
                if not self.game.is_found(feedback, part):
                    yield guess, feedback, part


COLUMNS = ("guess", "branch", "depth", "label", "wins", "weight", "lost", "lost_weight")


def sealed(document: dict[str, Any]) -> str:
    """What the file of *document* holds, with its checksum put right."""
    rest = {name: value for name, value in document.items() if name != "checksum"}
    body = json.dumps(rest, separators=(",", ":")).removesuffix("}")
    return f'{body},"checksum":"sha256:{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


def as_tree(document: dict[str, Any]) -> dict[str, Any]:
    """The tree of a certificate as a document of its own."""
    rest = {name: value for name, value in document.items() if name != "proofs"}
    limit = "limit" if document["objective"] == "at-worst" else "max_guesses"  # that of at-worst is nobody's wish
    return {**rest, "format": "bestguess.tree", "objective": None, "max_guesses": document[limit]}


def is_true(game: Game, document: dict[str, Any]) -> bool:
    """Whether what *document*, a certificate about *game*, says is true: by what it asks, whatever its proofs are."""
    history = tuple((guess, feedback) for guess, feedback in document["history"])
    asked = (document["objective"], document["max_guesses"], document["consistent"], document["first_guess"], history)
    certificate = Certificate(game, Question(*asked))
    figures, truth = document["figures"], certificate.figures()
    if figures is None or truth is None:
        return figures is None and truth is None and certificate.limit == document["limit"]
    if document["objective"] == "lost":
        return (figures["lost_weight"], figures["total"]) == (truth["lost_weight"], truth["total"])
    if document["objective"] == "at-worst":
        at_limit = [_at(some["distribution"], certificate.limit) for some in (figures, truth)]
        return at_limit[0] == at_limit[1] and certificate.limit == document["limit"]
    names = {"mean": ["total"], "worst": ["worst"]}.get(document["objective"], ["worst", "total"])
    return all(figures[name] == truth[name] for name in names)


def _at(distribution: list[int], limit: int | None) -> int:
    return distribution[limit - 1] if limit is not None and limit <= len(distribution) else 0


# Games


def table_game(rng: random.Random, goal: str | None = None, priced: bool | None = None) -> Game:
    """A table of a few secrets and guesses: labels or several winners, weights and costs or not."""
    goal = goal or rng.choice(["hit", "identify"])
    while True:
        secrets = tuple(f"s{number}" for number in range(rng.randint(2, rng.choice([5, 8]))))
        guesses = tuple(f"g{number}" for number in range(rng.randint(2, rng.choice([5, 8]))))
        most = rng.choice([1, 1, 2, 3])
        cells = {(g, s): f"f{rng.randint(0, most)}" for g in guesses for s in secrets}
        labels = None
        if goal == "hit":
            _draw_winners(rng, guesses, secrets, cells)
        elif rng.random() < 0.5:
            labels = {secret: rng.choice("abc") for secret in secrets}
        game = Game("table(FILE)", guesses, secrets, cells, "won" if goal == "hit" else None, labels)
        if _is_playable(game):
            break
    weights = _drawn_weights(rng, secrets) if rng.random() < 0.5 else None
    costs = None
    if priced or (priced is None and rng.random() < 0.5):
        prices = rng.choice([["1", "2", "3"], ["1"], ["0.5", "1", "1.25"], ["1/3", "1/2"], ["7"]])
        costs = {guess: Fraction(rng.choice(prices)) for guess in guesses}
    rows = rng.choice([None, None, 1, 2, 3, 4])
    text = f"table(FILE{'' if goal == 'hit' else ',goal=identify'}{'' if rows is None else f',rows={rows}'})"
    content = _content(rng, game, weights, costs)
    return Game(text, guesses, secrets, cells, game.win, labels, weights, costs, rows, content)


def altered(rng: random.Random, game: Game) -> Game | None:
    """*game*, a table, with another feedback, label, weight or cost; None: that is no game, or the same."""
    name = rng.choice([name for name in ("cells", "labels", "weights", "costs") if getattr(game, name) is not None])
    values = dict(getattr(game, name))
    key = rng.choice(sorted(values))
    values[key] = values[key] + 1 if name == "weights" else rng.choice(sorted(set(values.values())))
    changes: dict[str, Any] = {name: values}
    other = replace(game, **changes)
    if values == getattr(game, name) or not _is_playable(other):
        return None
    return replace(other, content=_content(rng, other, other.weights, other.costs))


def _draw_winners(
    rng: random.Random, guesses: Sequence[str], secrets: Sequence[str], cells: dict[tuple[str, str], str]
) -> None:
    """Every secret is won by a guess: by one of its own, or by any, perhaps by several."""
    several = rng.random() < 0.5 or len(guesses) < len(secrets)
    for place, secret in enumerate(secrets):
        for guess in rng.choices(guesses, k=rng.choice([1, 1, 2])) if several else [guesses[place]]:
            cells[guess, secret] = "won"


def _is_playable(game: Game) -> bool:
    """Whether every secret can be won, or any two labels, of which there are two or more, can be told apart."""
    columns = {secret: tuple(game.cells[guess, secret] for guess in game.guesses) for secret in game.secrets}
    if game.win is not None:
        return all(game.win in column for column in columns.values())
    pairs = [pair for pair in combinations(game.secrets, 2) if game.label(pair[0]) != game.label(pair[1])]
    return bool(pairs) and all(columns[one] != columns[other] for one, other in pairs)


def _drawn_weights(rng: random.Random, secrets: Sequence[str]) -> dict[str, Fraction]:
    largest, under = rng.choice([1, 3, 1000]), rng.choice([1, 1, 1, 6])
    weights = {secret: Fraction(rng.randint(0, largest), under) for secret in secrets}
    weights[secrets[0]] = Fraction(largest, under)
    return weights


def game_of(content: str, win: str | None = None) -> Game:
    """The game in a table of this *content*, which has no quotes."""
    lines = [line.split(",") for line in content.splitlines()]
    secrets = tuple(lines[0][1:])
    below = {line[0]: line[1:] for line in lines if line[0] in ("label", "weight")}
    rows = {line[0]: line[1:] for line in lines[1:] if line[0] not in below}
    costs = None
    if secrets[-1] == "cost":
        secrets = secrets[:-1]
        costs = {guess: Fraction(row[-1]) for guess, row in rows.items()}
    cells = {(guess, secret): row[place] for guess, row in rows.items() for place, secret in enumerate(secrets)}
    labels = dict(zip(secrets, below["label"], strict=False)) if "label" in below else None
    weights = {s: Fraction(w) for s, w in zip(secrets, below["weight"], strict=False)} if "weight" in below else None
    text = "table(FILE)" if win else "table(FILE,goal=identify)"
    return Game(text, tuple(rows), secrets, cells, win, labels, weights, costs, content=content)


def answered(
    folder: Path, content: str, objective: str = "mean", win: str | None = None, max_guesses: int | None = None
) -> dict[str, Any]:
    """The certificate of the table of this *content*, which is put into *folder*."""
    (folder / "game.csv").write_text(content)
    return Certificate(game_of(content, win), Question(objective, max_guesses)).document()


def _content(
    rng: random.Random, game: Game, weights: dict[str, Fraction] | None, costs: dict[str, Fraction] | None
) -> str:
    """The file of *game*, its last rows in any order."""
    lines = [["" if game.win is None else f"win={game.win}", *game.secrets]]
    lines += [[guess, *(game.cells[guess, secret] for secret in game.secrets)] for guess in game.guesses]
    if costs is not None:
        for line, cell in zip(lines, ["cost", *map(str, costs.values())], strict=True):
            line.append(cell)
    below = []
    if weights is not None:
        below.append(["weight", *map(str, weights.values())])
    if game.labels is not None:
        below.append(["label", *game.labels.values()])
    rng.shuffle(below)
    lines += [[*row, *([] if costs is None else [""])] for row in below]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def numbers_game(most: int) -> Game:
    """A number from 1 on."""
    codes = tuple(map(str, range(1, most + 1)))

    def feedback(guess: str, secret: str) -> str:
        return "equal" if guess == secret else "low" if int(guess) < int(secret) else "high"

    return _family(f"numbers({most})", codes, codes, feedback, "equal")


def balance_game(coins: int, find_coin: bool = False) -> Game:
    """One of so many coins is too heavy or too light."""
    letters = ascii_uppercase[:coins]
    guesses = []
    for side in range(1, coins // 2 + 1):
        for left in combinations(letters, side):
            for right in combinations(sorted(set(letters) - set(left)), side):
                if left[0] < right[0]:
                    guesses.append(f"{''.join(left)}-{''.join(right)}")
    secrets = tuple(letter + sign for letter in letters for sign in "+-")

    def feedback(guess: str, secret: str) -> str:
        left, right = guess.split("-")
        heavy, light = (left, right) if secret[1] == "+" else (right, left)
        return "left" if secret[0] in heavy else "right" if secret[0] in light else "level"

    labels = {secret: secret[0] for secret in secrets} if find_coin else None
    text = f"balance({coins}{',find=coin' if find_coin else ''})"
    images = []
    for order in permutations(letters):
        moved = {one: one.translate(str.maketrans(letters, "".join(order))) for one in guesses}
        images.append({one: "-".join("".join(sorted(side)) for side in moved[one].split("-")) for one in guesses})
    return _family(text, tuple(guesses), secrets, feedback, None, labels, images)


def pegs_game(pegs: int, symbols: str, bullscows: bool = False, exact: bool = False, distinct: bool = False) -> Game:
    """Mastermind, perhaps with exact pegs only or distinct secrets, or Bulls and Cows; with other letters."""
    different = tuple(map("".join, permutations(symbols, pegs)))
    codes = different if bullscows else tuple(map("".join, product(symbols, repeat=pegs)))

    def feedback(guess: str, secret: str) -> str:
        same = sum(map(str.__eq__, guess, secret))
        common = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in symbols)
        return str(same) if exact else f"{same}.{common - same}"

    options = ["secrets=distinct"] * distinct + ["feedback=exact"] * exact + [f"symbols={symbols}"]
    text = f"{'bullscows' if bullscows else 'mastermind'}({pegs},{len(symbols)},{','.join(options)})"
    orders = [dict(zip(symbols, order, strict=True)) for order in permutations(symbols)]
    apart = exact and not distinct  # each place has symbols of its own
    images = [
        _moved(codes, places, order)
        for places in permutations(range(pegs))
        for order in (product(orders, repeat=pegs) if apart else ([order] * pegs for order in orders))
    ]
    secrets = different if distinct else codes
    return _family(text, codes, secrets, feedback, str(pegs) if exact else f"{pegs}.0", images=images)


def _moved(codes: Sequence[str], places: Sequence[int], symbols: Sequence[dict[str, str]]) -> dict[str, str]:
    """Where a symmetry takes *codes*: the symbol at each of *places* goes to the next place, as another symbol."""
    return {code: "".join(to[code[place]] for place, to in zip(places, symbols, strict=True)) for code in codes}


def _family(
    text: str,
    guesses: tuple[str, ...],
    secrets: tuple[str, ...],
    feedback: Callable[[str, str], str],
    win: str | None,
    labels: dict[str, str] | None = None,
    images: Sequence[dict[str, str]] = (),
) -> Game:
    cells = {(guess, secret): feedback(guess, secret) for guess in guesses for secret in secrets}
    return Game(text, guesses, secrets, cells, win, labels, images=tuple(images))


FAMILIES: tuple[Callable[[], Game], ...] = (
    lambda: numbers_game(1),
    lambda: numbers_game(2),
    lambda: numbers_game(7),
    lambda: balance_game(3),
    lambda: balance_game(4),
    lambda: balance_game(4, find_coin=True),
    lambda: pegs_game(2, "123", exact=True),
    lambda: pegs_game(2, "123", exact=True, distinct=True),
    lambda: pegs_game(3, "ZA", exact=True),
    lambda: pegs_game(2, "BCA"),
    lambda: pegs_game(2, "ROGB", bullscows=True),
)
"""Small games of the families that the text alone tells."""


def drawn_question(rng: random.Random, game: Game, objective: str | None = None) -> Question:
    """A question that a certificate of *game* may answer."""
    allowed = OBJECTIVES if not game.priced else OBJECTIVES[:4]
    objective = objective or rng.choice(allowed)
    history = _drawn_history(rng, game) if rng.random() < 0.3 else ()
    left = None if game.rows is None else game.rows - len(history)
    if left is not None and left < 1:
        history, left = (), game.rows
    limit = rng.choice([None, None, 1, 2, 3, 4])
    if objective == "lost" and left is None and limit is None:
        limit = rng.randint(1, 3)
    consistent = game.win is not None and rng.random() < 0.25
    candidates = Certificate(game, Question("lost", 1, history=history)).candidates
    solver = Solver(game, Question(objective, consistent=consistent), Counted("total"))
    first_guess = rng.choice(solver.guesses(candidates, 0)) if rng.random() < 0.25 else None
    return Question(objective, limit, consistent, first_guess, history)


def _drawn_history(rng: random.Random, game: Game) -> tuple[tuple[str, str], ...]:
    """A row after which the game is not over."""
    guess, secret = rng.choice(game.guesses), rng.choice(game.secrets)
    feedback = game.cells[guess, secret]
    over = game.is_found(feedback, game.split(guess, game.secrets)[feedback])
    return () if over else ((guess, feedback),)


def written(seed: int, folder: Path, sparse: bool = False) -> Certificate:
    """The answer to a question about a game, both drawn by a *seed*; the file of the game is put into *folder*."""
    rng = random.Random(f"written {seed}")
    game = rng.choice(FAMILIES)() if rng.random() < 0.2 else table_game(rng)
    if game.content is not None:
        (folder / "game.csv").write_text(game.content, encoding="utf-8", newline="")
    return Certificate(game, drawn_question(rng, game), sparse=sparse)
