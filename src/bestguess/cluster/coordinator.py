"""Coordinate one search by many workers: hand out tasks and combine the answers.

The search is a tree of *sets* and *guesses*. The cost of a set is the cost of its best guess. The cost of a guess is
its own cost plus the costs of its parts, which are sets again.

A set starts as one task. If that task runs out of time, the guesses of the set become tasks, several guesses in each.
If a guess runs out of time, each of its parts becomes a task. So the tree opens only as far as is needed to keep all
workers busy. A task gets the budget at the time when it is handed out. Refuted tasks are cancelled.

Workers send back what they learn about sets, and later tasks carry it to other workers. In the end the core of this
machine searches once more with everything that was learnt. That takes little time, and gives the same value, tree and
proof as a search on one machine, no matter what the workers did.
"""

import struct
import time
from collections.abc import Collection, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bestguess import engine
from bestguess.bounds import Bounds
from bestguess.cluster.executors import RemoteCall, WorkerWatch
from bestguess.cluster.tasks import Answer, Cost, Path, Question, TableData, Task, run_task, select_solved
from bestguess.position import Position
from bestguess.wording import count_text

_FIRST_SECONDS, _MIN_SECONDS, _MAX_SECONDS = 0.2, 1.0, 60.0  # time for one task; the first is the task of the root
_SHARE_OF_TIME = 1 / 60  # one task may take this share of the time since the start
_SECONDS_PER_WORKER = 0.02  # the coordinator handles an answer in about 0.015 s: for many workers tasks must be longer
_MIN_GUESSES = 8  # guesses in one task, if the set has that many
_MIN_WORKERS = 1  # workers to assume before any has answered
_MAX_NEWS_BYTES = 4_000_000  # news sent with one task
_NEWS_BYTES_PER_SECOND = 50_000_000  # news sent to all workers together
_POLL_SECONDS = 0.2
_FORGET_SECONDS = 300.0  # a worker that has not answered for this long is no longer counted


class TaskRecord(NamedTuple):
    """Statistics of a task that was answered."""

    number: int
    """Tasks are numbered from 1 in the order in which they are handed out."""
    after: int
    """The number of the task whose answer made this one possible; 0 if none did."""
    seconds: float
    """Processor time of the worker."""
    nodes: int


@dataclass(frozen=True)
class TaskProgress:
    """Progress of a distributed search: numbers of workers and of running and finished tasks, and seconds so far."""

    workers: int
    running: int
    finished: int
    seconds: float
    answered: tuple[TaskRecord, ...] = ()
    """Tasks that were answered since the last report."""

    @property
    def rate(self) -> float:
        """Finished tasks per second."""
        return self.finished / max(self.seconds, 1e-9)


def _plus(a: Cost, b: Cost) -> Cost:
    return a[0] + b[0], a[1] + b[1]


def _minus(a: Cost, b: Cost) -> Cost:
    return a[0] - b[0], a[1] - b[1]


