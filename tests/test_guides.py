"""What the guides say is true: their commands print what is shown."""

from pathlib import Path

import pytest

from browsing import some
from consoles import ROOT, blocks_of, differences

PAGES = sorted(page for folder in ("start", "guides") for page in (ROOT / "docs" / folder).glob("*.md"))
WITH_COMMANDS = [page for page in PAGES if blocks_of(page)]


@pytest.mark.parametrize("page", some(WITH_COMMANDS, 5), ids=lambda page: page.stem)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    """Every command of a page prints what stands below it."""
    assert "\n".join(differences(page, tmp_path)) == ""
