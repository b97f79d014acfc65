"""Dask clusters as executors: workers that are killed, and everything that is refused."""

import contextlib
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import dask
import pytest

import bestguess as bg
from bestguess.cli.app import run
from bestguess.cluster import executors
from bestguess.cluster.executors import RemoteCall, open_cluster
from bestguess.errors import ClusterError
from commands import document

KILLS = 20 if os.environ.get("BESTGUESS_VERIFY") else 1
MOST_SEARCHES = 40
LOST_WORKER_TIMEOUT = "distributed.deploy.lost-worker-timeout"
KILLS_PER_SEARCH = 5 if KILLS > 1 else 2  # without an end, a busy machine would never answer


@contextlib.contextmanager
def started_cluster(workers: int) -> Iterator[Executor]:
    """So many processes of one thread each; on a busy machine Dask may need several attempts to start them."""
    with contextlib.ExitStack() as stack:
        for attempt in range(5):
            try:
                executor = stack.enter_context(open_cluster(f"local:{workers}"))
                break
            except ClusterError as error:
                if attempt == 4 or "cannot start a cluster" not in str(error):
                    raise
        yield executor


@pytest.fixture(scope="module")
def cluster() -> Iterator[Executor]:
    """Two workers; Dask starts others for those that die."""
    with started_cluster(2) as executor:
        yield executor


@contextlib.contextmanager
def killing(cluster: Any, seed: int) -> Iterator[list[int]]:
    """Kills some workers of *cluster* at random moments while it is used; gives those that were killed."""
    rng, over, killed = random.Random(seed), threading.Event(), list[int]()

    def work() -> None:
        while len(killed) < KILLS_PER_SEARCH and not over.wait(rng.uniform(0.05, 1)):
            nannies = cluster._client.cluster.workers.values()
            running = [one.pid for one in nannies if one.pid and one.status.name == "running"]
            with contextlib.suppress(OSError, IndexError):  # no worker is there, or it has just died
                os.kill(pid := rng.choice(running), signal.SIGKILL)
                killed.append(pid)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where processes can be killed")
def test_workers_that_are_killed(cluster: Executor) -> None:
    """Whenever workers are killed, the answer is the same."""
    alone = bg.optimum("mastermind(4,7)")
    dead = 0
    for seed in range(MOST_SEARCHES):
        with killing(cluster, seed) as killed:
            found = bg.optimum("mastermind(4,7)", executor=cluster)
        dead += len(killed)
        assert (found.proven, found.total, found.tree) == (True, 11228, alone.tree)
        if dead and seed + 1 >= KILLS:
            break  # a search may end before its first kill
    assert dead > 0


def deadly(path: Path, deaths: int) -> Callable[[], str]:
    """A task that kills its worker so many times, counted by the file *path*, and then answers."""

    def work() -> str:
        with path.open("a") as file:
            file.write("x")
        if path.stat().st_size <= deaths:
            os.kill(os.getpid(), signal.SIGKILL)
        return "answer"

    return work


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where processes can be killed")
def test_a_task_that_dask_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is handed out again, but not for ever; then the error names it."""
    monkeypatch.setattr(executors, "_MAX_RETRIES", 1)
    with started_cluster(1) as executor, dask.config.set({LOST_WORKER_TIMEOUT: "1h"}):
        monkeypatch.setattr(executor._client.cluster.scheduler, "allowed_failures", 0)  # type: ignore[attr-defined]
        assert RemoteCall(executor, "a task", deadly(tmp_path / "once", 1)).result() == "answer"
        call = RemoteCall(executor, "the deadly task", deadly(tmp_path / "always", 1000))
        with pytest.raises(ClusterError, match="gave up the deadly task after 2 attempts: its workers died"):
            call.result()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where processes can be killed")
def test_workers_that_dask_drops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies and starts too slowly for Dask, as on a busy machine, is replaced, and has time to start."""
    monkeypatch.setattr(executors, "_CHECK_SECONDS", 0.05)
    monkeypatch.setattr(executors, "_MAX_CHECKS_WITHOUT_WORKERS", 1000)
    with started_cluster(1) as executor, dask.config.set({LOST_WORKER_TIMEOUT: "1ms"}):
        assert RemoteCall(executor, "a task", deadly(tmp_path / "once", 1)).result() == "answer"


def test_command_line(tmp_path: Path) -> None:
    """`--cluster local:1` proves the same, with a certificate that the checker accepts."""
    certificate = str(tmp_path / "mm.cert")
    options = ["--cluster", "local:1", "--certificate", certificate]
    assert document("optimum", "mastermind(3,6)", *options)["total"] == 854
    assert bg.check_file(certificate).total == 854


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "such as tcp://HOST:8786 or local:4"),
        ("local:0", "local:1 to local:1024"),
        ("local:9999", "local:1 to local:1024"),
        ("tcp://127.0.0.1:1", "no cluster answers at tcp://127.0.0.1:1"),
    ],
)
def test_bad_addresses(
    address: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are refused in one line."""
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 0.5)
    assert run(["sweep", "mastermind", "--pegs", "2", "--colours", "2", "--cluster", address]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert len(captured.err.splitlines()) == 1


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, a line says what to install."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ClusterError, match=r"pip install 'bestguess\[cluster\]'"), open_cluster("local:1"):
        pass


class FakeClient:
    """Workers that answer as they are told: their version, and that of their core."""

    def __init__(self, *versions: object) -> None:
        self._versions = list(versions)

    def run(self, *given: object, **named: object) -> dict[str, object]:
        """What each worker says."""
        return {"tcp://worker:1": self._versions.pop(0)}


@pytest.mark.parametrize(
    ("versions", "message"),
    [
        (["0.0.1"], f"expected bestguess {bg.__version__} on worker tcp://worker:1 of tcp://head:8786, got 0.0.1"),
        ([ModuleNotFoundError("no bestguess")], f"does not have bestguess {bg.__version__}"),
        ([bg.__version__, ImportError("no core")], "cannot use the core"),
    ],
)
def test_other_versions(versions: list[object], message: str) -> None:
    """Workers of another version, without bestguess or without its core are refused before work begins."""
    with pytest.raises(ClusterError, match=message):
        executors._check_workers(FakeClient(*versions), "tcp://head:8786")


def test_a_worker_that_joins_late() -> None:
    """One of another version that was not there at the beginning refuses its tasks."""
    with pytest.raises(ClusterError, match=r"expected workers with bestguess 0\.0\.1"):
        executors._call_in_worker("0.0.1", int, (), {})
