"""Certificates of tiny games of every kind, written by a plain recursion: both checkers take true ones, no others."""

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.check.games import rules_of
from bestguess.check.limits import Limits
from bestguess.check.table import Table
from checkers import Check
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

VERIFY = bool(os.environ.get("BESTGUESS_VERIFY"))
GAMES = 2000 if VERIFY else 100
DAMAGED = 500 if VERIFY else 10
STEP = 20  # games in one test


@pytest.mark.parametrize("start", range(0, GAMES, STEP))
def test_true_certificates_and_trees_hold(tmp_path: Path, check: Check, start: int) -> None:
    """Both goals, labels, costs, weights, several winners, limits, histories, first guesses, every objective."""
    path = tmp_path / "proof.cert"
    for seed in range(start, start + STEP):
        certificate = written(seed, tmp_path, sparse=seed % 2 == 1)
        good = certificate.document()
        holds, line = check(path, good)
        assert holds, line
        assert is_true(certificate.game, good)
        if good["nodes"] is not None:
            assert check(path, as_tree(good))[0]


@pytest.mark.parametrize("seed", range(0, GAMES, 4))
def test_what_is_said_of_them(tmp_path: Path, seed: int) -> None:
    """The figures are in the units of the game."""
    certificate, path = written(seed, tmp_path), tmp_path / "proof.cert"
    path.write_text(sealed(certificate.document()))
    game, found, figures = certificate.game, bg.check_file(path), certificate.figures()
    assert (found.goal, found.secrets) == (game.goal, len(certificate.candidates))
    assert found.proves is not None
    if figures is None:
        assert found.proves.startswith("no strategy exists within")
    else:
        assert (found.total, found.worst) == (figures["total"] / game.parts, figures["worst"] / game.parts)
        assert (found.lost, found.lost_weight) == (figures["lost"], figures["lost_weight"])
        if certificate.question.objective == "lost":
            assert f" loses less than {figures['lost_weight']} " in found.proves


@pytest.mark.parametrize("seed", range(DAMAGED))
def test_damage_is_refused_or_harmless(tmp_path: Path, check: Check, seed: int) -> None:
    """Whatever is changed, checksum put right: it is refused, or what it says is still true."""
    certificate = written(seed, tmp_path, sparse=seed % 2 == 1)
    good, path = certificate.document(), tmp_path / "proof.cert"
    rng = random.Random(f"damage {seed}")
    for _ in range(4):
        for damage, changed in damages(rng, good):
            if check(path, changed)[0]:
                assert damage not in ALWAYS_REFUSED
                assert is_true(certificate.game, changed), damage


@pytest.mark.parametrize("start", range(0, GAMES, STEP))
def test_the_certificate_of_another_game(tmp_path: Path, check: Check, start: int) -> None:
    """One feedback, label, weight or cost is another, in the file of the game too: refused, or true of that game."""
    path = tmp_path / "proof.cert"
    for seed in range(start, start + STEP):
        certificate = written(2000 + seed, tmp_path)
        rng = random.Random(f"other {seed}")
        other = altered(rng, certificate.game) if certificate.game.content is not None else None
        if other is None or not Certificate(other, certificate.question).candidates:
            continue
        (tmp_path / "game.csv").write_text(other.content or "", newline="")
        good, real = certificate.document(), Certificate(other, replace(certificate.question, objective="mean"))
        kept = {key: real.document()[key] for key in ("game_files", "labels", "costs", "feedbacks", "secret_names")}
        changed = {**good, **kept, "feedbacks": good["feedbacks"]}
        if check(path, changed)[0]:
            assert is_true(other, changed)


@pytest.mark.parametrize("start", range(0, GAMES, STEP))
def test_trees_that_are_not_the_best(tmp_path: Path, check: Check, start: int) -> None:
    """A worse tree and what it costs as the first claim, all other claims true: the first does not hold."""
    path = tmp_path / "proof.cert"
    for seed in range(start, start + STEP):
        for document in written(3000 + seed, tmp_path).worse():
            holds, line = check(path, document)
            assert not holds
            assert "claim 0" in line
            assert "does not hold" in line


@pytest.mark.parametrize("seed", range(2 * DAMAGED))
def test_no_claim_can_be_raised(tmp_path: Path, check: Check, seed: int) -> None:
    """Each claim in turn: one above the truth is refused, and its number is named."""
    good, path = written(1000 + seed, tmp_path, sparse=seed % 2 == 1).document(), tmp_path / "proof.cert"
    for proof in good["proofs"]:
        for claim, bound in enumerate(proof["bound"]):
            if bound in (None, BEYOND):
                continue
            higher = [[bound[0], bound[1] + 1]] if isinstance(bound, list) else [bound + 1, BEYOND]
            for raised in higher:
                proof["bound"][claim] = raised
                holds, line = check(path, good)
                assert not holds
                assert f"claim {claim}" in line or claim == 0
            proof["bound"][claim] = bound


@pytest.mark.parametrize("number", range(len(FAMILIES)))
def test_the_families(tmp_path: Path, check: Check, number: int) -> None:
    """Every objective of every family, within every limit, also where only the lowest of each orbit has claims."""
    game, path = FAMILIES[number](), tmp_path / "proof.cert"
    for objective in OBJECTIVES:
        for limit in (None, 1, 3):
            if objective == "lost" and limit is None:
                continue
            good = Certificate(game, Question(objective, limit), sparse=True).document()
            holds, line = check(path, good)
            assert holds, line
            if limit == 3:
                for _, changed in damages(random.Random(f"{number} {objective}"), good):
                    assert not check(path, changed)[0] or is_true(game, changed)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("numbers(20)", numbers_game(20)),
        ("balance(5)", balance_game(5)),
        ("balance(6,find=coin)", balance_game(6, find_coin=True)),
        ("mastermind(3,3,feedback=exact)", exact_game(3, 3)),
    ],
)
def test_rules_of_the_families(text: str, game: Game) -> None:
    """Guesses, secrets and feedback one by one are those of the plain twin, and so is the table."""
    rules = rules_of(text, [], Limits())
    assert (rules.guesses, rules.secrets, rules.win) == (game.guesses, game.secrets, game.win)
    assert [rules.labels[secret] for secret in rules.secrets] == [game.label(secret) for secret in game.secrets]
    table = Table.of(rules, list(rules.secrets), Limits())
    for place, guess in enumerate(rules.guesses):
        answers = [table.texts[answer] for answer in table.answers[place].tolist()]
        assert answers == [rules.feedback(guess, secret) for secret in rules.secrets]
        assert answers == [game.cells[guess, secret] for secret in game.secrets]
