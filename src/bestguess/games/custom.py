"""Games that a user writes: guesses, secrets, a feedback function, and which feedback wins."""

import copy
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from bestguess.errors import CodeError, FeedbackError, GameError
from bestguess.games.base import Game
from bestguess.games.codes import Code, Feedback
from bestguess.games.symmetries import Symmetries

MOST_WEIGHT = 2**31


def text_of(value: object) -> str:
    """The text of a code or feedback that may be any object: its str, without spaces.

    >>> text_of((1, 2)), text_of("1122"), text_of(-1)
    ('(1,2)', '1122', '-1')
    """
    return value if isinstance(value, str) else "".join(str(value).split())


def scaled_weights(weights: Iterable[int | Fraction]) -> tuple[int, ...]:
    """*weights* as integers, fractions brought to a common denominator.

    >>> scaled_weights([1, Fraction(1, 2), Fraction(2, 3)])
    (6, 3, 4)
    """
    exact = list(weights)
    for weight in exact:
        if not isinstance(weight, int | Fraction):
            raise GameError(f"expected weights that are integers or fractions, got {weight!r}")
    scale = math.lcm(*(Fraction(weight).denominator for weight in exact))
    scaled = tuple(int(weight * scale) for weight in exact)
    if sum(scaled) > MOST_WEIGHT:
        raise GameError(f"expected weights that add up to at most {MOST_WEIGHT:,} as integers, got {sum(scaled):,}")
    return scaled


class CustomGame(Game):
    """Any guessing game.

    *guesses* and *secrets* may be any objects, known everywhere else by their text (`text_of`); *feedback* is a
    function of a guess and a secret, and *win* the one of its values that wins. *weights* (integers or fractions) say
    how likely the secrets are; *symmetries* are in one of the two forms of `bestguess.games.symmetries`, over texts.
    `check_game` says what is wrong with a game.

    >>> hotter = CustomGame(range(1, 8), range(1, 8), lambda g, s: "<=>"[(g > s) - (g < s) + 1], win="=", name="number")
    >>> hotter.feedback("4", "6"), hotter.win, str(hotter)
    ('<', '=', 'number')
    """

    def __init__(
        self,
        guesses: Iterable[Any],
        secrets: Iterable[Any],
        feedback: Callable[[Any, Any], object],
        win: object,
        *,
        weights: Iterable[int | Fraction] | None = None,
        symmetries: Symmetries = (),
        name: str = "custom",
    ) -> None:
        self.family = name
        self._guess_objects, self._secret_objects = tuple(guesses), tuple(secrets)
        if not (self._guess_objects and self._secret_objects):
            raise GameError(f"expected guesses and secrets for the game {name!r}, got none")
        self._function = feedback
        self._win = text_of(win)
        self.weights = None if weights is None else scaled_weights(weights)
        self._symmetries = symmetries
        self._arguments: tuple[str, ...] = ()

    @cached_property
    def guesses(self) -> Sequence[Code]:
        """The legal guesses, in the order given: the first is the lowest."""
        return tuple(map(text_of, self._guess_objects))

    @cached_property
    def secrets(self) -> Sequence[Code]:
        """The possible secrets, in the order given: the first is the lowest."""
        return tuple(map(text_of, self._secret_objects))

    @property
    def win(self) -> Feedback:
        """The winning feedback."""
        return self._win

    @property
    def symmetries(self) -> Symmetries:
        """What may be permuted without changing any feedback or weight."""
        return self._symmetries

    @cached_property
    def _guess_by_text(self) -> dict[Code, Any]:
        return dict(zip(self.guesses, self._guess_objects, strict=True))

    @cached_property
    def _secret_by_text(self) -> dict[Code, Any]:
        return dict(zip(self.secrets, self._secret_objects, strict=True))

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        """What the feedback function says; raises GameError when it fails."""
        try:
            return text_of(self._function(self._guess_by_text[guess], self._secret_by_text[secret]))
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise GameError(
                f"the feedback function of {self} fails for guess {guess!r} and secret {secret!r}: "
                f"{type(error).__name__}: {error}"
            ) from error

    def parse_guess(self, text: str) -> Code:
        """The guess that *text* is; raises CodeError."""
        return _one_of("guess", text, self._guess_by_text, self)

    def parse_secret(self, text: str) -> Code:
        """The secret that *text* is; raises CodeError."""
        return _one_of("secret", text, self._secret_by_text, self)

    def parse_feedback(self, text: str) -> Feedback:
        """Any text without space or colon: which feedbacks there are is known only to the function."""
        if not text or ":" in text or text.split() != [text]:
            raise FeedbackError(f"expected a feedback without space or colon, got {text!r}")
        return text

    def arguments(self) -> tuple[str, ...]:
        """Nothing, unless the registry made this game from a text with arguments."""
        return self._arguments

    def named(self, name: str, arguments: tuple[str, ...]) -> Self:
        """The same game under another name, with *arguments* in its text."""
        game = copy.copy(self)
        game.family, game._arguments = name, arguments
        return game

    def _key(self) -> tuple[Any, ...]:
        return (str(self), self.guesses, self.secrets, self._function, self._win, self.weights)


def _one_of(kind: str, text: str, known: dict[Code, Any], game: Game) -> Code:
    if text in known:
        return text
    shown = ", ".join(list(known)[:6]) + (", …" if len(known) > 6 else "")
    raise CodeError(f"expected a {kind} of {game} ({shown}), got {text!r}")
