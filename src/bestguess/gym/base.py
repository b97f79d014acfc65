"""What one environment and many share: a game as arrays, its options and spaces, and how guesses are rewarded."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from weakref import WeakValueDictionary

import numpy as np
from gymnasium import spaces

from bestguess.advice import Values
from bestguess.advice.values import nodes_for
from bestguess.arguments import as_integer, as_limit, expected_error
from bestguess.errors import BestguessError, CodeError, GameError, unknown
from bestguess.games import Code, CodeSpace, Game, GameLike, Words, as_game
from bestguess.games.table import Table
from bestguess.position import Position
from bestguess.wording import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

Mask: TypeAlias = Literal["rule", "consistent"] | None
Reward: TypeAlias = Literal["guesses", "loss"]
Illegal: TypeAlias = Literal["error", "lose"]
Observation: TypeAlias = dict[str, Any]
"""The board: ``guesses``, a line of symbols for each row, ``feedbacks`` and how many rows are ``used``."""

USUAL_STEPS = 20
"""The guesses of an episode of a game without rows, unless `max_steps` says otherwise."""
_MOST_KEPT = 50_000  # values, of two kinds for each guess; then they are found anew
_shared: "WeakValueDictionary[Game, GameArrays]" = WeakValueDictionary()


class GameArrays:
    """The arrays of *table*, of a game without rows, which all environments of that game share."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.symbols, self.most_symbol = _symbols(table)
        self.costs = table.costs * float(table.game.cost_unit)
        self._weight_ends = np.cumsum(table.weights)
        self._values, self._valued = dict[int | None, Values](), 0

    @cached_property
    def texts(self) -> "tuple[NDArray[np.object_], NDArray[np.object_], NDArray[np.object_]]":
        """The texts of the guesses, secrets and feedbacks."""
        table, text = self.table, self.table.game.text
        guesses, secrets, feedbacks = (
            np.array(list(map(text, some)), object) for some in (table.guesses, table.secrets, table.feedbacks)
        )
        return guesses, secrets, feedbacks

    def loss(self, position: Position, guess: Code, budget: int | None) -> tuple[float, bool]:
        """Return the loss of *guess*, and whether it is exact; if not, it is that of the best trees known.

        A loss is the expected number of further guesses, in games with costs what they cost, if the guess is made now
        and the best is played after, less that of the best guess, as if there were no limit of rows. Each value is
        found once, within a *budget* of nodes, as in reviews; None: what suits the position.

        >>> shared_arrays("mastermind(2,2)").loss(Position("mastermind(2,2)"), "11", None)
        (0.0, True)
        """
        if self._valued == _MOST_KEPT:
            self._values, self._valued = {}, 0
        self._valued += 1
        values = self._values.setdefault(budget, Values(self.table.game))
        values.nodes = nodes_for(position, budget) // 2
        best, made = values.of(position), values.of_guess(position, guess)
        loss = float(made.bounds.upper - best.bounds.upper)
        return max(loss, 0.0), best.proven and made.proven

    def draw_secrets(self, rng: np.random.Generator, count: int) -> "NDArray[np.intp]":
        """Return so many secrets by index, drawn by weight.

        By a stream of their own: an action space with the same seed as the environment would draw the secret itself.
        """
        (rng,), ends = rng.spawn(1), self._weight_ends
        if not self.table.game.has_weights:  # the same numbers, in a third of the time
            return rng.integers(len(ends), size=count, dtype=np.intp)
        return np.searchsorted(ends, rng.integers(ends[-1], size=count), side="right")

    @cached_property
    def _wins(self) -> "tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]":
        """Secrets by the guess that wins against them, where the secrets of each guess begin, and these guesses."""
        ends, guesses = self.table.winners
        secrets = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=np.uint32(0)))
        order = np.argsort(guesses, kind="stable")
        winning, begins = np.unique(guesses[order], return_index=True)
        return secrets[order], begins, winning.astype(np.intp)

    @cached_property
    def _codes_win_themselves(self) -> bool:
        """Whether guesses and secrets are the same, and each wins against itself alone."""
        table = self.table
        same = len(table.guesses) == len(table.secrets) == len(table.winners[1])
        return same and np.array_equal(table.winner, table.all_candidates)

    def consistent(self, left: "NDArray[np.bool_]") -> "NDArray[np.bool_]":
        """Return which guesses win against a secret that is *left*, a row for each environment."""
        if self._codes_win_themselves:
            return left.copy()
        secrets, begins, winning = self._wins
        consistent = np.zeros((len(left), len(self.table.guesses)), np.bool_)
        by_guess = left[:, secrets]
        if len(begins) < len(secrets):  # a guess wins against several
            by_guess = np.logical_or.reduceat(by_guess, begins, axis=1)
        consistent[:, winning] = by_guess
        return consistent


def shared_arrays(given: GameLike) -> GameArrays:
    """Return the arrays of a game without its rows, made once while an environment uses them."""
    game = as_game(given).with_rows(None)
    arrays = _shared.get(game)
    if arrays is None:
        arrays = _shared[game] = GameArrays(game.table)
    return arrays


