"""What notebooks show: pegs, tiles, bars and trees; every text escaped, no script, nothing from outside."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.advice import advise_or_label
from bestguess.display import HtmlRepr
from bestguess.games import Code, HistoryLike
from bestguess.notebook.drawing import COLOURS
from bestguess.stats import Sweep
from objects import GAMES, played

GAME = "mastermind(4,6)"
ROWS = "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0"
EVIL = "<script>alert(1)</script>"
ODD = [EVIL, '" onload="alert(1)', "a & b", "plain"]


def last(sweep: Any) -> Sweep:
    """A sweep to the end."""
    *_, found = sweep
    assert isinstance(found, Sweep)
    return found


def values(game: bg.Game | str, history: HistoryLike, guess: Code) -> dict[str, HtmlRepr]:
    """One of everything that notebooks show, of one game."""
    tree = bg.build_tree(game, "entropy")
    return {
        "history": bg.Position(game, history).history,
        "position": bg.Position(game, history),
        "partition": bg.Position(game).partition(guess),
        "candidates": bg.Position(game).candidates,
        "candidate list": bg.Position(game).list_candidates(),
        "tree": tree,
        "node": next(iter(tree.root.branches.values())),
        "lazy node": bg.lazy_tree(game).after(next(iter(tree.root.branches))),
        "figures": tree.figures,
        "comparison": bg.compare(game, ["first", "random", "entropy"], seeds=2),
        "result": bg.optimum(game),
        "advice": bg.advise(game),
        "review": bg.review(game, history),
    }


def evil_game(**options: Any) -> bg.CustomGame:
    """A game whose codes, feedbacks and name look like HTML."""

    def answer(guess: str, secret: str) -> str:
        return f"<b>{ODD.index(guess) - ODD.index(secret)}</b>"

    return bg.CustomGame(ODD, ODD, answer, name="<img src=x>", **options)


HIT = values(evil_game(win="<b>0</b>"), bg.History([("plain", "<b>3</b>")]), EVIL)
IDENTIFY = values(evil_game(goal="identify", labels=[f"<i>{code}" for code in ODD]), bg.History(), EVIL)
KNOWN = values(GAME, ROWS, "1122") | {
    "sweep": last(bg.sweep("mastermind", [3, 4], [5, 6], "minimax")),
    "line": last(bg.sweep("numbers", [3, 7], by="minimax")),
    "rows": last(bg.sweep("mastermind", [3], [4], "first", rows=3)),
    "puzzle": next(bg.puzzles.make(GAME, "win-in-two", seed=1)),
    "words": bg.Position("words(english,5,rows=6)", "slate:BBGYY"),
    "parts of words": bg.Position("words(english,5)").partition("crane"),
    "bulls": bg.Position("bullscows(4,10)", "0123:1.1"),
    "large": bg.Position("mastermind(4,16)", "1234:0.1 5678:1.0 9ABC:0.1 DEFG:0.1"),
    "failed": bg.compare("mastermind(3,4,rows=2)", ["exec:<b>no-such-program-here", "first", "entropy"]),
    "nothing found": bg.build_tree("mastermind(3,4,secrets=distinct,rows=1)", "entropy", first_guess="112"),
}
ALL = {
    **KNOWN,
    **{f"evil {name}": value for name, value in HIT.items()},
    **{f"evil identify {name}": value for name, value in IDENTIFY.items()},
}


def parsed(value: HtmlRepr) -> ET.Element:
    """What a notebook shows of *value*, which is well-formed."""
    return ET.fromstring(value._repr_html_().replace("<details open", '<details open=""'))


def text_of(value: HtmlRepr) -> str:
    """The words that a notebook shows of *value*."""
    return " ".join(" ".join(parsed(value).itertext()).split())


@pytest.mark.parametrize("name", ALL)
def test_html_is_closed_and_small(name: str) -> None:
    """Well-formed, no text of a game becomes an element, no script, nothing from outside, and short enough."""
    html = ALL[name]._repr_html_()
    tags = {element.tag for element in parsed(ALL[name]).iter()}
    assert tags <= {
        *("div", "span", "code", "b", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"),
        *("svg", "g", "path", "text", "circle", "rect", "title"),
    }
    attributes = {attribute for element in parsed(ALL[name]).iter() for attribute in element.attrib}
    assert not {attribute for attribute in attributes if attribute.startswith("on") or attribute in ("src", "href")}
    assert "url(" not in html
    assert not re.search(r"<b>-?\d", html)
    assert len(html) < 60_000


@pytest.mark.parametrize("name", GAMES)
def test_codes_that_are_objects(name: str) -> None:
    """Everything that notebooks show, with guesses, feedbacks and labels as the game writes them."""
    game = GAMES[name]
    position, guess = played(game, 3), game.guesses[-1]
    shown = {kind: text_of(value) for kind, value in values(game, position.history, guess).items()}
    row = position.history[-1]
    for kind in ("position", "review"):
        assert game.text(row.guess) in shown[kind]
        assert game.text(row.feedback) in shown[kind]
    assert game.text(game.secrets[0]) in shown["candidates"]
    assert all(game.text(feedback) in shown["partition"] for feedback in bg.Position(game).partition(guess))
    assert game.text(bg.advise(game).best.guess) in shown["advice"]
    assert game.text(bg.best_guess(game)) in shown["tree"]
    for label in game.table.label_names if game.identifies else ():
        assert f"it is {game.text(label)}" in shown["tree"]


def test_a_game_of_objects_that_is_known() -> None:
    """What it is, as the game writes it: in advice and in a tree that is asked for."""
    game = GAMES["bits with a text"]
    position = bg.Position(game, [(2, True)])
    assert text_of(advise_or_label(position)).endswith("it is LARGE")
    asked = bg.lazy_tree(game, bg.strategy("entropy", first_guess=2, game=game)).after(True)
    assert text_of(asked).endswith("it is LARGE")


def test_pegs_have_colour_shape_and_symbol() -> None:
    """As on the page, symbols beyond the eighth too; an answer is dark pegs and rings on a light tray."""
    fills = [path.get("fill") for path in parsed(KNOWN["large"]).iter("path") if path.get("stroke") == "currentColor"]
    assert fills == list(COLOURS)
    shapes = [path.get("d") for path in parsed(KNOWN["large"]).iter("path")]
    assert len(set(shapes)) == 16
    page = (Path(__file__).parent.parent / "web/src/game/board/looks.ts").read_text()
    assert " ".join(colour.removeprefix("#") for colour in COLOURS) in page


def test_a_board_says_what_is_left() -> None:
    """The rows, and below them the candidates, the rows left and the end."""
    assert text_of(KNOWN["position"]).endswith("1 candidate left, won")
    assert text_of(KNOWN["words"]).endswith("BBGYY 6 candidates left, 5 rows left")
    assert "1 bull, 1 cow" in text_of(KNOWN["bulls"])
    assert "ignored" in text_of(bg.Position(GAME, "1122:1.0").without(1))
    assert text_of(bg.Position(GAME)).endswith("no row yet 1,296 candidates left")


def test_words_are_tiles() -> None:
    """A letter on the ground of its mark; a history alone knows them by their marks."""
    shown = bg.History([("crane", "BYGBB")])._repr_html_()
    assert shown.count("#2A7A45") == 1
    assert shown.count("#EEBF2D") == 1
    assert ">C</span>" in shown
    assert "svg" not in bg.History([("1122", "1.0")])._repr_html_(), "of an unknown game, no colours"


def test_numbers_are_those_of_the_library() -> None:
    """Figures, bounds, losses, suggestions and sizes of parts."""
    assert "lower bound 5,625, upper bound 5,625: proven" in text_of(KNOWN["result"])
    comparison = text_of(bg.compare(GAME, ["minimax", "optimal"]))
    assert "minimax 1122 1 1 2 2 5801 4.4761 5 694 1 6 62 533 694 0" in comparison
    assert "4.476 (5)" in text_of(KNOWN["sweep"])
    assert "framed: mastermind(4,6), the traditional game" in text_of(KNOWN["sweep"])
    assert "1296 candidates, at most 5 guesses" in text_of(bg.build_tree(GAME, "minimax"))
    assert "1,296 candidates in 13 parts" in text_of(KNOWN["partition"])
    assert "loss 0.147" in text_of(KNOWN["review"])
    assert "3.508" in text_of(bg.advise(GAME, "1122:1.0"))


def test_what_is_lost_and_what_failed() -> None:
    """Figures are said to be of those found, the fewest lost first; a program that failed has a row with its error."""
    shown = text_of(KNOWN["failed"])
    assert "mean of those found" in shown
    assert "the strategy that loses least comes first" in shown
    assert shown.index("entropy 123") < shown.index("first 111") < shown.index("exec:<b>no-such-program-here")
    assert "there is no program '<b>no-such-program-here' to start - - - - - - -" in shown
    assert "mean, and the worst case in brackets, of those found" in text_of(KNOWN["rows"])
    assert "of those found" not in text_of(KNOWN["sweep"]) + text_of(KNOWN["comparison"])


def test_a_tree_opens_and_closes() -> None:
    """The root is open, its branches are not; what is deep is counted."""
    opened = [element for element in parsed(KNOWN["tree"]).iter("details") if "open" in element.attrib]
    assert len(opened) == 1
    assert len(list(parsed(KNOWN["tree"]).iter("details"))) > 5


def test_import_stays_light() -> None:
    """The package that draws is imported when a notebook asks, and not before."""
    code = (
        "import sys, bestguess as bg; tree = bg.build_tree('mm2x2', 'first');"
        "before = 'bestguess.notebook' in sys.modules; tree._repr_html_();"
        "print(before, 'bestguess.notebook' in sys.modules, 'matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "False"]
