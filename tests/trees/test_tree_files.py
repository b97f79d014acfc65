"""Files of trees: they come back, and what is damaged, strange or impossible is refused in one line."""

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.trees.build import tree_of
from bestguess.trees.files import is_defined_by_text, tree_document
from plain import paths_of
from worlds import any_games, fault_game, question_games
from written import sealed

FAULTS = fault_game()
SHIPS = bg.CustomGame(range(5), ["01", "12", "23", "34"], lambda cell, ship: str(cell) in ship, True, name="fleet")


def check_same(loaded: bg.Tree, tree: bg.Tree) -> None:
    """What came back from a file is what went into it, of the game that the file names."""
    document = tree_document(loaded)
    assert isinstance(tree.rules, bg.Game)
    if is_defined_by_text(tree.rules):
        assert loaded == tree.as_text()
    else:
        names = {"game": loaded.game, "game_files": document["game_files"]}
        assert document == {**tree_document(tree.as_text()), **names}


@given(any_games | question_games(), st.sampled_from(["first", "random", "entropy"]), st.sampled_from([None, 1, 2]))
def test_trees_come_back_from_files(
    tmp_path_factory: pytest.TempPathFactory, game: bg.Game, name: str, rows: int | None
) -> None:
    """read(write(tree)) = tree, figures, labels and costs included."""
    path = tmp_path_factory.mktemp("trees") / "tree.json"
    tree = bg.build_tree(game.with_rows(rows), name)
    tree.save(path)
    loaded, text = bg.load_tree(path), game.text
    check_same(loaded, tree)
    assert loaded.figures == replace(tree.figures, game=loaded.game, first_guess=text(tree.first_guess))
    written = [[(text(row.guess), text(row.feedback)) for row in rows] for rows in tree.solutions()]
    assert [list(rows) for rows in loaded.solutions()] == written
    paths = [[*map(text, (secret, *found))] for secret, found in paths_of(tree).items()]
    assert paths == [[secret, *found] for secret, found in paths_of(loaded).items()]
    document = json.loads(path.read_text())
    assert (document["goal"], document["labels"] is None) == (game.goal, game.labels is None)
    assert ("label" in document["nodes"]) == game.identifies
    costs = [] if game.costs is None else [*map(list, zip(map(text, game.guesses), game.costs, strict=True))]
    assert document["costs"] == ({"unit": str(game.cost_unit), "of": costs} if game.has_costs else None)
    assert game.as_text() is not game or loaded == tree


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    """Cut in half, one byte changed, another version, no JSON, no file: each is refused in one line."""
    path = tmp_path / "tree.json"
    bg.build_tree(bg.game("mastermind(3,3)"), "minimax").save(path)
    good = path.read_bytes()
    bad = {
        "half": good[: len(good) // 2],
        "empty": b"",
        "list": b"[]",
        "version": good.replace(b'"format_version":2', b'"format_version":9'),
        **{f"byte {at}": good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :] for at in range(0, len(good), 7)},
    }
    for name, content in bad.items():
        path.write_bytes(content)
        with pytest.raises(bg.errors.FileError) as caught:
            bg.load_tree(path)
        assert "\n" not in str(caught.value), name
    with pytest.raises(bg.errors.FileError, match="No such file"):
        bg.load_tree(tmp_path / "none.json")
    with pytest.raises(bg.errors.FileError, match="cannot be written: No such file"):
        bg.build_tree("mm2x2", "first").save(tmp_path / "nowhere" / "tree.json")


