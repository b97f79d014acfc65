"""Trees of games of any goal: leaves, labels, costs and several winners, against plain Python."""

import json
import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import Code, Feedback
from bestguess.strategies import NO_GUESS, OwnStrategy
from bestguess.trees.files import with_file
from documents import sealed
from plain import METRICS, paths_of, plain_first, plain_guess, plain_tree
from worlds import fault_game, question_games

NAMES = st.sampled_from(["first", "random", *METRICS])

FAULTS = fault_game()
SHIPS = bg.CustomGame(range(5), ["01", "12", "23", "34"], lambda cell, ship: str(cell) in ship, True, name="fleet")


def chosen_by(game: bg.Game, name: str) -> Any:
    """The plain twin of a strategy that draws nothing."""
    if name == "first":
        return lambda candidates: plain_first(game, candidates)
    return lambda candidates: plain_guess(game, name, False, candidates)


def sums(game: bg.Game, found: dict[Code, tuple[Code, ...]]) -> dict[str, Any]:
    """The figures of the secrets that are *found* by these guesses, in the user's unit."""
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    cost = dict(zip(game.guesses, game.costs or [1] * len(game.guesses), strict=True))
    needs = {secret: game.cost_unit * sum(map(cost.__getitem__, path)) for secret, path in found.items()}
    worst = max(needs.values(), default=Fraction(0))
    lengths = [len(path) for path in found.values()]
    return {
        "total": sum(weight[secret] * need for secret, need in needs.items()),
        "worst": worst,
        "at_worst": sum(need == worst for need in needs.values()) if needs else 0,
        "distribution": {k: lengths.count(k) for k in range(1, max(lengths, default=0) + 1)},
        "weight": sum(weight[secret] for secret in found),
    }


def check_figures(game: bg.Game, tree: bg.Tree, found: dict[Code, tuple[Code, ...]]) -> None:
    """The figures of *tree* are the sums over what it finds."""
    wanted, figures = sums(game, found), tree.figures
    weight = wanted.pop("weight")
    assert figures.distribution == wanted.pop("distribution")
    assert {name: getattr(figures, name) for name in wanted} == pytest.approx(wanted)
    assert (figures.goal, figures.as_json()["goal"], figures.costs) == (game.goal, game.goal, game.costs is not None)
    assert figures.secrets == len(game.secrets)
    if found:
        assert figures.mean == pytest.approx(float(Fraction(str(wanted["total"])) / (weight or 1)))
    else:
        assert math.isnan(figures.mean)


@given(question_games(), NAMES)
def test_trees_are_the_plain_ones(game: bg.Game, name: str) -> None:
    """Natively, position by position or lazily: the same tree; it finds what plain Python finds, by its guesses."""
    tree = bg.build_tree(game, name)
    chosen = bg.strategy(name, game=game)
    assert bg.build_tree(game, OwnStrategy(name, chosen)) == tree
    found = paths_of(tree)
    assert paths_of(bg.lazy_tree(game, name)) == found
    if name != "random":
        assert found == plain_tree(game, chosen_by(game, name))
    check_figures(game, tree, found)


@given(question_games(), NAMES, st.integers(1, 4))
def test_what_is_not_settled_within_the_rows_is_lost(game: bg.Game, name: str, rows: int) -> None:
    """The set that is left after the last question is lost whole, unless it has one label."""
    board = game.with_rows(rows)
    free, tree = bg.build_tree(game, name), bg.build_tree(board, name)
    if name != "random":
        assert paths_of(tree) == plain_tree(game, chosen_by(game, name), rows)
    found = {secret: path for secret, path in paths_of(free).items() if len(path) <= rows}
    assert paths_of(tree) == paths_of(bg.lazy_tree(board, name)) == found
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    lost = [secret for secret in game.secrets if secret not in found]
    assert (tree.figures.lost, tree.figures.lost_weight) == (len(lost), sum(weight[secret] for secret in lost))
    assert (tree.root.lost, tree.root.size) == (len(lost), len(game.secrets))
    check_figures(game, tree, found)
    assert bg.build_tree(board, OwnStrategy(name, bg.strategy(name, game=board))) == tree


