"""An executor on which nothing can be relied."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class KilledWorker(Exception):  # noqa: N818
    """What Dask says of a task whose workers have died: known by its name alone."""


class UnreliableExecutor(Executor):
    """Runs tasks one at a time, in any order, some of them twice; loses some, and takes none after *last*.

    It loses no task more than *most_losses* times.
    """

    def __init__(self, seed: int, lost: float = 0.2, last: int | None = None, most_losses: float = 3) -> None:
        self._random, self._lost, self._last = random.Random(seed), lost, last
        self._losses, self._most_losses = list[object](), most_losses
        self._waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self._change = threading.Condition()
        self._over = False
        self.submitted = 0
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Takes a task, to be done some time."""
        assert not named
        self.submitted += 1
        if self._last is not None and self.submitted > self._last:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future[Any]()
        with self._change:
            self._waiting.append((future, function, given))
            self._change.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the thread; what was not done is not done."""
        with self._change:
            self._over = True
            self._change.notify()

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._over)
                if self._over:
                    return
                time.sleep(0.0005)
                future, function, given = self._waiting.pop(self._random.randrange(len(self._waiting)))
            self._answer(future, function, given)

    def _answer(self, future: Future[Any], function: Callable[..., Any], given: tuple[Any, ...]) -> None:
        if self._is_lost(given):
            if self._random.random() < 0.5:
                future.cancel()
            if future.set_running_or_notify_cancel():
                future.set_exception(KilledWorker())
            return
        if not future.set_running_or_notify_cancel():
            return
        answers = [function(*given) for _ in range(self._random.randrange(1, 3))]
        future.set_result(answers[-1])

    def _is_lost(self, given: tuple[Any, ...]) -> bool:
        """Whether to lose a task now. When it is handed out again, its arguments are the same object."""
        arguments = given[2]
        losses = sum(one is arguments for one in self._losses)
        lost = self._random.random() < self._lost and losses < self._most_losses
        if lost:
            self._losses.append(arguments)
        return lost
