"""Work for other processes: any `concurrent.futures.Executor`, and a Dask cluster as one.

What workers do is plain data and functions of this package. Workers of another version are refused.
"""

import importlib
import importlib.util
import logging
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from bestguess.arguments import as_text, expected_error
from bestguess.engine import version
from bestguess.errors import BestguessError, ClusterError

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")

_Client: TypeAlias = Any  # distributed.Client, which has no types

_CONNECT_SECONDS = 5
_POLL_SECONDS = 0.2
_MOST_RETRIES = 3  # of a call that is lost
_ASK_SECONDS = 30.0  # without an answer, after which the cluster is asked whether it has workers
_MOST_TIMES_ALONE = 10  # that it says no in turn
_MOST_LOCAL = 1024
_LOCAL = re.compile(r"local:([0-9]{1,4})")
_local_workers: WeakKeyDictionary[Executor, int] = WeakKeyDictionary()  # how many those of `local:N` have
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+:[0-9]{1,5}")


def check_executor(executor: object) -> None:
    """Raises BestguessError unless *executor* is an Executor or None."""
    if executor is not None and not isinstance(executor, Executor):
        raise expected_error("an executor (concurrent.futures.Executor)", executor)


class RemoteCall(Generic[_Result]):
    """A call by a worker of *executor*; *name* says in error lines what it computes.

    A call is lost when its workers die, or when the executor cancels it. It is then handed out again, three times at
    most. `future` is that of the last time.
    """

    def __init__(
        self,
        executor: Executor,
        name: str,
        function: Callable[_Given, _Result],
        *given: _Given.args,
        **named: _Given.kwargs,
    ) -> None:
        def submit() -> "Future[_Result]":
            try:
                return executor.submit(_called, version, function, given, named)
            except RuntimeError as error:
                raise ClusterError(f"expected an executor that takes work, got one that does not: {error}") from error

        self._executor, self._name, self._losses = executor, name, 0
        self._submit = submit
        self.future = submit()

    @property
    def is_lost(self) -> bool:
        """Whether the call is over without an answer. Dask's KilledWorker is known by its name, without Dask."""
        future = self.future
        return future.cancelled() or (future.done() and type(future.exception()).__name__ == "KilledWorker")

    def submit_again(self) -> None:
        """Hand out a lost call again; raises ClusterError, with its name, when it was lost too often."""
        self._losses += 1
        if self._losses > _MOST_RETRIES:
            reason = "the executor cancelled it" if self.future.cancelled() else "its workers died"
            raise ClusterError(f"gave up {self._name} after {self._losses} attempts: {reason}")
        self.future = self._submit()

    def result(self) -> _Result:
        """Return what the function returned; raises what it raised, or ClusterError when it is the executor."""
        watch = WorkerWatch(self._executor)
        while not wait([self.future], _POLL_SECONDS).done or self.is_lost:
            watch.check(self.future.done())
            if self.is_lost:
                self.submit_again()
        try:
            return self.future.result()
        except BestguessError:
            raise
        except BrokenExecutor as error:
            raise ClusterError(f"the executor has broken: {error or type(error).__name__}") from error
        except Exception as error:
            raise ClusterError(f"a worker has failed: {type(error).__name__}: {error}") from error


def _called(asked: str, function: Callable[..., _Result], given: tuple[Any, ...], named: dict[str, Any]) -> _Result:
    """In a worker: what *function* returns; raises ClusterError when the worker has another version of bestguess."""
    if asked != version:
        raise ClusterError(f"expected workers with bestguess {asked}, got {version}")
    return function(*given, **named)


