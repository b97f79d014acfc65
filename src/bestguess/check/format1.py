"""Format 1, which versions before 0.3.0 wrote: turned into format 2, so that the rest of the checker knows one format.

In format 1 columns are texts with a space between items, `-` stands for nothing, a history is its text, and the
checksum is of the same JSON without it, keys sorted and no spaces. The rows of a game do not limit its guesses.
"""

import hashlib
import json
import re
from typing import Any

from bestguess.check.members import Members
from bestguess.errors import FileError

_FIELD = r'("[^"]*(?:""[^"]*)*"|[^\s:"][^\s:]*)'
_ROW = re.compile(rf"{_FIELD}:{_FIELD}(?:\s+|$)")
_HISTORY = re.compile(rf"\s*(?:{_FIELD}:{_FIELD}(?:\s+|$))*")


def as_format_2(document: dict[str, Any]) -> dict[str, Any]:
    """*document*, whose checksum is verified, in format 2; raises FileError."""
    _check_checksum(document)
    members = Members(document, "the file")
    certificate = members.text("format") == "bestguess.certificate"
    tree = members.get("tree") if certificate else document
    game = members.text("game")
    limit = members.get("max_guesses") if certificate else None
    if certificate and members.get("objective") == "at-worst" and members.get("limit") is not None:
        limit = members.get("limit")
    converted = {
        "format": members.get("format"),
        "format_version": 2,
        "version": members.get("version"),
        "game": game,
        "game_files": _game_files(members.optional_text("game_sha256")),
        "goal": "hit",
        "labels": None,
        "rule": "free",
        "costs": None,
        "history": _history(members.text("history")) if certificate else [],
        "consistent": members.get("consistent"),
        "strategy": "optimal" if certificate else members.get("strategy"),
        "objective": members.get("objective") if certificate else None,
        "first_guess": members.get("first_guess") if certificate else None,
        "max_guesses": members.get("max_guesses") if certificate else None,
        "limit": limit,
        "checksum": None,
        **_tree(None if tree is None else Members(tree, "the tree"), limit),
    }
    if certificate:
        proofs = [_columns(Members(one, "a proof")) for one in members.items("proofs")]
        converted["feedbacks"] = converted["feedbacks"] or _feedbacks(proofs)
        worst = None if tree is None else converted["figures"]["worst"]
        limits = _limits(len(proofs), members.get("objective"), limit, worst)
        converted["proofs"] = [
            _proof(columns, converted["feedbacks"], one) for columns, one in zip(proofs, limits, strict=True)
        ]
    return converted


def _check_checksum(document: dict[str, Any]) -> None:
    rest = {key: value for key, value in document.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    if document.get("checksum") != f"sha256:{hashlib.sha256(text.encode()).hexdigest()}":
        raise FileError("damaged: the checksum does not fit")


def _game_files(sha256: str | None) -> list[dict[str, str]]:
    """Format 1 names the file in the text of the game alone."""
    return [] if sha256 is None else [{"name": "", "sha256": sha256}]


def _history(text: str) -> list[list[str]]:
    if not _HISTORY.fullmatch(text):
        raise FileError(f"expected a history such as 1122:0.2, got {text[:60]!r}")
    return [[_unquoted(guess), _unquoted(feedback)] for guess, feedback in _ROW.findall(text)]


def _unquoted(text: str) -> str:
    return text[1:-1].replace('""', '"') if text.startswith('"') else text


def _tree(tree: Members | None, limit: Any) -> dict[str, Any]:
    """The figures, nodes, feedbacks and names of secrets."""
    if tree is None:
        return {"figures": None, "nodes": None, "feedbacks": [], "secret_names": []}
    nodes = Members(tree.get("nodes"), "its nodes")
    wins = [_number(mark) for mark in nodes.text("wins")]
    weight = None if nodes.get("weight") is None else _numbers(nodes.text("weight"))
    names = tree.get("secret_names")
    if not isinstance(names, dict):
        raise FileError("expected an object as secret_names")
    found = sum(wins) if weight is None else sum(weight)
    return {
        "figures": _figures(Members(tree.get("figures"), "its figures"), found, limit),
        "nodes": {
            "guess": nodes.text("guess").split(" "),
            "branch": _numbers(nodes.text("branch")),
            "depth": _numbers(nodes.text("depth")),
            "wins": wins,
            "weight": weight,
            "lost": None,
            "lost_weight": None,
        },
        "feedbacks": tree.texts("feedbacks"),
        "secret_names": [[guess, secret] for guess, secret in names.items()],
    }


def _figures(figures: Members, weight: int, limit: Any) -> dict[str, Any]:
    """Figures without the mean, which must be right: format 2 does not repeat what follows from others."""
    numbers = {name: figures.number(name) for name in ("secrets", "total", "worst", "at_worst")}
    mean = numbers["total"] / (weight or 1)
    if type(figures.get("mean")) not in (int, float) or figures.get("mean") != mean:
        raise FileError(f"claims mean {figures.get('mean')!r}, but it is {mean}")
    distribution = figures.get("distribution")
    if not isinstance(distribution, dict) or list(distribution) != [str(n + 1) for n in range(len(distribution))]:
        raise FileError("expected a distribution by numbers of guesses")
    lost = None if limit is None else 0
    return {**numbers, "distribution": list(distribution.values()), "lost": lost, "lost_weight": lost}


def _columns(proof: Members) -> dict[str, list[str]]:
    return {name: proof.text(name).split(" ") for name in ("parent", "guess", "feedback", "bound")}


def _feedbacks(proofs: list[dict[str, list[str]]]) -> list[str]:
    return sorted({text for columns in proofs for text in columns["feedback"]} - {"-"})


def _limits(proofs: int, objective: object, limit: Any, worst: int | None) -> list[int | None]:
    """The limit of guesses that each proof is about, which format 1 leaves to its reader."""
    if worst is None or objective == "mean":
        return [limit] * proofs
    last = worst if objective == "worst,mean" else limit
    within: list[int | None] = [worst - 1] if objective == "worst" else [worst - 1, last]
    within = [limit] * (proofs - len(within)) + within
    return within[len(within) - proofs :]


def _proof(columns: dict[str, list[str]], feedbacks: list[str], limit: Any) -> dict[str, Any]:
    first, parents = columns["parent"][0], columns["parent"][1:]
    if first != "0":
        raise FileError("claim 0 is not about the whole position")
    number = {text: index for index, text in enumerate(feedbacks)}
    return {
        "limit": limit,
        "parent": [None, *_numbers(" ".join(parents))] if parents else [None],
        "guess": [None if guess == "-" else guess for guess in columns["guess"]],
        "feedback": [None if text == "-" else number.get(text, len(feedbacks)) for text in columns["feedback"]],
        "bound": [None if bound == "-" else _number(bound) for bound in columns["bound"]],
    }


def _numbers(column: str) -> list[int]:
    return [_number(text) for text in column.split(" ")]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 16):
        raise FileError(f"expected an integer of 0 or more, got {text[:60]!r}")
    return int(text)
