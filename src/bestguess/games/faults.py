"""What makes a game no game: what is declared of its codes and does not fit them, secrets that nothing tells apart."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.base import Game
from bestguess.games.codes import CodeSpace
from bestguess.games.costs import cost_problems
from bestguess.games.goals import GOALS, HIT, label_problems
from bestguess.games.weighings import Weighings
from bestguess.games.weights import weight_problems

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices, Ordinals

_FIRST_GUESSES = 256  # that are looked at before it is asked whether they tell all secrets apart


def repeated_codes(game: Game) -> Iterator[str]:
    """Which guesses and secrets of *game* are listed more than once, a sentence each."""
    for kind, codes in (("guess", game.guesses), ("secret", game.secrets)):
        if isinstance(codes, CodeSpace | Weighings) or len(set(codes)) == len(codes):
            continue  # the codes of those two are different by construction, and may be too many to list
        for code, times in Counter(codes).items():
            if times > 1:
                yield f"the {kind} {described(code)} is listed {times} times"


def check_codes(game: Game) -> None:
    """Raises GameError for a guess or a secret that *game* lists more than once: its figures would count it twice."""
    for problem in repeated_codes(game):
        raise GameError(f"{game}: {problem}")


def table_problems(game: Game) -> Iterator[str]:
    """What is wrong with goal, labels, weights and costs of *game*, a sentence each; no feedback is asked for."""
    if game.goal not in GOALS:
        yield f"the goal is {game.goal!r}, expected one of {', '.join(GOALS)}"
    elif game.goal == HIT:
        yield from ["the goal is hit, but there is no winning feedback"] if game.win is None else []
        yield from ["there are labels, but the goal is hit"] if game.labels is not None else []
    else:
        yield from _identify_problems(game)
    if game.weights is not None:
        yield from weight_problems(game.weights, game.secrets)
    if game.costs is not None:
        yield from cost_problems(game.costs, game.guesses, game.weights, game.secrets, game.cost_unit)


def _identify_problems(game: Game) -> Iterator[str]:
    if game.win is not None:
        yield f"the goal is identify, but there is a winning feedback: {described(game.win)}"
    if game.labels is not None:
        yield from label_problems(game.labels, game.secrets)
    elif len(game.secrets) == 1:
        yield f"there is nothing to ask: {described(game.secrets[0])} is the only secret"


def alike(ordinals: "Ordinals", labels: "Indices") -> tuple[int, int] | None:
    """Two secrets, the lowest, of different *labels* that no guess tells apart; None where there are none.

    >>> alike(np.array([[0, 1, 0, 1], [0, 1, 1, 1]], np.uint8), np.array([0, 1, 2, 3], np.uint32))
    (1, 3)
    """
    # Columns with different sums differ; sums that are equal by chance are found out in the end. An odd factor makes
    # columns that differ in one guess only have different sums.
    random = np.random.default_rng(0)
    sums = np.zeros(ordinals.shape[1], np.uint64)
    begin, step = 0, _FIRST_GUESSES
    while begin < len(ordinals):
        some = ordinals[begin : begin + step]
        factors = random.integers(2**64, size=len(some), dtype=np.uint64) | np.uint64(1)
        sums += _column_sums(some, factors)
        if not _mixed(sums, labels).any():
            return None
        begin, step = begin + step, 2 * step
    return _first_pair(ordinals, labels, np.flatnonzero(_mixed(sums, labels)))


def alike_sentence(game: Game, first: int, second: int) -> str:
    """What is wrong with secrets of *game* that no guess tells apart.

    >>> from bestguess.games.custom import CustomGame
    >>> alike_sentence(CustomGame("a", "xyz", lambda g, s: s == "x", goal="identify", labels=["p", "p", "q"]), 1, 2)
    "no guess tells apart the secrets 'y' and 'z', which have different labels, 'p' and 'q'"
    """
    secrets = f"no guess tells apart the secrets {described(game.secrets[first])} and {described(game.secrets[second])}"
    if game.labels is None:
        return secrets
    return (
        f"{secrets}, which have different labels, {described(game.labels[first])} and {described(game.labels[second])}"
    )


def _column_sums(ordinals: "Ordinals", factors: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    sums = np.zeros(ordinals.shape[1], np.uint64)
    for begin in range(0, len(ordinals), _FIRST_GUESSES):
        end = begin + _FIRST_GUESSES
        sums += factors[begin:end] @ ordinals[begin:end].astype(np.uint64)
    return sums


def _mixed(sums: "NDArray[np.uint64]", labels: "Indices") -> "NDArray[np.bool_]":
    """Which secrets have the sum of one with another label."""
    _, group = np.unique(sums, return_inverse=True)
    lowest = np.full(len(sums), len(labels), np.int64)
    highest = np.zeros(len(sums), np.int64)
    np.minimum.at(lowest, group, labels)
    np.maximum.at(highest, group, labels)
    return np.asarray((lowest != highest)[group])


def _first_pair(ordinals: "Ordinals", labels: "Indices", secrets: "NDArray[np.intp]") -> tuple[int, int] | None:
    """The first two of *secrets* that have equal columns and different labels."""
    first = dict[bytes, list[int]]()
    for secret in secrets.tolist():
        same = first.setdefault(ordinals[:, secret].tobytes(), [])
        for other in same:
            if labels[other] != labels[secret]:
                return other, secret
        same.append(secret)
    return None
