"""Histories: the guesses and feedbacks so far."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from bestguess.games.codes import Code, Feedback


class Row(NamedTuple):
    """One guess and the feedback it got.

    >>> str(Row("1122", "0.2"))
    '1122:0.2'
    """

    guess: Code
    feedback: Feedback

    def __str__(self) -> str:
        return f"{self.guess}:{self.feedback}"


class History(Sequence[Row]):
    """The rows so far, oldest first. Never changes; adding a row gives another history.

    >>> history = History() + Row("1122", "0.2") + Row("1344", "1.1")
    >>> str(history), len(history), history[-1].guess
    ('1122:0.2 1344:1.1', 2, '1344')
    """

    def __init__(self, rows: Sequence[tuple[Code, Feedback]] = ()) -> None:
        self._rows = tuple(Row(*row) for row in rows)

    def __str__(self) -> str:
        return " ".join(map(str, self._rows))

    def __repr__(self) -> str:
        return f"History({[tuple(row) for row in self._rows]!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> "History": ...
    def __getitem__(self, index: int | slice) -> "Row | History":
        return History(self._rows[index]) if isinstance(index, slice) else self._rows[index]

    def __add__(self, row: tuple[Code, Feedback]) -> "History":
        return History((*self._rows, row))
