"""The environments of the usual games, by their sizes."""

from inspect import signature
from typing import Any, Literal

from bestguess.errors import BestguessError, unknown
from bestguess.games import BullsCows, Mastermind, Words
from bestguess.gym.single import GameEnv
from bestguess.gym.vector import GameVectorEnv


def mastermind(pegs: int, colours: int, rows: int | None, rule: Literal["free", "strict"]) -> Mastermind:
    """Mastermind on a board of *rows*, or without a limit."""
    return Mastermind(pegs, colours, rule=rule).with_rows(rows)


def bulls_and_cows(pegs: int, digits: int, rows: int | None, rule: Literal["free", "strict"]) -> BullsCows:
    """Bulls and Cows on a board of *rows*, or without a limit."""
    return BullsCows(pegs, digits, rule=rule).with_rows(rows)


def word_game(words: str, length: int | None, rows: int | None, rule: Literal["free", "hard", "strict"]) -> Words:
    """The list of *words* that ships, or where *length* is None the file, on a board of *rows*."""
    return Words(words, length, rule=rule).with_rows(rows)


def _checked(options: dict[str, Any], *classes: type) -> dict[str, Any]:
    """*options*; raises BestguessError for one that none of the *classes* takes."""
    taken = [name for one in classes for name in signature(one).parameters if name not in ("game", "options")]
    for name in options:
        if name not in taken:
            raise BestguessError(unknown("option", name, taken))
    return options


class MastermindEnv(GameEnv):
    """Mastermind; *options* are those of `GameEnv`."""

    def __init__(
        self,
        pegs: int = 4,
        colours: int = 6,
        rows: int | None = 10,
        rule: Literal["free", "strict"] = "free",
        **options: Any,
    ) -> None:
        super().__init__(mastermind(pegs, colours, rows, rule), **_checked(options, MastermindEnv, GameEnv))


class MastermindVectorEnv(GameVectorEnv):
    """Mastermind many times; *options* are those of `GameVectorEnv`."""

    def __init__(
        self,
        pegs: int = 4,
        colours: int = 6,
        rows: int | None = 10,
        rule: Literal["free", "strict"] = "free",
        **options: Any,
    ) -> None:
        super().__init__(mastermind(pegs, colours, rows, rule), **_checked(options, MastermindVectorEnv, GameVectorEnv))


class BullsAndCowsEnv(GameEnv):
    """Bulls and Cows; *options* are those of `GameEnv`."""

    def __init__(
        self,
        pegs: int = 4,
        digits: int = 10,
        rows: int | None = 10,
        rule: Literal["free", "strict"] = "free",
        **options: Any,
    ) -> None:
        super().__init__(bulls_and_cows(pegs, digits, rows, rule), **_checked(options, BullsAndCowsEnv, GameEnv))


class BullsAndCowsVectorEnv(GameVectorEnv):
    """Bulls and Cows many times; *options* are those of `GameVectorEnv`."""

    def __init__(
        self,
        pegs: int = 4,
        digits: int = 10,
        rows: int | None = 10,
        rule: Literal["free", "strict"] = "free",
        **options: Any,
    ) -> None:
        super().__init__(
            bulls_and_cows(pegs, digits, rows, rule), **_checked(options, BullsAndCowsVectorEnv, GameVectorEnv)
        )


class WordsEnv(GameEnv):
    """Words; *options* are those of `GameEnv`."""

    def __init__(
        self,
        words: str = "english",
        length: int | None = 5,
        rows: int | None = 6,
        rule: Literal["free", "hard", "strict"] = "free",
        **options: Any,
    ) -> None:
        super().__init__(word_game(words, length, rows, rule), **_checked(options, WordsEnv, GameEnv))


class WordsVectorEnv(GameVectorEnv):
    """Words many times; *options* are those of `GameVectorEnv`."""

    def __init__(
        self,
        words: str = "english",
        length: int | None = 5,
        rows: int | None = 6,
        rule: Literal["free", "hard", "strict"] = "free",
        **options: Any,
    ) -> None:
        super().__init__(word_game(words, length, rows, rule), **_checked(options, WordsVectorEnv, GameVectorEnv))