@given(question_games(), NAMES, st.sampled_from([None, 1, 2]))
def test_nodes_are_walked(game: bg.Game, name: str, rows: int | None) -> None:
    """A history leads to its node or its leaf; sizes, totals and heights are those of what is below."""
    tree = bg.build_tree(game.with_rows(rows), name)
    costs = dict(zip(game.guesses, game.costs or [1] * len(game.guesses), strict=True))
    table = game.table
    for history, node in tree.root.walk():
        assert tree.root.at(history) == node
        candidates = table.candidates(history)
        assert node.size == len(candidates)
        assert (node.label is not None) == table.is_over(candidates)
        below = node.solutions()
        assert len(below) == node.size - node.lost
        assert node.height == max(map(len, below), default=0) or node.lost
        left = [game.secrets[index] for index in candidates]
        assert all(rows in below for rows in map(node.play, left)) or node.lost
        assert all(bg.Position(game, [*history, *rows]).over for rows in below)
        needs = [game.cost_unit * sum(costs[row.guess] for row in rows) for rows in below]
        assert node.worst == pytest.approx(max(needs, default=0))
        if game.weights is None:
            assert node.total == pytest.approx(sum(needs))
        if node.label is None:
            assert node.cost == pytest.approx(game.cost_unit * costs[node.guess])
            assert node.wins == (node.found > 0)
        else:
            assert (node.branches, node.height, node.total, node.cost, node.wins) == ({}, 0, 0, 0, False)
            assert {game.label_of(game.secrets[index]) for index in candidates} == {node.label}


@given(question_games(), NAMES, st.data())
def test_a_secret_is_played_to_its_end(game: bg.Game, name: str, data: st.DataObject) -> None:
    """Against a tree or a lazy one: the guesses are those of the solution."""
    secret = data.draw(st.sampled_from(game.secrets))
    for tree in (bg.build_tree(game, name), bg.lazy_tree(game, name)):
        for hidden in (secret, lambda guess: game.score(guess, secret)):
            history = tree.play(hidden)
            assert history in tree.solutions()
            assert bg.Position(game, history).candidates[0] == secret or game.labels or game.table.most_won > 1
            assert bg.Position(game, history).over


@given(question_games(), NAMES, st.sampled_from([None, 1, 2]))
def test_trees_come_back_from_files(
    tmp_path_factory: pytest.TempPathFactory, game: bg.Game, name: str, rows: int | None
) -> None:
    """read(write(tree)) = tree, figures, labels and costs included."""
    path = tmp_path_factory.mktemp("trees") / "tree.json"
    tree = bg.build_tree(game.with_rows(rows), name)
    tree.save(path)
    loaded, text = bg.load_tree(path), game.text
    assert loaded == with_file(tree.as_text(), path)
    assert loaded.figures == replace(tree.figures, game=loaded.game, first_guess=text(tree.first_guess))
    written = [[(text(row.guess), text(row.feedback)) for row in rows] for rows in tree.solutions()]
    assert [list(rows) for rows in loaded.solutions()] == written
    assert [*map(text, paths_of(tree))] == [*paths_of(loaded)]
    document = json.loads(path.read_text())
    assert (document["goal"], document["labels"] is None) == (game.goal, game.labels is None)
    assert ("label" in document["nodes"]) == (game.goal == "identify")
    costs = (
        None
        if game.costs is None
        else {"unit": str(game.cost_unit), "of": [*map(list, zip(map(text, game.guesses), game.costs, strict=True))]}
    )
    assert document["costs"] == costs


