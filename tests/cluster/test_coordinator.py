"""A search by many workers: the same value, tree and proof as by one machine, whatever happens to its tasks."""

import math
import multiprocessing
import os
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import bestguess as bg
import objects
from bestguess import engine
from bestguess.bounds import SearchState
from bestguess.cluster import coordinator, executors
from bestguess.cluster.coordinator import Coordinator, SetNode
from bestguess.cluster.tasks import Path as TaskPath
from bestguess.cluster.tasks import Question, TableData, Task, run_task
from bestguess.errors import BestguessError, ClusterError
from bestguess.solve.result import Result
from questions import random_question
from unreliable import UnreliableExecutor

STRATEGIES = ["first", "minimax", "random", "optimal"]
GAMES = 300 if os.environ.get("BESTGUESS_VERIFY") else 40


@pytest.fixture
def many_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks have no time: every set and every guess is opened."""
    for name in ("_FIRST_SECONDS", "_MIN_SECONDS", "_MAX_SECONDS"):
        monkeypatch.setattr(coordinator, name, 0.0)


def same(one: Result, other: Result) -> bool:
    """Whether two results say the same."""
    figures = ("bounds", "proven", "feasible", "tree", "first_guesses", "proofs", "secrets", "max_guesses")
    return all(getattr(one, name) == getattr(other, name) for name in figures)


SEARCHES: list[tuple[Callable[..., Result], dict[str, Any]]] = [
    (bg.optimum, {"position": "mastermind(3,4)", "certify": True}),
    (bg.optimum, {"position": "mastermind(3,4)", "objective": "worst,mean"}),
    (bg.optimum, {"position": "mastermind(4,4)", "objective": "mean,worst"}),
    (bg.optimum, {"position": "mastermind(3,4)", "objective": "mean,worst", "certify": True}),
    (bg.optimum, {"position": "mastermind(3,3)", "objective": "at-worst", "max_guesses": 4}),
    (bg.optimum, {"position": "mastermind(3,4)", "objective": "lost", "max_guesses": 3}),
    (bg.optimum, {"position": "mastermind(3,4)", "max_guesses": 3}),
    (bg.optimum, {"position": "mastermind(3,4)", "first_guess": "123"}),
    (bg.optimum, {"position": "mastermind(3,4)", "consistent": True}),
    (bg.optimum, {"position": bg.Position("bullscows(3,5)", "012:0.1")}),
    (bg.optimum, {"position": "mastermind(2,3,rows=3)"}),
    (bg.first_guesses, {"position": "mastermind(3,3)"}),
]


@pytest.mark.usefixtures("many_tasks")
@pytest.mark.parametrize(("ask", "options"), SEARCHES)
def test_unreliable_workers_change_nothing(ask: Callable[..., Result], options: dict[str, Any]) -> None:
    """Tasks that are lost, late, repeated or out of order: value, tree and certificate are those of one machine."""
    with UnreliableExecutor(len(str(options))) as executor:
        assert same(ask(**options, executor=executor), ask(**options))
    assert executor.submitted > 0


@pytest.mark.usefixtures("many_tasks")
@pytest.mark.parametrize("objective", ["mean", "worst", "worst,mean", "mean,worst", "lost"])
def test_any_question_may_be_asked_of_workers(objective: str) -> None:
    """Both goals, labels, costs and several winners: as by one machine."""
    submitted = 0
    for seed in range(GAMES):
        game = random_question(seed)
        if game.costs is not None and objective == "lost":
            continue
        limit: dict[str, Any] = {"max_guesses": 2} if objective == "lost" else {}
        with UnreliableExecutor(seed) as executor:
            assert same(bg.optimum(game, objective, executor=executor, **limit), bg.optimum(game, objective, **limit))
            submitted += executor.submitted
    assert submitted > GAMES / 4


def random_game(rng: random.Random, size: int) -> bg.Game:
    """A game of so many secrets with any feedback, mostly with weights: they leave less to counting, more to search."""
    feedbacks, weighted = rng.choice([2, 3]), rng.random() < 0.8
    cells = [rng.randrange(feedbacks) for _ in range(size * size)]
    weights = [rng.randrange(1, 9) for _ in range(size)] if weighted else None

    def answer(guess: int, secret: int) -> str:
        return "yes" if guess == secret else str(cells[guess * size + secret])

    return bg.CustomGame(range(size), range(size), answer, win="yes", weights=weights)


def true_cost(search: Coordinator, table: TableData, path: TaskPath) -> tuple[int, int]:
    """What the set after *path* costs, by a search of its own."""
    question, (lost, total) = search._question, search.infinite
    candidates = np.arange(table.ordinals.shape[1], dtype=np.uint32)
    for guess, feedback in path:
        candidates = candidates[table.ordinals[guess, candidates] == feedback]
    request = engine.SearchRequest(
        objective=question.objective,
        candidates=candidates,
        history=[guess for guess, _ in path],
        upper_bound=total,
        lost_upper_bound=lost,
        memory_limit=2**22,
    )
    found = engine.run_task(table.native, request, len(path), (), 1e6)
    return search._cap(found.best if found.found else found.least_refuted)


@pytest.mark.usefixtures("many_tasks")
@pytest.mark.parametrize("objective", ["mean", "worst", "lost"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_any_game(objective: str, seed: int) -> None:
    """Games that their text does not describe are sent as tables, and solved alike; all that is learnt is true."""
    rng = random.Random(seed)
    game, workers = random_game(rng, rng.randrange(2, 18)), rng.choice([1, 16])
    limit, table, close = 4 if objective == "lost" else None, TableData.of(game.table), Coordinator._close
    whole = list[bool]()

    def checked(self: Coordinator, node: SetNode, bound: tuple[int, int], exact: bool) -> None:
        value = true_cost(self, table, node.path)
        assert bound == value if exact else bound <= value
        whole.append(node is self.root)
        close(self, node, bound, exact)

    alone = bg.optimum(game, objective, max_guesses=limit)
    with (
        UnreliableExecutor(seed, lost=0.1) as executor,
        mock.patch.object(Coordinator, "_close", checked),
        mock.patch.multiple(coordinator, _MIN_WORKERS=workers, _MIN_GUESSES=1),
    ):
        found = bg.optimum(game, objective, max_guesses=limit, executor=executor)
    assert any(whole) == (executor.submitted > 0)
    assert same(found, alone)


@pytest.mark.parametrize("name", objects.GAMES)
def test_games_of_objects_by_processes(name: str) -> None:
    """A pool of processes is an executor; neither objects nor functions, which cannot be pickled, are sent to it."""
    game = objects.GAMES[name]
    with ProcessPoolExecutor(1) as executor:
        assert same(bg.optimum(game, executor=executor), bg.optimum(game))


@pytest.mark.usefixtures("many_tasks")
def test_a_killed_coordinator_goes_on(tmp_path: Path) -> None:
    """What was learnt before the executor broke is in the checkpoint, and is not asked for again."""
    path, game = tmp_path / "part", bg.game("mastermind(3,5)")
    with UnreliableExecutor(1, lost=0) as whole:
        found = bg.optimum(game, executor=whole)
    assert whole.submitted > 20
    with UnreliableExecutor(1, lost=0, last=whole.submitted * 3 // 4) as broken, pytest.raises(ClusterError):
        bg.optimum(game, executor=broken, checkpoint=path)
    with UnreliableExecutor(1, lost=0) as rest:
        assert same(bg.optimum(game, executor=rest, checkpoint=path), found)
    assert rest.submitted < whole.submitted


def test_a_search_that_is_stopped() -> None:
    """A time limit ends the work of all, with true bounds."""
    with ThreadPoolExecutor(2) as executor:
        found = bg.optimum("mastermind(5,6)", executor=executor, limits=bg.Limits(seconds=0.5))
    assert not found.proven
    assert found.lower_bound is not None
    assert found.upper_bound is not None
    assert found.lower_bound <= 36721 <= found.upper_bound


def test_bad_executors() -> None:
    """One that is shut down, or is none, is refused in one line."""
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(ClusterError, match="does not accept work"):
        bg.optimum("mastermind(3,4)", executor=executor)
    with pytest.raises(BestguessError, match="an executor"):
        bg.optimum("mastermind(3,4)", executor=3)  # type: ignore[arg-type]


CALLS: dict[str, Callable[[Executor], object]] = {
    "task 1 of mastermind(3,4) (64 candidates after 0 guesses)": lambda executor: bg.optimum(
        "mastermind(3,4)", executor=executor
    ),
    "task 1 (9 candidates after 0 guesses)": lambda executor: bg.optimum(
        random_game(random.Random(3), 9), executor=executor
    ),
    "minimax for mastermind(3,4)": lambda executor: [*bg.compare("mastermind(3,4)", "minimax", executor=executor)],
    "entropy for mastermind(2,3)": lambda executor: [*bg.sweep("mastermind", 2, 3, "entropy", executor=executor)],
}


@pytest.mark.parametrize("name", CALLS)
def test_an_executor_that_loses_everything(name: str) -> None:
    """Each task is handed out again three times; then a line names it, and says what happened to it."""
    with UnreliableExecutor(0, lost=1, most_losses=math.inf) as executor, pytest.raises(ClusterError) as caught:
        CALLS[name](executor)
    line = re.escape(f"gave up {name} after 4 attempts: ")
    assert re.fullmatch(f"{line}(its workers died|the executor cancelled it)", str(caught.value))
    assert executor.submitted == 4


def test_an_executor_that_loses_every_task_three_times() -> None:
    """Each is handed out a fourth time, whoever asked for it."""
    with UnreliableExecutor(0, lost=1) as executor:
        assert bg.optimum("mastermind(3,4)", executor=executor).total == 206
        assert list(strategies_of(executor)) == [*map(str, bg.compare("mastermind(3,4)", STRATEGIES))]
        (*_, sweep) = bg.sweep("mastermind", 2, [2, 3], "optimal", executor=executor)
    assert {size: figures.total for size, figures in sweep.figures.items()} == {(2, 2): 8, (2, 3): 21}
    assert executor.submitted >= 4 * 7


class DesertedCluster(Executor):
    """Takes tasks, and has no workers to do them; says so as Dask does."""

    def __init__(self) -> None:
        self._client = self

    def scheduler_info(self) -> dict[str, object]:
        """What the scheduler knows."""
        return {"workers": {}}

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Takes a task that is never done."""
        return Future()


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for, but not for ever, whatever is asked of it."""
    monkeypatch.setattr(executors, "_CHECK_SECONDS", 0.02)
    for module in (coordinator, executors):
        monkeypatch.setattr(module, "_POLL_SECONDS", 0.01)
    with pytest.raises(ClusterError, match="the cluster has had no workers for 0 seconds"):
        bg.optimum("mastermind(3,4)", executor=DesertedCluster())
    with pytest.raises(ClusterError, match="the cluster has had no workers for 0 seconds"):
        list(strategies_of(DesertedCluster()))


@pytest.mark.usefixtures("many_tasks")
def test_records() -> None:
    """Every task that was answered is told of once, after the one that made it possible."""
    states = list[SearchState]()
    with ThreadPoolExecutor(2) as executor:
        bg.optimum("mastermind(3,5)", executor=executor, progress=states.append)
    reports = [state.tasks for state in states if state.tasks is not None]
    records = [record for report in reports for record in report.answered]
    assert len({record.number for record in records}) == len(records) == reports[-1].finished > 1
    answered = {0, *(record.number for record in records)}
    assert all(record.after < record.number and record.after in answered for record in records)
    assert sum(record.nodes for record in records) > 0


def test_a_memory_keeps_its_limit() -> None:
    """However much is learnt, a memory holds no more than its bytes, and forgets the rest."""
    memory, rng = engine.SearchMemory(memory_limit=2**20, may_lose=False), random.Random(1)
    for _ in range(10):
        memory.learn(b"".join(rng.randbytes(16) + (2 * number + 1).to_bytes(8, "little") for number in range(10_000)))
    assert 1000 < len(memory) <= 2**20 // 32


def peak_memory() -> int:
    """The most bytes that this process has had in memory."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\s+([0-9]+) kB", status)[1])  # type: ignore[index]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only where a process tells of its memory")
