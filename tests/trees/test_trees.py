"""Trees: native, lazy and plain ones agree, for games of any goal, with labels, costs, weights and rows."""

import math
import sys
import tomllib
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import Code, Feedback
from bestguess.games.symmetries import Symmetries
from bestguess.strategies import FunctionStrategy
from bestguess.trees.formats import FORMATS
from plain import METRICS, paths_of, plain_first, plain_guess, plain_tree
from worlds import any_games, fault_game, question_games

GOLDEN = tomllib.loads((Path(__file__).parent.parent / "golden" / "greedy.toml").read_text())["greedy"]
GAMES = any_games | question_games()
NAMES = st.sampled_from(["first", "random", *sorted(METRICS)])

FAULTS = fault_game()


def answered(game: bg.Game, secret: Code, guess: Code) -> Feedback:
    """Who hides *secret*, as a function that answers guesses once its first two arguments are given."""
    return game.score(guess, secret)


def chosen_by(game: bg.Game, name: str, consistent: bool = False) -> Any:
    """The plain twin of a strategy that draws nothing."""
    if name == "first":
        return partial(plain_first, game)
    return partial(plain_guess, game, name, consistent)


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


@given(GAMES, NAMES, st.booleans())
def test_trees_are_the_plain_ones(game: bg.Game, name: str, consistent: bool) -> None:
    """Natively, position by position or lazily: the same tree; it finds what plain Python finds, by its guesses."""
    consistent = consistent and not game.identifies
    tree = bg.build_tree(game, name, consistent=consistent, threads=2)
    chosen = bg.strategy(name, consistent=consistent, game=game)
    assert bg.build_tree(game, FunctionStrategy(name, chosen), consistent=consistent) == tree
    found = paths_of(tree)
    assert paths_of(bg.lazy_tree(game, name, consistent=consistent)) == found
    if name != "random":
        assert found == plain_tree(game, chosen_by(game, name, consistent))
    check_figures(game, tree, found)
    figures = tree.figures
    assert (tree.total, tree.worst, tree.at_worst) == (figures.total, figures.worst, figures.at_worst)
    assert (tree.mean, tree.distribution, tree.lost) == (figures.mean, figures.distribution, None)
    assert tree.first_guess == figures.first_guess == tree.root.guess


@given(GAMES, NAMES, st.integers(1, 4))
def test_what_is_not_settled_within_the_rows_is_lost(game: bg.Game, name: str, rows: int) -> None:
    """The set that is left after the last guess is lost whole, unless it has one label; nobody is asked after it."""
    board = game.with_rows(rows)
    free, tree = bg.build_tree(game, name), bg.build_tree(board, name)
    if name != "random":
        assert paths_of(tree) == plain_tree(game, chosen_by(game, name), rows)
    found = {secret: path for secret, path in paths_of(free).items() if len(path) <= rows}
    assert paths_of(tree) == paths_of(bg.lazy_tree(board, name)) == found
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    lost = [secret for secret in game.secrets if secret not in found]
    assert (tree.lost, tree.figures.lost_weight) == (len(lost), sum(weight[secret] for secret in lost))
    assert (tree.root.lost, tree.root.size) == (len(lost), len(game.secrets))
    assert (free.figures.lost, free.figures.lost_weight) == (None, None)
    check_figures(game, tree, found)
    strategy = bg.strategy(name, game=board)

    def called(position: bg.Position) -> Code:
        assert position.rows_left is not None
        assert 1 <= position.rows_left <= rows
        return strategy(position)

    assert bg.build_tree(board, FunctionStrategy(name, called)) == tree


@given(GAMES, NAMES, st.sampled_from([None, 1, 2]))
def test_nodes_are_walked(game: bg.Game, name: str, rows: int | None) -> None:
    """A history leads to its node or its leaf; sizes, totals and heights are those of what is below."""
    tree = bg.build_tree(game.with_rows(rows), name)
    costs = dict(zip(game.guesses, game.costs or [1] * len(game.guesses), strict=True))
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
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
        if not node.lost:
            weighed = [weight[one] * game.cost_unit * sum(costs[row.guess] for row in node.play(one)) for one in left]
            assert node.total == pytest.approx(sum(weighed))
        if node.label is None:
            assert node.cost == pytest.approx(game.cost_unit * costs[node.guess])
            assert node.wins == (node.found_count > 0)
        else:
            assert (node.branches, node.height, node.total, node.cost, node.wins) == ({}, 0, 0, 0, False)
            assert {game.label_of(game.secrets[index]) for index in candidates} == {node.label}


