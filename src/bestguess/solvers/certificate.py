"""Certificates: a tree, and the claims that prove that there is no better one, for `bestguess check`.

::

    {
      "format": "bestguess.certificate", "format_version": 1, "version": "0.2.0",
      "game": "mastermind(4,6)", "game_sha256": null, "history": "", "consistent": false, "first_guess": null,
      "objective": "mean", "max_guesses": null, "limit": null,
      "tree": {"figures": …, "feedbacks": …, "nodes": …, "secret_names": …},
      "proofs": [{"parent": "0 0 1 …", "guess": "- 1123 …", "feedback": "- 0.1 …", "bound": "5625 1003 …"}],
      "checksum": "sha256:…"
    }

Each proof is a list of claims "this set of candidates costs at least *bound*" (`-`: no strategy keeps to the limit).
The set of the first is that of the position; every other one is the part of its parent's set that answers *guess* with
*feedback*. `check/certificate.py` says why a claim holds, and what must be proven for each objective.
"""

import json
from pathlib import Path
from typing import Any

from bestguess.arguments import as_path, expected
from bestguess.engine import INFINITE, version
from bestguess.errors import FileError, StrategyError
from bestguess.files import write_whole
from bestguess.games import Game, TableGame, described_by_text
from bestguess.solvers.result import Claims, Result
from bestguess.trees.files import checksum, tree_document


def check_certifiable(game: Game) -> None:
    """Raises StrategyError unless a checker can know *game* from its text."""
    if not described_by_text(game) and type(game) is not TableGame:
        raise StrategyError(f"expected a game that its text describes completely, to certify, got {game}")


def save_certificate(result: Result, path: str | Path) -> None:
    """Writes the certificate of *result* to *path*, whole or not at all; raises StrategyError when it has none."""
    if not isinstance(result, Result):
        raise expected("a Result", result)
    path = as_path("the file of a certificate", path)
    if result.proofs is None:
        raise StrategyError("there is no certificate: the result is not proven, or certify was not asked for")
    document: dict[str, Any] = {
        "format": "bestguess.certificate",
        "format_version": 1,
        "version": version,
        "game": result.game,
        "game_sha256": result.game_sha256,
        "history": result.history,
        "consistent": result.consistent,
        "first_guess": result.requested_first_guess,
        "objective": result.objective,
        "max_guesses": result.requested_max_guesses,
        "limit": result.max_guesses if result.objective == "at-worst" else None,
        "tree": None if result.tree is None else tree_document(result.tree),
        "proofs": [_columns(claims) for claims in result.proofs],
    }
    document["checksum"] = checksum(document)
    write_whole(path, json.dumps(document, separators=(",", ":")) + "\n")


def _columns(claims: Claims) -> dict[str, str]:
    """The claims as columns with a space between items; raises FileError for a text with a space in it."""
    texts = [text for claim in claims for text in (claim.guess, claim.feedback) if text is not None]
    if spaced := next((text for text in texts if " " in text), None):
        raise FileError(f"expected codes and feedbacks without a space, which this format cannot hold, got {spaced!r}")
    return {
        "parent": " ".join(str(claim.parent) for claim in claims),
        "guess": " ".join(claim.guess or "-" for claim in claims),
        "feedback": " ".join(claim.feedback or "-" for claim in claims),
        "bound": " ".join(_bound_text(claim.bound) for claim in claims),
    }


def _bound_text(bound: int | tuple[int, int]) -> str:
    if isinstance(bound, tuple):
        return ",".join(map(str, bound))
    return "-" if bound >= INFINITE else str(bound)
