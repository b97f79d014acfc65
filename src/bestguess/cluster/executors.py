"""Run calls in other processes, by any `concurrent.futures.Executor` or by a Dask cluster as one.

Calls consist of plain data and functions of this package. Workers with another version of bestguess are refused.
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

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")

_Client: TypeAlias = Any  # distributed.Client, which has no types

_CONNECT_SECONDS = 5
_POLL_SECONDS = 0.2
_MAX_RETRIES = 3  # for a lost call
_CHECK_SECONDS = 30.0  # after this long without an answer, check whether the cluster has workers
_MAX_CHECKS_WITHOUT_WORKERS = 10  # consecutive checks
_MAX_LOCAL_WORKERS = 1024
_LOCAL = re.compile(r"local:([0-9]{1,4})")
_local_workers: WeakKeyDictionary[Executor, int] = WeakKeyDictionary()  # the N of each executor of `local:N`
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+:[0-9]{1,5}")


def check_executor(executor: object) -> None:
    """Raise BestguessError unless *executor* is an Executor or None."""
    if executor is not None and not isinstance(executor, Executor):
        raise expected_error("an executor (concurrent.futures.Executor)", executor)


class RemoteCall(Generic[_Result]):
    """A call of *function* in a worker of *executor*. Error lines call it *name*.

    A call is lost when its worker dies, or when the executor cancels it. It is then submitted again, at most three
    times. `future` belongs to the last submission.
    """

    def __init__(
        self,
        executor: Executor,
        name: str,
        function: Callable[_Params, _Result],
        *args: _Params.args,
        **kwargs: _Params.kwargs,
    ) -> None:
        def submit() -> "Future[_Result]":
            try:
                return executor.submit(_call_in_worker, version, function, args, kwargs)
            except RuntimeError as error:
                raise ClusterError(f"the executor does not accept work: {error}") from error

        self._executor, self._name, self._losses = executor, name, 0
        self._submit = submit
        self.future = submit()

    @property
    def is_lost(self) -> bool:
        """Whether the call has ended without an answer."""
        future = self.future
        # Dask raises KilledWorker. Its name is compared, since Dask may not be installed.
        return future.cancelled() or (future.done() and type(future.exception()).__name__ == "KilledWorker")

    def submit_again(self) -> None:
        """Submit a lost call again; raise ClusterError if it was lost too often."""
        self._losses += 1
        if self._losses > _MAX_RETRIES:
            reason = "the executor cancelled it" if self.future.cancelled() else "its workers died"
            raise ClusterError(f"gave up {self._name} after {self._losses} attempts: {reason}")
        self.future = self._submit()

    def result(self) -> _Result:
        """Wait for the result of the function and return it.

        Raises BestguessError if the function did, ClusterError if it failed otherwise or the executor broke.
        """
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


def _call_in_worker(
    client_version: str, function: Callable[..., _Result], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> _Result:
    """Call *function* in a worker; raise ClusterError if the worker has another version of bestguess."""
    if client_version != version:
        raise ClusterError(f"expected workers with bestguess {client_version}, got {version}")
    return function(*args, **kwargs)


class WorkerWatch:
    """Checks from time to time whether the Dask cluster of *executor* still has workers.

    Other executors are assumed to have some. A cluster without workers gets some minutes, since workers start slowly on
    a busy machine.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor, self._last_check, self._checks_without_workers = executor, time.monotonic(), 0

    def check(self, answered: bool) -> None:
        """Raise ClusterError if the cluster has had no workers for long. *answered*: a worker has just answered."""
        now = time.monotonic()
        if answered:
            self._last_check, self._checks_without_workers = now, 0
        elif now > self._last_check + _CHECK_SECONDS:
            self._last_check = now
            self._checks_without_workers = 0 if self._has_workers() else self._checks_without_workers + 1
            if self._checks_without_workers > _MAX_CHECKS_WITHOUT_WORKERS:
                raise ClusterError(
                    f"the cluster has had no workers for {_MAX_CHECKS_WITHOUT_WORKERS * _CHECK_SECONDS:.0f} seconds"
                )
            if self._checks_without_workers and (workers := _local_workers.get(self._executor)) is not None:
                # Dask drops a dead worker of `local:N` that is not back within 15 seconds: start new ones.
                self._executor._client.cluster.scale(workers)  # type: ignore[attr-defined]

    def _has_workers(self) -> bool:
        info = getattr(getattr(self._executor, "_client", None), "scheduler_info", None)
        try:
            return info is None or bool(info().get("workers"))  # the key is missing if the scheduler is gone
        except OSError:
            return False


