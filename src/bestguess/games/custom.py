"""Games that a user writes: guesses, secrets, a feedback function, and which feedback wins, or what is asked for."""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, Self

from bestguess.arguments import as_list, as_text, check_function, expected
from bestguess.errors import BestguessError, CodeError, FeedbackError, GameError, reason
from bestguess.games.base import Game
from bestguess.games.codes import Code, Feedback
from bestguess.games.costs import Costs, as_costs, cost_problems
from bestguess.games.faults import check_codes
from bestguess.games.goals import HIT, IDENTIFY, Labels, as_labels, checked_goal
from bestguess.games.symmetries import Symmetries, check_symmetries
from bestguess.games.texts import quoted, text_of
from bestguess.games.weights import Weights, as_weights


class CustomGame(Game):
    """Any guessing game.

    *guesses* and *secrets* may be any objects, known everywhere else by their text (`text_of`), each listed once;
    *feedback* is a function of a guess and a secret, and *win* the one of its values that wins. With
    ``goal="identify"`` none wins: the game is over once the candidates have one label. *weights* (integers or
    fractions, in the order of the secrets or as a mapping by secret) say how likely the secrets are; *labels*, given
    likewise, what they mean, and *costs*, by guess, what a guess costs. *symmetries* are in one of the two forms of
    `bestguess.games.symmetries`, over texts. `check_game` says what is wrong with a game.

    >>> hotter = CustomGame(range(1, 8), range(1, 8), lambda g, s: "<=>"[(g > s) - (g < s) + 1], win="=", name="number")
    >>> hotter.feedback("4", "6"), hotter.win, str(hotter)
    ('<', '=', 'number')
    >>> who = CustomGame(["hat", "beard"], ["Ann", "Bob"], lambda g, s: (g, s) == ("beard", "Bob"), goal="identify")
    >>> who.win, who.label_of("Bob")
    (None, 'Bob')
    """

    def __init__(
        self,
        guesses: Iterable[Any],
        secrets: Iterable[Any],
        feedback: Callable[[Any, Any], object],
        win: object = None,
        *,
        goal: Literal["hit", "identify"] = "hit",
        labels: Labels | None = None,
        weights: Weights | None = None,
        costs: Costs | None = None,
        symmetries: Symmetries = (),
        name: str = "custom",
    ) -> None:
        self.family = as_text("the name of the game", name, GameError)
        self._guess_objects = tuple(_objects("guesses", guesses))
        self._secret_objects = tuple(_objects("secrets", secrets))
        if not (self._guess_objects and self._secret_objects):
            raise GameError(f"expected guesses and secrets for the game {name!r}, got none")
        check_function(f"the feedback function of {name}", feedback, 2, GameError)
        self._function = feedback
        self.goal = checked_goal(goal)
        self._win = _winning(name, self.goal, win)
        self._arguments: tuple[str, ...] = ()
        check_codes(self)
        self.weights = None if weights is None else as_weights(weights, self.secrets)
        if labels is not None and self.goal == HIT:
            raise GameError(f"expected labels for the game {name!r} with goal=identify only, got them with goal=hit")
        self.labels = None if labels is None else as_labels(labels, self.secrets)
        if costs is not None:
            self._set_costs(costs)
        self._symmetries = check_symmetries(symmetries)

    def _set_costs(self, costs: Costs) -> None:
        self.costs, self.cost_unit = as_costs(costs, self.guesses)
        if self.costs is not None:
            for problem in cost_problems(self.costs, self.guesses, self.weights, self.secrets, self.cost_unit):
                raise GameError(problem)

    @cached_property
    def guesses(self) -> Sequence[Code]:
        """The legal guesses, in the order given: the first is the lowest."""
        return tuple(_text("a guess", guess) for guess in self._guess_objects)

    @cached_property
    def secrets(self) -> Sequence[Code]:
        """The possible secrets, in the order given: the first is the lowest."""
        return tuple(_text("a secret", secret) for secret in self._secret_objects)

    @property
    def win(self) -> Feedback | None:
        """The winning feedback; None with goal `identify`."""
        return self._win

    @property
    def symmetries(self) -> Symmetries:
        """What may be permuted without changing any feedback, weight or cost."""
        return self._symmetries

    @cached_property
    def _guess_by_text(self) -> dict[Code, Any]:
        return dict(zip(self.guesses, self._guess_objects, strict=True))

    @cached_property
    def _secret_by_text(self) -> dict[Code, Any]:
        return dict(zip(self.secrets, self._secret_objects, strict=True))

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        """What the feedback function says; raises CodeError, and GameError when the function fails."""
        return self.score(self.parse_guess(guess), self.parse_secret(secret))

    def score(self, guess: Code, secret: Code) -> Feedback:
        """The same for codes that are known to be legal."""
        try:
            return text_of(self._function(self._guess_by_text[guess], self._secret_by_text[secret]))
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise GameError(
                f"the feedback function of {self} fails for guess {guess!r} and secret {secret!r}: {reason(error)}"
            ) from error

    def parse_guess(self, text: object) -> Code:
        """The guess that *text* is, or of which it is the object; raises CodeError."""
        return _one_of("guess", text, self._guess_by_text, self)

    def parse_secret(self, text: object) -> Code:
        """The secret that *text* is, or of which it is the object; raises CodeError."""
        return _one_of("secret", text, self._secret_by_text, self)

    def parse_feedback(self, text: object) -> Feedback:
        """Any text or object with one: which feedbacks there are is known only to the function."""
        found = _text("a feedback", text, FeedbackError)
        if not found or text is None:
            raise expected("a feedback", text, FeedbackError)
        return found

    def arguments(self) -> tuple[str, ...]:
        """Nothing, unless the registry made this game from a text with arguments."""
        return self._arguments

    def named(self, name: str, arguments: tuple[str, ...]) -> Self:
        """The same game under another name, with *arguments* in its text."""
        game = copy.copy(self)
        game.family, game._arguments = name, arguments
        return game

    def _key(self) -> tuple[Any, ...]:
        said = (self._win, self.goal, self.labels, self.weights, self.costs, self.cost_unit)
        return (str(self), self.guesses, self.secrets, self._function, *said)


def _winning(name: str, goal: str, win: object) -> Feedback | None:
    """The winning feedback by its text; None with goal identify, which has none."""
    if goal == IDENTIFY:
        if win is not None:
            raise expected(f"no winning feedback for the game {name!r} with goal=identify", win, GameError)
        return None
    if win is None:
        raise GameError(f"expected a winning feedback for the game {name!r}, or goal=identify, got neither")
    return _text("the winning feedback", win)


def _objects(name: str, codes: Iterable[Any]) -> list[Any]:
    """The items of *codes*, which may be a text: its letters."""
    if isinstance(codes, Mapping):
        raise GameError(f"expected {name}, a list, got a mapping: give its keys, or its values, as list(…)")
    return list(codes) if isinstance(codes, str) else as_list(name, codes, GameError)


def _text(what: str, value: object, error: type[BestguessError] = GameError) -> str:
    """The text of *value*; raises *error* when it has none."""
    try:
        return text_of(value)
    except Exception as problem:  # whatever a user's object raises
        raise error(f"expected {what} with a text, but str() of it fails: {reason(problem)}") from problem


def _one_of(kind: str, given: object, known: dict[Code, Any], game: Game) -> Code:
    text = _text(f"a {kind}", given, CodeError)
    if text in known:
        return text
    shown = ", ".join(map(quoted, list(known)[:6])) + (", …" if len(known) > 6 else "")
    raise expected(f"a {kind} of {game} ({shown})", given, CodeError)
