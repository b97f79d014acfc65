"""The checker: accepts what is true, and says which claim fails."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from checkers import Check, refused, saved
from worlds import built_in_games
from written import sealed


@given(built_in_games, st.sampled_from(["first", "random", "minimax", "entropy"]), st.booleans())
def test_true_trees_hold(tmp_path_factory: pytest.TempPathFactory, game: bg.Game, name: str, consistent: bool) -> None:
    """Every tree that the engine builds for a built-in game passes, with its figures."""
    path = tmp_path_factory.mktemp("check") / "tree.json"
    tree = bg.build_tree(game, name, consistent=consistent)
    tree.save(path)
    found = bg.check_file(path)
    assert (found.secrets, found.total, found.worst) == (len(game.secrets), tree.figures.total, tree.figures.worst)


def with_nodes(good: dict[str, Any], **change: list[Any]) -> dict[str, Any]:
    """*good* with other columns."""
    return {**good, "nodes": {**good["nodes"], **change}}


def test_each_false_claim_is_named(tmp_path: Path) -> None:
    """A wrong guess, branch, win or figure, and a node too many, are each said."""
    path = tmp_path / "tree.json"
    good = saved(path)
    guesses, wins, branches, depths = (good["nodes"][name] for name in ("guess", "wins", "branch", "depth"))
    other = "444" if guesses[-1] != "444" else "443"
    assert "no branch for the secret" in refused(path, with_nodes(good, guess=[*guesses[:-1], other]))
    assert "which is not a guess of" in refused(path, with_nodes(good, guess=["999", *guesses[1:]]))
    assert "node 0 has a wrong value of wins" in refused(path, with_nodes(good, wins=[1 - wins[0], *wins[1:]]))
    assert "branch" in refused(path, with_nodes(good, branch=[*branches[:-1], 0]))
    for figure in ("secrets", "total", "worst", "at_worst"):
        changed = {**good, "figures": {**good["figures"], figure: good["figures"][figure] + 1}}
        assert f"claims {figure}" in refused(path, changed)
    assert "claims distribution" in refused(path, {**good, "figures": {**good["figures"], "distribution": [64]}})
    assert "claims lost 0, but it is None" in refused(path, {**good, "figures": {**good["figures"], "lost": 0}})
    assert "not a consistent guess" in refused(path, {**saved(path, "mastermind(3,6)"), "consistent": True})
    assert "other games cannot be checked" in refused(path, {**good, "game": "chess"})
    assert "no branch for the secret" in refused(path, {**good, "game": "mastermind(3,5)"})
    assert "not with '111'" in refused(path, {**good, "first_guess": "111"})
    assert "expected no objective of a tree, got 'mean'" in refused(path, {**good, "objective": "mean"})
    branch = [1, *branches[1:]]
    assert "expected branch 0 of the first node, which has no node above it, got 1" in refused(
        path, with_nodes(good, branch=branch)
    )
    used = {branch for branch, depth in zip(branches, depths, strict=True) if depth == 2}
    unused = next(number for number in range(len(good["feedbacks"])) if number not in used)
    extra = {"guess": [*guesses, "111"], "branch": [*branches, unused], "depth": [*depths, 2], "wins": [*wins, 0]}
    assert "leads to no secret" in refused(path, with_nodes(good, **extra))


def test_columns_beside_the_tree_are_checked_too(tmp_path: Path) -> None:
    """Weights, names of secrets and marks that the game does not have are refused."""
    path = tmp_path / "tree.json"
    good = saved(path)
    nodes = good["nodes"]
    assert "expected no column 'weight'" in refused(path, with_nodes(good, weight=nodes["wins"]))
    assert "expected no column 'lost'" in refused(path, with_nodes(good, lost=[0] * len(nodes["wins"])))
    assert "expected a text as command" in refused(path, {**good, "command": None})
    assert "expected the names of secrets" in refused(path, {**good, "secret_names": [[nodes["guess"][0], "444"]]})
    assert "has a wrong value of wins" in refused(path, with_nodes(good, wins=[2 * win for win in nodes["wins"]]))
    assert "would take about" in refused_for_size(path, {**good, "game": "mastermind(8,16)"})
    assert "cannot be checked" in refused(path, {**good, "game": "mastermind(3,04)"})
    assert "cannot be checked" in refused(path, {**good, "game": "mastermind(3,٤)"})


def refused_for_size(path: Path, document: dict[str, Any]) -> str:
    """The message for *document*, which is too large to be checked."""
    path.write_text(sealed(document))
    with pytest.raises(bg.errors.SizeError) as caught:
        bg.check_file(path)
    return str(caught.value)


def test_lost_secrets_are_played_and_counted(tmp_path: Path) -> None:
    """A tree that ends with the last row says what it loses, node by node; nothing is lost before."""
    path = tmp_path / "tree.json"
    good = saved(path, "mastermind(3,4,rows=3)")
    nodes, figures = good["nodes"], good["figures"]
    assert figures["lost"] == figures["lost_weight"] > 0
    assert sum(nodes["lost"]) == figures["lost"]
    found = bg.check_file(path)
    assert (found.lost, found.lost_weight, found.limit, found.secrets) == (figures["lost"], figures["lost"], 3, 64)
    place = next(number for number, lost in enumerate(nodes["lost"]) if lost)
    moved = [lost + (number == place) for number, lost in enumerate(nodes["lost"])]
    assert f"node {place} has a wrong value of lost" in refused(path, with_nodes(good, lost=moved))
    assert "expected the column 'lost'" in refused(path, {**good, "nodes": {**nodes, "lost": None}})
    for name in ("lost", "lost_weight", "secrets"):
        changed = {**good, "figures": {**figures, name: figures[name] - 1}}
        assert f"claims {name}" in refused(path, changed)
    assert "its limit is 3 guesses, but it is None" in refused(path, {**good, "game": "mastermind(3,4)"})
    assert "its limit is 3 guesses, but it is 4" in refused(path, {**good, "game": "mastermind(3,4,rows=4)"})
    four = {"limit": 4, "game": "mastermind(3,4,rows=4)"}
    assert "no branch for the secret" in refused(path, {**good, **four})
    two = {"limit": 2, "game": "mastermind(3,4,rows=2)"}
    assert "beyond the limit of 2" in refused(path, {**good, **two})
    elsewhere = {**good, "game": "mastermind(3,4)", "max_guesses": 3}
    path.write_text(sealed(elsewhere))
    assert bg.check_file(path).lost == figures["lost"]


def test_trees_with_a_history(tmp_path: Path) -> None:
    """A tree is played against the candidates after its history, and its rows are those that are left."""
    path = tmp_path / "tree.json"
    for consistent in (False, True):
        result = bg.optimum(bg.Position(bg.game("mastermind(3,5)"), "112:1.0"), consistent=consistent)
        assert result.tree is not None
        result.tree.save(path)
        found = bg.check_file(path)
        assert (found.history, found.secrets, found.total) == ("112:1.0", 34, result.total)
    good = json.loads(path.read_text())
    assert "no branch for the secret" in refused(path, {**good, "history": []})
    assert "not a guess of the game" in refused(path, {**good, "history": [["999", "1.0"]]})
    assert "no secret fits the history 112:3.3" in refused(path, {**good, "history": [["112", "3.3"]]})
    assert "leaves no guess: the game has 1 rows" in refused(path, {**good, "game": "mastermind(3,5,rows=1)"})


@pytest.mark.parametrize("version", [1, 3])
@pytest.mark.parametrize("read", [bg.check_file, bg.load_tree])
def test_other_formats_are_refused(tmp_path: Path, read: Callable[[Path], object], version: int) -> None:
    """Both readers name the format that they know, and the one that came."""
    path = tmp_path / "tree.json"
    path.write_text(sealed({**saved(path), "format_version": version}))
    with pytest.raises(bg.errors.FileError, match=f"expected format version 2, got {version}$"):
        read(path)


def test_winning_feedbacks_of_a_game_from_a_file_may_have_commas(tmp_path: Path) -> None:
    """They are no part of the file's name."""
    table, path = tmp_path / "animals.csv", tmp_path / "tree.json"
    table.write_text('x,cat,dog\ncat,"yes, it is",no\ndog,no,"yes, it is"\n')
    bg.build_tree(f'table({table},win="yes, it is",rows=3)', "first").save(path)
    assert bg.check_file(path).total == 3


