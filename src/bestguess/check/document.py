"""Reads a file into dataclasses, and refuses every member or value that docs/certificates.md does not define.

The dataclasses are the definition that the reader follows: a field is a member, its type is the expected type, and a
member may be left out if its field has a default.
"""

import hashlib
import json
import re
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

from bestguess.check.limits import NUMBERS_END, Limits, short_repr
from bestguess.errors import FileError, json_error_text

_TRAILER = len(',"checksum":"sha256:"}\n') + 64  # bytes at the end of a file that the checksum does not cover
_BYTES_IN_MEMORY = 30  # bytes of memory for each byte of a file, once it is parsed: `{},`, 3 bytes, takes 72
_BLOCK = 1 << 20  # bytes to read at a time
_NAMES = {str: "a text", bool: "true or false", int: "an integer from 0 to 2^50 - 1"}


@dataclass(frozen=True)
class GameFile:
    """A file that defines the game."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Prices:
    """Costs of all guesses, in a *unit*."""

    unit: str
    of: list[tuple[str, int]]


@dataclass(frozen=True)
class Figures:
    """Figures of a tree."""

    secrets: int
    total: int
    worst: int
    at_worst: int
    distribution: list[int]
    lost: int | None
    lost_weight: int | None


@dataclass(frozen=True)
class Nodes:
    """Nodes of a tree in preorder, column by column. A leaf has a label instead of a guess."""

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
    """Claims of one proof, column by column. A *limit* or *cost_limit* of None means no limit."""

    limit: int | None
    parent: list[int | None]
    guess: list[str | None]
    feedback: list[int | None]
    bound: list[Any]
    cost_limit: int | None = None
    reason: list[Any] = field(default_factory=list)
    """The reason why each claim holds: None (no guess costs less), or an image of the set of an earlier claim."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """Content of a file: of a tree, unless it is a Certificate."""

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
    """Content of a certificate."""

    proofs: list[Claims]


_FORMATS = {"bestguess.tree": Document, "bestguess.certificate": Certificate}


def read_document(path: Path, limits: Limits) -> Document:
    """Read the file at *path*, and verify its checksum and the types of its members. Raise FileError."""
    content = _read_bytes(path, limits)
    limits.tick()
    try:
        text = content.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=_parse_object, parse_int=_parse_integer, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise FileError(f"damaged, or not a file of bestguess: {json_error_text(error)}") from error
    limits.tick()
    document_class = _FORMATS.get(str(value.get("format"))) if isinstance(value, dict) else None
    if document_class is None:
        raise FileError("expected a tree or a certificate of bestguess")
    if (version := value.get("format_version")) != 2:
        raise FileError(f"expected format version 2, got {short_repr(version)}")
    checksum = f',"checksum":"sha256:{hashlib.sha256(content[:-_TRAILER]).hexdigest()}"}}\n'
    if content[-_TRAILER:] != checksum.encode():
        raise FileError("damaged: the checksum does not fit")
    document: Document = _convert(document_class, value, "the file")
    _check_tree(document)
    if isinstance(document, Certificate):
        for claims, members in zip(document.proofs, value["proofs"], strict=True):
            _check_claims(claims, members, document)
    return document


def _read_bytes(path: Path, limits: Limits) -> bytes:
    """Return the bytes of a file. Never read more than would fit in memory: the file may be an endless device."""
    max_bytes = limits.memory // _BYTES_IN_MEMORY
    try:
        with path.open("rb") as file:
            content = bytearray()
            while len(content) <= max_bytes and (block := file.read(_BLOCK)):
                limits.tick()
                content += block
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}") from error
    if len(content) > max_bytes:
        limits.need((max_bytes + 1) * _BYTES_IN_MEMORY, f"a file of more than {max_bytes:,} bytes")
    return bytes(content)


def _parse_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member of an object is given twice")
    return members


def _parse_integer(digits: str) -> int:
    if digits.startswith("-"):  # also -0, which int() would read as 0
        raise ValueError(f"expected numbers without a sign, got {digits:.60}")
    return int(digits)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _convert(expected: Any, value: Any, where: str) -> Any:
    """Convert a JSON *value* to the *expected* type; raise FileError if it is of another type.

    *where* names the value in messages.
    """
    arguments = get_args(expected)
    if expected is Any:
        return value
    if get_origin(expected) is UnionType:  # all unions here are `X | None`
        return None if value is None else _convert(arguments[0], value, where)
    if get_origin(expected) is list and isinstance(value, list):
        return [_convert(arguments[0], item, f"an item of {where}") for item in value]
    if get_origin(expected) is tuple and isinstance(value, list) and len(value) == len(arguments):
        return tuple(_convert(argument, item, where) for argument, item in zip(arguments, value, strict=True))
    if is_dataclass(expected) and isinstance(value, dict):
        return _convert_members(expected, value, where)
    # type(), not isinstance(): True is an int too.
    if type(value) is not expected or (expected is int and not 0 <= value < NUMBERS_END):
        raise FileError(f"expected {_NAMES.get(expected, 'another type')} as {where}, got {short_repr(value)}")
    if expected is str and re.search("[\0\ud800-\udfff]", value):
        raise FileError(f"expected whole characters other than U+0000 as {where}, got {short_repr(value)}")
    return value


def _convert_members(expected: Any, value: dict[str, Any], where: str) -> Any:
    """Convert an object to the *expected* dataclass; raise FileError for an unknown or a missing member."""
    known = {member.name: member for member in fields(expected)}
    for name in value.keys() - known.keys():
        raise FileError(f"expected only known members in {where}, got {short_repr(name)}")
    for name, member in known.items():
        if name not in value and member.default is MISSING and member.default_factory is MISSING:
            raise FileError(f"expected a member {name!r} in {where}, got none")
    return expected(**{name: _convert(known[name].type, item, name) for name, item in value.items()})


def _check_tree(document: Document) -> None:
    """Raise FileError if the members about the tree contradict one another."""
    nodes, goal = document.nodes, document.goal
    if goal not in ("hit", "identify"):
        raise FileError(f"expected goal 'hit' or 'identify', got {short_repr(goal)}")
    if 0 in (document.max_guesses, document.limit):
        raise FileError("expected limits of 1 guess or more, got 0")
    is_certificate = isinstance(document, Certificate)
    if document.objective is not None and not is_certificate:
        raise FileError(f"expected no objective of a tree, got {short_repr(document.objective)}")
    if (document.figures is None) != (nodes is None) or (nodes is None and not is_certificate):
        raise FileError("expected figures and nodes; only a certificate may have neither")
    if nodes is not None:
        _check_nodes(nodes, goal, len(document.feedbacks))


def _check_nodes(nodes: Nodes, goal: str, feedbacks: int) -> None:
    """Raise FileError if the columns of the *nodes* contradict one another."""
    size = len(nodes.guess)
    if not size or any(len(column) != size for column in vars(nodes).values() if column is not None):
        raise FileError("the columns of its nodes are empty, or differ in length")
    if nodes.branch[0] != 0:
        raise FileError(f"expected branch 0 of the first node, which has no node above it, got {nodes.branch[0]}")
    if max(nodes.branch[1:], default=-1) >= feedbacks:
        raise FileError("a branch names a feedback that is not in the list")
    if (nodes.label is None) != (goal == "hit"):
        raise FileError("expected a column of labels with goal 'identify', and none with goal 'hit'")
    for node, (guess, label) in enumerate(zip(nodes.guess, nodes.label or [None] * size, strict=True)):
        if (guess is None) == (label is None):
            raise FileError(f"expected a guess or a label at node {node}, got {'neither' if label is None else 'both'}")


def _check_claims(claims: Claims, members: dict[str, Any], document: Document) -> None:
    """Raise FileError if the columns of a proof contradict one another; *members* is the JSON object of the proof."""
    size = len(claims.bound)
    sizes = {len(claims.parent), len(claims.guess), len(claims.feedback)}
    sizes |= {len(claims.reason)} if "reason" in members else set()
    if not size or sizes != {size}:
        raise FileError("the columns of its claims are empty, or differ in length")
    if claims.limit == 0:
        raise FileError("expected proofs with a limit of 1 guess or more, got 0")
    if ("cost_limit" in members) != (document.costs is not None):
        raise FileError("expected the member 'cost_limit' in proofs where guesses have costs, and nowhere else")
