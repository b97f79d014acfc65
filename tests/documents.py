"""Documents of trees and certificates, written by hand as docs/certificates.md says."""

import json
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from written import sealed as sealed


def saved(path: Path, game: str = "mastermind(3,4)", strategy: str = "entropy") -> dict[str, Any]:
    """A saved tree as a document."""
    bg.build_tree(game, strategy).save(path)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def refused(path: Path, document: dict[str, Any]) -> str:
    """The message for *document* once its checksum is put right."""
    path.write_text(sealed(document))
    with pytest.raises(bg.errors.FileError) as caught:
        bg.check_file(path)
    return str(caught.value)
