"""The general parts: tables, lists of fields, charts, columns of codes."""

from collections.abc import Collection, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

_SPARKS = "▁▂▃▄▅▆▇█"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> Table:
    """A table with *headings*. The columns named in *right* are aligned to the right."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        made.add_column(heading, justify="right" if heading in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def grid(rows: Sequence[Sequence[str]], right: Collection[int] = (), indent: int = 0) -> RenderableType:
    """Columns without headings. Those whose numbers are in *right* are aligned to the right."""
    made = Table.grid(padding=(0, 2, 0, 0))
    for number in range(max(map(len, rows), default=0)):
        made.add_column(justify="right" if number in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*row)
    return Padding(made, (0, 0, 0, indent), expand=False)


def fields_table(fields: Mapping[str, object]) -> RenderableType:
    """Names and values, one line each."""
    return grid([(name.replace("_", " "), _value_text(value)) for name, value in fields.items()])


def _value_text(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    if isinstance(value, float):
        return f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) else " ".join(value) if isinstance(value, list) else str(value)


def bar_chart(
    rows: Sequence[tuple[str, float, str]], width: int, plain: bool = False, notes: Sequence[str] = ()
) -> RenderableType:
    """A bar for each row of label, size and the size as text. *notes* stand at the ends of the lines."""
    longest = max(size for _, size, _ in rows)
    bars = [plain_bar(size / longest, width) if plain else bar(size / longest, width) for _, size, _ in rows]
    cells = [(label, drawn, number) for (label, _, number), drawn in zip(rows, bars, strict=True)]
    if notes:
        return grid([(*row, note) for row, note in zip(cells, notes, strict=True)], right=(0, 2), indent=2)
    return grid(cells, right=(0, 2), indent=2)


def bar(share: float, width: int) -> str:
    """A bar in eighths of a character.

    >>> bar(0.5, 4), bar(0.03, 4)
    ('██', '▏')
    """
    whole, eighths = divmod(round(share * width * 8), 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[eighths] if eighths else "")


def plain_bar(share: float, width: int) -> str:
    """A bar in ASCII, never empty.

    >>> plain_bar(0.5, 4), plain_bar(0.03, 4)
    ('##', '#')
    """
    return "#" * max(1, round(share * width))


def sparkline(numbers: Sequence[int]) -> str:
    """*numbers* as a line of small bars.

    >>> sparkline([3, 4, 5, 9])
    '▁▂▃█'
    """
    low, span = min(numbers), max(numbers) - min(numbers) or 1
    return "".join(_SPARKS[(number - low) * (len(_SPARKS) - 1) // span] for number in numbers)


def code_lines(codes: Sequence[str], more: int, width: int) -> list[str]:
    """*codes* in lines of at most *width* columns, and how many *more* there are.

    By hand, because rich.columns takes a minute for a hundred thousand codes.

    >>> code_lines(["1122", "1123", "1124"], 7, 10)
    ['1122', '1123', '1124', '… and 7 more']
    """
    if not codes:
        return []
    column = max(map(len, codes)) + 2
    across = max(1, width // column)
    starts = range(0, len(codes), across)
    lines = ["".join(code.ljust(column) for code in codes[start : start + across]).rstrip() for start in starts]
    return [*lines, f"… and {more:,} more"] if more else lines
