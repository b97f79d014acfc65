"""Games that a user defines by guesses, secrets, a feedback function, and a winning feedback or labels."""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from bestguess.arguments import (
    as_choice,
    as_list,
    as_text,
    check_function,
    describe,
    expected_error,
    is_hashable,
    pair_text,
)
from bestguess.errors import CodeError, FeedbackError, GameError, error_text
from bestguess.games.base import BuiltIn, Game
from bestguess.games.checking import check_codes, same_text_error, unique_texts
from bestguess.games.codes import Answer, CodeTuple, Guess, Secret, quote, text_of
from bestguess.games.declarations import Labels, Numbers, as_costs, as_labels, as_weights
from bestguess.games.rules import GOALS, HIT, IDENTIFY
from bestguess.games.symmetries import Symmetries, Symmetry, check_symmetries, generators

if TYPE_CHECKING:
    from bestguess.games.table import Table

_MAX_CODES_SHOWN = 6  # in an error message
_Code = TypeVar("_Code")


class TextGame(BuiltIn):
    """*game* with the texts of its codes, feedbacks and labels (`Game.text`), in the same order.

    Raises GameError if two of them have the same text.

    >>> pairs = CustomGame([(0, 1), (1, 0)], [(0, 1), (1, 0)], lambda g, s: g == s, win=True, name="pairs")
    >>> pairs.as_text().guesses, pairs.as_text().score("(0,1)", "(1,0)")
    (('(0,1)', '(1,0)'), 'False')
    """

    def __init__(self, game: Game) -> None:
        self.game, self.goal, self.rows, self.rule = game, game.goal, game.rows, game.rule
        self.weights, self.costs, self.cost_unit = game.weights, game.costs, game.cost_unit
        self._guesses = unique_texts(game, "guess", game.guesses)
        self._secrets = unique_texts(game, "secret", game.secrets)
        self._win = None if game.win is None else game.text(game.win)
        if game.labels is not None:
            names = dict.fromkeys(game.labels)
            label_text = dict(zip(names, unique_texts(game, "label", tuple(names)), strict=True))
            self.labels = tuple(label_text[label] for label in game.labels)

    def _score(self, guess: str, secret: str) -> str:
        feedback = self.game.score_unchecked(self._guess_object(guess), self._secret_object(secret))
        text = self.game.text(feedback)
        if text == self.win and feedback != self.game.win:  # the table, which compares all texts, may not exist yet
            raise same_text_error(self.game, "feedback", text, self.game.win, feedback)
        return text

    def _guess_object(self, text: str) -> Any:
        return self.game.guesses[self._guesses.index(text)]

    def _secret_object(self, text: str) -> Any:
        return self.game.secrets[self._secrets.index(text)]

    def as_guess(self, value: object) -> str:
        """Return the guess with the text *value*. Raises CodeError."""
        return _find_code(self, "guess", value, self._guesses)

    def as_secret(self, value: object) -> str:
        """Return the secret with the text *value*. Raises CodeError."""
        return _find_code(self, "secret", value, self._secrets)

    def as_feedback(self, value: object) -> str:
        """Return *value*, any text that is not empty. Raises FeedbackError. Only the table knows which texts occur."""
        if not isinstance(value, str) or not value:
            raise expected_error("a feedback", value, FeedbackError)
        return value

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of the original game."""
        return self.game.arguments()

    def _new_table(self, **options: Any) -> "Table":
        """Return the table of the original game, with texts for its codes and feedbacks."""
        table = self.game.build_table(**options)
        return table.for_game(self, tuple(unique_texts(self.game, "feedback", table.feedbacks)))

    @property
    def symmetries(self) -> Symmetries:
        """Symmetries of the original game, over texts."""
        return tuple(map(self._symmetry_of_texts, generators(self.game.symmetries)))

    def _symmetry_of_texts(self, symmetry: Symmetry) -> Symmetry:
        text = self.game.text
        return Symmetry(
            lambda guess: text(symmetry.guess(self._guess_object(guess))),
            lambda secret: text(symmetry.secret(self._secret_object(secret))),
        )

    def __str__(self) -> str:
        return str(self.game.with_rows(self.rows))

    def _key(self) -> tuple[object, ...]:
        return (self.game, self.rows, self.costs)


class CustomGame(Game[Guess, Secret, Answer]):
    """Any guessing game. Codes, feedbacks and labels may be any hashable objects; functions return these same objects.

    *guesses* and *secrets* list each code once, lowest first; a set is sorted if possible. ``score(guess, secret)``
    returns the feedback, and *win* is the winning feedback. With ``goal="identify"`` there is none: the game is over
    once all candidates have one label.

    *weights* say how likely the secrets are (integers or fractions), *labels* what they mean, and *costs* what the
    guesses cost. Each is a list in the order of the codes, or a mapping by code. *symmetries* take one of the two forms
    in `bestguess.symmetries`. *text* writes a code, feedback or label for the command line, files and JSON.
    `check_game` reports mistakes in a game.

    >>> number = CustomGame(range(1, 8), range(1, 8), lambda g, s: "<=>"[(g > s) - (g < s) + 1], win="=", name="number")
    >>> number.score(4, 6), number.win, str(number)
    ('<', '=', 'number')
    >>> who = CustomGame(["hat", "beard"], ["Ann", "Bob"], lambda g, s: (g, s) == ("beard", "Bob"), goal="identify")
    >>> who.win, who.label_of("Bob")
    (None, 'Bob')
    """

    def __init__(
        self,
        guesses: Iterable[Guess],
        secrets: Iterable[Secret],
        score: Callable[[Guess, Secret], Answer],
        win: Answer | None = None,
        *,
        goal: Literal["hit", "identify"] = "hit",
        labels: Labels | None = None,
        weights: Numbers | None = None,
        costs: Numbers | None = None,
        symmetries: Symmetries = (),
        name: str = "custom",
        text: Callable[[Any], str] = text_of,
    ) -> None:
        self.family = as_text("the name of the game", name, GameError)
        self._guesses, self._secrets = _codes("guesses", guesses), _codes("secrets", secrets)
        if not (self._guesses and self._secrets):
            raise GameError(f"expected guesses and secrets for the game {name!r}, got none")
        check_function(f"the feedback function of {name}", score, 2, GameError)
        check_function(f"the text of the game {name!r}", text, 1, GameError)
        self._function, self._text = score, text
        self.goal = as_choice("goal", goal, GOALS)
        self._win = _check_win(name, self.goal, win)
        self._arguments: tuple[str, ...] = ()
        check_codes(self)
        self.weights = None if weights is None else as_weights(weights, self.secrets)
        if labels is not None and self.goal == HIT:
            raise GameError(f"labels need goal=identify: the game {name!r} has goal=hit")
        self.labels = None if labels is None else as_labels(labels, self.secrets)
        if costs is not None:
            self.costs, self.cost_unit = as_costs(costs, self.guesses, self.weights, self.secrets)
        self._symmetries = check_symmetries(symmetries)

    @property
    def symmetries(self) -> Symmetries:
        """Permutations that change no feedback, weight or cost, as the user declared them."""
        return self._symmetries

    def _score(self, guess: Guess, secret: Secret) -> Answer:
        try:
            feedback = self._function(guess, secret)
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise GameError(
                f"the feedback function of {self} fails for {pair_text(guess, secret)}: {error_text(error)}"
            ) from error
        if feedback is None or not is_hashable(feedback):
            what = "a feedback" if feedback is None else "a feedback that can be hashed, such as a tuple"
            result = f"{describe(feedback)} for {pair_text(guess, secret)}"
            raise GameError(f"expected {what} from the feedback function of {self}, got {result}")
        return feedback

    def as_guess(self, value: object) -> Guess:
        """Return the guess that equals *value*. Raises CodeError."""
        return _find_code(self, "guess", value, self._guesses)

    def as_secret(self, value: object) -> Secret:
        """Return the secret that equals *value*. Raises CodeError."""
        return _find_code(self, "secret", value, self._secrets)

    def as_feedback(self, value: object) -> Answer:
        """Return the feedback that equals *value*. Accepts any hashable object until the table is built.

        Raises FeedbackError.
        """
        if value is None or not is_hashable(value) or value == "":
            raise expected_error("a feedback", value, FeedbackError)
        known = None if self._table is None else self._table.find_feedback(value)
        return value if known is None else known  # type: ignore[return-value]

    def text(self, value: object) -> str:
        """Return the text of a code, feedback or label, from the user's function *text*. Raises GameError."""
        try:
            text = self._text(value)
        except Exception as error:  # whatever a user's function raises
            raise GameError(f"the text of {describe(value)} in {self} fails: {error_text(error)}") from error
        return as_text(f"the text of {describe(value)} in {self}", text, GameError)

    def as_text(self) -> Game[str, str, str]:
        """Return this game with texts as codes. Raises GameError if two codes have the same text."""
        return self._text_game

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of a game that the registry built from a text; else nothing."""
        return self._arguments

    def with_name(self, name: str, arguments: tuple[str, ...]) -> Self:
        """Return this game with another *name*, and with *arguments* in its text."""
        game = copy.copy(self)
        game.family, game._arguments = name, arguments
        return game

    def _key(self) -> tuple[Any, ...]:
        declared = (self._win, self.goal, self.labels, self.weights, self.costs, self.cost_unit)
        return (str(self), self.guesses, self.secrets, self._function, self._text, *declared)


def _check_win(name: str, goal: str, win: Any) -> Any:
    """Return *win*, which must be None exactly if the goal is identify. Raises GameError."""
    if goal == IDENTIFY:
        if win is not None:
            raise GameError(f"win={describe(win)} does not work with goal=identify in the game {name!r}")
        return win
    if win is None:
        raise GameError(f"the game {name!r} needs a winning feedback, win=…, or goal=identify")
    if not is_hashable(win):
        raise expected_error(f"a winning feedback that can be hashed for the game {name!r}", win, GameError)
    return win


def _codes(name: str, codes: Iterable[Any]) -> CodeTuple:
    """Return *codes* as a tuple. A text becomes its letters; a set, which has no order, is sorted if possible."""
    if isinstance(codes, Mapping):
        raise GameError(f"expected {name}, a list, got a mapping: give its keys, or its values, as list(…)")
    code_list = list(codes) if isinstance(codes, str) else as_list(name, codes, GameError)
    if isinstance(codes, set | frozenset):  # not collections.abc.Set: the keys of a dict have an order
        with suppress(TypeError):  # objects without an order
            code_list.sort()
    for code in code_list:
        if code is None or not is_hashable(code):
            what = name if code is None else f"{name} that can be hashed, such as tuples"
            raise GameError(f"expected {what}, got {describe(code)}")
    return CodeTuple(code_list)


def _find_code(game: Game, kind: str, value: object, codes: Sequence[_Code]) -> _Code:
    """Return the code that equals *value*. Raises CodeError, which shows the first *codes*."""
    if value in codes:
        return codes[codes.index(value)]
    first = [quote(code) if isinstance(code, str) else describe(code) for code in codes[:_MAX_CODES_SHOWN]]
    examples = ", ".join(first) + (", …" if len(codes) > _MAX_CODES_SHOWN else "")
    raise expected_error(f"a {kind} of {game} ({examples})", value, CodeError)
