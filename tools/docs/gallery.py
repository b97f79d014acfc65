"""The gallery: its code is run while the site is built, and what it writes are its pictures."""

import re
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

from matplotlib import pyplot

from tools.docs.links import ROOT

_CODE = re.compile(r"(?<=^```python\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def gallery_pictures() -> dict[str, bytes]:
    """The pictures that the code of docs/gallery.md writes, by their names on the site."""
    names: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, chdir(folder), pyplot.rc_context({"backend": "agg"}):
        for code in _CODE.findall((ROOT / "docs" / "gallery.md").read_text("utf-8")):
            exec(code, names)
        pyplot.close("all")
        return {f"gallery/{path.name}": path.read_bytes() for path in sorted(Path().iterdir())}
