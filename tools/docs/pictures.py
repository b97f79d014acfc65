"""The pictures of the site, each drawn from what bestguess finds while the site is built: none can be out of date."""

import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any

from matplotlib import pyplot

import bestguess as bg
from bestguess.plots import save_comparison, save_sweep
from bestguess.trees.formats import as_sheet, as_svg
from bestguess.wording import count_text
from tools.docs.drawing import BLUE, VERMILION, Bar, Strip, bars, strips
from tools.docs.links import ROOT

GAME = "mastermind(4,6)"
KNUTH = "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0"
"""Knuth's own example: his strategy finds 3632."""
_CODE = re.compile(r"(?<=^```python\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def sizes_of(game: str, guess: str) -> list[int]:
    """The sizes of the parts that *guess* splits all secrets into, the largest first.

    >>> sizes_of("mastermind(2,2)", "11")
    [2, 1, 1]
    """
    return sorted(map(len, bg.Position(game).partition(guess).values()), reverse=True)


def draw_partition(game: str, guess: str) -> str:
    """The parts of one guess as bars."""
    parts = sorted(bg.Position(game).partition(guess).items(), key=lambda part: -len(part[1]))
    rows = [Bar(feedback, len(codes), f"{len(codes):,}") for feedback, codes in parts]
    return bars(f"{game}: secrets by their answer to {guess}", rows, right=50)


def draw_guesses(game: str, guesses: Sequence[str]) -> str:
    """How several first guesses split the secrets."""
    rows = []
    for guess in guesses:
        sizes = sizes_of(game, guess)
        note = f"{count_text(len(sizes), 'part')}, the largest {sizes[0]:,}, {bg.entropy(sizes):.3f} bits"
        rows.append(Strip(guess, sizes, note))
    return strips(f"{game}: the parts of first guesses", rows)


def draw_review(game: str, history: str) -> str:
    """Loss and luck, move by move."""
    rows = []
    for move in bg.review(game, history, prove=True).moves:
        rows.append(Bar(move.guess, float(move.loss), f"loss {float(move.loss):.3f}", VERMILION))
        rows.append(Bar(f"  {move.feedback}", float(move.luck), f"luck {float(move.luck):+.3f}", BLUE))
    return bars(f"{game}: loss and luck of each move", rows)


def draw_tree(game: str, strategy: str, depth: int | None = None) -> str:
    """A tree."""
    return as_svg(bg.build_tree(game, strategy), depth)


def draw_sheet(game: str, strategy: str) -> str:
    """A tree as a sheet to print."""
    with chdir(ROOT):  # from where the text of a game names its file
        return as_sheet(bg.build_tree(game, strategy))


def draw_comparison(game: str, strategies: Sequence[str]) -> str:
    """Strategies over all secrets."""
    return _plotted(partial(save_comparison, list(bg.compare(game, list(strategies)))))


def draw_heat_map(family: str, pegs: range, symbols: range, strategy: str) -> str:
    """A strategy over many sizes."""
    *_, whole = bg.sweep(family, pegs, symbols, strategy)
    return _plotted(partial(save_sweep, whole, figure="mean"))


def _plotted(plot: Callable[[Path], None]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.svg"
        plot(path)
        return path.read_text("utf-8")


PICTURES: dict[str, Callable[[], str]] = {
    "partition.svg": lambda: draw_partition(GAME, "1122"),
    "first-guesses.svg": lambda: draw_guesses(GAME, ["1111", "1112", "1122", "1123", "1234"]),
    "two-guesses.svg": lambda: draw_guesses("mastermind(3,4)", ["112", "123"]),
    "words.svg": lambda: draw_guesses("words(english,5)", ["crane", "slate", "fuzzy"]),
    "minimax-tree.svg": lambda: draw_tree("mastermind(2,3)", "minimax"),
    "optimal-tree.svg": lambda: draw_tree("mastermind(2,3)", "optimal"),
    "review.svg": lambda: draw_review(GAME, KNUTH),
    "comparison.svg": lambda: draw_comparison(GAME, ["minimax", "entropy", "optimal"]),
    "heat-map.svg": lambda: draw_heat_map("mastermind", range(2, 5), range(2, 9), "entropy"),
    "coins.svg": lambda: draw_sheet("balance(12)", "optimal-worst"),
    "faults.svg": lambda: draw_sheet("table(examples/faults.csv,goal=identify)", "optimal"),
}
"""How each picture is drawn, by the name of its file."""


def draw_all() -> dict[str, bytes]:
    """All pictures by the names of their files."""
    return {name: draw().encode() for name, draw in PICTURES.items()}


def gallery_pictures() -> dict[str, bytes]:
    """The pictures that the code of docs/gallery.md writes, by their names on the site."""
    names: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, chdir(folder), pyplot.rc_context({"backend": "agg"}):
        for code in _CODE.findall((ROOT / "docs" / "gallery.md").read_text("utf-8")):
            exec(code, names)
        pyplot.close("all")
        return {f"gallery/{path.name}": path.read_bytes() for path in sorted(Path().iterdir())}
