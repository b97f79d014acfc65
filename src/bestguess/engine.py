"""The native core with types and docstrings. No other Python module imports the core.

The core knows only indices: guesses and secrets are numbered in the order of the codes, and feedbacks are *ordinals*.
Arrays are passed without a copy.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

try:
    from bestguess import _core
except ImportError as error:  # pragma: no cover - only without a build
    raise ImportError(
        f"the native core of bestguess is not built ({error}): run 'make build', or install a wheel"
    ) from error

from bestguess.errors import SizeError

if TYPE_CHECKING:
    Ordinals: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]
    """Feedback ordinals of one guess (a row) or of all guesses (a table)."""
    Indices: TypeAlias = NDArray[np.uint32]
    """Indices of secrets, such as candidates."""

INFINITE: int = _core.infinite
"""The cost of the impossible, such as a limit within which no tree exists."""

_SECRETS_PER_STEP = 2**24  # scanned between two polls: at most a few tenths of a second

version: str = _core.version
"""The version of the core, equal to the version of the package."""

Kernel = _core.Kernel
"""A native family: scores by index, fills tables (``fill``) and finds candidates without a table (``scan``)."""
PegKernel = _core.PegKernel
"""Codes scored by exact and misplaced pegs."""
TwodKernel = _core.TwodKernel
"""Pairs of numbers scored as low, high, mixed or equal."""
Rule = _core.Rule
"""Finds the guesses that a history allows: ``allowed`` returns the guesses in *among* that all rows allow.

The rows are given by their *guesses* and *feedbacks*.
"""
HardRule = _core.HardRule
"""The hard rule: every guess must contain the letters that are known to be in the secret.

The words are given as a matrix of letters.
"""
StrictRule = _core.StrictRule
"""The strict rule: every guess must be consistent with all feedback so far.

Needs the feedback of every guess to every other guess: from a kernel, or as a matrix of ordinals.
"""
WordKernel = _core.WordKernel
"""Words of one length, given as matrices of letters, scored by a mark for each letter."""
Simd = _core.Simd
"""The compiled versions of the inner loops."""
Choice = _core.Choice
"""The rule by which a native strategy chooses a guess."""
Symmetries = _core.Symmetries
"""Finds the guesses that differ after a history (``representatives``)."""
CodeSymmetries = _core.CodeSymmetries
"""Symmetries of games whose codes are symbols at positions: classes of positions and of symbols."""
GeneratorSymmetries = _core.GeneratorSymmetries
"""Symmetries of other games: permutations of the guesses."""
NativeTable: TypeAlias = _core.Table8 | _core.Table16
"""The table of a game in the core: chooses a guess (``choose``) and builds whole trees (``build_tree``)."""
Objective = _core.Objective
"""The sum that a search minimises: over all secrets, the cost of the guess that finds the secret.

*linear*: the cost of a guess is its number, and there is no limit. Otherwise *cost* lists the cost of the first, second
and later guesses. It never decreases, and no guess is allowed after the end of the list. *weighted*: whether the
weights of the secrets count. *may_lose*: a secret that the last guess does not find is lost. Then the search first
minimises the weight of the lost secrets, and second the cost of the others.
"""
SearchRequest = _core.SearchRequest
"""The arguments of a search, by keyword. *objective*, *candidates* and *memory_limit* (bytes) are required.

*history*: the guesses so far, for the *symmetries*. *allowed*: the guesses that the rule of the table allows now; None
means all. *consistent*: try only guesses that would win against a candidate. *first_guess*: try only this guess first.
*all_first_guesses*: find the value of every first guess that differs, or of the *most_valued* best of them and a bound
of the others. *upper_bound*: look only for trees that cost less. With *lost_upper_bound*, look for trees that lose
less, or lose as little and cost less. *lower_bound*: the caller knows that nothing costs less. The search then ends
without a proof at the first tree that reaches it, and without a tree if nothing is below *upper_bound*. *node_limit*:
stop after this number of nodes. *whole_tree*: return the whole tree; otherwise a proven result has only its root.
*certify*: record the proof. *progress*: called with a `SearchStatus` now and then; stops the search by returning False.
"""
SearchMemory = _core.SearchMemory
"""Known values of sets of candidates, for one table, objective and rule.

It outlives a search, and several searches may use it at once. It holds at most *memory_limit* bytes, and forgets
entries when it is full. *learn* stores what another search has solved.
"""
TaskResult = _core.TaskResult
"""The result of `run_task`. Costs are pairs: the weight lost, and the total of the others.

