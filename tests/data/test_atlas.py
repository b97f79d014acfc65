"""The atlas: that what ships is what the strategies need."""

import json
import os
from importlib.resources import files

import pytest

import bestguess as bg
from bestguess.data.atlas import FILE, atlas_source, known_figures
from versions import numbers

GREEDY = ["first", "minimax", "expected-size", "entropy", "most-parts"]
PROVEN = ["optimal", "optimal-worst"]
WHOLE = bool(os.environ.get("BESTGUESS_VERIFY"))
TEXT = files("bestguess.data").joinpath(FILE).read_text("utf-8")
COLUMNS: dict[str, dict[str, str]] = json.loads(TEXT)["strategies"]
MOST = 4096 if WHOLE else 130


def sizes(most: int) -> list[str]:
    """The games of the atlas with at most so many secrets."""
    return [text for text in COLUMNS["first"] if len(bg.game(text).secrets) <= most]


@pytest.mark.parametrize("text", sizes(MOST))
def test_a_sample_is_computed_again(text: str) -> None:
    """Small sizes, and many more in `make verify`: each figure that ships is that of the tree, and none is left out."""
    game = bg.game(text)
    for consistent in (False, True):
        for figures in bg.compare(game, GREEDY, consistent=consistent):
            assert known_figures(game, figures.strategy, consistent) == figures
        for name in PROVEN:
            shipped = known_figures(game, name, consistent)
            assert shipped is not None or len(game.secrets) > 130
            if shipped is not None and len(game.secrets) <= 1300:
                assert shipped == bg.build_tree(game, name, consistent=consistent).figures


def test_common_sizes_are_there() -> None:
    """Every one-step strategy on every game with up to 65,536 codes; the whole fits in 150 KB and says who made it."""
    pegs = [bg.game(f"mastermind({p},{c})") for p in range(1, 9) for c in range(1, 17)]
    digits = [bg.game(f"bullscows({p},{d})") for p in range(1, 9) for d in range(p, 17)]
    known = {str(game) for game in [*pegs, *digits] if len(game.secrets) <= 2**16}
    for name in GREEDY:
        assert set(COLUMNS[name]) == set(COLUMNS[f"{name} consistent"]) == known
    assert set(COLUMNS) == {name + rest for name in [*GREEDY, *PROVEN] for rest in ("", " consistent")}
    assert len(TEXT) < 150_000
    source = atlas_source()
    assert (0, 1, 0) <= numbers(source.version) <= numbers(bg.__version__)
    assert source.command == "make values"
    assert len(source.date) == 10


def test_figures_agree_with_the_proven_optima() -> None:
    """On every size the counts add up to the secrets, and no strategy beats what is proven to be the best."""
    for text in COLUMNS["first"]:
        game = bg.game(text)
        for column in COLUMNS:
            name, _, rest = column.partition(" ")
            found = known_figures(game, name, bool(rest))
            best = known_figures(game, "optimal", bool(rest))
            assert found is None or found.secrets == len(game.secrets)
            assert found is None or best is None or found.total >= best.total


def test_what_does_not_ship() -> None:
    """Larger games, other secrets and other strategies: None."""
    assert known_figures(bg.game("mastermind(8,16)"), "minimax") is None
    assert known_figures(bg.game("mastermind(4,6,secrets=distinct)"), "minimax") is None
    assert known_figures(bg.game("twod(5)"), "minimax") is None
    assert known_figures(bg.game("mastermind(4,6)"), "random") is None
    shipped = known_figures(bg.game("mastermind(4,6,rows=8)"), "optimal-worst")
    assert shipped is not None
    assert (str(shipped), shipped.first_guess) == ("5626:5:563", "1123")
