"""Random small games of every kind, and a solver that tries everything: goals, labels, costs, weights, several winners.

The solver follows the words of the definitions, so that it can be checked by eye.
"""

from __future__ import annotations

import csv
import io
import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import bestguess as bg

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


def table_text(game: bg.Game) -> str:
    """*game* as a file of `table(FILE)`, written by its definition alone."""
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    cost = [] if game.costs is None else ["cost"]
    rows.writerow(["corner" if game.win is None else f"win={game.win}", *game.secrets, *cost])
    for place, guess in enumerate(game.guesses):
        own = [] if game.costs is None else [str(game.costs[place] * game.cost_unit)]
        rows.writerow([guess, *(game.score(guess, secret) for secret in game.secrets), *own])
    if game.weights is not None:
        rows.writerow(["weight", *game.weights, *([""] if cost else [])])
    if game.labels is not None:
        rows.writerow(["label", *game.labels, *([""] if cost else [])])
    return file.getvalue()


class Question:
    """What *game* asks: how guesses split candidates, and when it is over.

    With *consistent*, only guesses that win against a candidate are made.
    """

    def __init__(self, game: bg.Game, *, consistent: bool = False) -> None:
        self.game, self.consistent = game, consistent
        ones = [1] * len(game.secrets)
        self.weight = dict(zip(game.secrets, game.weights or ones, strict=True))
        self.cost = dict(zip(game.guesses, game.costs or [1] * len(game.guesses), strict=True))
        self.place = {guess: place for place, guess in enumerate(game.guesses)}

    def parts(self, guess: str, candidates: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The candidates by what they answer."""
        found: dict[str, tuple[str, ...]] = {}
        for secret in candidates:
            answer = self.game.score(guess, secret)
            found[answer] = (*found.get(answer, ()), secret)
        return found

    def is_over(self, answer: str, part: Sequence[str]) -> bool:
        """Whether the game ends with this answer, which leaves this part."""
        if self.game.goal == "hit":
            return answer == self.game.win
        return len({self.game.label_of(secret) for secret in part}) == 1

    def useful(self, candidates: Sequence[str]) -> Iterator[str]:
        """The guesses that tell something and may be made."""
        for guess in self.game.guesses:
            parts = self.parts(guess, candidates)
            if self.game.win in parts or (len(parts) > 1 and not self.consistent):
                yield guess


class Best:
    """The least value of an objective, set by set: *made* guesses so far, which cost *spent* in all."""

    def __init__(self, question: Question, objective: str, limit: int | None, spending: float = INFINITE) -> None:
        self.question, self.objective, self.limit, self.spending = question, objective, limit, spending
        self.known: dict[tuple[tuple[str, ...], int, int], tuple[float, float]] = {}

    def price(self, secret: str, made: int, spent: int) -> tuple[float, float]:
        """Of a secret that is found by guess number *made*: weight lost, and the rest."""
        weight = self.question.weight[secret]
        match self.objective:
            case "mean" | "lost":
                return 0, weight * spent
            case "worst":
                return 0, 0
        return 0, float(made == self.limit)

    def of(self, candidates: tuple[str, ...], made: int = 0, spent: int = 0) -> tuple[float, float]:
        """What *candidates*, which are not over, cost at least."""
        key = (candidates, made, spent)
        if key not in self.known:
            if made == self.limit:
                weight = sum(self.question.weight[secret] for secret in candidates)
                self.known[key] = (weight, 0) if self.objective == "lost" else (0, INFINITE)
            else:
                values = [self.of_guess(g, candidates, made, spent) for g in self.question.useful(candidates)]
                self.known[key] = min(values, default=(0, INFINITE))
        return self.known[key]

    def of_guess(self, guess: str, candidates: tuple[str, ...], made: int, spent: int) -> tuple[float, float]:
        """The same when *guess* is made."""
        spent += self.question.cost[guess]
        if spent > self.spending:
            return 0, INFINITE
        lost, rest = 0.0, 0.0
        for answer, part in self.question.parts(guess, candidates).items():
            if self.question.is_over(answer, part):
                values = [self.price(secret, made + 1, spent) for secret in part]
            else:
                values = [self.of(part, made + 1, spent)]
            lost, rest = lost + sum(v[0] for v in values), rest + sum(v[1] for v in values)
        return lost, rest

    def tree(self, candidates: tuple[str, ...], made: int = 0, spent: int = 0) -> dict[str, tuple[str, ...]]:
        """The guesses that find each secret, by the tie rule: consistent, cheapest, lowest."""
        question = self.question
        least = self.of(candidates, made, spent)

        def rank(guess: str) -> tuple[bool, int, int]:
            return (
                question.game.win not in question.parts(guess, candidates),
                question.cost[guess],
                question.place[guess],
            )

        best = [g for g in question.useful(candidates) if self.of_guess(g, candidates, made, spent) == least]
        guess = min(best, key=rank)
        found: dict[str, tuple[str, ...]] = {}
        for answer, part in question.parts(guess, candidates).items():
            if question.is_over(answer, part):
                found |= dict.fromkeys(part, (guess,))
            elif made + 1 != self.limit:
                below = self.tree(part, made + 1, spent + question.cost[guess])
                found |= {secret: (guess, *path) for secret, path in below.items()}
        return found


def worst_of_least_total(question: Question, candidates: tuple[str, ...], limit: int | None) -> float:
    """The least worst case of the trees with the least total: guesses, or with costs what they cost."""
    least = Best(question, "mean", limit).of(candidates)

    def keeps_total(most: int | None, spending: float) -> bool:
        return Best(question, "mean", most, spending).of(candidates) == least

    if question.game.costs is None:
        return next(k for k in range(1, len(candidates) + 1) if keeps_total(k, INFINITE))
    return next(b for b in _sums_of_costs(question) if keeps_total(limit, b))


def least_worst(question: Question, candidates: tuple[str, ...], limit: int | None, first: str | None = None) -> float:
    """The least that the secret that needs most needs: guesses, or with costs what they cost; after a *first* guess."""

    def is_enough(most: int | None, spending: float) -> bool:
        best = Best(question, "worst", most, spending)
        value = best.of(candidates) if first is None else best.of_guess(first, candidates, 0, 0)
        return value[1] < INFINITE

    if question.game.costs is None:
        most = len(candidates) if limit is None else limit
        return next((k for k in range(1, most + 1) if is_enough(k, INFINITE)), INFINITE)
    return next((b for b in _sums_of_costs(question) if is_enough(limit, b)), INFINITE)


def _sums_of_costs(question: Question) -> list[int]:
    """What guesses may cost in all, each made once at most."""
    sums = {0}
    for cost in question.cost.values():
        sums |= {one + cost for one in sums}
    return sorted(sums)
