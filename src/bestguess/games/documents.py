"""Results as JSON: the dataclass of a result describes its document, and schemas are made of the same declarations.

Every field is a member of the document, unless its type is `Hidden[...]`; one that is None by default is left out where
it is None. A property is a member if its type is `Written[...]`, or `Annotated[..., Member(...)]`, which says more.
Codes, feedbacks and labels are written as texts, fractions as numbers, bounds as pairs of numbers.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
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
    """A member of a document: its *key*, and its type; left out where the attribute *only_with* is None or False.

    As a mark of a type it says what differs from the name and type of the attribute.
    """

    key: str = ""
    only_with: str = ""
    name: str = ""
    """The name of the attribute."""
    kind: Any = None

    def is_in(self, document: "Document") -> bool:
        """Whether *document* has the member."""
        value = getattr(document, self.only_with) if self.only_with else True
        return value is not None and value is not False


Written: TypeAlias = Annotated[Value, Member()]
"""The type of a property that is a member of the document."""
_HIDDEN = Member("hidden")
Hidden: TypeAlias = Annotated[Value, _HIDDEN]
"""The type of a field that is none."""


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
def members_of(document: Any) -> tuple[Member, ...]:
    """Return the members of a class of documents."""
    kinds, members = get_type_hints(document, include_extras=True), list[Member]()
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


def _member(name: str, kind: Any, only_with: str = "") -> Member:
    mark = next((mark for mark in get_args(kind) if isinstance(mark, Member)), None)
    if mark is not None:
        kind, only_with = get_args(kind)[0], mark.only_with or only_with
    if only_with == name:  # then it is never None
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
    return Member((mark and mark.key) or name, only_with, name, kind)


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
