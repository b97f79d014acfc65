"""The generated files of the page are those that tools/page_files.py would write now."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import bestguess as bg
from bestguess.games.presets import PRESETS

_TOOL = Path(__file__).parent.parent / "tools" / "page_files.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The script that writes the files."""
    spec = importlib.util.spec_from_file_location("page_files", _TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_api_types_are_those_of_the_openapi_document(tool: ModuleType) -> None:
    """`python tools/page_files.py` would not change web/src/shared/api/types.ts."""
    assert tool.TYPES.read_text() == tool.api_types()


def test_catalog_is_that_of_the_package(tool: ModuleType) -> None:
    """`python tools/page_files.py` would not change web/src/game/catalog.ts."""
    assert tool.CATALOG.read_text() == tool.catalog()


def test_presets_are_games_in_their_long_form() -> None:
    """Every preset is the text of a game as the game itself writes it, and none appears twice."""
    games = [preset.game for preset in PRESETS]
    assert [str(bg.game(text)) for text in games] == games
    assert len(set(games)) == len(games)
