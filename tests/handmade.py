"""Certificates written by hand: tiny games of every family, solved by brute force, with a claim of every set."""

import csv
import hashlib
import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import inf, lcm
from pathlib import Path
from typing import Any

from written import BEYOND, Game, balance_game, numbers_game

Cost = tuple[float, float]
Candidates = frozenset[int]
NEVER = (inf, inf)


@dataclass
class Tiny:
    """A game as docs/certificates.md defines it, every feedback written out."""

    text: str
    guesses: list[str]
    secrets: list[str]
    feedback: Callable[[int, int], str]
    win: str | None = None
    labels: list[str] | None = None
    weights: list[Fraction] | None = None
    costs: list[Fraction] | None = None
    files: list[Path] = field(default_factory=list)
    rows: int | None = None

    def __post_init__(self) -> None:
        self.answers = [[self.feedback(g, s) for s in range(len(self.secrets))] for g in range(len(self.guesses))]
        self.label = self.labels or self.secrets
        self.weight = _scaled(self.weights)[0] if self.weights else [1] * len(self.secrets)
        self.cost, self.unit = _scaled(self.costs) if self.costs else ([1] * len(self.guesses), 1)
        if self.unit == 1 and set(self.cost) == {1}:
            self.costs = None

    def parts(self, candidates: Candidates, guess: int) -> dict[str, Candidates]:
        """The candidates by their feedback to *guess*."""
        found: dict[str, set[int]] = {}
        for secret in sorted(candidates):
            found.setdefault(self.answers[guess][secret], set()).add(secret)
        return {feedback: frozenset(part) for feedback, part in found.items()}

    def ends(self, feedback: str, part: Candidates) -> bool:
        """Whether nothing is left to ask."""
        return feedback == self.win if self.win is not None else len({self.label[s] for s in part}) == 1


def _scaled(numbers: list[Fraction]) -> tuple[list[int], int]:
    unit = lcm(*(number.denominator for number in numbers))
    return [int(number * unit) for number in numbers], unit


@dataclass(frozen=True)
class Question:
    """What a proof is about: the kind of costs, and its limits."""

    kind: str  # "total", "nothing", "fewest" or "lost"
    limit: float = inf
    budget: float = inf

    def end(self, depth: int, spent: int) -> Cost:
        """What a candidate costs that is found by guess number *depth*, after spending *spent*."""
        if self.kind == "lost":
            return (1, 0) if depth > self.limit else (0, depth)
        if depth > self.limit or spent > self.budget:
            return NEVER
        return (0, {"total": spent, "nothing": 0, "fewest": int(depth == self.limit)}[self.kind])


