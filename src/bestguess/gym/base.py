"""Code that `GameEnv` and `GameVectorEnv` share: a game as arrays, options, spaces and rewards."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from weakref import WeakValueDictionary

import numpy as np
from gymnasium import spaces

from bestguess.advice import Values
from bestguess.advice.values import nodes_for
from bestguess.arguments import as_integer, as_limit, expected_error
from bestguess.errors import BestguessError, CodeError, GameError, unknown_name_text
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
"""The board: ``guesses`` (the symbols of each row), ``feedbacks``, and the number of rows ``used``."""

DEFAULT_STEPS = 20
"""Guesses in an episode of a game without rows, unless `max_steps` is given."""
_MAX_CALLS = 50_000  # calls of `loss` before its cache is emptied; each may add two values
_arrays_by_game: "WeakValueDictionary[Game, GameArrays]" = WeakValueDictionary()


class GameArrays:
    """Arrays made from *table*. All environments of one game share them, regardless of their rows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.symbols, self.max_symbol = _symbols(table)
        self.costs = table.costs * float(table.game.cost_unit)
        self._weight_ends = np.cumsum(table.weights)
        self._values, self._calls = dict[int | None, Values](), 0

    @cached_property
    def texts(self) -> "tuple[NDArray[np.object_], NDArray[np.object_], NDArray[np.object_]]":
        """Texts of the guesses, secrets and feedbacks."""
        table, text = self.table, self.table.game.text
        guesses, secrets, feedbacks = (
            np.array(list(map(text, values)), object) for values in (table.guesses, table.secrets, table.feedbacks)
        )
        return guesses, secrets, feedbacks

    def loss(self, position: Position, guess: Code, budget: int | None) -> tuple[float, bool]:
        """Return the loss of *guess*, and whether it is exact. If not, it is the loss by the best known trees.

        The loss is how many guesses more the guess is expected to need than the best one; in games with costs, how much
        more they cost. The limit of rows is ignored. Each value is computed once, as in reviews, within a *budget* of
        nodes. Default: by the size of the position.

        >>> shared_arrays("mastermind(2,2)").loss(Position("mastermind(2,2)"), "11", None)
        (0.0, True)
        """
        if self._calls == _MAX_CALLS:
            self._values, self._calls = {}, 0
        self._calls += 1
        values = self._values.setdefault(budget, Values(self.table.game))
        values.nodes = nodes_for(position, budget) // 2
        position_value, guess_value = values.of(position), values.of_guess(position, guess)
        loss = float(guess_value.bounds.upper - position_value.bounds.upper)
        # Unproven upper bounds may be in the wrong order: a loss is never negative.
        return max(loss, 0.0), position_value.proven and guess_value.proven

    def draw_secrets(self, rng: np.random.Generator, count: int) -> "NDArray[np.intp]":
        """Return the indices of *count* secrets, drawn by weight."""
        # A separate random stream: otherwise an action space with the same seed would draw exactly the secrets.
        (rng,), ends = rng.spawn(1), self._weight_ends
        if not self.table.game.has_weights:  # gives the same numbers as the line below, three times as fast
            return rng.integers(len(ends), size=count, dtype=np.intp)
        return np.searchsorted(ends, rng.integers(ends[-1], size=count), side="right")

    @cached_property
    def _wins(self) -> "tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]":
        """Secrets sorted by the guess that wins, where the secrets of each such guess begin, and these guesses."""
        ends, guesses = self.table.winners
        secrets = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=np.uint32(0)))
        order = np.argsort(guesses, kind="stable")
        winning, begins = np.unique(guesses[order], return_index=True)
        return secrets[order], begins, winning.astype(np.intp)

    @cached_property
    def _each_wins_itself(self) -> bool:
        """Whether guesses and secrets are the same, and each guess wins only against itself."""
        table = self.table
        same = len(table.guesses) == len(table.secrets) == len(table.winners[1])
        return same and np.array_equal(table.winner, table.all_candidates)

    def consistent(self, left: "NDArray[np.bool_]") -> "NDArray[np.bool_]":
        """Return which guesses win against a secret that is *left*. Both arrays have a row for each environment."""
        if self._each_wins_itself:
            return left.copy()
        secrets, begins, winning = self._wins
        consistent = np.zeros((len(left), len(self.table.guesses)), np.bool_)
        by_guess = left[:, secrets]
        if len(begins) < len(secrets):  # some guess wins against several secrets
            by_guess = np.logical_or.reduceat(by_guess, begins, axis=1)
        consistent[:, winning] = by_guess
        return consistent


def shared_arrays(game_like: GameLike) -> GameArrays:
    """Return the arrays of a game, ignoring its rows. They are kept while any environment uses them."""
    game = as_game(game_like).with_rows(None)
    arrays = _arrays_by_game.get(game)
    if arrays is None:
        arrays = _arrays_by_game[game] = GameArrays(game.table)
    return arrays


