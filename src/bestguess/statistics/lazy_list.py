"""A list whose items are computed when they are first asked for."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, overload

from bestguess.shown import one_line

_Item = TypeVar("_Item")


class LazyList(Sequence[_Item]):
    """*count* items that are *computed* in order, each once. Iterating gives each as soon as it is there.

    >>> squares = LazyList((number**2 for number in range(4)), 4)
    >>> squares[1], list(squares), len(squares), next(squares)
    (1, [0, 1, 4, 9], 4, 0)
    """

    def __init__(self, computed: Iterator[_Item], count: int) -> None:
        self._computed, self._count = computed, count
        self._known: list[_Item] = []
        self._next = 0

    @property
    def known(self) -> Sequence[_Item]:
        """The items that are there already."""
        return tuple(self._known)

    def __getstate__(self) -> dict[str, Any]:
        """Compute what is left, for copies and pickles: an iterator cannot be pickled."""
        self._known = self[:]
        return {**vars(self), "_computed": iter(())}

    def __repr__(self) -> str:
        return one_line(self, f"of {self._count} items, {len(self._known)} computed")

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> _Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[_Item]: ...
    def __getitem__(self, index: int | slice) -> _Item | list[_Item]:
        if isinstance(index, slice):
            return [self[place] for place in range(self._count)[index]]
        place = range(self._count)[index]
        while len(self._known) <= place:
            self._known.append(next(self._computed))
        return self._known[place]

    def __next__(self) -> _Item:
        """The first item, and with each call the next one."""
        if self._next == self._count:
            raise StopIteration
        self._next += 1
        return self[self._next - 1]
