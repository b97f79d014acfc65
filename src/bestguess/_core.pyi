from collections.abc import Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


version: str = '0.1.0'

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
