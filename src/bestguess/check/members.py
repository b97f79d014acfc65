"""Reads the members of a JSON object strictly: known names only, and the kind and range that each must have."""

from collections.abc import Iterable
from typing import Any

from bestguess.errors import FileError

MOST = 2**50
"""Every number in a file is below this."""


class Members:
    """The members of a JSON object that is *where* in the file; everything unexpected raises FileError."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise FileError(f"expected an object as {where}, got {_shown(value)}")
        self._members: dict[str, Any] = value
        self._where = where

    def only(self, names: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Refuses an object that lacks one of *names*, or has a member that is neither there nor *optional*."""
        needed = set(names)
        for name in sorted(needed - self._members.keys()):
            raise FileError(f"expected a member {name!r} in {self._where}, got none")
        for name in sorted(self._members.keys() - needed - set(optional)):
            raise FileError(f"expected only known members in {self._where}, got {_shown(name)}")

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def get(self, name: str) -> Any:
        """The value of *name*, of whatever kind."""
        if name not in self:
            raise FileError(f"expected a member {name!r} in {self._where}, got none")
        return self._members[name]

    def has(self, name: str) -> bool:
        """Whether there is a member of this *name* that is not null."""
        return self._members.get(name) is not None

    def text(self, name: str) -> str:
        """A text."""
        if not isinstance(value := self.get(name), str):
            raise FileError(f"expected a text as {name}, got {_shown(value)}")
        return value

    def truth(self, name: str) -> bool:
        """True or false."""
        if not isinstance(value := self.get(name), bool):
            raise FileError(f"expected true or false as {name}, got {_shown(value)}")
        return value

    def number(self, name: str, least: int = 0) -> int:
        """An integer of *least* or more."""
        value = self.get(name)
        if type(value) is not int or not least <= value < MOST:
            raise FileError(f"expected {name} of {least} or more, got {_shown(value)}")
        return value

    def optional_text(self, name: str) -> str | None:
        """A text, or None."""
        return None if self.get(name) is None else self.text(name)

    def optional_number(self, name: str, least: int = 0) -> int | None:
        """An integer of *least* or more, or None."""
        return None if self.get(name) is None else self.number(name, least)

    def items(self, name: str) -> list[Any]:
        """A list of whatever."""
        if not isinstance(value := self.get(name), list):
            raise FileError(f"expected a list as {name}, got {_shown(value)}")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        value = self.items(name)
        if not {str}.issuperset(map(type, value)):
            raise FileError(f"expected a list of texts as {name}, got {_shown(_odd(value, str))} in it")
        return value

    def texts_or_nothing(self, name: str) -> list[str | None]:
        """A list of texts, some of which may be missing."""
        value = self.items(name)
        if not {str, type(None)}.issuperset(map(type, value)):
            raise FileError(
                f"expected a list of texts and nulls as {name}, got {_shown(_odd(value, str, type(None)))} in it"
            )
        return value

    def numbers(self, name: str, below: int = MOST) -> list[int]:
        """A list of integers of 0 or more, and *below* that."""
        value = self.items(name)
        if not {int}.issuperset(map(type, value)):
            raise FileError(f"expected a list of integers as {name}, got {_shown(_odd(value, int))} in it")
        if value and not 0 <= min(value) <= max(value) < below:
            raise FileError(f"expected a list of integers from 0 to {below - 1:,} as {name}, got one beyond")
        return value

    def optional_numbers(self, name: str) -> list[int] | None:
        """A list of integers of 0 or more, or None."""
        return None if self.get(name) is None else self.numbers(name)

    def pairs(self, name: str) -> list[tuple[str, str]]:
        """A list of pairs of texts."""
        value = self.items(name)
        for pair in value:
            if not (isinstance(pair, list) and len(pair) == 2 and {str}.issuperset(map(type, pair))):
                raise FileError(f"expected a list of pairs of texts as {name}, got {_shown(pair)} in it")
        return [(first, second) for first, second in value]

    def priced(self, name: str) -> list[tuple[str, int]]:
        """A list of pairs of a text and an integer of 1 or more."""
        value = self.items(name)
        for pair in value:
            if not (isinstance(pair, list) and list(map(type, pair)) == [str, int] and 1 <= pair[1] < MOST):
                raise FileError(f"expected a list of pairs of a text and a cost as {name}, got {_shown(pair)} in it")
        return [(text, number) for text, number in value]


def _odd(values: list[Any], *kinds: type) -> Any:
    return next(value for value in values if type(value) not in kinds)


def _shown(value: object) -> str:
    """A short text of any value; of lists and objects their kind alone, which are long."""
    if isinstance(value, list | dict):
        return f"a {'list' if isinstance(value, list) else 'object'} of {len(value)}"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= MOST:
        return "a number that is out of range"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
