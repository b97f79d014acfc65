"""What every game is: guesses, secrets, a feedback function, their texts, and its feedback table."""

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
    """Faster ways to what the rules of a family say. A game that has none is worked on by its rules alone."""

    feedbacks: tuple[Feedback, ...] = ()
    """The feedbacks in the order of the ordinals."""
    kernel: "Callable[[], engine.Kernel | None]" = lambda: None
    matrix: "Callable[[], Ordinals] | None" = None
    """The ordinals of all guesses (rows) against all secrets, where there is no kernel."""
    ordinals: "Callable[[Sequence[Any], Sequence[Any]], Ordinals] | None" = None
    """The ordinals of some of the guesses against some of the secrets."""
    rule: "Callable[[Sequence[Any]], engine.Rule | None]" = lambda guesses: None
    """The rule for some or all of the guesses as the core knows it; `games.rules` has its slow twin."""
    symmetries: Symmetries = ()
    generators: "Callable[[], Sequence[Generator]] | None" = None
    """The symmetries by index, where there is a fast way to tell; else they are worked out code by code."""


class GameFacts:
    """What is known of a game, also where its rules are not: in a file, or in a pickle (`GameRecord`)."""

    rows: int | None = None
    """How many guesses a board allows, or None."""
    goal: str = HIT
    """When it is over: `hit`, once the winning feedback was given; `identify`, once the candidates have one label."""
    labels: tuple[Label, ...] | None = None
    """With goal `identify`, what each secret means, in the order of the secrets; None: each is its own."""
    costs: tuple[int, ...] | None = None
    """What each guess costs, in units of `cost_unit`, in the order of the guesses; None: every guess costs 1."""
    cost_unit: Fraction = Fraction(1)
    """What one unit of `costs` is in the user's unit."""

    @property
    def has_costs(self) -> bool:
        """Whether guesses have costs of their own."""
        return self.costs is not None

    @property
    def identifies(self) -> bool:
        """Whether the goal is `identify`."""
        return self.goal != HIT

    def text(self, value: object) -> str:
        """How a code, a feedback or a label is written on the command line, in files and in JSON.

        Default: its `str` without spaces; a text as it is.
        """
        return text_of(value)

    def history_text(self, history: History) -> str:
        """How *history* is written, as `as_history` reads it."""
        return " ".join(str(Row(self.text(row.guess), self.text(row.feedback))) for row in history)

    def rows_left(self, history: History) -> int | None:
        """How many guesses the board allows after *history*; None where it has no limit."""
        return None if self.rows is None else self.rows - len(history)


