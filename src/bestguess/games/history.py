"""Histories: the guesses and feedbacks so far."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias, overload

from bestguess.arguments import as_integer, as_list, expected
from bestguess.errors import HistoryError
from bestguess.games.codes import Code, Feedback
from bestguess.games.texts import quoted
from bestguess.shown import Shown, one_line
from bestguess.wording import counted

HistoryLike: TypeAlias = str | Iterable[tuple[Any, Any]]
"""A history, its text, or pairs of guess and feedback: what every function that takes a history accepts."""
_MOST_IN_CODE = 5  # rows of a history whose repr is code


class Row(NamedTuple):
    """One guess and the feedback it got: a pair.

    >>> str(Row("1122", "0.2")), str(Row("Anna Lee", "no")), str(Row(7, True))
    ('1122:0.2', '"Anna Lee":no', '7:True')
    """

    guess: Code
    feedback: Feedback

    def __str__(self) -> str:
        return f"{quoted(self.guess)}:{quoted(self.feedback)}"


class History(Sequence[Row], Shown):
    """The rows so far, oldest first, each a pair. Never changes; adding a row gives another history.

    >>> history = History([("1122", "0.2")]) + ("1344", "1.1")
    >>> str(history), len(history), history[-1].guess
    ('1122:0.2 1344:1.1', 2, '1344')
    """

    def __init__(self, rows: Iterable[tuple[Code, Feedback]] = ()) -> None:
        self._rows = tuple(map(_checked_row, as_list("rows of guess and feedback", rows, HistoryError)))

    @classmethod
    def _of(cls, rows: tuple[Row, ...]) -> "History":
        """The history of *rows* that are known to be rows."""
        history = cls.__new__(cls)
        history._rows = rows
        return history

    def __str__(self) -> str:
        return " ".join(map(str, self._rows))

    def __repr__(self) -> str:
        if len(self._rows) <= _MOST_IN_CODE:
            return f"History({[tuple(row) for row in self._rows]!r})"
        return one_line(self, f"of {counted(len(self), 'row')}: {self}")

    def __eq__(self, other: object) -> bool:
        """Whether *other* is a history, a list or a tuple of these rows."""
        return isinstance(other, History | list | tuple) and self._rows == tuple(other)

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
        return History._of(self._rows[index]) if isinstance(index, slice) else self._rows[index]

    def __add__(self, row: tuple[Code, Feedback]) -> "History":
        return History._of((*self._rows, _checked_row(row)))


def when(history: History) -> str:
    """Where in a game something happens, as a message says it.

    >>> when(History()), when(History([("1122", "1.0")]))
    ('at the start', "after '1122:1.0'")
    """
    return f"after {str(history)!r}" if history else "at the start"


def row_numbers(given: Collection[int]) -> frozenset[int]:
    """The numbers of rows that a caller gave; raises HistoryError.

    >>> sorted(row_numbers([3, 1, 3]))
    [1, 3]
    """
    rows = as_list("the numbers of rows", given, HistoryError)
    return frozenset(as_integer("the number of a row", row, error=HistoryError) for row in rows)


def _checked_row(row: tuple[Code, Feedback]) -> Row:
    """The row that *row* is, a pair; raises HistoryError."""
    if isinstance(row, tuple | list) and len(row) == 2:
        return Row(*row)
    raise expected("a row, a pair of a guess and its feedback", row, HistoryError)