def test_a_tree_of_questions() -> None:
    """Node by node: leaves in preorder, what they are, counts, weights and costs; two faults, one remedy."""
    tree = bg.build_tree(FAULTS, "first")
    assert tree.guesses == ["Does the lamp glow?", "Does the horn sound?", "Is the fuse whole?", None, None, None, None]
    assert tree.guess.tolist() == [0, 1, 2, NO_GUESS, NO_GUESS, NO_GUESS, NO_GUESS]
    assert tree.label == [None, None, None, "change the fuse", "charge", "change the bulb", "change the horn"]
    assert tree.depth.tolist() == [1, 2, 3, 4, 4, 3, 2]
    assert tree.wins.tolist() == [0, 0, 0, 1, 2, 1, 1]
    assert tree.weight.tolist() == [0, 0, 0, 2, 5, 2, 1]
    assert (tree.cost.tolist(), tree.rules.cost_unit) == ([2, 4, 5, 0, 0, 0, 0], Fraction(1, 2))
    assert tree.figures.total == 5 * 5.5 + 2 * 5.5 + 2 * 3 + 1 * 1
    assert (tree.figures.worst, tree.figures.at_worst, tree.figures.mean) == (5.5, 3, 4.55)
    assert [bg.Node(tree, index).mean for index in range(len(tree.label))] == pytest.approx(
        [4.55, (5 * 4.5 + 2 * 4.5 + 2 * 2) / 9, 2.5, 0, 0, 0, 0]
    )
    assert tree.figures.distribution == {1: 1, 2: 1, 3: 3}
    assert isinstance(tree.root.branches["yes"].total, int)
    assert sum(len(rows) == 3 for rows in tree.solutions()) == tree.at_worst == 3
    assert tree.play("empty battery") == tree.play("loose cable") != tree.play("blown fuse")
    assert str(tree.play(lambda asked: "no")) == (
        '"Does the lamp glow?":no "Does the horn sound?":no "Is the fuse whole?":no'
    )


def test_leaves_are_no_guesses() -> None:
    """What a leaf is is said; its guess, and what follows it, are refused in one line."""
    for root in (bg.build_tree(FAULTS, "first").root, bg.lazy_tree(FAULTS, "first")):
        leaf = root.after("yes")
        assert leaf.label == "change the horn"
        assert (leaf.size, leaf.branches, leaf.wins) == (1, {}, False)
        with pytest.raises(
            bg.errors.StrategyError, match="expected a node with a guess, got a leaf: it is change the horn"
        ):
            _ = leaf.guess
        with pytest.raises(bg.errors.HistoryError, match="got one that is over: it is change the horn"):
            leaf.after("no")
        assert leaf.play(lambda asked: "no") == leaf.play("dead horn") == bg.History()
        assert leaf.solutions() == [bg.History()]
        with pytest.raises(bg.errors.ContradictionError, match=r"no candidate answers .* with 'perhaps'"):
            root.after("perhaps")
    tree = bg.build_tree(FAULTS, "first")
    row = bg.Row("Does the lamp glow?", "yes")
    with pytest.raises(bg.errors.HistoryError, match="it is change the horn"):
        tree.root.at(bg.History([row, row]))
    assert tree.root.at(bg.History([row])).label == "change the horn"
    with pytest.raises(bg.errors.HistoryError, match="it is change the horn"):
        bg.best_guess(bg.Position(FAULTS, bg.History([row])), by=tree)


def test_a_guess_may_win_against_several() -> None:
    """Hit any ship: nodes count what they win against, and solutions have every secret."""
    tree = bg.build_tree(SHIPS, lambda position: [0, 2, 3][len(position.history)])
    assert (tree.guesses, tree.wins.tolist()) == ([0, 2, 3], [1, 2, 1])
    assert paths_of(tree) == {"01": (0,), "12": (0, 2), "23": (0, 2), "34": (0, 2, 3)}
    assert [str(rows) for rows in tree.solutions()] == [
        "0:True",
        *["0:False 2:True"] * 2,
        "0:False 2:False 3:True",
    ]
    assert (tree.figures.total, tree.figures.distribution) == (1 + 2 + 2 + 3, {1: 1, 2: 2, 3: 1})
    assert tree.root.branches[False].found == 2


def test_solutions_of_a_loaded_tree(tmp_path: Path) -> None:
    """The game of a file is that of the table beside it, which is written with it; no other game stands in for it."""
    path = tmp_path / "tree.json"
    for game in (FAULTS, SHIPS):
        tree = bg.build_tree(game, "minimax")
        tree.save(path)
        assert sorted(tmp_path.iterdir()) == [path, tmp_path / "tree.json.csv"]
        loaded = bg.load_tree(path)
        assert loaded.rules.files[0][0] == "tree.json.csv"
        assert paths_of(loaded) == paths_of(tree.as_text())
        assert loaded.solutions() == tree.as_text().solutions()
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
    file.write_text("win=y,a,b\nA,y,n\nB,n,y\n")
    tree = bg.build_tree(f"table({file})", "first")
    tree.save(path)
    for text in (None, "win=y,c\nc,y\n"):  # without the file, and with another
        file.unlink() if text is None else file.write_text(text)
        assert paths_of(tree) == {"a": ("A",), "b": ("A", "B")}
        for ask in (bg.load_tree(path).solutions, lambda: bg.load_tree(path).play("a")):
            with pytest.raises(bg.errors.GameError, match=r"the game of the tree: .*won by two.csv"):
                ask()


