"""Tables of results in the forms that people use: CSV, Markdown, LaTeX and pandas.

A table has two forms. The *records* have every number in full under the names that JSON has, for programs. The *lines*
have headings and rounded numbers, for people.
"""

import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from bestguess.errors import BestguessError, printable

# What stands for the special symbols of each form.
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "±": r"$\pm$",
        "…": r"\ldots{}",
        **{symbol: f"\\{symbol}" for symbol in "&%$#_{}"},
    }
)
_MARKDOWN = str.maketrans({symbol: f"\\{symbol}" for symbol in "\\`*_{}[]<>|#~$"})
_MOST_ROWS = 40  # of a text: more would not be read


class Lines(NamedTuple):
    """A table for people; the first *words* columns are words, the others numbers."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1


class Tabular(ABC):
    """What can be written as a table."""

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """The rows of the table, each by the names of its columns, with numbers in full."""

    @abstractmethod
    def lines(self) -> Lines:
        """The table for people."""

    def to_csv(self) -> str:
        """A line for each row, after one with the names of the columns; numbers in full."""
        records = self.records()
        text = io.StringIO()
        writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return text.getvalue()

    def to_markdown(self) -> str:
        """A table in Markdown, as GitHub reads it; numbers rounded."""
        headings, rows, words = self.lines()
        marks = ["---" if place < words else "---:" for place in range(len(headings))]
        cells = [[printable(cell).translate(_MARKDOWN) for cell in row] for row in (headings, *rows)]
        return "".join(f"| {' | '.join(row)} |\n" for row in (cells[0], marks, *cells[1:]))

    def to_latex(self) -> str:
        r"""A tabular in LaTeX that needs ``\usepackage{booktabs}``; numbers rounded."""
        headings, rows, words = self.lines()
        head, *body = ([printable(cell).translate(_LATEX) for cell in row] for row in (headings, *rows))
        columns = "l" * words + "r" * (len(headings) - words)
        lines = [
            f"\\begin{{tabular}}{{{columns}}}",
            "\\toprule",
            f"{' & '.join(head)} \\\\",
            "\\midrule",
            *(f"{' & '.join(row)} \\\\" for row in body),
            "\\bottomrule",
            "\\end{tabular}",
        ]
        return "\n".join(lines) + "\n"

    def to_pandas(self) -> Any:
        """A DataFrame of the records; raises BestguessError when pandas is missing."""
        try:
            pandas = import_module("pandas")
        except ImportError as error:
            raise BestguessError("to_pandas needs pandas: install it with pip install pandas") from error
        return pandas.DataFrame(self.records())


def aligned_text(table: Lines) -> str:
    """Return *table* in aligned columns; of many rows the first ones.

    >>> print(aligned_text(Lines(["strategy", "total"], [["first", "7471"], ["most-parts", "5668"]])))
    strategy    total
    first        7471
    most-parts   5668
    """
    rows = [[printable(cell) for cell in row] for row in (table.headings, *table.rows[:_MOST_ROWS])]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place < table.words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    more = len(table.rows) - _MOST_ROWS
    return "\n".join([*lines, f"… and {more} more"] if more > 0 else lines)
