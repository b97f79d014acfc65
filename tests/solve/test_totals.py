"""Bounds without a tree: the same that `optimum` finds."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.bounds import Bounds
from bestguess.games import Code
from bestguess.solve.totals import Total, bounded_total
from worlds import playthroughs


def by_optimum(position: bg.Position, guess: Code | None, nodes: int | None) -> Total:
    """What the whole search says."""
    found = bg.optimum(
        bg.Position(position.game, position.history), first_guess=guess, limits=bg.Limits(nodes=nodes, threads=1)
    )
    assert found.tree is not None
    lower, upper = found.bounds
    assert lower is not None
    assert upper is not None
    return Total(Bounds(lower, upper), found.tree.root.guess, found.nodes, found.interrupted)


def alike(total: Total | None, limit: int | None) -> Total | None:
    """*total*, without its nodes where there is no *limit*: a whole search does not begin with the same trees then."""
    return total if total is None or limit is not None else replace(total, nodes=0)


@given(playthroughs(), st.sampled_from([None, 0, 1, 2, 5, 20]), st.data())
def test_bounds_are_those_of_the_whole_search(position: bg.Position, nodes: int | None, data: st.DataObject) -> None:
    """With a first guess or without, proven or stopped: the same bounds and guess; with a limit, the same nodes."""
    assume(not position.over)
    found = bounded_total(position, node_limit=nodes, threads=1)
    assert alike(found, nodes) == alike(by_optimum(position, None, nodes), nodes)
    guess = data.draw(st.sampled_from(position.table.guesses))
    parts = position.parts(guess)
    if len(parts) > 1 or position.game.win in parts:
        found = bounded_total(position, guess, node_limit=nodes, threads=1)
        assert alike(found, nodes) == alike(by_optimum(position, guess, nodes), nodes)


@pytest.mark.parametrize("game", ["mastermind(4,6)", "bullscows(4,10)"])
@pytest.mark.parametrize("nodes", [8, 40, 200])
def test_bounds_of_larger_positions(game: str, nodes: int) -> None:
    """The same where searches are stopped on the way."""
    texts = {"mastermind(4,6)": ["2136:0.2", "1444:1.0"], "bullscows(4,10)": ["8061:0.1 0452:1.1", "3925:1.2"]}
    for text in texts[game]:
        position = bg.Position(game, text)
        for guess in (None, *position.candidates[:2], position.game.guesses[77]):
            found = bounded_total(position, guess, node_limit=nodes)
            assert found == by_optimum(position, guess, nodes)


def test_ctrl_c_before_anything_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made up; a value is then a range, and says that it was interrupted."""

    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    position = bg.Position("mastermind(4,6)", "1122:1.0")
    monkeypatch.setattr("bestguess.solve.greedy.NativeStrategy.nodes_after", interrupted)
    found = bounded_total(position, node_limit=0)
    assert found is None