def _symbols(table: Table) -> "tuple[NDArray[np.int32], int]":
    """Return the symbols of each guess as numbers from 1, and the highest number.

    In a code the numbers are those of the game's symbols, in a word those of all letters that occur. In other games a
    guess is a single symbol: its index plus 1.
    """
    guesses = table.guesses
    if isinstance(guesses, CodeSpace):
        order = guesses.symbols
    elif isinstance(table.game, Words):
        order = "".join(sorted(set("".join(guesses))))
    else:
        return np.arange(1, len(guesses) + 1, dtype=np.int32)[:, None], len(guesses)
    number_of = {symbol: number for number, symbol in enumerate(order, start=1)}
    return np.array([[number_of[symbol] for symbol in guess] for guess in guesses], np.int32), len(order)


class Environment:
    """Base class of `GameEnv` and `GameVectorEnv`: the game, its arrays, and the options, which it checks."""

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
            raise GameError("mask='consistent' does not work with goal=identify: use mask='rule'")
        steps = as_integer("max_steps", max_steps, least=1) if max_steps is not None else rules.rows or DEFAULT_STEPS
        self._steps = steps if rules.rows is None else min(steps, rules.rows)  # also the rows of an observation
        self._budget = as_limit("a budget", budget)
        if not isinstance(penalty, int | float) or isinstance(penalty, bool) or not 0 <= penalty < float("inf"):
            raise expected_error("a penalty of 0 or more", penalty)
        self._game, self._arrays = rules, shared_arrays(game)
        self._table = self._arrays.table
        self._mask, self._reward, self._illegal, self._penalty = mask, reward, illegal, float(penalty)
        self.render_mode = render_mode

    def _action_space(self) -> "spaces.Discrete":
        """Return a space with one action for each guess: its index."""
        return spaces.Discrete(len(self._table.guesses))

    def _board_space(self) -> spaces.Dict:
        """Return the space of boards. Symbols and feedbacks are numbered from 1; 0 marks an empty row."""
        length, feedbacks = self._arrays.symbols.shape[1], len(self._table.feedbacks)
        return spaces.Dict(
            {
                "guesses": spaces.Box(0, self._arrays.max_symbol, (self._steps, length), np.int32),
                "feedbacks": spaces.Box(0, feedbacks, (self._steps,), np.int32),
                "used": spaces.Discrete(self._steps + 1),
            }
        )

    def _is_full(self, used: Any) -> Any:
        """Whether no row of the game is left. *used*: the number of used rows, or an array of them."""
        return np.logical_and(used >= self._steps, self._steps == self._game.rows)

    def _illegal_reward(self, used: Any) -> Any:
        """Return the reward of an illegal guess: as if the most expensive guess had used up all rows left."""
        return (used - self._steps) * self._arrays.costs.max() - self._penalty

    def _next_secrets(
        self, options: Mapping[str, Any] | None, count: int, rng: np.random.Generator
    ) -> "NDArray[np.intp]":
        """Return the indices of *count* secrets: those that *options* name, or random ones.

        The option ``secret`` is one secret for all environments, or a list with one for each.
        """
        for name in options or ():
            if name != "secret":
                raise BestguessError(unknown_name_text("option", str(name), ["secret"]))
        option = (options or {}).get("secret")
        if option is None:
            return self._arrays.draw_secrets(rng, count)
        codes = [option] * count if self._is_secret(option) else option
        if not isinstance(codes, Sequence) or len(codes) != count:
            what = "a secret" if count == 1 else f"a secret, or a list of {count} {plural(count, 'secret')}"
            raise expected_error(what, option, CodeError)
        return np.array([self._table.secrets.index(self._game.as_secret(code)) for code in codes], np.intp)

    def _is_secret(self, option: object) -> bool:
        """Whether *option* is one secret, not a list; raise CodeError for a text that is not a secret."""
        try:
            self._game.as_secret(option)
        except CodeError:
            if isinstance(option, str):
                raise
            return False
        return True

    def _board_text(self, rows: Sequence[tuple[str, str]], secret: str | None) -> str:
        """Return the board. *rows*: texts of guesses and feedbacks. *secret*: its text once the game is over."""
        guess_width = max([self._arrays.symbols.shape[1], *(len(guess) for guess, _ in rows)])
        empty = [("." * guess_width, "")] * (self._steps - len(rows) if secret is None else 0)
        number_width = len(str(self._steps))
        lines = [
            f"{number:>{number_width}}  {guess:<{guess_width}}  {feedback}".rstrip()
            for number, (guess, feedback) in enumerate([*rows, *empty], start=1)
        ]
        end = [] if secret is None else [f"The secret is {secret}."]
        return "\n".join([str(self._game), *lines, *end])


def _check_choice(name: str, value: object, choices: Sequence[object]) -> None:
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
        raise expected_error(f"{name} to be {' or '.join(map(repr, choices))}", value)
