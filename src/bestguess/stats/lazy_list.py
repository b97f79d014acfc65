"""A list whose items are computed when they are first asked for."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, overload

from bestguess.errors import BestguessError, reason

_Item = TypeVar("_Item")


class LazyList(Sequence[_Item]):
    """*count* items that are *computed* in order, each once. Iterating gives each as soon as it is there.

    An error is raised as it is; after that the items before it remain, and asking for others raises BestguessError.

    >>> squares = LazyList((number**2 for number in range(4)), 4)
    >>> squares[1], list(squares), len(squares), next(squares)
    (1, [0, 1, 4, 9], 4, 0)
    """

    def __init__(self, computed: Iterator[_Item], count: int) -> None:
        self._computed, self._count = computed, count
        self._known: list[_Item] = []
        self._next = 0
        self._stopped = ""  # by which error

    @property
    def known(self) -> Sequence[_Item]:
        """The items that are there already."""
        return tuple(self._known)

    def __getstate__(self) -> dict[str, Any]:
        """Compute what is left, for copies and pickles: an iterator cannot be pickled."""
        self._known = self[:]
        return {**vars(self), "_computed": iter(())}

    def computed(self) -> list[_Item]:
        """Return all items, computing what is missing; where an error has ended that before, those that are known."""
        return list(self._known) if self._stopped else list(self)

    def __iter__(self) -> Iterator[_Item]:
        for place in range(self._count):
            yield self[place]
        self._finish()

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
            self._known.append(self._compute())
        return self._known[place]

    def _compute(self) -> _Item:
        """Return the next item that is not known; raises BestguessError when an error has ended the computation."""
        if self._stopped:
            where = f"item {len(self._known) + 1} of {self._count}"
            raise BestguessError(f"{where} was not computed: {self._stopped}")
        try:
            return next(self._computed)
        except BaseException as error:
            self._stopped = reason(error)
            raise

    def _finish(self) -> None:
        """Run what follows the last item: an error that was kept until the item was given."""
        next(self._computed, None)

    def __next__(self) -> _Item:
        """The first item, and with each call the next one."""
        if self._next == self._count:
            self._finish()
            raise StopIteration
        self._next += 1
        return self[self._next - 1]
