"""What callers give for a game or a history, and the game and history that it is.

Every public function that takes one of these accepts all of its forms, and converts it here.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

from bestguess.arguments import expected
from bestguess.errors import GameError, HistoryError
from bestguess.games.base import Game
from bestguess.games.history import History
from bestguess.games.registry import shared_game

GameLike: TypeAlias = str | Game
"""A game or its text: what every function that takes a game accepts."""
HistoryLike: TypeAlias = str | Iterable[tuple[Any, Any]]
"""A history, its text, or pairs of guess and feedback: what every function that takes a history accepts."""


def game(text: GameLike) -> Game:
    """The game that *text* names, in its long or short form; raises GameError. A game is itself.

    The same text gives the same game while it is in use, so that its table is built once.

    >>> game("mastermind(4,6)"), str(game("bc4x10"))
    (game('mastermind(4,6)'), 'bullscows(4,10)')
    """
    return as_game(text)


def as_game(given: GameLike) -> Game:
    """The game that a caller gave as a game or its text; raises GameError."""
    if isinstance(given, Game):
        return given
    if isinstance(given, str):
        return shared_game(given)
    raise expected("a game, or its text such as mastermind(4,6)", given, GameError)


def as_history(game: Game, given: HistoryLike, ignored: Collection[int] = ()) -> History:
    """The history of *game* that a caller gave as a history, its text or pairs; raises HistoryError.

    The rule of the game does not apply to rows whose numbers are *ignored*.

    >>> as_history(shared_game("mm4x6"), [((1, 1, 2, 2), (1, 0))])
    History([('1122', '1.0')])
    """
    if isinstance(given, str):
        return game.parse_history(given, ignored)
    if isinstance(given, History):
        return game.check_history(given, ignored)
    if isinstance(given, Iterable) and not isinstance(given, bytes | Mapping):
        return game.check_history(History(given), ignored)
    raise expected("a history, its text such as 1122:0.2 1344:1.1, or pairs", given, HistoryError)