class Game(GameFacts, ABC, Generic[Guess, Secret, Answer]):
    """The rules. Never changes: a `Position` is a game and what was played.

    A family sets `_guesses`, `_secrets` and `_win`, or has these properties itself. It defines `_score` or `score`, how
    codes and feedbacks are read, and its text by `arguments`; the rest follows. In built-in games all are texts.
    """

    family: str = ""
    """The name in its text. Empty: that of the class, so that other rules do not go by the name of a family."""
    rule: str = FREE
    """Which guesses are allowed after a history: `free`, all of them; `hard` or `strict`, see `games.rules`."""
    weights: tuple[int, ...] | None = None
    """How likely each secret is, or None when all are alike."""
    sampled: bool | None = None
    """Whether advice takes a sample instead of the table; None: where the table would take too much memory."""

    _guesses: Sequence[Guess]
    _secrets: Sequence[Secret]
    _win: Answer | None = None
    _table: "Table | None" = None
    _original: "Self | None" = None
    """The game of which this one is a copy with other rows or costs: their feedbacks are computed once."""

    @property
    def guesses(self) -> Sequence[Guess]:
        """The legal guesses, lowest first."""
        return self._guesses

    @property
    def secrets(self) -> Sequence[Secret]:
        """The possible secrets, lowest first."""
        return self._secrets

    @property
    def win(self) -> Answer | None:
        """The winning feedback; None with goal `identify`."""
        return self._win

    @property
    def has_weights(self) -> bool:
        """Whether secrets have weights of their own."""
        return self.weights is not None

    def score(self, guess: Guess, secret: Secret) -> Answer:
        """The feedback to *guess*, as it is written, when *secret* is the secret; raises CodeError."""
        return self.feedback_as_written(guess, self._score(self.as_guess(guess), self.as_secret(secret)))

    def _score(self, guess: Guess, secret: Secret) -> Answer:
        """Return the feedback where both codes are legal: plain, slow, and by definition right."""
        raise GameError(f"expected a class that defines score(guess, secret), got {type(self).__name__} without it")

    @property
    def score_unchecked(self) -> Callable[[Guess, Secret], Answer]:
        """What scores codes that are known to be legal: loops call it. A class may have a `score` of its own."""
        return self._score if type(self).score is Game.score else self.score

    @abstractmethod
    def as_guess(self, given: object) -> Guess:
        """The guess that a caller gave; raises CodeError."""

    @abstractmethod
    def as_secret(self, given: object) -> Secret:
        """The secret that a caller gave; raises CodeError."""

    @abstractmethod
    def as_feedback(self, given: object) -> Answer:
        """The feedback that a caller gave; raises FeedbackError."""

    def as_row(self, guess: object, feedback: object) -> Row:
        """The row of a *guess* and a *feedback* that a caller gave; raises CodeError or FeedbackError."""
        return Row(self.as_guess(guess), self.feedback_as_written(guess, self.as_feedback(feedback)))

    def parse_row(self, guess: str, feedback: str) -> Row:
        """The row that the texts *guess* and *feedback* are; raises CodeError or FeedbackError."""
        texts = self.as_text()
        row = texts.as_row(guess, feedback)
        if texts is self:
            return row
        place, ordinal = texts.guesses.index(row.guess), texts.table.ordinal(row.feedback)
        return Row(self.guesses[place], self.table.feedbacks[ordinal])

    def feedback_as_written(self, guess: object, feedback: Answer) -> Answer:
        """The feedback to *guess* as it is written, of that to `as_guess(guess)`, and the other way round.

        Default: the feedback as it is. A weighing may be written with its sides exchanged: then left and right are,
        too.
        """
        return feedback

    def as_text(self) -> "Game[str, str, str]":
        """The game whose codes and feedbacks are texts: itself in built-in games.

        Raises GameError where two codes have one text.
        """
        codes: tuple[Any, ...] = (*self.guesses[:1], *self.secrets[:1])
        feedback = self.score_unchecked(*codes) if self.win is None and len(codes) == 2 else self.win
        if all(isinstance(value, str) for value in (*codes, feedback)):
            return self  # type: ignore[return-value]
        return self._written

    @cached_property
    def _written(self) -> "Game[str, str, str]":
        from bestguess.games.custom import TextGame  # which needs games

        return TextGame(self)

    @property
    def table(self) -> "Table":
        """The feedback table, built when it is first needed and kept; raises SizeError for a game too large for one."""
        return self.build_table()

    def build_table(
        self,
        *,
        memory_limit: int | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> "Table":
        """Build and keep the feedback table, unless it is there; *progress* is told how much is done, and of how much.

        Raises SizeError, before anything is allocated, when it would need more than *memory_limit* bytes (default: half
        of the machine's memory).
        """
        limit, count = as_limit("memory_limit", memory_limit), as_threads(threads)
        check_progress(progress)
        if self._table is None:
            build = self._built_table if self._original is None else self._original.build_table
            table = build(memory_limit=limit, threads=count, progress=progress)
            self._table = table if self._original is None else table.for_game(self)
        return self._table

    def _built_table(self, **options: Any) -> "Table":
        from bestguess.games.table import Table  # which needs games

        return Table(self, **options)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out of pickles and copies what is made when it is asked for."""
        left_out = ("_table", "_original", "_written", "native")
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    @property
    def symmetries(self) -> Symmetries:
        """What may be permuted without changing any feedback; nothing where there are weights or costs."""
        return () if self.has_weights or self.has_costs else self.native.symmetries

    def label_of(self, secret: Secret) -> Label:
        """What *secret*, one of the secrets, means; without labels it is its own."""
        return secret if self.labels is None else self.labels[self.secrets.index(secret)]

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name and the SHA-256 of each file that the game is made of. Default: none."""
        return ()

    def _native(self) -> Native:
        """Return the faster ways of a family. Default: none."""
        return Native()

    @cached_property
    def native(self) -> Native:
        """The faster ways of the family; none where a class made from it has other codes or another `score`."""
        family = next(base for base in type(self).__mro__ if "_native" in vars(base))
        same = all(getattr(type(self), name) is getattr(family, name) for name in ("score", "guesses", "secrets"))
        return self._native() if same else Native()

    def kernel(self) -> engine.Kernel | None:
        """Return the native scorer of this game, if it has one."""
        return self.native.kernel()

    def native_rule(self) -> engine.Rule | None:
        """Return the rule for the guesses as the core knows it; None for `free`."""
        return None if self.rule == FREE else self.native.rule(self.guesses)

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """The feedbacks in the order of the ordinals; empty for a game that has only its rules."""
        return self.native.feedbacks

    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """What stands between the parentheses of the game's text, `rule` and `rows` apart."""

    def __str__(self) -> str:
        name, *inherited = (base.__name__.lower() for base in type(self).__mro__)
        family = self.family or (f"own {name}" if name in inherited else name)
        options = [f"rule={self.rule}"] if self.rule != FREE else []
        options += [f"rows={self.rows}"] if self.rows else []
        arguments = [*self.arguments(), *options]
        return f"{family}({','.join(arguments)})" if arguments else family

    def __repr__(self) -> str:
        return f"game({str(self)!r})"

    def _key(self) -> tuple[Any, ...]:
        """What makes two games of a family equal."""
        return (str(self),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def with_rows(self, rows: int | None) -> Self:
        """Return this game on a board of *rows* guesses; both have one table."""
        number = None if rows is None else as_integer("rows", rows, least=1, error=GameError)
        return self if number == self.rows else self._changed(rows=number)

    def without_rule(self) -> Self:
        """Return this game with every guess allowed at any time."""
        return self if self.rule == FREE else self._changed(rule=FREE)

    def without_costs(self) -> Self:
        """Return this game where every guess costs 1; no feedback is computed again."""
        return self if self.costs is None else self._changed(costs=None, cost_unit=Fraction(1))

    def _changed(self, **attributes: Any) -> Self:
        """Return a copy with other *attributes*, which has the feedbacks of this game."""
        game = copy.copy(self)
        vars(game).update(attributes)
        game._original = self if self._original is None else self._original
        return game

    def as_history(self, given: HistoryLike, ignored: Collection[int] = ()) -> History:
        """Return the history that a caller gave as a history, its text or pairs; raises HistoryError, which says where.

        The rule of the game does not apply to rows whose numbers are *ignored*.
        """
        if isinstance(given, str):
            history = self.parse_rows(given)
        elif isinstance(given, Iterable) and not isinstance(given, bytes | Mapping):
            history = self._as_rows(given if isinstance(given, History) else History(given))
        else:
            raise expected_error("a history, its text such as 1122:0.2 1344:1.1, or pairs", given, HistoryError)
        out = row_numbers(ignored)
        for number, row in enumerate(history, start=1) if self.rule != FREE else ():
            why = None if number in out else self.why_forbidden(row.guess, history[: number - 1], out)
            if why is not None:
                raise HistoryError(f"row {number} of the history, {str(row)!r}: {why}")
        return history

    def parse_history(self, text: str) -> History:
        """Return the history that *text* is, such as ``1122:0.2 1344:1.1``; raises HistoryError, which says where."""
        return self.as_history(text)

    def parse_rows(self, text: str) -> History:
        """Return the history that *text* is, such as ``1122:0.2 1344:1.1``, whether or not the rule allows it."""
        return _read_rows(split_history(text, self._row_like), self.parse_row)

    def _as_rows(self, history: History) -> History:
        """Return *history* with its codes and feedbacks as this game writes them."""
        return _read_rows(((str(row), *row) for row in history), self.as_row)

    def why_forbidden(self, guess: object, history: History, ignored: Collection[int] = ()) -> str | None:
        """Why the rule forbids *guess* after *history*; None where it is allowed. Raises CodeError or HistoryError.

        Rows whose numbers are *ignored* forbid nothing.

        >>> from bestguess.games import game
        >>> strict = game("mastermind(4,6,rule=strict)")
        >>> strict.why_forbidden("1133", strict.as_history("1122:1.0"))
        "rule strict: '1133' as the secret would give 2.0, but row 1 was 1122:1.0"
        """
        played = self.as_guess(guess)
        if self.rule == FREE:
            return None
        if not isinstance(history, History):
            raise expected_error("a history", history, HistoryError)
        out = row_numbers(ignored)
        for number, row in enumerate(self._as_rows(history), start=1):
            if number in out:
                continue
            lacks = hard_breach(played, row) if self.rule == HARD else strict_breach(self.score_unchecked, played, row)
            if lacks is not None:
                return f"rule {self.rule}: {played!r} {lacks} row {number} was {row}"
        return None

    def _row_like(self, text: str) -> str:
        """A row that shows how *text* is to be written: its first guess and feedback, else a row of this game."""
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
    """Return the history of *rows*, each its text, guess and feedback; raises HistoryError, which says where."""
    found = list[Row]()
    for number, (text, guess, feedback) in enumerate(rows, start=1):
        try:
            found.append(read(guess, feedback))
        except BestguessError as error:
            raise HistoryError(f"row {number} of the history, {text!r}: {error}") from error
    return History(found)


class BuiltIn(Game[str, str, str]):
    """A family of this library: its codes and feedbacks are texts."""

    def as_text(self) -> Self:
        """Return this game itself."""
        return self

    def as_secret(self, given: object) -> str:
        """Return the secret that *given* is; raises CodeError. Default: as guesses are read."""
        return self.as_guess(given)

    def as_feedback(self, given: object) -> str:
        """Return the feedback that *given* is, a text in any case; raises FeedbackError."""
        feedbacks = self._native().feedbacks
        if not isinstance(given, str) or given.lower() not in feedbacks:
            raise expected_error(f"one of {', '.join(feedbacks)}", given, FeedbackError)
        return given.lower()