class WorkerWatch:
    """Whether the Dask cluster behind *executor* still has workers; of another executor it is believed.

    A cluster without workers is given time: on a busy machine they start slowly.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor, self._asked, self._times_alone = executor, time.monotonic(), 0

    def check(self, answered: bool) -> None:
        """Raises ClusterError when the cluster has had no workers for long. *answered*: one has just answered."""
        now = time.monotonic()
        if answered:
            self._asked, self._times_alone = now, 0
        elif now > self._asked + _ASK_SECONDS:
            self._asked = now
            self._times_alone = 0 if self._has_workers() else self._times_alone + 1
            if self._times_alone > _MOST_TIMES_ALONE:
                raise ClusterError(f"the cluster has had no workers for {_MOST_TIMES_ALONE * _ASK_SECONDS:.0f} seconds")
            if self._times_alone and (workers := _local_workers.get(self._executor)) is not None:
                # Dask drops a worker of `local:N` that has died and is not back within 15 seconds.
                self._executor._client.cluster.scale(workers)  # type: ignore[attr-defined]

    def _has_workers(self) -> bool:
        info = getattr(getattr(self._executor, "_client", None), "scheduler_info", None)
        try:
            return info is None or bool(info().get("workers"))  # which are not there when the scheduler has gone
        except OSError:
            return False


@contextmanager
def open_cluster(address: str) -> Iterator[Executor]:
    """The Dask cluster at *address* as an executor: `tcp://HOST:PORT`, or `local:N` for N processes here.

    Raises ClusterError when Dask is not installed, nothing answers within ten seconds, there are no workers, or one of
    them has another version of bestguess.
    """
    local = _LOCAL.fullmatch(as_text("the address of a cluster", address, ClusterError))
    if local is None and _ADDRESS.fullmatch(address) is None:
        raise ClusterError(f"expected the address of a cluster, such as tcp://HOST:8786 or local:4, got {address!r}")
    if local is not None and not 1 <= int(local[1]) <= _MOST_LOCAL:
        raise ClusterError(f"expected local:1 to local:{_MOST_LOCAL}, got {address!r}")
    if importlib.util.find_spec("distributed") is None:
        raise ClusterError("a cluster needs Dask: pip install 'bestguess[cluster]'")
    for name in ("distributed", "concurrent.futures"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is raised
    with _local_cluster(int(local[1])) if local is not None else _joined(address) as client:
        _check_workers(client, address)
        executor: Executor = client.get_executor(pure=False)
        if local is not None:
            _local_workers[executor] = int(local[1])
        yield executor


@contextmanager
def _local_cluster(workers: int) -> Iterator[_Client]:
    """A cluster of so many processes of one thread, on this machine alone, which ends with its use."""
    dask: Any = importlib.import_module("distributed")
    options = {
        "dashboard_address": "127.0.0.1:0",
        "silence_logs": logging.CRITICAL,
        "memory_limit": 0,
        "host": "127.0.0.1",
    }
    try:
        with importlib.import_module("dask").config.set({"distributed.worker.profile.enabled": False}):  # takes 4 %
            cluster = dask.LocalCluster(n_workers=workers, threads_per_worker=1, **options)
    except (OSError, RuntimeError) as error:
        raise ClusterError(f"a cluster of {workers} processes cannot be started here: {error}") from error
    with cluster, dask.Client(cluster) as client:
        yield client


@contextmanager
def _joined(address: str) -> Iterator[_Client]:
    """A running cluster, which goes on when its use ends."""
    dask: Any = importlib.import_module("distributed")
    try:
        client = dask.Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no cluster answers at {address}: {error or type(error).__name__}") from error
    with client:
        if not client.scheduler_info()["workers"]:
            raise ClusterError(f"the cluster at {address} has no workers: start some, dask worker {address}")
        yield client


def _check_workers(client: _Client, address: str) -> None:
    """Raises ClusterError unless every worker has this version of bestguess, with its core."""
    from importlib.metadata import version as installed_version  # slow to import

    for worker, found in client.run(installed_version, "bestguess", on_error="return").items():
        if isinstance(found, BaseException):
            raise ClusterError(f"worker {worker} of {address} does not have bestguess {version}: {found}")
        if found != version:
            raise ClusterError(f"worker {worker} of {address} has bestguess {found}, expected {version}")
    for worker, found in client.run(_core_version, on_error="return").items():
        if found != version:
            raise ClusterError(f"worker {worker} of {address} cannot use the core of bestguess {version}: {found}")


def _core_version() -> str:
    """In a worker: the version of its core; raises ImportError without one."""
    from bestguess import engine

    return engine.version
