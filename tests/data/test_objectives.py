"""What ways of playing cost, as it ships: recomputed by a sample, and without contradictions."""

import json
import os
from importlib.resources import files

import pytest

import bestguess as bg
from bestguess.data.objectives import FILE, known_objective_rows
from bestguess.stats.points import Point, Way, made_tree, point_of, shipped_points
from versions import numbers

DOCUMENT = json.loads(files("bestguess.data").joinpath(FILE).read_text("utf-8"))
NODES = 10**6 if os.environ.get("BESTGUESS_VERIFY") else 600


@pytest.mark.parametrize("text", ["mastermind(4,6)", "bullscows(3,10)"])
def test_a_sample_is_computed_again(text: str) -> None:
    """Every point whose proof is short, and all of them in `make verify`."""
    game = bg.game(text)
    again = 0
    for way, shipped in shipped_points(game).items():
        try:
            tree = made_tree(game, way, NODES, 1)
        except bg.errors.SizeError:
            continue
        assert point_of(game, way, tree, NODES) == shipped
        again += 1
    assert again > 8


@pytest.mark.parametrize("text", DOCUMENT["games"])
def test_points_agree_with_each_other(text: str) -> None:
    """All secrets are found; no mean is below that of `optimal`, and nothing loses less than what is proven to."""
    game = bg.game(text)
    found = {way: point for way, point in shipped_points(game).items() if isinstance(point, Point)}
    free = [point for way, point in found.items() if way.within is None]
    assert {sum(point.secrets) for point in found.values()} == {len(game.secrets)}
    best, worst = found.get(Way("optimal")), found.get(Way("optimal-worst"))
    for point in free:
        assert best is None or point.total >= best.total
        assert worst is None or (point.worst, point.total) >= (worst.worst, worst.total)
    for within, point in ((way.within, point) for way, point in found.items() if way.within is not None):
        assert min(one.lost(within) for one in free) >= point.lost(within)


def test_common_games_are_there() -> None:
    """With the version and the command that made them; what ships is small."""
    assert {"mastermind(4,6)", "bullscows(4,10)", "words(english,5)"} <= DOCUMENT["games"].keys()
    assert (0, 1, 0) <= numbers(DOCUMENT["version"]) <= numbers(bg.__version__)
    assert DOCUMENT["command"] == "make values"
    assert len(json.dumps(DOCUMENT)) < 20_000
    assert known_objective_rows(bg.game("mastermind(4,5)")) == []
