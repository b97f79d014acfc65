"""Results as JSON. The dataclass of a result describes its document, and `web.json_schema` derives the schema from it.

Every field is a member of the document. A field whose default is None is left out if it is None. Properties are members
only if their type is marked. Codes, feedbacks and labels become texts, fractions become numbers, and bounds become
pairs of numbers. Marks of the type of a field or property:

* `Hidden[X]`: the field is not a member.
* `Written[X]`: the property is a member.
* `Annotated[X, Member(key, only_with)]`: the field or property is a member, under another key than its name, or only
  if another attribute is set.
* `Annotated[X, ("minimum", 0)]`: a limit of the JSON value, for the schema.
* `Annotated[X, Literal["a", "b"]]`: the type in the schema, where it differs from the Python type.

A command that adds members to a result subclasses it and copies its fields:
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
    """Mark in the type of an attribute: the attribute is a member of the document."""

    key: str = ""
    """Key in JSON, if it is not the name of the attribute."""
    only_with: str = ""
    """Name of an attribute, perhaps this one. The member is left out if that attribute is None or False."""


Written: TypeAlias = Annotated[Value, Member()]
"""Type of a property that is a member of the document."""
_HIDDEN = object()
Hidden: TypeAlias = Annotated[Value, _HIDDEN]
"""Type of a field that is not a member of the document."""


@dataclass(frozen=True)
class DocumentMember:
    """Member of a document class: the attribute *name* of type *kind*, written under *key*."""

    name: str
    key: str
    kind: Any
    only_with: str = ""
    """Name of an attribute; the member is left out if that is None or False. Empty: never left out."""

    def is_in(self, document: "Document") -> bool:
        """Whether *document* has the member."""
        value = getattr(document, self.only_with) if self.only_with else True
        return value is not None and value is not False


class Document:
    """Base class of dataclasses that can be written as JSON. A field `rules`, the game, writes the codes as texts.

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
"""Answer of a command or route: a result, or a mapping of JSON keys to values."""


def json_text(name: str, content: Content, **options: Any) -> str:
    """Return the JSON document *name*: `schema`, `version` and *content*. *options* go to `json.dumps`."""
    head = {"schema": f"bestguess.{name}/1", "version": version}
    return json.dumps({**head, **as_mapping(content)}, default=as_mapping, **options)


def as_mapping(content: Content) -> Mapping[str, object]:
    """Return *content* as a mapping by JSON keys. As *default* of `json.dumps` it converts nested documents."""
    return content.as_json() if isinstance(content, Document) else content


@cache
def members_of(document: Any) -> tuple[DocumentMember, ...]:
    """Return the members of a document class: fields, then marked properties; `game` comes first."""
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
    """Return the member for the attribute *name* of type *kind*."""
    key = name
    for mark in get_args(kind):
        if isinstance(mark, Member):
            kind = get_args(kind)[0]  # the X of Annotated[X, Member(...)]
            key = mark.key or name
            only_with = mark.only_with or only_with
    if only_with == name:
        # The member is never None in JSON, so its type is the X of X | None, also in the schema.
        (kind,) = (option for option in get_args(kind) if option is not NoneType)
    return DocumentMember(name, key, kind, only_with)


def _as_json(value: Any, kind: Any, text: Text) -> Any:
    """Return *value* of type *kind* as a JSON value; *text* writes codes."""
    if kind is Any:  # a code, feedback or label
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
    if get_origin(kind) in (Annotated, Union, UnionType):  # the other type of a union is None, handled above
        return _as_json(value, inside[0], text)
    if isinstance(value, Mapping):
        return {str(_as_json(key, inside[0], text)): _as_json(item, inside[1], text) for key, item in value.items()}
    return [_as_json(item, inside[0], text) for item in value] if isinstance(value, tuple | list) else value
