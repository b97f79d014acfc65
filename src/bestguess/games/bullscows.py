"""Bulls and Cows: a number of different digits."""

from typing import Literal

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.codes import FROM_ZERO, CodeSpace
from bestguess.games.pegs import MAX_PEGS, MAX_SYMBOLS, PegGame, checked_size, checked_symbols


class BullsCows(PegGame):
    """*pegs* different digits out of *digits*, in guesses as in secrets; a leading zero is allowed.

    With ``rule="strict"`` every guess fits all feedback so far, were it the secret. *symbols*: other letters for the
    digits.

    >>> BullsCows(4, 10).score("0123", "1325")
    '1.2'
    """

    family = "bullscows"

    def __init__(
        self, pegs: int, digits: int, rule: Literal["free", "strict"] = "free", symbols: str | None = None
    ) -> None:
        text = f"bullscows({described(pegs)},{described(digits)})"
        pegs = checked_size("pegs", pegs, 1, MAX_PEGS, text)
        digits = checked_size("digits", digits, 1, MAX_SYMBOLS, text)
        if digits < pegs:
            raise GameError(f"expected at least as many digits as pegs, got {text}")
        codes = CodeSpace(pegs, checked_symbols(symbols, FROM_ZERO[:digits], text), distinct=True)
        super().__init__(codes, codes, rule)
        self.digits = digits

    def arguments(self) -> tuple[str, ...]:
        """Pegs and digits, and the symbols, if not the usual ones."""
        options = [f"symbols={self.symbols}"] if self.symbols != FROM_ZERO[: self.digits] else []
        return (str(self.pegs), str(self.digits), *options)
