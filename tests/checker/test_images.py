"""Certificates whose claims are about images of sets: both checkers accept them, and refuse what is damaged."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from checkers import Check, certified

CASES = [
    ("mastermind(2,7)", "mean"),
    ("mastermind(2,8)", "worst"),
    ("mastermind(2,6,feedback=exact)", "mean"),
    ("mastermind(2,7,secrets=distinct,feedback=exact)", "mean"),
    ("bullscows(2,8)", "mean"),
]


def images(document: dict[str, Any]) -> list[tuple[dict[str, Any], int]]:
    """The proofs and claims that are about images."""
    return [
        (proof, number)
        for proof in document["proofs"]
        for number, reason in enumerate(proof.get("reason", []))
        if reason is not None
    ]


def damaged(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The document with one claim about an image changed, so that it is not one any more, or says more."""
    changed = copy.deepcopy(document)
    proof, number = rng.choice(images(changed))
    reason = proof["reason"][number]
    places, symbols = reason[2]["places"], reason[2]["symbols"]
    match rng.randrange(8):
        case 0:
            reason[1] = rng.choice([number, number + 1, len(proof["bound"]), None, -1, "0"])
        case 1:
            places[0] = places[1]
        case 2:
            (symbols if isinstance(symbols[0], int) else symbols[0])[0] = rng.choice([len(symbols) + 9, -1, None, "1"])
        case 3:
            reason[0] = rng.choice(["superset", "sum", None])
        case 4:
            del reason[2][rng.choice(["places", "symbols"])]
        case 5:
            reason[2]["more"] = []
        case 6:
            reason.append(None)
        case 7:
            places.append(len(places))
    return changed


def with_another_symmetry(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The document with another symmetry named in one claim about an image."""
    changed = copy.deepcopy(document)
    proof, number = rng.choice(images(changed))
    named = proof["reason"][number][2]
    symbols = named["symbols"]
    for listed in [named["places"], *(symbols if isinstance(symbols[0], list) else [symbols])]:
        rng.shuffle(listed)
    return changed


@pytest.mark.parametrize(("game", "objective"), CASES)
def test_images_are_accepted_and_damage_is_refused(game: str, objective: str, check: Check, tmp_path: Path) -> None:
    """Permutations that are none, claims that are none, unknown reasons, claims that say more, other symmetries."""
    path, rng = tmp_path / "images.cert", random.Random(game)
    document = certified(path, game, objective)
    assert check(path, document)[0]
    assert images(document)
    for _ in range(6):
        assert not check(path, damaged(document, rng))[0]
    refusals = [not check(path, with_another_symmetry(document, rng))[0] for _ in range(4)]
    assert any(refusals)
    for proof, number in images(document)[:2]:
        bound, earlier = proof["bound"][number], proof["bound"][proof["reason"][number][1]]
        if bound is not None:
            proof["bound"][number] = earlier + 1
            assert not check(path, document)[0]
            proof["bound"][number] = bound


def test_images_save_claims(tmp_path: Path) -> None:
    """Most claims of a game of many symbols are about images, and few about anything else."""
    proof = certified(tmp_path / "many.cert", "mastermind(2,12)")["proofs"][0]
    reasons = proof["reason"]
    assert len(reasons) < 300
    assert sum(reason is not None for reason in reasons) > len(reasons) / 3


def test_a_game_without_images(check: Check, tmp_path: Path) -> None:
    """A claim about an image is refused where there are none; that there is no reason may be said."""
    path = tmp_path / "plain.cert"
    plain = certified(path, "numbers(9)")
    proof = plain["proofs"][0]
    proof["reason"] = [None] * (len(proof["bound"]) - 1) + [["image", 0, {"places": [0], "symbols": [0]}]]
    assert not check(path, plain)[0]
    proof["reason"] = [None] * len(proof["bound"])
    assert check(path, plain)[0]


def test_no_claim_is_an_image_of_itself_or_of_a_later_one(check: Check, tmp_path: Path) -> None:
    """Two claims that say too much would prove each other."""
    path = tmp_path / "circle.cert"
    document = certified(path, "mastermind(2,7)")
    proof, same = document["proofs"][0], {"places": [0, 1], "symbols": list(range(7))}
    number, last = len(proof["bound"]) - 1, len(proof["bound"])
    bound = proof["bound"][number]
    for name in ("parent", "guess", "feedback", "bound"):
        proof[name].append(proof[name][number])
    proof["reason"].append(["image", number, same])
    assert check(path, document)[0]
    for other, more in ((number, 0), (last, 0), (last, 1)):
        proof["reason"][number] = ["image", other, same]
        proof["bound"][number] = proof["bound"][last] = bound + more
        assert not check(path, document)[0]


def test_an_image_at_another_depth(check: Check, tmp_path: Path) -> None:
    """Within a limit, what cannot be done after two guesses can be done after one."""
    path = tmp_path / "depth.cert"
    document = certified(path, "mastermind(2,2)", "worst")
    one, two = map(document["feedbacks"].index, ("1.0", "0.2"))
    columns: dict[str, list[Any]]
    columns = {"parent": [None, 0, 1], "guess": [None, "11", "12"], "feedback": [None, one, two], "bound": [None] * 3}
    document["proofs"] = [{"limit": 2, **columns}]
    assert check(path, document)[0]
    image = ["image", 2, {"places": [0, 1], "symbols": [0, 1]}]  # the same candidate, 21
    for column, value in zip(columns.values(), (0, "12", two, None), strict=True):
        column.append(value)
    document["proofs"] = [{"limit": 2, **columns, "reason": [None, None, None, image]}]
    assert not check(path, document)[0]
