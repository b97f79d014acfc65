"""The number of threads that computations use when their caller does not set it."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import bestguess as bg
from bestguess.advice import Values, hardest_feedback, next_move, samples
from bestguess.candidates import counts_of_steps
from bestguess.engine import default_threads, limited_threads


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> int:
    """Pretend that the machine has twelve cores."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 12)
    return 12


def test_a_limit_holds_within_its_block(cores: int) -> None:
    """The innermost limit counts, None changes nothing, and the old limit returns after an error."""
    with limited_threads(3):
        assert default_threads() == 3
        with limited_threads(5):
            assert default_threads() == 5
            with limited_threads(None):
                assert default_threads() == 5
        with pytest.raises(ZeroDivisionError), limited_threads(1):
            _ = 1 // 0
        assert default_threads() == 3
    with limited_threads(None):
        assert default_threads() == cores
    assert default_threads() == cores


def test_a_limit_is_of_one_thread(cores: int) -> None:
    """Other threads, such as those of a server, have their own limit."""

    def within(threads: int) -> int:
        with limited_threads(threads):
            return default_threads()

    with limited_threads(2), ThreadPoolExecutor(2) as pool:
        assert pool.submit(default_threads).result() == cores
        assert list(pool.map(within, [3, 4])) == [3, 4]
        assert default_threads() == 2


HISTORY = "112:1.0"
COMPUTING: dict[str, Callable[[bg.Game], object]] = {
    "table": lambda game: game.table.feedbacks,
    "candidates": lambda game: list(bg.Position(game, HISTORY).candidates),
    "best_guess": lambda game: bg.best_guess(game, HISTORY),
    "advise": lambda game: bg.advise(game, HISTORY),
    "hint": lambda game: bg.hint(game, HISTORY, step=3),
    "next_move": lambda game: next_move(bg.Position(game, HISTORY), "optimal"),
    "explain": lambda game: bg.explain(bg.Position(game, HISTORY), "113"),
    "review": lambda game: bg.review(game.with_rows(4), HISTORY),
    "values": lambda game: Values(game).of(bg.Position(game, HISTORY)),
    "adversary": lambda game: hardest_feedback(bg.Position(game, HISTORY), "113"),
    "contradictions": lambda game: bg.contradictions(game, "112:1.0 112:0.0"),
    "watch": lambda game: [step.guess for step in bg.watch(game, "444")],
    "tree": lambda game: bg.build_tree(game, "entropy").total,
    "optimum": lambda game: bg.optimum(game, "worst,mean").bounds,
    "first guesses": lambda game: bg.first_guesses(game).bounds,
    "least_worst": bg.least_worst,
    "compare": lambda game: [one.total for one in bg.compare(game, ["first", "minimax", "random"])],
    "puzzles": lambda game: next(bg.puzzles.make(game, "only-secret", 1)),
    "large": lambda game: bg.advise("mastermind(6,9)", "112233:1.2").candidates,
}


@pytest.mark.parametrize("name", COMPUTING)
def test_nobody_asks_for_the_cores_within_a_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No computation asks for the number of cores inside a limit, and one thread gives the same result as many."""
    result = COMPUTING[name](bg.Mastermind(3, 4))

    def refused(*_: object) -> int:
        raise AssertionError("the machine's cores were asked for")

    monkeypatch.setattr(os, "cpu_count", refused)
    monkeypatch.setattr(os, "sched_getaffinity", refused, raising=False)
    counts_of_steps.cache_clear()
    samples._cached_sample.cache_clear()
    with limited_threads(1):
        assert COMPUTING[name](bg.Mastermind(3, 4)) == result
