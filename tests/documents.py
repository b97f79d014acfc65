"""Documents of trees and certificates, written by hand as docs/certificates.md says."""

import hashlib
import json
from typing import Any


def sealed(document: dict[str, Any]) -> str:
    """What the file of *document* holds, with its checksum put right."""
    rest = {name: value for name, value in document.items() if name != "checksum"}
    body = json.dumps(rest, separators=(",", ":")).removesuffix("}")
    return f'{body},"checksum":"sha256:{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


def sealed_in_format_1(document: dict[str, Any]) -> str:
    """The same in format 1."""
    rest = {name: value for name, value in document.items() if name != "checksum"}
    digest = hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    return json.dumps({**rest, "checksum": f"sha256:{digest}"})
