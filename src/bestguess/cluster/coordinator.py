"""One search by many workers: who does what, and what follows from their answers.

The search is a tree of *sets* and *guesses*. A set costs what its best guess costs; a guess costs what its parts, which
are sets again, cost together. A set is asked for as one task. If that takes longer than its share of time, its guesses
become tasks, several at once; a guess that takes too long becomes one task for each part. So the upper levels open just
as far as it takes to keep all workers busy. Budgets are those of the moment in which a task is handed out, and what is
refuted meanwhile is cancelled.

What workers learn of sets comes back with their answers and goes out with later tasks. When all is known, the core of
this machine searches once more with all that was learnt, which takes little time, and gives value, tree and proof:
those of one machine, whatever the workers did.
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
from bestguess.cluster.tasks import Answer, Cost, GivenTable, Path, Question, Task, run_task, worth_telling
from bestguess.position import Position
from bestguess.wording import count_text

_FIRST_SECONDS, _LEAST_SECONDS, _MOST_SECONDS = 0.2, 1.0, 60.0  # that a task may take
_SHARE_OF_TIME = 1 / 60  # of the time so far that one task may take
_SECONDS_PER_WORKER = 0.02  # that one task may take: this machine answers one of them in about 0.015 s
_LEAST_GUESSES = 8  # in one task, if there are as many
_LEAST_WORKERS = 1  # that are expected, before and whatever answers come
_MOST_NEWS = 4_000_000  # bytes of news in one task
_NEWS_PER_SECOND = 50_000_000  # bytes of news that are sent to all workers together
_POLL_SECONDS = 0.2
_FORGET_SECONDS = 300.0  # after which a worker that has not answered counts no more


class TaskRecord(NamedTuple):
    """A task that was answered, numbered from 1 in the order of handing out."""

    number: int
    after: int
    """The number of the task whose answer made this one possible; 0: none."""
    seconds: float
    """What the processor of the worker spent on it."""
    nodes: int


@dataclass(frozen=True)
class TaskProgress:
    """How far a distributed search is."""

    workers: int
    running: int
    finished: int
    seconds: float
    answered: tuple[TaskRecord, ...] = ()
    """The tasks that were answered since the last report."""

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return self.finished / max(self.seconds, 1e-9)


def _plus(a: Cost, b: Cost) -> Cost:
    return a[0] + b[0], a[1] + b[1]


def _minus(a: Cost, b: Cost) -> Cost:
    return a[0] - b[0], a[1] - b[1]


@dataclass(eq=False)
class SetNode:
    """A set of candidates: the one after *path*."""

    path: Path
    size: int
    bound: Cost
    """What it costs at least; exactly that when *exact*."""
    best: Cost
    """What its best guess costs, if that was *found*, otherwise the budget."""
    least_refuted: Cost
    exact: bool = False
    above: "GuessNode | None" = None
    state: str = "waiting"
    """waiting (to be handed out), asked, open (its guesses are tried one by one) or done."""
    key: bytes = b""
    order: dict[int, int] = field(default_factory=dict)
    """Of an open set: its guesses, and the order in which to try them."""
    since: dict[int, int] = field(default_factory=dict)
    """The number of the task that has given back each guess."""
    guesses: list[int] = field(default_factory=list)
    """Of these, those still to be handed out."""
    batches: int = 0
    """How many tasks are trying guesses of it."""
    after: int = 0
    """The number of the task whose answer made it ready to be handed out; 0: none."""
    split: "list[GuessNode]" = field(default_factory=list)
    """Its guesses that were opened part by part."""
    found: bool = False

    def put_back(self, guesses: Collection[int], after: int) -> None:
        """Notes that *guesses* are to be handed out, since task *after*."""
        for guess in guesses:
            self.order.setdefault(guess, len(self.order))
            self.since[guess] = after
        self.guesses = sorted((*self.guesses, *guesses), key=self.order.__getitem__)

    def take(self, count: int) -> tuple[int, ...]:
        """So many of the guesses to be handed out, good ones and others, so that every worker soon meets good ones."""
        taken = self.guesses[:: len(self.guesses) // count][:count]
        left = set(self.guesses).difference(taken)
        self.guesses = [guess for guess in self.guesses if guess in left]
        return tuple(taken)


@dataclass(eq=False)
class GuessNode:
    """A guess at a set, whose parts are sets of their own; *made*: what the guess itself costs, and to win by it."""

    at: SetNode
    made: Cost
    parts: list[SetNode] = field(default_factory=list)
    closed: bool = False
    """Whether it is refuted, or its value is found."""

    @property
    def cost(self) -> Cost:
        """What it costs at least; exactly that when all parts are exact."""
        cost = self.made
        for part in self.parts:
            cost = _plus(cost, part.bound)
        return cost


class _Handed(NamedTuple):
    """A task that was handed out: for a set, or for guesses at it."""

    node: SetNode
    task: Task
    call: RemoteCall[Answer]
    number: int
    after: int


class Coordinator:
    """One search by the workers of *executor*. `run` fills `learnt`, which is all that the core needs to end it.

    What is sought is what *position* costs by *objective*, if that is below the cost that is *known*. *least*: nothing
    costs less, so that what reaches it ends the search. *first_guess*: the only one to be tried first;
    *every_first_guess*: the value of each is sought, whatever the others cost.
    """

    def __init__(
        self,
        executor: Executor,
        position: Position,
        objective: engine.Objective,
        known: Cost | None,
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
        self._every, self._least, self.may_lose = every_first_guess, least, objective.may_lose
        self.infinite: Cost = (engine.INFINITE, 0) if self.may_lose else (0, engine.INFINITE)
        budget = self.infinite if every_first_guess or known is None else known
        self.root = SetNode((), len(position.candidate_indices), (0, 0), budget, self.infinite)
        if first_guess is not None:
            self.root.state = "open"
            self.root.put_back([first_guess], after=0)
        self.learnt: list[bytes] = []  # the messages to workers, numbered from 1
        if remembered:
            self.learnt.append(worth_telling(remembered, self.may_lose, _MOST_NEWS))
        self.nodes = self.finished = self._numbers = 0
        self._answered: list[TaskRecord] = []
        self._handed: dict[Future[Answer], _Handed] = {}
        self._workers: dict[str, tuple[int, float]] = {}  # the last news that each has, and when it answered
        self._given: GivenTable | None = None
        self._began = time.monotonic()

    @property
    def _expected(self) -> int:
        """How many workers are to be kept busy."""
        return max(_LEAST_WORKERS, len(self._workers))

    @property
    def _elapsed(self) -> float:
        return time.monotonic() - self._began

    @property
    def _least_is_found(self) -> bool:
        """Whether a guess costs no more than what nothing is below."""
        return self._least is not None and self.root.found and self.root.best <= (0, self._least)

    # -- The loop.

    def run(self) -> Generator[TaskProgress, None, None]:
        """Hands out tasks until all is known, and says how far it is after each step; closed before, cancels them."""
        watch = WorkerWatch(self._executor)
        try:
            while self.root.state != "done" and not self._least_is_found:
                self._hand_out()
                assert self._handed, "a search that is not done has nothing to be done"
                answered = wait(self._handed, _POLL_SECONDS, FIRST_COMPLETED).done
                for future in answered:
                    self._receive(future)
                watch.check(bool(answered))
                counts = len(self._workers), len(self._handed), self.finished
                yield TaskProgress(*counts, self._elapsed, tuple(self._answered))
                self._answered = []
        finally:
            for future in self._handed:
                future.cancel()

    def _hand_out(self) -> None:
        """Keeps every worker busy, with something in reserve. How many there are shows by their answers."""
        most = self._expected + self._expected // 2 + 2
        while len(self._handed) < most and (picked := next(self._open_tasks(self.root), None)) is not None:
            node, guesses = picked
            if guesses:
                node.batches += 1
            else:
                node.state = "asked"
            self._submit(node, self._task(node, guesses))

    def _open_tasks(self, node: SetNode) -> Iterator[tuple[SetNode, tuple[int, ...]]]:
        """What can be handed out at or below *node*, in the order of a search by one worker."""
        if node.state == "waiting":
            yield node, ()
        elif node.state == "open":
            for guess in node.split:
                for part in sorted(guess.parts, key=lambda part: part.size):
                    yield from self._open_tasks(part)
            if node.guesses:
                share = len(node.guesses) // (2 * self._expected)
                count = 1 if self._values_all(node) else min(len(node.guesses), max(_LEAST_GUESSES, share))
                yield node, node.take(count)

    def _task(self, node: SetNode, guesses: tuple[int, ...]) -> Task:
        least = max(_LEAST_SECONDS, self._expected * _SECONDS_PER_WORKER)
        seconds = min(_MOST_SECONDS, max(least, self._elapsed * _SHARE_OF_TIME))
        if node is self.root and not guesses:
            seconds = 0.0 if self._every else _FIRST_SECONDS
        first, news = self._news(min(_MOST_NEWS, int(_NEWS_PER_SECOND * max(seconds, least) / self._expected)))
        budget = self._limit(node) if guesses else self._budget(node)
        return Task(self._question, node.path, guesses, budget, seconds, first, news)

    def _news(self, most: int) -> tuple[int, tuple[bytes, ...]]:
        """The messages that some worker does not have, as far as is known; the last ones, of at most *most* bytes."""
        first = min((seen for seen, _ in self._workers.values()), default=0)
        size = 0
        for number in range(len(self.learnt), first, -1):
            size += len(self.learnt[number - 1])
            if size > most:
                first = number
                break
        return first + 1, tuple(self.learnt[first:])

    def _submit(self, node: SetNode, task: Task) -> None:
        self._numbers += 1
        after = max((node.since[guess] for guess in task.guesses), default=node.after)
        game = "" if self._question.game is None else f" of {self._question.game}"
        moves = len(self._question.history) + len(node.path)
        where = f"{count_text(node.size, 'candidate')} after {count_text(moves, 'guess')}"
        call = RemoteCall(self._executor, f"task {self._numbers}{game} ({where})", run_task, task)
        self._handed[call.future] = _Handed(node, task, call, self._numbers, after)

    def _receive(self, future: "Future[Answer]") -> None:
        handed = self._handed.pop(future, None)
        if handed is None:  # an answer that came together with this one has settled its set
            return
        if handed.call.is_lost:
            if handed.node.state != "done":
                handed.call.submit_again()
                self._handed[handed.call.future] = handed
            return
        answer, now = handed.call.result(), time.monotonic()
        self._workers[answer.worker] = answer.seen, now
        if len(self._workers) > 1:
            self._workers = {name: at for name, at in self._workers.items() if now - at[1] < _FORGET_SECONDS}
        if answer.needs_table:
            self._given = self._given or GivenTable.of(self._position.table)
            if handed.node.state != "done":
                self._submit(handed.node, replace(handed.task, table=self._given))
            return
        self.finished += 1
        self.nodes += answer.nodes
        if answer.solved:
            self.learnt.append(answer.solved)
        self._answered.append(TaskRecord(handed.number, handed.after, answer.seconds, answer.nodes))
        self._apply(handed, answer)

    @property
    def bounds(self) -> Bounds[int, int]:
        """What is known of the number that is sought: the weight that is lost, or the total."""
        root, sought = self.root, 0 if self.may_lose else 1
        lower = min(root.bound, root.best)
        if root.state in ("open", "done") and not root.guesses and not root.batches:
            costs = [root.best, root.least_refuted, *(guess.cost for guess in root.split)]
            lower = max(root.bound, min(costs))
        return Bounds(lower[sought], root.best[sought])

    # -- What follows from an answer.

    def _apply(self, handed: _Handed, answer: Answer) -> None:
        node, task = handed.node, handed.task
        if task.guesses:
            node.batches -= 1
        if node.state == "done":
            return
        best, least_refuted = self._capped(answer.best), self._capped(answer.least_refuted)
        if not task.guesses:
            if answer.finished:
                return self._close(node, best if answer.found else least_refuted, answer.found)
            if node.state != "asked":
                return
            node.state, node.key, node.best = "open", answer.key, task.budget
            node.bound = max(node.bound, self._capped(answer.bound))
        if answer.found:
            self._offer(node, best, True)
        self._offer(node, least_refuted, False)
        if answer.opened is not None:
            node.split.append(self._opened(node, answer.opened, answer, handed.number))
        if answer.open_guesses:
            node.put_back(answer.open_guesses, handed.number)
        for guess in list(node.split):
            self._close_guess_if_done(guess)
        self._close_if_done(node)

    def _opened(self, node: SetNode, index: int, answer: Answer, after: int) -> GuessNode:
        """The guess of this *index* at *node*, whose parts can be handed out since task *after*."""
        guess = GuessNode(node, answer.won)
        for feedback, size, bound, shift, exact in answer.open_parts:
            guess.made = _plus(guess.made, shift)
            path, state = (*node.path, (index, feedback)), "done" if exact else "waiting"
            guess.parts.append(
                SetNode(path, size, bound, self.infinite, self.infinite, exact, guess, state, after=after)
            )
        return guess

    def _offer(self, node: SetNode, value: Cost, exact: bool) -> None:
        """Notes that a guess at *node* costs *value*, or at least that."""
        if exact and value < node.best:
            node.best, node.found = value, True
        else:
            node.least_refuted = min(node.least_refuted, value)

    def _close(self, node: SetNode, bound: Cost, exact: bool) -> None:
        """Notes what *node* costs, and what follows for the guess above it."""
        if node.key:  # as checkpoints hold it: the cost twice, and one more if it is exact
            lost, total = bound
            numbers = (lost, 2 * total + exact) if self.may_lose else (2 * total + exact,)
            self.learnt.append(node.key + struct.pack(f"<{len(numbers)}q", *numbers))
        node.state, node.exact = "done", exact
        node.bound = bound if exact else max(node.bound, bound)
        node.split, node.guesses = [], []
        if node.above is not None and not node.above.closed:
            at = node.above.at
            self._close_guess_if_done(node.above)
            self._close_if_done(at)

    def _close_guess_if_done(self, guess: GuessNode) -> None:
        """Takes *guess* out of its set when it is refuted, or its value is found."""
        at, cost = guess.at, min(guess.cost, self.infinite)
        exact = all(part.exact for part in guess.parts)
        if guess.closed or not (exact or cost >= self._limit(at)):
            return
        guess.closed = True
        at.split.remove(guess)
        self._offer(at, cost, exact)
        for part in guess.parts:
            self._drop(part)
        if at.found:
            for other in list(at.split):
                self._close_guess_if_done(other)

    def _close_if_done(self, node: SetNode) -> None:
        """Closes *node* when nothing is left to be tried.

        What was found is its value only if no other guess may cost less: some were refuted by a budget below it, when
        that had fallen in the meantime.
        """
        if node.state == "open" and not (node.guesses or node.batches or node.split):
            exact = node.found and node.best <= node.least_refuted
            self._close(node, node.best if exact else node.least_refuted, exact)

    def _drop(self, node: SetNode) -> None:
        """Cancels what was handed out below *node*, which nobody needs any more."""
        if node.state == "done":
            return
        node.state = "done"
        for guess in node.split:
            guess.closed = True
            for part in guess.parts:
                self._drop(part)
        for future, handed in list(self._handed.items()):
            if handed.node is node and future.cancel():
                del self._handed[future]

    def _budget(self, node: SetNode) -> Cost:
        """What *node* may cost at most, less one: the guess above it must cost less than the best one of its set."""
        guess = node.above
        if guess is None:
            return self.root.best
        return _minus(_plus(self._limit(guess.at), node.bound), guess.cost)

    def _limit(self, node: SetNode) -> Cost:
        """What a guess at *node* must cost less than."""
        return self.infinite if self._values_all(node) else min(node.best, self._budget(node))

    def _values_all(self, node: SetNode) -> bool:
        """Whether the value of every guess at *node* is asked for."""
        return self._every and node is self.root

    def _capped(self, cost: Cost) -> Cost:
        """*cost*, or infinite as it is written here."""
        return self.infinite if cost[1] >= engine.INFINITE else min(cost, self.infinite)
