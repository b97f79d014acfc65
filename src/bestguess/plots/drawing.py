"""What all pictures share: their style, axes to draw on, titles, and files."""

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
_NO_DATES: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def style() -> AbstractContextManager[None]:
    """The settings of matplotlib while a picture is drawn."""
    try:
        import matplotlib
    except ImportError as error:
        raise BestguessError("plots need matplotlib: install it with pip install 'bestguess[plots]'") from error
    return matplotlib.rc_context(
        {
            "svg.fonttype": "none",  # texts stay texts
            "svg.hashsalt": "bestguess",  # the names inside an SVG do not change from run to run
            "text.parse_math": False,  # a dollar in a name is a dollar
            "text.usetex": False,
        }
    )


def write_title(axes: "Axes", heading: str, facts: str, size: int) -> None:
    """Writes a heading above the axes, and the facts in smaller letters under it."""
    axes.set_title(heading, fontsize=size, fontweight="bold", pad=23 + 13 * facts.count("\n"))
    axes.annotate(
        facts, (0.5, 1), xycoords="axes fraction", xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9.5
    )


def shortened(text: str, most: int) -> str:
    """The *text*, cut in the middle when it has more than *most* letters.

    >>> shortened("table(/home/me/games/colours.csv)", 20)
    'table(/ho…lours.csv)'
    """
    half = most // 2
    return text if len(text) <= most else f"{text[: most - half - 1]}…{text[-half:]}"


def new_picture(width: float, height: float) -> "Picture":
    """An empty picture of that many inches, which no window shows."""
    from matplotlib.figure import Figure as Picture
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    return Picture(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))


@contextmanager
def drawing_on(ax: "Axes | None", width: float, height: float) -> "Iterator[Axes]":
    """The axes that a caller gave; else those of a new picture of that many inches, which notebooks show.

    What is drawn within has the style of all pictures. The picture is made before, since pyplot may prepare a notebook
    by settings, which must outlast the style.
    """
    styled = style()
    picture = None
    if ax is None:
        from matplotlib import pyplot

        picture = pyplot.figure(figsize=(width, height), layout="constrained")
    with styled:
        yield checked_axes(ax) if picture is None else picture.subplots()


def checked_axes(ax: object) -> "Axes":
    """The axes that a caller gave; raises BestguessError."""
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise expected_error("axes of matplotlib", ax)
    return ax


def picture_of(axes: "Axes") -> "Picture":
    """The picture that *axes* are in."""
    picture = axes.get_figure(root=True)
    assert picture is not None, "axes that were not removed"
    return picture


def draw_legend(axes: "Axes", **options: object) -> None:
    """Draws the legend below the *axes*; outside of them, if they have a picture of their own."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    picture = picture_of(axes)
    if isinstance(picture.get_layout_engine(), ConstrainedLayoutEngine) and len(picture.axes) == 1:
        picture.legend(loc="outside lower center", frameon=False, fontsize=9, **options)
    else:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), frameon=False, fontsize=9, **options)


def label_axes(axes: "Axes", x: str, y: str) -> None:
    """Name both axes, and leave the frame open above and at the right."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.spines[["top", "right"]].set_visible(False)


def strategy_text(of: Figures | Sweep) -> str:
    """The strategy, and whether it was restricted."""
    return shortened(of.strategy, 14 if of.consistent else 28) + (", consistent only" if of.consistent else "")


def check_plot(path: Path) -> Path:
    """The *path*; raises FileError unless a picture can be written there."""
    style()
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise FileError(
            f"expected a file name that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, got {path.name!r}"
        )
    check_writable(path)
    return path


def save_picture(picture: "Picture", path: Path) -> None:
    """Writes the picture in the format of the suffix."""
    form = path.suffix.lower().removeprefix(".")
    drawn = io.BytesIO()
    with style():
        picture.savefig(drawn, format=form, dpi=150, metadata=_NO_DATES.get(form))
    write_whole(path, drawn.getvalue())


def save(ax: "Axes", path: str | Path) -> None:
    """Writes the picture of *ax* to a file: PNG, SVG or PDF, by the suffix of *path*."""
    path = check_plot(as_path("the file of a picture", path))
    save_picture(picture_of(checked_axes(ax)), path)
