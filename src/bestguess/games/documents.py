"""Results as JSON: the dataclass of a result describes its document, and schemas are made of the same declarations.

Every field is a member of the document; one that is None by default is left out where it is None. Properties are
members only if their type is marked. Codes, feedbacks and labels are written as texts, fractions as numbers, bounds as
pairs of numbers. The type of a field or a property may be marked in these ways:

* `Hidden[X]`: the field is no member.
* `Written[X]`: the property is a member.
* `Annotated[X, Member(key, only_with)]`: the field or property is a member, with another key than its name, or only
  where another attribute says so.
* `Annotated[X, ("minimum", 0)]`: a limit of the value in JSON, which `web.json_schema` puts into the schema.
* `Annotated[X, Literal["a", "b"]]`: another type in JSON than in Python; `web.json_schema` describes that one.

A command that adds members to a result has a subclass of it with more fields, and makes one of the result:
`AdviceDocument(**vars(advice), seconds=0.1)`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from bestguess.bounds import Bounds
from bestguess.engine import version
from bestguess.games.codes import History, Row, text_of

Value = TypeVar("Value")
Text: TypeAlias = Callable[[object], str]


class Member(NamedTuple):
    """A mark of the type of an attribute that is a member; see above."""

    key: str = ""
    """The key in JSON, if it is not the name of the attribute."""
    only_with: str = ""
    """The name of another attribute, or of this one: where that is None or False, the member is left out."""


Written: TypeAlias = Annotated[Value, Member()]
"""The type of a property that is a member of the document."""
_HIDDEN = object()
Hidden: TypeAlias = Annotated[Value, _HIDDEN]
"""The type of a field that is no member."""


@dataclass(frozen=True)
class DocumentMember:
    """A member of a class of documents: the attribute *name*, written under *key*, whose values are of *kind*."""

    name: str
    key: str
    kind: Any
    only_with: str = ""
    """Left out where the attribute of this name is None or False; empty: never left out."""

    def is_in(self, document: "Document") -> bool:
        """Whether *document* has the member."""
        value = getattr(document, self.only_with) if self.only_with else True
        return value is not None and value is not False


class Document:
    """A dataclass that can be written as JSON. If it has `rules`, the game, that says how codes are written.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Answer(Document):
    ...     guess: Any  # a code
    ...     chance: Annotated[Fraction, Member("win_probability")]
    ...     cost: Fraction | None = None
    ...     nodes: Hidden[int] = 0
    ...     @property
    ...     def wins(self) -> Written[bool]:
    ...         return self.chance == 1
    >>> Answer((1, 2), Fraction(1, 4)).as_json()
    {'guess': '(1,2)', 'win_probability': 0.25, 'wins': False}
    """

    __slots__ = ()

    def as_json(self, text: Text = text_of) -> dict[str, Any]:
        """Return the members by their JSON keys. *text* writes codes, feedbacks and labels."""
        kind: Any = type(self)
        rules = getattr(self, "rules", None)
        write = text if rules is None else rules.text
        return {
            member.key: _as_json(getattr(self, member.name), member.kind, write)
            for member in members_of(kind)
            if member.is_in(self)
        }


Content: TypeAlias = Document | Mapping[str, object]
"""What a command or a route answers: a result, or what it puts together."""


def json_text(name: str, content: Content, **options: Any) -> str:
    """Return the JSON document *name*: `schema`, `version` and *content*; *options* are those of `json.dumps`."""
    head = {"schema": f"bestguess.{name}/1", "version": version}
    return json.dumps({**head, **plain(content)}, default=plain, **options)


def plain(content: Content) -> Mapping[str, object]:
    """Return *content* by its JSON keys; documents inside it are written by `json.dumps` with this as *default*."""
    return content.as_json() if isinstance(content, Document) else content


@cache
def members_of(document: Any) -> tuple[DocumentMember, ...]:
    """Return the members of a class of documents."""
    kinds = get_type_hints(document, include_extras=True)
    members = list[DocumentMember]()
    for field in fields(document):
        if _HIDDEN not in get_args(kinds[field.name]):
            only_with = field.name if field.default is None else ""
            members.append(_member(field.name, kinds[field.name], only_with))
    attributes = [attribute for base in reversed(document.__mro__) for attribute in vars(base).items()]
    for name, attribute in attributes:
        if isinstance(attribute, property):
            kind = get_type_hints(attribute.fget, include_extras=True)["return"]
            if any(isinstance(mark, Member) for mark in get_args(kind)):
                members.append(_member(name, kind))
    return tuple(sorted(members, key=lambda member: member.key != "game"))  # people look for the game first


def _member(name: str, kind: Any, only_with: str = "") -> DocumentMember:
    """Return the member that the attribute *name* of the type *kind* is."""
    key = name
    for mark in get_args(kind):
        if isinstance(mark, Member):
            kind = get_args(kind)[0]  # the X of Annotated[X, Member(...)]
            key = mark.key or name
            only_with = mark.only_with or only_with
    if only_with == name:
        # Left out where it is None: of X | None, the type of the member is X, also in the schema.
        (kind,) = (option for option in get_args(kind) if option is not NoneType)
    return DocumentMember(name, key, kind, only_with)


def _as_json(value: Any, kind: Any, text: Text) -> Any:
    """Return *value*, which is of *kind*, as JSON has it."""
    if kind is Any:
        return text(value)
    if isinstance(value, Document):
        return value.as_json(text)
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Bounds):
        return value.as_json()
    if isinstance(value, Row):
        value = History([value])
    if isinstance(value, History):
        return str(History([(text(guess), text(feedback)) for guess, feedback in value]))
    if value is None or isinstance(kind, type):
        return value
    inside = get_args(kind)
    if get_origin(kind) in (Annotated, Union, UnionType):  # the second of a union is None
        return _as_json(value, inside[0], text)
    if isinstance(value, Mapping):
        return {str(_as_json(key, inside[0], text)): _as_json(one, inside[1], text) for key, one in value.items()}
    return [_as_json(one, inside[0], text) for one in value] if isinstance(value, tuple | list) else value
