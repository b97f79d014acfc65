"""The feedback table: rules as indices and feedback ordinals.

A `Table` holds the ordinal of the feedback of every guess against every secret. All code above it works on indices
alone. `bestguess.candidates` finds the candidates of games that are too large for a table.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bestguess import engine
from bestguess.arguments import as_limit, as_threads, check_progress, describe, expected_error, is_hashable
from bestguess.errors import FeedbackError, GameError, SizeError, error_text, unknown_name_text
from bestguess.games.base import Game
from bestguess.games.checking import (
    check_codes,
    declaration_problems,
    determinism_problems,
    feedbacks_of,
    inseparable_pair,
    inseparable_sentence,
)
from bestguess.games.codes import Code, CodeTuple, Feedback, History
from bestguess.games.custom import TextGame
from bestguess.games.declarations import Label
from bestguess.games.registry import GameLike, as_game, is_described_by_text
from bestguess.games.rules import FREE, HIT
from bestguess.games.selection import Selection
from bestguess.games.symmetries import CodeSymmetries, native_code_symmetries, verified_generators

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices, Ordinals

Progress: TypeAlias = Callable[[int, int], None]
"""Function that is called now and then with the amount of work done, and all of it."""

MAX_TABLE_BYTES = 2**31
"""Size of a table above which a sample is used instead."""
_PAIRS_PER_STEP = 2**27  # about a tenth of a second; Ctrl-C and progress are handled between two steps
_MAX_FEEDBACKS = 2**16  # ordinals have 16 bits
_GUESSES_PER_STRIPE = 64
_PAIRS_SCORED_TWICE = 1000  # to test whether a feedback function is deterministic


class Table:
    """Feedback table of *game*: ``table.ordinals[guess, secret]`` is an index into ``table.feedbacks``.

    Raises SizeError, before allocating anything, if the table needs more than *memory_limit* bytes (default: half of
    the machine's memory). Raises GameError if a code is listed twice, if no guess wins a secret, or, with goal
    identify, if no guess tells apart two secrets of different labels.

    >>> from bestguess.games import game
    >>> table = Table(game("mastermind(4,6)"))
    >>> table.ordinals.shape, table.feedbacks[table.ordinals[7, 0]]
    ((1296, 1296), '2.0')
    """

    game: Game
    guesses: Sequence[Code]
    """Guesses, in the order of the rows of the table."""
    secrets: Sequence[Code]
    """Secrets, in the order of the columns of the table."""
    feedbacks: tuple[Feedback, ...]
    """Feedback of each ordinal."""
    win: int
    """Ordinal of the winning feedback. With goal identify the number of feedbacks, which no cell has."""
    seconds: float
    """Time that it took to build the table."""

    def __init__(
        self,
        game: GameLike,
        *,
        memory_limit: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        game, threads = as_game(game), as_threads(threads)
        check_progress(progress)
        check_size(game, memory_limit)
        start = time.perf_counter()
        kernel, matrix, feedbacks = game.kernel(), game.native.matrix, game.feedbacks
        if kernel is not None:
            self._set(game, feedbacks, _native_ordinals(kernel, threads or engine.default_threads(), progress))
        else:
            check_codes(game)
            if matrix is None:
                feedbacks, ordinals = _function_ordinals(game, progress)
            else:
                ordinals = np.ascontiguousarray(matrix())  # type: ignore[assignment]
            self._set(game, feedbacks, ordinals)
            self._check()
        self.seconds = time.perf_counter() - start

    @classmethod
    def from_ordinals(cls, game: Game, feedbacks: tuple[Feedback, ...], ordinals: "Ordinals") -> "Table":
        """Return the table of *game* with these *ordinals*, which are not checked."""
        table = cls.__new__(cls)
        table._set(game, feedbacks, ordinals)
        table.seconds = 0.0
        return table

    def _set(self, game: Game, feedbacks: tuple[Feedback, ...], ordinals: "Ordinals") -> None:
        self.game, self.guesses, self.secrets, self.feedbacks = game, game.guesses, game.secrets, feedbacks
        self.win = len(feedbacks) if game.win is None else feedbacks.index(game.win)
        ordinals.flags.writeable = False
        self.ordinals = ordinals

    def for_game(self, game: Game, feedbacks: tuple[Feedback, ...] | None = None) -> "Table":
        """Return this table for a *game* with other rows, rule, costs or texts. It shares the ordinals.

        *feedbacks* are other feedbacks for the ordinals, such as their texts.
        """
        table = Table.__new__(Table)
        vars(table).update(vars(self))
        table.game, table.guesses, table.secrets = game, game.guesses, game.secrets
        # The copy has the cached properties too. Drop those that depend on what differs.
        stale = ["costs", "is_plain", "native"] if game.costs is not self.game.costs else []
        stale += ["native", "native_rule"] if game.rule != self.game.rule else []
        if feedbacks is not None:
            table.feedbacks = feedbacks
            stale += ["label_names", "_ordinal_of", "secret_codes"]
        for name in stale:
            vars(table).pop(name, None)
        return table

    def _check(self) -> None:
        """Raise GameError if weights, labels or costs are wrong, or if a secret cannot be found."""
        game = self.game
        for problem in declaration_problems(game):
            raise GameError(f"{game}: {problem}")
        if game.identifies:
            if (pair := inseparable_pair(self.ordinals, self.labels)) is not None:
                raise GameError(f"{game}: {inseparable_sentence(game, *pair)}")
        elif len(never_won := np.flatnonzero(~(self.ordinals == self.win).any(axis=0))):
            raise GameError(f"no guess of {game} wins the secret {describe(self.secrets[int(never_won[0])])}")

    def among(self, candidates: "Indices") -> Selection:
        """Return the game with the *candidates* as its only secrets; its table is ready."""
        codes = CodeTuple(self.secrets[int(index)] for index in candidates)
        columns: Ordinals = np.ascontiguousarray(self.ordinals[:, candidates])  # type: ignore[assignment]
        game = Selection(self.game, self.guesses, codes)
        game._table = Table.from_ordinals(game, self.feedbacks, columns)
        return game

    def __getstate__(self) -> dict[str, Any]:
        """Leave cached properties out of pickles: native objects cannot be pickled."""
        names = (*Table.__annotations__, "ordinals")
        return {name: value for name, value in vars(self).items() if name in names}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.ordinals.flags.writeable = False

    def __repr__(self) -> str:
        return f"Table({self.game!r})"

    @cached_property
    def weights(self) -> "NDArray[np.int64]":
        """Weight of each secret; 1 if the game has no weights."""
        if self.game.weights is None:
            return np.ones(len(self.secrets), np.int64)
        return np.array(self.game.weights, np.int64)

    def weights_of(self, candidates: "Indices") -> "NDArray[np.int64]":
        """Return the weights of *candidates*; if all are 0, return 1 for each."""
        weights = self.weights[candidates]
        return weights if weights.any() else np.ones_like(weights)

    @cached_property
    def costs(self) -> "NDArray[np.int64]":
        """Cost of each guess in units of `Game.cost_unit`; 1 if the game has no costs."""
        if self.game.costs is None:
            return np.ones(len(self.guesses), np.int64)
        return np.array(self.game.costs, np.int64)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the goal is hit, each guess costs 1, and each guess wins at most one secret."""
        return not self.game.identifies and not self.game.has_costs and self.max_wins == 1

    @cached_property
    def label_names(self) -> tuple[Label, ...]:
        """Different labels, in the order of the first secret with each."""
        return tuple(self.secrets) if self.game.labels is None else tuple(dict.fromkeys(self.game.labels))

    @cached_property
    def labels(self) -> "Indices":
        """Label of each secret, as an index into `label_names`. Without labels each secret has its own."""
        if self.game.labels is None:
            return self.all_candidates
        number = {name: index for index, name in enumerate(self.label_names)}
        return np.array([number[name] for name in self.game.labels], np.uint32)

    def is_over(self, candidates: "Indices") -> bool:
        """Whether the goal is identify and all *candidates* have one label; False if there are none."""
        if not self.game.identifies or not len(candidates):
            return False
        return bool((self.labels[candidates] == self.labels[candidates[0]]).all())

    @cached_property
    def winners(self) -> "tuple[Indices, Indices]":
        """Guesses that win each secret, as (ends, guesses): ``guesses[ends[s - 1]:ends[s]]`` win secret s, ascending.

        With goal identify there are none.
        """
        if self.game.kernel() is not None:  # in games with a kernel, only the secret itself wins
            return np.arange(1, len(self.secrets) + 1, dtype=np.uint32), self.winner
        guesses, secrets = np.nonzero(self.ordinals == self.win)
        ends = np.cumsum(np.bincount(secrets, minlength=len(self.secrets)), dtype=np.uint32)
        return ends, guesses[np.argsort(secrets, kind="stable")].astype(np.uint32)

    @cached_property
    def winner(self) -> "Indices":
        """Lowest guess that wins each secret; empty with goal identify."""
        if self.game.kernel() is not None:
            if self.guesses == self.secrets:
                return self.all_candidates
            return np.array([self.guesses.index(secret) for secret in self.secrets], np.uint32)
        ends, guesses = self.winners
        return guesses if not len(guesses) else guesses[np.concatenate(([0], ends[:-1]))]

    @cached_property
    def _secrets_won(self) -> "tuple[Indices, Indices]":
        """Secrets that each guess wins, as (ends, secrets): the inverse of `winners`."""
        ends, guesses = self.winners
        secrets = np.repeat(self.all_candidates, np.diff(ends, prepend=np.uint32(0)))
        ends_by_guess = np.cumsum(np.bincount(guesses, minlength=len(self.guesses)), dtype=np.uint32)
        return ends_by_guess, secrets[np.argsort(guesses, kind="stable")]

    def secrets_won_by(self, guess: int) -> "Indices":
        """Return the secrets that *guess* wins, ascending; none with goal identify."""
        ends, secrets = self._secrets_won
        return secrets[ends[guess - 1] if guess else 0 : ends[guess]]

    @cached_property
    def secret_names(self) -> dict[Code, Code]:
        """For each guess that wins exactly one secret and differs from it, that secret."""
        if self.game.kernel() is not None:
            return {}
        names = dict[Code, Code]()
        ends, secrets = self._secrets_won
        wins_once = np.diff(ends, prepend=np.uint32(0)) == 1
        for index in np.flatnonzero(wins_once).tolist():
            guess, secret = self.guesses[index], self.secrets[int(secrets[ends[index] - 1])]
            if guess != secret:
                names[guess] = secret
        return names

    @cached_property
    def max_wins(self) -> int:
        """Largest number of secrets that one guess wins: 1 in most games, 0 with goal identify."""
        return int(np.diff(self._secrets_won[0], prepend=np.uint32(0)).max(initial=0))

    def consistent_guesses(self, candidates: "Indices") -> "Indices":
        """Return the guesses that win one of the *candidates*, ascending; none with goal identify."""
        if not len(self.winner):
            return self.winner
        if len(self.winners[1]) == len(self.secrets):  # one winner for each secret
            return np.unique(self.winner[candidates])
        ends, guesses = self.winners
        parts = [np.empty(0, np.uint32)]
        for secret in candidates.tolist():
            begin = ends[secret - 1] if secret else 0
            parts.append(guesses[begin : ends[secret]])
        return np.unique(np.concatenate(parts))

    def sure_win(self, candidates: "Indices") -> int | None:
        """Return the lowest guess that wins all *candidates* and costs the least of all guesses; None if none does."""
        if len(candidates) > self.max_wins:
            return None
        for guess in self.consistent_guesses(candidates).tolist():
            if self.costs[guess] == self.costs.min() and (self.ordinals[guess, candidates] == self.win).all():
                return int(guess)
        return None

    @property
    def symmetric(self) -> bool:
        """Whether guess and secret may be swapped in every pair; then the table is its own transpose."""
        kernel = self.game.kernel()
        return kernel is not None and kernel.symmetric

    @cached_property
    def native(self) -> engine.NativeTable:
        """Table for the core. Unless the table is symmetric, this makes a transposed copy."""
        kernel = self.game.kernel()
        by_secret = self.ordinals
        if not self.symmetric:  # copy in stripes that fit into the cache: four times as fast as all at once
            by_secret = np.empty(self.ordinals.shape[::-1], self.ordinals.dtype)
            for begin in range(0, len(self.ordinals), _GUESSES_PER_STRIPE):
                end = begin + _GUESSES_PER_STRIPE
                by_secret[:, begin:end] = self.ordinals[begin:end].T
        # If each secret has one winner, `winner` is enough, and `winners` need not be passed.
        one_winner = kernel is not None or self.game.identifies
        one_winner = one_winner or (self.max_wins == 1 and len(self.winners[1]) == len(self.secrets))
        return engine.native_table(
            by_guess=self.ordinals,
            by_secret=by_secret,
            feedbacks=len(self.feedbacks),
            win=self.win,
            winner=self.winner,
            weights=self.weights if self.game.has_weights else None,
            rule=self.native_rule,
            labels=self.labels if self.game.identifies else None,
            costs=self.costs if self.game.has_costs else None,
            winners=None if one_winner else self.winners,
        )

    @cached_property
    def native_rule(self) -> engine.Rule | None:
        """The core's version of the game's rule; None if every guess is always allowed. Raises GameError."""
        rule = self.game.native_rule()
        if rule is None and self.game.rule != FREE:
            raise GameError(
                f"rule={self.game.rule} does not work with a feedback function of your own, as {self.game} has"
            )
        return rule

    @cached_property
    def native_symmetries(self) -> engine.Symmetries | None:
        """Symmetries for the core; None if there are none.

        Those of games that are not built in are verified first (`verified_generators`). Raises GameError if one is
        wrong.
        """
        try:
            return self._native_symmetries()
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            why = str(error) if isinstance(error, GameError) else error_text(error)
            raise GameError(f"the symmetries of {self.game} are not sound: {why}; check_game says more") from error

    def _native_symmetries(self) -> engine.Symmetries | None:
        if isinstance(self.game, TextGame):  # its codes have the indices of the original objects
            return self.game.game.table.native_symmetries
        declared, built_in = self.game.symmetries, is_described_by_text(self.game)
        on_codes = native_code_symmetries(declared, self.guesses) if isinstance(declared, CodeSymmetries) else None
        if built_in and on_codes is not None:
            return on_codes
        fast_generators = self.game.native.generators if built_in else None
        # Symmetries on codes are verified too, as generators, although the core then uses the codes.
        steps = verified_generators(self) if fast_generators is None else fast_generators()
        if on_codes is not None or not steps:
            return on_codes
        permutations = np.stack([step.permutation for step in steps])
        return engine.GeneratorSymmetries(permutations, np.stack([step.renamed for step in steps]).astype(np.uint8))

    def representatives(self, history: Sequence[int]) -> "Indices":
        """Return the lowest guess of each orbit, under the symmetries that fix the guesses of *history*."""
        if self.native_symmetries is None:
            return np.arange(len(self.guesses), dtype=np.uint32)
        return self.native_symmetries.representatives(list(history))

    def allowed(self, history: History, among: "Indices | None" = None) -> "Indices | None":
        """Return the guesses (or those *among* them) that the rule allows after *history*; None: all guesses."""
        if self.native_rule is None or not history:
            return among
        guesses = [self.guesses.index(row.guess) for row in history]
        feedbacks = [self.ordinal(row.feedback) for row in history]
        tested = np.arange(len(self.guesses), dtype=np.uint32) if among is None else among
        return self.native_rule.allowed(guesses, feedbacks, tested)

    @cached_property
    def secret_codes(self) -> tuple[Code, ...]:
        """Secrets as a tuple, where `secrets` may compute each code on demand."""
        return tuple(self.secrets)

    @cached_property
    def all_candidates(self) -> "Indices":
        """Indices of all secrets: the candidates before the first guess."""
        indices = np.arange(len(self.secrets), dtype=np.uint32)
        indices.flags.writeable = False
        return indices

    @cached_property
    def _ordinal_of(self) -> Mapping[Feedback, int]:
        return MappingProxyType({feedback: ordinal for ordinal, feedback in enumerate(self.feedbacks)})

    def ordinal(self, feedback: Feedback) -> int:
        """Return the ordinal of *feedback*. Raises FeedbackError if no guess can get it."""
        if not is_hashable(feedback):
            raise expected_error("a feedback", feedback, FeedbackError)
        if feedback in self._ordinal_of:
            return self._ordinal_of[feedback]
        if isinstance(feedback, str) and all(isinstance(known, str) for known in self.feedbacks):
            raise FeedbackError(unknown_name_text("feedback", feedback, self.feedbacks))
        raise expected_error(f"a feedback that a guess of {self.game} can get", feedback, FeedbackError)

    def find_feedback(self, feedback: Feedback) -> Feedback | None:
        """Return the feedback of the game that equals *feedback*; None if no guess can get it."""
        ordinal = self._ordinal_of.get(feedback)
        return None if ordinal is None else self.feedbacks[ordinal]

    def part_sizes(self, guess: int, candidates: "Indices") -> "Indices":
        """Return the size of each part of *candidates* after *guess*, by ordinal; 0 for empty parts."""
        return engine.part_sizes(self.ordinals[guess], candidates, len(self.feedbacks))

    def all_part_sizes(self, candidates: "Indices", threads: int | None = None) -> "Indices":
        """Return the part sizes of every guess: a matrix of guesses by ordinals."""
        threads = threads or engine.default_threads()
        return engine.all_part_sizes(self.ordinals, candidates, len(self.feedbacks), threads)

    def list_parts(
        self, guesses: "Indices", candidates: "Indices", threads: int | None = None
    ) -> "tuple[Indices, NDArray[np.int64]]":
        """Return the sizes and the weights of the parts of each of *guesses*, in the form of `engine.list_parts`.

        Without weights, the weights are the sizes.

        >>> table = Table("mastermind(2,2)")
        >>> table.list_parts(np.array([0, 1], np.uint32), table.all_candidates)[0].tolist()
        [[1, 2, 1], [1, 2, 1]]
        """
        weights = self.weights if self.game.has_weights and self.weights[candidates].any() else None
        threads = threads or engine.default_threads()
        arguments = (np.ascontiguousarray(guesses), candidates, len(self.feedbacks), self.win, weights, threads)
        sizes, part_weights = engine.list_parts(self.ordinals, *arguments)
        return sizes, sizes.astype(np.int64) if weights is None else part_weights

    def partition(self, guess: int, candidates: "Indices | None" = None) -> "dict[int, Indices]":
        """Return the parts of *candidates* (default: all) after *guess* by ordinal, without empty parts."""
        split = self.all_candidates if candidates is None else candidates
        sorted_candidates, ends = engine.partition(self.ordinals[guess], split, len(self.feedbacks))
        sizes = np.diff(ends, prepend=np.uint32(0))
        ordinals = np.flatnonzero(sizes).tolist()  # word games have many feedbacks, most of them empty
        return {ordinal: sorted_candidates[ends[ordinal] - sizes[ordinal] : ends[ordinal]] for ordinal in ordinals}

    def candidates(self, history: History) -> "Indices":
        """Return the secrets that are consistent with *history*."""
        candidates = self.all_candidates
        for guess, feedback in history:
            row = self.ordinals[self.guesses.index(guess)]
            candidates = engine.filter_candidates(row, candidates, self.ordinal(feedback))
        return candidates


def fits_table(game: Game) -> bool:
    """Whether to use the table of *game*: it is small enough, or the game cannot be sampled.

    Games with goal identify are never sampled, because the guesses of a sample might not tell its candidates apart.
    """
    if game.use_sample is not None:
        return not game.use_sample
    if game._table is not None:  # the usual case, which needs no kernel
        return True
    return game.goal != HIT or table_bytes(game) <= min(MAX_TABLE_BYTES, engine.default_memory_limit())


def table_bytes(game: Game) -> int:
    """Return an upper bound of the memory for the table of *game*."""
    pairs, kernel = len(game.guesses) * len(game.secrets), game.kernel()
    if kernel is None:
        return 3 * pairs  # 16-bit ordinals, and their copy as bytes
    return pairs * engine.ordinal_type(kernel)().itemsize


def check_size(game: Game, memory_limit: int | None = None) -> None:
    """Raise SizeError if the table of *game* needs more than *memory_limit* bytes.

    Default: half of the machine's memory.
    """
    bytes_allowed = as_limit("memory_limit", memory_limit)
    limit = engine.default_memory_limit() if bytes_allowed is None else bytes_allowed
    if table_bytes(game) > limit:
        raise SizeError(
            f"the table of {game} has {len(game.guesses):,} x {len(game.secrets):,} pairs and needs "
            f"{table_bytes(game):,} bytes, over the limit of {limit:,}"
        )


def _native_ordinals(kernel: engine.Kernel, threads: int, progress: Progress | None) -> "Ordinals":
    ordinals: Ordinals = np.empty((kernel.guesses, kernel.secrets), engine.ordinal_type(kernel))  # type: ignore[assignment]
    step = max(1, _PAIRS_PER_STEP // kernel.secrets)
    for begin in range(0, kernel.guesses, step):
        end = min(begin + step, kernel.guesses)
        kernel.fill(begin, end, ordinals[begin:end], threads)
        if progress:
            progress(end, kernel.guesses)
    return ordinals


def _function_ordinals(game: Game, progress: Progress | None) -> "tuple[tuple[Feedback, ...], Ordinals]":
    """Score all pairs; return the feedbacks, the winning one first and the others as they appear, and the ordinals."""
    ordinal_of = {} if game.win is None else {game.win: 0}
    ordinals = np.empty((len(game.guesses), len(game.secrets)), np.uint16)
    for index, guess in enumerate(game.guesses):
        feedbacks = feedbacks_of(game, guess, game.secrets)
        try:
            row = [ordinal_of.setdefault(feedback, len(ordinal_of)) for feedback in feedbacks]
        except TypeError as error:
            raise GameError(f"expected feedbacks of {game} that can be hashed: {error_text(error)}") from error
        _check_truth_values(game, guess, row, feedbacks)
        if len(ordinal_of) > _MAX_FEEDBACKS:
            raise GameError(f"expected at most {_MAX_FEEDBACKS:,} different feedbacks, {game} has more")
        ordinals[index] = row
        if progress:
            progress(index + 1, len(game.guesses))
    all_feedbacks = tuple(ordinal_of)
    _check_deterministic(game, all_feedbacks, ordinals)
    return all_feedbacks, ordinals.astype(np.uint8) if len(all_feedbacks) <= 256 else ordinals


def _check_deterministic(game: Game, feedbacks: "tuple[Feedback, ...]", ordinals: "Ordinals") -> None:
    """Score a random sample of pairs again. Raise GameError if a feedback differs."""
    pairs = random.Random(0).sample(range(ordinals.size), min(_PAIRS_SCORED_TWICE, ordinals.size))
    first_feedbacks = dict[tuple[Code, Code], Feedback]()
    for pair in pairs:
        row, column = divmod(pair, len(game.secrets))
        first_feedbacks[game.guesses[row], game.secrets[column]] = feedbacks[ordinals[row, column]]
    for problem in determinism_problems(game, first_feedbacks):
        raise GameError(f"{game}: {problem}")


def _check_truth_values(game: Game, guess: Code, row: list[int], feedbacks: list[Feedback]) -> None:
    """Raise GameError if a guess gets both True and 1, or both False and 0, which are equal in Python."""
    # Each ordinal must have feedbacks of one kind: all bool, or none.
    kinds = {(ordinal, type(feedback) is bool) for ordinal, feedback in zip(row, feedbacks, strict=True)}
    if game.win is not None and 0 in row:
        kinds.add((0, type(game.win) is bool))
    if len(kinds) > len({ordinal for ordinal, _ in kinds}):
        truth = next(feedback for feedback in [*feedbacks, game.win] if type(feedback) is bool)
        both = f"both {truth} and {int(truth)}, which are equal in Python"
        raise GameError(f"{game}: the guess {describe(guess)} gets {both}: return another value for one of them")
