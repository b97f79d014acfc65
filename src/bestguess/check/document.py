"""Reads a file of bestguess strictly: JSON with known members only, each of the kind and range that it must have.

docs/certificates.md defines the members. The classes here are their list: a field is a member, its type the kind that
is expected, and what has a default may be left out.
"""

import hashlib
import json
import re
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

from bestguess.check.limits import MOST, Limits, shown
from bestguess.errors import FileError, json_error_text

_TRAILER = len(',"checksum":"sha256:"}\n') + 64  # bytes
_BYTES_IN_MEMORY = 30  # for each byte of a file, once it is read: an empty object takes 72 for 3
_BLOCK = 1 << 20  # bytes that are read in one step
_NAMES = {str: "a text", bool: "true or false", int: "an integer from 0 to 2^50 - 1"}


@dataclass(frozen=True)
class GameFile:
    """A file that the game is made of."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Prices:
    """What guesses cost, in a *unit*."""

    unit: str
    of: list[tuple[str, int]]


@dataclass(frozen=True)
class Figures:
    """The figures of a tree."""

    secrets: int
    total: int
    worst: int
    at_worst: int
    distribution: list[int]
    lost: int | None
    lost_weight: int | None


@dataclass(frozen=True)
class Nodes:
    """The nodes of a tree in preorder, column by column. A leaf has a label instead of a guess."""

    guess: list[str | None]
    branch: list[int]
    depth: list[int]
    wins: list[int]
    weight: list[int] | None
    lost: list[int] | None
    lost_weight: list[int] | None
    label: list[str | None] | None = None


@dataclass(frozen=True)
class Claims:
    """The claims of one proof, column by column: within *limit* guesses and *cost_limit*; None: without that limit."""

    limit: int | None
    parent: list[int | None]
    guess: list[str | None]
    feedback: list[int | None]
    bound: list[Any]
    cost_limit: int | None = None
    reason: list[Any] = field(default_factory=list)
    """Why each claim holds: None where no guess costs less, or an image of the set of an earlier claim."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """What a file says: here of a tree."""

    format: str
    format_version: int
    version: str
    command: str = ""
    game: str
    game_files: list[GameFile]
    goal: str
    labels: list[tuple[str, str]] | None
    rule: str
    costs: Prices | None
    history: list[tuple[str, str]]
    consistent: bool
    strategy: str | None
    objective: str | None
    first_guess: str | None
    max_guesses: int | None
    limit: int | None
    feedbacks: list[str]
    secret_names: list[tuple[str, str]]
    figures: Figures | None
    nodes: Nodes | None
    checksum: str


@dataclass(frozen=True, kw_only=True)
class Certificate(Document):
    """What a certificate says."""

    proofs: list[Claims]


_FORMATS = {"bestguess.tree": Document, "bestguess.certificate": Certificate}


def read_document(path: Path, limits: Limits) -> Document:
    """Return what the file at *path* says, its checksum verified; raise FileError."""
    content = _content(path, limits)
    limits.tick()
    try:
        text = content.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise FileError(f"damaged, or not a file of bestguess: {json_error_text(error)}") from error
    limits.tick()
    kind = _FORMATS.get(str(value.get("format"))) if isinstance(value, dict) else None
    if kind is None:
        raise FileError("expected a tree or a certificate of bestguess")
    if (version := value.get("format_version")) != 2:
        raise FileError(f"expected format version 2, got {shown(version)}")
    checksum = f',"checksum":"sha256:{hashlib.sha256(content[:-_TRAILER]).hexdigest()}"}}\n'
    if content[-_TRAILER:] != checksum.encode():
        raise FileError("damaged: the checksum does not fit")
    document: Document = _read(kind, value, "the file")
    _check_tree(document)
    if isinstance(document, Certificate):
        for claims, members in zip(document.proofs, value["proofs"], strict=True):
            _check_columns(claims, members, document)
    return document


def _content(path: Path, limits: Limits) -> bytes:
    most = limits.memory // _BYTES_IN_MEMORY
    try:
        with path.open("rb") as file:
            content = bytearray()
            while len(content) <= most and (block := file.read(_BLOCK)):
                limits.tick()
                content += block
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}") from error
    if len(content) > most:
        limits.need((most + 1) * _BYTES_IN_MEMORY, f"a file of more than {most:,} bytes")
    return bytes(content)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member of an object is given twice")
    return members


def _integer(digits: str) -> int:
    if digits.startswith("-"):  # -0, too, which would be read as 0
        raise ValueError(f"expected numbers without a sign, got {digits:.60}")
    return int(digits)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _read(kind: Any, value: Any, where: str) -> Any:
    """Return *value*, which stands *where* it says and must be of this *kind*; raise FileError."""
    arguments = get_args(kind)
    if kind is Any:
        return value
    if get_origin(kind) is UnionType:  # something or None
        return None if value is None else _read(arguments[0], value, where)
    if get_origin(kind) is list and isinstance(value, list):
        return [_read(arguments[0], item, f"an item of {where}") for item in value]
    if get_origin(kind) is tuple and isinstance(value, list) and len(value) == len(arguments):
        return tuple(_read(part, item, where) for part, item in zip(arguments, value, strict=True))
    if is_dataclass(kind) and isinstance(value, dict):
        return _members(kind, value, where)
    if type(value) is not kind or (kind is int and not 0 <= value < MOST):
        raise FileError(f"expected {_NAMES.get(kind, 'another kind of value')} as {where}, got {shown(value)}")
    if kind is str and re.search("[\0\ud800-\udfff]", value):
        raise FileError(f"expected whole characters other than U+0000 as {where}, got {shown(value)}")
    return value


def _members(kind: Any, value: dict[str, Any], where: str) -> Any:
    """Return the object whose members are those of *value*: all that *kind* has and no others."""
    known = {member.name: member for member in fields(kind)}
    for name in value.keys() - known.keys():
        raise FileError(f"expected only known members in {where}, got {shown(name)}")
    for name, member in known.items():
        if name not in value and member.default is MISSING and member.default_factory is MISSING:
            raise FileError(f"expected a member {name!r} in {where}, got none")
    return kind(**{name: _read(known[name].type, item, name) for name, item in value.items()})


def _check_tree(document: Document) -> None:
    """Raise FileError where what the members say of a tree does not go together."""
    nodes, goal = document.nodes, document.goal
    if goal not in ("hit", "identify"):
        raise FileError(f"expected goal 'hit' or 'identify', which is all that can be checked, got {shown(goal)}")
    if 0 in (document.max_guesses, document.limit):
        raise FileError("expected limits of 1 guess or more, got 0")
    tree = not isinstance(document, Certificate)
    if tree and document.objective is not None:
        raise FileError(f"expected no objective of a tree, got {shown(document.objective)}")
    if (document.figures is None) != (nodes is None) or (nodes is None and tree):
        raise FileError("expected figures and nodes, or neither in a certificate that no tree exists")
    if nodes is not None:
        _check_nodes(nodes, goal, len(document.feedbacks))


def _check_nodes(nodes: Nodes, goal: str, feedbacks: int) -> None:
    """Raise FileError unless the columns of the *nodes* go together."""
    size = len(nodes.guess)
    if not size or any(len(column) != size for column in vars(nodes).values() if column is not None):
        raise FileError("the columns of its nodes differ in length, or are empty")
    if nodes.branch[0] != 0:
        raise FileError(f"expected the branch 0 of the first node, which is on none, got {nodes.branch[0]}")
    if max(nodes.branch[1:], default=-1) >= feedbacks:
        raise FileError("a branch names a feedback that is not in the list")
    if (nodes.label is None) != (goal == "hit"):
        raise FileError("expected labels at the nodes of a tree of the goal 'identify', and of no other")
    for node, (guess, label) in enumerate(zip(nodes.guess, nodes.label or [None] * size, strict=True)):
        if (guess is None) == (label is None):
            raise FileError(f"expected a guess or a label at node {node}, got {'neither' if label is None else 'both'}")


def _check_columns(claims: Claims, members: dict[str, Any], document: Document) -> None:
    """Raise FileError unless the columns of a proof, whose *members* these are, go together."""
    size = len(claims.bound)
    sizes = {len(claims.parent), len(claims.guess), len(claims.feedback)}
    sizes |= {len(claims.reason)} if "reason" in members else set()
    if not size or sizes != {size}:
        raise FileError("the columns of its claims differ in length, or are empty")
    if claims.limit == 0:
        raise FileError("expected proofs about 1 guess or more, got one about 0")
    if ("cost_limit" in members) != (document.costs is not None):
        raise FileError("expected a member 'cost_limit' of proofs where guesses have costs, and nowhere else")
