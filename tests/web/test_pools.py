"""Worker pools: clients take turns, and none waits for another that has all threads."""

import threading
from collections.abc import Callable

import pytest

from bestguess.engine import default_threads
from bestguess.web.pools import Task, WorkerPool
from bestguess.web.problems import Busy


class Recorder:
    """Work that records its name when it begins; the work named "held" waits to be let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go, self.held = threading.Event(), threading.Semaphore(0)

    def __call__(self, name: str) -> Callable[[], bytes]:
        """Work that records *name*."""

        def work() -> bytes:
            self.begun.append(name)
            if name == "held":
                self.held.release()
                assert self.go.wait(60)
            return b""

        return work


def finish(tasks: list[Task]) -> None:
    """Waits for all *tasks*."""
    for task in tasks:
        task.future.result(60)


def test_clients_take_turns() -> None:
    """One who comes later, with one question, waits for one question of another, not for all."""
    pool, work = WorkerPool("test", 1, 100, 60.0), Recorder()
    tasks = [pool.submit(work("held"), "a")]
    tasks += [pool.submit(work(f"a{i}"), "a") for i in range(5)]
    tasks += [pool.submit(work(f"b{i}"), "b") for i in range(2)]
    tasks += [pool.submit(work("c0"), "c")]
    work.go.set()
    finish(tasks)
    assert work.begun == ["held", "a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4"]
    assert (pool.running, pool.waiting) == (0, 0)
    pool.close()


def test_an_extra_thread_is_for_a_client_without_one() -> None:
    """When a client has all threads, another one's work begins at once, and its own still waits."""
    pool, work = WorkerPool("test", 1, 100, 60.0, extra=1), Recorder()
    tasks = [pool.submit(work("held"), "a"), pool.submit(work("a1"), "a")]
    assert work.held.acquire(timeout=60)
    tasks.append(pool.submit(work("c0"), "c", light=False))
    other = pool.submit(work("b0"), "b")
    finish([other])
    assert work.begun == ["held", "b0"]  # what takes much memory waits as well
    work.go.set()
    finish(tasks)
    assert sorted(work.begun[2:]) == ["a1", "c0"]
    pool.close()


def test_shared_work_runs_on_the_turn_of_either_client() -> None:
    """Work that another client waits for as well does not stay behind all that the first one asked."""
    pool, work = WorkerPool("test", 1, 100, 60.0), Recorder()
    tasks = [pool.submit(work("held"), "a")]
    tasks += [pool.submit(work(f"a{i}"), "a") for i in range(4)]
    pool.join(tasks[-1], "b")
    pool.join(tasks[-2], "c")
    pool.leave(tasks[-2], "c")
    assert pool.waiting == 4
    work.go.set()
    finish(tasks)
    assert work.begun == ["held", "a0", "a3", "a1", "a2"]
    pool.close()


def test_a_full_queue_keeps_nobody_out() -> None:
    """When one client has filled the queue, its last work makes room for another client, and it is refused itself."""
    pool, work = WorkerPool("test", 1, 3, 60.0), Recorder()
    tasks = [pool.submit(work("held"), "a")]
    tasks += [pool.submit(work(f"a{i}"), "a") for i in range(3)]
    with pytest.raises(Busy):
        pool.submit(work("a3"), "a")
    other = pool.submit(work("b0"), "b")
    assert tasks.pop().future.cancelled()
    with pytest.raises(Busy):  # both have as many now
        pool.submit(work("b1"), "b")
    work.go.set()
    finish([*tasks, other])
    assert work.begun == ["held", "a0", "b0", "a1"]
    pool.close()


def test_a_task_has_one_native_thread() -> None:
    """Unless it asks for more: several tasks run at once. Outside, nothing changes."""
    pool, before = WorkerPool("test", 2, 5, 60.0), default_threads()
    assert [pool.submit(default_threads, client).future.result(60) for client in "ab"] == [1, 1]
    assert default_threads() == before
    pool.close()
