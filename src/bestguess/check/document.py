"""Files of bestguess: JSON with a format, a version and a checksum."""

import hashlib
import json
from pathlib import Path
from typing import Any

from bestguess.errors import FileError

FORMATS = {"bestguess.tree": "tree", "bestguess.certificate": "certificate"}


def read_document(path: str | Path) -> tuple[str, dict[str, Any]]:
    """What kind of file *path* is, and its content, the checksum verified; raises FileError."""
    try:
        document = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: damaged, or not a file of bestguess: {error}") from error
    if not isinstance(document, dict) or document.get("format") not in FORMATS:
        raise FileError(f"{path}: expected a tree or a certificate of bestguess")
    if document.get("format_version") != 1:
        raise FileError(f"{path}: expected format version 1, got {document.get('format_version')!r}")
    claimed = document.pop("checksum", None)
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    if claimed != f"sha256:{hashlib.sha256(text.encode()).hexdigest()}":
        raise FileError(f"{path}: damaged: the checksum does not fit")
    return FORMATS[document["format"]], document
