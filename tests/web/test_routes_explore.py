"""Trees, comparisons and sweeps: the numbers are the library's."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import bestguess as bg
from bestguess.stats import objectives
from bestguess.trees import Figures
from bestguess.trees.formats import FORMATS
from servers import document, fault


def without_times(figures: Figures) -> dict[str, Any]:
    """The figures without times, as the server gives them."""
    return {key: value for key, value in figures.as_json().items() if not key.endswith("seconds")}


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("mastermind(3,3)", "entropy"),
        ("mastermind(3,3)", "optimal-worst"),
        ("mastermind(3,4,rows=2)", "minimax"),
        ("mastermind(3,3,rows=3)", "optimal"),
    ],
)
def test_every_node_is_the_trees(client: TestClient, game: str, strategy: str) -> None:
    """Walking the tree node by node gives the library's tree: guesses, branches, depths and means.

    With rows it ends with the last one, and every node says how many secrets are lost.
    """
    tree = bg.build_tree(bg.game(game), strategy)
    for history, node in tree.root.walk():
        given = {"game": game, "strategy": strategy, "history": str(history)}
        found = document(client.get("/api/tree", params=given))
        assert found["figures"] == without_times(tree.figures)
        assert (found["guess"], found["wins"], found["candidates"]) == (node.guess, node.wins, node.size)
        assert found["height"] == node.height
        below = {branch["feedback"]: (branch["guess"], branch["candidates"]) for branch in found["branches"]}
        assert below == {name: (branch.guess, branch.size) for name, branch in node.branches.items()}
        pairs = [(branch, node.branches[branch["feedback"]]) for branch in found["branches"]]
        wins = node.size - node.lost
        assert sum(found["depths"].values()) == wins
        total = sum(int(depth) * count for depth, count in found["depths"].items())
        assert (found["mean"] or 0) * wins == pytest.approx(total)
        if "rows" in game:
            assert found["lost"] == node.lost
            assert all(branch["lost"] == one.lost for branch, one in pairs)
        means = sum((branch["mean"] or 0) * (one.size - one.lost) for branch, one in pairs)
        assert total == pytest.approx(means + wins)


def test_files_of_trees(client: TestClient, tmp_path: Path) -> None:
    """The file that is downloaded is one that `check` accepts; the other formats are the library's; names differ."""
    tree = bg.build_tree(bg.game("mastermind(3,3)"), "entropy")
    given = {"game": "mastermind(3,3)", "strategy": "entropy"}
    answer = client.get("/api/tree/file", params={**given, "format": "json"})
    assert answer.headers["content-disposition"] == 'attachment; filename="mastermind-3-3-entropy.json"'
    (tmp_path / "tree.json").write_bytes(answer.content)
    assert bg.load_tree(tmp_path / "tree.json") == tree
    assert bg.check_file(tmp_path / "tree.json").total == tree.figures.total
    names = {answer.headers["content-disposition"]}
    for name in ("text", "dot", "svg", "sheet"):
        answer = client.get("/api/tree/file", params={**given, "format": name})
        assert answer.text == FORMATS[name](tree, None)
        names.add(answer.headers["content-disposition"])
    assert len(names) == 5


@pytest.mark.parametrize(
    ("game", "consistent"), [("bullscows(3,5)", True), ("bullscows(3,5,rows=2)", False), ("bullscows(3,5)", False)]
)
def test_comparisons_are_the_librarys(client: TestClient, game: str, consistent: bool) -> None:
    """Figures of each strategy, in the order of the query, are those of `compare`; with rows, what is lost too."""
    names = ["first", "minimax", "random", "optimal"]
    given = {"game": game, "strategies": ",".join(names), "consistent": str(consistent), "seeds": "3"}
    found = document(client.get("/api/compare", params=given))
    said = bg.compare(game, names, consistent=consistent, seeds=3)
    assert found["results"] == [json.loads(json.dumps(without_times(figures))) for figures in said]
    assert all(("lost" in figures) == ("rows" in game) for figures in found["results"])


def test_sweeps_are_the_librarys(client: TestClient) -> None:
    """Each size has its figures, and where they come from; sizes that are too large say why they are missing."""
    given = {"family": "mastermind", "pegs": "1-4", "symbols": "2-5", "strategy": "most-parts"}
    found = document(client.get("/api/sweep", params=given))
    sizes = {(one["pegs"], one["symbols"]): one for one in found["results"]}
    missing = {(one["pegs"], one["symbols"]) for one in found["missing"]}
    assert len(sizes) + len(missing) == 16
    assert not sizes.keys() & missing
    for (pegs, symbols), one in sizes.items():
        figures = bg.build_tree(bg.game(f"mastermind({pegs},{symbols})"), "most-parts").figures
        assert {key: one[key] for key in ("total", "worst", "at_worst")} == {
            key: getattr(figures, key) for key in ("total", "worst", "at_worst")
        }
        assert one["source"] in ("computed", "shipped")


def test_figures_that_ship_say_so(client: TestClient) -> None:
    """A size that is too large to be computed here but ships has its figures, and where they come from."""
    given = {"family": "bullscows", "pegs": "4", "symbols": "10", "strategy": "minimax"}
    found = document(client.get("/api/sweep", params=given))
    assert [(one["source"], one["worst"]) for one in found["results"]] == [("shipped", 7)]
    assert set(found["shipped"]) == {"version", "command", "date"}


