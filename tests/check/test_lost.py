"""Certificates of the objective `lost`: what else they may be proven by, and what they may not."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from checkers import Check, refused
from written import Certificate, Question, answered, pegs_game


def certificate(limit: int = 2) -> dict[str, Any]:
    """Of a game that cannot be won within two guesses."""
    return Certificate(pegs_game(2, "ABCD"), Question("lost", limit)).document()


def test_a_history_takes_rows_away(tmp_path: Path) -> None:
    """The limit is what is left of the rows, and the candidates are those after the history."""
    path, rows = tmp_path / "lost.cert", 2
    bg.optimum(bg.Position(f"mastermind(2,4,rows={rows})", "12:1.0"), "lost", certify=True).save_certificate(path)
    good, found = json.loads(path.read_text()), bg.check_file(path)
    assert (found.limit, found.history, found.secrets) == (rows - 1, "12:1.0", 6)
    assert (found.proves or "").endswith("after 12:1.0")
    for history in ([], [["12", "1.0"], ["12", "1.0"]]):
        message = refused(path, {**good, "max_guesses": None, "history": history})
        assert "says that its limit is" in message or f"the game has {rows} rows" in message


@pytest.mark.parametrize("asked", [None, 5])
def test_what_is_all_found_may_be_proven_by_totals(tmp_path: Path, check: Check, asked: int | None) -> None:
    """Claims about the total prove that nothing is better when nothing is lost, within the limit or without one."""
    path = tmp_path / "lost.cert"
    bg.optimum(bg.game("mastermind(3,5)"), max_guesses=asked, certify=True).save_certificate(path)
    document = json.loads(path.read_text()) | {"objective": "lost", "max_guesses": 5, "limit": 5}
    document["figures"] |= {"lost": 0, "lost_weight": 0}
    assert check(path, document)[0]
    assert not check(path, {**document, "limit": 4, "max_guesses": 4})[0]
    document["proofs"][0]["bound"][0] -= 1
    assert not check(path, document)[0]


def test_totals_prove_nothing_where_something_is_lost(tmp_path: Path) -> None:
    """Nor does a tree that loses hold for another objective, nor `lost` without a limit or without a tree."""
    path, good = tmp_path / "lost.cert", certificate()
    scalar = {**good["proofs"][0], "bound": [total for _, total in good["proofs"][0]["bound"]]}
    assert "expected pairs" in refused(path, {**good, "proofs": [scalar]})
    for objective in ("mean", "worst", "worst,mean", "mean,worst", "at-worst"):
        assert "only the objective 'lost' allows" in refused(path, {**good, "objective": objective})
    refused(path, {**good, "nodes": None, "figures": None, "secret_names": []})
    refused(path, {**good, "limit": None, "max_guesses": None})


def test_mixed_bounds_are_refused(tmp_path: Path, check: Check) -> None:
    """Pairs and numbers do not go together in a proof, nor does what cannot be done: everything can be lost."""
    path, good = tmp_path / "lost.cert", certificate()
    assert check(path, good)[0]
    for odd in (None, 3, [3], [1, 2, 3], [1, -1], [1, 2.0], [True, 1], "3", [2**60, 0]):
        changed = copy.deepcopy(good)
        changed["proofs"][0]["bound"][1] = odd
        assert not check(path, changed)[0], odd


def test_secrets_that_weigh_nothing_may_be_lost(tmp_path: Path, check: Check) -> None:
    """A least total of strategies that find all is not the least where losing a secret of weight 0 helps."""
    path, helped = tmp_path / "lost.cert", 0
    for seed in range(400):
        rng = random.Random(f"weightless {seed}")
        rows = [[f"g{g}", *("won" if g == s else f"f{rng.randint(0, 1)}" for s in range(5))] for g in range(6)]
        weights = ["weight", "1", *(str(rng.choice([0, 1, 9])) for _ in range(4))]
        lines = [["win=won", *(f"s{number}" for number in range(5))], *rows, weights]
        content = "\n".join(map(",".join, lines)) + "\n"
        mean = answered(tmp_path, content, "mean", "won", 3)
        lost = answered(tmp_path, content, "lost", "won", 3)["figures"]
        if mean["figures"] is None or lost["total"] == mean["figures"]["total"] or lost["lost_weight"]:
            continue
        helped += 1
        assert check(path, mean)[0]
        assert not check(path, {**mean, "objective": "lost"})[0]
        if helped == 3:
            break
    assert helped == 3