LAMP = "Does the lamp glow?"


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("mm2x2", {"goal": "identify"}),
        ("mm2x2", {"costs": {"unit": "s"}}),
        ("mm2x2", {"more": 1}),
        ("mm2x2", {"strategy": 7}),
        ("mm2x2", {"history": [["11"]]}),
        ("mm2x2", {"limit": 2}),
        ("mm2x2", {"secret_names": [["11", "12", "13"]]}),
        ("mm2x2", {"feedbacks": ["0.0", 1, 2, 3]}),
        ("mm2x2", {"game_files": {}}),
        ("mm2x2", {"figures": {}}),
        (FAULTS, {"goal": "hit"}),
        (FAULTS, {"labels": [["a"]]}),
        (FAULTS, {"costs": 1}),
        (FAULTS, {"costs": {"unit": "2", "of": []}}),
        (FAULTS, {"costs": {"unit": "1/2", "of": [[LAMP, 2]]}}),
        (FAULTS, {"costs": {"unit": "1/2", "of": [[LAMP, 0]]}}),
    ],
)
def test_what_a_tree_may_not_say(tmp_path: Path, game: str | bg.Game, change: dict[str, Any]) -> None:
    """Members that are not known or of the wrong kind are refused in one line: they may mean anything."""
    path = tmp_path / "tree.json"
    bg.build_tree(game, "first").save(path)
    path.write_text(sealed({**json.loads(path.read_text()), **change}))
    with pytest.raises(bg.errors.FileError, match="not a tree of bestguess"):
        bg.load_tree(path)
    with pytest.raises(bg.errors.FileError):
        bg.check_file(path)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("mm2x2", {"depth": [1, 2, 2, 4]}),
        ("mm2x2", {"depth": [1, 2, 2, 2]}),
        ("mm2x2", {"branch": [0, 0, 2, 99]}),
        ("mm2x2", {"branch": [0, 0, 2, 2**70]}),
        ("mm2x2", {"wins": [0, 0, 0, 0]}),
        ("mm2x2", {"guess": [1, 2, 3, 4]}),
        ("mm2x2", {"lost": [0, 0, 0, 1]}),
        (FAULTS, {"label": [None] * 7}),
        (FAULTS, {"label": ["x", None, None, "charge", "a", "b", "c"]}),
        (FAULTS, {"label": [None, None, None, "charge", 7, "b", "c"]}),
        (FAULTS, {"wins": [0, 0, 0, 3, 0, 1, 1]}),
        (FAULTS, {"depth": [1, 2, 3, 4, 5, 3, 2]}),
        (FAULTS, {"guess": [LAMP, "Does the horn sound?", "What?", None, None, None, None]}),
        (FAULTS, {"more": []}),
    ],
)
def test_nodes_that_are_no_tree(tmp_path: Path, game: str | bg.Game, change: dict[str, Any]) -> None:
    """What the checksum cannot see, the shape and the figures do; a node has a guess or a label."""
    path = tmp_path / "tree.json"
    bg.build_tree(game, "first").save(path)
    document = json.loads(path.read_text())
    document["nodes"] |= change
    path.write_text(sealed(document))
    with pytest.raises(bg.errors.FileError, match="not a tree of bestguess"):
        bg.load_tree(path)


def test_a_tree_carries_its_history_and_what_it_loses(tmp_path: Path) -> None:
    """Codes may hold anything; the limit of guesses, what is lost and its weight come back from the file."""
    codes = ["a b", "c:d", 'e"f', "g,h", "\u202ei", "j\nk"]
    game = bg.CustomGame(
        codes, codes, lambda g, s: "it is" if g == s else "not: it", "it is", weights=[9, 5, 4, 3, 2, 1]
    )
    whole = bg.build_tree(game, "first")
    nodes = (whole.guess[:2], whole.branch[:2], whole.depth[:2], whole.wins[:2])
    tree = replace(tree_of(bg.Position(game, [("g,h", "not: it")]), "short", False, nodes), limit=2)
    tree.save(tmp_path / "tree.json")
    loaded = bg.load_tree(tmp_path / "tree.json")
    check_same(loaded, tree)
    assert loaded.history == tree.history
    assert (loaded.figures.lost, loaded.figures.lost_weight, loaded.figures.secrets) == (3, 7, 5)
    document = json.loads((tmp_path / "tree.json").read_text())
    assert (document["limit"], document["max_guesses"], document["history"]) == (2, 2, [["g,h", "not: it"]])


def test_the_game_of_a_loaded_tree(tmp_path: Path) -> None:
    """The game of a file is that of the table beside it, which is written with it; no other game stands in for it."""
    path = tmp_path / "tree.json"
    for game in (FAULTS, SHIPS):
        tree = bg.build_tree(game, "minimax")
        tree.save(path)
        assert sorted(tmp_path.iterdir()) == [path, tmp_path / "tree.json.csv"]
        loaded = bg.load_tree(path)
        assert loaded.rules.files[0][0] == "tree.json.csv"
        assert paths_of(loaded) == paths_of(tree.as_text())
    (tmp_path / "tree.json.csv").unlink()
    with pytest.raises(
        bg.errors.GameError, match=r"the game of the tree: tree\.json\.csv: cannot be read: No such file"
    ):
        bg.load_tree(path).solutions()
    file = tmp_path / "won by two.csv"
    file.write_text("win=y,a,b,c\nx,y,y,n\nb,n,y,n\nc,n,n,y\n")
    tree = bg.build_tree(f"table({file})", "first")
    tree.save(path)
    assert paths_of(bg.load_tree(path)) == paths_of(tree) == {"a": ("x",), "b": ("x",), "c": ("x", "c")}
    for text in (None, "win=y,c\nc,y\n"):  # without the file, and with another
        file.unlink() if text is None else file.write_text(text)
        assert paths_of(tree) == {"a": ("x",), "b": ("x",), "c": ("x", "c")}
        for ask in (bg.load_tree(path).solutions, lambda: bg.load_tree(path).play("a")):
            with pytest.raises(bg.errors.GameError, match=r"the game of the tree: .*won by two.csv"):
                ask()


def test_pickles_leave_out_rules_that_cannot_be_pickled() -> None:
    """A tree of a game with a lambda is the same in a pickle, with its figures, but plays no secret."""
    tree = bg.build_tree(FAULTS, "first")
    again = pickle.loads(pickle.dumps(tree))
    assert (again, again.figures, repr(again)) == (tree, tree.figures, repr(tree))
    assert again.root.after("yes").label == "change the horn"
    with pytest.raises(bg.errors.GameError, match="the game of the tree: unknown game 'faults'"):
        again.play("dead horn")
