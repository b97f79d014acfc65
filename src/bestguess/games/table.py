"""The feedback table: rules become indices and feedback ordinals.

A `Table` holds the ordinal of the feedback of every guess against every secret, and everything above it works on
indices alone. `candidates` finds the candidates of games too large for a table.
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
from bestguess.errors import FeedbackError, GameError, SizeError, reason, unknown
from bestguess.games.base import Game
from bestguess.games.checking import inseparable_pair, inseparable_sentence, determinism_problems, check_codes, feedbacks_of, declaration_problems
from bestguess.games.codes import Code, CodeTuple, Feedback, History
from bestguess.games.custom import TextGame
from bestguess.games.declarations import Label
from bestguess.games.registry import GameLike, as_game, described_by_text
from bestguess.games.rules import FREE, HIT
from bestguess.games.selection import Selection
from bestguess.games.symmetries import CodeSymmetries, native_code_symmetries, verified_generators

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices, Ordinals

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with how much is done, and of how much."""

MOST_TABLE_BYTES = 2**31
"""What a table may take before a sample is taken instead."""
_PAIRS_PER_STEP = 2**27  # about a tenth of a second: Ctrl-C and progress come between two steps
_MOST_FEEDBACKS = 2**16
_GUESSES_PER_STRIPE = 64
_ASKED_TWICE = 1000  # pairs of a guess and a secret, to see whether a feedback function is deterministic


