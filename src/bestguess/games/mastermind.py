"""Mastermind: a row of coloured pegs."""

from typing import Literal

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.codes import FROM_ONE, CodeSpace
from bestguess.games.goals import check_choice
from bestguess.games.pegs import MAX_PEGS, MAX_SYMBOLS, PegGame, checked_size, checked_symbols


class Mastermind(PegGame):
    """*pegs* pegs of *colours* colours; with ``secrets="distinct"`` no secret repeats a colour, though a guess may.

    With ``rule="strict"`` every guess fits all feedback so far, were it the secret. With ``feedback="exact"`` it counts
    the exact pegs only. *symbols*: other letters for the colours, such as ``"RGBYOP"``.

    >>> Mastermind(4, 6).score("1122", "1213")
    '1.2'
    >>> len(Mastermind(4, 6, secrets="distinct").secrets)
    360
    >>> Mastermind(4, 6, feedback="exact", symbols="RGBYOP").score("RRGG", "RGRB")
    '1'
    """

    family = "mastermind"

    def __init__(
        self,
        pegs: int,
        colours: int,
        secrets: Literal["all", "distinct"] = "all",
        rule: Literal["free", "strict"] = "free",
        feedback: Literal["both", "exact"] = "both",
        symbols: str | None = None,
    ) -> None:
        text = f"mastermind({described(pegs)},{described(colours)})"
        pegs = checked_size("pegs", pegs, 1, MAX_PEGS, text)
        colours = checked_size("colours", colours, 1, MAX_SYMBOLS, text)
        check_choice("secrets", secrets, ("all", "distinct"))
        check_choice("feedback", feedback, ("both", "exact"))
        if secrets == "distinct" and colours < pegs:
            raise GameError(f"expected at least as many colours as pegs for distinct secrets, got {text}")
        letters = checked_symbols(symbols, FROM_ONE[:colours], text)
        hidden = CodeSpace(pegs, letters, distinct=secrets == "distinct")
        super().__init__(CodeSpace(pegs, letters), hidden, rule, feedback == "exact")
        self.colours = colours

    def arguments(self) -> tuple[str, ...]:
        """Pegs, colours, and which secrets, feedback and symbols, if not the usual ones."""
        options = ["secrets=distinct"] if self._secrets.distinct else []
        options += ["feedback=exact"] if self.exact else []
        options += [f"symbols={self.symbols}"] if self.symbols != FROM_ONE[: self.colours] else []
        return (str(self.pegs), str(self.colours), *options)
