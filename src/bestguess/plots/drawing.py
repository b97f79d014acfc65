"""Helpers for all pictures: style, axes to draw on, titles and files."""

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bestguess.arguments import as_path, expected_error
from bestguess.errors import BestguessError, FileError
from bestguess.files import check_writable, write_whole
from bestguess.stats import Sweep
from bestguess.trees import Figures

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

SUFFIXES = (".png", ".svg", ".pdf")
# The palette of Okabe and Ito (2008), which people with any kind of colour blindness can tell apart.
BLUE, VERMILION, GREY, BLACK = "#0072B2", "#D55E00", "#555555", "#000000"
PALETTE = (BLUE, "#E69F00", "#009E73", "#CC79A7", "#56B4E9", VERMILION, "#F0E442", GREY)
# Metadata that leaves out dates, so that equal pictures are equal files.
_NO_DATES: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def style() -> AbstractContextManager[None]:
    """Return a context with the matplotlib settings of all pictures; raise BestguessError without matplotlib."""
    try:
        import matplotlib
    except ImportError as error:
        raise BestguessError("plots need matplotlib: install it with pip install 'bestguess[plots]'") from error
    return matplotlib.rc_context(
        {
            "svg.fonttype": "none",  # texts stay texts
            "svg.hashsalt": "bestguess",  # ids inside an SVG do not change from run to run
            "text.parse_math": False,  # a dollar sign in a name stays one
            "text.usetex": False,
        }
    )


def write_title(axes: "Axes", heading: str, facts: str, size: int) -> None:
    """Write a heading above the axes, and *facts* in smaller letters below it."""
    axes.set_title(heading, fontsize=size, fontweight="bold", pad=23 + 13 * facts.count("\n"))
    axes.annotate(
        facts, (0.5, 1), xycoords="axes fraction", xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9.5
    )


def shorten(text: str, max_length: int) -> str:
    """Return *text*, cut in the middle if it is longer than *max_length*.

    >>> shorten("table(/home/me/games/colours.csv)", 20)
    'table(/ho…lours.csv)'
    """
    half = max_length // 2
    return text if len(text) <= max_length else f"{text[: max_length - half - 1]}…{text[-half:]}"


def new_picture(width: float, height: float) -> "Picture":
    """Return an empty picture of this size in inches. It never appears in a window or notebook."""
    from matplotlib.figure import Figure as Picture
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    return Picture(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))


@contextmanager
def drawing_on(ax: "Axes | None", width: float, height: float) -> "Iterator[Axes]":
    """Yield *ax*, or the axes of a new picture of this size in inches, which notebooks show.

    Inside the context the style of all pictures is active.
    """
    style_context = style()
    picture = None
    if ax is None:
        from matplotlib import pyplot

        # Before the style: pyplot may change settings for a notebook, and these must outlast the context.
        picture = pyplot.figure(figsize=(width, height), layout="constrained")
    with style_context:
        yield as_axes(ax) if picture is None else picture.subplots()


def as_axes(ax: object) -> "Axes":
    """Return *ax*; raise BestguessError unless it is axes of matplotlib."""
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise expected_error("axes of matplotlib", ax)
    return ax


def picture_of(axes: "Axes") -> "Picture":
    """Return the picture that contains *axes*."""
    picture = axes.get_figure(root=True)
    assert picture is not None, "the axes were removed from their picture"
    return picture


def draw_legend(axes: "Axes", **options: object) -> None:
    """Draw the legend below the *axes*; in the margin of the picture if it has no other axes."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    picture = picture_of(axes)
    if isinstance(picture.get_layout_engine(), ConstrainedLayoutEngine) and len(picture.axes) == 1:
        picture.legend(loc="outside lower center", frameon=False, fontsize=9, **options)
    else:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), frameon=False, fontsize=9, **options)


def label_axes(axes: "Axes", x: str, y: str) -> None:
    """Label both axes, and remove the frame above and at the right."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.spines[["top", "right"]].set_visible(False)


def strategy_text(result: Figures | Sweep) -> str:
    """Return the name of the strategy, with a note if it made only consistent guesses."""
    note = ", consistent only" if result.consistent else ""
    return shorten(result.strategy, 14 if result.consistent else 28) + note


def check_plot(path: Path) -> Path:
    """Return *path*; raise FileError unless a picture can be written there."""
    style()  # raises without matplotlib
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise FileError(
            f"expected a file name that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, got {path.name!r}"
        )
    check_writable(path)
    return path


def save_picture(picture: "Picture", path: Path) -> None:
    """Write *picture* to *path*, in the format of its suffix."""
    file_format = path.suffix.lower().removeprefix(".")
    buffer = io.BytesIO()
    with style():
        picture.savefig(buffer, format=file_format, dpi=150, metadata=_NO_DATES.get(file_format))
    write_whole(path, buffer.getvalue())


def save(ax: "Axes", path: str | Path) -> None:
    """Write the picture of *ax* to a file: PNG, SVG or PDF, by the suffix of *path*."""
    path = check_plot(as_path("the file of a picture", path))
    save_picture(picture_of(as_axes(ax)), path)
