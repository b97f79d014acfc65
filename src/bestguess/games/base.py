"""Base classes of games: guesses, secrets, a feedback function, their texts, and the feedback table."""

import copy
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, Self

from bestguess import engine
from bestguess.arguments import as_integer, as_limit, as_threads, check_progress, expected_error
from bestguess.errors import BestguessError, FeedbackError, GameError, HistoryError
from bestguess.games.codes import (
    Answer,
    Feedback,
    Guess,
    History,
    HistoryLike,
    Row,
    Secret,
    row_numbers,
    split_history,
    text_of,
)
from bestguess.games.declarations import Label
from bestguess.games.rules import FREE, HARD, HIT, hard_breach, strict_breach
from bestguess.games.symmetries import Generator, Symmetries

if TYPE_CHECKING:
    from bestguess.engine import Ordinals
    from bestguess.games.table import Table


@dataclass(frozen=True)
class Native:
    """Fast replacements for the rules of a family. All are optional: a game works by its rules alone."""

    feedbacks: tuple[Feedback, ...] = ()
    """All feedbacks in the order of their ordinals."""
    kernel: "Callable[[], engine.Kernel | None]" = lambda: None
    matrix: "Callable[[], Ordinals] | None" = None
    """Function that returns the ordinals of all guesses (rows) against all secrets. Not used if there is a kernel."""
    ordinals: "Callable[[Sequence[Any], Sequence[Any]], Ordinals] | None" = None
    """Function that returns the ordinals of some guesses (rows) against some secrets."""
    rule: "Callable[[Sequence[Any]], engine.Rule | None]" = lambda guesses: None
    """Function that returns the core's version of the rule for some guesses; `games.rules` has the slow version."""
    symmetries: Symmetries = ()
    generators: "Callable[[], Sequence[Generator]] | None" = None
    """Function that returns the symmetries by index, if there is a fast one; else each code is mapped in turn."""


class GameFacts:
    """Facts about a game that do not need its rules, so that a file or a pickle can hold them (`GameRecord`)."""

    rows: int | None = None
    """Number of guesses that a board allows; None: no limit."""
    goal: str = HIT
    """When the game is over: `hit`, after the winning feedback; `identify`, once all candidates have one label."""
    labels: tuple[Label, ...] | None = None
    """With goal `identify`, the label of each secret, in the order of the secrets; None: each secret has its own."""
    costs: tuple[int, ...] | None = None
    """Cost of each guess in units of `cost_unit`, in the order of the guesses; None: every guess costs 1."""
    cost_unit: Fraction = Fraction(1)
    """Value of one unit of `costs` in the user's unit."""

    @property
    def has_costs(self) -> bool:
        """Whether guesses have costs of their own."""
        return self.costs is not None

    @property
    def identifies(self) -> bool:
        """Whether the goal is `identify`."""
        return self.goal != HIT

    def text(self, value: object) -> str:
        """Return the text of a code, feedback or label, as the command line, files and JSON write it.

        Default: its `str` without spaces; a text stays unchanged.
        """
        return text_of(value)

    def history_text(self, history: History) -> str:
        """Return the text of *history*, which `as_history` reads back."""
        return " ".join(str(Row(self.text(row.guess), self.text(row.feedback))) for row in history)

    def rows_left(self, history: History) -> int | None:
        """Return the number of guesses that the board allows after *history*; None: no limit."""
        return None if self.rows is None else self.rows - len(history)


