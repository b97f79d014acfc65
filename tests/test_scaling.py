"""The replay of a recorded run: between what no schedule beats and what every one that never idles reaches."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts import load_script

scaling = load_script("scaling", "benchmarks")


@st.composite
def runs(draw: st.DrawFn) -> list[object]:
    """Tasks, each after an earlier one or none."""
    seconds = draw(st.lists(st.integers(1, 9), min_size=1, max_size=25))
    return [scaling.PastTask(i, draw(st.integers(0, i - 1)), float(t), 1) for i, t in enumerate(seconds, 1)]


@given(tasks=runs(), workers=st.integers(1, 30))
def test_replay(tasks: list[object], workers: int) -> None:
    """One worker takes the sum; many take no less than the longest chain, and no more than Graham's bound."""
    work, chain = sum(task.seconds for task in tasks), scaling.longest_chain(tasks)  # type: ignore[attr-defined]
    assert scaling.replay(tasks, 1, 0) == work
    assert scaling.replay(tasks, len(tasks), 0) == chain
    took = scaling.replay(tasks, workers, 0)
    assert max(chain, work / workers) <= took <= work / workers + chain
    assert scaling.replay(tasks, workers, 0, 2) == 2 * took


@given(tasks=runs())
def test_a_slow_coordinator(tasks: list[object]) -> None:
    """It is passed by every task, one after the other."""
    assert scaling.replay(tasks, len(tasks), 100) >= 100 * len(tasks)


def test_what_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved is what is loaded; the record in the project can be replayed, and more workers take less time."""
    points = scaling.curve(scaling.load())
    assert [workers for workers, _, _ in points] == list(scaling.WORKERS)
    assert points[0][1] > points[4][1] > points[8][1]
    run = scaling.Run(2, 0.01, (scaling.PastTask(1, 0, 0.5, 7), scaling.PastTask(2, 1, 1.5, 9)))
    monkeypatch.setattr(scaling, "RECORDS", tmp_path / "some.json")
    scaling.save([run])
    assert scaling.load() == [run]
    assert json.loads((tmp_path / "some.json").read_text())["game"] == scaling.GAME
