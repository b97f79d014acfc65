"""What may be wrong with a certificate: seeded changes of its meaning. `written.py` writes the good ones."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from written import BEYOND, OBJECTIVES

Damage: TypeAlias = Callable[[random.Random, dict[str, Any]], None]


def damages(rng: random.Random, good: dict[str, Any]) -> Iterator[tuple[Damage, dict[str, Any]]]:
    """What may be wrong with a certificate that is otherwise *good*, wherever that is possible."""
    for damage in (*ALWAYS_REFUSED, *MAY_BE_TRUE):
        changed = json.loads(json.dumps(good))
        damage(rng, changed)
        if changed != good:
            yield damage, changed


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


def make_bound_infinite(rng: random.Random, document: dict[str, Any]) -> None:
    """A claim says that what can be done cannot."""
    bounds = rng.choice(document["proofs"] or [{"bound": [None]}])["bound"]
    numbers = [place for place, bound in enumerate(bounds) if isinstance(bound, int)]
    if not numbers:
        return
    bounds[rng.choice(numbers)] = None


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


def change_limit_of_proof(rng: random.Random, document: dict[str, Any]) -> None:
    """A proof is about another limit."""
    proofs = document["proofs"]
    if not proofs:
        return
    proof = rng.choice(proofs)
    name = rng.choice([name for name in ("limit", "cost_limit") if name in proof])
    proof[name] = rng.choice([None, 1, (proof[name] or 1) + rng.choice([-1, 1])])


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


def change_objective(rng: random.Random, document: dict[str, Any]) -> None:
    """Another objective."""
    document["objective"] = rng.choice(OBJECTIVES)


def change_figure(rng: random.Random, document: dict[str, Any]) -> None:
    """A figure is wrong."""
    if document["figures"] is None:
        return
    name = rng.choice(["secrets", "total", "worst", "at_worst"])
    document["figures"][name] += rng.choice([-1, 1]) if document["figures"][name] else 1


def change_guess(rng: random.Random, document: dict[str, Any]) -> None:
    """A node plays another guess."""
    if document["nodes"] is None:
        return
    guesses = document["nodes"]["guess"]
    place = rng.choice([place for place, guess in enumerate(guesses) if guess is not None])
    guesses[place] = rng.choice([guess for guess in guesses if guess is not None] + ["g0", "g1", "g2"])


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


def change_label_of_leaf(rng: random.Random, document: dict[str, Any]) -> None:
    """A leaf says something else."""
    if document["nodes"] is None or document["nodes"].get("label") is None:
        return
    labels = document["nodes"]["label"]
    leaves = [place for place, label in enumerate(labels) if label is not None]
    if not leaves:
        return
    labels[rng.choice(leaves)] = rng.choice([*filter(None, labels), "other"])


def change_label(rng: random.Random, document: dict[str, Any]) -> None:
    """A secret means something else, or labels are left out or made up."""
    labels = document["labels"]
    if labels is None:
        document["labels"] = [["s0", "a"], ["s1", "b"]]
    elif rng.random() < 0.2:
        document["labels"] = None
    else:
        rng.choice(labels)[1] = rng.choice("abcd")


def change_cost(rng: random.Random, document: dict[str, Any]) -> None:
    """A guess costs something else, or costs are left out or made up."""
    costs = document["costs"]
    if costs is None:
        document["costs"] = {"unit": "1", "of": [["g0", 2], ["g1", 1]]}
    elif rng.random() < 0.2:
        document["costs"] = None
    elif rng.random() < 0.3:
        costs["unit"] = rng.choice(["1", "1/2", "1/7", "2"])
    else:
        rng.choice(costs["of"])[1] += 1


def change_goal(_rng: random.Random, document: dict[str, Any]) -> None:
    """The other goal."""
    document["goal"] = "hit" if document["goal"] == "identify" else "identify"


def change_head(rng: random.Random, document: dict[str, Any]) -> None:
    """Another first guess, history, or kind of guesses."""
    guesses = [guess for guess in (document["nodes"] or {"guess": ["g0"]})["guess"] if guess is not None]
    row = [rng.choice(guesses), rng.choice([*document["feedbacks"], "f0"])]
    name, value = rng.choice(
        [
            ("first_guess", rng.choice(guesses)),
            ("first_guess", None),
            ("history", [row]),
            ("history", []),
            ("consistent", not document["consistent"]),
        ]
    )
    document[name] = value


def change_proofs(rng: random.Random, document: dict[str, Any]) -> None:
    """A proof is left out, or given twice."""
    proofs = document["proofs"]
    document["proofs"] = proofs[1:] if proofs and rng.random() < 0.5 else [*proofs, *proofs[:1]]


def change_wins(rng: random.Random, document: dict[str, Any]) -> None:
    """A node finds one more, or one fewer."""
    if document["nodes"] is None:
        return
    name = rng.choice([name for name in ("wins", "weight", "lost") if document["nodes"][name] is not None])
    column = document["nodes"][name]
    place = rng.randrange(len(column))
    column[place] += rng.choice([-1, 1]) if column[place] else 1


ALWAYS_REFUSED: tuple[Damage, ...] = (
    raise_bound,
    make_bound_infinite,
    change_figure,
    put_leaf,
    change_label_of_leaf,
    change_label,
    change_cost,
    change_goal,
    change_proofs,
    change_wins,
)
"""Whatever else the file says: these are refused. (A bound is raised above the truth.)"""
MAY_BE_TRUE: tuple[Damage, ...] = (
    remove_claim,
    move_claim,
    change_limit_of_proof,
    change_limit,
    change_objective,
    change_guess,
    change_head,
)
