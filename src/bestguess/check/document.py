"""Files of bestguess: JSON with a format, a version and a checksum. docs/certificates.md defines them."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestguess.check.limits import Limits
from bestguess.check.members import Members
from bestguess.errors import FileError, not_json

FORMATS = {"bestguess.tree": "tree", "bestguess.certificate": "certificate"}
_BEFORE_CHECKSUM, _AFTER_CHECKSUM, _DIGITS = b',"checksum":"sha256:', b'"}\n', 64
_TRAILER = len(_BEFORE_CHECKSUM) + _DIGITS + len(_AFTER_CHECKSUM)
_BYTES_IN_MEMORY = 30  # for each byte of a file, once it is read: an empty object takes 72 for 3
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|.)", re.DOTALL)
_BLOCK = 1 << 20  # bytes that are read in one step
_MEMBERS = {"format", "format_version", "version", "game", "game_files", "goal", "labels", "rule", "costs", "history"}
_MEMBERS |= {"consistent", "strategy", "objective", "first_guess", "max_guesses", "limit", "feedbacks", "secret_names"}
_MEMBERS |= {"figures", "nodes", "checksum"}


@dataclass(frozen=True)
class Nodes:
    """The nodes of a tree in preorder, column by column. A leaf has a label instead of a guess."""

    guess: list[str | None]
    branch: list[int]
    depth: list[int]
    label: list[str | None] | None
    wins: list[int]
    weight: list[int] | None
    lost: list[int] | None
    lost_weight: list[int] | None


@dataclass(frozen=True)
class Claims:
    """The claims of one proof, column by column: within *limit* guesses and *cost_limit*; None: without that limit."""

    limit: int | None
    cost_limit: int | None
    parent: list[Any]
    guess: list[Any]
    feedback: list[Any]
    bound: list[Any]
    reason: list[Any]
    """Why each claim holds: None where no guess costs less, or an image of the set of an earlier claim."""


@dataclass(frozen=True)
class GuessCosts:
    """What each guess costs, in a *unit*."""

    unit: str
    of: list[tuple[str, int]]


@dataclass(frozen=True)
class Document:
    """What a file says."""

    kind: str
    game: str
    game_files: list[tuple[str, str]]
    goal: str
    labels: list[tuple[str, str]] | None
    rule: str
    costs: GuessCosts | None
    history: list[tuple[str, str]]
    consistent: bool
    strategy: str | None
    objective: str | None
    first_guess: str | None
    max_guesses: int | None
    limit: int | None
    feedbacks: list[str]
    secret_names: list[tuple[str, str]]
    figures: dict[str, Any] | None
    nodes: Nodes | None
    proofs: list[Claims]


def read_document(path: str | Path, limits: Limits) -> Document:
    """What the file at *path* says, its checksum verified; raises FileError."""
    content = _content(path, limits)
    limits.tick()
    integer = _unsigned if re.search(rb"-\d", content) else None  # Python would read -0 as 0
    try:
        text = content.decode("utf-8")
        _check_escapes(text)
        value = json.loads(text, object_pairs_hook=_object, parse_int=integer, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise FileError(f"damaged, or not a file of bestguess: {not_json(error)}") from error
    limits.tick()
    kind = FORMATS.get(value["format"]) if isinstance(value, dict) and isinstance(value.get("format"), str) else None
    if kind is None:
        raise FileError("expected a tree or a certificate of bestguess")
    version = Members(value, f"the {kind}").number("format_version")
    if version != 2:
        raise FileError(f"expected format version 2, got {version}")
    _check_checksum(content)
    return _document(kind, value)


def _content(path: str | Path, limits: Limits) -> bytes:
    most = limits.memory // _BYTES_IN_MEMORY
    try:
        with Path(path).open("rb") as file:
            content = bytearray()
            while len(content) <= most and (block := file.read(_BLOCK)):
                limits.tick()
                content += block
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}") from error
    if len(content) > most:
        limits.need((most + 1) * _BYTES_IN_MEMORY, f"a file of more than {most:,} bytes")
    return bytes(content)


def _check_escapes(text: str) -> None:
    """Raise ValueError for an escape in JSON *text* that is U+0000 or half a character."""
    for escape in _ESCAPE.finditer(text):
        if re.fullmatch(r"\\u(?:0000|[dD][89a-fA-F]..)", escape[0]):
            raise ValueError(f"expected whole characters other than U+0000, got {escape[0]}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member of an object is given twice")
    return members


def _unsigned(digits: str) -> int:
    if digits.startswith("-"):
        raise ValueError(f"expected numbers without a sign, got {digits:.60}")
    return int(digits)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _check_checksum(content: bytes) -> None:
    """The digest of all bytes before the last member must be what that says."""
    before, trailer = content[:-_TRAILER], content[-_TRAILER:]
    digest = hashlib.sha256(before).hexdigest().encode()
    if trailer != _BEFORE_CHECKSUM + digest + _AFTER_CHECKSUM:
        raise FileError("damaged: the checksum does not fit")


def _document(kind: str, value: dict[str, Any]) -> Document:
    members = Members(value, f"the {kind}")
    members.only(_MEMBERS | ({"proofs"} if kind == "certificate" else set()), optional=("command",))
    members.text("version")
    if "command" in members:
        members.text("command")
    if (goal := members.text("goal")) not in ("hit", "identify"):
        raise FileError(f"expected goal 'hit' or 'identify', which is all that can be checked, got {goal!r:.60}")
    costs = _guess_costs(Members(members.get("costs"), "its costs")) if members.has("costs") else None
    figures, nodes = members.get("figures"), members.get("nodes")
    files = [_game_file(one) for one in members.items("game_files")]
    if any(not name for name, _ in files):
        raise FileError("expected the name of each file of the game, as its text has it, got an empty one")
    objective = members.optional_text("objective")
    if kind == "tree" and objective is not None:
        raise FileError(f"expected no objective of a tree, got {objective!r:.60}")
    if (figures is None) != (nodes is None) or (figures is None and kind == "tree"):
        raise FileError("expected figures and nodes, or neither in a certificate that no tree exists")
    return Document(
        kind,
        members.text("game"),
        files,
        goal,
        members.pairs("labels") if members.has("labels") else None,
        members.text("rule"),
        costs,
        members.pairs("history"),
        members.truth("consistent"),
        members.optional_text("strategy"),
        objective,
        members.optional_text("first_guess"),
        members.optional_number("max_guesses", 1),
        members.optional_number("limit", 1),
        feedbacks := members.texts("feedbacks"),
        members.pairs("secret_names"),
        None if figures is None else _figures(Members(figures, "its figures")),
        None if nodes is None else _nodes(Members(nodes, "its nodes"), len(feedbacks), goal),
        [_claims(Members(one, "a proof"), costs) for one in members.items("proofs")] if kind == "certificate" else [],
    )


def _game_file(value: object) -> tuple[str, str]:
    members = Members(value, "a file of the game")
    members.only(("name", "sha256"))
    return members.text("name"), members.text("sha256")


def _guess_costs(members: Members) -> GuessCosts:
    members.only(("unit", "of"))
    return GuessCosts(members.text("unit"), members.priced("of"))


def _figures(members: Members) -> dict[str, Any]:
    members.only(("secrets", "total", "worst", "at_worst", "distribution", "lost", "lost_weight"))
    numbers = {name: members.number(name) for name in ("secrets", "total", "worst", "at_worst")}
    lost = {name: members.optional_number(name) for name in ("lost", "lost_weight")}
    return {**numbers, "distribution": members.numbers("distribution"), **lost}


def _nodes(members: Members, feedbacks: int, goal: str) -> Nodes:
    columns = ("guess", "branch", "depth", "wins", "weight", "lost", "lost_weight")
    members.only(columns if goal == "hit" else (*columns, "label"), optional=("label",))
    if goal == "hit" and members.has("label"):
        raise FileError("expected no labels at the nodes of a tree of the goal 'hit'")
    nodes = Nodes(
        [*members.texts("guess")] if goal == "hit" else members.texts_or_nothing("guess"),
        members.numbers("branch", max(feedbacks, 1)),  # that of the first node means nothing
        members.numbers("depth"),
        None if goal == "hit" else members.texts_or_nothing("label"),
        members.numbers("wins"),
        *(members.optional_numbers(name) for name in ("weight", "lost", "lost_weight")),
    )
    if not nodes.guess or len({len(column) for column in vars(nodes).values() if column is not None}) != 1:
        raise FileError("the columns of its nodes differ in length, or are empty")
    if not feedbacks and len(nodes.branch) > 1:
        raise FileError("a branch names a feedback, and the list of feedbacks is empty")
    if nodes.branch[0] != 0:
        raise FileError(f"expected the branch 0 of the first node, which is on none, got {nodes.branch[0]}")
    for node, (guess, label) in enumerate(zip(nodes.guess, nodes.label or (), strict=False)):
        if (guess is None) == (label is None):
            raise FileError(f"expected a guess or a label at node {node}, got {'neither' if label is None else 'both'}")
    return nodes


def _claims(members: Members, costs: GuessCosts | None) -> Claims:
    names = ("limit", "parent", "guess", "feedback", "bound")
    members.only(names if costs is None else (*names, "cost_limit"), ["reason"])
    columns = [members.items(name) for name in names[1:]]
    columns.append(members.items("reason") if "reason" in members else [None] * len(columns[0]))
    if not columns[0] or len({len(column) for column in columns}) != 1:
        raise FileError("the columns of its claims differ in length, or are empty")
    cost_limit = None if costs is None else members.optional_number("cost_limit")
    return Claims(members.optional_number("limit", 1), cost_limit, *columns)
