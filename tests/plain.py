"""The slow, clear twin of strategies, trees and rules: plain Python, by the words of the definitions."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key

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
    game: bg.Game, choose: Callable[[Sequence[Code]], Code], rows: int | None = None
) -> dict[Code, tuple[Code, ...]]:
    """The guesses that find each secret within *rows*; *choose* gets the candidates."""
    found: dict[Code, tuple[Code, ...]] = {}
    waiting: list[tuple[tuple[Code, ...], Sequence[Code]]] = [((), list(game.secrets))]
    while waiting:
        path, candidates = waiting.pop()
        if is_over(game, candidates):
            found |= dict.fromkeys(candidates, path)
            continue
        if len(path) == rows:
            continue
        guess = choose(candidates)
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
