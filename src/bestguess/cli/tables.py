"""Lay out tables, lists of fields, bar charts and columns of codes."""

from collections.abc import Collection, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table

from bestguess.candidates import CandidateList
from bestguess.games import quote

_UNBOUNDED = 10_000  # columns, wider than anything that is printed


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> Table:
    """Build a table with *headings*. The columns named in *right* are aligned to the right."""
    result = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        result.add_column(heading, justify="right" if heading in right else "left", overflow="fold")
    for row in rows:
        result.add_row(*row)
    return result


class FirstThatFits:
    """The first of several *forms* that is not wider than the terminal; the last if all are too wide."""

    def __init__(self, *forms: RenderableType) -> None:
        self._forms = forms

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the form to rich."""
        unbounded = options.update(max_width=_UNBOUNDED)
        widths = [Measurement.get(console, unbounded, form).maximum for form in self._forms]
        fitting = (form for form, width in zip(self._forms, widths, strict=True) if width <= options.max_width)
        yield next(fitting, self._forms[-1])


def grid(rows: Sequence[Sequence[str]], right: Collection[int] = (), indent: int = 0) -> RenderableType:
    """Build columns without headings. The columns whose numbers are in *right* are aligned to the right."""
    result = Table.grid(padding=(0, 2, 0, 0))
    for number in range(max(map(len, rows), default=0)):
        result.add_column(justify="right" if number in right else "left", overflow="fold")
    for row in rows:
        result.add_row(*row)
    return Padding(result, (0, 0, 0, indent), expand=False)


def fields_table(fields: Mapping[str, object]) -> RenderableType:
    """Build a list of names and values, a line for each field."""
    return grid([(name.replace("_", " "), _value_text(value)) for name, value in fields.items()])


def _value_text(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list):
        return " ".join(map(quote, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


class BarChart:
    """A bar for each row. A row has a label, a size, and the size as text.

    The longest bar has *width* columns, or as many as fit the terminal. *notes* are printed at the ends of the lines.
    Where only ASCII can be shown, bars are made of number signs.
    """

    def __init__(self, rows: Sequence[tuple[str, float, str]], width: int, notes: Sequence[str] = ()) -> None:
        self._rows, self._width, self._notes = rows, width, notes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines to rich."""
        largest = max((size for _, size, _ in self._rows), default=0) or 1
        others = [2 + cell_len(label) + 2 + 2 + cell_len(number) for label, _, number in self._rows]
        notes = max((2 + cell_len(note) for note in self._notes), default=0)
        width = min(self._width, max(5, options.max_width - max(others, default=0) - notes))
        rows = list[list[str]]()
        for label, size, number in self._rows:
            share = size / largest
            line = "#" * max(share > 0, round(share * width)) if options.ascii_only else bar(share, width)
            rows.append([label, line, number, *self._notes[len(rows) : len(rows) + 1]])
        yield grid(rows, right=(0, 2), indent=2)


def bar(share: float, width: int) -> str:
    """Return a bar of *share* times *width* columns, in eighths of a character. Only a share of 0 is empty.

    >>> bar(0.5, 4), bar(0.001, 4), bar(0, 4)
    ('██', '▏', '')
    """
    whole, eighths = divmod(max(share > 0, round(share * width * 8)), 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[eighths] if eighths else "")


def candidate_lines(candidates: CandidateList, width: int) -> list[str]:
    """Return the candidates in lines of at most *width* columns, the likely ones first if not all are likely."""
    count, likely_count, listed = candidates.count, candidates.likely, candidates.codes
    if likely_count is None or likely_count == count:
        return code_lines(listed, count - len(listed), width)
    likely = code_lines(candidates.likely_codes, likely_count - len(candidates.likely_codes), width)
    others = [code for code in listed if code not in candidates.likely_codes]
    if not others and not likely:
        return []
    return ["likely:", *likely, "others:", *code_lines(others, count - likely_count - len(others), width)]


def code_lines(codes: Sequence[str], more: int, width: int) -> list[str]:
    """Return *codes* in lines of at most *width* columns, and a line that says how many *more* there are.

    Does not use rich.columns, which takes a minute for a hundred thousand codes.
    """
    if not codes:
        return []
    column = max(map(len, codes)) + 2
    across = max(1, width // column)
    starts = range(0, len(codes), across)
    lines = ["".join(code.ljust(column) for code in codes[start : start + across]).rstrip() for start in starts]
    return [*lines, f"… and {more:,} more"] if more else lines


def numbered_lines(texts: Sequence[str], width: int) -> list[str]:
    """Return *texts*, numbered from 1, in lines of at most *width* columns. The numbers run down the columns.

    >>> numbered_lines(["hat", "beard", "tie"], 24)
    [' 1  hat      3  tie', ' 2  beard']
    """
    cells = [f"{number:>2}  {text}" for number, text in enumerate(texts, start=1)]
    column = max(map(cell_len, cells), default=0) + 3
    across = max(1, (width + 3) // column)
    down = -(-len(cells) // across)
    rows = [cells[start::down] for start in range(down)]
    return ["".join(cell + " " * (column - cell_len(cell)) for cell in row).rstrip() for row in rows]
