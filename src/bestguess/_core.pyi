from collections.abc import Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


version: str = '0.2.0'

class Simd(enum.Enum):
    portable = 0

    avx2 = 1

def best_simd() -> Simd: ...

def simd() -> Simd: ...

def set_simd(version: Simd) -> None: ...

class Kernel:
    @property
    def guesses(self) -> int: ...

    @property
    def secrets(self) -> int: ...

    @property
    def feedbacks(self) -> int: ...

    @property
    def symmetric(self) -> bool: ...

    @property
    def scan_blocks(self) -> int: ...

    def fill(self, begin: int, end: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], threads: int) -> None: ...

    def scan(self, history: Sequence[tuple[int, int]], begin: int, end: int, limit: int, threads: int) -> tuple[int, Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

class PegKernel(Kernel):
    def __init__(self, pegs: int, symbols: int, distinct_guesses: bool, distinct_secrets: bool) -> None: ...

class TwodKernel(Kernel):
    def __init__(self, size: int) -> None: ...

@overload
def part_sizes(row: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

@overload
def part_sizes(row: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

@overload
def all_part_sizes(table: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None))]: ...

@overload
def all_part_sizes(table: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None))]: ...

@overload
def partition(row: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

@overload
def partition(row: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

@overload
def filter(row: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], feedback: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

@overload
def filter(row: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], feedback: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

class Choice(enum.Enum):
    first = 0

    random = 1

    minimax = 2

    expected_size = 3

    entropy = 4

    most_parts = 5

class Symmetries:
    def representatives(self, history: Sequence[int]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

class WordSymmetries(Symmetries):
    def __init__(self, words: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], position_class: Sequence[int], symbol_class: Sequence[int]) -> None: ...

class GeneratorSymmetries(Symmetries):
    def __init__(self, guesses: int, generators: Sequence[Sequence[int]]) -> None: ...

class ByteTable:
    def __init__(self, by_guess: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], by_secret: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], feedbacks: int, win: int, winner: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def choose(self, choice: Choice, consistent: bool, candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], state: int, allowed: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int: ...

    def build_tree(self, choice: Choice, consistent: bool, seed: int, candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], history: Sequence[int], first_guess: int, symmetries: Symmetries | None, threads: int, progress: object | None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

    def search(self, linear: bool, cost: Sequence[int], weighted: bool, consistent: bool, candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], history: Sequence[int], known: int, first_guess: int, first_guesses: bool, symmetries: Symmetries | None, threads: int, memory_limit: int, node_limit: int = 18446744073709551615, certify: bool = False, progress: object | None = None, remembered: bytes = ..., keep: object | None = None, keep_every: float = 5.0, without: int = 0, whole_tree: bool = True) -> tuple[int, int, bool, int, tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]], list[tuple[int, int, bool]], list[tuple[int, int, int, int]], bool]: ...

class WordTable:
    def __init__(self, by_guess: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], by_secret: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], feedbacks: int, win: int, winner: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def choose(self, choice: Choice, consistent: bool, candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], state: int, allowed: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int: ...

    def build_tree(self, choice: Choice, consistent: bool, seed: int, candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], history: Sequence[int], first_guess: int, symmetries: Symmetries | None, threads: int, progress: object | None) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

    def search(self, linear: bool, cost: Sequence[int], weighted: bool, consistent: bool, candidates: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], history: Sequence[int], known: int, first_guess: int, first_guesses: bool, symmetries: Symmetries | None, threads: int, memory_limit: int, node_limit: int = 18446744073709551615, certify: bool = False, progress: object | None = None, remembered: bytes = ..., keep: object | None = None, keep_every: float = 5.0, without: int = 0, whole_tree: bool = True) -> tuple[int, int, bool, int, tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]], list[tuple[int, int, bool]], list[tuple[int, int, int, int]], bool]: ...

infinite: int = 1125899906842624

def random_state(seed: int) -> int: ...

def next_random_state(state: int, guess: int, feedback: int) -> int: ...
