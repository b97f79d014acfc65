"""Long computations poll, so that they can be stopped from outside."""

import threading
from collections.abc import Callable

import pytest

import bestguess as bg
from bestguess.advice import next_move
from bestguess.advice.samples import sample
from bestguess.bounds import SearchState
from bestguess.engine import interruptible, poll

GAME = bg.game("mastermind(4,6)")
LARGE = bg.game("mastermind(6,9)")
QUESTIONS: dict[str, Callable[[], object]] = {
    "advise": lambda: bg.advise(GAME, "1122:1.0"),
    "advise in a large game": lambda: bg.advise(LARGE, "112233:1.2"),
    "review": lambda: bg.review(GAME, "1122:1.0 1344:0.1"),
    "move": lambda: next_move(bg.Position(GAME, "1122:1.0"), "entropy"),
    "proven move": lambda: next_move(bg.Position(GAME, "1122:1.0"), "optimal"),
    "tree": lambda: bg.build_tree(GAME, "entropy"),
    "optimum": lambda: bg.optimum(GAME),
    "candidates": lambda: bg.Position(LARGE, "112234:1.2").count,
    "contradictions": lambda: bg.contradictions(GAME, "1122:0.0 3344:0.2 5566:2.1"),
}


class Stopped(Exception):  # noqa: N818 - a signal, not a fault
    """Raised to stop a computation."""


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_questions_can_be_stopped(question: Callable[[], object]) -> None:
    """The exception of the check comes out of the computation; the same computation works afterwards."""

    def check() -> None:
        raise Stopped

    with interruptible(check), pytest.raises(Stopped):
        question()
    assert question()


def test_a_search_can_be_stopped() -> None:
    """A search that takes seconds ends at its first report if the check raises by then."""
    reports = list[SearchState]()

    def check() -> None:
        if reports:
            raise Stopped

    with interruptible(check), pytest.raises(Stopped):
        bg.optimum("bullscows(4,10)", progress=reports.append, limits=bg.Limits(threads=1))
    assert len(reports) == 1


def test_a_sample_can_be_stopped_between_two_steps() -> None:
    """The secrets of a large game are scanned step by step, and each step polls."""
    game, calls = bg.game("mastermind(7,11)"), list[None]()

    def check() -> None:
        calls.append(None)
        if len(calls) == 3:
            raise Stopped

    with interruptible(check), pytest.raises(Stopped):
        sample(bg.Position(game, "1122334:1.2"))


def test_other_threads_are_not_stopped() -> None:
    """A check counts only for the thread that set it, and only inside the block."""
    messages = list[str]()

    def check() -> None:
        raise Stopped

    def other() -> None:
        poll()
        messages.append("went on")

    with interruptible(check):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(60)
    poll()
    assert messages == ["went on"]
