"""Random small games of every kind, and a solver that tries everything: goals, labels, costs, weights, rules, limits.

The solver follows the words of the definitions, so that it can be checked by eye.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from fractions import Fraction

import bestguess as bg
from plain import is_allowed, parts_of

INFINITE = math.inf
WIN = "yes!"


def random_question(seed: int) -> bg.Game:
    """A game of a few secrets whose kind depends on the *seed*; it is always sound."""
    draw = random.Random(seed)
    while True:
        secrets = [f"s{i}" for i in range(draw.randint(2, 6))]
        guesses = [f"g{i}" for i in range(draw.randint(2, 6))]
        answers = "abc"[: draw.randint(2, 3)]
        cells = {(g, s): draw.choice(answers) for g in guesses for s in secrets}
        identify = draw.random() < 0.6
        options: dict[str, object] = {"goal": "identify"} if identify else {"win": WIN}
        if identify and draw.random() < 0.5:
            options["labels"] = [draw.choice("xyz") for _ in secrets]
        if not identify:
            for secret in secrets:
                cells[draw.choice(guesses), secret] = WIN
            for _ in range(draw.randint(0, 3)):
                cells[draw.choice(guesses), draw.choice(secrets)] = WIN
        if draw.random() < 0.4:
            options["weights"] = draw.choices(draw.choice([[0, 0, 1], [0, 1, 2, 3]]), k=len(secrets))
        if draw.random() < 0.4:
            options["costs"] = [Fraction(draw.randint(1, 6), draw.choice([1, 1, 2])) for _ in guesses]
        try:
            game = bg.CustomGame(guesses, secrets, lambda g, s, cells=cells: cells[g, s], **options)  # type: ignore[arg-type,misc]
            _ = game.table
        except bg.errors.GameError:
            continue
        return game


class Question:
    """What *game* asks after *history*: how guesses split candidates, which are allowed, and when it is over.

    With *consistent*, only guesses that win against a candidate are made. *first*: the first guess, where it is given.
    """

    def __init__(
        self,
        game: bg.Game,
        *,
        consistent: bool = False,
        history: Iterable[tuple[str, str]] = (),
        first: str | None = None,
    ) -> None:
        self.game, self.consistent, self.first = game, consistent, first
        ones = [1] * len(game.secrets)
        self.weight = dict(zip(game.secrets, game.weights or ones, strict=True))
        self.cost = dict(zip(game.guesses, game.costs or [1] * len(game.guesses), strict=True))
        self.place = {guess: place for place, guess in enumerate(game.guesses)}
        self.allowed = self.allowed_after(tuple(game.guesses), history)
        self.known: dict[tuple[str, tuple[str, ...]], dict[str, tuple[str, ...]]] = {}

    def allowed_after(self, allowed: tuple[str, ...], rows: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """Those of the *allowed* guesses that the rule allows after further *rows*."""
        if self.game.rule == "free":
            return allowed
        return tuple(guess for guess in allowed if is_allowed(self.game, guess, rows))

    def parts(self, guess: str, candidates: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The candidates by what they answer."""
        key = (guess, tuple(candidates))
        if key not in self.known:
            self.known[key] = {answer: tuple(part) for answer, part in parts_of(self.game, guess, candidates).items()}
        return self.known[key]

    def is_over(self, answer: str, part: Sequence[str]) -> bool:
        """Whether the game ends with this answer, which leaves this part."""
        if self.game.goal == "hit":
            return answer == self.game.win
        return len({self.game.label_of(secret) for secret in part}) == 1

    def useful(self, candidates: Sequence[str], allowed: tuple[str, ...] | None = None) -> list[str]:
        """The *allowed* guesses that tell something and may be made."""
        found = []
        for guess in self.allowed if allowed is None else allowed:
            parts = self.parts(guess, candidates)
            if self.game.win in parts or (len(parts) > 1 and not self.consistent):
                found.append(guess)
        return found


