"""JSON schemas of the types that documents have: TypedDicts and dataclasses. Integers are never negative.

`Annotated[str, ("pattern", "^a")]` is a text with such a limit; `Annotated[str, Literal["a", "b"]]` is any text to
Python, and one of these two in JSON.

A field is described by the text beside or below it, or by what a field of this name means everywhere (`_FIELD_WORDS`).
"""

import ast
import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from bestguess.bounds import Bounds
from bestguess.games import History, Row
from bestguess.games.documents import Document, DocumentMember, members_of

Schema: TypeAlias = dict[str, Any]
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}
_TYPES |= {Any: "string", Row: "string", History: "string", Fraction: "number"}  # codes are texts
_FIELD_WORDS = {
    "about": "in one line",
    "candidates": "how many candidates there are",
    "consistent": "whether only guesses that can be the secret are made",
    "cost": "what all guesses cost; only in games with costs",
    "family": "the name of the family",
    "feedback": "the answer to the guess",
    "game": "the game in its long form",
    "goal": "when a game is over: hit, with the winning feedback; identify, when it is known what the secret is",
    "guess": "the guess",
    "guesses": "how many guesses were made",
    "history": "the rows so far",
    "label": "what it is, once that is known; only with goal identify",
    "number": "the number of the row, from 1",
    "oracle": "open: any number of guesses is answered",
    "reason": "why",
    "rows_left": "guesses that the board still allows; only where it has rows",
    "rule": "which guesses are allowed after a history",
    "sampled": "whether it is an estimate from a sample, in a game too large for a table",
    "seconds": "how long it took, in seconds; only where a command prints it",
    "secret": "the secret",
    "secrets": "how many secrets there are",
    "source": "computed now, or shipped",
    "state": "how the game stands",
    "strategy": "the name of the strategy",
    "table_seconds": "how long the feedback table took, in seconds; only where a command prints it",
}
"""What fields mean that many documents have, by name; a document that means something else by one says so itself."""
_FIELD_TYPES = {
    "goal": Literal["hit", "identify"],
    "rule": Literal["free", "hard", "strict"],
    "state": Literal["won", "lost", "running"],
}


