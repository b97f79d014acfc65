"""Games that a user writes: guesses, secrets, a feedback function, and which feedback wins, or what is asked for."""

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
from bestguess.errors import CodeError, FeedbackError, GameError, reason
from bestguess.games.base import BuiltIn, Game
from bestguess.games.checking import check_codes, unique_texts, same_text_error
from bestguess.games.codes import Answer, CodeTuple, Guess, Secret, quote, text_of
from bestguess.games.declarations import Labels, Numbers, as_costs, as_labels, as_weights
from bestguess.games.rules import GOALS, HIT, IDENTIFY
from bestguess.games.symmetries import Symmetries, Symmetry, check_symmetries, generators

if TYPE_CHECKING:
    from bestguess.games.table import Table

_SHOWN = 6  # codes in a message
_Code = TypeVar("_Code")


class TextGame(BuiltIn):
    """*game* with its codes, feedbacks and labels written as `Game.text` says; they keep their order.

    Raises GameError where two of them have one text.

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
            text_of = dict(zip(names, unique_texts(game, "label", tuple(names)), strict=True))
            self.labels = tuple(text_of[label] for label in game.labels)

    def _score(self, guess: str, secret: str) -> str:
        feedback = self.game.score_unchecked(self._own_guess(guess), self._own_secret(secret))
        text = self.game.text(feedback)
        if text == self.win and feedback != self.game.win:
            raise same_text_error(self.game, "feedback", text, self.game.win, feedback)
        return text

    def _own_guess(self, text: str) -> Any:
        return self.game.guesses[self._guesses.index(text)]

    def _own_secret(self, text: str) -> Any:
        return self.game.secrets[self._secrets.index(text)]

    def as_guess(self, given: object) -> str:
        """Return the guess that *given* is; raises CodeError."""
        return _listed(self, "guess", given, self._guesses)

    def as_secret(self, given: object) -> str:
        """Return the secret that *given* is; raises CodeError."""
        return _listed(self, "secret", given, self._secrets)

    def as_feedback(self, given: object) -> str:
        """The feedback that *given* is: any text but an empty one. Which there are is known by the table."""
        if not isinstance(given, str) or not given:
            raise expected_error("a feedback", given, FeedbackError)
        return given

    def arguments(self) -> tuple[str, ...]:
        """Those of the game itself."""
        return self.game.arguments()

    def _new_table(self, **options: Any) -> "Table":
        """The table of the game itself, with texts for its codes and feedbacks."""
        table = self.game.build_table(**options)
        return table.for_game(self, tuple(unique_texts(self.game, "feedback", table.feedbacks)))

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the game itself, over texts."""
        return tuple(map(self._symmetry_of_texts, generators(self.game.symmetries)))

    def _symmetry_of_texts(self, symmetry: Symmetry) -> Symmetry:
        text = self.game.text
        return Symmetry(
            lambda guess: text(symmetry.guess(self._own_guess(guess))),
            lambda secret: text(symmetry.secret(self._own_secret(secret))),
        )

    def __str__(self) -> str:
        return str(self.game.with_rows(self.rows))

    def _key(self) -> tuple[object, ...]:
        return (self.game, self.rows, self.costs)


