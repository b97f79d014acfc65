"""Certificates: a tree, and the claims that prove that there is no better one, for `bestguess check`.

docs/certificates.md defines the file. `check/proof.py` says why a claim holds, and `check/certificate.py` what must be
proven for each objective.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bestguess import engine
from bestguess.arguments import as_path, expected
from bestguess.engine import INFINITE, version
from bestguess.errors import StrategyError
from bestguess.files import write_whole
from bestguess.games import Game
from bestguess.games.symmetries import CodeSymmetries
from bestguess.games.table import Table
from bestguess.games.table_file import table_content
from bestguess.solve.result import Claim, Claims, Image, Result
from bestguess.trees.files import (
    FORMAT_VERSION,
    document_text,
    game_members,
    is_known_by_text,
    tree_members,
    write_beside,
)


def check_certifiable(game: Game) -> None:
    """Raise GameError unless a checker can know *game*: from its text, or from a table that says all about it."""
    if not is_known_by_text(game):
        table_content(game.as_text())


def save_certificate(result: Result, path: str | Path) -> None:
    """Write the certificate of *result* to *path*, whole or not at all; raises StrategyError when it has none."""
    if not isinstance(result, Result):
        raise expected("a Result", result)
    path = as_path("the file of a certificate", path)
    if result.proofs is None or not isinstance(result.rules, Game):
        raise StrategyError("there is no certificate: the result is not proven, or certify was not asked for")
    rules = result.rules.as_text()
    if rules is not result.rules:
        result = _as_text(result, result.rules.text)
    tree, proofs = result.tree, result.proofs or ()
    history = rules.parse_rows(result.history) if tree is None else tree.history
    if not is_known_by_text(rules):
        rules = write_beside(rules, path)
    limit = rules.rows_left(history) if result.max_guesses is None else result.max_guesses
    feedbacks = _feedbacks(proofs) if tree is None else list(tree.feedbacks)
    document: dict[str, Any] = {
        "format": "bestguess.certificate",
        "format_version": FORMAT_VERSION,
        "version": version,
        **game_members(rules),
        "history": [list(row) for row in history],
        "consistent": result.consistent,
        "strategy": None if tree is None else tree.strategy,
        "objective": result.objective,
        "first_guess": result.requested_first_guess,
        "max_guesses": result.requested_max_guesses,
        "limit": limit,
        "feedbacks": feedbacks,
        **(_NO_TREE if tree is None else tree_members(tree, limit)),
        "proofs": [
            _proof(claims, about, feedbacks)
            for claims, about in zip(proofs, _all_proof_limits(result, len(proofs)), strict=True)
        ],
    }
    write_whole(path, document_text(document))


def _as_text(result: Result, text: Callable[[object], str]) -> Result:
    """*result* with a *text* for each code and feedback of a game of a user's own."""
    claims = [
        [
            claim if claim.guess is None else claim._replace(guess=text(claim.guess), feedback=text(claim.feedback))
            for claim in proof
        ]
        for proof in result.proofs or ()
    ]
    first = result.requested_first_guess
    return replace(
        result,
        tree=None if result.tree is None else result.tree.as_text(),
        proofs=tuple(claims),
        requested_first_guess=None if first is None else text(first),
    )


def claims_of(table: Table, claims: Sequence[engine.Claim], may_lose: bool) -> Claims:
    """Return the *claims* of the core with codes and feedbacks in place of their indices."""
    symmetries = table.symmetries
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
    own = len(symbols) // len(places)
    of_places = [[symbol % own for symbol in symbols[p * own : (p + 1) * own]] for p in range(len(places))]
    return Image(claim.image_of, places, of_places if apart else symbols)


_NO_TREE: dict[str, Any] = {"secret_names": [], "figures": None, "nodes": None}


def _feedbacks(proofs: Sequence[Claims]) -> list[str]:
    """The feedbacks that the claims name."""
    return sorted({claim.feedback for claims in proofs for claim in claims if claim.feedback is not None})


def _proof_limits(result: Result, proofs: int) -> Sequence[int | None]:
    """The limit of guesses that each proof is about."""
    if result.tree is None:
        return [result.max_guesses] * proofs
    if result.objective in ("mean", "lost"):
        return [None if result.proven_without_limit else result.max_guesses] * proofs
    worst = result.tree.unit_figures.worst
    last = None if result.proven_without_limit else result.max_guesses
    if result.objective == "mean,worst":
        return [last, worst - 1][:proofs]
    last = worst if result.objective == "worst,mean" and not result.proven_without_limit else last
    limits: list[int | None] = [worst - 1] if result.objective == "worst" else [worst - 1, last]
    return limits[len(limits) - proofs :]


def _cost_limits(result: Result, proofs: int) -> Sequence[int | None]:
    """Where guesses have costs: the limit of what they may cost for each secret, that each proof is about."""
    if result.tree is None or result.objective == "mean":
        return [None] * proofs
    worst = result.tree.unit_figures.worst
    if result.objective == "mean,worst":
        return [None, worst - 1]
    return [worst - 1, worst][:proofs]


def _all_proof_limits(result: Result, proofs: int) -> list[dict[str, int | None]]:
    """The limits that each proof is about, by their names in a file."""
    if not result.rules.has_costs:
        return [{"limit": limit} for limit in _proof_limits(result, proofs)]
    limit = None if result.proven_without_limit else result.max_guesses
    return [{"limit": limit, "cost_limit": spending} for spending in _cost_limits(result, proofs)]


def _proof(claims: Claims, limits: dict[str, int | None], feedbacks: list[str]) -> dict[str, Any]:
    number = {text: place for place, text in enumerate(feedbacks)}
    reasons = [None if claim.image is None else _reason(claim.image) for claim in claims]
    return {
        **limits,
        "parent": [None, *(claim.parent for claim in claims[1:])],
        "guess": [claim.guess for claim in claims],
        "feedback": [None if claim.feedback is None else number[claim.feedback] for claim in claims],
        "bound": [_bound(claim) for claim in claims],
        **({"reason": reasons} if any(reasons) else {}),
    }


def _reason(image: Image) -> list[Any]:
    """Why a claim about an image holds."""
    return ["image", image.claim, {"places": image.places, "symbols": image.symbols}]


def _bound(claim: Claim) -> int | list[int] | None:
    """A number; a pair as a list; None where it cannot be done."""
    if isinstance(claim.bound, tuple):
        return list(claim.bound)
    return None if claim.bound >= INFINITE else claim.bound
