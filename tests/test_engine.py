"""The engine module: versions, the stub, and both versions of the inner loops."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nanobind.stubgen import StubGen  # type: ignore[import-untyped]

import bestguess as bg
from bestguess import _core, engine
from bestguess.candidates import find_candidates
from bestguess.games.table import Table
from worlds import PEG_GAMES

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def best_version_again() -> Iterator[None]:
    """Restore the best version of the loops after each test."""
    yield
    engine.set_simd(engine.best_simd())


def test_versions_agree() -> None:
    """The package, the core, pyproject.toml and CITATION.cff have the same version."""
    assert f"\nversion: {bg.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert bg.__version__ == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_stub_matches_the_binary() -> None:
    """_core.pyi is what nanobind writes for the binary."""
    generator = StubGen(_core)
    generator.put(_core)
    assert generator.get().strip() == (ROOT / "src/bestguess/_core.pyi").read_text().strip()


def table_of(text: str, version: engine.Simd) -> np.ndarray:
    """Return the table of a game, filled by one version of the loops."""
    engine.set_simd(version)
    return np.array(Table(bg.game(text)).ordinals)


@pytest.mark.parametrize("text", [*PEG_GAMES, "bullscows(4,7)", "mastermind(6,3)", "mastermind(8,2)"])
def test_portable_and_best_fill_alike(text: str) -> None:
    """The portable loops, which any processor can run, fill the same table as the best ones."""
    assert np.array_equal(table_of(text, engine.Simd.portable), table_of(text, engine.best_simd()))


@given(st.data())
def test_portable_and_best_scan_alike(data: st.DataObject) -> None:
    """The portable loops find the same candidates as the best ones, in games that are scanned in many blocks."""
    game = bg.game(
        data.draw(st.sampled_from(["mastermind(5,9)", "bullscows(5,10)", "mastermind(5,8,secrets=distinct)"]))
    )
    guesses = st.integers(0, len(game.guesses) - 1).map(lambda index: game.guesses[index])
    rows = data.draw(st.lists(st.tuples(guesses, st.sampled_from(game.feedbacks)), max_size=3))
    results = []
    for version in (engine.Simd.portable, engine.best_simd()):
        engine.set_simd(version)
        results.append(find_candidates(game, bg.History(rows), limit=1000, threads=data.draw(st.integers(1, 3))))
    assert results[0] == results[1]


@given(st.data())
def test_kernels_agree_with_the_rules_at_every_size(data: st.DataObject) -> None:
    """For 1 to 8 pegs and 1 to 16 symbols, a scan keeps a secret for its true feedback and drops it for any other."""
    pegs = data.draw(st.integers(1, 8))
    family, least, option = data.draw(
        st.sampled_from([("mastermind", 1, ""), ("mastermind", pegs, ",secrets=distinct"), ("bullscows", pegs, "")])
    )
    game = bg.game(f"{family}({pegs},{data.draw(st.integers(least, 16))}{option})")
    kernel = game.kernel()
    assert kernel is not None
    guess = data.draw(st.integers(0, len(game.guesses) - 1))
    index = data.draw(st.integers(0, len(game.secrets) - 1))
    true = game.feedbacks.index(game.score(game.guesses[guess], game.secrets[index]))
    false = data.draw(st.integers(0, len(game.feedbacks) - 1).filter(lambda ordinal: ordinal != true))
    block = index * kernel.scan_blocks // kernel.secrets
    for version in (engine.Simd.portable, engine.best_simd()):
        engine.set_simd(version)
        assert index in kernel.scan([(guess, true)], block, block + 1, 2**32, 1)[1]
        assert index not in kernel.scan([(guess, false)], block, block + 1, 2**32, 1)[1]


def test_bad_arguments_are_refused() -> None:
    """The core checks its arguments, so that no index leaves its array."""
    kernel = engine.PegKernel(2, 3, False, False)
    with pytest.raises(ValueError, match="threads"):
        kernel.fill(0, 1, np.empty((1, 9), np.uint8), 0)
    with pytest.raises(ValueError, match="row for each guess"):
        kernel.fill(0, 2, np.empty((1, 9), np.uint8), 1)
    with pytest.raises(IndexError):
        kernel.scan([(9, 0)], 0, 1, 10, 1)
    with pytest.raises(IndexError):
        engine.part_sizes(np.zeros(3, np.uint8), np.array([3], np.uint32), 4)
    for function in (engine.part_sizes, engine.partition):
        with pytest.raises(IndexError, match="ordinal"):
            function(np.array([255], np.uint8), np.array([0], np.uint32), 255)
    with pytest.raises(IndexError, match="ordinal"):
        engine.all_part_sizes(np.array([[0], [9]], np.uint8), np.array([0], np.uint32), 9, 1)
    with pytest.raises(ValueError, match="pegs"):
        engine.PegKernel(9, 3, False, False)