class SchemaWriter:
    """Writes schemas, which refer to those of other objects as *place* and a name; these are its `definitions`."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._kinds: dict[str, Any] = {}
        self.definitions: dict[str, Schema] = {}

    def reference(self, kind: Any, document: str | None = None) -> Schema:
        """Refer to the objects of *kind*, which are defined if they are not yet; as a *document* they have a head."""
        name = title_of(kind)
        if self._kinds.setdefault(name, kind) is not kind:
            raise ValueError(f"there are two types called {name}: {kind} and {self._kinds[name]}")
        if name not in self.definitions:
            self.definitions[name] = {}  # types may refer to themselves
            self.definitions[name].update(self.object(kind, document))
        return {"$ref": f"{self._place}{name}"}

    def object(self, kind: Any, document: str | None = None) -> Schema:
        """Describe the objects of *kind*; as a *document* they have a head, `schema` and `version`."""
        words, members = field_texts(kind), _members(kind)
        head = _head(document) if document else {}
        fields = {member.key: self._field(member, words.get(member.name)) for member in members}
        return {
            "additionalProperties": False,
            "description": about(kind),
            "properties": {**head, **fields},
            "required": [*head, *(member.key for member in members if not member.only_with)],
            "title": title_of(kind),
            "type": "object",
        }

    def _field(self, member: DocumentMember, text: str | None) -> Schema:
        description = text or _FIELD_WORDS.get(member.key)
        return {"description": description, **self.schema(_FIELD_TYPES.get(member.key, member.kind))}

    def schema(self, kind: Any) -> Schema:
        """Describe the values of *kind*."""
        origin, inside = get_origin(kind), get_args(kind)
        if origin is Annotated:
            limits: Schema = dict(mark for mark in inside[1:] if isinstance(mark, tuple))
            return {**self.schema(inside[0] if limits else inside[1]), **limits}
        if origin in (Union, UnionType):
            return {"anyOf": [self.schema(one) for one in inside]}
        if origin is Literal:
            only = {"const": inside[0]} if len(inside) == 1 else {"enum": list(inside)}
            return {**only, "type": _TYPES[type(inside[0])]}
        if origin is Bounds or (origin is tuple and inside[-1] is not Ellipsis):
            items = [self.schema(one) for one in inside]
            return {"maxItems": len(items), "minItems": len(items), "prefixItems": items, "type": "array"}
        if origin in (list, tuple, Sequence):
            return {"items": self.schema(inside[0]), "type": "array"}
        if origin in (dict, Mapping):
            return {"additionalProperties": self.schema(inside[1]), "type": "object"}
        if is_typeddict(kind) or is_dataclass(kind):
            return self.reference(kind)
        return {"minimum": 0, "type": "integer"} if kind is int else {"type": _TYPES[kind]}


def title_of(kind: Any) -> str:
    """Return what the objects of *kind* are called: `Advice` those of the types `AdviceJson` and `AdviceDocument`."""
    return str(kind.__name__.removesuffix("Json").removesuffix("Document"))


def about(kind: Any) -> str:
    """Return what the objects of *kind* are: the first paragraph that is said of them."""
    return " ".join(kind.__doc__.partition("\n\n")[0].replace("*", "").split())


def _members(kind: Any) -> tuple[DocumentMember, ...]:
    """Return the members of the objects of *kind*: a document, a TypedDict or any dataclass."""
    if issubclass(kind, Document):
        return members_of(kind)
    kinds, optional = get_type_hints(kind, include_extras=True), getattr(kind, "__optional_keys__", ())
    inside = {name: get_args(of)[0] if get_origin(of) is NotRequired else of for name, of in kinds.items()}
    return tuple(DocumentMember(name, name, of, name if name in optional else "") for name, of in inside.items())


def _head(document: str) -> dict[str, Schema]:
    return {
        "schema": {"const": f"bestguess.{document}/1", "description": "which document this is, and its version"},
        "version": {"description": "the version of bestguess", "type": "string"},
    }


@cache
def field_texts(kind: type) -> dict[str, str]:
    """Return the texts beside or below the fields of *kind* and its bases, and those of properties."""
    module, (lines, classes) = sys.modules[kind.__module__], _source(kind.__module__)
    node = classes[kind.__name__]
    texts = dict[str, str]()
    for name in (base.id for base in node.bases if isinstance(base, ast.Name)):
        base = vars(module).get(name)
        if isinstance(base, type) and base.__module__.startswith("bestguess."):
            texts |= field_texts(base)
    for one, after in pairwise([*node.body, ast.Pass()]):
        if isinstance(one, ast.FunctionDef):  # a property
            texts[one.name] = _words((ast.get_docstring(one) or "").partition("\n\n")[0])
        if isinstance(one, ast.AnnAssign):
            text = lines[one.lineno - 1].partition("  # ")[2]
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                text = str(after.value.value)
            texts |= {ast.unparse(one.target): _words(text)} if text else {}
    return texts


@cache
def _source(module: str) -> tuple[list[str], dict[str, ast.ClassDef]]:
    """Return the lines of *module*, and its classes by name."""
    text = inspect.getsource(sys.modules[module])
    return text.splitlines(), {node.name: node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)}


def _words(text: str) -> str:
    r"""Return *text* as schemas have it: in one line, without marks, a capital and a full stop; None is null there.

    >>> _words("The most *guesses*;\n    None: not known."), _words("SHA-256 of it.")
    ('the most guesses; null: not known', 'SHA-256 of it')
    """
    line = " ".join(text.replace("*", "").split()).removesuffix(".")
    line = re.sub(r"\bNone\b", "null", line)
    return line if line[1:2].isupper() else line[:1].lower() + line[1:]
