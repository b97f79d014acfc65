"""What is known of a number that a search looks for: one type from the core to the page."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

Lower = TypeVar("Lower", bound=int | Fraction | None)
Upper = TypeVar("Upper", bound=int | Fraction | None)


class Bounds(NamedTuple, Generic[Lower, Upper]):
    """*lower* <= the number <= *upper*; None on a side of which nothing is known.

    >>> Bounds(5600, 5625).proven, Bounds(5625, 5625).proven, Bounds(5600, None).proven
    (False, True, False)
    """

    lower: Lower
    upper: Upper

    @property
    def proven(self) -> bool:
        """Whether the number is exact."""
        return self.lower is not None and self.lower == self.upper

    def as_json(self) -> list[float | None]:
        """Both bounds as numbers.

        >>> Bounds(Fraction(7, 2), None).as_json()
        [3.5, None]
        """
        return [None if bound is None else float(bound) for bound in self]

    def as_text(self) -> str:
        """The number with three decimals, or both bounds.

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
    """How far a search is: the *bounds* so far, and how many *nodes* they took."""

    bounds: Bounds[int | None, int | None]
    nodes: int
    first_guesses: tuple[int, int] | None = None
    """How many first guesses are done with, and of how many; None where that is not known."""
    tasks: Any = None
    """What the workers of an executor do, a `TaskProgress`; None without one."""


SearchProgress: TypeAlias = Callable[[SearchState], None]
"""Called now and then during a search, with how far it is."""
