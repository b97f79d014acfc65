"""Who computes, and who waits: lanes of worker threads, and computations that several clients share.

A *flight* is one computation under way. Whoever asks the same question joins it, hears of its progress, and leaves
with the answer; when the last one has gone without it, it is cancelled.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bestguess.errors import SizeError
from bestguess.web.problems import Busy, Cancelled

_TOLD_EVERY = 0.1  # seconds


class Job:
    """What a computation sees of those who wait for it: whether to go on, and where to report."""

    def __init__(self, tell: Callable[[str, dict[str, Any]], None], seconds: float) -> None:
        self.cancel = threading.Event()
        self._tell, self._seconds = tell, seconds
        self._deadline, self._told = float("inf"), float("-inf")

    def begin(self) -> None:
        """Starts the clock."""
        self._deadline = time.monotonic() + self._seconds
        self.check()

    def check(self) -> None:
        """Raises Cancelled when nobody waits, SizeError when it has taken too long."""
        if self.cancel.is_set():
            raise Cancelled
        if time.monotonic() > self._deadline:
            raise SizeError(f"expected a question that is answered within {self._seconds:g} s, got a longer one")

    def progress(self, done: int, total: int, **more: Any) -> None:
        """Says how much is done, and of how much; raises as `check` does, which ends what reports to it."""
        self.check()
        self.tell(done=done, total=total, **more)

    def tell(self, **document: Any) -> None:
        """Says how it goes, a few times a second at the most."""
        now = time.monotonic()
        if now >= self._told + _TOLD_EVERY:
            self._told = now
            self._tell("progress", document)

    def partial(self, document: dict[str, Any]) -> None:
        """Gives a part of the answer."""
        self.check()
        self._tell("partial", document)


Work: TypeAlias = Callable[[Job], bytes]


class Lane:
    """Some worker threads, and a queue that is refused when it is full."""

    def __init__(self, name: str, running: int, waiting: int, seconds: float) -> None:
        self._threads = max(1, running)
        self._most, self.seconds = self._threads + waiting, seconds
        self._name = f"bestguess-{name}"
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._active = 0

    @property
    def running(self) -> int:
        """How many computations run."""
        return min(self._active, self._threads)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return max(0, self._active - self._threads)

    def submit(self, work: Callable[[], bytes]) -> "Future[bytes]":
        """Runs *work* when it is its turn; raises Busy when the queue is full."""
        with self._lock:
            if self._active >= self._most:
                raise Busy(1)
            self._active += 1
            self._pool = self._pool or ThreadPoolExecutor(self._threads, thread_name_prefix=self._name)
            future = self._pool.submit(work)
        future.add_done_callback(self._done)
        return future

    def _done(self, future: "Future[bytes]") -> None:
        with self._lock:
            self._active -= 1

    def close(self) -> None:
        """Ends the threads, once what they do has heard that it is cancelled; more work begins new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


Event: TypeAlias = tuple[str, Any]
"""A name (progress, partial, result or error), and a document, the bytes of the answer, or what went wrong."""
LAST = ("result", "error")


@dataclass(eq=False)
class Flight:
    """One computation under way, and those who wait for it."""

    key: object
    job: Job
    listeners: "set[asyncio.Queue[Event]]" = field(default_factory=set)
    told: list[Event] = field(default_factory=list)
    future: "Future[bytes] | None" = None


def done(data: bytes) -> Flight:
    """A flight that has landed with *data*."""
    return Flight(None, Job(lambda name, document: None, 0), told=[("result", data)])


class Flights:
    """All computations under way, by what was asked. Used from the event loop only."""

    def __init__(self) -> None:
        self._under_way: dict[object, Flight] = {}

    def join(self, key: object, lane: Lane, work: Work) -> "Seat":
        """A seat in the computation of *key*, which *work* begins when there is none; raises Busy."""
        return Seat(self, self._under_way.get(key) or self._begin(key, lane, work))

    def leave(self, flight: Flight, queue: "asyncio.Queue[Event]") -> None:
        """Takes a listener out; what nobody waits for is ended."""
        flight.listeners.discard(queue)
        if not flight.listeners:
            self._abandon(flight)

    def close(self) -> None:
        """Ends everything, and says so at once to those who wait, however long what computes takes to hear of it."""
        for flight in list(self._under_way.values()):
            self._abandon(flight)
            self._heard(flight, ("error", Cancelled()))

    def _begin(self, key: object, lane: Lane, work: Work) -> Flight:
        loop = asyncio.get_running_loop()

        def tell(name: str, document: Any) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._heard, flight, (name, document))

        def run() -> bytes:
            job.begin()
            return work(job)

        def landed(future: "Future[bytes]") -> None:
            error = Cancelled() if future.cancelled() else future.exception()
            tell(*(("result", future.result()) if error is None else ("error", error)))

        job = Job(tell, lane.seconds)
        flight = Flight(key, job)
        flight.future = lane.submit(run)
        self._under_way[key] = flight
        flight.future.add_done_callback(landed)
        return flight

    def _heard(self, flight: Flight, event: Event) -> None:
        if event[0] == "progress":  # only the last one matters to those who come later
            flight.told = [told for told in flight.told if told[0] != "progress"]
        flight.told.append(event)
        if event[0] in LAST and self._under_way.get(flight.key) is flight:
            del self._under_way[flight.key]
        for queue in flight.listeners:
            queue.put_nowait(event)

    def _abandon(self, flight: Flight) -> None:
        """Ends what nobody waits for."""
        flight.job.cancel.set()
        if flight.future is not None:
            flight.future.cancel()
        if self._under_way.get(flight.key) is flight:
            del self._under_way[flight.key]


class Seat:
    """One who waits for a flight: hears `next` what there is to hear, and must `leave`."""

    def __init__(self, flights: Flights, flight: Flight) -> None:
        self._flights, self._flight = flights, flight
        self._queue: asyncio.Queue[Event] = asyncio.Queue()
        for event in flight.told:
            self._queue.put_nowait(event)
        flight.listeners.add(self._queue)

    async def next(self) -> Event:
        """The next event."""
        return await self._queue.get()

    async def last(self) -> Event:
        """The last event: result or error."""
        while (event := await self.next())[0] not in LAST:
            pass
        return event

    def leave(self) -> None:
        """Waits no longer."""
        self._flights.leave(self._flight, self._queue)
