"""Certificates of tiny games of every kind, written by a plain recursion: true ones hold, and no others."""

import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.check import Checked
from bestguess.check.games import rules_of
from bestguess.check.limits import Limits
from bestguess.check.table import Table
from damages import ALWAYS_REFUSED, damages
from written import (
    BEYOND,
    FAMILIES,
    OBJECTIVES,
    Certificate,
    Game,
    Question,
    altered,
    as_tree,
    balance_game,
    exact_game,
    is_true,
    numbers_game,
    sealed,
    written,
)

GAMES = 2000 if os.environ.get("BESTGUESS_VERIFY") else 150
DAMAGED = 500 if os.environ.get("BESTGUESS_VERIFY") else 40
STEP = 10  # games in one test


def accepted(path: Path, document: dict[str, Any]) -> Checked | None:
    """What the checker finds in *document*; None when it refuses it."""
    path.write_text(sealed(document))
    try:
        return bg.check_file(path)
    except bg.errors.FileError:
        return None


@pytest.mark.parametrize("start", range(0, GAMES, STEP))
@pytest.mark.parametrize("sparse", [False, True])
def test_true_certificates_and_trees_hold(tmp_path: Path, start: int, sparse: bool) -> None:
    """Both goals, labels, costs, weights, several winners, limits, histories, first guesses, every objective."""
    for seed in range(start, start + STEP):
        game, certificate, _ = written(seed, tmp_path, sparse)
        good, path = certificate.document(), tmp_path / "proof.cert"
        path.write_text(sealed(good))
        found = bg.check_file(path)
        assert is_true(game, good)
        figures = certificate.figures()
        assert (found.goal, found.secrets) == (game.goal, len(certificate.candidates))
        if figures is None:
            assert found.proves is not None
            assert found.proves.startswith("no strategy exists within")
            continue
        assert (found.total, found.worst) == (figures["total"] / game.parts, figures["worst"] / game.parts)
        path.write_text(sealed(as_tree(good)))
        assert bg.check_file(path).total == found.total


@pytest.mark.parametrize("seed", range(DAMAGED))
def test_damage_is_refused_or_harmless(tmp_path: Path, seed: int) -> None:
    """Whatever is changed, checksum put right: it is refused, or what it says is still true."""
    game, certificate, name = written(seed, tmp_path, sparse=seed % 2 == 1)
    good, path = certificate.document(), tmp_path / "proof.cert"
    rng = random.Random(f"damage {seed}")
    for _ in range(5):
        for kind, changed in damages(rng, good):
            found = accepted(path, changed)
            if found is not None:
                assert kind not in ALWAYS_REFUSED
                assert is_true(game, changed, name), kind


@pytest.mark.parametrize("start", range(0, GAMES, STEP))
def test_the_certificate_of_another_game(tmp_path: Path, start: int) -> None:
    """One feedback, label, weight or cost is another, in the file of the game too: refused, or true of that game."""
    path = tmp_path / "proof.cert"
    for seed in range(start, start + STEP):
        game, certificate, name = written(2000 + seed, tmp_path)
        rng = random.Random(f"other {seed}")
        other = altered(rng, game) if game.content is not None else None
        if other is None or not Certificate(other, certificate.question, name).candidates:
            continue
        Path(name).write_text(other.content or "", newline="")
        good, real = certificate.document(), Certificate(other, replace(certificate.question, objective="mean"), name)
        kept = {key: real.document()[key] for key in ("game_files", "labels", "costs", "feedbacks", "secret_names")}
        changed = {**good, **kept, "feedbacks": good["feedbacks"]}
        if accepted(path, changed) is not None:
            assert is_true(other, changed, name)


@pytest.mark.parametrize("start", range(0, 2 * GAMES, STEP))
def test_trees_that_are_not_the_best(tmp_path: Path, start: int) -> None:
    """A worse tree and what it costs as the first claim, all other claims true: the first does not hold."""
    path = tmp_path / "proof.cert"
    for seed in range(start, start + STEP):
        for document in written(3000 + seed, tmp_path)[1].worse():
            path.write_text(sealed(document))
            with pytest.raises(bg.errors.FileError, match=r"claim 0, that .* does not hold"):
                bg.check_file(path)


@pytest.mark.parametrize("seed", range(DAMAGED))
def test_no_claim_can_be_raised(tmp_path: Path, seed: int) -> None:
    """Each claim in turn: one above the truth is refused, and its number is named."""
    _, certificate, _ = written(1000 + seed, tmp_path)
    good, path = certificate.document(), tmp_path / "proof.cert"
    for proof in good["proofs"]:
        for claim, bound in enumerate(proof["bound"]):
            if bound in (None, BEYOND):
                continue
            higher = [[bound[0], bound[1] + 1]] if isinstance(bound, list) else [bound + 1, BEYOND]
            for raised in higher:
                proof["bound"][claim] = raised
                path.write_text(sealed(good))
                with pytest.raises(bg.errors.FileError, match=rf"claim {claim}\b|its first claim is"):
                    bg.check_file(path)
            proof["bound"][claim] = bound


@pytest.mark.parametrize("number", range(len(FAMILIES)))
def test_the_families(tmp_path: Path, number: int) -> None:
    """Every objective of every family, within every limit; one more as the total is refused."""
    game, path = FAMILIES[number](), tmp_path / "proof.cert"
    for objective in OBJECTIVES:
        for limit in (None, 1, 2, 3):
            if objective == "lost" and limit is None:
                continue
            certificate = Certificate(game, Question(objective, limit), sparse=True)
            good = certificate.document()
            found = accepted(path, good)
            assert found is not None
            figures = certificate.figures()
            assert found.total == (None if figures is None else figures["total"])
            for _, changed in damages(random.Random(f"{number} {objective} {limit}"), good):
                assert accepted(path, changed) is None or is_true(game, changed)


@pytest.mark.parametrize(
    "text", ["numbers(20)", "balance(5)", "balance(6,find=coin)", "mastermind(3,3,feedback=exact)"]
)
def test_rules_of_the_families(text: str) -> None:
    """Guesses, secrets and feedback one by one are those of the plain twin, and so is the table."""
    twins: dict[str, Game] = {
        "numbers(20)": numbers_game(20),
        "balance(5)": balance_game(5),
        "balance(6,find=coin)": balance_game(6, find_coin=True),
        "mastermind(3,3,feedback=exact)": exact_game(3, 3),
    }
    game, rules = twins[text], rules_of(text, [], Limits())
    assert (rules.guesses, rules.secrets, rules.win) == (game.guesses, game.secrets, game.win)
    assert [rules.labels[secret] for secret in rules.secrets] == [game.label(secret) for secret in game.secrets]
    table = Table.of(rules, list(rules.secrets), Limits())
    for place, guess in enumerate(rules.guesses):
        answers = [table.texts[answer] for answer in table.answers[place].tolist()]
        assert answers == [rules.feedback(guess, secret) for secret in rules.secrets]
        assert answers == [game.cells[guess, secret] for secret in game.secrets]
