"""The candidates after a history, and the partition of candidates by a guess, both without a table.

Games too large for a table need this. Built-in games are scanned by a native kernel, in steps; the secrets of other
games are scored one by one by their feedback function.
"""

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

_SECRETS_PER_STEP = 256  # scored by a feedback function in Python between two reports of progress
# `counts_of_steps` makes at most about 2**11 steps, of at least about 2**15 secrets each.
_MIN_SECRETS_PER_COUNT, _MAX_COUNTS = 2**15, 2**11
_CACHED_COUNTS = 16  # positions whose counts are cached
_PARTS_IN_REPR = 4
_CODES_IN_REPR = 5
_BYTES_PER_CODE = 128  # the text of a code, its index as each thread found it, and references to both


@dataclass(frozen=True)
class CandidateList(Document, HtmlRepr):
    """The number of candidates of a position, and the lowest of them.

    *likely* is present only where secrets have weights. A likely candidate weighs more than half as much as the
    heaviest. *labels* is present only where secrets have labels. With goal identify, *label* is the label that all
    candidates share; then the game is over.
    """

    count: Annotated[int, Member("candidates")]
    """The number of candidates."""
    codes: tuple[Code, ...]
    """The lowest candidates: all of them, or as many as the limit allows."""
    likely: int | None = None
    """The number of candidates that weigh more than half as much as the heaviest; only where secrets have weights."""
    likely_codes: Annotated[tuple[Code, ...], Member(only_with="likely")] = ()
    """The lowest of the likely candidates."""
    labels: int | None = None
    """The number of different labels of the candidates; only where secrets have labels."""
    label: Label | None = None
    """The label of the secret, once all candidates share it; only with goal identify."""

    def __repr__(self) -> str:
        return one_line(self, f"of {first_codes(self.codes, self.count)}")


def first_codes(codes: Sequence[Code], count: int) -> str:
    """Return *count* and the first few *codes* as a text."""
    few = ", ".join(map(quote, codes[:_CODES_IN_REPR]))
    more = ", …" if few and count > _CODES_IN_REPR else ""
    return f"{count}: {few}{more}" if few else str(count)


@dataclass(frozen=True, kw_only=True)
class CandidatesDocument(CandidateList):
    """The candidates of a game after a history."""

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
    """Return the candidates of *game* after *history*, with the codes of the lowest *limit* (default: all).

    Needs no table: built-in games of any size are scanned natively, others are scored by their feedback function.
    Raises SizeError when the codes would need more than half of the machine's memory.
    """
    checked_limit, threads = as_limit("limit", limit), as_threads(threads)
    check_progress(progress)
    max_codes = len(game.secrets) if checked_limit is None else min(checked_limit, len(game.secrets))
    if game.kernel() is None:
        check_codes(game)
        return candidate_list(game, consistent_indices(game, history, progress), max_codes)
    kernel, rows = scan_arguments(game, history)
    if game.has_weights:  # needs the index of every candidate, to find the heaviest
        return candidate_list(game, engine.scan(kernel, rows, len(game.secrets), threads, progress)[1], max_codes)
    if not history and max_codes < len(game.secrets):
        return CandidateList(len(game.secrets), tuple(game.secrets[:max_codes]))
    # If all secrets might not fit in memory, count the candidates before collecting them.
    if max_codes * _BYTES_PER_CODE > (max_bytes := engine.default_memory_limit()):
        code_count = min(max_codes, engine.scan(kernel, rows, 0, threads, progress)[0])
        if (needed := code_count * _BYTES_PER_CODE) > max_bytes:
            raise SizeError(f"{code_count:,} codes need about {needed:,} bytes, over the limit of {max_bytes:,}")
    count, indices = engine.scan(kernel, rows, max_codes, threads, progress)
    return CandidateList(count, _codes(game, indices))


def candidate_list(game: Game, indices: "Indices", max_codes: int | None) -> CandidateList:
    """Return the CandidateList of the candidates with these *indices*, with at most *max_codes* codes (None: all)."""
    labels = game.secrets if game.labels is None else game.labels
    labels_left = {labels[index] for index in indices.tolist()} if game.identifies else set()
    likely = None if game.weights is None else indices[are_likely(np.array(game.weights, np.int64)[indices])]
    return CandidateList(
        len(indices),
        _codes(game, indices[:max_codes]),
        None if likely is None else len(likely),
        () if likely is None else _codes(game, likely[:max_codes]),
        None if game.labels is None else len(labels_left),
        next(iter(labels_left)) if len(labels_left) == 1 else None,
    )


