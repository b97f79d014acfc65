"""The candidates of a game after a history, and how a guess splits them: without a table, for games of any size."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from bestguess import engine
from bestguess.arguments import as_limit, as_threads, check_progress
from bestguess.errors import SizeError
from bestguess.games import (
    HIT,
    Answer,
    Code,
    Feedback,
    Game,
    History,
    Secret,
    are_likely,
    quoted,
)
from bestguess.games.checking import check_codes
from bestguess.games.table import Progress, feedbacks_of
from bestguess.shown import Shown, one_line, short_code
from bestguess.wording import counted

if TYPE_CHECKING:
    from bestguess.engine import Indices, Kernel

_SECRETS_PER_STEP = 256  # that a user's own rules are asked for between two reports of progress
_LEAST_STEP, _MOST_STEPS = 2**15, 2**11  # of a pass that counts: secrets of one step, and steps
_KEPT_COUNTS = 16
_PARTS_IN_REPR = 4
_CODES_IN_REPR = 5
_BYTES_PER_CODE = 128  # its text, its index as found by each thread, and the references to them


@dataclass(frozen=True)
class CandidateList(Shown):
    """The candidates of a position: how many there are, and the lowest of them.

    Where secrets have weights, how many are *likely*, which weigh more than half as much as the heaviest candidate, and
    the lowest of those. Where secrets have labels, how many *labels* the candidates have. With goal identify, *label*
    is what it is once they have one: the game is over.
    """

    count: int
    """How many candidates there are."""
    codes: tuple[Code, ...]
    """The lowest of them: all, or as many as were asked for."""
    likely: int | None = None
    """How many are likely; None where secrets have no weights."""
    likely_codes: tuple[Code, ...] = ()
    """The lowest of the likely ones."""
    labels: int | None = None
    """How many labels they have; None where secrets have none."""
    label: str | None = None
    """What it is, once the game is over; else None."""

    def __repr__(self) -> str:
        codes = ", ".join(map(quoted, self.codes[:_CODES_IN_REPR]))
        more = ", …" if codes and self.count > _CODES_IN_REPR else ""
        return one_line(self, f"of {self.count}" + (f": {codes}{more}" if codes else ""))


def find_candidates(
    game: Game,
    history: History,
    *,
    limit: int | None = None,
    threads: int | None = None,
    memory_limit: int | None = None,
    progress: Progress | None = None,
) -> CandidateList:
    """The candidates of *game* after *history*, the lowest *limit* of them by code (default: all); so the likely ones.

    Needs no table: built-in games of any size are scanned natively, others by their feedback function. Raises
    SizeError when the codes would need more than *memory_limit* bytes (default: half of the machine's memory).

    >>> from bestguess.games import game
    >>> find_candidates(game("mastermind(4,6)"), History([("1122", "1.0")]), limit=3)
    <CandidateList of 256: 1333, 1334, 1335, …>
    """
    rules, rows = game, history
    most_codes, threads = as_limit("limit", limit), as_threads(threads)
    most_bytes = as_limit("memory_limit", memory_limit)
    check_progress(progress)
    most_codes = len(rules.secrets) if most_codes is None else min(most_codes, len(rules.secrets))
    kernel = rules.kernel()
    if kernel is None:
        check_codes(rules)
        return _listed(rules, _consistent(rules, rows, progress), most_codes)
    indexed = [(rules.guesses.index(guess), rules.feedbacks.index(feedback)) for guess, feedback in rows]
    if rules.weights is not None:  # how heavy the heaviest is takes all of them
        _, found = engine.scan(kernel, indexed, len(rules.secrets), threads, progress)
        return _listed(rules, [rules.secrets[int(index)] for index in found], most_codes)
    if not rows and most_codes < len(rules.secrets):
        return CandidateList(len(rules.secrets), tuple(rules.secrets[:most_codes]))
    most = engine.default_memory_limit() if most_bytes is None else most_bytes
    if most_codes * _BYTES_PER_CODE > most:
        count, _ = engine.scan(kernel, indexed, 0, threads, progress)
        if (needed := min(count, most_codes) * _BYTES_PER_CODE) > most:
            raise SizeError(f"{min(count, most_codes):,} codes need about {needed:,} bytes, over the limit of {most:,}")
    count, found = engine.scan(kernel, indexed, most_codes, threads, progress)
    return CandidateList(count, tuple(rules.secrets[int(index)] for index in found))


def _listed(game: Game, codes: Sequence[Code], most_codes: int) -> CandidateList:
    """The candidates *codes*, of which at most so many are listed."""
    found = CandidateList(len(codes), tuple(codes[:most_codes]), **_labelled(game, codes))
    if game.weights is None:
        return found
    weight_of = dict(zip(game.secrets, game.weights, strict=True))
    likely = are_likely(np.array([weight_of[code] for code in codes], np.int64))
    likely_codes = tuple(code for code, is_likely in zip(codes, likely, strict=True) if is_likely)
    return replace(found, likely=len(likely_codes), likely_codes=likely_codes[:most_codes])


class _Labelled(TypedDict, total=False):
    """What `CandidateList` says of labels."""

    labels: int | None
    label: str | None


def _labelled(game: Game, codes: Sequence[Code]) -> _Labelled:
    """How many labels the candidates *codes* have, and which it is where they have one; nothing with goal hit."""
    if game.goal == HIT:
        return {}
    label_of = None if game.labels is None else dict(zip(game.secrets, game.labels, strict=True))
    labels = set(codes if label_of is None else map(label_of.__getitem__, codes))
    return {
        "labels": None if label_of is None else len(labels),
        "label": next(iter(labels)) if len(labels) == 1 else None,
    }


def count_candidates(game: Game, history: History) -> int:
    """How many candidates a built-in *game* of any size has after *history*."""
    return sum(counts_of_steps(game, history)) if history else len(game.secrets)


@lru_cache(maxsize=_KEPT_COUNTS)
def counts_of_steps(game: Game, history: History) -> tuple[int, ...]:
    """How many candidates each of the `count_steps` of a built-in *game* has, kept: counting and sampling share it."""
    kernel, rows = scan_arguments(game, history)
    threads = engine.default_threads()
    return tuple(kernel.scan(rows, begin, end, 0, threads)[0] for begin, end in count_steps(game))


def count_steps(game: Game) -> Iterator[tuple[int, int]]:
    """The steps of a pass over all secrets of a built-in *game*: many, so that a sample lists few of them again."""
    kernel, _ = scan_arguments(game, History())
    return engine.scan_steps(kernel, max(_LEAST_STEP, len(game.secrets) // _MOST_STEPS))


def scan_arguments(game: Game, history: History) -> "tuple[Kernel, list[tuple[int, int]]]":
    """The kernel of a built-in *game*, and *history* by the indices of its guesses and feedbacks."""
    kernel = game.kernel()
    assert kernel is not None
    return kernel, [(game.guesses.index(guess), game.feedbacks.index(feedback)) for guess, feedback in history]


def _consistent(game: Game, rows: Sequence[tuple[Code, Feedback]], progress: Progress | None) -> Sequence[Code]:
    """The secrets that answer every row as it was answered, by the feedback function."""
    found: Sequence[Code] = game.secrets
    for number, (guess, feedback) in enumerate(rows):
        kept = list[Code]()
        for begin in range(0, len(found), _SECRETS_PER_STEP):
            some = found[begin : begin + _SECRETS_PER_STEP]
            answers = zip(some, feedbacks_of(game, guess, some), strict=True)
            kept += [secret for secret, answer in answers if answer == feedback]
            if progress:
                progress(number * len(found) + begin + len(some), len(rows) * len(found))
        found = kept
    return found


def consistent_indices(game: Game, history: History) -> "Indices":
    """The secrets that answer every row as it was answered, by index, by the feedback function."""
    left: Sequence[int] = range(len(game.secrets))
    for guess, feedback in history:
        answers = feedbacks_of(game, guess, [game.secrets[index] for index in left])
        left = [index for index, answer in zip(left, answers, strict=True) if answer == feedback]
    return np.array(left, np.uint32)


def codes_around(game: Game, history: History, place: int) -> tuple[int, list[Code]]:
    """Some candidates in a row, that of this *place* among them, and the place of the first of them.

    Of a built-in game those of one step of a scan, of any other all.
    """
    if game.kernel() is None:
        return 0, [game.secrets[int(index)] for index in consistent_indices(game, history)]
    if not history:
        return place, [game.secrets[place]]
    kernel, rows = scan_arguments(game, history)
    first = 0
    for (begin, end), count in zip(count_steps(game), counts_of_steps(game, history), strict=True):
        if place < first + count:
            indices = kernel.scan(rows, begin, end, count, engine.default_threads())[1]
            return first, [game.secrets[int(index)] for index in indices]
        first += count
    raise IndexError(place)


class Partition(dict[Answer, list[Secret]], Shown):
    """Candidates of *game* by the feedback that *guess* would get: a dict that a notebook shows as bars."""

    def __init__(self, game: Game, guess: Code, parts: Mapping[Feedback, list[Code]]) -> None:
        super().__init__(parts)
        self.game, self.guess = game, guess

    def __repr__(self) -> str:
        split = f"{counted(sum(map(len, self.values())), 'candidate')} in {counted(len(self), 'part')}"
        sizes = sorted(((len(part), self.game.text(feedback)) for feedback, part in self.items()), reverse=True)
        largest = ", ".join(f"{quoted(text)}: {size}" for size, text in sizes[:_PARTS_IN_REPR])
        more = ", …" if len(sizes) > _PARTS_IN_REPR else ""
        return short_code(self, super().__repr__(), f"by {quoted(self.guess)}, {split}: {largest}{more}")


def partition(game: Game, guess: Code, candidates: Iterable[Code]) -> Partition[Any, Any]:
    """The *candidates* split by the feedback that *guess*, as written, would get; raises CodeError.

    >>> from bestguess.games import game
    >>> partition(game("mastermind(2,2)"), "11", ["11", "12", "21"])
    {'2.0': ['11'], '1.0': ['12', '21']}
    """
    played = game.as_guess(guess)
    parts: dict[Feedback, list[Code]] = {}
    for secret in candidates:
        parts.setdefault(game.score_unchecked(played, secret), []).append(secret)
    written = {game.feedback_as_written(guess, feedback): part for feedback, part in parts.items()}
    return Partition(game, guess, written)