*finished*: no guess is left to try. *best*: the cost of the best guess, if one was *found* that costs less than the
budget, or if the value of the set was known. *least_refuted*: a lower bound of the cost of all other guesses that were
tried or excluded. When time ran out, *open_guesses* are the guesses still to try, the best first. *opened* is the guess
that was being tried, with its *open_parts* (feedback, size, bound, shift, exact), and *won* is the cost of winning by
it. *bound*: a lower bound of the cost of the set. *key*: the key of the set. *solved*: the solved sets, as checkpoints
store them.
"""
SearchResult = _core.SearchResult
"""The result of a search: *lower* <= value <= *upper*, and equal when *proven*.

*upper* is INFINITE while no tree is known, and when it is proven that none exists. *tree* has the columns of the nodes
of the tree; it is empty when nothing is better than what the caller knew. Where secrets may be lost, *lost_lower* and
*lost_upper* bound their weight, and *lower* and *upper* bound the cost of the others. *lost* then has two more columns
of the tree: the number of secrets lost at each node, and their weight. *first_guesses* and *claims* are lists of
`FirstGuess` and `Claim`, if the request asks for them. *interrupted*: whether Ctrl-C stopped the search.
"""
SearchStatus = _core.SearchStatus
"""Progress of a search: *lower* <= value <= *upper* after *nodes* nodes; *lost_lower* and *lost_upper* likewise."""
SearchCheckpoint = _core.SearchCheckpoint
"""The *remembered* bytes of an earlier search, and a function *save* that is called with such bytes."""
FirstGuess = _core.FirstGuess
"""A first *guess* and its *value*, and the weight *lost* where secrets may be lost."""
Claim = _core.Claim
"""A claim that a set of candidates costs at least *bound*.

The set is a part of the set of claim *parent*: the secrets that answer *guess* with *feedback*. Where secrets may be
lost, *lost* is the first half of the bound.
"""
Savings = _core.Savings
"""Optional parts of the search, which can be switched off to measure what each saves. The result stays the same."""
best_simd = _core.best_simd
"""Return the fastest version of the inner loops that this processor can run."""
simd = _core.simd
"""Return the version of the inner loops in use."""
set_simd = _core.set_simd
"""Use a version of the inner loops from now on; raise ValueError if the processor cannot run it."""
part_sizes = _core.part_sizes
"""Return the number of candidates with each ordinal, from 0 to a number of parts, in a row of a table."""
partition = _core.partition
"""Return the candidates sorted by their ordinal in a row of a table, and the end of each part."""
filter_candidates = _core.filter
"""Return the candidates that have a given ordinal in a row of a table."""
random_state = _core.random_state
"""Return the state from which the strategy `random` draws its first guess, for a seed."""
next_random_state = _core.next_random_state
"""Return the state of `random` after a guess and its feedback."""

_threads: ContextVar[int | None] = ContextVar("threads", default=None)


@contextmanager
def limited_threads(threads: int | None) -> Iterator[None]:
    """Set the default number of threads of all computations inside the ``with`` block; None changes nothing.

    >>> with limited_threads(1):
    ...     default_threads()
    1
    """
    token = _threads.set(_threads.get() if threads is None else threads)
    try:
        yield
    finally:
        _threads.reset(token)


def default_threads() -> int:
    """Return the number of cores of this process, or the number that `limited_threads` has set."""
    if (limit := _threads.get()) is not None:
        return limit
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_memory_limit() -> int:
    """Return half of the machine's memory in bytes; on Windows 2 GiB if the system does not report its memory."""
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    import ctypes

    kibibytes = ctypes.c_ulonglong()
    known = getattr(ctypes, "windll").kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kibibytes))  # noqa: B009
    return kibibytes.value * 512 if known else 2**31  # half of 1024 bytes for each KiB


def ordinal_type(kernel: _core.Kernel) -> type[np.uint8] | type[np.uint16]:
    """Return the type of the ordinals in the table of *kernel*: bytes if they are enough for its feedbacks."""
    return np.uint8 if kernel.feedbacks <= 2**8 else np.uint16


def all_part_sizes(table: "Ordinals", candidates: "Indices", parts: int, threads: int) -> "Indices":
    """Return the `part_sizes` of every row of *table*: a matrix of guesses by parts."""
    poll()
    return _core.all_part_sizes(table, candidates, parts, threads)


def list_parts(
    table: "Ordinals",
    guesses: "Indices",
    candidates: "Indices",
    parts: int,
    win: int,
    weights: "NDArray[np.int64] | None",
    threads: int,
) -> "tuple[Indices, NDArray[np.int64]]":
    """Return two matrices, the sizes and the weights of the parts of each of *guesses*, a row for each guess.

    The winning part comes first, even if it is empty. The others follow in the order in which candidates fall into
    them. Shorter rows end with zeros. Without *weights* the matrix of weights has no columns.
    """
    poll()
    weight_array = np.empty(0, np.int64) if weights is None else weights
    return _core.list_parts(table, guesses, candidates, parts, win, weight_array, threads)


