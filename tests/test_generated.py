"""The generated files of the page are those that tools/page_files.py and tools/vectors.py would write now."""

import json
from types import ModuleType

import pytest

import bestguess as bg
from bestguess.games.registry import PRESETS
from scripts import load_script
from servers import client_of, small_settings
from validity import check_document


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The script that writes the files."""
    return load_script("page_files")


@pytest.fixture(scope="module")
def vectors() -> ModuleType:
    """The script that writes what the page's own rules are compared with."""
    return load_script("vectors")


def test_files_are_those_of_the_package(tool: ModuleType, vectors: ModuleType) -> None:
    """The tools would change nothing: types of the API, catalog, examples of answers, vectors of the rules."""
    assert tool.TYPES.read_text() == tool.api_types()
    assert tool.CATALOG.read_text() == tool.catalog()
    assert tool.ANSWERS.read_text() == tool.answers()
    assert json.loads(vectors.PATH.read_text()) == vectors.vectors()


def test_what_the_page_must_refuse_is_refused_here(vectors: ModuleType) -> None:
    """The texts that the page must not take for games are no games."""
    for text in vectors.REFUSED:
        with pytest.raises(bg.BestguessError):
            bg.game(text)


def test_presets_are_games_in_their_long_form() -> None:
    """Every preset is the text of a game as the game itself writes it, and none appears twice."""
    games = [preset.game for preset in PRESETS]
    assert [str(bg.game(text)) for text in games] == games
    assert len(set(games)) == len(games)


@pytest.mark.parametrize("strategy", ["minimax", "optimal"])
def test_progress_events_have_the_fields_of_their_model(strategy: str) -> None:
    """The data of every "progress" event of a stream is as its schema says, from which the page's type is generated."""
    with client_of(small_settings()) as client:
        given = {"game": "mastermind(3,4)", "strategies": strategy}
        stream = client.get("/api/compare", params=given, headers={"accept": "text/event-stream"}).text
    blocks = [block.split("\n") for block in stream.split("\n\n")]
    told = [json.loads(data.removeprefix("data: ")) for name, data in blocks[:-1] if name == "event: progress"]
    assert told
    for data in told:
        check_document(data, "progress")