@given(GAMES, NAMES, st.sampled_from([None, 1, 2, 3]), st.data())
def test_a_secret_is_played_to_its_end(game: bg.Game, name: str, rows: int | None, data: st.DataObject) -> None:
    """Against a tree or a lazy one: the guesses are those of the solution; a secret that is lost has no ending."""
    secret = data.draw(st.sampled_from(game.secrets))
    board, path = game.with_rows(rows), paths_of(bg.build_tree(game, name))[secret]
    found = rows is None or len(path) <= rows
    tree = bg.build_tree(board, name)
    for node in (tree, tree.root, bg.lazy_tree(board, name)):
        for hidden in (secret, partial(answered, game, secret)):
            history = node.play(hidden)
            assert tuple(row.guess for row in history) == path[:rows]
            assert (history in node.solutions()) == bg.Position(game, history).over == found
    assert [step.guess for step in bg.watch(board, secret, name)] == list(path[:rows])


@pytest.mark.parametrize("entry", GOLDEN, ids=lambda entry: entry["game"])
def test_golden_figures(entry: dict[str, object]) -> None:
    """The figures of the literature come out exactly: total, worst and how many are at worst."""
    game = bg.game(str(entry["game"]))
    for options, rows in ((False, entry), (True, entry.get("consistent", {}))):
        assert isinstance(rows, dict)
        for name, wanted in rows.items():
            if name in ("game", "source", "consistent"):
                continue
            if isinstance(wanted, dict) and "first_guess" in wanted:
                assert bg.strategy(name, consistent=options, game=game)(bg.Position(game)) == wanted["first_guess"]
                continue  # the tree of a large game takes seconds
            figures = bg.build_tree(game, name, consistent=options).figures
            got = str(figures) if isinstance(wanted, str) else {key: getattr(figures, key) for key in wanted}
            assert got == wanted, (name, options)


def test_the_worst_secret_of_an_article() -> None:
    """bullscows(4,10), first: secret 5293 takes nine guesses, and these."""
    tree = bg.build_tree(bg.game("bullscows(4,10)"), "first")
    worst = [rows for rows in tree.solutions() if len(rows) == tree.worst]
    assert len(worst) == tree.at_worst == 5
    (rows,) = [rows for rows in worst if rows[-1].guess == "5293"]
    assert rows == tree.play("5293")
    assert " ".join(row.guess for row in rows) == "0123 0245 0356 1543 1625 4263 5273 5283 5293"


def test_secrets_and_guesses_of_other_texts() -> None:
    """A secret that another text wins keeps its own name in solutions and files."""
    game = bg.CustomGame(["A", "B"], ["a", "b"], lambda g, s: g.lower() == s, True)
    tree = bg.build_tree(game, "first")
    assert paths_of(tree) == {"a": ("A",), "b": ("A", "B")}
    assert tree.secret_names == {"A": "a", "B": "b"}


def test_nodes_are_looked_up() -> None:
    """A history leads to its node; one that the tree does not play, and feedbacks that nobody gives, are refused."""
    game = bg.game("mastermind(4,6)")
    tree = bg.build_tree(game, "minimax")
    node = tree.root.at("1122:1.0 1344:0.1")
    assert (node.guess, node.size, node.wins) == ("3526", 44, True)
    assert tree.root.after((1, 0)) == tree.root.after("1.0")
    with pytest.raises(bg.errors.ContradictionError, match="the tree plays 1122 where the history has 1234"):
        tree.root.at(game.as_history("1234:1.0"))
    for root in (tree.root, bg.lazy_tree(game, "minimax")):
        with pytest.raises(bg.errors.FeedbackError, match=r"expected a feedback that 4 pegs can give, got '3.1'"):
            root.after("3.1")
        with pytest.raises(bg.errors.HistoryError, match="the game is won"):
            root.after("4.0")


def test_following_one_path_costs_one_path() -> None:
    """A lazy tree asks its strategy only where it is walked."""
    asked = list[str]()

    def counting(position: bg.Position) -> str:
        asked.append(str(position.history))
        return str(position.candidates[0])

    game = bg.game("mastermind(4,6)")
    node = bg.lazy_tree(game, FunctionStrategy("counting", counting))
    history = node.play(partial(answered, game, "6543"))
    assert len(asked) == len(history)
    assert node.size == 1296


