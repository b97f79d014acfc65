"""Reads a file of bestguess strictly: JSON with known members only, each of the kind and range that it must have.

docs/certificates.md defines the members.
"""

import hashlib
import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestguess.check.limits import Limits
from bestguess.errors import FileError, not_json

MOST = 2**50
"""Every number in a file is below this."""
_KINDS = {"bestguess.tree": "tree", "bestguess.certificate": "certificate"}
_BEFORE_CHECKSUM, _AFTER_CHECKSUM, _DIGITS = b',"checksum":"sha256:', b'"}\n', 64
_TRAILER = len(_BEFORE_CHECKSUM) + _DIGITS + len(_AFTER_CHECKSUM)
_BYTES_IN_MEMORY = 30  # for each byte of a file, once it is read: an empty object takes 72 for 3
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|.)", re.DOTALL)
_BLOCK = 1 << 20  # bytes that are read in one step
_MEMBERS = {"format", "format_version", "version", "game", "game_files", "goal", "labels", "rule", "costs", "history"}
_MEMBERS |= {"consistent", "strategy", "objective", "first_guess", "max_guesses", "limit", "feedbacks", "secret_names"}
_MEMBERS |= {"figures", "nodes", "checksum"}


class Members:
    """The members of a JSON object that is *where* in the file; everything unexpected raises FileError."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise FileError(f"expected an object as {where}, got {_shown(value)}")
        self._members: dict[str, Any] = value
        self._where = where

    def only(self, names: Collection[str], optional: Collection[str] = ()) -> None:
        """Refuse an object that lacks one of *names*, or has a member that is neither there nor *optional*."""
        for name in sorted(names):
            self.get(name)
        for name in sorted(self._members.keys() - {*names, *optional}):
            raise FileError(f"expected only known members in {self._where}, got {_shown(name)}")

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def get(self, name: str) -> Any:
        """Return the value of *name*, of whatever kind."""
        if name not in self:
            raise FileError(f"expected a member {name!r} in {self._where}, got none")
        return self._members[name]

    def text(self, name: str) -> str:
        """Return a text."""
        if not isinstance(value := self.get(name), str):
            raise FileError(f"expected a text as {name}, got {_shown(value)}")
        return value

    def truth(self, name: str) -> bool:
        """Return true or false."""
        if not isinstance(value := self.get(name), bool):
            raise FileError(f"expected true or false as {name}, got {_shown(value)}")
        return value

    def number(self, name: str, least: int = 0) -> int:
        """Return an integer of *least* or more."""
        value = self.get(name)
        if type(value) is not int or not least <= value < MOST:
            raise FileError(f"expected {name} of {least} or more, got {_shown(value)}")
        return value

    def optional_text(self, name: str) -> str | None:
        """Return a text, or None."""
        return None if self.get(name) is None else self.text(name)

    def optional_number(self, name: str, least: int = 0) -> int | None:
        """Return an integer of *least* or more, or None."""
        return None if self.get(name) is None else self.number(name, least)

    def items(self, name: str) -> list[Any]:
        """Return a list of whatever."""
        if not isinstance(value := self.get(name), list):
            raise FileError(f"expected a list as {name}, got {_shown(value)}")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        return self._items_of(name, "texts", {str})

    def texts_or_nulls(self, name: str) -> list[str | None]:
        """Return a list of texts, some of which may be missing."""
        return self._items_of(name, "texts and nulls", {str, type(None)})

    def numbers(self, name: str, below: int = MOST) -> list[int]:
        """Return a list of integers of 0 or more, and *below* that."""
        value: list[int] = self._items_of(name, "integers", {int})
        if value and not 0 <= min(value) <= max(value) < below:
            raise FileError(f"expected a list of integers from 0 to {below - 1:,} as {name}, got one beyond")
        return value

    def optional_numbers(self, name: str) -> list[int] | None:
        """Return a list of integers of 0 or more, or None."""
        return None if self.get(name) is None else self.numbers(name)

    def _items_of(self, name: str, what: str, kinds: set[type]) -> list[Any]:
        value = self.items(name)
        if not kinds.issuperset(map(type, value)):
            odd = next(item for item in value if type(item) not in kinds)
            raise FileError(f"expected a list of {what} as {name}, got {_shown(odd)} in it")
        return value

    def pairs(self, name: str) -> list[tuple[str, str]]:
        """Return a list of pairs of texts."""
        return self._pairs(name, "of texts", str)

    def priced(self, name: str) -> list[tuple[str, int]]:
        """Return a list of pairs of a text and an integer of 1 or more."""
        pairs: list[tuple[str, int]] = self._pairs(name, "of a text and a cost", int)
        if not all(1 <= cost < MOST for _, cost in pairs):
            raise FileError(f"expected costs of 1 or more as {name}, got another")
        return pairs

    def _pairs(self, name: str, what: str, kind: type) -> list[tuple[str, Any]]:
        value = self.items(name)
        for pair in value:
            if not (isinstance(pair, list) and list(map(type, pair)) == [str, kind]):
                raise FileError(f"expected a list of pairs {what} as {name}, got {_shown(pair)} in it")
        return [(first, second) for first, second in value]


def _shown(value: object) -> str:
    """Return a short text of any value; of lists and objects their kind alone, which are long."""
    if isinstance(value, list | dict):
        return f"a {'list' if isinstance(value, list) else 'object'} of {len(value)}"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= MOST:
        return "a number that is out of range"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


@dataclass(frozen=True)
class Nodes:
    """The nodes of a tree in preorder, column by column. A leaf has a label instead of a guess."""

    guess: list[str | None]
    branch: list[int]
    depth: list[int]
    label: list[str | None]
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
class Document:
    """What a file says."""

    kind: str
    game: str
    game_files: list[tuple[str, str]]
    goal: str
    labels: list[tuple[str, str]] | None
    rule: str
    unit: str
    """Of the costs."""
    costs: list[tuple[str, int]] | None
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
    """Return what the file at *path* says, its checksum verified; raise FileError."""
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
    kind = _KINDS.get(value["format"]) if isinstance(value, dict) and isinstance(value.get("format"), str) else None
    if kind is None:
        raise FileError("expected a tree or a certificate of bestguess")
    version = Members(value, f"the {kind}").number("format_version")
    if version != 2:
        raise FileError(f"expected format version 2, got {version}")
    digest = hashlib.sha256(content[:-_TRAILER]).hexdigest().encode()
    if content[-_TRAILER:] != _BEFORE_CHECKSUM + digest + _AFTER_CHECKSUM:
        raise FileError("damaged: the checksum does not fit")
    return _document(kind, Members(value, f"the {kind}"))


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


def _document(kind: str, members: Members) -> Document:
    members.only(_MEMBERS | ({"proofs"} if kind == "certificate" else set()), optional=("command",))
    members.text("version")
    if "command" in members:
        members.text("command")
    if (goal := members.text("goal")) not in ("hit", "identify"):
        raise FileError(f"expected goal 'hit' or 'identify', which is all that can be checked, got {goal!r:.60}")
    unit, costs = "1", None
    if members.get("costs") is not None:
        priced = Members(members.get("costs"), "its costs")
        priced.only(("unit", "of"))
        unit, costs = priced.text("unit"), priced.priced("of")
    figures, nodes = members.get("figures"), members.get("nodes")
    files = [_game_file(Members(file, "a file of the game")) for file in members.items("game_files")]
    objective = members.optional_text("objective")
    if kind == "tree" and objective is not None:
        raise FileError(f"expected no objective of a tree, got {objective!r:.60}")
    if (figures is None) != (nodes is None) or (figures is None and kind == "tree"):
        raise FileError("expected figures and nodes, or neither in a certificate that no tree exists")
    proofs = members.items("proofs") if kind == "certificate" else []
    feedbacks = members.texts("feedbacks")
    return Document(
        kind=kind,
        game=members.text("game"),
        game_files=files,
        goal=goal,
        labels=None if members.get("labels") is None else members.pairs("labels"),
        rule=members.text("rule"),
        unit=unit,
        costs=costs,
        history=members.pairs("history"),
        consistent=members.truth("consistent"),
        strategy=members.optional_text("strategy"),
        objective=objective,
        first_guess=members.optional_text("first_guess"),
        max_guesses=members.optional_number("max_guesses", 1),
        limit=members.optional_number("limit", 1),
        feedbacks=feedbacks,
        secret_names=members.pairs("secret_names"),
        figures=None if figures is None else _figures(Members(figures, "its figures")),
        nodes=None if nodes is None else _nodes(Members(nodes, "its nodes"), len(feedbacks), goal),
        proofs=[_claims(Members(proof, "a proof"), costs is not None) for proof in proofs],
    )


def _game_file(members: Members) -> tuple[str, str]:
    members.only(("name", "sha256"))
    if not (name := members.text("name")):
        raise FileError("expected the name of each file of the game, as its text has it, got an empty one")
    return name, members.text("sha256")


def _figures(members: Members) -> dict[str, Any]:
    members.only(("secrets", "total", "worst", "at_worst", "distribution", "lost", "lost_weight"))
    numbers = {name: members.number(name) for name in ("secrets", "total", "worst", "at_worst")}
    lost = {name: members.optional_number(name) for name in ("lost", "lost_weight")}
    return {**numbers, "distribution": members.numbers("distribution"), **lost}


def _nodes(members: Members, feedbacks: int, goal: str) -> Nodes:
    columns = ("guess", "branch", "depth", "wins", "weight", "lost", "lost_weight")
    members.only(columns if goal == "hit" else (*columns, "label"), optional=("label",))
    if goal == "hit" and "label" in members and members.get("label") is not None:
        raise FileError("expected no labels at the nodes of a tree of the goal 'hit'")
    guess: list[str | None] = [*members.texts("guess")] if goal == "hit" else members.texts_or_nulls("guess")
    nodes = Nodes(
        guess,
        members.numbers("branch", max(feedbacks, 1)),  # that of the first node means nothing
        members.numbers("depth"),
        [None] * len(guess) if goal == "hit" else members.texts_or_nulls("label"),
        members.numbers("wins"),
        *(members.optional_numbers(name) for name in ("weight", "lost", "lost_weight")),
    )
    if not guess or len({len(column) for column in vars(nodes).values() if column is not None}) != 1:
        raise FileError("the columns of its nodes differ in length, or are empty")
    if not feedbacks and len(nodes.branch) > 1:
        raise FileError("a branch names a feedback, and the list of feedbacks is empty")
    if nodes.branch[0] != 0:
        raise FileError(f"expected the branch 0 of the first node, which is on none, got {nodes.branch[0]}")
    for node, (guess_there, label) in enumerate(zip(guess, nodes.label, strict=True)):
        if (guess_there is None) == (label is None):
            raise FileError(f"expected a guess or a label at node {node}, got {'neither' if label is None else 'both'}")
    return nodes


def _claims(members: Members, has_costs: bool) -> Claims:
    names = ("limit", "parent", "guess", "feedback", "bound")
    members.only((*names, "cost_limit") if has_costs else names, ["reason"])
    columns = [members.items(name) for name in names[1:]]
    columns.append(members.items("reason") if "reason" in members else [None] * len(columns[0]))
    if not columns[0] or len({len(column) for column in columns}) != 1:
        raise FileError("the columns of its claims differ in length, or are empty")
    cost_limit = members.optional_number("cost_limit") if has_costs else None
    return Claims(members.optional_number("limit", 1), cost_limit, *columns)
