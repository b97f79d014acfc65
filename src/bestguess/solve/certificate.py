"""Certificates: a tree, and the claims that prove that no tree is better, for `bestguess check`.

docs/certificates.md defines the file. `check/proof.py` checks that a claim holds. `check/certificate.py` knows what
must be proven for each objective.
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
    is_defined_by_text,
    tree_members,
    write_beside,
)
from bestguess.trees.tree import FiledFigures, Number


def check_certifiable(game: Game) -> None:
    """Raise GameError unless a file can describe *game* to a checker, by its text or by a table beside it."""
    if not is_defined_by_text(game):
        table_content(game.as_text())  # raises if a table cannot hold the whole game


def save_certificate(result: Result, path: str | Path) -> None:
    """Write the certificate of *result* to *path* atomically; raise StrategyError if it has none."""
    if not isinstance(result, Result):
        raise expected_error("a Result", result)
    path = as_path("the file of a certificate", path)
    if result.proofs is None or not isinstance(result.rules, Game):
        raise StrategyError("there is no certificate: the result is not proven, or certify=True is missing")
    text = result.rules.text
    rules = result.rules.as_text()
    tree = None if result.tree is None else result.tree.as_text()
    history = rules.parse_rows(result.history) if tree is None else tree.history
    if not is_defined_by_text(rules):
        rules = write_beside(rules, path)
    limit = rules.rows_left(history) if result.max_guesses is None else result.max_guesses
    if tree is None:  # list the feedbacks that the proofs use
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
        "proofs": [_proof_document(proof, rules.has_costs, feedbacks, text) for proof in result.proofs],
    }
    write_whole(path, document_text(document))


def claims_of(table: Table, claims: Sequence[engine.Claim], may_lose: bool) -> Claims:
    """Convert the *claims* of the core: codes and feedbacks replace their indices."""
    symmetries = table.game.symmetries
    symbols_by_position = isinstance(symmetries, CodeSymmetries) and symmetries.symbols_by_position
    result = list[Claim]()
    for claim in claims:
        bound = (claim.lost, claim.bound) if may_lose else claim.bound
        if not result:
            result.append(Claim(0, None, None, bound))  # the first claim is about the whole position
            continue
        guess, feedback = table.guesses[claim.guess], table.feedbacks[claim.feedback]
        result.append(Claim(claim.parent, guess, feedback, bound, _image(claim, symbols_by_position)))
    return result


def _image(claim: engine.Claim, symbols_by_position: bool) -> Image | None:
    """Return the symmetry that maps the set of *claim* to that of an earlier claim; None if it uses none."""
    if claim.image_of is None:
        return None
    places, symbols = list(claim.positions), list(claim.symbols)
    if not symbols_by_position:
        return Image(claim.image_of, places, symbols)
    # The core numbers the symbols of all places in one sequence: first those of place 0, then those of place 1, ...
    count = len(symbols) // len(places)
    symbols_by_place = [symbols[place * count : (place + 1) * count] for place in range(len(places))]
    return Image(claim.image_of, places, [[symbol % count for symbol in column] for column in symbols_by_place])


def _proof_document(proof: BoundProof, has_costs: bool, feedbacks: list[str], text: Callable[[object], str]) -> "Proof":
    """Return *proof* in the format of the file: codes as texts, feedbacks as indices into *feedbacks*."""
    claims = proof.claims
    index_of = {feedback: index for index, feedback in enumerate(feedbacks)}
    document: Proof = {
        "limit": proof.limit,
        **({"cost_limit": proof.cost_limit} if has_costs else {}),  # type: ignore[typeddict-item]
        "parent": [None, *(claim.parent for claim in claims[1:])],
        "guess": [None, *(text(claim.guess) for claim in claims[1:])],
        "feedback": [None, *(index_of[text(claim.feedback)] for claim in claims[1:])],
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
    """Return the bound of *claim*; None if it is infinite, because no strategy exists."""
    return None if isinstance(claim.bound, int) and claim.bound >= INFINITE else claim.bound


class Symmetry(TypedDict):
    """A symmetry of a game of codes: a permutation of the places and one of the symbols."""

    places: list[Number]  # the new place of the symbol at each place
    symbols: list[Number] | list[list[Number]]
    """The new symbol for each symbol; one list for each place if the feedback counts only exact pegs."""


class Proof(TypedDict):
    """Claims about the least cost of sets of candidates, in columns of equal length."""

    limit: Number | None  # the limit of guesses within which the proof holds; null: no limit
    cost_limit: NotRequired[Number | None]  # the limit of costs within which it holds; null: no limit; only with costs
    parent: list[Number | None]  # the index of the earlier claim whose set contains this one; null for the first claim
    guess: list[str | None]  # the guess that splits the set of the parent; null for the first claim
    feedback: list[Number | None]  # the feedback of this part, as an index into feedbacks; null for the first claim
    bound: list[Number | tuple[Number, Number] | None]
    """The least cost of the set: a number, or a pair of weight lost and total; None: infinite."""
    reason: NotRequired[list[tuple[Literal["image"], Number, Symmetry] | None]]
    """Why the claim holds. An image: a symmetry maps the set to that of an earlier claim, given by its index. None:
    every guess costs at least the bound."""


class CertificateDocument(FileMembers):
    """A tree and proofs that no tree is better, or a proof that no tree exists. Numbers are written as in trees."""

    format: Literal["bestguess.certificate"]  # the format of the file
    strategy: str | None  # the name of the strategy, for information only; null: there is no tree
    objective: Annotated[str, Literal["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]]
    """The objective that the tree minimises."""
    secret_names: list[tuple[str, str]]
    """Pairs of a guess and a secret, if the guess wins against only this secret and their texts differ."""
    figures: FiledFigures | None  # the figures of the tree; null: there is no tree
    nodes: Nodes | None  # the tree; null: there is no tree
    proofs: list[Proof]  # a proof for each statement of the objective, in order


class CertificateFile(CertificateDocument):
    """A tree and proofs that no tree is better, or a proof that no tree exists. Numbers are written as in trees."""

    command: NotRequired[str]  # the command that wrote the file, for information only
    checksum: Checksum  # the SHA-256 of all bytes of the file before this member
