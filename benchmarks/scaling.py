"""How a search on a cluster would scale: a recorded run, replayed for more workers than there are.

    .venv/bin/python benchmarks/scaling.py record      # 5 minutes: writes benchmarks/scaling.json
    .venv/bin/python benchmarks/scaling.py replay      # prints the table, draws docs/scaling.svg

A record holds every task of a run by two processes: how long it took, how many nodes it opened, and which answer made
it possible. It is made with the coordinator handing out work as for 256 workers, so that tasks are as
small, and budgets as old, as they would be then. A replay gives each task, in the order of handing out, to the first
worker that is free once the task is possible; the coordinator is a worker of its own that takes a little time for
every answer.

Tasks are a twentieth of what they are by default, and the replay counts them twenty times: it shows a search twenty
times as long as the one that was recorded. What a replay does not show: news of what others have learnt would be
older with more workers, so that more is done twice; the network is not there; and the first build of each worker's
table.
"""

import heapq
import json
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import bestguess as bg
from bestguess.bounds import SearchState
from bestguess.cluster import coordinator
from bestguess.cluster.coordinator import TaskRecord
from bestguess.cluster.executors import open_cluster

HERE = Path(__file__).parent
RECORDS = HERE / "scaling.json"
GAME = "mastermind(5,6)"
SLOWER = 20
"""How many times as long the search that is shown takes, and each of its tasks."""
EXPECTED = (256,)
SHARE_OF_TIME = coordinator._SHARE_OF_TIME
WORKERS = tuple(2**i for i in range(1, 13))


@dataclass(frozen=True)
class PastTask:
    """A task as a replay needs it."""

    number: int
    after: int
    seconds: float
    nodes: int


@dataclass(frozen=True)
class Run:
    """A recorded run: for how many workers tasks were handed out, and how long the coordinator takes for one."""

    expected: int
    coordinator: float
    tasks: tuple[PastTask, ...]

    @property
    def work(self) -> float:
        """The seconds of all tasks."""
        return sum(task.seconds for task in self.tasks)


def record(game: str, expected: int) -> Run:
    """The tasks of *game* by two processes, handed out as for so many workers."""
    coordinator._MIN_WORKERS = expected
    coordinator._SHARE_OF_TIME = SHARE_OF_TIME * 2 / expected  # of the time that so many workers would have taken
    answered: list[TaskRecord] = []
    bg.game(game).build_table()
    with open_cluster("local:2") as executor:
        began, used = time.perf_counter(), time.process_time()
        bg.optimum(game, executor=executor, progress=lambda state: note(state, answered))
        used = time.process_time() - used
    tasks = tuple(PastTask(one.number, one.after, round(one.seconds, 5), one.nodes) for one in answered)
    run = Run(expected, round(used / len(tasks), 5), tasks)
    took, nodes = time.perf_counter() - began, sum(task.nodes for task in tasks)
    print(
        f"as for {expected:,} workers: {took:.0f} s, {nodes:,} nodes, {run.coordinator * 1000:.1f} ms for a task here"
    )
    return run


def note(state: SearchState, answered: list[TaskRecord]) -> None:
    """Keeps what *state* tells of tasks."""
    if state.tasks is not None:
        answered.extend(state.tasks.answered)


def replay(tasks: Sequence[PastTask], workers: int, coordinator: float, slower: float = 1) -> float:
    """The seconds that *tasks*, each *slower* times as long, take with so many *workers*.

    The coordinator takes some seconds for every task, one after the other.
    """
    possible = {0: 0.0}  # when the answer to each task was received
    waiting: dict[int, list[PastTask]] = {}
    for task in tasks:
        waiting.setdefault(task.after, []).append(task)
    ready = [(task.number, task) for task in waiting.pop(0, [])]
    heapq.heapify(ready)
    running: list[tuple[float, int]] = []  # when each ends
    now = received = 0.0
    while ready or running:
        while ready and len(running) < workers:
            _, task = heapq.heappop(ready)
            heapq.heappush(running, (max(now, possible[task.after]) + task.seconds * slower, task.number))
        now, number = heapq.heappop(running)
        received = max(received, now) + coordinator
        possible[number] = received
        for task in waiting.pop(number, []):
            heapq.heappush(ready, (task.number, task))
    assert not waiting, "a task waits for an answer that never came"
    return received


