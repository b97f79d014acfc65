"""Tables of results as CSV, Markdown, LaTeX and pandas.

A table has two forms. The *records* are for programs: exact numbers under the JSON keys. The *lines* are for people:
headings and rounded numbers.
"""

import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from bestguess.errors import BestguessError, printable

# Replacements for the special symbols of each format.
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
_MAX_ROWS = 40  # rows that `aligned_text` shows


class Lines(NamedTuple):
    """A table for people. The first *words* columns hold words, the others numbers."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1


class Tabular(ABC):
    """A result that can be written as a table."""

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the table as dicts by column name, with exact numbers."""

    @abstractmethod
    def lines(self) -> Lines:
        """Return the table for people, with headings and rounded numbers."""

    def to_csv(self) -> str:
        """Return the table as CSV: a line of column names, then a line for each row, with exact numbers."""
        records = self.records()
        text = io.StringIO()
        writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return text.getvalue()

    def to_markdown(self) -> str:
        """Return the table in GitHub's Markdown, with rounded numbers."""
        headings, rows, words = self.lines()
        alignments = ["---" if column < words else "---:" for column in range(len(headings))]
        cells = [[printable(cell).translate(_MARKDOWN) for cell in row] for row in (headings, *rows)]
        return "".join(f"| {' | '.join(row)} |\n" for row in (cells[0], alignments, *cells[1:]))

    def to_latex(self) -> str:
        r"""Return the table as a LaTeX tabular with rounded numbers. It needs ``\usepackage{booktabs}``."""
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
        """Return the records as a DataFrame; raise BestguessError if pandas is not installed."""
        try:
            pandas = import_module("pandas")
        except ImportError as error:
            raise BestguessError("to_pandas needs pandas: install it with pip install pandas") from error
        return pandas.DataFrame(self.records())


def aligned_text(table: Lines) -> str:
    """Return *table* in aligned columns. Only the first rows of a long table are shown.

    >>> print(aligned_text(Lines(["strategy", "total"], [["first", "7471"], ["most-parts", "5668"]])))
    strategy    total
    first        7471
    most-parts   5668
    """
    rows = [[printable(cell) for cell in row] for row in (table.headings, *table.rows[:_MAX_ROWS])]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if column < table.words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    more = len(table.rows) - _MAX_ROWS
    return "\n".join([*lines, f"… and {more} more"] if more > 0 else lines)