@pytest.mark.parametrize(
    "change",
    [
        {"goal": "hit"},
        {"goal": "find"},
        {"goal": None},
        {"labels": [["a"]]},
        {"labels": "x"},
        {"costs": 1},
        {"costs": {"unit": "1/2"}},
        {"costs": {"unit": "2", "of": []}},
        {"costs": {"unit": "1/2", "of": [["Does the lamp glow?", 2]]}},
        {"costs": {"unit": "1/2", "of": [["Does the lamp glow?", 0]]}},
        {"costs": {"unit": "1/2", "of": [["Does the lamp glow?", 2, 3]]}},
        {"costs": None},
    ],
)
def test_what_a_tree_may_not_say(tmp_path: Path, change: dict[str, Any]) -> None:
    """Goals, labels and costs of the wrong kind are refused in one line."""
    path = tmp_path / "tree.json"
    bg.build_tree(FAULTS, "first").save(path)
    path.write_text(sealed({**json.loads(path.read_text()), **change}))
    with pytest.raises(bg.errors.FileError, match="not a tree of bestguess"):
        bg.load_tree(path)


@pytest.mark.parametrize(
    "change",
    [
        {"label": None},
        {"label": [None] * 7},
        {"label": [None, None, None, "charge", "a", "b"]},
        {"label": ["x", None, None, "charge", "a", "b", "c"]},
        {"label": [None, None, None, "charge", 7, "b", "c"]},
        {"wins": [1, 0, 0, 1, 1, 1, 1]},
        {"wins": [0, 0, 0, 3, 0, 1, 1]},
        {"depth": [1, 2, 3, 4, 5, 3, 2]},
        {"guess": ["Does the lamp glow?", "Does the horn sound?", "What?", None, None, None, None]},
        {"more": []},
    ],
)
def test_leaves_that_are_none(tmp_path: Path, change: dict[str, Any]) -> None:
    """A node has a guess or a label; nothing stands below a leaf, and nothing is won by a question."""
    path = tmp_path / "tree.json"
    bg.build_tree(FAULTS, "first").save(path)
    document = json.loads(path.read_text())
    document["nodes"] |= change
    path.write_text(sealed(document))
    with pytest.raises(bg.errors.FileError, match="not a tree of bestguess"):
        bg.load_tree(path)


def test_the_last_row_may_settle_it() -> None:
    """After the last question, what has one label is a leaf; the rest has no node."""
    tree = bg.build_tree(FAULTS.with_rows(1), "first")
    assert (tree.guesses, tree.label) == (["Does the lamp glow?", None], [None, "change the horn"])
    assert (tree.figures.lost, tree.figures.lost_weight, tree.figures.total) == (4, 9, 1)
    assert tree.root.last
    for root in (tree.root, bg.lazy_tree(FAULTS.with_rows(1), "first")):
        assert root.after("yes").label == "change the horn"
        with pytest.raises(bg.errors.HistoryError, match="no row is left"):
            root.after("no")
        assert str(root.play(lambda asked: "no")) == '"Does the lamp glow?":no'


def answered(game: bg.Game, secret: Code, guess: Code) -> Feedback:
    """Who hides *secret*."""
    return game.score(guess, secret)


def test_trees_of_games_of_your_own_are_played() -> None:
    """By a secret, which is an object of the game, or a function that answers with its feedbacks."""
    game = bg.CustomGame(range(9), range(9), lambda guess, secret: (guess > secret) - (guess < secret), 0, name="mine")
    tree = bg.build_tree(game, "minimax")
    for secret, path in paths_of(tree).items():
        assert tuple(row.guess for row in tree.play(secret)) == path
        assert tree.play(partial(answered, game, secret)) == tree.play(secret)
    assert tree.play(4) == bg.History([(4, 0)])
    assert tree.as_text().play("4") == bg.History([("4", "0")])
    with pytest.raises(bg.errors.CodeError, match=r"expected a secret of mine .*, got '3'"):
        tree.play("3")
    with pytest.raises(bg.errors.ContradictionError, match="no candidate answers 4 with '0'"):
        tree.play(lambda guess: "0")