def test_play_says_when_answers_contradict_each_other() -> None:
    """A scorer that lies is found out, with the answers so far."""
    game = bg.game("mastermind(4,6)")
    for node in (bg.lazy_tree(game, "minimax"), bg.build_tree(game, "minimax").root):
        with pytest.raises(bg.errors.ContradictionError, match=r"the answers 1122:0.0 .* contradict each other"):
            node.play(lambda guess: "0.0")
    lazy = bg.lazy_tree(game, FunctionStrategy("x", lambda p: "1111" if len(p.history) < 1 else "1112"))
    with pytest.raises(bg.errors.ContradictionError, match="1112 cannot be the secret"):
        lazy.play({"1111": "0.0", "1112": "4.0"}.__getitem__)


def test_progress() -> None:
    """It is told for strategies that are called."""
    told = list[tuple[int, int]]()
    bg.build_tree(
        "mm2x3", FunctionStrategy("own", lambda p: p.candidates[0]), progress=lambda a, b: told.append((a, b))
    )
    assert told[-1] == (9, 9)


def test_deep_trees() -> None:
    """A game whose guesses split nothing makes a tree as deep as it has secrets, deeper than Python may recurse."""
    size = sys.getrecursionlimit() + 100
    game = bg.CustomGame(range(size), range(size), lambda g, s: g == s, True)
    tree = bg.build_tree(game, "first")
    assert tree.figures.worst == size
    assert tree.root.height == size
    assert np.array_equal(tree.depth, np.arange(1, size + 1))


@pytest.mark.parametrize(
    "symmetries",
    [
        bg.symmetries.CodeSymmetries(positions=((0, 1),), symbols=("àé",)),
        bg.symmetries.CodeSymmetries(positions=((0, 1),)),
        [bg.symmetries.Symmetry(lambda code: code[::-1])],
    ],
)
def test_symmetries_of_your_own_change_no_tree(symmetries: Symmetries) -> None:
    """Declared in either form, over any letters: the same tree as without them."""
    words = [a + b for a in "àéz" for b in "àéz"]

    def score(guess: str, secret: str) -> str:
        return f"{sum(map(str.__eq__, guess, secret))}.{len(set(guess) & set(secret))}" if guess != secret else "won"

    without = bg.CustomGame(words, words, score, "won")
    with_them = bg.CustomGame(words, words, score, "won", symmetries=symmetries)
    assert bg.check_game(with_them) == []
    for name in ("minimax", "entropy"):
        assert bg.build_tree(with_them, name) == bg.build_tree(without, name)


@pytest.mark.parametrize(
    "symmetries",
    [
        bg.symmetries.CodeSymmetries(positions=((0, 5),)),
        bg.symmetries.CodeSymmetries(symbols=("aq",)),
    ],
)
def test_unsound_symmetries_are_refused(symmetries: Symmetries) -> None:
    """Positions or symbols that the game does not have are said, not met as a crash."""
    words = ["aa", "ab", "ba", "bb"]
    game = bg.CustomGame(words, words, lambda g, s: g == s, True, symmetries=symmetries)
    with pytest.raises(bg.errors.GameError, match="the symmetries of custom are not sound"):
        bg.build_tree(game, "entropy")


def test_long_words_are_no_hindrance() -> None:
    """Words of thirteen letters that may all change places: the symmetries are used as far as they are cheap."""
    words = ["a" * i + "b" + "a" * (12 - i) for i in range(13)][::-1]
    symmetries = bg.symmetries.CodeSymmetries(positions=(tuple(range(13)),))
    game = bg.CustomGame(words, words, lambda g, s: g == s, True, symmetries=symmetries)
    assert bg.build_tree(game, "entropy").figures.worst == 13


def test_a_tree_begins_at_a_position() -> None:
    """It is the subtree of the whole one, plays from there on, and can be played as a strategy there."""
    position = bg.Position("mm4x6", "1122:1.0")
    for by in ("minimax", lambda position: position.candidates[0]):
        tree, whole = bg.build_tree(position, by), bg.build_tree("mm4x6", by, first_guess="1122")
        node = whole.root.after("1.0")
        assert (tree.total, tree.worst, tree.root.guess) == (node.total, node.worst, node.guess)
        assert tree.play("1333") == whole.play("1333")[1:]
        assert bg.best_guess(position, by=tree) == node.guess
        assert bg.compare(position, by)[0].distribution == tree.distribution
    with pytest.raises(bg.errors.StrategyError, match=r"expected a position after 1122:1\.0, where the tree begins"):
        bg.best_guess("mm4x6", by=tree)
    with pytest.raises(bg.errors.HistoryError, match="won"):
        bg.build_tree(bg.Position("mm4x6", "1122:4.0"), "minimax")


