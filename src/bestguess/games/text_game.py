"""A game of a user's own over texts: what the command line, files and JSON see of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bestguess.arguments import described, expected
from bestguess.errors import CodeError, FeedbackError, GameError
from bestguess.games.base import Game
from bestguess.games.codes import CodeTuple
from bestguess.games.symmetries import Symmetries, Symmetry, generators
from bestguess.games.texts import quoted
from bestguess.wording import plural

if TYPE_CHECKING:
    from bestguess.table import Table

_SHOWN = 6  # codes in a message
_Object = TypeVar("_Object")


class TextGame(Game[str, str, str]):
    """*game* with its codes, feedbacks and labels written as `Game.text` says; they keep their order.

    Raises GameError where two of them have one text.

    >>> from bestguess.games.custom import CustomGame
    >>> pairs = CustomGame([(0, 1), (1, 0)], [(0, 1), (1, 0)], lambda g, s: g == s, win=True, name="pairs")
    >>> pairs.as_text().guesses, pairs.as_text().score("(0,1)", "(1,0)")
    (('(0,1)', '(1,0)'), 'False')
    """

    def __init__(self, game: Game) -> None:
        self.game, self.family, self.goal, self.rows, self.rule = game, game.family, game.goal, game.rows, game.rule
        self.weights, self.costs, self.cost_unit = game.weights, game.costs, game.cost_unit
        self._guesses, self._secrets = self.texts("guess", game.guesses), self.texts("secret", game.secrets)
        if game.labels is not None:
            names = dict.fromkeys(game.labels)
            text_of = dict(zip(names, self.texts("label", tuple(names)), strict=True))
            self.labels = tuple(text_of[label] for label in game.labels)

    def texts(self, kind: str, values: Sequence[object]) -> CodeTuple:
        """The text of each of *values*; raises GameError where two are the same, or one is empty."""
        texts = CodeTuple(map(self.game.text, values))
        value_of = dict[str, object]()
        for text, value in zip(texts, values, strict=True):
            if not text:
                raise GameError(f"{self.game}: the text of the {kind} {described(value)} is empty")
            if text in value_of:
                raise self._one_text(kind, text, value_of[text], value)
            value_of[text] = value
        return texts

    def _one_text(self, kind: str, text: str, value: object, other: object) -> GameError:
        """The error to raise when two values have one *text*."""
        two = f"two {plural(2, kind)} have the text {text!r}, {described(value)} and {described(other)}"
        return GameError(f"{self.game}: {two}: give the game a function text= that tells them apart")

    @property
    def guesses(self) -> CodeTuple:
        """The texts of the guesses."""
        return self._guesses

    @property
    def secrets(self) -> CodeTuple:
        """The texts of the secrets."""
        return self._secrets

    @property
    def win(self) -> str | None:
        """The text of the winning feedback; None with goal `identify`."""
        return None if self.game.win is None else self.game.text(self.game.win)

    def score(self, guess: str, secret: str) -> str:
        """Return the text of the feedback; raises CodeError."""
        return self.score_unchecked(self.parse_guess(guess), self.parse_secret(secret))

    def score_unchecked(self, guess: str, secret: str) -> str:
        """Return the text of the feedback to a guess, when both codes are known to be legal."""
        feedback = self.game.score_unchecked(self.own_guess(guess), self.own_secret(secret))
        text = self.game.text(feedback)
        if text == self.win and feedback != self.game.win:
            raise self._one_text("feedback", text, self.game.win, feedback)
        return text

    def own_guess(self, text: str) -> Any:
        """The object whose text this is: a guess."""
        return self.game.guesses[self._guesses.index(text)]

    def own_secret(self, text: str) -> Any:
        """The object whose text this is: a secret."""
        return self.game.secrets[self._secrets.index(text)]

    def guess_place(self, text: object) -> int:
        """The place of the guess that is written *text*; raises CodeError."""
        return self._place("guess", text, self._guesses)

    def secret_place(self, text: object) -> int:
        """The place of the secret that is written *text*; raises CodeError."""
        return self._place("secret", text, self._secrets)

    def _place(self, kind: str, text: object, texts: CodeTuple) -> int:
        if isinstance(text, str) and text in texts:
            return texts.index(text)
        shown = ", ".join(map(quoted, texts[:_SHOWN])) + (", …" if len(texts) > _SHOWN else "")
        raise expected(f"a {kind} of {self.game} ({shown})", text, CodeError)

    def parse_guess(self, text: object) -> str:
        """The guess that *text* is; raises CodeError."""
        return self._guesses[self.guess_place(text)]  # type: ignore[no-any-return]

    def parse_secret(self, text: object) -> str:
        """The secret that *text* is; raises CodeError."""
        return self._secrets[self.secret_place(text)]  # type: ignore[no-any-return]

    def parse_feedback(self, text: object) -> str:
        """The feedback that *text* is: any but none. Which there are is known by the table."""
        if not isinstance(text, str) or not text:
            raise expected("a feedback", text, FeedbackError)
        return text

    def feedback_of(self, text: object) -> Any:
        """The object whose text this is: a feedback; raises FeedbackError."""
        return self.game.table.feedbacks[self.table.ordinal(self.parse_feedback(text))]

    def arguments(self) -> tuple[str, ...]:
        """Those of the game itself."""
        return self.game.arguments()

    def _built_table(self, **options: Any) -> "Table":
        """The table of the game itself, with texts for its codes and feedbacks."""
        table = self.game.build_table(**options)
        return table.for_game(self, tuple(self.texts("feedback", table.feedbacks)))

    @property
    def symmetries(self) -> Symmetries:
        """The symmetries of the game itself, over texts."""
        return tuple(map(self._written, generators(self.game.symmetries)))

    def _written(self, symmetry: Symmetry) -> Symmetry:
        text = self.game.text
        return Symmetry(
            lambda guess: text(symmetry.guess(self.own_guess(guess))),
            lambda secret: text(symmetry.secret(self.own_secret(secret))),
        )

    def __str__(self) -> str:
        return str(self.game.with_rows(self.rows))

    def _key(self) -> tuple[object, ...]:
        return (self.game, self.rows, self.costs)
