"""Limits of time, memory and the stack: what is known by then, and nothing that is not."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bestguess as bg
from bestguess import engine
from bestguess.solve import greedy
from bestguess.solve.search import Run
from bestguess.strategies import NativeStrategy

# Trees whose every guess removes one candidate, in a thread whose stack is so many bytes.
DEEP = """
import sys, threading
import bestguess as bg
numbers = range(int(sys.argv[1]))
game = bg.CustomGame(numbers, numbers, lambda guess, secret: guess == secret, win=True, name="chain")
game.build_table()

def solve():
    for objective in ("mean", "worst", "at-worst"):
        try:
            result = bg.optimum(game, objective, limits=bg.Limits(threads=2))
            print(result.proven, result.worst)
        except bg.errors.SizeError as error:
            print(error)

threading.stack_size(int(sys.argv[2]))
thread = threading.Thread(target=solve)
thread.start()
thread.join()
"""


@pytest.mark.parametrize(
    ("stack", "said"), [(2**17, "a tree this deep does not fit the stack of a thread"), (2**23, "True 400")]
)
def test_a_tree_as_deep_as_the_stack(stack: int, said: str) -> None:
    """Some hundreds of guesses fit eight megabytes; where they do not fit, one line says so, and nothing crashes."""
    command = [sys.executable, "-c", DEEP, "400", str(stack)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{said}\n" * 3, "")


def test_questions_of_several_searches_end_between_them() -> None:
    """Searches too short to look at the clock are not begun when time is up; the first guesses are those known then."""
    game = bg.CustomGame(range(20), range(20), lambda guess, secret: min(abs(guess - secret), 2), win=0)
    assert bg.optimum(game, "worst").proven
    stopped = bg.optimum(game, "worst", limits=bg.Limits(seconds=0))
    assert not stopped.proven
    assert stopped.tree is not None
    assert (stopped.lower_bound or 0) < (stopped.upper_bound or 0) == stopped.worst
    firsts = bg.first_guesses("mastermind(2,2)", "worst", limits=bg.Limits(seconds=0)).first_guesses
    assert [(first.value, first.proven) for first in firsts or ()] == [(1, False)]
    cancel = threading.Event()
    limits = bg.Limits(cancel=cancel)
    mean = bg.optimum("bullscows(4,9)", "mean,worst", progress=lambda state: cancel.set(), limits=limits)
    assert not mean.proven
    assert mean.tree is not None


@pytest.mark.parametrize(
    ("late", "name"), [(0.0, "entropy"), (0.5, "first"), (1e9, None)], ids=["in time", "late", "too late"]
)
def test_one_step_trees_end_by_the_time_limit(late: float, name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree that takes too long is given up for that of `first`, and that one after a while too."""
    position = bg.Position("mastermind(4,5)")
    total = None if name is None else bg.build_tree(position.game, name).total
    run = Run(position, limits=bg.Limits(seconds=10, threads=1))
    run.began = 90.0
    monkeypatch.setattr("bestguess.solve.search.time", SimpleNamespace(monotonic=lambda: 100.0 + late))
    real = NativeStrategy.nodes_after

    def slow(self: NativeStrategy, *arguments: Any) -> Any:
        arguments[3](0, 1)  # as the core does ten times a second
        return real(self, *arguments)

    monkeypatch.setattr(NativeStrategy, "nodes_after", slow)
    built = greedy.one_step(run, "entropy")
    assert total == (None if built is None else greedy.needs_of(position, built).total)
    if late:
        assert greedy.one_step(run, "entropy", first=False) is None


def without_trees(monkeypatch: pytest.MonkeyPatch, missing: Callable[[int], bool]) -> None:
    """Searches of a *missing* number are stopped while their tree is written."""
    real, numbers = engine.search, iter(range(1000))

    def search(table: Any, request: Any) -> Any:
        found = real(table, request)
        names = [name for name in dir(found) if not name.startswith("_")]
        copied = SimpleNamespace(**{name: getattr(found, name) for name in names})
        if missing(next(numbers)):
            copied.tree = tuple(np.empty(0, np.uint32) for _ in found.tree)
        return copied

    monkeypatch.setattr(engine, "search", search)


