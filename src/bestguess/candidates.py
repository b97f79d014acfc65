"""The candidates of a game after a history, and how a guess splits them: without a table, for games of any size."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from bestguess import engine
from bestguess.arguments import as_limit, as_threads, check_progress
from bestguess.display import HtmlRepr, one_line, short_code
from bestguess.errors import SizeError
from bestguess.games import Answer, Code, Feedback, Game, History, Secret, are_likely, quote
from bestguess.games.checking import check_codes, feedbacks_of
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Member
from bestguess.games.table import Progress
from bestguess.wording import count_text

if TYPE_CHECKING:
    from bestguess.engine import Indices, Kernel

_SECRETS_PER_STEP = 256  # that a user's own rules are asked for between two reports of progress
_LEAST_STEP, _MOST_STEPS = 2**15, 2**11  # of a pass that counts: secrets of one step, and steps
_KEPT_COUNTS = 16
_PARTS_IN_REPR = 4
_CODES_IN_REPR = 5
_BYTES_PER_CODE = 128  # its text, its index as found by each thread, and the references to them


@dataclass(frozen=True)
class CandidateList(Document, HtmlRepr):
    """The candidates of a position: how many there are, and the lowest of them.

    Where secrets have weights, how many are *likely*, which weigh more than half as much as the heaviest candidate, and
    the lowest of those. Where secrets have labels, how many *labels* the candidates have. With goal identify, *label*
    is what it is once they have one: the game is over.
    """

    count: Annotated[int, Member("candidates")]
    """How many candidates there are."""
    codes: tuple[Code, ...]
    """The lowest of them: all, or as many as were asked for."""
    likely: int | None = None
    """How many candidates weigh more than half as much as the heaviest of them; only where secrets have weights."""
    likely_codes: Annotated[tuple[Code, ...], Member(only_with="likely")] = ()
    """The lowest of the likely ones."""
    labels: int | None = None
    """How many different labels they have; only where secrets have labels."""
    label: Label | None = None
    """What it is, once the game is over; only with goal identify."""

    def __repr__(self) -> str:
        return one_line(self, f"of {first_codes(self.codes, self.count)}")


def first_codes(codes: Sequence[Code], count: int) -> str:
    """How many candidates there are, and the first of their *codes*."""
    few = ", ".join(map(quote, codes[:_CODES_IN_REPR]))
    more = ", …" if few and count > _CODES_IN_REPR else ""
    return f"{count}: {few}{more}" if few else str(count)


@dataclass(frozen=True, kw_only=True)
class CandidatesDocument(CandidateList):
    """The secrets that are left, and of which game after which history."""

    game: str
    history: str


def find_candidates(
    game: Game,
    history: History,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CandidateList:
    """Return the candidates of *game* after *history*, the lowest *limit* of them listed (default: all).

    Needs no table: built-in games of any size are scanned natively, others by their feedback function. Raises
    SizeError when the codes would need more than half of the machine's memory.
    """
    given, threads = as_limit("limit", limit), as_threads(threads)
    check_progress(progress)
    most = len(game.secrets) if given is None else min(given, len(game.secrets))
    if game.kernel() is None:
        check_codes(game)
        return candidate_list(game, consistent_indices(game, history, progress), most)
    kernel, rows = scan_arguments(game, history)
    if game.has_weights:  # how heavy the heaviest is takes all of them
        return candidate_list(game, engine.scan(kernel, rows, len(game.secrets), threads, progress)[1], most)
    if not history and most < len(game.secrets):
        return CandidateList(len(game.secrets), tuple(game.secrets[:most]))
    if most * _BYTES_PER_CODE > (most_bytes := engine.default_memory_limit()):
        listed = min(most, engine.scan(kernel, rows, 0, threads, progress)[0])
        if (needed := listed * _BYTES_PER_CODE) > most_bytes:
            raise SizeError(f"{listed:,} codes need about {needed:,} bytes, over the limit of {most_bytes:,}")
    count, indices = engine.scan(kernel, rows, most, threads, progress)
    return CandidateList(count, _codes(game, indices))


def candidate_list(game: Game, indices: "Indices", most: int | None) -> CandidateList:
    """Return what is known of the candidates of these *indices*, of which at most so many are listed (None: all)."""
    labels = game.secrets if game.labels is None else game.labels
    left = {labels[index] for index in indices.tolist()} if game.identifies else set()
    likely = None if game.weights is None else indices[are_likely(np.array(game.weights, np.int64)[indices])]
    return CandidateList(
        len(indices),
        _codes(game, indices[:most]),
        None if likely is None else len(likely),
        () if likely is None else _codes(game, likely[:most]),
        None if game.labels is None else len(left),
        next(iter(left)) if len(left) == 1 else None,
    )


def _codes(game: Game, indices: "Indices") -> tuple[Code, ...]:
    return tuple(game.secrets[index] for index in indices.tolist())


@lru_cache(maxsize=_KEPT_COUNTS)
def counts_of_steps(game: Game, history: History) -> tuple[tuple[int, int, int], ...]:
    """The steps of a pass over all secrets of a built-in *game*, begin and end, and how many candidates each has.

    They are kept: counting and sampling share them. There are many, so that a sample lists few of them again.
    """
    kernel, rows = scan_arguments(game, history)
    steps = engine.scan_steps(kernel, max(_LEAST_STEP, len(game.secrets) // _MOST_STEPS))
    threads = engine.default_threads()
    return tuple((begin, end, kernel.scan(rows, begin, end, 0, threads)[0]) for begin, end in steps)


def scan_arguments(game: Game, history: History) -> "tuple[Kernel, list[tuple[int, int]]]":
    """The kernel of a built-in *game*, and *history* by the indices of its guesses and feedbacks."""
    kernel = game.kernel()
    assert kernel is not None
    return kernel, [(game.guesses.index(guess), game.feedbacks.index(feedback)) for guess, feedback in history]


def consistent_indices(game: Game, history: History, progress: Progress | None = None) -> "Indices":
    """Return the secrets that answer every row as it was answered, by index, by the feedback function."""
    left: Sequence[int] = range(len(game.secrets))
    for number, (guess, feedback) in enumerate(history):
        kept = list[int]()
        for begin in range(0, len(left), _SECRETS_PER_STEP):
            some = left[begin : begin + _SECRETS_PER_STEP]
            answers = feedbacks_of(game, guess, [game.secrets[index] for index in some])
            kept += [index for index, answer in zip(some, answers, strict=True) if answer == feedback]
            if progress:
                progress(number * len(left) + begin + len(some), len(history) * len(left))
        left = kept
    return np.array(left, np.uint32)


def codes_around(game: Game, history: History, place: int) -> tuple[int, list[Code]]:
    """Some candidates in a row, that of this *place* among them, and the place of the first of them.

    Of a built-in game those of one step of a scan, of any other all.
    """
    if game.kernel() is None:
        return 0, list(_codes(game, consistent_indices(game, history)))
    if not history:
        return place, [game.secrets[place]]
    kernel, rows = scan_arguments(game, history)
    first = 0
    for begin, end, count in counts_of_steps(game, history):
        if place < first + count:
            indices = kernel.scan(rows, begin, end, count, engine.default_threads())[1]
            return first, list(_codes(game, indices))
        first += count
    raise IndexError(place)


class Partition(dict[Answer, list[Secret]], HtmlRepr):
    """Candidates of *game* by the feedback that *guess* would get: a dict that a notebook shows as bars."""

    def __init__(self, game: Game, guess: Code, parts: Mapping[Feedback, list[Code]]) -> None:
        super().__init__(parts)
        self.game, self.guess = game, guess

    def __repr__(self) -> str:
        split = f"{count_text(sum(map(len, self.values())), 'candidate')} in {count_text(len(self), 'part')}"
        sizes = sorted(((len(part), self.game.text(feedback)) for feedback, part in self.items()), reverse=True)
        largest = ", ".join(f"{quote(text)}: {size}" for size, text in sizes[:_PARTS_IN_REPR])
        more = ", …" if len(sizes) > _PARTS_IN_REPR else ""
        return short_code(self, super().__repr__(), f"by {quote(self.guess)}, {split}: {largest}{more}")


def partition(game: Game, guess: Code, candidates: Iterable[Code]) -> Partition[Any, Any]:
    """The *candidates* split by the feedback that *guess*, as written, would get; raises CodeError."""
    played, score = game.as_guess(guess), game.score_unchecked
    parts: dict[Feedback, list[Code]] = {}
    for secret in candidates:
        parts.setdefault(score(played, secret), []).append(secret)
    written = {game.feedback_as_written(guess, feedback): part for feedback, part in parts.items()}
    return Partition(game, guess, written)
