"""Certificates: a tree, and the claims that prove that there is no better one, for `bestguess check`.

docs/certificates.md defines the file. `check/proof.py` says why a claim holds, and `check/certificate.py` what must be
proven for each objective.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal, NotRequired, TypedDict

from bestguess import engine
from bestguess.arguments import as_path, expected_error
from bestguess.engine import INFINITE, version
from bestguess.errors import StrategyError
from bestguess.files import write_whole
from bestguess.games import Game
from bestguess.games.symmetries import CodeSymmetries
from bestguess.games.table import Table
from bestguess.games.table_file import table_content
from bestguess.solve.result import BoundProof, Claim, Claims, Image, Result
from bestguess.trees.files import (
    FORMAT_VERSION,
    Checksum,
    FileMembers,
    Nodes,
    document_text,
    game_members,
    is_known_by_text,
    tree_members,
    write_beside,
)
from bestguess.trees.tree import FiledFigures, Number


def check_certifiable(game: Game) -> None:
    """Raise GameError unless a checker can know *game*: from its text, or from a table that says all about it."""
    if not is_known_by_text(game):
        table_content(game.as_text())


def save_certificate(result: Result, path: str | Path) -> None:
    """Write the certificate of *result* to *path*, whole or not at all; raises StrategyError when it has none."""
    if not isinstance(result, Result):
        raise expected_error("a Result", result)
    path = as_path("the file of a certificate", path)
    if result.proofs is None or not isinstance(result.rules, Game):
        raise StrategyError("there is no certificate: the result is not proven, or certify was not asked for")
    text = result.rules.text
    rules = result.rules.as_text()
    tree = None if result.tree is None else result.tree.as_text()
    history = rules.parse_rows(result.history) if tree is None else tree.history
    if not is_known_by_text(rules):
        rules = write_beside(rules, path)
    limit = rules.rows_left(history) if result.max_guesses is None else result.max_guesses
    if tree is None:  # the feedbacks that the proofs name
        claims = [claim for proof in result.proofs for claim in proof.claims if claim.guess is not None]
        feedbacks = sorted({text(claim.feedback) for claim in claims})
        members = None
    else:
        feedbacks = list(tree.feedbacks)
        members = tree_members(tree, limit)
    first = result.requested_first_guess
    document: CertificateDocument = {
        "format": "bestguess.certificate",
        "format_version": FORMAT_VERSION,
        "version": version,
        **game_members(rules),
        "history": [(row.guess, row.feedback) for row in history],
        "consistent": result.consistent,
        "strategy": None if tree is None else tree.strategy,
        "objective": result.objective,
        "first_guess": None if first is None else text(first),
        "max_guesses": result.requested_max_guesses,
        "limit": limit,
        "feedbacks": feedbacks,
        "secret_names": [] if members is None else members["secret_names"],
        "figures": None if members is None else members["figures"],
        "nodes": None if members is None else members["nodes"],
        "proofs": [_document(proof, rules.has_costs, feedbacks, text) for proof in result.proofs],
    }
    write_whole(path, document_text(document))


def claims_of(table: Table, claims: Sequence[engine.Claim], may_lose: bool) -> Claims:
    """Return the *claims* of the core with codes and feedbacks in place of their indices."""
    symmetries = table.game.symmetries
    apart = isinstance(symmetries, CodeSymmetries) and symmetries.symbols_by_position
    result = list[Claim]()
    for claim in claims:
        bound = (claim.lost, claim.bound) if may_lose else claim.bound
        if not result:
            result.append(Claim(0, None, None, bound))  # of the whole position
            continue
        guess, feedback = table.guesses[claim.guess], table.feedbacks[claim.feedback]
        result.append(Claim(claim.parent, guess, feedback, bound, _image(claim, apart)))
    return result


def _image(claim: engine.Claim, apart: bool) -> Image | None:
    """Of which claim it is about an image. *apart*: whether each place has symbols of its own."""
    if claim.image_of is None:
        return None
    places, symbols = list(claim.positions), list(claim.symbols)
    if not apart:
        return Image(claim.image_of, places, symbols)
    own = len(symbols) // len(places)  # The core numbers the symbols of all places through, place after place.
    symbols_there = [symbols[place * own : (place + 1) * own] for place in range(len(places))]
    return Image(claim.image_of, places, [[symbol % own for symbol in there] for there in symbols_there])


def _document(proof: BoundProof, has_costs: bool, feedbacks: list[str], text: Callable[[object], str]) -> "Proof":
    """*proof* as files have it, where each code and feedback is a *text*; feedbacks are places in *feedbacks*."""
    claims = proof.claims
    number = {name: place for place, name in enumerate(feedbacks)}
    document: Proof = {
        "limit": proof.limit,
        **({"cost_limit": proof.cost_limit} if has_costs else {}),  # type: ignore[typeddict-item]
        "parent": [None, *(claim.parent for claim in claims[1:])],
        "guess": [None, *(text(claim.guess) for claim in claims[1:])],
        "feedback": [None, *(number[text(claim.feedback)] for claim in claims[1:])],
        "bound": [_bound(claim) for claim in claims],
    }
    images = [claim.image for claim in claims]
    if any(images):
        document["reason"] = [
            None if image is None else ("image", image.claim, {"places": image.places, "symbols": image.symbols})
            for image in images
        ]
    return document


def _bound(claim: Claim) -> int | tuple[int, int] | None:
    """A number; a pair; None where it cannot be done."""
    return None if isinstance(claim.bound, int) and claim.bound >= INFINITE else claim.bound


class Symmetry(TypedDict):
    """What a symmetry does to places and symbols."""

    places: list[Number]  # where what stands at each place goes
    symbols: list[Number] | list[list[Number]]
    """What each symbol becomes; a list for each place where only exact pegs are told."""


class Proof(TypedDict):
    """Claims that sets of candidates cost at least so much, in columns of one length."""

    limit: Number | None  # the limit of guesses that the proof is about; null: none
    cost_limit: NotRequired[Number | None]  # the limit of costs that the proof is about; null: none; only with costs
    parent: list[Number | None]  # the earlier claim whose set this is a part of, by its place; null at the first
    guess: list[str | None]  # the guess that splits that set; null at the first
    feedback: list[Number | None]  # the feedback of the part, as a place in feedbacks; null at the first
    bound: list[Number | tuple[Number, Number] | None]
    """What the set costs at least: a number; a pair of weight lost and total; None: infinite."""
    reason: NotRequired[list[tuple[Literal["image"], Number, Symmetry] | None]]
    """Why the claim holds: the set is the image of that of an earlier claim, named by its place, by a symmetry; None:
    because every guess costs so much."""


class CertificateDocument(FileMembers):
    """A tree and proofs that none is better, or proofs that none exists. Numbers are written as in trees."""

    format: Literal["bestguess.certificate"]  # what the file is
    strategy: str | None  # the name of the strategy; proves nothing; null: there is no tree
    objective: Annotated[str, Literal["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]]  # what is least
    secret_names: list[tuple[str, str]]
    """Guesses that win against exactly one secret, which has another text, and this secret."""
    figures: FiledFigures | None  # the figures of the tree; null: there is no tree
    nodes: Nodes | None  # the tree; null: there is no tree
    proofs: list[Proof]  # proofs of the statements of the objective, in their order


class CertificateFile(CertificateDocument):
    """A tree and proofs that none is better, or proofs that none exists. Numbers are written as in trees."""

    command: NotRequired[str]  # the command that computed it; proves nothing
    checksum: Checksum  # the SHA-256 of all bytes of the file before this member
