"""The native core with types and docstrings: the only module that imports it.

The core knows indices only. Guesses and secrets are numbered in the order of the codes, feedbacks are *ordinals*.
Arrays pass without a copy.
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
    """Feedback ordinals: of one guess (a row), or of all guesses (a table)."""
    Indices: TypeAlias = NDArray[np.uint32]
    """Indices of secrets, such as candidates."""

INFINITE: int = _core.infinite
"""The cost of what cannot be done."""

_SECRETS_PER_STEP = 2**24  # that are scanned before the next check whether to stop

version: str = _core.version
"""The version of the core, equal to that of the package."""

Kernel = _core.Kernel
"""A native family: scores by index, fills tables (``fill``) and finds candidates without a table (``scan``)."""
PegKernel = _core.PegKernel
"""Codes scored by exact and misplaced pegs."""
TwodKernel = _core.TwodKernel
"""Pairs of numbers scored as low, high, mixed or equal."""
Rule = _core.Rule
"""Which guesses are allowed (``allowed``): those of *among* that the rows of *guesses* and *feedbacks* allow."""
HardRule = _core.HardRule
"""Of words, given as a matrix of letters: what is known to be in the secret is in every guess that follows."""
StrictRule = _core.StrictRule
"""Every guess fits all feedback so far, were it the secret.

Of a kernel that scores every guess against every guess, or of these ordinals as a matrix.
"""
WordKernel = _core.WordKernel
"""Words of one length, given as matrices of letters, scored by a mark for each letter."""
Simd = _core.Simd
"""The compiled versions of the inner loops."""
Choice = _core.Choice
"""How the native strategies choose a guess."""
Symmetries = _core.Symmetries
"""Finds the guesses that differ after a history (``representatives``)."""
CodeSymmetries = _core.CodeSymmetries
"""Of games whose codes are symbols at positions: classes of positions and of symbols."""
GeneratorSymmetries = _core.GeneratorSymmetries
"""Of other games: permutations of the guesses."""
NativeTable: TypeAlias = _core.Table8 | _core.Table16
"""A table as the native strategies see it: chooses a guess (``choose``), builds whole trees (``build_tree``)."""
Objective = _core.Objective
"""What a search makes least: the sum over secrets of the cost of the guess that finds them.

*linear*: the cost is the number of the guess, without limit. Otherwise *cost* has the cost of each guess, never
decreasing, and more guesses than that are not allowed. *weighted*: whether the weights of the secrets count.
*may_lose*: secrets may also be lost, when they are not found by the last of these guesses. Then the weight of those is
made least first, and the cost of the others among the strategies that lose least.
"""
SearchRequest = _core.SearchRequest
"""What is asked of a search, by keyword; *objective*, *candidates* and *memory_limit* (bytes) must be given.

*history*: the guesses already made, for the *symmetries*. *allowed*: the guesses that the rule of the table allows
after them; None: all. *consistent*: only guesses that would win against a candidate. *first_guess*: the only one to be
tried first. *all_first_guesses*: finds the value of each that differs, or of the *most_valued* best of them and a bound
of the others. *upper_bound*: only what costs less is sought; with *lost_upper_bound* what loses less, or as little and
costs less. *lower_bound*: nothing costs less, as is known already; ends with the first tree that reaches it, without a
proof, and without a tree where nothing is below *upper_bound*. *node_limit*: stops after so many. *whole_tree*:
otherwise a proven result has the first node of its tree alone. *certify*: writes down the proof. *progress* is called
with a `SearchStatus` now and then, and stops the search by returning False.
"""
SearchMemory = _core.SearchMemory
"""What searches of one table, objective and rule know of sets: outlives them, and may be used by several at once.

Holds at most *memory_limit* bytes, and forgets then. *learn* stores what another search has solved.
"""
TaskResult = _core.TaskResult
"""What `run_task` has found. Costs are pairs: weight lost, and total of the others.

*finished*: nothing is left to be tried. *best*: what the best guess costs, if one was *found* that costs less than the
budget, or if the value of the set was known. *least_refuted*: what every other guess that was tried, or need not be,
costs at least. When time was up, *open_guesses* are those to be tried, the best first, and *opened* is the one that was
being tried: *open_parts* (feedback, size, bound, shift, exact) and *won*, the cost of winning by it. *bound*: what the
set costs at least. *key*: of the set. *solved*: what was learnt, as checkpoints hold it.
"""
SearchResult = _core.SearchResult
"""What a search has found: *lower* <= value <= *upper*, equal when *proven*.

*upper* is INFINITE while no tree is known, and when it is proven that there is none. *tree* has the columns of its
nodes, none when nothing is better than what was known. Where secrets may be lost, *lost_lower* and *lost_upper* bound
their weight, *lower* and *upper* the cost of the others, and *lost* has two more columns of the tree: how many
secrets are lost at each node, and their weight. *first_guesses* and *claims* are lists of `FirstGuess` and
`Claim`, when asked for. *interrupted*: by Ctrl-C.
"""
SearchStatus = _core.SearchStatus
"""How far a search is: *lower* <= value <= *upper*, after so many *nodes*; *lost_lower* and *lost_upper* likewise."""
SearchCheckpoint = _core.SearchCheckpoint
"""What an earlier search has *remembered*, and *save*, which is called with bytes that can be remembered."""
FirstGuess = _core.FirstGuess
"""A first *guess* and its *value*, and the weight *lost* where secrets may be lost."""
Claim = _core.Claim
"""A set costs at least *bound*: the part of the set of claim *parent* that answers *guess* with *feedback*.

