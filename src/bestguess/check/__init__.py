"""Trust: reads trees and certificates, and believes nothing that it has not checked.

Shares no code with the rest but errors. Reading order: `document` (what a file says), `games` with `families` and
`files` (rules from the text of a game), `position`, `tree`; then `certificate` (what must be proven), `proof` with
`table`, `costs`, `bounds` and `symmetry`.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bestguess.check.certificate import check_certificate
from bestguess.check.document import Certificate, read_document
from bestguess.check.games import GivenFiles
from bestguess.check.limits import Limits
from bestguess.check.position import history_text, position_of
from bestguess.check.tree import check_tree
from bestguess.errors import BestguessError, FileError, SizeError, printable

__all__ = ["Checked", "check_file"]


@dataclass(frozen=True)
class Checked:
    """What was found true: of a tree its figures, of a certificate what it proves as well.

    *total* and *worst* are of the secrets that are found, with *costs* in the unit of the costs of the game; *lost* of
    them are not found within *limit* guesses. The texts are safe to print: *game*, *strategy* and *history* are on one
    line, whatever the file has.
    """

    kind: str
    """What the file is: `tree` or `certificate`."""
    game: str
    """The text of the game."""
    strategy: str
    """The strategy that the file names."""
    secrets: int
    """How many candidates there are, found or not."""
    total: int | float | None
    """Guesses, or costs, over all that are found; None without a tree."""
    worst: int | float | None
    """The most that one needs; None without a tree."""
    proves: str | None = None
    """What a certificate proves, in words; None of a tree."""
    claims: int = 0
    """How many claims were checked."""
    history: str = ""
    """The rows before the first guess."""
    limit: int | None = None
    """The limit of guesses, or None."""
    lost: int | None = None
    """How many are not found within it; None without a limit."""
    lost_weight: int | None = None
    """What these weigh; None without a limit."""
    goal: str = "hit"
    """The goal of the game: `hit` or `identify`."""
    costs: bool = False
    """Whether the game has costs."""

    def __repr__(self) -> str:
        figures = "no tree" if self.total is None else f"total {self.total}, worst {self.worst}"
        proven = "" if self.proves is None else f", {self.proves}"
        return f"<Checked {printable(f'{self.kind} of {self.game}, {self.strategy}: {figures}{proven}', 85)}>"


def check_file(
    path: str | Path,
    progress: Callable[[int, int], None] | None = None,
    *,
    table: str | Path | None = None,
    secrets: str | Path | None = None,
    guesses: str | Path | None = None,
    without: str | Path | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    announce: Callable[[str], None] | None = None,
) -> Checked:
    """What the file at *path* proves; raises FileError that says which claim fails.

    A game that is made of files is read from where its text says or from beside the file at *path*, or from *table*,
    or from the lists of *secrets*, of further *guesses* and of words that are out (*without*); their content must be
    what the file was made for.
    *progress* is called with the claims checked and their number. Raises SizeError before more than *memory_limit*
    bytes are allocated (default: half of the machine's memory, at most 4 GB), and FileError when the check is not
    finished within *time_limit* seconds (default: no limit): then nothing is proven. *announce* is called with a line
    that says what will take much memory, before it does.
    """
    path = _as_path(path)
    if progress is not None and (not callable(progress) or isinstance(progress, type)):
        raise BestguessError("expected progress, a function of 2 arguments")
    if announce is not None and (not callable(announce) or isinstance(announce, type)):
        raise BestguessError("expected announce, a function of 1 argument")
    files = {"table": table, "secrets": secrets, "guesses": guesses, "without": without}
    paths = {option: str(_as_path(file)) for option, file in files.items() if file is not None}
    given = GivenFiles(str(path.parent), paths)
    limits = Limits(memory_limit, time_limit, announce)
    try:
        return _checked(path, limits, given, progress)
    except SizeError as error:
        raise SizeError(printable(f"{path}: {error}")) from error
    except BestguessError as error:
        raise FileError(printable(f"{path}: {error}")) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError) as error:
        what = f"not a tree or certificate of bestguess: {type(error).__name__}: {error}"
        raise FileError(printable(f"{path}: {what}")) from error


def _as_path(path: str | Path) -> Path:
    """Return *path* as the path of a file; raise FileError."""
    try:
        text = os.fspath(path)
        os.fsencode(text)
    except (TypeError, UnicodeError):
        raise FileError(f"expected the path of a file, got a {type(path).__name__}") from None
    if not isinstance(text, str) or not text or set(text) & set("\0\n\r"):
        raise FileError(f"expected the path of a file without line breaks, got {text!r}")
    return Path(text)


def _checked(path: Path, limits: Limits, given: GivenFiles, progress: Callable[[int, int], None] | None) -> Checked:
    document = read_document(path, limits)
    position = position_of(document, limits, given)
    figures = None if document.nodes is None else check_tree(position, limits)
    kind, strategy, proves, claims = "tree", document.strategy, None, 0
    if isinstance(document, Certificate):
        kind = "certificate"
        strategy = "none" if figures is None else "optimal"
        proves = printable(check_certificate(document, position, figures, limits, progress), 2000)
        claims = sum(len(proof.bound) for proof in document.proofs)
    numbers = {} if figures is None else vars(figures)
    parts = position.rules.parts
    return Checked(
        kind=kind,
        game=printable(document.game),
        strategy=printable(strategy),
        secrets=len(position.candidates),
        total=_in_units(numbers.get("total"), parts),
        worst=_in_units(numbers.get("worst"), parts),
        proves=proves,
        claims=claims,
        history=printable(history_text(document.history)),
        limit=document.limit,
        lost=numbers.get("lost"),
        lost_weight=numbers.get("lost_weight"),
        goal=document.goal,
        costs=bool(position.rules.costs),
    )


def _in_units(cost: int | None, parts: int) -> int | float | None:
    """Return a *cost* of a file in the unit of the costs of the game: an integer where it is one."""
    if cost is None:
        return None
    return cost // parts if cost % parts == 0 else cost / parts