def native_table(
    by_guess: "Ordinals",
    by_secret: "Ordinals",
    feedbacks: int,
    win: int,
    winner: "Indices",
    weights: "NDArray[np.int64] | None",
    rule: "_core.Rule | None",
    *,
    labels: "Indices | None",
    costs: "NDArray[np.int64] | None",
    winners: "tuple[Indices, Indices] | None",
) -> NativeTable:
    """Return a native table of these arrays, which it keeps alive.

    *by_guess* and *by_secret*: the ordinals in both orders. *winner*: for each secret the lowest guess that wins
    against it. Without a *rule* every guess is always allowed. With *labels* of the secrets the goal is to identify,
    and nothing wins. *costs*: the costs of the guesses. *winners*: needed where several guesses win against a secret,
    or one wins against several. It is a pair: where the guesses of each secret end in a list, and that list.
    """
    make: Any = _core.Table8 if by_guess.dtype == np.uint8 else _core.Table16
    # The core expects an empty array where Python has None.
    no_indices, no_numbers = np.empty(0, np.uint32), np.empty(0, np.int64)
    weight_array = no_numbers if weights is None else weights
    label_array = no_indices if labels is None else labels
    cost_array = no_numbers if costs is None else costs
    options = (weight_array, rule, label_array, cost_array, *(winners or (no_indices, no_indices)))
    table: NativeTable = make(by_guess, by_secret, feedbacks, win, winner, *options)
    return table


def search(table: NativeTable, request: _core.SearchRequest) -> _core.SearchResult:
    """Search for the value of the candidates of *request*; return bounds of it, and a tree.

    Raises IndexError for indices that *table* does not have, and ValueError without candidates. Raises SizeError when
    the tree is too deep for the stack of a thread, which holds some thousands of guesses.
    """
    poll()
    try:
        return table.search(request)
    except OverflowError as error:
        raise SizeError(str(error)) from error


def run_task(
    table: NativeTable, request: _core.SearchRequest, moves: int, guesses: Sequence[int], seconds: float
) -> _core.TaskResult:
    """Search for the cost of the candidates of *request*, or of the best of some *guesses*, below its upper bound.

    *moves*: the number of guesses in the history that the search itself has made. Ends after *seconds* with what is
    known by then. A guess that takes long may extend that to three times as many. Raises SizeError when the tree is too
    deep for the stack of a thread.
    """
    try:
        return table.run_task(request, moves=moves, guesses=list(guesses), seconds=seconds)
    except OverflowError as error:
        raise SizeError(str(error)) from error


def scan(
    kernel: _core.Kernel,
    history: Sequence[tuple[int, int]],
    limit: int,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> "tuple[int, Indices]":
    """Return the number of secrets consistent with *history* (guess index, ordinal), and the first *limit* of them.

    Scans the secrets in steps of at most a few tenths of a second, so that it can be stopped.
    """
    count, indices = 0, [np.empty(0, np.uint32)]
    for begin, end in scan_steps(kernel, _SECRETS_PER_STEP):
        step_count, step_indices = kernel.scan(history, begin, end, limit, threads or default_threads())
        count += step_count
        limit -= len(step_indices)
        indices.append(step_indices)
        if progress:
            progress(end, kernel.scan_blocks)
    return count, np.concatenate(indices)


def scan_steps(kernel: _core.Kernel, secrets: int) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each step of a scan, in blocks of the kernel. A step has about *secrets* secrets.

    Polls before each step, so that the scan can be stopped.
    """
    blocks = kernel.scan_blocks
    stride = max(1, blocks * secrets // kernel.secrets)
    for begin in range(0, blocks, stride):
        poll()
        yield begin, min(begin + stride, blocks)


class _ThreadState(threading.local):
    check: Callable[[], None] | None = None


_thread = _ThreadState()


@contextmanager
def interruptible(check: Callable[[], None]) -> Iterator[None]:
    """Make `poll` call *check* inside the ``with`` block, in this thread. *check* stops the computation by raising."""
    previous, _thread.check = _thread.check, check
    try:
        yield
    finally:
        _thread.check = previous


def poll() -> None:
    """Raise an exception if the computation of this thread should stop. Long computations call this often."""
    current_check()()


def current_check() -> Callable[[], None]:
    """Return the function that `poll` calls in this thread, so that another thread can call it."""
    return _thread.check or (lambda: None)


def is_stopped(check: Callable[[], None]) -> bool:
    """Whether *check* raises. For callers that must not let an exception through."""
    try:
        check()
    except Exception:
        return True
    return False
