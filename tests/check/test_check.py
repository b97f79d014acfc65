"""The checker: accepts what is true, and says which claim fails."""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games.texts import quoted_file
from bestguess.trees.files import checksum
from worlds import built_in_games

DAMAGES = 1000 if os.environ.get("BESTGUESS_VERIFY") else 150


@given(built_in_games, st.sampled_from(["first", "random", "minimax", "entropy"]), st.booleans())
def test_true_trees_hold(tmp_path_factory: pytest.TempPathFactory, game: bg.Game, name: str, consistent: bool) -> None:
    """Every tree that the engine builds for a built-in game passes, with its figures."""
    path = tmp_path_factory.mktemp("check") / "tree.json"
    tree = bg.build_tree(game, name, consistent=consistent)
    bg.save_tree(tree, path)
    found = bg.check_file(path)
    assert (found.secrets, found.total, found.worst) == (len(game.secrets), tree.figures.total, tree.figures.worst)


def saved(path: Path, text: str = "mastermind(3,4)", name: str = "entropy") -> dict[str, Any]:
    """A saved tree as a document."""
    bg.save_tree(bg.build_tree(bg.game(text), name), path)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def refused(path: Path, document: dict[str, Any]) -> str:
    """The message for *document* once its checksum is put right."""
    path.write_text(json.dumps({**document, "checksum": checksum(document)}))
    with pytest.raises(bg.FileError) as caught:
        bg.check_file(path)
    return str(caught.value)


def test_each_false_claim_is_named(tmp_path: Path) -> None:
    """A wrong guess, branch, win or figure, and a node too many, are each said."""
    path = tmp_path / "tree.json"
    good = saved(path)
    nodes = good["nodes"]
    guesses = nodes["guess"].split(" ")
    wins = nodes["wins"]
    branches = nodes["branch"].split(" ")

    def with_nodes(**change: str) -> dict[str, Any]:
        return {**good, "nodes": {**nodes, **change}}

    last = len(guesses) - 1
    other = "444" if guesses[last] != "444" else "443"
    assert "no branch for the secret" in refused(path, with_nodes(guess=" ".join([*guesses[:-1], other])))
    assert "which is not a guess of" in refused(path, with_nodes(guess=" ".join(["999", *guesses[1:]])))
    assert "wrong about whether it wins" in refused(path, with_nodes(wins="10"[int(wins[0])] + wins[1:]))
    assert "branch" in refused(path, with_nodes(branch=" ".join([*branches[:-1], "0"])))
    for figure in ("secrets", "total", "worst", "at_worst"):
        changed = {**good, "figures": {**good["figures"], figure: good["figures"][figure] + 1}}
        assert f"claims {figure}" in refused(path, changed)
    assert "claims mean" in refused(path, {**good, "figures": {**good["figures"], "mean": 1.0}})
    assert "not a consistent guess" in refused(path, {**saved(path, "mastermind(3,6)"), "consistent": True})
    assert "other games cannot be checked" in refused(path, {**good, "game": "chess"})
    assert "no branch for the secret" in refused(path, {**good, "game": "mastermind(3,5)"})
    used = {branch for branch, depth in zip(branches, nodes["depth"].split(" "), strict=True) if depth == "2"}
    unused = next(str(n) for n in range(len(good["feedbacks"])) if str(n) not in used)
    extra = {"guess": f"{nodes['guess']} 111", "branch": f"{nodes['branch']} {unused}"}
    extra |= {"depth": f"{nodes['depth']} 2", "wins": f"{wins}0"}
    assert "on the way to no secret" in refused(path, with_nodes(**extra))


def test_columns_beside_the_tree_are_checked_too(tmp_path: Path) -> None:
    """Weights, names of secrets and marks that the game does not have are refused."""
    path = tmp_path / "tree.json"
    good = saved(path)
    nodes = good["nodes"]
    sevens = " ".join(["7"] * len(nodes["wins"]))
    assert "weights of its nodes" in refused(path, {**good, "nodes": {**nodes, "weight": sevens}})
    assert "wins nowhere" in refused(path, {**good, "secret_names": {"999": "111"}})
    assert "which is not what the file says" in refused(path, {**good, "secret_names": {nodes["guess"][:3]: "999"}})
    assert "whether it wins" in refused(path, {**good, "nodes": {**nodes, "wins": nodes["wins"].replace("1", "2")}})
    assert "at most 20,000,000 codes" in refused(path, {**good, "game": "mastermind(8,16)"})
    assert "cannot be checked" in refused(path, {**good, "game": "mastermind(3,04)"})


def test_random_damage_is_refused_or_harmless(tmp_path: Path) -> None:
    """Whatever is changed in the nodes or figures, checksum put right: refused, or the figures are still true."""
    path = tmp_path / "tree.json"
    good = saved(path, "mastermind(3,3)", "minimax")
    rng = random.Random(7)
    accepted = 0
    for _ in range(DAMAGES):
        column = rng.choice(["guess", "branch", "depth"])
        items = good["nodes"][column].split(" ")
        items[rng.randrange(len(items))] = rng.choice(items)
        changed = {**good, "nodes": {**good["nodes"], column: " ".join(items)}}
        path.write_text(json.dumps({**changed, "checksum": checksum(changed)}))
        try:
            found = bg.check_file(path)
        except bg.FileError:
            continue
        accepted += 1
        assert (found.total, found.worst) == (good["figures"]["total"], good["figures"]["worst"])
    assert accepted < DAMAGES


def test_damaged_files(tmp_path: Path) -> None:
    """Files that are cut, changed or missing are refused."""
    path = tmp_path / "tree.json"
    saved(path)
    good = path.read_bytes()
    for content in (good[:100], good.replace(b"minimax", b"minimal").replace(b"entropy", b"entropi"), b"{}", b"\xff"):
        path.write_bytes(content)
        with pytest.raises(bg.FileError):
            bg.check_file(path)
    with pytest.raises(bg.FileError, match="No such file"):
        bg.check_file(tmp_path / "none")


@pytest.mark.parametrize("name", ["animals.csv", 'big, "small" (x).csv'])
def test_games_from_files_are_checked_against_the_file(tmp_path: Path, name: str) -> None:
    """The SHA-256 of the table must be that of the file; weights count."""
    table, path = tmp_path / name, tmp_path / "tree.json"
    table.write_text("win=yes,cat,dog,cow\ncat,yes,fur,fur\ndog,fur,yes,fur\ncow,fur,fur,yes\nweight,2,1,1/2\n")
    bg.save_tree(bg.build_tree(bg.game(f"table({quoted_file(str(table))})"), "entropy"), path)
    assert bg.check_file(path).total == 4 * 1 + 2 * 2 + 1 * 3
    table.write_text(table.read_text() + "\n")
    with pytest.raises(bg.FileError, match="its SHA-256 differs"):
        bg.check_file(path)
    table.unlink()
    with pytest.raises(bg.FileError, match="No such file"):
        bg.check_file(path)