@pytest.mark.parametrize("objective", ["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"])
def test_a_proof_without_its_tree_is_no_proof_that_there_is_none(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped while the tree is written: a worse tree that was known, and not that no strategy exists."""
    most = 5 if objective == "lost" else None
    whole = bg.optimum("mastermind(4,4)", objective, max_guesses=most)
    without_trees(monkeypatch, lambda number: True)
    stopped = bg.optimum("mastermind(4,4)", objective, max_guesses=most)
    assert whole.upper_bound is not None
    assert stopped.feasible is not False
    if stopped.proven:
        assert stopped.upper_bound == whole.upper_bound
    totals = objective in ("mean", "worst,mean", "mean,worst")
    if stopped.tree is not None and totals and stopped.upper_bound is not None:
        assert stopped.total == stopped.upper_bound
    if stopped.lower_bound is not None:
        assert stopped.lower_bound <= whole.upper_bound


def test_the_tree_of_the_worst_case_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least worst case is proven, and then time is up: its tree is the best known."""
    whole = bg.optimum("mastermind(4,4)", "worst,mean")
    monkeypatch.setattr("bestguess.solve.objectives.best_greedy", lambda run, limit, **limits: (engine.INFINITE, None))
    without_trees(monkeypatch, lambda number: number > 0)
    stopped = bg.optimum("mastermind(4,4)", "worst,mean")
    assert not stopped.proven
    assert stopped.feasible
    assert stopped.worst == whole.worst
    assert stopped.tree is not None
    assert (stopped.tree.strategy, stopped.total) == ("best known", stopped.upper_bound)


def test_a_worst_case_that_is_not_proven() -> None:
    """The least mean is proven, and then no node is left: its bounds are known, and that no more is proven is said."""
    nodes = bg.optimum("mastermind(4,5)", limits=bg.Limits(threads=1)).nodes
    stopped = bg.optimum("mastermind(4,5)", "mean,worst", limits=bg.Limits(nodes=nodes + 1))
    assert (stopped.lower_bound, stopped.upper_bound, stopped.total) == (2463, 2463, 2463)
    assert (stopped.proven, stopped.feasible, stopped.proofs) == (False, True, None)
    words = "mean 3.941 guesses (total 2463), proven, and then at most 5, not proven"
    assert stopped.summary() == f"mastermind(4,5): {words}"
    assert stopped.strategy == "best known"


def test_less_lost_at_the_same_total_is_no_tree_that_was_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped while its tree is written: what is known is what the first tree loses, though the totals are equal."""

    def stopped(table: object, request: engine.SearchRequest) -> SimpleNamespace:
        lost, total = request.lost_upper_bound - 1, request.upper_bound
        found = {"lower": total, "upper": total, "lost_lower": lost, "lost_upper": lost, "proven": True}
        return SimpleNamespace(**found, tree=([], [], [], []), nodes=1, interrupted=False, first_guesses=[], claims=[])

    monkeypatch.setattr("bestguess.solve.search.engine.search", stopped)
    result = bg.optimum("mastermind(3,4)", "lost", max_guesses=3)
    assert not result.proven
    assert result.upper_bound == result.lost_weight


# Proves an optimum within so many bytes, with a certificate, and prints by how many bytes the process grew at most.
GROWTH = """
import sys
import bestguess as bg

def most_memory():
    lines = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(lines["VmHWM"].split()[0]) * 1024

bg.optimum("mastermind(2,2)", certify=True, limits=bg.Limits(threads=2)).save_certificate(sys.argv[2])
before = most_memory()
result = bg.optimum("mastermind(4,7)", certify=True, limits=bg.Limits(threads=2, memory=int(sys.argv[1])))
result.save_certificate(sys.argv[2])
print(result.total, most_memory() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc/self/status")
def test_the_memory_limit_is_kept(tmp_path: Path) -> None:
    """Table, cache, threads and proof take a tenth more than the limit at most, where the cache alone would fill it."""
    limit = 15_000_000  # the table takes 2401 x 2401 bytes of it, and a cache of 2^23 would fill the rest
    command = [sys.executable, "-c", GROWTH, str(limit), str(tmp_path / "proof.cert")]
    total, growth = map(int, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert total == 11228
    assert growth < 1.1 * limit