def _symbols(table: Table) -> "tuple[NDArray[np.int32], int]":
    """Return the symbols of each guess, counted from 1, and the highest of them.

    They are places among the symbols of the game where guesses are codes, and among the letters of all guesses where
    they are words. In other games a guess is one symbol, its index.
    """
    guesses = table.guesses
    if isinstance(guesses, CodeSpace):
        order = guesses.symbols
    elif isinstance(table.game, Words):
        order = "".join(sorted(set("".join(guesses))))
    else:
        return np.arange(1, len(guesses) + 1, dtype=np.int32)[:, None], len(guesses)
    place = {symbol: number for number, symbol in enumerate(order, start=1)}
    return np.array([[place[symbol] for symbol in guess] for guess in guesses], np.int32), len(order)


class Environment:
    """What `GameEnv` and `GameVectorEnv` share: the game, its arrays, and the options, all of them checked."""

    def __init__(
        self,
        game: GameLike,
        max_steps: int | None,
        mask: Mask,
        reward: Reward,
        illegal: Illegal,
        penalty: float,
        budget: int | None,
        render_mode: str | None,
    ) -> None:
        rules = as_game(game)
        _check_choice("mask", mask, ("rule", "consistent", None))
        _check_choice("reward", reward, ("guesses", "loss"))
        _check_choice("illegal", illegal, ("error", "lose"))
        _check_choice("render_mode", render_mode, ("ansi", None))
        if mask == "consistent" and rules.identifies:
            raise GameError(f"expected mask='rule' with goal identify, where no guess is consistent, got {mask!r}")
        most = as_integer("max_steps", max_steps, least=1) if max_steps is not None else rules.rows or USUAL_STEPS
        self._steps = most if rules.rows is None else min(most, rules.rows)  # the rows of the board that is observed
        self._budget = as_limit("a budget", budget)
        if not isinstance(penalty, int | float) or isinstance(penalty, bool) or not 0 <= penalty < float("inf"):
            raise expected_error("a penalty of 0 or more", penalty)
        self._game, self._arrays = rules, shared_arrays(game)
        self._table = self._arrays.table
        self._mask, self._reward, self._illegal, self._penalty = mask, reward, illegal, float(penalty)
        self.render_mode = render_mode

    def _action_space(self) -> "spaces.Discrete":
        """Return one action for each guess: its index."""
        return spaces.Discrete(len(self._table.guesses))

    def _board_space(self) -> spaces.Dict:
        """Return the space of boards, in whole numbers of 0 (an empty row) and up."""
        length, feedbacks = self._arrays.symbols.shape[1], len(self._table.feedbacks)
        return spaces.Dict(
            {
                "guesses": spaces.Box(0, self._arrays.most_symbol, (self._steps, length), np.int32),
                "feedbacks": spaces.Box(0, feedbacks, (self._steps,), np.int32),
                "used": spaces.Discrete(self._steps + 1),
            }
        )

    def _is_full(self, used: Any) -> Any:
        """Whether no row of the game is left once so many are *used*; a number or an array of them."""
        return np.logical_and(used >= self._steps, self._steps == self._game.rows)

    def _wasted(self, used: Any) -> Any:
        """Return the reward of an illegal guess: as if all rows left were used for the dearest guesses."""
        return (used - self._steps) * self._arrays.costs.max() - self._penalty

    def _next_secrets(
        self, options: Mapping[str, Any] | None, count: int, rng: np.random.Generator
    ) -> "NDArray[np.intp]":
        """Return secrets by index: those that the *options* of a reset name, one for all or one for each, or drawn."""
        for name in options or ():
            if name != "secret":
                raise BestguessError(unknown("option", str(name), ["secret"]))
        given = (options or {}).get("secret")
        if given is None:
            return self._arrays.draw_secrets(rng, count)
        codes = [given] * count if self._is_secret(given) else given
        if not isinstance(codes, Sequence) or len(codes) != count:
            what = "a secret" if count == 1 else f"a secret, or a list of {count} {plural(count, 'secret')}"
            raise expected_error(what, given, CodeError)
        return np.array([self._table.secrets.index(self._game.as_secret(code)) for code in codes], np.intp)

    def _is_secret(self, given: object) -> bool:
        """Whether *given* is one secret, and no list of them; raises CodeError for a text that is none."""
        try:
            self._game.as_secret(given)
        except CodeError:
            if isinstance(given, str):
                raise
            return False
        return True

    def _board_text(self, rows: Sequence[tuple[str, str]], secret: str | None) -> str:
        """Return the board with these *rows*, and with the *secret* once the game is over, all of them texts."""
        width = max([self._arrays.symbols.shape[1], *(len(guess) for guess, _ in rows)])
        empty = [("." * width, "")] * (self._steps - len(rows) if secret is None else 0)
        wide = len(str(self._steps))
        lines = [
            f"{number:>{wide}}  {guess:<{width}}  {feedback}".rstrip()
            for number, (guess, feedback) in enumerate([*rows, *empty], start=1)
        ]
        end = [] if secret is None else [f"The secret is {secret}."]
        return "\n".join([str(self._game), *lines, *end])


def _check_choice(name: str, value: object, choices: Sequence[object]) -> None:
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
        raise expected_error(f"{name} that is {' or '.join(map(repr, choices))}", value)
