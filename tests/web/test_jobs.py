"""Worker pools and jobs that several requests share."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from bestguess.errors import SizeError
from bestguess.web.jobs import JobContext, JobTable
from bestguess.web.pools import WorkerPool
from bestguess.web.problems import Cancelled


def waiting_for(event: threading.Event) -> Callable[[JobContext], bytes]:
    """A computation that ends with *event*."""

    def compute(context: JobContext) -> bytes:
        assert event.wait(60)
        return b"done"

    return compute


def test_a_waiting_job_without_subscribers_never_starts() -> None:
    """A job that still waits is taken out of the queue when its only subscription is closed."""
    pool, event, begun = WorkerPool("test", 1, 5, 60.0), threading.Event(), list[str]()

    def compute(context: JobContext) -> bytes:
        begun.append("b")
        return b""

    async def ask() -> None:
        jobs = JobTable()
        first = jobs.subscribe("a", pool, waiting_for(event))
        second = jobs.subscribe("b", pool, compute)
        second.close()
        assert (pool.running, pool.waiting) == (1, 0)
        event.set()
        assert (await first.final_event())[0] == "result"

    asyncio.run(ask())
    pool.close()
    assert begun == []


def test_closing_the_last_subscription_cancels() -> None:
    """A running job is cancelled by the last subscription that is closed, not before; the next one starts a new job."""
    pool, contexts, begun = WorkerPool("test", 1, 5, 60.0), list[JobContext](), threading.Semaphore(0)

    def compute(context: JobContext) -> bytes:
        contexts.append(context)
        begun.release()
        assert context.cancel.wait(60)
        context.check()
        return b""

    async def ask() -> None:
        jobs = JobTable()
        one, other = jobs.subscribe("a", pool, compute), jobs.subscribe("a", pool, compute)
        assert await asyncio.to_thread(begun.acquire, timeout=60)
        one.close()
        assert not contexts[0].cancel.is_set()
        other.close()
        assert contexts[0].cancel.is_set()
        again = jobs.subscribe("a", pool, compute)
        assert await asyncio.to_thread(begun.acquire, timeout=60)
        assert len(contexts) == 2
        again.close()

    asyncio.run(ask())
    pool.close()


def test_errors_reach_every_subscriber() -> None:
    """What a computation raises is given to every subscriber, and the next subscription starts a new job."""
    pool, event = WorkerPool("test", 1, 5, 60.0), threading.Event()

    def compute(context: JobContext) -> bytes:
        assert event.wait(60)
        raise SizeError("too large")

    async def ask() -> None:
        jobs = JobTable()
        subscriptions = [jobs.subscribe("a", pool, compute) for _ in range(2)]
        event.set()
        found = [await subscription.final_event() for subscription in subscriptions]
        assert [name for name, _ in found] == ["error", "error"]
        assert found[0][1] is found[1][1]
        assert await jobs.subscribe("a", pool, lambda context: b"fine").final_event() == ("result", b"fine")

    asyncio.run(ask())
    pool.close()


def test_a_job_has_a_time_limit() -> None:
    """After its time limit a computation raises SizeError; without subscribers it raises Cancelled first."""
    context = JobContext(lambda name, document: None, -1.0)
    with pytest.raises(SizeError, match="got a longer one"):
        context.start()
    context.cancel.set()
    with pytest.raises(Cancelled):
        context.check()