@contextmanager
def open_cluster(address: str) -> Iterator[Executor]:
    """Open the Dask cluster at *address* as an executor: `tcp://HOST:PORT`, or `local:N` for N processes here.

    Raises ClusterError if Dask is not installed, nothing answers within ten seconds, there are no workers, or one of
    them has another version of bestguess.
    """
    local = _LOCAL.fullmatch(as_text("the address of a cluster", address, ClusterError))
    if local is None and _ADDRESS.fullmatch(address) is None:
        raise ClusterError(f"expected the address of a cluster, such as tcp://HOST:8786 or local:4, got {address!r}")
    if local is not None and not 1 <= int(local[1]) <= _MAX_LOCAL_WORKERS:
        raise ClusterError(f"expected local:1 to local:{_MAX_LOCAL_WORKERS}, got {address!r}")
    if importlib.util.find_spec("distributed") is None:
        raise ClusterError("a cluster needs Dask: pip install 'bestguess[cluster]'")
    for name in ("distributed", "concurrent.futures"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # errors that matter are raised anyway
    with _local_cluster(int(local[1])) if local is not None else _connect(address) as client:
        _check_workers(client, address)
        executor: Executor = client.get_executor(pure=False)
        if local is not None:
            _local_workers[executor] = int(local[1])
        yield executor


@contextmanager
def _local_cluster(workers: int) -> Iterator[_Client]:
    """Start a cluster of single-threaded processes on this machine; stop it when the context ends."""
    dask: Any = importlib.import_module("distributed")
    options = {
        "dashboard_address": "127.0.0.1:0",
        "silence_logs": logging.CRITICAL,
        "memory_limit": 0,
        "host": "127.0.0.1",
    }
    try:
        # The profiler of Dask takes 4 % of the time.
        with importlib.import_module("dask").config.set({"distributed.worker.profile.enabled": False}):
            cluster = dask.LocalCluster(n_workers=workers, threads_per_worker=1, **options)
    except (OSError, RuntimeError) as error:
        raise ClusterError(f"cannot start a cluster of {workers} processes here: {error}") from error
    with cluster, dask.Client(cluster) as client:
        yield client


@contextmanager
def _connect(address: str) -> Iterator[_Client]:
    """Connect to a running cluster; leave it running when the context ends."""
    dask: Any = importlib.import_module("distributed")
    try:
        client = dask.Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no cluster answers at {address}: {error or type(error).__name__}") from error
    with client:
        if not client.scheduler_info()["workers"]:
            raise ClusterError(f"the cluster at {address} has no workers: start some with dask worker {address}")
        yield client


def _check_workers(client: _Client, address: str) -> None:
    """Raise ClusterError unless every worker has this version of bestguess and of its core."""
    from importlib.metadata import version as installed_version  # slow to import

    for worker, reply in client.run(installed_version, "bestguess", on_error="return").items():
        if isinstance(reply, BaseException):
            raise ClusterError(f"worker {worker} of {address} does not have bestguess {version}: {reply}")
        if reply != version:
            raise ClusterError(f"expected bestguess {version} on worker {worker} of {address}, got {reply}")
    for worker, reply in client.run(_core_version, on_error="return").items():
        if reply != version:
            raise ClusterError(f"worker {worker} of {address} cannot use the core of bestguess {version}: {reply}")


def _core_version() -> str:
    """Return the version of the core of a worker; raise ImportError if it has none."""
    from bestguess import engine

    return engine.version
