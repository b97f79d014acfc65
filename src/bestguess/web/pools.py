"""Worker threads that clients share fairly: each client has a queue of its own, and the queues take turns.

A client may use all threads while nobody else needs them. A client for whom nothing runs yet does not wait for those
who have them all: some extra threads are kept for that.
"""

import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from bestguess.engine import limited_threads
from bestguess.web.problems import Busy

Work = Callable[[], Any]


@dataclass(eq=False)
class Task:
    """Some *work* to be done once, for one or more *clients*; *light*: it takes little memory."""

    work: Work
    clients: set[str]
    light: bool = True
    future: "Future[Any]" = field(default_factory=Future)
    started_for: str | None = None

    def run(self) -> None:
        """Does the work, unless it was cancelled, in one native thread unless it asks for more: several tasks run."""
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            with limited_threads(1):
                result = self.work()
            self.future.set_result(result)
        except BaseException as error:  # also what a computation raises to stop itself
            self.future.set_exception(error)


class WorkerPool:
    """Runs tasks in *running* threads, and light ones of clients for whom none runs in *extra* ones; others wait.

    At most *waiting* tasks wait.
    """

    def __init__(self, name: str, running: int, waiting: int, seconds: float, extra: int = 0) -> None:
        self._threads, self._extra, self._limit = max(1, running), extra, waiting
        self.seconds = seconds
        self._name = f"bestguess-{name}"
        self._executor: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._queues: dict[str, deque[Task]] = {}  # the client whose turn is next comes first
        self._waiting: set[Task] = set()
        self._running: Counter[str] = Counter()

    @property
    def running(self) -> int:
        """How many tasks run."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """How many tasks wait for a thread."""
        return len(self._waiting)

    def submit(self, work: Work, client: str = "", light: bool = True) -> Task:
        """A task that does *work* for *client*; raises Busy when too many wait. *light*: see `Task`.

        Then the last task of the client with most of them makes room, unless that is *client*.
        """
        task, dropped = Task(work, {client}, light), None
        with self._lock:
            if len(self._waiting) >= self._limit and not self._can_start(task, client):
                dropped = self._task_to_drop(client)
                self._remove(dropped)
            self._enqueue(task, client)
            self._start_tasks()
        task.future.add_done_callback(lambda _: self._finished(task))
        if dropped is not None:
            dropped.future.cancel()
        return task

    def join(self, task: Task, client: str) -> None:
        """Lets *task* run on the turn of *client* as well."""
        with self._lock:
            if task in self._waiting and client not in task.clients:
                task.clients.add(client)
                self._enqueue(task, client)
                self._start_tasks()

    def leave(self, task: Task, client: str) -> None:
        """Takes *task* out of the queue of *client*."""
        with self._lock:
            if task in self._waiting and client in task.clients:
                task.clients.discard(client)
                self._dequeue(task, client)

    def close(self) -> None:
        """Empties the queues and ends the threads without waiting for them. A later `submit` starts new threads."""
        with self._lock:
            executor, self._executor = self._executor, None
            waiting = list(self._waiting)
            for task in waiting:
                self._remove(task)
        for task in waiting:
            task.future.cancel()
        if executor is not None:
            executor.shutdown(wait=False)

    def _can_start(self, task: Task, client: str) -> bool:
        extra = self._extra if task.light and not self._running[client] else 0
        return self.running < self._threads + extra

    def _start_tasks(self) -> None:
        """Starts what may start: first for clients with fewest tasks that run, among them whose turn it is."""
        while allowed := [client for client, queue in self._queues.items() if self._can_start(queue[0], client)]:
            client = min(allowed, key=lambda one: self._running[one])  # the first of the fewest
            task = self._queues[client][0]
            self._remove(task)
            if client in self._queues:
                self._queues[client] = self._queues.pop(client)  # its next turn comes last
            task.started_for = client
            self._running[client] += 1
            if self._executor is None:
                self._executor = ThreadPoolExecutor(self._threads + self._extra, thread_name_prefix=self._name)
            self._executor.submit(task.run)

    def _finished(self, task: Task) -> None:
        with self._lock:
            if task in self._waiting:
                self._remove(task)
            elif task.started_for is not None:
                self._running[task.started_for] -= 1
                self._running += Counter()  # forgets clients without tasks
            self._start_tasks()

    def _task_to_drop(self, client: str) -> Task:
        """The last task of the client with most of them; raises Busy when that is *client*."""
        largest = max(self._queues, key=lambda one: len(self._queues[one]), default=client)
        own = len(self._queues.get(client, ()))
        alone = [task for task in self._queues.get(largest, ()) if task.clients == {largest}]
        if largest == client or len(alone) <= own + 1:
            raise Busy(1)
        return alone[-1]

    def _enqueue(self, task: Task, client: str) -> None:
        self._waiting.add(task)
        self._queues.setdefault(client, deque()).append(task)

    def _dequeue(self, task: Task, client: str) -> None:
        queue = self._queues[client]
        queue.remove(task)
        if not queue:
            del self._queues[client]

    def _remove(self, task: Task) -> None:
        self._waiting.discard(task)
        for client in task.clients:
            self._dequeue(task, client)