class Solver:
    """The least cost of every set, and claims of all of them."""

    def __init__(self, game: Tiny, question: Question, first_guess: int | None = None) -> None:
        self.game, self.question, self.first_guess = game, question, first_guess
        self.weight = game.weight if question.kind in ("total", "lost") else [1] * len(game.secrets)
        self.relative = question.kind == "total" and question.limit == question.budget == inf

    def useful(self, candidates: Candidates, depth: int) -> Iterator[int]:
        """The guesses that split the set or win against one of it."""
        for guess in range(len(self.game.guesses)):
            parts = self.game.parts(candidates, guess)
            if depth == 0 and self.first_guess is not None:
                if guess == self.first_guess:
                    yield guess
            elif len(parts) > 1 or self.game.win in parts:
                yield guess

    @cache  # noqa: B019
    def value(self, candidates: Candidates, depth: int, spent: int) -> Cost:
        """What the set costs from the start of the game, by the best strategy."""
        if self.question.kind == "lost" and depth >= self.question.limit:
            return (sum(self.weight[s] for s in candidates), 0)
        if depth >= self.question.limit or spent >= self.question.budget:
            return NEVER
        return min(self.cost_of(candidates, guess, depth, spent) for guess in self.useful(candidates, depth))

    def cost_of(self, candidates: Candidates, guess: int, depth: int, spent: int) -> Cost:
        """What the set costs if this is the next guess."""
        total = (0.0, 0.0)
        after = spent + self.game.cost[guess]
        for feedback, part in self.game.parts(candidates, guess).items():
            if self.game.ends(feedback, part):
                unit = self.question.end(depth + 1, after)
                costs = [(unit[0] * self.weight[s], unit[1] * self.weight[s]) if unit != NEVER else unit for s in part]
            elif part == candidates:
                costs = [NEVER]  # asks in vain
            else:
                costs = [self.value(part, depth + 1, after)]
            for cost in costs:
                total = (total[0] + cost[0], total[1] + cost[1])
        return total

    def bound(self, candidates: Candidates, depth: int, spent: int) -> Any:
        """The value as a file has it; in a total without limits it counts from the set."""
        lost, total = self.value(candidates, depth, spent)
        if self.question.kind == "lost":
            return [int(lost), int(total)]
        if total == inf:
            return None if self.question.kind == "nothing" else BEYOND
        return int(total) - (spent * sum(self.weight[s] for s in candidates) if self.relative else 0)

    def proof(self, may_skip: Callable[[tuple[int, ...], int], bool] = lambda path, guess: False) -> dict[str, Any]:
        """A proof with a claim of every set that guesses lead to, but for guesses that may be skipped on a path."""
        rows: list[tuple[int | None, int | None, str | None, Any]] = []
        known = set()

        def visit(candidates: Candidates, path: tuple[int, ...], spent: int, row: tuple[Any, Any, Any]) -> None:
            bound = self.bound(candidates, len(path), spent)
            if self.question.kind == "nothing" and bound is not None:
                return  # there is nothing to claim
            number = len(rows)
            rows.append((*row, bound))
            for guess in self.useful(candidates, len(path)):
                if may_skip(path, guess):
                    continue
                for feedback, part in self.game.parts(candidates, guess).items():
                    key = (part, len(path) + 1, spent + self.game.cost[guess])
                    if part == candidates or key in known or self.game.ends(feedback, part):
                        continue
                    known.add(key)
                    visit(part, (*path, guess), spent + self.game.cost[guess], (number, guess, feedback))

        everything = frozenset(range(len(self.game.secrets)))
        visit(everything, (), 0, (None, None, None))
        feedbacks = feedbacks_of(self.game)
        columns: dict[str, Any] = {"limit": None if self.question.limit == inf else int(self.question.limit)}
        if self.game.costs:
            columns["cost_limit"] = None if self.question.budget == inf else int(self.question.budget)
        columns["parent"] = [row[0] for row in rows]
        columns["guess"] = [None if row[1] is None else self.game.guesses[row[1]] for row in rows]
        columns["feedback"] = [None if row[2] is None else feedbacks.index(row[2]) for row in rows]
        columns["bound"] = [row[3] for row in rows]
        return columns

    def choose(self, candidates: Candidates, depth: int, spent: int) -> int:
        """The best guess."""
        return min(self.useful(candidates, depth), key=lambda guess: self.cost_of(candidates, guess, depth, spent))


def feedbacks_of(game: Tiny) -> list[str]:
    """All feedbacks, each once."""
    return list(dict.fromkeys(itertools.chain.from_iterable(game.answers)))


def tree_of(game: Tiny, choose: Callable[[Candidates, int, int], int], limit: float) -> tuple[Any, Any]:
    """The figures and nodes of the strategy that makes these guesses."""
    columns: dict[str, list[Any]] = {
        name: [] for name in ("guess", "branch", "depth", "label", "wins", "weight", "lost", "lost_weight")
    }
    found: list[tuple[int, int, int]] = []  # guesses, cost and weight of each candidate that is found
    lost: list[int] = []
    feedbacks = feedbacks_of(game)

    def add(*items: Any) -> int:
        for column, item in zip(columns.values(), items, strict=True):
            column.append(item)
        return len(columns["guess"]) - 1

    def visit(candidates: Candidates, depth: int, spent: int, branch: int) -> None:
        guess = choose(candidates, depth - 1, spent)
        parts, after = game.parts(candidates, guess), spent + game.cost[guess]
        won = parts.get(game.win, frozenset()) if game.win is not None else frozenset()
        found.extend((depth, after, game.weight[s]) for s in won)
        node = add(game.guesses[guess], branch, depth, None, len(won), sum(game.weight[s] for s in won), 0, 0)
        for feedback, part in parts.items():
            weight = sum(game.weight[s] for s in part)
            if feedback == game.win:
                continue
            if game.ends(feedback, part):
                add(None, feedbacks.index(feedback), depth + 1, game.label[min(part)], len(part), weight, 0, 0)
                found.extend((depth, after, game.weight[s]) for s in part)
            elif depth < limit:
                visit(part, depth + 1, after, feedbacks.index(feedback))
            else:
                lost.extend(part)
                columns["lost"][node] += len(part)
                columns["lost_weight"][node] += weight

    visit(frozenset(range(len(game.secrets))), 1, 0, 0)
    nodes: dict[str, Any] = dict(columns)
    for name, there in (
        ("label", game.win is None),
        ("weight", game.weights is not None),
        ("lost", bool(lost)),
        ("lost_weight", bool(lost) and game.weights is not None),
    ):
        if not there:
            nodes[name] = None
    worst = max((cost for _, cost, _ in found), default=0)
    most = max((guesses for guesses, _, _ in found), default=0)
    figures = {
        "secrets": len(game.secrets),
        "total": sum(cost * weight for _, cost, weight in found),
        "worst": worst,
        "at_worst": sum(cost == worst for _, cost, _ in found),
        "distribution": [sum(guesses == number for guesses, _, _ in found) for number in range(1, most + 1)],
        "lost": None if limit == inf else len(lost),
        "lost_weight": None if limit == inf else sum(game.weight[s] for s in lost),
    }
    return figures, nodes


