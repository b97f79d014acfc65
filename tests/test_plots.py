"""Pictures of the numbers: what stands in them, and what is left on the disk when they fail."""

import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes

import bestguess as bg
from bestguess.errors import BestguessError, FileError
from bestguess.games import game
from bestguess.plots import save_comparison, save_sweep
from bestguess.stats import compare, sweep
from bestguess.stats.sweeps import Sweep, size_names
from bestguess.trees import Figures, build_tree
from objects import GAMES, played
from worlds import fault_game

NAMES = ("first", "minimax", "expected-size", "entropy", "most-parts")
NO_MATPLOTLIB = "plots need matplotlib: install it with pip install 'bestguess[plots]'"


def figures(text: str, strategy: str, *, consistent: bool = False) -> Figures:
    """The figures of a strategy for the game of that text."""
    return build_tree(game(text), strategy, consistent=consistent).figures


def sweep_of(family: str, pegs: range, symbols: range) -> Sweep:
    """Minimax over those sizes; a code of bullscows has no more pegs than digits."""
    sizes = [(p, s) for p in pegs for s in symbols if family != "bullscows" or p <= s]
    found: dict[tuple[int, ...], Figures] = {(p, s): figures(f"{family}({p},{s})", "minimax") for p, s in sizes}
    return Sweep(family, "minimax", False, size_names(family), (tuple(pegs), tuple(symbols)), found)


def both(results: list[Figures], sweep: Sweep) -> list[Callable[[Path], None]]:
    """The two ways of drawing, each a function of where to."""
    return [lambda path: save_comparison(results, path), lambda path: save_sweep(sweep, path)]