def test_a_worker_keeps_its_limit() -> None:
    """A whole worker process grows by no more than its limit and what a task takes, in one search and in two."""
    game, limit = "mastermind(4,7)", 40_000_000
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        before = executor.submit(peak_memory).result()
        for _ in range(2):
            assert bg.optimum(game, executor=executor, limits=bg.Limits(memory=limit)).total == 11228
        grown = executor.submit(peak_memory).result() - before
    assert 5_000_000 < grown <= limit + 10_000_000


def strategies_of(executor: Executor) -> Iterator[str]:
    """The figures of some strategies, by the workers of *executor*."""
    return map(str, bg.compare("mastermind(3,4)", STRATEGIES, executor=executor))


def test_compare_and_sweep() -> None:
    """Comparisons and sweeps by workers give the same figures."""
    here = [str(figures) for figures in bg.compare("mastermind(3,4)", STRATEGIES)]
    with ProcessPoolExecutor(2) as executor:
        assert list(strategies_of(executor)) == here
        there = [*bg.sweep("mastermind", [2, 3], [2, 3], "optimal", executor=executor)][-1]
    alone = [*bg.sweep("mastermind", [2, 3], [2, 3], "optimal")][-1]
    assert {size: str(one) for size, one in there.figures.items()} == {
        size: str(one) for size, one in alone.figures.items()
    }


def test_a_worker_with_other_words_asks_for_the_table() -> None:
    """The words of a list that ships are read by the worker, if they are the same as where the search was asked."""
    words = bg.game("words(english,4)")
    other = tuple((name, "0" * 64) for name, _ in words.files)
    position = bg.Position(words, "sale:BBBB lynx:BBBB")
    for files in (other, words.files):
        question = Question.about(position, engine.Objective(), consistent=False, memory_limit=None)
        task = Task(replace(question, game_files=files), (), (), (0, engine.INFINITE), 60.0)
        assert run_task(task).needs_table == (files == other)
        assert run_task(replace(task, table=TableData.of(position.table))).finished