class Best:
    """The least value of an objective, set by set: *made* guesses so far, which cost *spent* in all."""

    def __init__(self, question: Question, objective: str, limit: int | None, spending: float = INFINITE) -> None:
        self.question, self.objective, self.limit, self.spending = question, objective, limit, spending
        self.known: dict[object, tuple[float, float]] = {}

    def price(self, secret: str, made: int, spent: int) -> tuple[float, float]:
        """Of a secret that is found by guess number *made*: weight lost, and the rest."""
        weight = self.question.weight[secret]
        match self.objective:
            case "mean" | "lost":
                return 0, weight * spent
            case "worst":
                return 0, 0
        return 0, float(made == self.limit)

    def guesses(self, candidates: tuple[str, ...], made: int, allowed: tuple[str, ...]) -> list[str]:
        """The guesses that may be made."""
        if made == 0 and self.question.first is not None:
            return [self.question.first]
        return self.question.useful(candidates, allowed)

    def of(
        self, candidates: tuple[str, ...], made: int = 0, spent: int = 0, allowed: tuple[str, ...] | None = None
    ) -> tuple[float, float]:
        """What *candidates*, which are not over, cost at least."""
        if allowed is None:
            allowed = self.question.allowed
        key = (candidates, made, spent, allowed)
        if key not in self.known:
            if made == self.limit:
                weight = sum(self.question.weight[secret] for secret in candidates)
                self.known[key] = (weight, 0) if self.objective == "lost" else (0, INFINITE)
            else:
                guesses = self.guesses(candidates, made, allowed)
                values = [self.of_guess(guess, candidates, made, spent, allowed) for guess in guesses]
                self.known[key] = min(values, default=(0, INFINITE))
        return self.known[key]

    def of_guess(
        self,
        guess: str,
        candidates: tuple[str, ...],
        made: int = 0,
        spent: int = 0,
        allowed: tuple[str, ...] | None = None,
    ) -> tuple[float, float]:
        """The same when *guess* is made."""
        spent += self.question.cost[guess]
        if spent > self.spending:
            return 0, INFINITE
        lost, rest = 0.0, 0.0
        for answer, part in self.question.parts(guess, candidates).items():
            if self.question.is_over(answer, part):
                values = [self.price(secret, made + 1, spent) for secret in part]
            else:
                left = self.question.allowed_after(allowed or self.question.allowed, [(guess, answer)])
                values = [self.of(part, made + 1, spent, left)]
            lost, rest = lost + sum(v[0] for v in values), rest + sum(v[1] for v in values)
        return lost, rest

    def tree(
        self, candidates: tuple[str, ...], made: int = 0, spent: int = 0, allowed: tuple[str, ...] | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The guesses that find each secret, by the tie rule: consistent, cheapest, lowest."""
        question = self.question
        if allowed is None:
            allowed = question.allowed
        least = self.of(candidates, made, spent, allowed)

        def rank(guess: str) -> tuple[bool, int, int]:
            wins = question.game.win in question.parts(guess, candidates)
            return not wins, question.cost[guess], question.place[guess]

        guesses = self.guesses(candidates, made, allowed)
        best = [guess for guess in guesses if self.of_guess(guess, candidates, made, spent, allowed) == least]
        guess = min(best, key=rank)
        found: dict[str, tuple[str, ...]] = {}
        for answer, part in question.parts(guess, candidates).items():
            if question.is_over(answer, part):
                found |= dict.fromkeys(part, (guess,))
            elif made + 1 != self.limit:
                left = question.allowed_after(allowed, [(guess, answer)])
                below = self.tree(part, made + 1, spent + question.cost[guess], left)
                found |= {secret: (guess, *path) for secret, path in below.items()}
        return found


def best_play(question: Question, objective: str, candidates: tuple[str, ...], limit: int | None) -> Best | None:
    """The solver whose trees are best by *objective*; None where no strategy exists within *limit* guesses."""
    if objective == "lost":
        return Best(question, objective, limit)
    worst = least_worst(question, candidates, limit)
    if worst == INFINITE:
        return None
    if objective == "at-worst":
        return Best(question, objective, int(worst) if limit is None else limit)
    if objective == "mean":
        return Best(question, objective, limit)
    if objective == "mean,worst":
        worst = worst_of_least_total(question, candidates, limit)
    if question.game.costs is None:
        return Best(question, "mean", int(worst))
    return Best(question, "mean", limit, worst)


def worst_of_least_total(question: Question, candidates: tuple[str, ...], limit: int | None) -> float:
    """The least worst case of the trees with the least total: guesses, or with costs what they cost."""
    least = Best(question, "mean", limit).of(candidates)

    def keeps_total(most: int | None, spending: float) -> bool:
        return Best(question, "mean", most, spending).of(candidates) == least

    if question.game.costs is None:
        return next(k for k in range(1, len(candidates) + 1) if keeps_total(k, INFINITE))
    return next(b for b in _sums_of_costs(question) if keeps_total(limit, b))


def least_worst(question: Question, candidates: tuple[str, ...], limit: int | None) -> float:
    """The least that the secret that needs most needs: guesses, or with costs what they cost."""
    if question.game.costs is None:
        return least_guesses(question, candidates, limit)
    enough = (b for b in _sums_of_costs(question) if Best(question, "worst", limit, b).of(candidates)[1] < INFINITE)
    return next(enough, INFINITE)


def least_guesses(question: Question, candidates: tuple[str, ...], limit: int | None = None) -> float:
    """The fewest guesses within which some strategy ends, whatever they cost."""
    most = len(candidates) if limit is None else limit
    enough = (k for k in range(1, most + 1) if Best(question, "worst", k).of(candidates)[1] < INFINITE)
    return next(enough, INFINITE)


def _sums_of_costs(question: Question) -> list[int]:
    """What guesses may cost in all, each made once at most."""
    sums = {0}
    for cost in question.cost.values():
        sums |= {one + cost for one in sums}
    return sorted(sums)
