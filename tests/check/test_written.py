"""Certificates of tiny games of every kind, written by a plain recursion: both checkers take true ones, no others."""

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import bestguess as bg
from checkers import Check
from oddities import odd_document
from written import (
    BEYOND,
    FAMILIES,
    OBJECTIVES,
    Certificate,
    Question,
    altered,
    as_tree,
    is_true,
    pegs_game,
    written,
)

VERIFY = bool(os.environ.get("BESTGUESS_VERIFY"))
GAMES = 2000 if VERIFY else 100
DAMAGED = 500 if VERIFY else 10
STEP = 20  # games in one test

Damage: TypeAlias = Callable[[random.Random, dict[str, Any]], None]


def damages(rng: random.Random, good: dict[str, Any]) -> Iterator[tuple[Damage | None, dict[str, Any]]]:
    """Changes of the meaning of a certificate that is otherwise *good*, wherever possible; None: of any values."""
    for damage in (*ALWAYS_REFUSED, *MAY_BE_TRUE):
        changed = json.loads(json.dumps(good))
        damage(rng, changed)
        if changed != good:
            yield damage, changed
    for _ in range(4):
        yield None, odd_document(rng, good)


def raise_bound(rng: random.Random, document: dict[str, Any]) -> None:
    """A claim says more than is true."""
    bounds = rng.choice(document["proofs"] or [{"bound": [None]}])["bound"]
    numbers = [place for place, bound in enumerate(bounds) if bound not in (None, BEYOND)]
    if not numbers:
        return
    place = rng.choice(numbers)
    if isinstance(bounds[place], list):
        bounds[place][rng.randrange(2)] += 1
    else:
        bounds[place] += 1


def remove_claim(rng: random.Random, document: dict[str, Any]) -> None:
    """A claim is left out, and all that follow from it."""
    proofs = [proof for proof in document["proofs"] if len(proof["bound"]) > 1]
    if not proofs:
        return
    proof = rng.choice(proofs)
    gone = {rng.randrange(1, len(proof["bound"]))}
    for claim, parent in enumerate(proof["parent"]):
        gone |= {claim} if parent in gone else set()
    kept = [claim for claim in range(len(proof["bound"])) if claim not in gone]
    for name in ("parent", "guess", "feedback", "bound"):
        proof[name] = [proof[name][claim] for claim in kept]
    proof["parent"] = [None if parent is None else kept.index(parent) for parent in proof["parent"]]


def move_claim(rng: random.Random, document: dict[str, Any]) -> None:
    """A claim is about another part."""
    proofs = [proof for proof in document["proofs"] if len(proof["bound"]) > 1]
    if not proofs:
        return
    proof, name = rng.choice(proofs), rng.choice(["parent", "guess", "feedback"])
    claim = rng.randrange(1, len(proof["bound"]))
    proof[name][claim] = rng.choice(proof[name][1:]) if name != "parent" else rng.randrange(claim)


def change_limit(rng: random.Random, document: dict[str, Any]) -> None:
    """The limit is another, wherever it stands."""
    limit = document["limit"]
    other = rng.choice([1, 2, 3, 4, 5, 9])
    document["limit"] = document["max_guesses"] = other
    for proof in document["proofs"]:
        proof["limit"] = other if proof["limit"] == limit else proof["limit"]
    figures = document["figures"]
    if figures is not None and figures["lost"] is None:
        figures |= {"lost": 0, "lost_weight": 0}


def put_leaf(rng: random.Random, document: dict[str, Any]) -> None:
    """A leaf stands where candidates differ: all below a guess is cut off."""
    nodes = document["nodes"]
    if nodes is None or document["goal"] != "identify" or len(nodes["guess"]) < 2:
        return
    inner = [place for place, guess in enumerate(nodes["guess"]) if guess is not None and place > 0]
    if not inner:
        return
    place = rng.choice(inner)
    end = place + 1
    while end < len(nodes["depth"]) and nodes["depth"][end] > nodes["depth"][place]:
        end += 1
    below = range(place, end)
    sums = {
        name: sum(nodes[name][node] for node in below)
        for name in ("wins", "weight", "lost", "lost_weight")
        if nodes[name] is not None
    }
    label = next((nodes["label"][node] for node in below if nodes["label"][node] is not None), "a")
    for name, column in nodes.items():
        if column is not None:
            value = {"guess": None, "label": label, **sums}.get(name, column[place])
            column[place:end] = [value]


ALWAYS_REFUSED: tuple[Damage, ...] = (raise_bound, put_leaf)
"""Whatever else the file says: these are refused. (A bound is raised above the truth.)"""
MAY_BE_TRUE: tuple[Damage, ...] = (remove_claim, move_claim, change_limit)


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
        check_what_is_said(certificate, path)
        if good["nodes"] is not None:
            assert check(path, as_tree(good))[0]


def check_what_is_said(certificate: Certificate, path: Path) -> None:
    """The figures are in the units of the game."""
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
            assert line.count("claim 0") == line.count("does not hold") == 2  # both say so


@pytest.mark.parametrize("row", [("AB", "0.1"), ("AA", "1.0"), ("AB", "0.0")])
def test_symmetries_leave_the_history_as_it_is(tmp_path: Path, check: Check, row: tuple[str, str]) -> None:
    """After a row, guesses are looked at that are images of others only before it: no worse tree is accepted."""
    worse = list(Certificate(pegs_game(2, "ABCD"), Question("mean", history=(row,))).worse())
    assert worse
    for document in worse:
        assert not check(tmp_path / "proof.cert", document)[0]


@pytest.mark.parametrize("seed", range(2 * DAMAGED))
def test_no_claim_can_be_raised(tmp_path: Path, check: Check, seed: int) -> None:
    """Claims in turn: one above the truth is refused, and its number is named."""
    good, path = written(1000 + seed, tmp_path, sparse=seed % 2 == 1).document(), tmp_path / "proof.cert"
    rng = random.Random(seed)
    for proof in good["proofs"]:
        numbered = [item for item in enumerate(proof["bound"]) if item[1] not in (None, BEYOND)]
        for claim, bound in numbered if VERIFY else rng.sample(numbered, min(len(numbered), 6)):
            higher = [[bound[0], bound[1] + 1]] if isinstance(bound, list) else [bound + 1, BEYOND]
            for raised in higher:
                proof["bound"][claim] = raised
                holds, line = check(path, good)
                assert not holds
                assert line.count(f"claim {claim}") >= 2 or claim == 0
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
            if limit == 3 and objective in ("mean", "lost"):
                for _, changed in damages(random.Random(f"{number} {objective}"), good):
                    assert not check(path, changed)[0] or is_true(game, changed)