Where secrets may be lost, *lost* is the first half of the bound.
"""
Savings = _core.Savings
"""What a search can do without, to measure what each saves; its result stays the same."""
best_simd = _core.best_simd
"""The fastest version of the inner loops that this processor can run."""
simd = _core.simd
"""The version of the inner loops in use."""
set_simd = _core.set_simd
"""Uses a version of the inner loops from now on; raises ValueError where the processor cannot run it."""
part_sizes = _core.part_sizes
"""How many of the candidates get each ordinal below a number of parts in a row of a table."""
partition = _core.partition
"""The candidates sorted by their ordinal in a row of a table, and where each part ends."""
filter_candidates = _core.filter
"""The candidates whose ordinal in a row of a table is a given one."""
random_state = _core.random_state
"""What the strategy `random` draws from before the first guess, for a seed."""
next_random_state = _core.next_random_state
"""What it draws from once a guess has got a feedback."""

_threads: ContextVar[int | None] = ContextVar("threads", default=None)


@contextmanager
def limited_threads(threads: int | None) -> Iterator[None]:
    """Within it, computations whose caller names no number of threads use this one; None changes nothing.

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
    """As many threads as this process has cores, or as `limited_threads` says."""
    if (limit := _threads.get()) is not None:
        return limit
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_memory_limit() -> int:
    """Half of the machine's memory, in bytes; on Windows 2 GiB if the system does not say."""
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    import ctypes

    kibibytes = ctypes.c_ulonglong()
    known = getattr(ctypes, "windll").kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kibibytes))  # noqa: B009
    return kibibytes.value * 512 if known else 2**31


def ordinal_type(kernel: _core.Kernel) -> type[np.uint8] | type[np.uint16]:
    """What the table of *kernel* is made of: bytes, unless it has more feedbacks."""
    return np.uint8 if kernel.feedbacks <= 2**8 else np.uint16


def all_part_sizes(table: "Ordinals", candidates: "Indices", parts: int, threads: int) -> "Indices":
    """The `part_sizes` of every row of *table*: a matrix of guesses by parts."""
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
    """The sizes and weights of the parts of each of *guesses*, a row for each, as wide as the most parts of one.

    The winning part comes first, even if it is empty; the others in the order in which they are met, then zeros.
    Without *weights* those of the parts have no columns.
    """
    poll()
    weighed = np.empty(0, np.int64) if weights is None else weights
    return _core.list_parts(table, guesses, candidates, parts, win, weighed, threads)


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
    """The table of these arrays, which it keeps alive: ordinals both ways, and the lowest guess that wins each secret.

    Without a *rule* every guess is always allowed. With *labels* of the secrets the goal is to identify, and nothing
    wins. *costs* are those of the guesses. Where several guesses win a secret, or one wins several, *winners* has where
    those of each secret end, and all of them.
    """
    make: Any = _core.Table8 if by_guess.dtype == np.uint8 else _core.Table16
    none, no_numbers = np.empty(0, np.uint32), np.empty(0, np.int64)
    weighed, priced = (no_numbers if numbers is None else numbers for numbers in (weights, costs))
    own = (weighed, rule, none if labels is None else labels, priced, *(winners or (none, none)))
    table: NativeTable = make(by_guess, by_secret, feedbacks, win, winner, *own)
    return table


def search(table: NativeTable, request: _core.SearchRequest) -> _core.SearchResult:
    """The value of the candidates of *request*, or bounds of it, and a tree.

    Raises IndexError for indices that *table* does not have, ValueError without candidates, and SizeError when the tree
    is too deep for the stack of a thread, which holds some thousands of guesses.
    """
    poll()
    try:
        return table.search(request)
    except OverflowError as error:
        raise SizeError(str(error)) from error


def run_task(
    table: NativeTable, request: _core.SearchRequest, moves: int, guesses: Sequence[int], seconds: float
) -> _core.TaskResult:
    """What the candidates of *request*, or the best of some *guesses* at them, cost, if it is below its upper bound.

    *moves*: how many guesses of the history the search itself has made. Ends after some *seconds*, or three times as
    many when a guess takes so long, with what is known by then.
    Raises SizeError when the tree is too deep for the stack of a thread.
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
    """How many secrets are consistent with *history* (guess index, ordinal), and the first *limit* of them.

    Goes over the secrets in steps of at most a few tenths of a second, so that it can be stopped.
    """
    count, found = 0, [np.empty(0, np.uint32)]
    for begin, end in scan_steps(kernel, _SECRETS_PER_STEP):
        some, first = kernel.scan(history, begin, end, limit, threads or default_threads())
        count += some
        limit -= len(first)
        found.append(first)
        if progress:
            progress(end, kernel.scan_blocks)
    return count, np.concatenate(found)


def scan_steps(kernel: _core.Kernel, secrets: int) -> Iterator[tuple[int, int]]:
    """Begin and end, in blocks of the kernel, of the steps of a scan, each of about so many *secrets*.

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
    """Call *check*, which may raise, whenever the computation inside polls in this thread: as Ctrl-C does elsewhere."""
    before, _thread.check = _thread.check, check
    try:
        yield
    finally:
        _thread.check = before


def poll() -> None:
    """Raise what stops the computation of this thread, if it is to stop. Whatever may compute long polls."""
    current_check()()


def current_check() -> Callable[[], None]:
    """Return what `poll` calls in this thread, for those who call it from another thread."""
    return _thread.check or (lambda: None)


def is_stopped(check: Callable[[], None]) -> bool:
    """Whether *check* raises, for those who cannot let an exception through."""
    try:
        check()
    except Exception:
        return True
    return False