def texts(path: Path) -> list[str]:
    """The texts of an SVG file, in the order in which they are drawn."""
    return ["".join(node.itertext()).strip() for node in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def legend(axes: Axes) -> list[str]:
    """What the legends of a picture say."""
    return [text.get_text() for one in axes.figure.legends for text in one.get_texts()]


@pytest.fixture(scope="module")
def small() -> list[Figures]:
    """Five strategies on a game that is solved in no time, and whose counts differ."""
    return [figures("mastermind(3,4)", name) for name in NAMES]


@pytest.fixture(scope="module")
def sizes() -> Sweep:
    """A sweep that holds the traditional game."""
    return sweep_of("mastermind", range(3, 5), range(5, 7))


def test_a_strategy_that_draws_is_shown_with_its_spread(tmp_path: Path, small: list[Figures]) -> None:
    """Mean and standard deviation over the seeds, averages with a decimal, and a mark that the legend names."""
    (drawn,) = compare("mastermind(3,4)", ["random"], seeds=3)
    save_comparison([drawn, small[0]], tmp_path / "drawn.svg")
    shown = texts(tmp_path / "drawn.svg")
    assert f"mean {drawn.mean:.3f} ± {drawn.mean_sd:.3f} over 3 seeds, worst {drawn.worst}" in shown
    assert "± standard deviation over seeds" in shown
    averages = [f"{count:.1f}" for count in drawn.distribution.values() if count != int(count)]
    assert averages
    assert set(averages) <= set(shown)
    save_comparison(small, tmp_path / "sure.svg")
    assert "± standard deviation over seeds" not in texts(tmp_path / "sure.svg")


def test_comparison_shows_every_strategy(tmp_path: Path, small: list[Figures]) -> None:
    """A panel each, none empty, in a picture that fits a screen; game, facts and every count stand there as texts."""
    path = tmp_path / "all.svg"
    save_comparison(small, path)
    shown = texts(path)
    assert "mastermind(3,4)" in shown
    assert "guesses needed over 64 secrets" in shown
    for result in small:
        assert result.strategy in shown
        facts = f"mean {result.mean:.3f}, worst {result.worst}, first guess {result.first_guess}"
        assert facts in shown
        assert all(str(count) in shown for count in result.distribution.values())
    assert path.read_text().count('<g id="axes_') == len(small)
    save_comparison(small, tmp_path / "all.PNG")
    width, height = struct.unpack(">II", (tmp_path / "all.PNG").read_bytes()[16:24])  # in the header
    assert 600 <= width <= 2200
    assert 400 <= height <= 1600


def test_names_are_no_formulas(tmp_path: Path, small: list[Figures]) -> None:
    """A dollar or an ampersand is shown as it is, a long name is cut, and consistent guesses are said."""
    odd = replace(small[0], game=f"table(/{'x' * 90}.csv)", strategy="$a_b$&<c", worst=40, distribution={1: 1, 40: 2})
    save_comparison([odd, replace(odd, consistent=True)], tmp_path / "odd.svg")
    shown = texts(tmp_path / "odd.svg")
    assert {"$a_b$&<c", "$a_b$&<c, consistent only"} <= set(shown)
    assert any(text.startswith("table(/xxx") and "…" in text and text.endswith(".csv)") for text in shown)


def test_heat_map_shows_every_cell(tmp_path: Path, sizes: Sweep) -> None:
    """Family, strategy, figure, axes, each cell's number in reading order, and the traditional game are named."""
    save_sweep(sizes, tmp_path / "map.svg", "mean")
    shown = texts(tmp_path / "map.svg")
    assert "mastermind with minimax" in shown
    assert any(text.startswith("mean: ") for text in shown)
    assert {"pegs", "colours", "mastermind(4,6), the traditional game"} <= set(shown)
    after = shown.index("pegs") + 1
    assert shown[after : after + 4] == ["3.704", "4.046", "4.101", "4.476"]


def test_missing_sizes_stay_blank(tmp_path: Path) -> None:
    """A size that the game does not have gets neither number nor colour, and no traditional game is claimed."""
    sweep = sweep_of("bullscows", range(2, 4), range(2, 4))
    assert (3, 2) not in sweep.figures
    save_sweep(sweep, tmp_path / "map.svg", "mean")
    shown = texts(tmp_path / "map.svg")
    assert sum("." in text and len(text) == 5 for text in shown) == 3
    assert "digits" in shown
    (mesh,) = (node for node in ET.parse(tmp_path / "map.svg").iter() if node.get("id", "").startswith("QuadMesh"))
    styles = [node.get("style", "") for node in mesh.iter("{http://www.w3.org/2000/svg}path")]
    assert sum("fill: #" in style for style in styles) == 3
    assert not any("nan" in text or "traditional" in text for text in shown)


def test_the_same_numbers_give_the_same_bytes(tmp_path: Path, small: list[Figures]) -> None:
    """Neither the time nor chance stands in a picture."""
    for suffix in (".svg", ".png", ".pdf"):
        for name in ("a", "b"):
            save_comparison(small[:1], tmp_path / f"{name}{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_settings_of_matplotlib_are_left_alone(tmp_path: Path) -> None:
    """Drawing changes no setting of the caller's matplotlib and does not load pyplot; importing loads nothing."""
    code = (
        "import sys, pathlib, bestguess as bg; from bestguess.plots import save_comparison;"
        "print('matplotlib' in sys.modules); import matplotlib; before = str(matplotlib.rcParams.copy());"
        f"save_comparison(bg.compare('mastermind(2,3)', 'first'), pathlib.Path({str(tmp_path / 'x.svg')!r}));"
        "print(str(matplotlib.rcParams.copy()) == before, 'matplotlib.pyplot' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parent
    )
    assert done.stdout.split() == ["False", "True", "False"]
    assert (tmp_path / "x.svg").exists()


def test_wrong_paths_are_refused(tmp_path: Path, small: list[Figures], sizes: Sweep) -> None:
    """Other suffixes, a missing folder and a file in its place: one line says what is wrong, and nothing is made."""
    (tmp_path / "file").write_text("kept")
    refused = {name: f"ends in .png, .svg or .pdf, got {name!r}" for name in ("x.jpeg", "x", "png", "x.svg.gz")}
    refused |= {f"{folder}/x.svg": f"expected an existing folder, got .*{folder}'" for folder in ("missing", "file")}
    for draw in both(small, sizes):
        for name, message in refused.items():
            with pytest.raises(FileError, match=f"{message}$"):
                draw(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "kept"


def test_without_matplotlib(
    tmp_path: Path, small: list[Figures], sizes: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without matplotlib one sentence says what to install, and nothing is written."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in both(small, sizes):
        with pytest.raises(BestguessError) as caught:
            draw(tmp_path / "x.svg")
        assert str(caught.value) == NO_MATPLOTLIB
    assert not list(tmp_path.iterdir())


def test_what_is_lost_has_a_bar_of_its_own(tmp_path: Path, no_pictures_left: None) -> None:
    """After the bars of the guesses, named on the axis and below; none where nothing is lost, alone where all is.

    Side by side the legend says that a mean is of those found, and a number above each bar how many are not.
    """
    results = [figures("mastermind(4,6,rows=4)", name) for name in ("minimax", "entropy")]
    save_comparison(results, tmp_path / "lost.svg")
    shown = texts(tmp_path / "lost.svg")
    assert shown.count("lost") == 2
    assert {"694", "608", "lost: not found within the rows"} <= set(shown)
    assert shown.index("entropy") < shown.index("minimax"), "the fewest lost come first"
    assert {"lost 694, of those found: mean 3.872, worst 4", "first guess 1122"} <= set(shown)
    assert {"worst of those found", "mean of those found"} <= set(shown)
    save_comparison([figures("mastermind(4,6,rows=5)", "minimax")], tmp_path / "none.svg")
    assert not any("lost" in text for text in texts(tmp_path / "none.svg"))
    save_comparison([figures("numbers(300,rows=25)", "first")], tmp_path / "many.svg")
    shown = texts(tmp_path / "many.svg")
    assert {"lost", "275", "5", "20"} <= set(shown)
    assert "25" not in shown, "no room beside lost"
    nothing = build_tree(game("mastermind(3,4,secrets=distinct,rows=1)"), "entropy", first_guess="112").figures
    save_comparison([nothing], tmp_path / "nothing.svg")
    shown = texts(tmp_path / "nothing.svg")
    assert "lost 24, first guess 112" in shown
    assert shown.count("lost") == 1
    assert not any("nan" in text for text in shown)
    axes = bg.plots.comparison(compare("mastermind(3,4,rows=2)", ["first", "entropy"]))
    assert legend(axes) == [
        "entropy, lost 58, of those found: mean 1.833",
        "first, lost 60, of those found: mean 1.750",
    ]
    assert {"58", "60"} <= {text.get_text() for text in axes.texts}
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["1", "2", "lost"]


def test_a_program_that_failed_is_in_the_picture(tmp_path: Path, no_pictures_left: None) -> None:
    """Its panel says why, also where all have failed; side by side the legend says that it did."""
    found = list(compare("mastermind(3,4)", ["exec:no-such-program-here", "first"]))
    for results in (found, found[:1]):
        save_comparison(results, tmp_path / "failed.svg")
        shown = " ".join(texts(tmp_path / "failed.svg"))
        assert "no program 'no-such-program-here' to start" in shown
        assert "failed" in shown
        assert "nan" not in shown
    assert legend(bg.plots.comparison(found)) == ["exec:no-such-program-here, failed", "first, mean 3.906"]


def test_a_heat_map_of_what_is_lost(tmp_path: Path) -> None:
    """Secrets by size, for boards with rows; without rows there is nothing to show."""
    sizes: dict[tuple[int, ...], Figures]
    sizes = {(4, s): figures(f"mastermind(4,{s},rows=4)", "minimax") for s in (5, 6)}
    swept = Sweep("mastermind", "minimax", False, ("pegs", "colours"), ((4,), (5, 6)), sizes, 4)
    save_sweep(swept, tmp_path / "lost.svg", "lost")
    shown = texts(tmp_path / "lost.svg")
    assert {"158", "694", "lost: secrets that are not found within 4 rows", "lost (secrets)"} <= set(shown)
    with pytest.raises(BestguessError, match="figure='lost' does not work with a sweep without rows"):
        save_sweep(replace(swept, rows=None), tmp_path / "x.svg", "lost")


def test_a_sweep_over_one_number_is_a_line(tmp_path: Path) -> None:
    """A point for each size, its value beside it; sizes that lie far apart are drawn by their logarithm."""
    swept = [*sweep("numbers", [3, 7, 15], by="minimax")][-1]
    save_sweep(swept, tmp_path / "worst.svg")
    shown = texts(tmp_path / "worst.svg")
    assert {"numbers with minimax", "worst: the most guesses that any secret needs", "n", "guesses"} <= set(shown)
    assert [text for text in shown if text in ("2", "3", "4", "7", "15")].count("4") >= 1
    save_sweep([*sweep("twod", [2, 3], by="first", rows=2)][-1], tmp_path / "lost.svg", "lost")
    assert {"lost: secrets that are not found within 2 rows", "secrets"} <= set(texts(tmp_path / "lost.svg"))
    far = [*sweep("numbers", [2, 100], by="minimax")][-1]
    save_sweep(far, tmp_path / "mean.svg", "mean")
    assert {"2", "100"} <= set(texts(tmp_path / "mean.svg"))
    many = sweep("numbers", range(2, 30), by="minimax")  # all steps stand for the last
    save_sweep(many, tmp_path / "many.svg", "mean")
    assert "1.500" not in texts(tmp_path / "many.svg"), "no room for a number beside each of many points"


def test_costs_are_no_guesses(tmp_path: Path) -> None:
    """The bars count questions; mean and worst are costs, said in words and not drawn on the axis of guesses."""
    results = list(compare(fault_game(), ["first", "random"], seeds=3))
    save_comparison(results, tmp_path / "costs.svg")
    shown = texts(tmp_path / "costs.svg")
    assert "mean cost 4.550, worst cost 5.5" in shown
    assert any(text.startswith("first guess Does ") for text in shown)
    assert not {"worst", "mean"} & set(shown)


# Axes


ROWS = "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0"
PLOTS: dict[str, Callable[..., Axes]] = {
    "comparison": lambda **ax: bg.plots.comparison(bg.compare("mastermind(3,4)", ["first", "minimax"]), **ax),
    "distribution": lambda **ax: bg.plots.distribution(bg.optimum("mastermind(3,4)"), **ax),
    "partition": lambda **ax: bg.plots.partition(bg.Position("mastermind(4,6)").partition("1122"), **ax),
    "review": lambda **ax: bg.plots.review(bg.review("mastermind(4,6)", ROWS), **ax),
    "sweep": lambda **ax: bg.plots.sweep(sweep_of("mastermind", range(4, 5), range(6, 7)), "mean", **ax),
    "tree": lambda **ax: bg.plots.tree(build_tree("mastermind(4,6)", "minimax"), **ax),
}
TEXTS = {
    "comparison": {"first, mean 3.906", "mastermind(3,4)", "guesses needed over 64 secrets"},
    "distribution": {"optimal", "guesses", "secrets"},
    "partition": {"mastermind(4,6): 1122", "1296 candidates in 13 parts", "256", "208", "4.0"},
    "review": {"loss 0.147, luck -0.513 guesses", "1344", "loss", "luck"},
    "sweep": {"mastermind with minimax", "4.476", "mastermind(4,6), the traditional game"},
    "tree": {"mastermind(4,6), minimax", "1378 nodes of the tree by guess", "may end the game"},
}


@pytest.fixture
def no_pictures_left() -> Iterator[None]:
    """Pictures that matplotlib keeps are closed."""
    yield
    pyplot.close("all")


@pytest.mark.parametrize("name", PLOTS)
@pytest.mark.usefixtures("no_pictures_left")
def test_a_plot_is_drawn_on_axes_and_saved(name: str, tmp_path: Path) -> None:
    """Axes of a new picture come back; the picture is written as PNG, SVG and PDF, and says what it shows.

    Or it is drawn on one of several axes; the others stay as they are, and no picture is made.
    """
    axes = PLOTS[name]()
    assert isinstance(axes, Axes)
    assert any(axes.figure is pyplot.figure(number) for number in pyplot.get_fignums()), "notebooks show it"
    for suffix, first in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")):
        bg.plots.save(axes, tmp_path / f"x{suffix}")
        assert (tmp_path / f"x{suffix}").read_bytes().startswith(first)
    assert TEXTS[name] <= set(texts(tmp_path / "x.svg"))
    _, (left, right) = pyplot.subplots(1, 2)
    pictures = pyplot.get_fignums()
    assert PLOTS[name](ax=right) is right
    assert (left.has_data(), right.has_data(), pyplot.get_fignums()) == (False, True, pictures)


@pytest.mark.usefixtures("no_pictures_left")
def test_what_pyplot_sets_up_for_a_notebook_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notebooks turn on `interactive` with the first picture; else they would show no other."""
    make = pyplot.figure

    def prepare(*arguments: Any, **options: Any) -> Any:
        pyplot.ion()
        return make(*arguments, **options)

    monkeypatch.setattr(pyplot, "figure", prepare)
    try:
        PLOTS["partition"]()
        assert pyplot.isinteractive()
    finally:
        pyplot.ioff()


@pytest.mark.usefixtures("no_pictures_left")
def test_many_parts_are_cut() -> None:
    """Words have hundreds of parts: the largest are shown, and the picture says so."""
    axes = bg.plots.partition(bg.Position("words(english,5)").partition("crane"))
    assert len(axes.patches) == 60
    assert any("the largest 60 of them" in text.get_text() for text in axes.texts)


@pytest.mark.parametrize("name", ["weighed pairs", "bits with a text"])
@pytest.mark.usefixtures("no_pictures_left")
def test_games_over_objects(name: str, tmp_path: Path) -> None:
    """Guesses and feedbacks are written as the game writes them."""
    position = played(GAMES[name], 2)
    own, guess = position.game, position.game.guesses[-1]
    pictures: dict[str, tuple[Axes, list[object]]] = {
        "parts": (bg.plots.partition(bg.Position(own).partition(guess)), [*bg.Position(own).partition(guess)]),
        "moves": (bg.plots.review(bg.review(position)), [row.guess for row in position.history]),
        "tree": (bg.plots.tree(bg.build_tree(own, "entropy")), []),
        "bars": (bg.plots.distribution(bg.optimum(own)), []),
        "strategies": (bg.plots.comparison(bg.compare(own, ["first", "entropy"])), []),
    }
    for kind, (axes, values) in pictures.items():
        bg.plots.save(axes, tmp_path / f"{kind}.svg")
        shown = " ".join(texts(tmp_path / f"{kind}.svg"))
        assert all(own.text(value) in shown for value in values)
    assert own.text(guess) in " ".join(texts(tmp_path / "parts.svg"))


def test_plots_refuse_what_they_cannot_show(tmp_path: Path, small: list[Figures], sizes: Sweep) -> None:
    """One line says what was expected and what came, and nothing is written."""
    with pytest.raises(BestguessError, match=r"one game, got mastermind\(3,4\) and bullscows\(2,4\)$"):
        save_comparison([*small, figures("bullscows(2,4)", "minimax")], tmp_path / "x.svg")
    with pytest.raises(BestguessError, match=r"one game, got none$"):
        save_comparison([], tmp_path / "x.svg")
    with pytest.raises(BestguessError, match=r"at least one size, got none$"):
        save_sweep(replace(sizes, figures={}), tmp_path / "x.png")
    with pytest.raises(BestguessError, match=r"'worst', 'mean' or 'lost', got 'total'$"):
        save_sweep(sizes, tmp_path / "x.png", "total")  # type: ignore[arg-type]
    three = replace(sizes, names=("n", "d", "k"), sizes=((3,), (5,), (6,)))
    with pytest.raises(BestguessError, match=r"^expected a sweep over one or two arguments, got one over n, d and k$"):
        save_sweep(three, tmp_path / "x.png")
    with pytest.raises(BestguessError, match=r"^expected a review of at least one move, got none$"):
        bg.plots.review(bg.review("mastermind(2,3)"))
    with pytest.raises(BestguessError, match=r"^expected axes of matplotlib, got 7$"):
        bg.plots.tree(build_tree("mastermind(2,3)", "first"), ax=7)  # type: ignore[arg-type]
    with pytest.raises(BestguessError, match=r"^expected axes of matplotlib, got 7$"):
        bg.plots.save(7, tmp_path / "x.svg")  # type: ignore[arg-type]
    with pytest.raises(BestguessError, match=r"^expected figures, a tree, or a result with a tree, got 7$"):
        bg.plots.distribution(7)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