def _codes(game: Game, indices: "Indices") -> tuple[Code, ...]:
    return tuple(game.secrets[index] for index in indices.tolist())


@lru_cache(maxsize=_CACHED_COUNTS)
def counts_of_steps(game: Game, history: History) -> tuple[tuple[int, int, int], ...]:
    """Return begin, end and number of candidates of each step of a scan over all secrets of a built-in *game*.

    The counts are cached, because counting and sampling both need them. The steps are short, so that finding the codes
    of a sample scans few secrets again.
    """
    kernel, rows = scan_arguments(game, history)
    steps = engine.scan_steps(kernel, max(_MIN_SECRETS_PER_COUNT, len(game.secrets) // _MAX_COUNTS))
    threads = engine.default_threads()
    return tuple((begin, end, kernel.scan(rows, begin, end, 0, threads)[0]) for begin, end in steps)


def scan_arguments(game: Game, history: History) -> "tuple[Kernel, list[tuple[int, int]]]":
    """Return the kernel of a built-in *game*, and *history* as pairs of guess index and feedback ordinal."""
    kernel = game.kernel()
    assert kernel is not None
    return kernel, [(game.guesses.index(guess), game.feedbacks.index(feedback)) for guess, feedback in history]


def consistent_indices(game: Game, history: History, progress: Progress | None = None) -> "Indices":
    """Return the indices of the secrets consistent with *history*, found by calling the feedback function."""
    indices: Sequence[int] = range(len(game.secrets))
    for number, (guess, feedback) in enumerate(history):
        consistent = list[int]()
        for begin in range(0, len(indices), _SECRETS_PER_STEP):
            step = indices[begin : begin + _SECRETS_PER_STEP]
            answers = feedbacks_of(game, guess, [game.secrets[index] for index in step])
            consistent += [index for index, answer in zip(step, answers, strict=True) if answer == feedback]
            if progress:
                progress(number * len(indices) + begin + len(step), len(history) * len(indices))
        indices = consistent
    return np.array(indices, np.uint32)


def codes_around(game: Game, history: History, place: int) -> tuple[int, list[Code]]:
    """Return a run of consecutive candidates that includes the one at *place*, and the index of its first candidate.

    The run is one step of a scan for a built-in game, and all candidates for any other game.
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
    """A dict of the candidates of *game* by the feedback that *guess* would get. Notebooks show it as bars."""

    def __init__(self, game: Game, guess: Code, parts: Mapping[Feedback, list[Code]]) -> None:
        super().__init__(parts)
        self.game, self.guess = game, guess

    def __repr__(self) -> str:
        counts = f"{count_text(sum(map(len, self.values())), 'candidate')} in {count_text(len(self), 'part')}"
        sizes = sorted(((len(part), self.game.text(feedback)) for feedback, part in self.items()), reverse=True)
        largest = ", ".join(f"{quote(text)}: {size}" for size, text in sizes[:_PARTS_IN_REPR])
        more = ", …" if len(sizes) > _PARTS_IN_REPR else ""
        return short_code(self, super().__repr__(), f"by {quote(self.guess)}, {counts}: {largest}{more}")


def partition(game: Game, guess: Code, candidates: Iterable[Code]) -> Partition[Any, Any]:
    """Split *candidates* by the feedback that *guess* would get; raise CodeError if it is not a guess of *game*.

    Feedbacks are those to *guess* as the caller wrote it: `balance` also reads a weighing with its sides exchanged.
    """
    game_guess, score = game.as_guess(guess), game.score_unchecked
    parts: dict[Feedback, list[Code]] = {}
    for secret in candidates:
        parts.setdefault(score(game_guess, secret), []).append(secret)
    parts_as_written = {game.orient_feedback(guess, feedback): part for feedback, part in parts.items()}
    return Partition(game, guess, parts_as_written)