def test_a_tree_of_another_game_of_the_same_name_is_refused() -> None:
    """Games without a name of their own are all called custom."""
    long, short = (bg.CustomGame(range(most), range(most), lambda g, s: (g > s) - (g < s), win=0) for most in (8, 6))
    with pytest.raises(bg.errors.StrategyError, match="expected a tree of custom"):
        bg.best_guess(short, by=bg.build_tree(long, "minimax"))


def test_leaves_are_no_guesses() -> None:
    """What a leaf is is said; its guess, and what follows it, are refused in one line."""
    tree = bg.build_tree(FAULTS, "first")
    over = "the game is over: it is change the horn"
    for root in (tree.root, bg.lazy_tree(FAULTS, "first")):
        leaf = root.after("yes")
        assert (leaf.label, leaf.size, leaf.branches, leaf.wins) == ("change the horn", 1, {}, False)
        with pytest.raises(bg.errors.StrategyError, match="with a guess, got a leaf: it is change the horn"):
            _ = leaf.guess
        with pytest.raises(bg.errors.HistoryError, match=over):
            leaf.after("no")
        assert [leaf.play(lambda guess: "no")] == [leaf.play("dead horn")] == leaf.solutions() == [bg.History()]
        with pytest.raises(bg.errors.ContradictionError, match=r"no candidate answers .* with 'perhaps'"):
            root.after("perhaps")
    row = bg.Row("Does the lamp glow?", "yes")
    assert tree.root.at(bg.History([row])).label == "change the horn"
    with pytest.raises(bg.errors.HistoryError, match=over):
        tree.root.at(bg.History([row, row]))
    with pytest.raises(bg.errors.HistoryError, match=over):
        bg.best_guess(bg.Position(FAULTS, bg.History([row])), by=tree)


def test_no_guess_comes_after_the_last_row() -> None:
    """The node of the last row says so, that more is asked for is no contradiction, and a leaf may follow."""
    tree = bg.build_tree(FAULTS.with_rows(1), "first")
    assert (tree.guesses, tree.label) == (["Does the lamp glow?", None], [None, "change the horn"])
    for root in (tree.root, bg.lazy_tree(FAULTS.with_rows(1), "first")):
        assert root.last
        assert root.after("yes").label == "change the horn"
        with pytest.raises(bg.errors.HistoryError, match="no row is left"):
            root.after("no")
    game = bg.game("mastermind(4,6,rows=2)")
    for start in (bg.build_tree(game, "minimax").root, bg.lazy_tree(game, "minimax")):
        last = start.after("1.0")
        assert (start.last, last.last, last.branches) == (False, True, {})
        with pytest.raises(bg.errors.HistoryError, match="no row is left after 1344"):
            last.after("0.1")
    with pytest.raises(bg.errors.ContradictionError, match=r"no candidate answers 1344 with \(0, 4\)"):
        bg.lazy_tree(game, "minimax").after("1.0").after((0, 4))


def test_a_tree_that_finds_nothing() -> None:
    """A first guess that is no secret, on a board of one row: no mean, no worst, and nothing breaks."""
    game = bg.game("mastermind(3,4,secrets=distinct,rows=1)")
    tree = bg.build_tree(game, "entropy", first_guess="112")
    figures = tree.figures
    assert math.isnan(figures.mean)
    assert (figures.worst, figures.at_worst, figures.total, str(figures)) == (0, 0, 0, "0:0:0:24 lost")
    document = figures.as_json()
    assert (document["mean"], document["worst"], document["distribution"]) == (None, None, {})
    assert tree.solutions() == []
    assert paths_of(tree) == {}
    texts = {name: make(tree, None) for name, make in FORMATS.items()}
    assert texts["text"] == "112  24 candidates, 24 lost\n"
    assert "24 secrets, 24 lost" in texts["dot"]
    assert "nan" not in "".join(texts.values())