class CustomGame(Game[Guess, Secret, Answer]):
    """Any guessing game over any hashable objects, which come back as they are.

    *guesses* and *secrets* are listed once each, the lowest first; a set is sorted if it can be. *score* is a function
    of a guess and a secret, and *win* the one of its values that wins. With ``goal="identify"`` none wins: the game is
    over once the candidates have one label. *weights* (integers or fractions, in the order of the secrets or as a
    mapping by secret) say how likely the secrets are; *labels*, given likewise, what they mean, and *costs*, by guess,
    what a guess costs. *symmetries* are in one of the two forms of `bestguess.symmetries`. *text* says how a code or a
    feedback is written on the command line, in files and in JSON. `check_game` says what is wrong with a game.

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
        self._win = _winning(name, self.goal, win)
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
        """What may be permuted without changing any feedback, weight or cost."""
        return self._symmetries

    def _score(self, guess: Guess, secret: Secret) -> Answer:
        try:
            feedback = self._function(guess, secret)
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise GameError(
                f"the feedback function of {self} fails for {pair_text(guess, secret)}: {reason(error)}"
            ) from error
        if feedback is None or not is_hashable(feedback):
            what = "a feedback" if feedback is None else "a feedback that can be hashed, such as a tuple"
            given = f"{describe(feedback)} for {pair_text(guess, secret)}"
            raise GameError(f"expected {what} from the feedback function of {self}, got {given}")
        return feedback

    def as_guess(self, given: object) -> Guess:
        """Return the guess that equals *given*; raises CodeError."""
        return _listed(self, "guess", given, self._guesses)

    def as_secret(self, given: object) -> Secret:
        """Return the secret that equals *given*; raises CodeError."""
        return _listed(self, "secret", given, self._secrets)

    def as_feedback(self, given: object) -> Answer:
        """Return the feedback that equals *given*, or any object with a hash while only the function knows them all."""
        if given is None or not is_hashable(given) or given == "":
            raise expected_error("a feedback", given, FeedbackError)
        known = None if self._table is None else self._table.find_feedback(given)
        return given if known is None else known  # type: ignore[return-value]

    def text(self, value: object) -> str:
        """How a code, a feedback or a label is written: what the function *text* says; raises GameError."""
        try:
            text = self._text(value)
        except Exception as problem:  # whatever a user's function raises
            raise GameError(f"the text of {describe(value)} in {self} fails: {reason(problem)}") from problem
        return as_text(f"the text of {describe(value)} in {self}", text, GameError)

    def as_text(self) -> Game[str, str, str]:
        """Return this game over texts; raises GameError where two codes have one text."""
        return self._text_game

    def arguments(self) -> tuple[str, ...]:
        """Nothing, unless the registry made this game from a text with arguments."""
        return self._arguments

    def named(self, name: str, arguments: tuple[str, ...]) -> Self:
        """Return this game under another name, with *arguments* in its text."""
        game = copy.copy(self)
        game.family, game._arguments = name, arguments
        return game

    def _key(self) -> tuple[Any, ...]:
        declared = (self._win, self.goal, self.labels, self.weights, self.costs, self.cost_unit)
        return (str(self), self.guesses, self.secrets, self._function, self._text, *declared)


def _winning(name: str, goal: str, win: Any) -> Any:
    """The winning feedback; None with goal identify, which has none."""
    if goal == IDENTIFY:
        if win is not None:
            raise expected_error(f"no winning feedback for the game {name!r} with goal=identify", win, GameError)
        return None
    if win is None:
        raise GameError(f"expected a winning feedback for the game {name!r}, or goal=identify, got neither")
    if not is_hashable(win):
        raise expected_error(f"a winning feedback that can be hashed for the game {name!r}", win, GameError)
    return win


def _codes(name: str, codes: Iterable[Any]) -> CodeTuple:
    """The items of *codes*, which may be a text: its letters. A set, which has no order, is sorted if it can be."""
    if isinstance(codes, Mapping):
        raise GameError(f"expected {name}, a list, got a mapping: give its keys, or its values, as list(…)")
    listed = list(codes) if isinstance(codes, str) else as_list(name, codes, GameError)
    if isinstance(codes, set | frozenset):  # the keys of a mapping have an order
        with suppress(TypeError):  # objects without an order
            listed.sort()
    for code in listed:
        if code is None or not is_hashable(code):
            what = name if code is None else f"{name} that can be hashed, such as tuples"
            raise GameError(f"expected {what}, got {describe(code)}")
    return CodeTuple(listed)


def _listed(game: Game, kind: str, given: object, codes: Sequence[_Code]) -> _Code:
    """Return the one of *codes* that equals *given*; raises CodeError, which shows the first of them."""
    if given in codes:
        return codes[codes.index(given)]
    few = [quote(code) if isinstance(code, str) else describe(code) for code in codes[:_SHOWN]]
    some = ", ".join(few) + (", …" if len(codes) > _SHOWN else "")
    raise expected_error(f"a {kind} of {game} ({some})", given, CodeError)
