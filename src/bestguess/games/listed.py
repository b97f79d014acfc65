"""What belongs to each code, such as weights, given in the order of the codes or by code."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bestguess.arguments import as_list, described
from bestguess.errors import GameError
from bestguess.games.codes import Code


def listed(what: str, values: Iterable[Any] | Mapping[Any, Any], kind: str, codes: Sequence[Code]) -> list[Any]:
    """The *values*, each a *what*, in the order of *codes*, each a *kind*; raises GameError.

    So it does for a mapping that lacks one of the codes, or has another.

    >>> listed("weight", {"b": 1, "a": 2}, "secret", ["a", "b"])
    [2, 1]
    """
    if not isinstance(values, Mapping):
        return as_list(f"{what}s", values, GameError)
    known = set(codes)
    if missing := [code for code in codes if code not in values]:
        raise GameError(f"expected a {what} for every {kind}, got none for {described(missing[0])}")
    if strange := [code for code in values if code not in known]:
        kinds = f"{kind}es" if kind == "guess" else f"{kind}s"
        raise GameError(f"expected {what}s for the {kinds}, got one for {described(strange[0])}")
    return [values[code] for code in codes]