def longest_chain(tasks: Sequence[PastTask]) -> float:
    """The seconds of the longest chain of tasks that wait for each other: no number of workers takes less."""
    ends = {0: 0.0}
    for task in sorted(tasks, key=lambda task: task.number):
        ends[task.number] = ends[task.after] + task.seconds
    return max(ends.values())


def load() -> list[Run]:
    """The runs that were recorded."""
    runs = json.loads(RECORDS.read_text())["runs"]
    return [Run(run["expected"], run["coordinator"], tuple(PastTask(*task) for task in run["tasks"])) for run in runs]


def save(runs: Sequence[Run]) -> None:
    """Writes what was recorded, one line for a run."""
    about = {"game": GAME, "machine": f"{platform.machine()}, two processes", "task": list(PastTask.__annotations__)}
    lines = ",\n".join(json.dumps({**asdict(run), "tasks": [[*asdict(t).values()] for t in run.tasks]}) for run in runs)
    RECORDS.write_text(f'{json.dumps(about)[:-1]}, "runs": [\n{lines}\n]}}\n')


def curve(runs: Sequence[Run]) -> list[tuple[int, float, float]]:
    """For each number of workers: the seconds, and how many times faster that is than one that does the least work.

    The run is the one that was handed out as for the next larger number of workers, or the largest there is.
    """
    alone = min(run.work for run in runs) * SLOWER
    points = []
    for workers in WORKERS:
        run = next((run for run in runs if run.expected >= workers), runs[-1])
        seconds = replay(run.tasks, workers, run.coordinator, SLOWER)
        points.append((workers, seconds, alone / seconds))
    return points


def draw(points: Sequence[tuple[int, float, float]], path: Path) -> None:
    """Draws the curve, and what would be ideal."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    mpl.rcParams["svg.hashsalt"] = "bestguess"
    figure, axes = plt.subplots(figsize=(6.4, 4.2), layout="constrained")
    workers = [count for count, _, _ in points]
    axes.loglog(workers, workers, color="0.65", linestyle="--", base=2)
    axes.loglog(workers, [faster for _, _, faster in points], color="#0b6e99", marker="o", base=2)
    axes.set_xticks(workers, [f"{count:,}" for count in workers], rotation=45)
    ticks = [2**i for i in range(1, 13, 2)]
    axes.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    axes.set(xlabel="workers", ylabel="times as fast as one worker, same tasks")
    axes.set_title("A search of 2.5 worker-hours, replayed")
    axes.annotate("ideal", (workers[-4], workers[-4]), xytext=(-34, 6), textcoords="offset points", color="0.4")
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def main(command: str) -> None:
    """Does what *command* says."""
    if command == "record":
        for name in ("_FIRST_SECONDS", "_MIN_SECONDS", "_MAX_SECONDS", "_SECONDS_PER_WORKER"):
            setattr(coordinator, name, getattr(coordinator, name) / SLOWER)
        save([record(GAME, expected) for expected in EXPECTED])
    runs = load()
    for run in runs:
        chain = longest_chain(run.tasks)
        tasks = f"{len(run.tasks):,} tasks, {run.work:.0f} s of work, longest chain {chain:.1f} s"
        print(f"as for {run.expected:,} workers: {tasks}")
    print(f"{'workers':>8} {'seconds':>9} {'faster':>8} {'of ideal':>9}")
    points = curve(runs)
    for workers, seconds, faster in points:
        print(f"{workers:>8,} {seconds:>9,.0f} {faster:>8,.1f} {faster / workers:>9.0%}")
    draw(points, HERE.parent / "docs" / "scaling.svg")


if __name__ == "__main__":
    if sys.argv[1:] not in (["record"], ["replay"]):
        sys.exit(__doc__)
    main(sys.argv[1])
