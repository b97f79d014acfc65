"""The notebooks as pages of the site, with the outputs that they were executed with."""

import base64
import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from tools.docs.links import ROOT

FOLDER = ROOT / "docs" / "notebooks"
_PICTURES = {"image/png": "png", "image/svg+xml": "svg"}


@cache
def notebook_files() -> dict[str, str | bytes]:
    """The pages of all notebooks, and the pictures in them, by the names of their files."""
    files = dict[str, str | bytes]()
    for path in sorted(FOLDER.glob("*.ipynb")):
        files.update(_files_of(path))
    return files


def _files_of(path: Path) -> dict[str, str | bytes]:
    """The page of the notebook at *path*, and its pictures."""
    files, blocks = dict[str, str | bytes](), list[str]()
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            blocks.append(text)
            continue
        blocks.append(f"```python\n{text}\n```")
        for output in cell["outputs"]:
            found = _picture(output.get("data", {}))
            if found is not None:
                ending, picture = found
                name = f"{path.stem}-{len(files) + 1}.{ending}"
                files[f"notebooks/{name}"] = picture
                blocks.append(f"![What the code above draws]({name})")
            elif shown := _shown(output):
                blocks.append(shown)
    blocks.insert(1, f'Download: [{path.name}]({path.name}){{ download="{path.name}" }}')
    return {f"notebooks/{path.stem}.md": "\n\n".join(blocks) + "\n", **files}


def _picture(data: dict[str, Any]) -> tuple[str, bytes] | None:
    """The kind and the bytes of a picture in *data*; None if there is none."""
    for kind, ending in _PICTURES.items():
        if kind in data:
            text = "".join(data[kind])
            return ending, text.encode() if ending == "svg" else base64.b64decode(text)
    return None


def _shown(output: dict[str, Any]) -> str:
    """The text of an *output*, as HTML."""
    data = output.get("data", {})
    if "text/html" in data:
        html = re.sub(r"\s*\n\s*", " ", "".join(data["text/html"]))  # a blank line would end it
        return f'<div class="shown">{html}</div>'
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f"<pre><code>{escape(text.rstrip())}</code></pre>".replace("\n\n", "\n&#8203;\n") if text else ""
