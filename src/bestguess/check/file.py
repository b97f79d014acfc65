"""Checks a file: what it is, and whether what it says is true."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bestguess.check.certificate import check_certificate
from bestguess.check.document import Document, read_document
from bestguess.check.file_rules import GivenFiles
from bestguess.check.game import Rules
from bestguess.check.limits import Limits
from bestguess.check.position import candidates_after, guess_limit, history_text, rules_in
from bestguess.check.tree import check_tree
from bestguess.errors import BestguessError, FileError, SizeError, printable


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
    files = [None if one is None else str(_as_path(one)) for one in (table, secrets, guesses, without)]
    given = GivenFiles(str(path.parent), *files)
    limits = Limits(memory_limit, time_limit, announce)
    try:
        document = read_document(path, limits)
        if document.kind == "tree":
            return _tree(document, limits, given)
        return _certificate(document, limits, given, progress)
    except SizeError as error:
        raise SizeError(printable(f"{path}: {error}")) from error
    except BestguessError as error:
        raise FileError(printable(f"{path}: {error}")) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError) as error:
        what = f"not a tree or certificate of bestguess: {type(error).__name__}: {error}"
        raise FileError(printable(f"{path}: {what}")) from error


def _as_path(path: str | Path) -> Path:
    """*path* as the path of a file; raises FileError."""
    try:
        text = os.fspath(path)
        os.fsencode(text)
    except (TypeError, UnicodeError):
        raise FileError(f"expected the path of a file, got a {type(path).__name__}") from None
    if not isinstance(text, str) or not text or set(text) & set("\0\n\r"):
        raise FileError(f"expected the path of a file without line breaks, got {text!r}")
    return Path(text)


def _tree(document: Document, limits: Limits, given: GivenFiles) -> Checked:
    rules = rules_in(document, limits, given)
    secrets = candidates_after(rules, document.history, limits)
    guess_limit(document, rules)
    figures = check_tree(document, rules, secrets, limits)
    if document.first_guess not in (None, figures["first_guess"]):
        raise FileError(f"the tree begins with {figures['first_guess']!r}, not with {document.first_guess!r}")
    return Checked(
        "tree",
        printable(document.game),
        printable(document.strategy),
        len(secrets),
        in_units(figures["total"], rules),
        in_units(figures["worst"], rules),
        history=printable(history_text(document.history)),
        limit=document.limit,
        lost=figures["lost"],
        lost_weight=figures["lost_weight"],
        goal=rules.goal,
        costs=rules.costs is not None,
    )


def _certificate(
    document: Document, limits: Limits, given: GivenFiles, progress: Callable[[int, int], None] | None
) -> Checked:
    rules = rules_in(document, limits, given, cells=not document.history)
    found = check_certificate(document, rules, limits, progress)
    figures = found.figures or {}
    return Checked(
        "certificate",
        printable(document.game),
        "none" if found.figures is None else "optimal",
        found.secrets,
        in_units(figures.get("total"), rules),
        in_units(figures.get("worst"), rules),
        printable(found.proves, 2000),
        found.claims,
        printable(history_text(document.history)),
        document.limit,
        figures.get("lost"),
        figures.get("lost_weight"),
        rules.goal,
        rules.costs is not None,
    )


def in_units(cost: int | None, rules: Rules) -> int | float | None:
    """A *cost* of a file in the unit of the costs of the game: an integer where it is one."""
    return None if cost is None else cost // rules.parts if cost % rules.parts == 0 else cost / rules.parts
