"""Bounds of the number that a search looks for, and reports of its progress."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

Lower = TypeVar("Lower", bound=int | Fraction | None)
Upper = TypeVar("Upper", bound=int | Fraction | None)


class Bounds(NamedTuple, Generic[Lower, Upper]):
    """Bounds of a number: *lower* <= number <= *upper*. None means that a bound is unknown.

    >>> Bounds(5600, 5625).proven, Bounds(5625, 5625).proven, Bounds(5600, None).proven
    (False, True, False)
    """

    lower: Lower
    upper: Upper

    @property
    def proven(self) -> bool:
        """Whether both bounds are equal, so that the number is known exactly."""
        return self.lower is not None and self.lower == self.upper

    def as_json(self) -> list[float | None]:
        """Return both bounds as floats, for JSON.

        >>> Bounds(Fraction(7, 2), None).as_json()
        [3.5, None]
        """
        return [None if bound is None else float(bound) for bound in self]

    def as_text(self) -> str:
        """Return the number with three decimals if it is proven, else what the bounds say.

        >>> Bounds(Fraction(10, 3), Fraction(10, 3)).as_text(), Bounds(3, 4).as_text(), Bounds(3, None).as_text()
        ('3.333', '3.000 to 4.000', 'at least 3.000')
        """
        if self.upper is None:
            return "unknown" if self.lower is None else f"at least {float(self.lower):.3f}"
        if self.lower is None or self.proven:
            return f"{'' if self.proven else 'at most '}{float(self.upper):.3f}"
        return f"{float(self.lower):.3f} to {float(self.upper):.3f}"


@dataclass(frozen=True)
class SearchState:
    """Progress of a search: the *bounds* so far, and the number of *nodes* it has looked at."""

    bounds: Bounds[int | None, int | None]
    nodes: int
    first_guesses: tuple[int, int] | None = None
    """The number of first guesses that are finished, and of all first guesses; None if unknown."""
    tasks: Any = None
    """A `TaskProgress` of the workers of an executor; None without an executor."""


SearchProgress: TypeAlias = Callable[[SearchState], None]
"""A function that a search calls now and then with its progress."""
