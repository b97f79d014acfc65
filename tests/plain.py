"""The slow, clear twin of strategies, trees and rules: plain Python, by the words of the definitions."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import count

import bestguess as bg
from bestguess.games import Code, Feedback
from bestguess.trees.build import LazyNode


def weights_of(game: bg.Game) -> dict[Code, int]:
    """The weight of each secret."""
    return dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))


def parts_of(game: bg.Game, guess: Code, candidates: Sequence[Code]) -> dict[Feedback, list[Code]]:
    """The candidates split by the feedback that *guess* would get."""
    parts: dict[Feedback, list[Code]] = {}
    for secret in candidates:
        parts.setdefault(game.score(guess, secret), []).append(secret)
    return parts


def entropy_key(sizes: Sequence[int]) -> Fraction:
    """A number that orders guesses as entropy does, computed without rounding: the product of size^size."""
    return Fraction(math.prod(size**size for size in sizes))


METRICS: dict[str, Callable[[Sequence[int]], object]] = {
    "minimax": max,
    "expected-size": lambda sizes: sum(size * size for size in sizes),
    "entropy": entropy_key,
    "most-parts": lambda sizes: -len(sizes),
}


def least_by_cost(entries: list[tuple[Code, list[int], int]], name: str) -> dict[Code, int]:
    """The place of each guess, given with its part sizes and cost, in the order of a metric that costs divide.

    Computed without rounding: entropies h and g by costs c and d are compared as 2^h to the power of d and 2^g to that
    of c, both to the power of the weight.
    """

    def compared(one: tuple[Code, list[int], int], other: tuple[Code, list[int], int]) -> int:
        (_, sizes, cost), (_, others, other_cost) = one, other
        if name == "most-parts":
            return (len(others) - 1) * cost - (len(sizes) - 1) * other_cost
        weight = sum(sizes)
        gained, by_other = (Fraction(weight**weight) / entropy_key(some) for some in (sizes, others))
        value, other_value = gained**other_cost, by_other**cost
        return (other_value > value) - (other_value < value)

    ordered, ranks = sorted(entries, key=cmp_to_key(compared)), dict[Code, int]()
    for before, entry in zip([None, *ordered], ordered, strict=False):
        same = before is not None and compared(before, entry) == 0
        ranks[entry[0]] = ranks[before[0]] if before is not None and same else len(ranks)
    return ranks


def is_over(game: bg.Game, candidates: Sequence[Code]) -> bool:
    """With goal identify, whether all *candidates* mean the same."""
    return game.goal == "identify" and len({game.label_of(secret) for secret in candidates}) == 1


def plain_guess(game: bg.Game, name: str, consistent: bool, candidates: Sequence[Code]) -> Code:
    """The guess of a strategy: sure to win at the least cost; else least metric, consistent, cheapest, lowest."""
    weight = weights_of(game)
    if not any(weight[secret] for secret in candidates):
        weight = dict.fromkeys(game.secrets, 1)
    costs = [1] * len(game.guesses) if game.costs is None else game.costs
    for guess, cost in zip(game.guesses, costs, strict=True):
        if cost == min(costs) and all(game.score(guess, secret) == game.win for secret in candidates):
            return guess
    ranks = []
    for place, guess in enumerate(game.guesses):
        parts = parts_of(game, guess, candidates)
        wins = game.win in parts
        if wins or (len(parts) > 1 and not consistent):
            sizes = [sum(weight[secret] for secret in part) for part in parts.values()]
            ranks.append((METRICS[name](sizes), not wins, costs[place], place, guess, sizes))
    if game.costs is not None and name in ("entropy", "most-parts"):
        by_cost = least_by_cost([(rank[4], rank[5], rank[2]) for rank in ranks], name)
        ranks = [(by_cost[rank[4]], *rank[1:]) for rank in ranks]
    return min(ranks)[4]


def plain_first(game: bg.Game, candidates: Sequence[Code]) -> Code:
    """The lowest guess that wins against the lowest candidate; with goal identify, that splits the candidates."""
    if game.goal == "identify":
        return next(guess for guess in game.guesses if len(parts_of(game, guess, candidates)) > 1)
    lowest = next(secret for secret in game.secrets if secret in candidates)
    return next(guess for guess in game.guesses if game.score(guess, lowest) == game.win)


def plain_tree(
    game: bg.Game, choose: Callable[[Sequence[Code], int], Code], rows: int | None = None
) -> dict[Code, tuple[Code, ...]]:
    """The guesses that find each secret within *rows*; *choose* gets the candidates, and how many guesses were made."""
    found: dict[Code, tuple[Code, ...]] = {}
    waiting: list[tuple[tuple[Code, ...], Sequence[Code]]] = [((), list(game.secrets))]
    while waiting:
        path, candidates = waiting.pop()
        if is_over(game, candidates):
            found |= dict.fromkeys(candidates, path)
            continue
        if len(path) == rows:
            continue
        guess = choose(candidates, len(path))
        for feedback, part in parts_of(game, guess, candidates).items():
            if feedback == game.win:
                found |= dict.fromkeys(part, (*path, guess))
            else:
                waiting.append(((*path, guess), part))
    return found


def paths_of(tree: bg.Tree | LazyNode) -> dict[Code, tuple[Code, ...]]:
    """The guesses that find each secret, by playing *tree* against it; secrets that are lost have none.

    The tree lists the same solutions.
    """
    position = bg.Position(tree.game_rules(), tree.history) if isinstance(tree, bg.Tree) else tree.position
    game, found = position.game.with_rows(None), dict[Code, bg.History]()
    for secret in position.candidates:
        rows = tree.play(secret)
        if bg.Position(game, [*position.history, *rows], ignored=position.ignored).over:
            found[secret] = rows
    assert Counter(found.values()) == Counter(tree.solutions())
    return {secret: tuple(row.guess for row in rows) for secret, rows in found.items()}


INFINITE = math.inf


class PlainSolver:
    """The best tree by trying everything: for games of a few secrets, to be checked by eye.

    *cost* is the cost of guess number 1, 2, …; more guesses are not allowed. None: the number of the guess, no limit.
    """

    def __init__(self, game: bg.Game, cost: Sequence[int] | None, weighted: bool, consistent: bool) -> None:
        self.game, self.cost, self.consistent = game, cost, consistent
        self.weight = weights_of(game) if weighted else dict.fromkeys(game.secrets, 1)
        self.known: dict[tuple[tuple[Code, ...], int], float] = {}

    def cost_of(self, number: int) -> float:
        """The cost of guess *number*."""
        if self.cost is None:
            return number
        return self.cost[number - 1] if number <= len(self.cost) else INFINITE

    def value(self, candidates: Sequence[Code], made: int = 0) -> float:
        """The least cost of finding all *candidates* when *made* guesses have been made."""
        key = (tuple(candidates), made)
        if key not in self.known:
            self.known[key] = min(self.value_of(guess, candidates, made) for guess in self.allowed(candidates))
        return self.known[key]

    def allowed(self, candidates: Sequence[Code]) -> list[Code]:
        """The guesses that may be played: they tell something, and are consistent if they must be."""
        found = []
        for guess in self.game.guesses:
            parts = parts_of(self.game, guess, candidates)
            if self.game.win in parts or (len(parts) > 1 and not self.consistent):
                found.append(guess)
        return found

    def value_of(self, guess: Code, candidates: Sequence[Code], made: int) -> float:
        """The cost when *guess* is played, and the best after that."""
        total = 0.0
        if self.cost is not None and made >= len(self.cost):
            return INFINITE
        for feedback, part in parts_of(self.game, guess, candidates).items():
            if feedback == self.game.win:
                total += self.weight[part[0]] * self.cost_of(made + 1)
            else:
                total += self.value(part, made + 1)
        return total

    def best_guess(self, candidates: Sequence[Code], made: int) -> Code:
        """Of the guesses with the least cost: a consistent one before any other, then the lowest."""
        least = self.value(candidates, made)
        best = [g for g in self.allowed(candidates) if self.value_of(g, candidates, made) == least]
        wins = [g for g in best if self.game.win in parts_of(self.game, g, candidates)]
        return (wins or best)[0]

    def solutions(self) -> dict[Code, tuple[Code, ...]]:
        """The guesses that find each secret."""
        return plain_tree(self.game, self.best_guess)


def mean_then_worst(
    game: bg.Game,
    candidates: Sequence[Code],
    limit: int | None = None,
    consistent: bool = False,
    first: Code | None = None,
) -> tuple[PlainSolver, int] | None:
    """The solver within the fewest guesses that keep the least total within *limit*, and how many these are.

    None where nothing is found within *limit*. *first*: the first guess, where it is given.
    """

    def total(solver: PlainSolver) -> float:
        return solver.value_of(first, candidates, 0) if first is not None else solver.value(candidates)

    cost = None if limit is None else range(1, limit + 1)
    least = total(PlainSolver(game, cost, weighted=True, consistent=consistent))
    if least == INFINITE:
        return None
    for most in count(1):
        solver = PlainSolver(game, range(1, most + 1), weighted=True, consistent=consistent)
        if total(solver) == least:
            return solver, most
    return None


def marks_of(guess: str, secret: str) -> str:
    """The marks as a person gives them: a letter is ringed in the secret once it has answered for one of the guess."""
    ringed = [letter == there for letter, there in zip(guess, secret, strict=True)]
    marks = ["G" if ring else "B" for ring in ringed]
    for place in range(len(guess)):
        for there in range(len(secret)):
            if marks[place] == "B" and not ringed[there] and secret[there] == guess[place]:
                ringed[there], marks[place] = True, "Y"
    return "".join(marks)


def pegs_of(guess: str, secret: str) -> str:
    """Exact and misplaced pegs."""
    exact = sum(one == other for one, other in zip(guess, secret, strict=True))
    return f"{exact}.{(Counter(guess) & Counter(secret)).total() - exact}"


def is_allowed(game: bg.Game, guess: str, rows: Iterable[tuple[str, str]]) -> bool:
    """Whether the rule of *game* allows *guess* after *rows*, by the words of the rule."""
    return all(_row_allows(game.rule, guess, *row) for row in rows)


def _row_allows(rule: str, guess: str, played: str, feedback: str) -> bool:
    if rule == "free":
        return True
    if rule == "strict":
        return (pegs_of if "." in feedback else marks_of)(played, guess) == feedback
    found = list(zip(played, feedback, guess, strict=True))
    stays = all(letter == now for letter, mark, now in found if mark == "G")
    return stays and Counter(letter for letter, mark, _ in found if mark in "GY") <= Counter(guess)


class RuledSolver:
    """The best play by a rule, by trying every allowed guess: for a few secrets and guesses."""

    def __init__(self, game: bg.Game) -> None:
        self.game, self.weight = game, weights_of(game)
        self.totals: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}

    def allowed(self, history: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """The guesses that are allowed after *history*."""
        return tuple(guess for guess in self.game.guesses if is_allowed(self.game, guess, history))

    def after(self, guess: str, feedback: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """What is allowed of *allowed* after one more row."""
        return tuple(other for other in allowed if is_allowed(self.game, other, [(guess, feedback)]))

    def total(self, candidates: Sequence[str], allowed: tuple[str, ...]) -> int:
        """The least sum over *candidates* of weight times guesses."""
        key = (tuple(candidates), allowed)
        if key not in self.totals:
            useful = [guess for guess in allowed if len(candidates) not in map(len, self._losing(guess, candidates))]
            self.totals[key] = min(self.total_of(guess, candidates, allowed) for guess in useful)
        return self.totals[key]

    def _losing(self, guess: str, candidates: Sequence[str]) -> list[list[str]]:
        parts = parts_of(self.game, guess, candidates)
        return [part for feedback, part in parts.items() if feedback != self.game.win]

    def total_of(self, guess: str, candidates: Sequence[str], allowed: tuple[str, ...]) -> int:
        """The same when *guess* is made first."""
        total = sum(self.weight[secret] for secret in candidates)
        for feedback, part in parts_of(self.game, guess, candidates).items():
            if feedback != self.game.win:
                total += self.total(part, self.after(guess, feedback, allowed))
        return total

    def found(self, candidates: Sequence[str], allowed: tuple[str, ...], rows: int) -> int:
        """The most weight of *candidates* that can be found within *rows*."""
        if rows == 0:
            return 0
        if rows == 1:
            return max(self.weight[secret] for secret in candidates)
        return max(self.found_by(guess, candidates, allowed, rows) for guess in allowed)

    def found_by(self, guess: str, candidates: Sequence[str], allowed: tuple[str, ...], rows: int) -> int:
        """The same when *guess* is made first."""
        found = 0
        for feedback, part in parts_of(self.game, guess, candidates).items():
            won = feedback == self.game.win
            after = () if won else self.after(guess, feedback, allowed)
            found += self.weight[part[0]] if won else self.found(part, after, rows - 1)
        return found
