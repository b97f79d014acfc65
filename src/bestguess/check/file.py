"""Checks a file: what it is, and whether what it says is true."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestguess.check.certificate import check_certificate
from bestguess.check.document import read_document
from bestguess.check.rules import rules_of
from bestguess.check.tree import check_tree
from bestguess.errors import BestguessError, FileError


@dataclass(frozen=True)
class Checked:
    """What was found true: of a tree its figures, of a certificate what it proves as well."""

    kind: str
    game: str
    strategy: str
    secrets: int
    total: int | None
    worst: int | None
    proves: str | None = None
    claims: int = 0


def check_file(path: str | Path, progress: Callable[[int, int], None] | None = None) -> Checked:
    """What the file at *path* proves; raises FileError that says which claim fails.

    *progress* is called with the claims checked and their number.
    """
    path = _as_path(path)
    if progress is not None and (not callable(progress) or isinstance(progress, type)):
        raise BestguessError("expected progress, a function of 2 arguments")
    kind, document = read_document(path)
    try:
        if kind == "certificate":
            return _certificate(document, progress)
        rules = rules_of(document["game"], document["game_sha256"])
        figures = check_tree(document, rules, rules.secrets, document["consistent"])
    except BestguessError as error:
        raise FileError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError) as error:
        raise FileError(f"{path}: not a {kind} of bestguess: {type(error).__name__}: {error}") from error
    names = (kind, str(document["game"]), str(document["strategy"]))
    return Checked(*names, len(rules.secrets), figures["total"], figures["worst"])


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


def _certificate(document: dict[str, Any], progress: Callable[[int, int], None] | None) -> Checked:
    found = check_certificate(document, progress)
    strategy = "optimal" if found.total is not None else "none"
    names = ("certificate", str(document["game"]), strategy)
    return Checked(*names, found.secrets, found.total, found.worst, found.proves, found.claims)
