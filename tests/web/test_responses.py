"""ETags change with what computes the response."""

from pathlib import Path

import pytest

from bestguess.web.responses import build_id


def test_etags_depend_on_what_computes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ETag changes with any module or data file, wherever it is, and not with the page."""
    package = tmp_path / "page" / "bestguess"
    (package / "web" / "page").mkdir(parents=True)
    monkeypatch.setattr("bestguess.__file__", str(package / "__init__.py"))
    tags = []
    for path in ("solver.py", "values.json", "web/page/manifest.json"):
        (package / path).write_text("1")
        tags.append(build_id.__wrapped__())
    assert tags[0] != tags[1] == tags[2]