@pytest.mark.parametrize("game", ["table(made/game.csv)", "words(made/words.txt)"])
def test_the_files_of_a_game_may_stand_beside_what_is_checked(
    tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Wherever the check is started; their content is verified all the same, and where one is missing, it is named."""
    monkeypatch.chdir(tmp_path)
    for name in ("made", "moved", "elsewhere"):
        (tmp_path / name).mkdir()
    (tmp_path / "made" / "game.csv").write_text("win=yes,a,b\na,yes,no\nb,no,yes\n")
    (tmp_path / "made" / "words.txt").write_text("ab\nba\n")
    path, file = tmp_path / "moved" / "tree", Path(game.partition("(")[2][:-1])
    bg.build_tree(game, "first").save(path)
    moved = file.rename(tmp_path / "moved" / file.name)
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert check(path)[0]
    assert bg.check_file("../moved/tree").total == 3
    moved.write_text("ab\ncc\n")
    assert check(path)[1].count("SHA-256") == 2
    moved.unlink()
    line = check(path)[1]
    assert f"{file}: No such file here: name it with --" in line
    assert f"cannot open '{file}'; give its path with --table, --secrets, --guesses or --without" in line


def test_a_file_that_was_cut_off(tmp_path: Path) -> None:
    """Wherever it ends, the line says that it ends early, and no place in the JSON."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    bg.build_tree("mastermind(2,3)", "first").save(whole)
    content = whole.read_bytes()
    for length in range(0, len(content) - 2, 11):
        cut.write_bytes(content[:length])
        with pytest.raises(
            bg.errors.FileError, match=r"cut: damaged, or not a file of bestguess: the file ends early$"
        ):
            bg.check_file(cut)
    with pytest.raises(bg.errors.FileError, match=r"the file ends early$"):
        bg.load_tree(cut)