class Game(GameFacts, ABC, Generic[Guess, Secret, Answer]):
    """Rules of a game. A game never changes; a `Position` is a game and what was played.

    A family sets `_guesses`, `_secrets` and `_win`, or overrides the properties. It defines `_score` or `score`,
    `as_guess`, `as_secret`, `as_feedback` and `arguments`. In built-in games all codes and feedbacks are texts.
    """

    family: str = ""
    """Name in the game's text. Empty: the name of the class, so that a subclass does not look like its family."""
    rule: str = FREE
    """Which guesses are allowed after a history: `free` (all), `hard` or `strict`; see `games.rules`."""
    weights: tuple[int, ...] | None = None
    """How likely each secret is; None: all are equally likely."""
    use_sample: bool | None = None
    """Whether advice uses a sample instead of the table; None: only if the table needs too much memory."""

    _guesses: Sequence[Guess]
    _secrets: Sequence[Secret]
    _win: Answer | None = None
    _table: "Table | None" = None
    _original: "Self | None" = None
    """The game that this one was copied from, with other rows or costs. Both share one set of feedbacks."""

    @property
    def guesses(self) -> Sequence[Guess]:
        """Legal guesses, lowest first."""
        return self._guesses

    @property
    def secrets(self) -> Sequence[Secret]:
        """Possible secrets, lowest first."""
        return self._secrets

    @property
    def win(self) -> Answer | None:
        """Winning feedback; None with goal `identify`."""
        return self._win

    @property
    def has_weights(self) -> bool:
        """Whether secrets have weights of their own."""
        return self.weights is not None

    def score(self, guess: Guess, secret: Secret) -> Answer:
        """Return the feedback to *guess* when *secret* is the secret. Raises CodeError."""
        return self.orient_feedback(guess, self._score(self.as_guess(guess), self.as_secret(secret)))

    def _score(self, guess: Guess, secret: Secret) -> Answer:
        """Return the feedback for two legal codes. This slow, plain function defines the game; fast ones must agree."""
        raise GameError(f"expected a class that defines score(guess, secret), got {type(self).__name__} without it")

    @property
    def score_unchecked(self) -> Callable[[Guess, Secret], Answer]:
        """Function that scores codes without checking them, for loops over legal codes."""
        # A class may override `score` instead of `_score`: then that is the only definition.
        return self._score if type(self).score is Game.score else self.score

    @abstractmethod
    def as_guess(self, value: object) -> Guess:
        """Return the guess that *value* stands for. Raises CodeError."""

    @abstractmethod
    def as_secret(self, value: object) -> Secret:
        """Return the secret that *value* stands for. Raises CodeError."""

    @abstractmethod
    def as_feedback(self, value: object) -> Answer:
        """Return the feedback that *value* stands for. Raises FeedbackError."""

    def as_row(self, guess: object, feedback: object) -> Row:
        """Return the row of *guess* and *feedback*. Raises CodeError or FeedbackError."""
        return Row(self.as_guess(guess), self.orient_feedback(guess, self.as_feedback(feedback)))

    def parse_row(self, guess: str, feedback: str) -> Row:
        """Return the row that the texts *guess* and *feedback* stand for. Raises CodeError or FeedbackError."""
        text_game = self.as_text()
        row = text_game.as_row(guess, feedback)
        if text_game is self:
            return row
        # Both games have the same order of guesses and feedbacks, so indices lead back to the objects.
        index, ordinal = text_game.guesses.index(row.guess), text_game.table.ordinal(row.feedback)
        return Row(self.guesses[index], self.table.feedbacks[ordinal])

    def orient_feedback(self, guess: object, feedback: Answer) -> Answer:
        """Convert *feedback* between `as_guess(guess)` and *guess* as the caller wrote it; works in both directions.

        Default: return it unchanged. A weighing may be written with its sides swapped: then left and right are swapped.
        """
        return feedback

    def as_text(self) -> "Game[str, str, str]":
        """Return this game with texts as codes and feedbacks; a built-in game returns itself.

        Raises GameError if two codes have the same text.
        """
        # One guess, one secret and one feedback show whether all are texts.
        codes: tuple[Any, ...] = (*self.guesses[:1], *self.secrets[:1])
        feedback = self.score_unchecked(*codes) if self.win is None and len(codes) == 2 else self.win
        if all(isinstance(value, str) for value in (*codes, feedback)):
            return self  # type: ignore[return-value]
        return self._text_game

    @cached_property
    def _text_game(self) -> "Game[str, str, str]":
        from bestguess.games.custom import TextGame  # here, because it imports this module

        return TextGame(self)

    @property
    def table(self) -> "Table":
        """Feedback table, built on first use and kept. Raises SizeError if the game is too large for one."""
        return self.build_table()

    def build_table(
        self,
        *,
        memory_limit: int | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> "Table":
        """Return the feedback table; build it first if there is none.

        Calls *progress* now and then with the number of guesses done, and of all guesses.

        Raises SizeError, before allocating anything, if the table needs more than *memory_limit* bytes (default: half
        of the machine's memory).
        """
        limit, count = as_limit("memory_limit", memory_limit), as_threads(threads)
        check_progress(progress)
        if self._table is None:
            # A copy takes the feedbacks of its original, which builds and keeps them.
            build = self._new_table if self._original is None else self._original.build_table
            table = build(memory_limit=limit, threads=count, progress=progress)
            self._table = table if self._original is None else table.for_game(self)
        return self._table

    def _new_table(self, **options: Any) -> "Table":
        from bestguess.games.table import Table  # here, because it imports this module

        return Table(self, **options)

    def __getstate__(self) -> dict[str, Any]:
        """Leave caches out of pickles and copies; they are computed again on demand."""
        caches = ("_table", "_original", "_text_game", "native")
        return {name: value for name, value in self.__dict__.items() if name not in caches}

    @property
    def symmetries(self) -> Symmetries:
        """Permutations that change no feedback. Empty if there are weights or costs, which they might change."""
        return () if self.has_weights or self.has_costs else self.native.symmetries

    def label_of(self, secret: Secret) -> Label:
        """Return the label of *secret*, one of the secrets; without labels, the secret itself."""
        return secret if self.labels is None else self.labels[self.secrets.index(secret)]

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Name and SHA-256 of each file that defines the game. Default: none."""
        return ()

    def _native(self) -> Native:
        """Return the fast functions of a family. Default: none."""
        return Native()

    @cached_property
    def native(self) -> Native:
        """Fast functions of the family. None are used if a subclass changes the codes or `score`."""
        # They belong to the class that defines `_native`, and hold only for that class's codes and feedback.
        family = next(base for base in type(self).__mro__ if "_native" in vars(base))
        same = all(getattr(type(self), name) is getattr(family, name) for name in ("score", "guesses", "secrets"))
        return self._native() if same else Native()

    def kernel(self) -> engine.Kernel | None:
        """Return the native scorer of this game; None if it has none."""
        return self.native.kernel()

    def native_rule(self) -> engine.Rule | None:
        """Return the core's version of the rule for all guesses; None for `free`."""
        return None if self.rule == FREE else self.native.rule(self.guesses)

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All feedbacks in the order of their ordinals; empty if only the table can list them."""
        return self.native.feedbacks

    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """Return the arguments in the parentheses of the game's text, without `rule` and `rows`."""

    def __str__(self) -> str:
        # A subclass with the name of a family must not write the family's text: it may have other rules.
        name, *inherited = (base.__name__.lower() for base in type(self).__mro__)
        family = self.family or (f"own {name}" if name in inherited else name)
        options = [f"rule={self.rule}"] if self.rule != FREE else []
        options += [f"rows={self.rows}"] if self.rows else []
        arguments = [*self.arguments(), *options]
        return f"{family}({','.join(arguments)})" if arguments else family

    def __repr__(self) -> str:
        return f"game({str(self)!r})"

    def _key(self) -> tuple[Any, ...]:
        """Return the values that are equal exactly for equal games of a family."""
        return (str(self),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def with_rows(self, rows: int | None) -> Self:
        """Return this game on a board of *rows* guesses; both share one table."""
        number = None if rows is None else as_integer("rows", rows, least=1, error=GameError)
        return self if number == self.rows else self._copy_with(rows=number)

    def without_rule(self) -> Self:
        """Return this game with rule `free`: every guess is always allowed."""
        return self if self.rule == FREE else self._copy_with(rule=FREE)

    def without_costs(self) -> Self:
        """Return this game with a cost of 1 for every guess. It shares the feedbacks, so this is cheap."""
        return self if self.costs is None else self._copy_with(costs=None, cost_unit=Fraction(1))

    def _copy_with(self, **attributes: Any) -> Self:
        """Return a copy with other *attributes* that shares the feedbacks of this game."""
        game = copy.copy(self)
        vars(game).update(attributes)
        game._original = self if self._original is None else self._original
        return game

    def as_history(self, value: HistoryLike, ignored: Collection[int] = ()) -> History:
        """Return the history that *value* stands for: a history, its text, or pairs of guess and feedback.

        Rows whose numbers are in *ignored* need not obey the rule. Raises HistoryError, which names the row.
        """
        if isinstance(value, str):
            history = self.parse_rows(value)
        elif isinstance(value, Iterable) and not isinstance(value, bytes | Mapping):
            history = self._normalize(value if isinstance(value, History) else History(value))
        else:
            raise expected_error("a history, its text such as 1122:0.2 1344:1.1, or pairs", value, HistoryError)
        ignored_rows = row_numbers(ignored)
        if self.rule == FREE:
            return history
        for number, row in enumerate(history, start=1):
            if number in ignored_rows:
                continue
            why = self.why_forbidden(row.guess, history[: number - 1], ignored_rows)
            if why is not None:
                raise HistoryError(f"row {number} of the history, {str(row)!r}: {why}")
        return history

    def parse_history(self, text: str) -> History:
        """Return the history in *text*, such as ``1122:0.2 1344:1.1``. Raises HistoryError, which names the row."""
        return self.as_history(text)

    def parse_rows(self, text: str) -> History:
        """Return the history in *text*, such as ``1122:0.2 1344:1.1``, even if the rule forbids one of its guesses."""
        return _read_rows(split_history(text, self._example_row), self.parse_row)

    def _normalize(self, history: History) -> History:
        """Return *history* with the game's own codes and feedbacks."""
        return _read_rows(((str(row), *row) for row in history), self.as_row)

    def why_forbidden(self, guess: object, history: History, ignored: Collection[int] = ()) -> str | None:
        """Return why the rule forbids *guess* after *history*; None if it is allowed. Raises CodeError or HistoryError.

        Rows whose numbers are in *ignored* forbid nothing.

        >>> from bestguess.games import game
        >>> strict = game("mastermind(4,6,rule=strict)")
        >>> strict.why_forbidden("1133", strict.as_history("1122:1.0"))
        "rule strict: '1133' as the secret would give 2.0, but row 1 was 1122:1.0"
        """
        code = self.as_guess(guess)
        if self.rule == FREE:
            return None
        if not isinstance(history, History):
            raise expected_error("a history", history, HistoryError)
        ignored_rows = row_numbers(ignored)
        for number, row in enumerate(self._normalize(history), start=1):
            if number in ignored_rows:
                continue
            breach = hard_breach(code, row) if self.rule == HARD else strict_breach(self.score_unchecked, code, row)
            if breach is not None:
                return f"rule {self.rule}: {code!r} {breach} row {number} was {row}"
        return None

    def _example_row(self, text: str) -> str:
        """Return a well-formed row for an error about *text*: a guess and feedback found in it, else any row."""
        words = list(filter(None, re.split(r"[\s:,;\"]+", text)))
        for guess, feedback in pairwise(words):
            with suppress(BestguessError):
                return str(self.parse_row(guess, feedback))
        example = self.guesses[0]
        for guess in words:
            with suppress(BestguessError):
                example = self.as_guess(guess)
                break
        return str(Row(example, self.score(example, self.secrets[-1])))


def _read_rows(rows: Iterable[tuple[str, Any, Any]], read: Callable[[Any, Any], Row]) -> History:
    """Return the history of *rows*, each a text, a guess and a feedback. Raises HistoryError, which names the row."""
    history = list[Row]()
    for number, (text, guess, feedback) in enumerate(rows, start=1):
        try:
            history.append(read(guess, feedback))
        except BestguessError as error:
            raise HistoryError(f"row {number} of the history, {text!r}: {error}") from error
    return History(history)


class BuiltIn(Game[str, str, str]):
    """Base class of the built-in families: their codes and feedbacks are texts."""

    def as_text(self) -> Self:
        """Return this game itself."""
        return self

    def as_secret(self, value: object) -> str:
        """Return the secret that *value* stands for. Raises CodeError. Default: read it as a guess."""
        return self.as_guess(value)

    def as_feedback(self, value: object) -> str:
        """Return the feedback that *value* stands for, a text in any letter case. Raises FeedbackError."""
        feedbacks = self._native().feedbacks
        if not isinstance(value, str) or value.lower() not in feedbacks:
            raise expected_error(f"one of {', '.join(feedbacks)}", value, FeedbackError)
        return value.lower()
