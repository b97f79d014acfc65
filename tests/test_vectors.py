"""The page's own rules are compared with a file of vectors; here that file is compared with the rules."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

import bestguess as bg

_TOOL = Path(__file__).parent.parent / "tools" / "vectors.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The script that writes the file."""
    spec = importlib.util.spec_from_file_location("vectors", _TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_file_says_what_the_rules_say(tool: ModuleType) -> None:
    """`python tools/vectors.py` would change nothing."""
    assert json.loads(tool.PATH.read_text()) == tool.vectors()


def test_what_the_page_must_refuse_is_refused_here(tool: ModuleType) -> None:
    """The texts that the page must not take for games are no games."""
    for text in tool.REFUSED:
        with pytest.raises(bg.BestguessError):
            bg.game(text)