class Table:
    """The feedback table of *game*: ``table.ordinals[guess, secret]`` is an index into ``table.feedbacks``.

    Raises SizeError, before anything is allocated, when it would need more than *memory_limit* bytes (half of the
    machine's memory by default), and GameError when a code is listed twice, when a secret is won by no guess, or with
    goal identify when no guess tells apart two secrets of different labels.

    >>> from bestguess.games import game
    >>> table = Table(game("mastermind(4,6)"))
    >>> table.ordinals.shape, table.feedbacks[table.ordinals[7, 0]]
    ((1296, 1296), '2.0')
    """

    game: Game
    guesses: Sequence[Code]
    """The guesses, in the order of the rows of the table."""
    secrets: Sequence[Code]
    feedbacks: tuple[Feedback, ...]
    """The text of each ordinal."""
    win: int
    """The winning ordinal; with goal identify one that no cell has, the number of feedbacks."""
    seconds: float
    """How long it took to build."""

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
        began = time.perf_counter()
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
        self.seconds = time.perf_counter() - began

    @classmethod
    def of_ordinals(cls, game: Game, feedbacks: tuple[Feedback, ...], ordinals: "Ordinals") -> "Table":
        """Return the table of *game* that has these *ordinals*, which are not checked."""
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
        """Return this table for a *game* of other rows, costs or texts; no feedback is computed again.

        *feedbacks*: other texts for the ordinals.
        """
        table = Table.__new__(Table)
        vars(table).update(vars(self))
        table.game, table.guesses, table.secrets = game, game.guesses, game.secrets
        changed = ["costs", "plain", "native"] if game.costs is not self.game.costs else []
        changed += ["native", "native_rule"] if game.rule != self.game.rule else []
        if feedbacks is not None:
            table.feedbacks = feedbacks
            changed += ["label_names", "_ordinal_of", "secret_codes"]
        for name in changed:
            vars(table).pop(name, None)
        return table

    def _check(self) -> None:
        """Raises GameError for a secret that cannot be found, and for what is wrong with weights, labels and costs."""
        game = self.game
        for problem in declaration_problems(game):
            raise GameError(f"{game}: {problem}")
        if game.identifies:
            if (pair := inseparable_pair(self.ordinals, self.labels)) is not None:
                raise GameError(f"{game}: {inseparable_sentence(game, *pair)}")
        elif len(missing := np.flatnonzero(~(self.ordinals == self.win).any(axis=0))):
            raise GameError(
                f"expected a guess of {game} that wins the secret {describe(self.secrets[int(missing[0])])}, got none"
            )

    def among(self, candidates: "Indices") -> Selection:
        """The game with its guesses against the *candidates* only, and its table."""
        codes = CodeTuple(self.secrets[int(index)] for index in candidates)
        columns: Ordinals = np.ascontiguousarray(self.ordinals[:, candidates])  # type: ignore[assignment]
        game = Selection(self.game, self.guesses, codes)
        game._table = Table.of_ordinals(game, self.feedbacks, columns)
        return game

    def __getstate__(self) -> dict[str, Any]:
        """Leave out of pickles what is computed when it is asked for: native objects cannot be pickled."""
        kept = (*Table.__annotations__, "ordinals")
        return {name: value for name, value in vars(self).items() if name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.ordinals.flags.writeable = False

    def __repr__(self) -> str:
        return f"Table({self.game!r})"

    @cached_property
    def weights(self) -> "NDArray[np.int64]":
        """The weight of each secret: 1 where the game has no weights."""
        if self.game.weights is None:
            return np.ones(len(self.secrets), np.int64)
        return np.array(self.game.weights, np.int64)

    def weights_of(self, candidates: "Indices") -> "NDArray[np.int64]":
        """Return the weights of *candidates*, each 1 where all weigh nothing."""
        weights = self.weights[candidates]
        return weights if weights.any() else np.ones_like(weights)

    @cached_property
    def costs(self) -> "NDArray[np.int64]":
        """What each guess costs, in units of `Game.cost_unit`."""
        if self.game.costs is None:
            return np.ones(len(self.guesses), np.int64)
        return np.array(self.game.costs, np.int64)

    @cached_property
    def plain(self) -> bool:
        """Whether each guess costs 1 and wins against one secret at most, with goal hit."""
        return not self.game.identifies and not self.game.has_costs and self.most_won == 1

    @cached_property
    def label_names(self) -> tuple[Label, ...]:
        """Each label, in the order in which the secrets first have them."""
        return tuple(self.secrets) if self.game.labels is None else tuple(dict.fromkeys(self.game.labels))

    @cached_property
    def labels(self) -> "Indices":
        """The label of each secret, an index into `label_names`: each has its own where the game has no labels."""
        if self.game.labels is None:
            return self.all_candidates
        number = {name: index for index, name in enumerate(self.label_names)}
        return np.array([number[name] for name in self.game.labels], np.uint32)

    def is_over(self, candidates: "Indices") -> bool:
        """With goal identify, whether all *candidates* have one label; False with goal hit."""
        if not self.game.identifies or not len(candidates):
            return False
        return bool((self.labels[candidates] == self.labels[candidates[0]]).all())

    @cached_property
    def winners(self) -> "tuple[Indices, Indices]":
        """The guesses that win each secret: ends and guesses, secret s has ``guesses[ends[s - 1]:ends[s]]``, ascending.

        With goal identify there are none.
        """
        if self.game.kernel() is not None:
            return np.arange(1, len(self.secrets) + 1, dtype=np.uint32), self.winner
        guesses, secrets = np.nonzero(self.ordinals == self.win)
        ends = np.cumsum(np.bincount(secrets, minlength=len(self.secrets)), dtype=np.uint32)
        return ends, guesses[np.argsort(secrets, kind="stable")].astype(np.uint32)

    @cached_property
    def winner(self) -> "Indices":
        """The lowest guess that wins each secret; empty with goal identify."""
        if self.game.kernel() is not None:
            if self.guesses == self.secrets:
                return self.all_candidates
            return np.array([self.guesses.index(secret) for secret in self.secrets], np.uint32)
        ends, guesses = self.winners
        return guesses if not len(guesses) else guesses[np.concatenate(([0], ends[:-1]))]

    @cached_property
    def _won(self) -> "tuple[Indices, Indices]":
        """`winners` the other way round: ends and secrets by guess."""
        ends, guesses = self.winners
        secrets = np.repeat(self.all_candidates, np.diff(ends, prepend=np.uint32(0)))
        by_guess = np.cumsum(np.bincount(guesses, minlength=len(self.guesses)), dtype=np.uint32)
        return by_guess, secrets[np.argsort(guesses, kind="stable")]

    def won(self, guess: int) -> "Indices":
        """The secrets that *guess* wins against, ascending; none with goal identify."""
        ends, secrets = self._won
        return secrets[ends[guess - 1] if guess else 0 : ends[guess]]

    @cached_property
    def secret_names(self) -> dict[Code, Code]:
        """The secret that a guess wins against, where it wins against no other, and that has another text; by guess."""
        if self.game.kernel() is not None:
            return {}
        names = dict[Code, Code]()
        ends, secrets = self._won
        wins_once = np.diff(ends, prepend=np.uint32(0)) == 1
        for index in np.flatnonzero(wins_once).tolist():
            guess, secret = self.guesses[index], self.secrets[int(secrets[ends[index] - 1])]
            if guess != secret:
                names[guess] = secret
        return names

    @cached_property
    def most_won(self) -> int:
        """The most secrets that one guess wins against: 1 in most games, 0 with goal identify."""
        return int(np.diff(self._won[0], prepend=np.uint32(0)).max(initial=0))

    def consistent_guesses(self, candidates: "Indices") -> "Indices":
        """The guesses that win against one of the *candidates*, ascending; none with goal identify."""
        if not len(self.winner):
            return self.winner
        if len(self.winners[1]) == len(self.secrets):
            return np.unique(self.winner[candidates])
        ends, guesses = self.winners
        parts = [np.empty(0, np.uint32)]
        for secret in candidates.tolist():
            begin = ends[secret - 1] if secret else 0
            parts.append(guesses[begin : ends[secret]])
        return np.unique(np.concatenate(parts))

    def sure_win(self, candidates: "Indices") -> int | None:
        """The lowest guess that wins against all of the *candidates* and is as cheap as any guess, if there is one."""
        if len(candidates) > self.most_won:
            return None
        for guess in self.consistent_guesses(candidates).tolist():
            if self.costs[guess] == self.costs.min() and (self.ordinals[guess, candidates] == self.win).all():
                return int(guess)
        return None

    @property
    def symmetric(self) -> bool:
        """Whether every guess answers every secret as that answers it: then the table needs no copy by secrets."""
        kernel = self.game.kernel()
        return kernel is not None and kernel.symmetric

    @cached_property
    def native(self) -> engine.NativeTable:
        """The table as the native strategies see it; a table that is not symmetric is copied once."""
        kernel = self.game.kernel()
        by_secret = self.ordinals
        if not self.symmetric:  # copied in stripes of guesses that the cache holds: four times as fast as all at once
            by_secret = np.empty(self.ordinals.shape[::-1], self.ordinals.dtype)
            for begin in range(0, len(self.ordinals), _GUESSES_PER_STRIPE):
                end = begin + _GUESSES_PER_STRIPE
                by_secret[:, begin:end] = self.ordinals[begin:end].T
        one_winner = kernel is not None or self.game.identifies  # for each secret: then `winner` says all
        one_winner = one_winner or (self.most_won == 1 and len(self.winners[1]) == len(self.secrets))
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
        """The rule of the game as the core knows it; None where every guess is always allowed."""
        rule = self.game.native_rule()
        if rule is None and self.game.rule != FREE:
            raise GameError(f"expected a game without a rule, since {self.game} has a feedback function of its own")
        return rule

    @cached_property
    def native_symmetries(self) -> engine.Symmetries | None:
        """The symmetries as the core sees them, if there are any.

        Those of games that are not built in are verified first (`verified_generators`): GameError for one that is none.
        """
        try:
            return self._native_symmetries()
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            why = str(error) if isinstance(error, GameError) else reason(error)
            raise GameError(f"the symmetries of {self.game} are not sound: {why}; check_game says more") from error

    def _native_symmetries(self) -> engine.Symmetries | None:
        if isinstance(self.game, TextGame):  # its codes have the places of the objects
            return self.game.game.table.native_symmetries
        declared, built_in = self.game.symmetries, described_by_text(self.game)
        plain = native_code_symmetries(declared, self.guesses) if isinstance(declared, CodeSymmetries) else None
        if built_in and plain is not None:
            return plain
        fast = self.game.native.generators if built_in else None
        steps = verified_generators(self) if fast is None else fast()
        if plain is not None or not steps:
            return plain
        permutations = np.stack([step.permutation for step in steps])
        return engine.GeneratorSymmetries(permutations, np.stack([step.renamed for step in steps]).astype(np.uint8))

    def representatives(self, history: Sequence[int]) -> "Indices":
        """The guesses that differ after the guesses of *history*: of those that symmetries exchange, the lowest."""
        if self.native_symmetries is None:
            return np.arange(len(self.guesses), dtype=np.uint32)
        return self.native_symmetries.representatives(list(history))

    def allowed(self, history: History, among: "Indices | None" = None) -> "Indices | None":
        """The guesses, or those *among* them, that the rule of the game allows after *history*; None: all of them."""
        if self.native_rule is None or not history:
            return among
        guesses = [self.guesses.index(row.guess) for row in history]
        feedbacks = [self.ordinal(row.feedback) for row in history]
        everything = np.arange(len(self.guesses), dtype=np.uint32) if among is None else among
        return self.native_rule.allowed(guesses, feedbacks, everything)

    @cached_property
    def secret_codes(self) -> tuple[Code, ...]:
        """The secrets, listed: a game may compute each when it is asked for."""
        return tuple(self.secrets)

    @cached_property
    def all_candidates(self) -> "Indices":
        """Every secret: the candidates before the first guess."""
        everything = np.arange(len(self.secrets), dtype=np.uint32)
        everything.flags.writeable = False
        return everything

    @cached_property
    def _ordinal_of(self) -> Mapping[Feedback, int]:
        return MappingProxyType({feedback: ordinal for ordinal, feedback in enumerate(self.feedbacks)})

    def ordinal(self, feedback: Feedback) -> int:
        """The ordinal of *feedback*; raises FeedbackError when no guess can get it."""
        if not is_hashable(feedback):
            raise expected_error("a feedback", feedback, FeedbackError)
        if feedback in self._ordinal_of:
            return self._ordinal_of[feedback]
        if isinstance(feedback, str) and all(isinstance(known, str) for known in self.feedbacks):
            raise FeedbackError(unknown("feedback", feedback, self.feedbacks))
        raise expected_error(f"a feedback that a guess of {self.game} can get", feedback, FeedbackError)

    def find_feedback(self, feedback: Feedback) -> Feedback | None:
        """The feedback of the game that equals *feedback*; None where no guess can get it."""
        ordinal = self._ordinal_of.get(feedback)
        return None if ordinal is None else self.feedbacks[ordinal]

    def part_sizes(self, guess: int, candidates: "Indices") -> "Indices":
        """The size of each part of *candidates* after *guess*, by ordinal."""
        return engine.part_sizes(self.ordinals[guess], candidates, len(self.feedbacks))

    def all_part_sizes(self, candidates: "Indices", threads: int | None = None) -> "Indices":
        """The part sizes of every guess: a matrix of guesses by ordinals."""
        threads = threads or engine.default_threads()
        return engine.all_part_sizes(self.ordinals, candidates, len(self.feedbacks), threads)

    def listed_parts(
        self, guesses: "Indices", candidates: "Indices", threads: int | None = None
    ) -> "tuple[Indices, NDArray[np.int64]]":
        """The sizes and weights of the parts of each of *guesses*, as `engine.list_parts` lists them.

        Without weights, the sizes twice.

        >>> table = Table("mastermind(2,2)")
        >>> table.listed_parts(np.array([0, 1], np.uint32), table.all_candidates)[0].tolist()
        [[1, 2, 1], [1, 2, 1]]
        """
        weights = self.weights if self.game.has_weights and self.weights[candidates].any() else None
        threads = threads or engine.default_threads()
        given = (np.ascontiguousarray(guesses), candidates, len(self.feedbacks), self.win, weights, threads)
        sizes, masses = engine.list_parts(self.ordinals, *given)
        return sizes, sizes.astype(np.int64) if weights is None else masses

    def partition(self, guess: int, candidates: "Indices | None" = None) -> "dict[int, Indices]":
        """The parts of *candidates* (default: all) after *guess* that are not empty, by ordinal."""
        split = self.all_candidates if candidates is None else candidates
        sorted_candidates, ends = engine.partition(self.ordinals[guess], split, len(self.feedbacks))
        sizes = np.diff(ends, prepend=np.uint32(0))
        used = np.flatnonzero(sizes).tolist()  # few of the feedbacks of words
        return {ordinal: sorted_candidates[ends[ordinal] - sizes[ordinal] : ends[ordinal]] for ordinal in used}

    def candidates(self, history: History) -> "Indices":
        """The secrets that are consistent with *history*."""
        found = self.all_candidates
        for guess, feedback in history:
            row = self.ordinals[self.guesses.index(guess)]
            found = engine.filter_candidates(row, found, self.ordinal(feedback))
        return found


def fits_table(game: Game) -> bool:
    """Whether *game* is worked on by its table: because it is small enough, or cannot be sampled.

    With goal identify the guesses of a sample might not tell its candidates apart.
    """
    if game.sampled is not None:
        return not game.sampled
    if game._table is not None:  # the usual case, told at once
        return True
    return game.goal != HIT or table_bytes(game) <= min(MOST_TABLE_BYTES, engine.default_memory_limit())


def table_bytes(game: Game) -> int:
    """The memory that the table of *game* takes at most."""
    pairs, kernel = len(game.guesses) * len(game.secrets), game.kernel()
    if kernel is None:
        return 3 * pairs  # 16-bit ordinals, and their copy as bytes
    return pairs * engine.ordinal_type(kernel)().itemsize


def check_size(game: Game, memory_limit: int | None = None) -> None:
    """Raises SizeError when the table of *game* would need more than *memory_limit* bytes (half of the machine's)."""
    given = as_limit("memory_limit", memory_limit)
    limit = engine.default_memory_limit() if given is None else given
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
    """Feedbacks in the order in which they are met, a winning one first, and the ordinals."""
    ordinal_of = {} if game.win is None else {game.win: 0}
    ordinals = np.empty((len(game.guesses), len(game.secrets)), np.uint16)
    for index, guess in enumerate(game.guesses):
        feedbacks = feedbacks_of(game, guess, game.secrets)
        try:
            row = [ordinal_of.setdefault(feedback, len(ordinal_of)) for feedback in feedbacks]
        except TypeError as error:
            raise GameError(f"expected feedbacks of {game} that can be hashed: {reason(error)}") from error
        _check_truth_values(game, guess, row, feedbacks)
        if len(ordinal_of) > _MOST_FEEDBACKS:
            raise GameError(f"expected at most {_MOST_FEEDBACKS:,} different feedbacks, {game} has more")
        ordinals[index] = row
        if progress:
            progress(index + 1, len(game.guesses))
    all_feedbacks = tuple(ordinal_of)
    _check_deterministic(game, all_feedbacks, ordinals)
    return all_feedbacks, ordinals.astype(np.uint8) if len(all_feedbacks) <= 256 else ordinals


def _check_deterministic(game: Game, feedbacks: "tuple[Feedback, ...]", ordinals: "Ordinals") -> None:
    """Raise GameError where one of some pairs, drawn at random, gets another feedback when asked again."""
    pairs = random.Random(0).sample(range(ordinals.size), min(_ASKED_TWICE, ordinals.size))
    known = dict[tuple[Code, Code], Feedback]()
    for pair in pairs:
        row, column = divmod(pair, len(game.secrets))
        known[game.guesses[row], game.secrets[column]] = feedbacks[ordinals[row, column]]
    for problem in determinism_problems(game, known):
        raise GameError(f"{game}: {problem}")


def _check_truth_values(game: Game, guess: Code, row: list[int], feedbacks: list[Feedback]) -> None:
    """Raise GameError where a guess gets True and 1, or False and 0: Python holds them for equal."""
    kinds = {(ordinal, type(feedback) is bool) for ordinal, feedback in zip(row, feedbacks, strict=True)}
    if game.win is not None and 0 in row:
        kinds.add((0, type(game.win) is bool))
    if len(kinds) > len({ordinal for ordinal, _ in kinds}):
        truth = next(feedback for feedback in [*feedbacks, game.win] if type(feedback) is bool)
        both = f"both {truth} and {int(truth)}, which Python holds for equal"
        raise GameError(f"{game}: the guess {describe(guess)} gets {both}: give one of them another form")
