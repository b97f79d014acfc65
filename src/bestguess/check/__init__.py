"""Independent checker of trees and certificates; docs/certificates.md defines their format.

It imports nothing of bestguess but `errors`, so a fault of the engine cannot hide here.

Reading order: `document` reads a file; `games`, `families`, `files` and `rules` build its game; `position` and `tree`
check the tree. Then `certificate` says what must be proven, and `proof` checks the claims with the help of `table`,
`costs`, `bounds` and `symmetry`.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bestguess.check.certificate import check_certificate
from bestguess.check.document import Certificate, read_document
from bestguess.check.games import FileLocations
from bestguess.check.limits import Limits
from bestguess.check.position import history_text, position_of
from bestguess.check.tree import check_tree
from bestguess.errors import BestguessError, FileError, SizeError, printable

__all__ = ["CheckResult", "check_file"]


@dataclass(frozen=True)
class CheckResult:
    """Result of a check: the figures of a tree, and what a certificate proves.

    *total* and *worst* count the secrets that the tree finds; *lost* are the others. Texts are safe to print: they have
    no control characters and no line breaks.
    """

    kind: str
    """Kind of the file: `tree` or `certificate`."""
    game: str
    """Text of the game."""
    strategy: str
    """Name of the strategy in the file; of a certificate `optimal`, or `none` without a tree."""
    secrets: int
    """Number of candidates, found or lost."""
    total: int | float | None
    """Sum over all secrets found of weight times guesses, or times costs in the game's unit; None without a tree."""
    worst: int | float | None
    """Most guesses that a secret needs, or the highest cost in the game's unit; None without a tree."""
    proves: str | None = None
    """What a certificate proves, in words; None for a tree."""
    claims: int = 0
    """Number of claims that were checked."""
    history: str = ""
    """Rows before the first guess."""
    limit: int | None = None
    """Limit of guesses; None without a limit."""
    lost: int | None = None
    """Number of secrets that are not found within the limit; None without a limit."""
    lost_weight: int | None = None
    """Weight of the lost secrets; None without a limit."""
    goal: str = "hit"
    """Goal of the game: `hit` or `identify`."""
    costs: bool = False
    """Whether guesses have costs other than 1."""

    def __repr__(self) -> str:
        figures = "no tree" if self.total is None else f"total {self.total}, worst {self.worst}"
        proven = "" if self.proves is None else f", {self.proves}"
        return f"<CheckResult {printable(f'{self.kind} of {self.game}, {self.strategy}: {figures}{proven}', 85)}>"


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
) -> CheckResult:
    """Check the tree or certificate at *path*, and return what it proves. Raise FileError if it does not hold.

    The message says which claim or node fails. The time depends on the size of the proof: seconds to hours.

    The files of the game are searched for under the names in its text, then beside *path*. To use others, give
    *table*, or the lists of *secrets*, of additional *guesses* and of excluded words (*without*). Their SHA-256 must be
    the one in the file.

    *progress* is called with the number of claims checked so far, and of all claims. *memory_limit* is in bytes
    (default: half of the machine's memory, at most 4 GB); SizeError is raised before more is allocated. *time_limit* is
    in seconds (default: no limit); FileError is raised when it is over, and then nothing is proven. *announce* is
    called with a line of text before a large allocation.
    """
    path = _as_path(path)
    if progress is not None and (not callable(progress) or isinstance(progress, type)):
        raise BestguessError("expected a function of 2 arguments as progress")
    if announce is not None and (not callable(announce) or isinstance(announce, type)):
        raise BestguessError("expected a function of 1 argument as announce")
    options = {"table": table, "secrets": secrets, "guesses": guesses, "without": without}
    paths = {option: str(_as_path(file)) for option, file in options.items() if file is not None}
    locations = FileLocations(str(path.parent), paths)
    limits = Limits(memory_limit, time_limit, announce)
    try:
        return _check(path, limits, locations, progress)
    except SizeError as error:
        raise SizeError(printable(f"{path}: {error}")) from error
    except BestguessError as error:
        raise FileError(printable(f"{path}: {error}")) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError) as error:
        # A damaged file may fail in ways that the code above does not expect. It must never cause a traceback.
        message = f"not a tree or certificate of bestguess: {type(error).__name__}: {error}"
        raise FileError(printable(f"{path}: {message}")) from error


def _as_path(path: str | Path) -> Path:
    """Return *path* as a Path; raise FileError if it cannot be the path of a file."""
    try:
        text = os.fspath(path)
        os.fsencode(text)
    except (TypeError, UnicodeError):
        raise FileError(f"expected the path of a file, got a {type(path).__name__}") from None
    if not isinstance(text, str) or not text or set(text) & set("\0\n\r"):
        raise FileError(f"expected the path of a file without line breaks, got {text!r}")
    return Path(text)


def _check(
    path: Path, limits: Limits, locations: FileLocations, progress: Callable[[int, int], None] | None
) -> CheckResult:
    """Check the file in four steps: read it, build its position, replay its tree, and check its proofs."""
    document = read_document(path, limits)
    position = position_of(document, limits, locations)
    figures = None if document.nodes is None else check_tree(position, limits)
    kind, strategy, proves, claims = "tree", document.strategy, None, 0
    if isinstance(document, Certificate):
        kind = "certificate"
        strategy = "none" if figures is None else "optimal"
        proves = printable(check_certificate(document, position, figures, limits, progress), 2000)
        claims = sum(len(proof.bound) for proof in document.proofs)
    numbers = {} if figures is None else vars(figures)
    unit_parts = position.rules.unit_parts
    return CheckResult(
        kind=kind,
        game=printable(document.game),
        strategy=printable(strategy),
        secrets=len(position.candidates),
        total=_in_units(numbers.get("total"), unit_parts),
        worst=_in_units(numbers.get("worst"), unit_parts),
        proves=proves,
        claims=claims,
        history=printable(history_text(document.history)),
        limit=document.limit,
        lost=numbers.get("lost"),
        lost_weight=numbers.get("lost_weight"),
        goal=document.goal,
        costs=bool(position.rules.costs),
    )


def _in_units(cost: int | None, unit_parts: int) -> int | float | None:
    """Return a *cost* of the file in the game's unit, which has *unit_parts* parts; an int if it is whole."""
    if cost is None:
        return None
    return cost // unit_parts if cost % unit_parts == 0 else cost / unit_parts
