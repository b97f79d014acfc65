"""Classes made from built-in games, with other codes or weights: nothing is taken over that no longer holds."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import bestguess as bg
from bestguess.advice import why_not
from bestguess.games import Code, Feedback, registry
from bestguess.games.table import Table
from plain import PlainSolver, paths_of


class EveryOther(bg.Mastermind):
    """Every other secret."""

    @property
    def secrets(self) -> Sequence[Code]:
        """Half of them."""
        return tuple(super().secrets)[::2]


class Backwards(bg.BullsCows):
    """The guesses in another order."""

    @property
    def guesses(self) -> Any:
        """The highest first."""
        return tuple(super().guesses)[::-1]


class Weighted(bg.BullsCows):
    """Secrets of different weights."""

    @property
    def weights(self) -> tuple[int, ...]:  # type: ignore[override]
        """Of no symmetry."""
        return tuple(number * 7 % 5 for number in range(len(self.secrets)))


class Exact(bg.Mastermind):
    """Exact pegs only."""

    def score(self, guess: Code, secret: Code) -> Feedback:
        """The places where both are alike."""
        return f"{sum(map(str.__eq__, guess, secret))}.0"


@pytest.mark.parametrize(
    "game",
    [EveryOther(2, 3), Backwards(2, 4), Weighted(2, 4), Exact(2, 3)],
    ids=lambda game: game.family,
)
def test_the_optimum_is_that_of_the_rules_as_they_are(game: bg.Game) -> None:
    """By trying everything."""
    result = bg.optimum(game)
    assert result.proven
    assert result.tree is not None
    plain = PlainSolver(game, None, weighted=True, consistent=False)
    assert (result.total, paths_of(result.tree)) == (plain.value(game.secrets), plain.solutions())


class Twice(bg.Mastermind):
    """The last secret once more."""

    @property
    def secrets(self) -> Sequence[Code]:
        """Those of the game, and one of them."""
        return (*super().secrets, super().secrets[-1])


def candidates_of(game: bg.Game) -> list[Code]:
    """The candidates after a row."""
    return list(bg.Position(game, "12:0.0").candidates)


@pytest.mark.parametrize("ask", [Table, bg.optimum, candidates_of])
def test_a_class_that_lists_a_code_twice_is_refused(ask: Callable[[bg.Game], object]) -> None:
    """Whatever computes with such a game says so in one line, and so does check_game."""
    with pytest.raises(bg.errors.GameError) as caught:
        ask(Twice(2, 3))
    assert str(caught.value) == "twice(2,3): the secret '33' is listed 2 times"
    assert "the secret '33' is listed 2 times" in bg.check_game(Twice(2, 3))


def test_codes_that_a_class_leaves_out_are_refused() -> None:
    """By guesses and by secrets."""
    with pytest.raises(bg.errors.CodeError, match="expected a secret of everyother"):
        why_not(bg.Position(EveryOther(2, 3)), "12")
    assert bg.hint(Backwards(2, 4), "01:0.0").absent == "01"


def test_weights_of_one_object_count() -> None:
    """The codes of a game may be permuted only where all weigh alike."""
    game = bg.BullsCows(2, 3)
    assert game.symmetries
    game.weights = (5, 0, 0, 1, 0, 2)
    assert not game.symmetries
    assert bg.optimum(game).total == PlainSolver(game, None, weighted=True, consistent=False).value(game.secrets)


def test_the_text_of_a_class_is_not_that_of_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """What knows its game by its text alone is not taken for a position of the built-in game."""
    monkeypatch.setattr(registry, "_families", dict(registry._families))
    game = Exact(2, 3)
    assert str(game.with_rows(4)) == "exact(2,3,rows=4)"
    result = bg.optimum(bg.Position(game, "22:1.0"))
    assert (result.game, result.total) == ("exact(2,3)", 8)
    for ask in (bg.advise, bg.Position, bg.review):
        with pytest.raises(bg.errors.GameError, match="unknown game 'exact'"):
            ask(result.game, result.history)
    bg.register_game("exact", Exact)
    assert bg.advise(result.game, result.history).best.expected.upper == 2

    class BullsCows(bg.BullsCows):
        """A class of the same name."""

    with pytest.raises(bg.errors.GameError):
        bg.game(str(BullsCows(2, 3)))
