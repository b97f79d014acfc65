"""The page's own rules are compared with a file of vectors; here that file is compared with the rules."""

import json
from types import ModuleType

import pytest

import bestguess as bg
from scripts import load_script


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The script that writes the file."""
    return load_script("vectors")


def test_the_file_says_what_the_rules_say(tool: ModuleType) -> None:
    """`python tools/vectors.py` would change nothing."""
    assert json.loads(tool.PATH.read_text()) == tool.vectors()


def test_what_the_page_must_refuse_is_refused_here(tool: ModuleType) -> None:
    """The texts that the page must not take for games are no games."""
    for text in tool.REFUSED:
        with pytest.raises(bg.BestguessError):
            bg.game(text)
