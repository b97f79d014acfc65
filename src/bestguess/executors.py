"""Work for other processes: any `concurrent.futures.Executor`, and a Dask cluster as one.

What workers do is plain data and functions of this package. Workers of another version are refused.
"""

import importlib
import importlib.util
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from bestguess.arguments import as_text, expected
from bestguess.engine import version
from bestguess.errors import BestguessError, ClusterError

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")

_Client: TypeAlias = Any  # distributed.Client, which has no types

_CONNECT_SECONDS = 5
_MOST_LOCAL = 1024
_LOCAL = re.compile(r"local:([0-9]{1,4})")
_local_workers: WeakKeyDictionary[Executor, int] = WeakKeyDictionary()  # how many those of `local:N` have
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+:[0-9]{1,5}")


def check_executor(executor: object) -> None:
    """Raises BestguessError unless *executor* is an Executor or None."""
    if executor is not None and not isinstance(executor, Executor):
        raise expected("an executor (concurrent.futures.Executor)", executor)


def submit(
    executor: Executor, function: Callable[_Given, _Found], *given: _Given.args, **named: _Given.kwargs
) -> "Future[_Found]":
    """Lets a worker of *executor* call *function*; raises ClusterError when the executor takes no work any more."""
    try:
        return executor.submit(_called, version, function, given, named)
    except RuntimeError as error:
        raise ClusterError(f"expected an executor that takes work, got one that does not: {error}") from error


def _called(asked: str, function: Callable[..., _Found], given: tuple[Any, ...], named: dict[str, Any]) -> _Found:
    """In a worker: what *function* returns; raises ClusterError when the worker has another version of bestguess."""
    if asked != version:
        raise ClusterError(f"expected workers with bestguess {asked}, got {version}")
    return function(*given, **named)


def has_workers(executor: Executor) -> bool:
    """Whether the Dask cluster behind *executor* has workers at the moment; of another executor it is believed."""
    info = getattr(getattr(executor, "_client", None), "scheduler_info", None)
    try:
        return info is None or bool(info().get("workers"))  # which are not there when the scheduler has gone
    except OSError:
        return False


def replace_workers(executor: Executor) -> None:
    """Starts new workers where those of `local:N` have died for good: Dask gives up one that dies while it starts."""
    workers = _local_workers.get(executor)
    if workers is None:
        return
    cluster = executor._client.cluster  # type: ignore[attr-defined]
    cluster.scale(0)
    cluster.scale(workers)


def is_lost(error: BaseException | None) -> bool:
    """Whether *error* says that the workers of a task have died, rather than that the task has failed."""
    return type(error).__name__ == "KilledWorker"


def found_by(future: "Future[_Found]") -> _Found:
    """The result of *future*; raises what is wrong with the work, or ClusterError when it is the executor."""
    try:
        return future.result()
    except BestguessError:
        raise
    except BrokenExecutor as error:
        raise ClusterError(f"the executor has broken: {error or type(error).__name__}") from error
    except Exception as error:
        raise ClusterError(f"a worker has failed: {type(error).__name__}: {error}") from error


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
