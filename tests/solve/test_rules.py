"""The exact search under a rule, against a plain recursion over everything that is allowed."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.check import Checked
from plain import is_allowed, parts_of
from unreliable import UnreliableExecutor
from worlds import ruled_games, word_file, word_games

games = ruled_games(max_secrets=7, lengths=(2, 4))


class PlainValue:
    """The least (weight lost, total) of a game by its rule, by trying every allowed guess.

    *limit*: the most guesses, if there is one; *may_lose*: whether what is not found by then is lost, or forbidden.
    """

    def __init__(self, game: bg.Game, limit: int | None, may_lose: bool = False) -> None:
        self.game, self.limit, self.may_lose = game, limit, may_lose
        weights = [1] * len(game.secrets) if game.weights is None else game.weights
        self.weight = dict(zip(game.secrets, weights, strict=True))
        self.known: dict[object, tuple[float, int]] = {}

    def of(self, candidates: tuple[str, ...], allowed: tuple[str, ...], made: int = 0) -> tuple[float, int]:
        """The value of *candidates* when *made* guesses have been made and these are *allowed*."""
        if made == self.limit:
            lost = sum(self.weight[secret] for secret in candidates) if self.may_lose else math.inf
            return lost, 0
        key = (candidates, allowed, made)
        if key not in self.known:
            self.known[key] = min(self._after(guess, candidates, allowed, made) for guess in allowed)
        return self.known[key]

    def _after(self, guess: str, candidates: tuple[str, ...], allowed: tuple[str, ...], made: int) -> tuple[float, int]:
        lost, total = 0.0, 0
        for feedback, part in parts_of(self.game, guess, candidates).items():
            if feedback == self.game.win:
                total += self.weight[part[0]] * (made + 1)
                continue
            if len(part) == len(candidates):
                return math.inf, 0  # tells nothing
            left = tuple(other for other in allowed if is_allowed(self.game, other, [(guess, feedback)]))
            below = self.of(tuple(part), left, made + 1)
            lost, total = lost + below[0], total + below[1]
        return lost, total


def value(game: bg.Game, limit: int | None, may_lose: bool = False) -> tuple[float, int]:
    """The value of the whole *game*."""
    return PlainValue(game, limit, may_lose).of(tuple(game.secrets), tuple(game.guesses))


def checked(result: bg.Result) -> Checked:
    """What the checker finds in the certificate of *result*."""
    path = Path(word_file(["xx"])).with_name("ruled.cert")
    result.save_certificate(path)
    return bg.check_file(path)


@given(games, st.integers(1, 2))
def test_the_least_mean(game: bg.Game, threads: int) -> None:
    """With weights and repeated letters; the checker finds tree and proof true."""
    found = bg.optimum(game, certify=True, limits=bg.Limits(threads=threads))
    assert (found.proven, found.total) == (True, value(game, None)[1])
    checks = checked(found)
    assert checks.total == found.total
    assert checks.proves is not None


@given(games, st.integers(1, 4))
def test_the_least_mean_within_a_limit(game: bg.Game, limit: int) -> None:
    """Or the proof that there is none; the same by rows."""
    lost, total = value(game, limit)
    found = bg.optimum(game, max_guesses=limit, certify=True)
    assert (found.proven, found.feasible) == (True, lost == 0)
    assert not found.feasible or found.total == total
    assert checked(found).proves is not None
    by_rows = bg.optimum(game.with_rows(limit))
    assert (by_rows.proven, by_rows.feasible, by_rows.total) == (True, found.feasible, found.total)


@given(games, st.integers(1, 4))
def test_the_least_that_is_lost(game: bg.Game, limit: int) -> None:
    """The weight, and then the total of the others."""
    found = bg.optimum(game.with_rows(limit), "lost", certify=True)
    assert found.tree is not None
    lost, total = value(game, limit, may_lose=True)
    figures = found.tree.figures
    assert (figures.lost if game.weights is None else figures.lost_weight, figures.total) == (lost, total)
    assert checked(found).total == total


@given(games)
def test_the_least_worst_case(game: bg.Game) -> None:
    """The fewest guesses within which a value exists; the slow search in the library agrees."""
    least = next(limit for limit in range(1, 20) if value(game, limit)[0] == 0)
    assert bg.optimum(game, "worst").worst == bg.least_worst(game) == least
    assert bg.optimum(game, "worst,mean").total == value(game, least)[1]


@given(games)
def test_the_least_mean_and_then_the_least_worst_case(game: bg.Game) -> None:
    """The least total, the fewest guesses within which it is kept, and a certificate of both."""
    total = value(game, None)[1]
    found = bg.optimum(game, "mean,worst", certify=True)
    assert (found.total, found.worst) == (total, next(k for k in range(1, 20) if value(game, k) == (0, total)))
    assert checked(found).total == total


@given(games, st.data())
def test_from_a_position(game: bg.Game, data: st.DataObject) -> None:
    """After rows that take guesses away; and with a first guess, which must be allowed there."""
    secret, guess = data.draw(st.sampled_from(game.secrets)), data.draw(st.sampled_from(list(game.guesses)))
    if guess == secret:
        return
    history = game.as_history(bg.History([(guess, game.score(guess, secret))]))
    left = [code for code in game.secrets if game.score(guess, code) == history[0].feedback]
    allowed = tuple(code for code in game.guesses if is_allowed(game, code, history))
    wanted = PlainValue(game, None).of(tuple(left), allowed)[1]
    assert bg.optimum(bg.Position(game, history)).total == wanted
    first = data.draw(st.sampled_from(list(game.guesses)))
    if first not in allowed:
        with pytest.raises(bg.errors.StrategyError, match="is not allowed: rule"):
            bg.optimum(bg.Position(game, history), first_guess=first)


@given(word_games(max_secrets=9, lengths=(2, 4), rules=("hard", "strict")), st.integers(0, 9))
def test_by_workers(game: bg.Game, seed: int) -> None:
    """Workers know the rule: the same value and tree as alone."""
    with UnreliableExecutor(seed) as executor:
        found = bg.optimum(game, executor=executor)
    alone = bg.optimum(game)
    assert (found.total, found.tree) == (alone.total, alone.tree)


@pytest.mark.parametrize(("text", "total"), [("mastermind(3,4,rule=strict)", 206), ("bullscows(3,6,rule=strict)", 437)])
def test_strict_pegs(text: str, total: int) -> None:
    """With symmetries. Where every code may be the secret, strict guesses are the consistent ones."""
    strict = bg.optimum(text)
    consistent = bg.optimum(text.replace(",rule=strict", ""), consistent=True)
    assert strict.total == consistent.total
    assert strict.total == total


@pytest.mark.parametrize("objective", ["mean", "worst"])
def test_first_guesses_that_tell_nothing_are_not_listed(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are never best, but by a rule others may cost more; every bound that is given holds."""
    secrets, others = [f"{letter}ight" for letter in "bcdfjk"], ["bcdfj", "aaaaa", "ooooo", "kbcad"]
    game = bg.Words(word_file(secrets), guesses=word_file(others), rule="hard")
    every = bg.first_guesses(game, objective).first_guesses
    monkeypatch.setattr("bestguess.solve.search._MOST_ALL_VALUED", 2)
    monkeypatch.setattr("bestguess.solve.search._VALUED", 2)
    best = bg.first_guesses(game, objective).first_guesses
    assert every is not None
    assert best is not None
    assert [one.guess for one in best] == [one.guess for one in every] == sorted({*secrets, "bcdfj", "kbcad"})
    for one, whole in zip(best, every, strict=True):
        assert whole.value == getattr(
            bg.optimum(game, objective, first_guess=one.guess), "total" if objective == "mean" else "worst"
        )
        assert one.value is not None
        assert one.value <= (whole.value or 0)