def document_of(game: Tiny, **members: Any) -> dict[str, Any]:
    """A certificate of *game* without proofs."""
    names = []
    for guess, text in enumerate(game.guesses):
        won = [s for s in range(len(game.secrets)) if game.answers[guess][s] == game.win]
        if len(won) == 1 and game.secrets[won[0]] != text:
            names.append([text, game.secrets[won[0]]])
    costs = {"unit": "1" if game.unit == 1 else f"1/{game.unit}", "of": list(zip(game.guesses, game.cost, strict=True))}
    files = [{"name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for path in game.files]
    return {
        "format": "bestguess.certificate",
        "format_version": 2,
        "version": "0",
        "game": game.text,
        "game_files": files,
        "goal": "hit" if game.win is not None else "identify",
        "labels": list(zip(game.secrets, game.labels, strict=True)) if game.labels else None,
        "rule": "free",
        "costs": costs if game.costs else None,
        "history": [],
        "consistent": False,
        "strategy": "by hand",
        "objective": "mean",
        "first_guess": None,
        "max_guesses": None,
        "limit": None,
        "feedbacks": feedbacks_of(game),
        "secret_names": names,
        "figures": None,
        "nodes": None,
        **members,
    }


def solved(game: Tiny, objective: str, limit: int | None, **options: Any) -> dict[str, Any] | None:
    """A certificate of *objective*, with every claim; None where the statement needs a tree that does not exist.

    *limit*: `lost` needs one.
    """
    everything = frozenset(range(len(game.secrets)))
    start = (everything, 0, 0)
    most = inf if limit is None else limit
    first = options.pop("first_guess", None)

    def solver(kind: str, guesses: float, budget: float = inf) -> Solver:
        return Solver(game, Question(kind, guesses, budget), first)

    members: dict[str, Any] = {"objective": objective, "max_guesses": limit, "limit": limit}
    if first is not None:
        members["first_guess"] = game.guesses[first]
    if objective != "lost" and solver("nothing", most).value(*start) == NEVER:
        proof = solver("nothing", most).proof(**options)
        return document_of(game, **members, strategy=None, secret_names=[], proofs=[proof]) if limit else None
    if objective in ("lost", "mean"):
        proofs = [best := solver("lost" if objective == "lost" else "total", most)]
    elif objective == "mean,worst":
        best, proofs = _mean_then_worst(game, most, solver)
    else:
        worst = 1  # of the most guesses, or with costs the most that is spent

        def within(number: int) -> Solver:
            return solver("nothing", most, number) if game.costs else solver("nothing", min(most, number))

        while within(worst).value(*start) == NEVER:
            worst += 1
        proofs = [within(worst - 1)] if worst > 1 or game.costs else []
        best = solver("total", most, worst) if game.costs else solver("total", worst)
        if objective == "worst,mean":
            proofs.append(best)
        if objective == "at-worst":
            members["limit"] = limit or worst
            best = solver("fewest", limit or worst)
            proofs = [best] if limit else [*proofs, best]
    figures, nodes = tree_of(game, best.choose, members["limit"] or inf)
    members |= {"figures": figures, "nodes": nodes, "proofs": [proof.proof(**options) for proof in proofs]}
    return _with_what_it_says(document_of(game, **members))


def _mean_then_worst(game: Tiny, most: float, solver: Callable[..., Solver]) -> tuple[Solver, list[Solver]]:
    """What the tree does best, and what each proof counts."""
    everything = frozenset(range(len(game.secrets)))

    def within(number: int) -> Solver:
        return solver("total", most, number) if game.costs else solver("total", min(most, number))

    mean, worst = solver("total", most), 1  # of the most guesses, or with costs the most that is spent
    while within(worst).value(everything, 0, 0) != mean.value(everything, 0, 0):
        worst += 1
    return within(worst), [mean, *([within(worst - 1)] if worst > 1 or game.costs else [])]


def _with_what_it_says(document: dict[str, Any]) -> dict[str, Any]:
    """*document*, whose second proof of `mean,worst` claims one more than the total, though more may be true."""
    if document["objective"] == "mean,worst" and len(document["proofs"]) == 2:
        document["proofs"][1]["bound"][0] = document["figures"]["total"] + 1
    return document


def random_table(rng: random.Random, path: Path, identify: bool, weighted: bool, costly: bool) -> Tiny:
    """A table in a file: with the goal hit guesses win against one secret or several, or none."""
    while True:
        secrets = [f"s{i}" for i in range(rng.randint(2, 6))]
        guesses = [f"g{i}" for i in range(rng.randint(2, 6))]
        kinds = "xyz"[: rng.randint(2, 3)]
        answers = [[rng.choice(kinds) for _ in secrets] for _ in guesses]
        labels = [rng.choice("ABC") for _ in secrets] if identify and rng.random() < 0.5 else None
        if not identify:
            for row in answers:
                for i in rng.sample(range(len(secrets)), rng.randint(0, 2)):
                    row[i] = "won"
        columns = list(zip(*answers, strict=True))
        label = labels or secrets
        pairs = itertools.combinations(range(len(secrets)), 2)
        if identify and (
            len(set(label)) < 2 or any(columns[i] == columns[j] and label[i] != label[j] for i, j in pairs)
        ):
            continue
        if identify or all("won" in column for column in columns):
            break
    numbers = ["1", "2", "0.5", "1/3", "3", *(["0"] if rng.random() < 0.3 else [])]
    weights = [rng.choice(numbers) for _ in secrets] if weighted else None
    if weights and set(weights) == {"0"}:
        weights[0] = "1"  # not all weights are 0
    costs = [rng.choice(["1", "2", "0.5", "3"]) for _ in guesses] if costly else None
    rows = [["" if identify else "win=won", *secrets]]
    rows += [[guess, *row] for guess, row in zip(guesses, answers, strict=True)]
    last = [["weight", *weights]] if weights else []
    last += [["label", *labels]] if labels else []
    rng.shuffle(last)
    if costs:
        rows = [[*row, cost] for row, cost in zip(rows, ["cost", *costs], strict=True)]
        last = [[*row, ""] for row in last]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows + last)
    return Tiny(
        f"table({path.name},goal=identify)" if identify else f"table({path.name})",
        guesses,
        secrets,
        lambda guess, secret: answers[guess][secret],
        None if identify else "won",
        labels,
        [Fraction(weight) for weight in weights] if weights else None,
        [Fraction(cost) for cost in costs] if costs else None,
        [path],
    )


def balance(coins: int, find_coin: bool) -> Tiny:
    """The weighings of some coins."""
    return _tiny(balance_game(coins, find_coin))


def pegs(places: int, symbols: str, distinct: bool, exact: bool, letters: str | None = None) -> Tiny:
    """Mastermind, with all its options; *letters* are other letters for the symbols."""
    guesses = ["".join(code) for code in itertools.product(letters or symbols, repeat=places)]
    secrets = [code for code in guesses if not distinct or len(set(code)) == places]

    def feedback(guess: int, secret: int) -> str:
        one, other = guesses[guess], secrets[secret]
        hits = sum(a == b for a, b in zip(one, other, strict=True))
        common = sum(min(one.count(symbol), other.count(symbol)) for symbol in set(one))
        return str(hits) if exact else f"{hits}.{common - hits}"

    options = ",secrets=distinct" * distinct + ",feedback=exact" * exact + (f",symbols={letters}" if letters else "")
    win = str(places) if exact else f"{places}.0"
    return Tiny(f"mastermind({places},{len(symbols)}{options})", guesses, secrets, feedback, win)


def numbers(most: int) -> Tiny:
    """Numbers, each guess too low or too high."""
    return _tiny(numbers_game(most))


def _tiny(game: Game) -> Tiny:
    """The same *game* by the places of its codes."""
    guesses, secrets = list(game.guesses), list(game.secrets)
    labels = None if game.labels is None else [game.labels[secret] for secret in secrets]
    return Tiny(game.text, guesses, secrets, lambda g, s: game.cells[guesses[g], secrets[s]], game.win, labels)
