"""Symmetries that a user declares, by index, verified: each changes no feedback but by renaming, no weight, no cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.codes import Code
from bestguess.games.symmetries import Generator, Symmetry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices, Ordinals

_MOST_PAIRS = 2**29  # of guesses and secrets that are looked at for all symmetries of a game: some seconds
_PAIRS_PER_STEP = 2**20


@dataclass(frozen=True)
class Invariants:
    """The table of a game as symmetries see it; *win* is an ordinal that no cell has where nothing wins."""

    ordinals: "Ordinals"
    feedbacks: int
    win: int
    weights: "NDArray[np.int64] | None" = None
    labels: "Indices | None" = None
    costs: "NDArray[np.int64] | None" = None


def verified_generators(
    steps: Sequence[Symmetry], kept: Invariants, guesses: Sequence[Code], secrets: Sequence[Code]
) -> list[Generator]:
    """The symmetries *steps* by index; raises GameError for one that is none, and whatever a user's function raises.

    Exact: looks at every pair of a guess and a secret that may change, unless there are more than 2^29 for all steps
    together. Then looks at some of the guesses only, drawn by a fixed seed, and takes the others for renamed.
    """
    place, column = ({code: index for index, code in enumerate(codes)} for codes in (guesses, secrets))
    found, pairs_left = list[Generator](), _MOST_PAIRS
    for number, step in enumerate(steps, start=1):
        guess_map = _images(f"symmetry {number} of the guesses", step.guess, guesses, place)
        secret_map = _images(f"symmetry {number} of the secrets", step.secret, secrets, column)
        if (problem := symmetry_problem(kept, guess_map, secret_map)) is not None:
            raise GameError(f"symmetry {number} changes {problem}")
        rows = changing_rows(kept, guess_map, secret_map)
        most = max(1, pairs_left // (len(secrets) * (len(steps) + 1 - number)))
        some = rows if len(rows) <= most else np.random.default_rng(0).choice(rows, most, replace=False)
        renamed = renamed_guesses(kept, guess_map, secret_map, some)
        if renamed is None:
            raise GameError(f"symmetry {number} changes a feedback")
        renamed[np.setdiff1d(rows, some)] = True
        found.append(Generator(guess_map, renamed))
        pairs_left -= len(some) * len(secrets)
    return found


def symmetry_problem(kept: Invariants, guess_map: "Indices", secret_map: "Indices") -> str | None:
    """What these permutations change beside feedbacks; None where they change nothing."""
    if kept.costs is not None and not np.array_equal(kept.costs[guess_map], kept.costs):
        return "the cost of a guess"
    if kept.weights is not None and not np.array_equal(kept.weights[secret_map], kept.weights):
        return "the weight of a secret"
    if kept.labels is not None:
        pairs = np.unique(np.stack([kept.labels, kept.labels[secret_map]]), axis=1)
        if any(len(np.unique(side)) < pairs.shape[1] for side in pairs):
            return "which secrets have the same label"
    return None


def changing_rows(kept: Invariants, guess_map: "Indices", secret_map: "Indices") -> "NDArray[np.intp]":
    """The guesses whose row of feedbacks these permutations may change; quick where few secrets move."""
    moved = np.flatnonzero(secret_map != np.arange(len(secret_map)))
    still = guess_map == np.arange(len(guess_map))
    if len(moved) > len(secret_map) // 4 or not still.any():
        return np.arange(len(guess_map))
    rows = kept.ordinals[still]
    still[still] = (rows[:, moved] == rows[:, secret_map[moved]]).all(axis=1)
    return np.flatnonzero(~still)


def renamed_guesses(
    kept: Invariants, guess_map: "Indices", secret_map: "Indices", rows: "NDArray[np.intp]"
) -> "NDArray[np.bool_] | None":
    """Of which guesses the feedbacks are renamed; None where this is not enough, or the winning one would be.

    Only the guesses *rows* are looked at; the feedbacks of the others stay.
    """
    renamed = np.zeros(len(kept.ordinals), np.bool_)
    step = max(1, _PAIRS_PER_STEP // max(kept.ordinals.shape[1], kept.feedbacks))
    for begin in range(0, len(rows), step):
        some = rows[begin : begin + step]
        before, after = kept.ordinals[some], kept.ordinals[guess_map[some]][:, secret_map]
        differ = (before != after).any(axis=1)
        renamed[some] = differ
        if differ.any() and not _are_renamed(before[differ], after[differ], kept):
            return None
    return renamed


def _are_renamed(before: "Ordinals", after: "Ordinals", kept: Invariants) -> bool:
    """Whether each row of *after* is that of *before* with other names for the feedbacks, but for the winning one."""
    if not np.array_equal(before == kept.win, after == kept.win):
        return False
    lines = np.arange(len(before))[:, None]
    for one, other in ((before, after), (after, before)):
        name = np.zeros((len(before), kept.feedbacks), one.dtype)
        name[lines, one] = other  # one of the names, where there are several
        if not np.array_equal(name[lines, one], other):
            return False
    return True


def _images(what: str, image: Callable[[Code], Code], codes: Sequence[Code], place: dict[Code, int]) -> "Indices":
    """The index of the image of each of *codes*."""
    images = [image(code) for code in codes]
    if strange := [code for code in images if code not in place]:
        raise GameError(f"{what} leads to {described(strange[0])}, which is not one of them")
    found = np.fromiter(map(place.__getitem__, images), np.uint32, len(codes))
    if np.bincount(found, minlength=len(codes)).max() > 1:
        raise GameError(f"{what} is not a permutation of them")
    return found