def test_every_family_is_swept(client: TestClient) -> None:
    """Over the numbers that its games have; a list of words that is too large here is missing, with the reason."""
    found = document(client.get("/api/sweep", params={"family": "words", "length": "4-5"}))
    assert (found["results"], [one["length"] for one in found["missing"]]) == ([], [4, 5])
    assert "limit" in found["missing"][0]["reason"]
    found = document(client.get("/api/sweep", params={"family": "balance", "coins": "3-4,6", "strategy": "entropy"}))
    games = ["balance(3)", "balance(4)", "balance(6)"]
    assert [(one["game"], one["coins"]) for one in found["results"]] == list(zip(games, (3, 4, 6), strict=True))
    figures = [bg.build_tree(game, "entropy").figures for game in games]
    assert [(one["total"], one["goal"]) for one in found["results"]] == [(one.total, one.goal) for one in figures]


@pytest.mark.parametrize(
    ("game", "within"), [("mastermind(3,4)", None), ("bullscows(3,5,rows=2)", None), ("twod(3)", 1)]
)
def test_objectives_are_the_librarys(client: TestClient, game: str, within: int | None) -> None:
    """The points, which of them are on the front, and the default of `within`."""
    given = {"game": game} | ({} if within is None else {"within": str(within)})
    found = document(client.get("/api/objectives", params=given))
    said = objectives(game, within)
    assert {key: found[key] for key in said.as_json()} == json.loads(json.dumps(said.as_json()))
    assert found["source"] == "computed"
    assert sum(point["front"] for point in found["points"]) == len(said.front) > 0


def test_objectives_that_ship(client: TestClient) -> None:
    """They are there at once, for any number of guesses: the same as what is computed."""
    given = {"game": "bullscows(3,10,rows=9)", "within": "4"}
    found = document(client.get("/api/objectives", params=given))
    assert found["source"] == "shipped"
    said = objectives(given["game"], 4, node_limit=10**6).as_json()["points"]
    assert found["points"] == json.loads(json.dumps(said))


def test_every_point_has_its_tree(client: TestClient) -> None:
    """The tree of a point needs what the point says, within the rows where these are given."""
    for point in document(client.get("/api/objectives", params={"game": "mastermind(3,4)"}))["points"]:
        rows = "" if point["given_rows"] is None else f",rows={point['given_rows']}"
        given = {"game": f"mastermind(3,4{rows})", "strategy": point["strategy"]}
        if point["given_guess"] is not None:
            given["first_guess"] = point["given_guess"]
        figures = document(client.get("/api/tree", params=given))["figures"]
        assert figures["first_guess"] == point["first_guess"]
        if rows:
            assert figures["lost"] == point["lost"]
        else:
            assert [figures[key] for key in ("total", "worst", "at_worst")] == [
                point[key] for key in ("total", "worst", "at_worst")
            ]


BAD = [
    ("objectives", {"game": "mastermind(8,8)"}, "size"),
    ("objectives", {"game": "mastermind(3,3)", "within": "0"}, "request"),
    ("tree", {"game": "mastermind(3,3)", "first_guess": "444"}, "code"),
    ("tree", {"game": "mastermind(3,3)", "secret": "444"}, "code"),
    ("tree", {"game": "mastermind(3,3)", "history": "112:3.0"}, "history"),
    ("tree/file", {"game": "mastermind(3,3)", "format": "pdf"}, "request"),
    ("tree/file", {"game": "mastermind(5,5)", "strategy": "optimal", "consistent": "true"}, "size"),
    ("compare", {"game": "mastermind(3,3)", "strategies": "first,clever"}, "strategy"),
    ("compare", {"game": "mastermind(3,3)", "strategies": "random", "seeds": "101"}, "size"),
    ("sweep", {"family": "table", "n": "1"}, "game"),
    ("sweep", {"family": "balance"}, "game"),
    ("sweep", {"family": "numbers", "n": "1-99999"}, "size"),
    ("sweep", {"family": "numbers", "n": "1-2-3"}, "request"),
    ("sweep", {"family": "mastermind", "pegs": "3-2", "symbols": "2"}, "game"),
]


@pytest.mark.parametrize(("route", "given", "kind"), BAD, ids=[f"{route}-{kind}" for route, _, kind in BAD])
def test_what_cannot_be_answered(client: TestClient, route: str, given: dict[str, str], kind: str) -> None:
    """Bad queries get 422, the kind of the error and one line."""
    assert fault(client.get(f"/api/{route}", params=given)) == (422, kind)


def test_a_plan_that_ships_is_shown_only_within_the_rows(client: TestClient) -> None:
    """mastermind(3,6): that of `optimal` needs five guesses; with four rows the tree that loses least is built."""
    for rows, total, lost in ((5, 854, 0), (4, 675, 36)):
        given = {"game": f"mastermind(3,6,rows={rows})", "strategy": "optimal"}
        figures = document(client.get("/api/tree", params=given))["figures"]
        assert (figures["game"], figures["total"], figures["lost"]) == (given["game"], total, lost)
    free = document(client.get("/api/tree", params={"game": "mastermind(3,6)", "strategy": "optimal"}))
    assert "lost" not in free["figures"]
    assert "lost" not in free


def test_the_path_to_a_secret_that_is_lost(client: TestClient) -> None:
    """It ends with the last row, and the candidates that are left."""
    given = {"game": "mastermind(4,6,rows=3)", "strategy": "minimax", "secret": "3632"}
    path = document(client.get("/api/tree", params=given))["path"]
    assert [(step["guess"], step["candidates"]) for step in path] == [("1122", 256), ("1344", 44), ("3526", 7)]
    after = {"game": "mastermind(4,6,rows=3)", "strategy": "minimax", "history": "1122:1.0 1344:0.1 3526:1.2"}
    assert fault(client.get("/api/tree", params=after)) == (422, "history")