@dataclass(eq=False)
class SetNode:
    """The set of candidates after *path*."""

    path: Path
    size: int
    bound: Cost
    """Lower bound of the cost; the cost itself if *exact*."""
    best: Cost
    """Cost of the best guess if *found*, otherwise the budget."""
    least_refuted: Cost
    """The least of the lower bounds of refuted guesses."""
    exact: bool = False
    parent: "GuessNode | None" = None
    state: str = "waiting"
    """waiting (to be handed out), running (as one task), open (its guesses are tried one by one) or done."""
    key: bytes = b""
    """Name of the set in the messages of the core."""
    order: dict[int, int] = field(default_factory=dict)
    """For an open set: the rank of each guess in the order in which to try them."""
    returned_by: dict[int, int] = field(default_factory=dict)
    """The number of the task that returned each guess as untried."""
    guesses: list[int] = field(default_factory=list)
    """The guesses still to be handed out."""
    batches: int = 0
    """Number of running tasks that try guesses of this set."""
    after: int = 0
    """The number of the task whose answer made this set ready to be handed out; 0 if none did."""
    split: "list[GuessNode]" = field(default_factory=list)
    """The guesses that were opened part by part."""
    found: bool = False

    def put_back(self, guesses: Collection[int], after: int) -> None:
        """Add *guesses* to those to be handed out. *after*: the task that returned them."""
        for guess in guesses:
            self.order.setdefault(guess, len(self.order))
            self.returned_by[guess] = after
        self.guesses = sorted((*self.guesses, *guesses), key=self.order.__getitem__)

    def take(self, count: int) -> tuple[int, ...]:
        """Remove and return *count* guesses to be handed out.

        They are spread evenly over the order, so that every worker soon gets some good ones.
        """
        batch = self.guesses[:: len(self.guesses) // count][:count]
        left = set(self.guesses).difference(batch)
        self.guesses = [guess for guess in self.guesses if guess in left]
        return tuple(batch)


@dataclass(eq=False)
class GuessNode:
    """A guess in a set, whose parts are sets of their own."""

    parent: SetNode
    own_cost: Cost
    """Cost of the guess without its parts; the winning part is included."""
    parts: list[SetNode] = field(default_factory=list)
    closed: bool = False
    """Whether the guess is refuted, or its cost is known."""

    @property
    def cost(self) -> Cost:
        """Lower bound of the cost; the cost itself if all parts are exact."""
        cost = self.own_cost
        for part in self.parts:
            cost = _plus(cost, part.bound)
        return cost


class _RunningTask(NamedTuple):
    """A task that was handed out: for a set, or for some guesses in it."""

    node: SetNode
    task: Task
    call: RemoteCall[Answer]
    number: int
    after: int


class Coordinator:
    """One search by the workers of *executor*. `run` fills `messages`, with which the core finishes the search quickly.

    The search looks for the cost of *position* by *objective*, if it is below *known_cost*. *least*: a proven lower
    bound of the total; a guess that reaches it ends the search. *first_guess*: try only this first guess.
    *every_first_guess*: find the cost of every first guess, even if another one is better. *remembered*: what an
    earlier search learnt.
    """

    def __init__(
        self,
        executor: Executor,
        position: Position,
        objective: engine.Objective,
        known_cost: Cost | None,
        *,
        consistent: bool,
        memory_limit: int | None,
        least: int | None,
        first_guess: int | None,
        every_first_guess: bool,
        remembered: bytes,
    ) -> None:
        self._executor, self._position = executor, position
        self._question = Question.about(position, objective, consistent=consistent, memory_limit=memory_limit)
        self._every_first_guess, self._least, self.may_lose = every_first_guess, least, objective.may_lose
        self.infinite: Cost = (engine.INFINITE, 0) if self.may_lose else (0, engine.INFINITE)
        budget = self.infinite if every_first_guess or known_cost is None else known_cost
        self.root = SetNode((), len(position.candidate_indices), (0, 0), budget, self.infinite)
        if first_guess is not None:
            self.root.state = "open"
            self.root.put_back([first_guess], after=0)
        self.messages: list[bytes] = []  # messages to workers, numbered from 1
        if remembered:
            self.messages.append(select_solved(remembered, self.may_lose, _MAX_NEWS_BYTES))
        self.nodes = self.finished = self._last_number = 0
        self._answered: list[TaskRecord] = []
        self._running: dict[Future[Answer], _RunningTask] = {}
        self._workers: dict[str, tuple[int, float]] = {}  # number of the last message each has, and when it answered
        self._table_data: TableData | None = None
        self._start = time.monotonic()

    @property
    def _expected_workers(self) -> int:
        """Number of workers to keep busy."""
        return max(_MIN_WORKERS, len(self._workers))

    @property
    def _elapsed(self) -> float:
        return time.monotonic() - self._start

    @property
    def _least_is_found(self) -> bool:
        """Whether a first guess reaches the proven lower bound, so that the search can stop."""
        return self._least is not None and self.root.found and self.root.best <= (0, self._least)

    # -- The loop.

    def run(self) -> Generator[TaskProgress, None, None]:
        """Hand out tasks until the cost is known, and yield the progress. Closing the generator cancels all tasks."""
        watch = WorkerWatch(self._executor)
        try:
            while self.root.state != "done" and not self._least_is_found:
                self._hand_out()
                assert self._running, "the search is not done, but no task can be handed out"
                answered = wait(self._running, _POLL_SECONDS, FIRST_COMPLETED).done
                for future in answered:
                    self._receive(future)
                watch.check(bool(answered))
                counts = len(self._workers), len(self._running), self.finished
                yield TaskProgress(*counts, self._elapsed, tuple(self._answered))
                self._answered = []
        finally:
            for future in self._running:
                future.cancel()

    def _hand_out(self) -> None:
        """Submit tasks until every worker is busy and some tasks are in reserve."""
        max_running = self._expected_workers + self._expected_workers // 2 + 2
        while len(self._running) < max_running and (work := next(self._open_tasks(self.root), None)) is not None:
            node, guesses = work
            if guesses:
                node.batches += 1
            else:
                node.state = "running"
            self._submit(node, self._task(node, guesses))

    def _open_tasks(self, node: SetNode) -> Iterator[tuple[SetNode, tuple[int, ...]]]:
        """Yield what can be handed out at or below *node*, in the order in which one worker would search.

        An item is a set and no guesses, or a set and some of its guesses, which are then removed from it.
        """
        if node.state == "waiting":
            yield node, ()
        elif node.state == "open":
            for guess in node.split:
                for part in sorted(guess.parts, key=lambda part: part.size):
                    yield from self._open_tasks(part)
            if node.guesses:
                share = len(node.guesses) // (2 * self._expected_workers)
                count = 1 if self._values_all(node) else min(len(node.guesses), max(_MIN_GUESSES, share))
                yield node, node.take(count)

    def _task(self, node: SetNode, guesses: tuple[int, ...]) -> Task:
        min_seconds = max(_MIN_SECONDS, self._expected_workers * _SECONDS_PER_WORKER)
        seconds = min(_MAX_SECONDS, max(min_seconds, self._elapsed * _SHARE_OF_TIME))
        if node is self.root and not guesses:  # the whole search: solved at once if easy, else opened soon
            seconds = 0.0 if self._every_first_guess else _FIRST_SECONDS
        news_bytes = int(_NEWS_BYTES_PER_SECOND * max(seconds, min_seconds) / self._expected_workers)
        first, news = self._news(min(_MAX_NEWS_BYTES, news_bytes))
        budget = self._limit(node) if guesses else self._budget(node)
        return Task(self._question, node.path, guesses, budget, seconds, first, news)

    def _news(self, max_bytes: int) -> tuple[int, tuple[bytes, ...]]:
        """Return the messages that some worker may lack, and the number of the first: the latest in *max_bytes*."""
        last_seen = min((seen for seen, _ in self._workers.values()), default=0)
        size = 0
        for number in range(len(self.messages), last_seen, -1):
            size += len(self.messages[number - 1])
            if size > max_bytes:
                last_seen = number
                break
        return last_seen + 1, tuple(self.messages[last_seen:])

    def _submit(self, node: SetNode, task: Task) -> None:
        self._last_number += 1
        after = max((node.returned_by[guess] for guess in task.guesses), default=node.after)
        game = "" if self._question.game is None else f" of {self._question.game}"
        moves = len(self._question.history) + len(node.path)
        where = f"{count_text(node.size, 'candidate')} after {count_text(moves, 'guess')}"
        call = RemoteCall(self._executor, f"task {self._last_number}{game} ({where})", run_task, task)
        self._running[call.future] = _RunningTask(node, task, call, self._last_number, after)

    def _receive(self, future: "Future[Answer]") -> None:
        """Record an answer and update the tree, or submit the task again if it was lost or lacks the table."""
        running_task = self._running.pop(future, None)
        if running_task is None:  # dropped: another answer of the same poll has closed its set
            return
        if running_task.call.is_lost:
            if running_task.node.state != "done":
                running_task.call.submit_again()
                self._running[running_task.call.future] = running_task
            return
        answer, now = running_task.call.result(), time.monotonic()
        self._workers[answer.worker] = answer.seen, now
        if len(self._workers) > 1:
            self._workers = {name: last for name, last in self._workers.items() if now - last[1] < _FORGET_SECONDS}
        if answer.needs_table:  # the worker cannot build the table itself: submit the task again with the table
            self._table_data = self._table_data or TableData.of(self._position.table)
            if running_task.node.state != "done":
                self._submit(running_task.node, replace(running_task.task, table=self._table_data))
            return
        self.finished += 1
        self.nodes += answer.nodes
        if answer.solved:
            self.messages.append(answer.solved)
        self._answered.append(TaskRecord(running_task.number, running_task.after, answer.seconds, answer.nodes))
        self._apply(running_task, answer)

    @property
    def bounds(self) -> Bounds[int, int]:
        """Bounds of the result so far: of the lost weight if secrets may be lost, else of the total."""
        root, index = self.root, 0 if self.may_lose else 1
        lower = min(root.bound, root.best)
        if root.state in ("open", "done") and not root.guesses and not root.batches:  # every guess has a bound
            costs = [root.best, root.least_refuted, *(guess.cost for guess in root.split)]
            lower = max(root.bound, min(costs))
        return Bounds(lower[index], root.best[index])

    # -- Answers.

    def _apply(self, running_task: _RunningTask, answer: Answer) -> None:
        """Update the tree with an *answer*, and close all sets and guesses that it decides."""
        node, task = running_task.node, running_task.task
        if task.guesses:
            node.batches -= 1
        if node.state == "done":
            return
        best, least_refuted = self._cap(answer.best), self._cap(answer.least_refuted)
        if not task.guesses:
            if answer.finished:
                return self._close(node, best if answer.found else least_refuted, answer.found)
            if node.state != "running":  # a repeated task: an earlier answer has opened the set
                return
            node.state, node.key, node.best = "open", answer.key, task.budget
            node.bound = max(node.bound, self._cap(answer.bound))
        if answer.found:
            self._offer(node, best, True)
        self._offer(node, least_refuted, False)
        if answer.opened is not None:
            node.split.append(self._open_guess(node, answer.opened, answer, running_task.number))
        if answer.open_guesses:
            node.put_back(answer.open_guesses, running_task.number)
        for guess in list(node.split):
            self._close_guess_if_done(guess)
        self._close_if_done(node)

    def _open_guess(self, node: SetNode, index: int, answer: Answer, after: int) -> GuessNode:
        """Return a node for the guess *index* in *node*, whose parts can be handed out. *after*: the answered task."""
        guess = GuessNode(node, answer.won)
        for feedback, size, bound, shift, exact in answer.open_parts:
            guess.own_cost = _plus(guess.own_cost, shift)  # what this guess itself costs the candidates of the part
            path, state = (*node.path, (index, feedback)), "done" if exact else "waiting"
            guess.parts.append(
                SetNode(path, size, bound, self.infinite, self.infinite, exact, guess, state, after=after)
            )
        return guess

    def _offer(self, node: SetNode, value: Cost, exact: bool) -> None:
        """Record that a guess in *node* costs *value*: exactly, or at least."""
        if exact and value < node.best:
            node.best, node.found = value, True
        else:
            node.least_refuted = min(node.least_refuted, value)

    def _close(self, node: SetNode, bound: Cost, exact: bool) -> None:
        """Record the cost of *node*, and close its parents if they are decided now."""
        # The format of checkpoints: the key, the lost weight if secrets may be lost, and 2 * total, plus 1 if exact.
        if node.key:
            lost, total = bound
            numbers = (lost, 2 * total + exact) if self.may_lose else (2 * total + exact,)
            self.messages.append(node.key + struct.pack(f"<{len(numbers)}q", *numbers))
        node.state, node.exact = "done", exact
        node.bound = bound if exact else max(node.bound, bound)
        node.split, node.guesses = [], []
        if node.parent is not None and not node.parent.closed:
            grandparent = node.parent.parent
            self._close_guess_if_done(node.parent)
            self._close_if_done(grandparent)

    def _close_guess_if_done(self, guess: GuessNode) -> None:
        """Remove *guess* from its set if it is refuted or its cost is known."""
        parent, cost = guess.parent, min(guess.cost, self.infinite)
        exact = all(part.exact for part in guess.parts)
        if guess.closed or not (exact or cost >= self._limit(parent)):
            return
        guess.closed = True
        parent.split.remove(guess)
        self._offer(parent, cost, exact)
        for part in guess.parts:
            self._drop(part)
        if parent.found:  # the limit may be lower now, and refute other guesses
            for other in list(parent.split):
                self._close_guess_if_done(other)

    def _close_if_done(self, node: SetNode) -> None:
        """Close *node* if no guess is left to try.

        The best guess found gives its cost only if no refuted guess may cost less. The budget may have fallen below the
        best cost meanwhile, and guesses between the two were refuted by the budget alone.
        """
        if node.state == "open" and not (node.guesses or node.batches or node.split):
            exact = node.found and node.best <= node.least_refuted
            self._close(node, node.best if exact else node.least_refuted, exact)

    def _drop(self, node: SetNode) -> None:
        """Cancel all tasks at and below *node*, whose cost is no longer needed."""
        if node.state == "done":
            return
        node.state = "done"
        for guess in node.split:
            guess.closed = True
            for part in guess.parts:
                self._drop(part)
        for future, running_task in list(self._running.items()):
            if running_task.node is node and future.cancel():
                del self._running[future]

    def _budget(self, node: SetNode) -> Cost:
        """Return what *node* must cost less than, for its parent guess to stay below its limit."""
        guess = node.parent
        if guess is None:
            return self.root.best
        return _minus(_plus(self._limit(guess.parent), node.bound), guess.cost)

    def _limit(self, node: SetNode) -> Cost:
        """Return what a guess in *node* must cost less than to matter."""
        return self.infinite if self._values_all(node) else min(node.best, self._budget(node))

    def _values_all(self, node: SetNode) -> bool:
        """Whether the cost of every guess in *node* is needed."""
        return self._every_first_guess and node is self.root

    def _cap(self, cost: Cost) -> Cost:
        """Return *cost*, with any infinite cost replaced by `infinite`: the core may write it differently."""
        return self.infinite if cost[1] >= engine.INFINITE else min(cost, self.infinite)
