"""How a search is asked for: objectives, limits and one progress function."""

import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import bestguess as bg
from bestguess.bounds import SearchState
from bestguess.engine import limited_threads

OBJECTIVES = ["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]


def test_an_objective_is_its_text() -> None:
    """A constant is equal to its text, is written as it, and is found by it; copies are the same."""
    assert [str(objective) for objective in bg.Objective] == list(bg.Objective) == OBJECTIVES
    assert bg.Objective(bg.Objective.LOST) is bg.Objective.LOST
    assert bg.optimum("mastermind(2,3)", "worst,mean").objective is bg.Objective.WORST_MEAN
    assert pickle.loads(pickle.dumps(bg.Objective.MEAN_WORST)) is bg.Objective.MEAN_WORST


def one_line(ask: Callable[[], object]) -> str:
    """The line that refuses what is asked."""
    with pytest.raises(bg.BestguessError) as caught:
        ask()
    line = str(caught.value)
    assert line
    assert line.splitlines() == [line]
    return line


@pytest.mark.parametrize(
    ("objective", "line"),
    [
        ("mode", "unknown objective 'mode', expected one of mean, worst, worst,mean, mean,worst, at-worst, lost"),
        ("Mean", "unknown objective 'Mean', did you mean 'mean'?"),
        (3, "expected an objective, a text, got 3"),
    ],
)
def test_what_is_no_objective(objective: Any, line: str) -> None:
    """One line says which there are, or which was meant, wherever it is given."""
    for ask in (bg.Objective, lambda name: bg.optimum("mm2x3", name), lambda name: bg.first_guesses("mm2x3", name)):
        assert one_line(lambda ask=ask: ask(objective)) == line  # type: ignore[misc]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"seconds": float("nan")}, "expected a limit of 0 or more seconds, got nan"),
        ({"nodes": 2.5}, "expected a limit of nodes of 0 or more, got 2.5"),
        ({"memory": "1G"}, "expected a limit of memory of 0 or more, got '1G'"),
        ({"threads": 0}, "expected threads of 1 or more, got 0"),
        ({"threads": 2000}, "expected threads of 1,024 at most, got 2000"),
        ({"cancel": True}, "expected cancel, a threading.Event, got True"),
    ],
)
def test_limits_that_are_none(options: dict[str, Any], line: str) -> None:
    """They are refused when they are made, before any game is looked at."""
    assert one_line(lambda: bg.Limits(**options)) == line


def test_what_are_no_limits() -> None:
    """A number is not taken for one of them."""
    wrong: Any = 60
    line = one_line(lambda: bg.optimum("mm2x3", limits=wrong))
    assert line == "expected limits, such as Limits(seconds=60), got 60"


def test_limits_go_together() -> None:
    """The first limit that is reached ends a search; a limit of nodes makes it run on one thread."""
    cancel = threading.Event()
    within = bg.optimum("mm4x6", limits=bg.Limits(seconds=600, nodes=5, memory=2**30, threads=2, cancel=cancel))
    assert (within.proven, within.nodes, within.threads) == (False, 6, 1)
    cancel.set()
    stopped = bg.optimum("mastermind(4,7)", limits=bg.Limits(threads=2, cancel=cancel))
    assert (stopped.proven, stopped.threads) == (False, 2)
    with limited_threads(1):
        assert bg.optimum("mm2x3").threads == 1
        assert bg.optimum("mm2x3", limits=bg.Limits(threads=2)).threads == 2
    with ThreadPoolExecutor(1) as executor:
        line = one_line(lambda: bg.optimum("mm2x3", limits=bg.Limits(nodes=5), executor=executor))
    assert line == "a limit of nodes does not work with an executor"


@pytest.mark.parametrize("ask", [bg.optimum, bg.first_guesses])
def test_progress_is_one_function_of_one_value(ask: Callable[..., bg.Result]) -> None:
    """What takes no argument, or two, is refused before the search."""
    for wrong in (3, lambda: None, lambda bounds, nodes: None):
        line = one_line(lambda wrong=wrong: ask("mm2x3", progress=wrong))  # type: ignore[misc]
        assert line.startswith("expected progress, a function of 1 argument, got ")
    assert ask("mm2x3", progress=lambda state, more=None: None).proven


def states_of(ask: Callable[..., bg.Result], game: str, *given: Any, **options: Any) -> tuple[list[SearchState], Any]:
    """What is told while a search runs, and its result."""
    states = list[SearchState]()
    result = ask(game, *given, progress=states.append, **options)
    assert states
    assert all(type(state) is SearchState for state in states)
    return states, result


@pytest.mark.parametrize(("objective", "value"), [("mean", 20471), ("worst", 6)])
def test_what_is_told_is_true(objective: str, value: int) -> None:
    """Bounds hold, in the unit of the objective, and close in; first guesses are done with one after the other."""
    states, result = states_of(bg.optimum, "mastermind(4,8)", objective)
    assert result.upper_bound == value
    lowers = [state.bounds.lower for state in states if state.bounds.lower is not None]
    uppers = [state.bounds.upper for state in states if state.bounds.upper is not None]
    assert lowers == sorted(lowers)
    assert uppers == sorted(uppers, reverse=True)
    assert all(bound <= value for bound in lowers)
    assert all(bound >= value for bound in uppers)
    assert {state.tasks for state in states} == {None}
    done = [state.first_guesses for state in states if state.first_guesses is not None]
    assert all(0 <= some <= 5 == of for some, of in done)  # 1111, 1112, 1122, 1123 and 1234
    assert objective == "worst" or done == sorted(done)  # where one search says it all


def test_an_error_in_progress_comes_out() -> None:
    """What the function raises ends the search, and is not taken for anything else."""

    def broken(state: SearchState) -> None:
        raise LookupError(state.nodes)

    with pytest.raises(LookupError):
        bg.optimum("mastermind(4,8)", progress=broken)


def test_first_guesses_as_json() -> None:
    """Guesses are texts; a value that cannot be reached is null."""
    pairs = [(a, b) for a in range(2) for b in range(2)]
    game = bg.CustomGame(pairs, pairs, lambda g, s: sum(map(int.__eq__, g, s)), win=2, name="pairs")
    found = bg.first_guesses(game, max_guesses=2)
    assert found.first_guesses is not None
    assert [first.guess for first in found.first_guesses] == pairs
    document = found.as_json()["first_guesses"]
    assert document == [{"guess": f"({a},{b})", "value": None, "proven": True} for a, b in pairs]
