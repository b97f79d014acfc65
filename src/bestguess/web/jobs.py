"""Computations in worker threads, shared by all requests that ask for the same result.

A `Job` is one computation under way. Each request that needs its result holds a `Subscription`, through which it gets
the job's events: progress, partial results, then the result or an error. When the last subscription is closed before
the end, the job is cancelled: out of its queue at once, or, when it runs, at its next poll. `JobTable` finds the job of
a key, a `WorkerPool` runs it on the turn of any of its clients, and the function that computes gets a `JobContext`.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypeAlias, TypedDict

from bestguess.engine import interruptible
from bestguess.errors import SizeError
from bestguess.games.documents import Content
from bestguess.web.pools import Task, WorkerPool
from bestguess.web.problems import Cancelled

_PROGRESS_INTERVAL = 0.1  # seconds between two progress events

Event: TypeAlias = tuple[str, Any]
"""A name and a value. progress and partial: a document; result: what was computed; error: an exception."""
FINAL_EVENTS = ("result", "error")


class ProgressJson(TypedDict):
    """How far a long computation is: the data of a stream's "progress" events."""

    done: int  # how much is done
    total: int  # of how much; 0: not known
    label: NotRequired[str]  # what is computed
    lower_bound: NotRequired[float | None]  # of what a proof looks for
    upper_bound: NotRequired[float | None]  # of what a proof looks for


class JobContext:
    """What a computation is given: whether it should stop, and where to report progress."""

    def __init__(self, publish: Callable[[str, Content], None], seconds: float) -> None:
        self.cancel = threading.Event()
        self.step = dict[str, Any]()
        """Of a computation of several steps, what stands in every report: how many are done, and of how many."""
        self._publish, self._seconds = publish, seconds
        self._deadline, self._last_progress = float("inf"), float("-inf")

    def start(self) -> None:
        """Starts the time limit; raises as `check` does."""
        self._deadline = time.monotonic() + self._seconds
        self.check()

    def check(self) -> None:
        """Raises Cancelled when the job has no subscriber left, SizeError when its time is over."""
        if self.cancel.is_set():
            raise Cancelled
        if time.monotonic() > self._deadline:
            raise SizeError(f"expected a question that is answered within {self._seconds:g} s, got a longer one")

    def progress(self, done: int, total: int, **more: Any) -> None:
        """Reports how much is done, and of how much; raises as `check` does, which stops the caller."""
        self.check()
        self.report(done=done, total=total, **more)

    def report(self, **document: Any) -> None:
        """Publishes a progress event, unless the last one is less than a tenth of a second old."""
        now = time.monotonic()
        if now >= self._last_progress + _PROGRESS_INTERVAL:
            self._last_progress = now
            self._publish("progress", {**document, **self.step})

    def partial(self, document: Content) -> None:
        """Publishes a part of the result; raises as `check` does."""
        self.check()
        self._publish("partial", document)


Compute: TypeAlias = Callable[[JobContext], Any]
"""A computation: gives the bytes of a response, or what a response needs."""


@dataclass(eq=False)
class Job:
    """One computation under way, its events so far and the queues of its subscribers."""

    key: object
    context: JobContext
    subscribers: "dict[asyncio.Queue[Event], str]" = field(default_factory=dict)
    """The queue of each subscription, and its client."""
    events: list[Event] = field(default_factory=list)
    pool: WorkerPool | None = None
    task: Task | None = None


def finished_job(data: bytes) -> Job:
    """A job whose result is *data* already."""
    return Job(None, JobContext(lambda name, document: None, 0), events=[("result", data)])


class JobTable:
    """The jobs under way by key. Used from the event loop only, so it needs no lock."""

    def __init__(self) -> None:
        self._jobs: dict[object, Job] = {}

    def subscribe(
        self, key: object, pool: WorkerPool, compute: Compute, client: str = "", light: bool = True
    ) -> "Subscription":
        """A subscription of *client* to the job of *key*; starts one in *pool* when there is none. Raises Busy.

        *light*: whether the job takes little memory.
        """
        job = self._jobs.get(key)
        if job is None:
            job = self._start(key, pool, compute, client, light)
        elif job.pool is not None and job.task is not None:
            job.pool.join(job.task, client)
        return Subscription(self, job, client)

    def unsubscribe(self, job: Job, queue: "asyncio.Queue[Event]") -> None:
        """Removes a subscriber, and cancels the job when it was the last one."""
        client = job.subscribers.pop(queue, None)
        if not job.subscribers:
            self._cancel(job)
        elif client is not None and client not in job.subscribers.values() and job.pool and job.task:
            job.pool.leave(job.task, client)

    def close(self) -> None:
        """Cancels every job. Subscribers get the error at once, before the computations have stopped."""
        for job in list(self._jobs.values()):
            self._cancel(job)
            self._deliver(job, ("error", Cancelled()))

    def _start(self, key: object, pool: WorkerPool, compute: Compute, client: str, light: bool) -> Job:
        loop = asyncio.get_running_loop()

        def publish(name: str, value: Any) -> None:
            with suppress(RuntimeError):  # the event loop is closed: the server has stopped
                loop.call_soon_threadsafe(self._deliver, job, (name, value))

        def run() -> Any:
            context.start()
            with interruptible(context.check):
                return compute(context)

        def finish(future: "Future[Any]") -> None:
            error = Cancelled() if future.cancelled() else future.exception()
            publish(*(("result", future.result()) if error is None else ("error", error)))

        context = JobContext(publish, pool.seconds)
        job = Job(key, context, pool=pool)
        job.task = pool.submit(run, client, light)
        self._jobs[key] = job
        job.task.future.add_done_callback(finish)
        return job

    def _deliver(self, job: Job, event: Event) -> None:
        if event[0] == "progress":  # later subscribers need only the newest progress
            job.events = [earlier for earlier in job.events if earlier[0] != "progress"]
        job.events.append(event)
        if event[0] in FINAL_EVENTS:
            self._forget(job)
        for queue in job.subscribers:
            queue.put_nowait(event)

    def _cancel(self, job: Job) -> None:
        job.context.cancel.set()
        if job.task is not None:
            job.task.future.cancel()
        self._forget(job)

    def _forget(self, job: Job) -> None:
        """Removes *job*, unless its key belongs to a newer job by now."""
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]


class Subscription:
    """One request's view of a job: past events first, then new ones. It must be closed."""

    def __init__(self, jobs: JobTable, job: Job, client: str = "") -> None:
        self._jobs, self._job = jobs, job
        self._queue: asyncio.Queue[Event] = asyncio.Queue()
        for event in job.events:
            self._queue.put_nowait(event)
        job.subscribers[self._queue] = client

    async def next_event(self) -> Event:
        """Waits for the next event."""
        return await self._queue.get()

    async def final_event(self) -> Event:
        """Waits for the last event: result or error."""
        while (event := await self.next_event())[0] not in FINAL_EVENTS:
            pass
        return event

    def close(self) -> None:
        """Stops waiting; the job is cancelled when nobody else waits for it."""
        self._jobs.unsubscribe(self._job, self._queue)
