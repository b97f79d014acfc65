"""Mastermind: a row of coloured pegs."""

from typing import Literal

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.codes import FROM_ONE, CodeSpace
from bestguess.games.pegs import MAX_PEGS, MAX_SYMBOLS, PegGame, checked_size


class Mastermind(PegGame):
    """*pegs* pegs of *colours* colours; with ``secrets="distinct"`` no secret repeats a colour, though a guess may.

    With ``rule="strict"`` every guess fits all feedback so far, were it the secret.

    >>> Mastermind(4, 6).feedback("1122", "1213")
    '1.2'
    >>> len(Mastermind(4, 6, secrets="distinct").secrets)
    360
    """

    family = "mastermind"

    def __init__(
        self,
        pegs: int,
        colours: int,
        secrets: Literal["all", "distinct"] = "all",
        rule: Literal["free", "strict"] = "free",
    ) -> None:
        text = f"mastermind({described(pegs)},{described(colours)})"
        pegs = checked_size("pegs", pegs, 1, MAX_PEGS, text)
        colours = checked_size("colours", colours, 1, MAX_SYMBOLS, text)
        if not isinstance(secrets, str) or secrets not in ("all", "distinct"):
            shown = secrets if isinstance(secrets, str) and secrets.isidentifier() else described(secrets)
            raise GameError(f"expected secrets=all or secrets=distinct, got secrets={shown}")
        if secrets == "distinct" and colours < pegs:
            raise GameError(f"expected at least as many colours as pegs for distinct secrets, got {text}")
        symbols = FROM_ONE[:colours]
        super().__init__(CodeSpace(pegs, symbols), CodeSpace(pegs, symbols, distinct=secrets == "distinct"), rule)
        self.colours = colours

    def arguments(self) -> tuple[str, ...]:
        """Pegs, colours, and which secrets, if not all."""
        return (str(self.pegs), str(self.colours), *(["secrets=distinct"] if self._secrets.distinct else []))
