"""What callers give for a game, a history or a position, and the game and history that it is.

Every public function that takes one of these accepts all of its forms, and converts it here.
"""

from collections.abc import Collection
from typing import Any, Protocol, TypeAlias, runtime_checkable

from bestguess.arguments import expected
from bestguess.errors import GameError, HistoryError
from bestguess.games.base import Game
from bestguess.games.history import History
from bestguess.games.registry import named_game
from bestguess.games.texts import split_history


@runtime_checkable
class HasGame(Protocol):
    """A table: what it says of its game is enough for functions that take games."""

    game: Game
    feedbacks: tuple[str, ...]
    ordinals: Any


GameLike: TypeAlias = str | Game | HasGame
"""A game, its text or its table: what every function that takes a game accepts."""
HistoryLike: TypeAlias = str | History
"""A history or its text: what every function that takes a history accepts."""


@runtime_checkable
class HasHistory(Protocol):
    """A game with a history: a playthrough, a situation, a position, a result, a review."""

    @property
    def game(self) -> Game | str:
        """The game or its text."""

    @property
    def history(self) -> HistoryLike:
        """The rows so far."""


PositionLike: TypeAlias = GameLike | HasHistory
"""What every function that takes a position accepts: a game, its text or its table, with a history beside it, or
anything with a game and a history, such as a playthrough."""


def game(text: GameLike) -> Game:
    """The game that *text* names, in its long or short form; raises GameError. A game is itself, a table its game.

    >>> game("mastermind(4,6)"), str(game("bc4x10"))
    (game('mastermind(4,6)'), 'bullscows(4,10)')
    """
    return as_game(text)


def as_game(given: GameLike) -> Game:
    """The game that a caller gave as a game, its text or its table; raises GameError."""
    if isinstance(given, Game):
        return given
    if isinstance(given, str):
        return named_game(given)
    if isinstance(given, HasGame):
        return given.game
    raise expected("a game, its text such as mastermind(4,6), or its table", given, GameError)


def as_history(game: Game, given: HistoryLike, ignored: Collection[int] = ()) -> History:
    """The history of *game* that a caller gave as a history or its text; raises HistoryError.

    The rule of the game does not heed rows whose numbers are *ignored*.
    """
    if isinstance(given, str):
        return game.parse_history(given, ignored)
    return game.check_history(as_rows(given), ignored)


def as_rows(given: HistoryLike) -> History:
    """The same for a game that is not known: codes and feedbacks are taken as they are."""
    if isinstance(given, str):
        return History([(row.guess, row.feedback) for row in split_history(given)])
    if isinstance(given, History):
        return given
    raise expected("a history or its text, such as 1122:0.2 1344:1.1", given, HistoryError)


def game_and_history(given: PositionLike, history: HistoryLike) -> tuple[Game, History]:
    """The game and the rows that a caller gave; raises HistoryError for a *history* beside one that *given* has.

    >>> game_and_history("mm4x6", "1122:1.0")
    (game('mastermind(4,6)'), History([('1122', '1.0')]))
    """
    if isinstance(given, str | Game) or not isinstance(given, HasHistory):
        game = as_game(given)
        return game, as_history(game, history)
    check_no_history(given, history)
    game = as_game(given.game)
    return game, as_history(game, getattr(given, "heeded", given.history))


def check_no_history(given: object, history: HistoryLike) -> None:
    """Raises HistoryError when there is a *history* beside *given*, which has its own."""
    if as_rows(history):
        name = type(given).__name__
        raise HistoryError(f"expected no history beside a {name}, which has its own, got {str(history)!r}")
