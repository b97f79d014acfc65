"""Trees: native, lazy and plain ones agree; files come back; golden figures."""

import concurrent.futures
import json
import os
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import replace
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
from bestguess.strategies import OwnStrategy
from bestguess.trees.build import tree_of
from bestguess.trees.files import with_file
from documents import sealed
from plain import METRICS, paths_of, plain_guess, plain_tree
from unix import unix
from worlds import any_games

GOLDEN = tomllib.loads((Path(__file__).parent.parent / "golden" / "greedy.toml").read_text())["greedy"]


def opposite(game: bg.Game, secret: Code, guess: Code) -> Feedback:
    """Who hides *secret*, as a function that answers guesses once its first two arguments are given."""
    return game.score(guess, secret)


@given(any_games, st.sampled_from(["first", *sorted(METRICS)]), st.booleans())
def test_native_lazy_and_plain_trees_agree(game: bg.Game, name: str, consistent: bool) -> None:
    """On every family, user-defined and weighted games included: the same guesses for every secret."""

    def choose(candidates: Sequence[Code]) -> Code:
        return plain_guess(game, name, consistent, candidates)

    tree = bg.build_tree(game, name, consistent=consistent, threads=2)
    lazy = bg.lazy_tree(game, name, consistent=consistent)
    found = paths_of(tree)
    if name == "first":
        winner = {s: next(g for g in game.guesses if game.score(g, s) == game.win) for s in game.secrets}
        assert found == plain_tree(game, lambda candidates: winner[candidates[0]])
    else:
        assert found == plain_tree(game, choose)
    assert paths_of(lazy) == found
    for secret, path in found.items():
        for node in (tree, tree.root, lazy):
            answered = node.play(partial(opposite, game, secret))
            assert tuple(row.guess for row in answered) == path
            assert answered[-1].feedback == game.win
    figures = tree.figures
    assert (tree.total, tree.worst, tree.at_worst) == (figures.total, figures.worst, figures.at_worst)
    assert (tree.mean, tree.distribution, tree.lost) == (figures.mean, figures.distribution, None)
    assert tree.first_guess == figures.first_guess == tree.root.guess


@pytest.mark.parametrize("entry", GOLDEN, ids=lambda entry: entry["game"])
def test_golden_figures(entry: dict[str, object]) -> None:
    """The figures of the literature come out exactly: total, worst and how many are at worst."""
    game = bg.game(str(entry["game"]))
    for options, rows in ((False, entry), (True, entry.get("consistent", {}))):
        assert isinstance(rows, dict)
        for name, wanted in rows.items():
            if name in ("game", "source", "consistent"):
                continue
            figures = bg.build_tree(game, name, consistent=options).figures
            got = str(figures) if isinstance(wanted, str) else {key: getattr(figures, key) for key in wanted}
            assert got == wanted, (name, options)


def test_distribution_and_first_guess_of_knuth() -> None:
    """Knuth 1976: 1122 first, and 1, 6, 62, 533, 694 secrets by number of guesses."""
    figures = bg.build_tree(bg.game("mastermind(4,6)"), "minimax").figures
    assert list(figures.distribution.values()) == [1, 6, 62, 533, 694]
    assert (figures.first_guess, figures.mean) == ("1122", 5801 / 1296)


def test_the_worst_secret_of_an_article() -> None:
    """bullscows(4,10), first: secret 5293 takes nine guesses, and these."""
    tree = bg.build_tree(bg.game("bullscows(4,10)"), "first")
    worst = [rows for rows in tree.solutions() if len(rows) == tree.worst]
    assert len(worst) == tree.at_worst == 5
    (rows,) = [rows for rows in worst if rows[-1].guess == "5293"]
    assert rows == tree.play("5293")
    assert " ".join(row.guess for row in rows) == "0123 0245 0356 1543 1625 4263 5273 5283 5293"


def test_threads_give_the_same_tree() -> None:
    """One thread or many: the same tree."""
    game = bg.game("bullscows(4,8)")
    assert bg.build_tree(game, "entropy", threads=1) == bg.build_tree(game, "entropy", threads=4)


def test_a_weighted_tree_counts_weights() -> None:
    """Total is the sum of weight times guesses, mean is total by weight; the rest counts secrets."""
    game = bg.CustomGame("abc", "abc", lambda g, s: g == s, True, weights=[1, 5, 0])
    figures = bg.build_tree(game, "first").figures
    assert (figures.total, figures.mean, figures.worst, figures.at_worst) == (1 * 1 + 5 * 2, 11 / 6, 3, 1)
    assert figures.distribution == {1: 1, 2: 1, 3: 1}
    heavy = bg.CustomGame("abc", "abc", lambda g, s: g == s, True, weights=[2, 5, 4])
    assert bg.build_tree(heavy, "minimax").root.guess == "b"


def test_secrets_and_guesses_of_other_texts() -> None:
    """A secret that another text wins keeps its own name in solutions and files."""
    game = bg.CustomGame(["A", "B"], ["a", "b"], lambda g, s: g.lower() == s, True)
    tree = bg.build_tree(game, "first")
    assert paths_of(tree) == {"a": ("A",), "b": ("A", "B")}
    assert tree.secret_names == {"A": "a", "B": "b"}


def test_nodes_are_walked_and_looked_up() -> None:
    """A history leads to its node; sizes, heights and totals are those of the position."""
    game = bg.game("mastermind(4,6)")
    tree = bg.build_tree(game, "minimax")
    node = tree.root.at(game.as_history("1122:1.0 1344:0.1"))
    assert (node.guess, node.size, node.wins) == ("3526", 44, True)
    assert tree.root.height == 5
    assert sum(branch.size for branch in tree.root.branches.values()) + tree.root.wins == 1296
    for one in (tree.root, node):
        assert one.total == sum(len(history) + 1 for history, below in one.walk() if below.wins)
    heavy = bg.CustomGame(range(3), range(3), lambda g, s: abs(g - s), win=0, weights=[6, 1, 2])
    assert bg.build_tree(heavy, "first").root.total == 6 * 1 + 1 * 2 + 2 * 2
    assert len(list(tree.root.walk())) == len(tree)
    for history, walked in tree.root.walk():
        assert tree.root.at(history) == walked
        if len(history) == 2:
            break
    with pytest.raises(bg.errors.ContradictionError, match="the tree plays 1122 where the history has 1234"):
        tree.root.at(game.as_history("1234:1.0"))
    with pytest.raises(bg.errors.FeedbackError, match=r"expected a feedback that 4 pegs can give, got '3.1'"):
        tree.root.after("3.1")
    assert tree.root.after((1, 0)) == tree.root.after("1.0")


def test_following_one_path_costs_one_path() -> None:
    """A lazy tree asks its strategy only where it is walked."""
    asked = list[str]()

    def counting(position: bg.Position) -> str:
        asked.append(str(position.history))
        return str(position.candidates[0])

    game = bg.game("mastermind(4,6)")
    node = bg.lazy_tree(game, OwnStrategy("counting", counting))
    history = node.play(partial(opposite, game, "6543"))
    assert len(asked) == len(history)
    assert node.size == 1296


def test_play_says_when_answers_contradict_each_other() -> None:
    """A scorer that lies is found out, with the answers so far."""
    game = bg.game("mastermind(4,6)")
    for node in (bg.lazy_tree(game, "minimax"), bg.build_tree(game, "minimax").root):
        with pytest.raises(bg.errors.ContradictionError, match=r"the answers 1122:0.0 .* contradict each other"):
            node.play(lambda guess: "0.0")
    lazy = bg.lazy_tree(game, OwnStrategy("x", lambda p: "1111" if len(p.history) < 1 else "1112"))
    with pytest.raises(bg.errors.ContradictionError, match="1112 cannot be the secret"):
        lazy.play({"1111": "0.0", "1112": "4.0"}.__getitem__)


@given(any_games, st.sampled_from(["first", "random", "entropy"]))
def test_trees_come_back_from_files(tmp_path_factory: pytest.TempPathFactory, game: bg.Game, name: str) -> None:
    """read(write(tree)) = tree, figures included."""
    path = tmp_path_factory.mktemp("trees") / "tree.json"
    tree = bg.build_tree(game, name)
    tree.save(path)
    loaded, written = bg.load_tree(path), with_file(tree.as_text(), path)
    assert loaded == written
    assert loaded.figures == written.figures == replace(tree.figures, game=loaded.game, first_guess=loaded.first_guess)
    assert paths_of(loaded) == paths_of(tree.as_text())
    paths = [[*map(game.text, (secret, *found))] for secret, found in paths_of(tree).items()]
    assert paths == [[secret, *found] for secret, found in paths_of(loaded).items()]
    if game.as_text() is game:
        assert loaded == tree
        assert loaded.figures == tree.figures


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


def test_files_with_a_good_checksum_and_bad_nodes_are_refused(tmp_path: Path) -> None:
    """What the checksum cannot see, the shape and the figures do."""
    path = tmp_path / "tree.json"
    bg.build_tree(bg.game("mastermind(2,2)"), "first").save(path)
    for change in (
        {"depth": [1, 2, 2, 4]},
        {"depth": [1, 2, 2]},
        {"branch": [0, 0, 2, 99]},
        {"branch": [0, 0, 2, -1]},
        {"branch": [0, 0, 2, 2**70]},
        {"branch": [0, 0, 2, True]},
        {"wins": [0, 0, 0, 0]},
        {"wins": [1, 1, 1, 2]},
        {"depth": [1, 2, 2, 2]},
        {"depth": [1, 2, 2, 3.0]},
        {"guess": 3},
        {"guess": [1, 2, 3, 4]},
        {"lost": [0, 0, 0, 1]},
    ):
        document = json.loads(path.read_text())
        document["nodes"] |= change
        (tmp_path / "bad.json").write_text(sealed(document))
        with pytest.raises(bg.errors.FileError, match="not a tree of bestguess"):
            bg.load_tree(tmp_path / "bad.json")


@pytest.mark.parametrize(
    "change",
    [
        {"goal": "identify"},
        {"rule": "hard"},
        {"costs": {"unit": "s"}},
        {"labels": []},
        {"more": 1},
        {"strategy": 7},
        {"history": "11:0.0"},
        {"history": [["11"]]},
        {"limit": 2},
        {"limit": "2"},
        {"secret_names": [["11", "12", "13"]]},
        {"feedbacks": ["0.0", 1, 2, 3]},
        {"game_files": {}},
        {"figures": {}},
        {"figures": []},
    ],
)
def test_what_a_tree_may_not_say(tmp_path: Path, change: dict[str, Any]) -> None:
    """Members that are not known or of the wrong kind are refused in one line: they may mean anything."""
    path = tmp_path / "tree.json"
    bg.build_tree(bg.game("mastermind(2,2)"), "first").save(path)
    path.write_text(sealed({**json.loads(path.read_text()), **change}))
    with pytest.raises(bg.errors.FileError, match="not a tree of bestguess"):
        bg.load_tree(path)
    with pytest.raises(bg.errors.FileError):
        bg.check_file(path)


def test_a_tree_carries_its_history_and_what_it_loses(tmp_path: Path) -> None:
    """Codes may hold anything; the limit of guesses, what is lost and its weight come back from the file."""
    codes = ["a b", "c:d", 'e"f', "g,h", "\u202ei", "j\nk"]
    game = bg.CustomGame(
        codes, codes, lambda g, s: "it is" if g == s else "not: it", "it is", weights=[9, 5, 4, 3, 2, 1]
    )
    whole = bg.build_tree(game, "first")
    nodes = (whole.guess[:2], whole.branch[:2], whole.depth[:2], whole.wins[:2])
    tree = tree_of(bg.Position(game, [("g,h", "not: it")]), "short", False, nodes)
    assert (tree.lost, tree.node_lost.tolist(), tree.node_lost_weight.tolist()) == (None, [0, 3], [0, 7])
    tree = replace(tree, limit=2)
    tree.save(tmp_path / "tree.json")
    loaded = bg.load_tree(tmp_path / "tree.json")
    assert loaded == with_file(tree.as_text(), tmp_path / "tree.json")
    assert loaded.history == tree.history
    assert (loaded.figures.lost, loaded.figures.lost_weight, loaded.figures.secrets) == (3, 7, 5)
    document = json.loads((tmp_path / "tree.json").read_text())
    assert (document["limit"], document["max_guesses"], document["history"]) == (2, 2, [["g,h", "not: it"]])


@pytest.mark.parametrize("rows", [1, 3, 4, 5, 20])
def test_the_limit_of_a_tree_is_what_is_left_of_the_rows(tmp_path: Path, rows: int) -> None:
    """Also where nothing is lost; the checker finds the same figures."""
    path = tmp_path / "tree.json"
    tree = bg.build_tree(bg.game(f"mastermind(3,4,rows={rows})"), "entropy")
    tree.save(path)
    document = json.loads(path.read_text())
    assert (document["limit"], document["max_guesses"]) == (rows, None)
    assert bg.load_tree(path) == tree
    checked = bg.check_file(path)
    assert (checked.limit, checked.lost, checked.total) == (rows, tree.figures.lost, tree.figures.total)
    assert checked.secrets == 64


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A folder that is not there is an error, and leaves nothing behind."""
    tree = bg.build_tree(bg.game("mastermind(2,2)"), "first")
    with pytest.raises(bg.errors.FileError, match="cannot be written: No such file"):
        tree.save(tmp_path / "nowhere" / "tree.json")
    tree.save(tmp_path / "tree.json")
    assert [path.name for path in tmp_path.iterdir()] == ["tree.json"]


def test_progress_and_interruption() -> None:
    """Progress is told for strategies that are called, and what it raises ends the work."""
    told = list[tuple[int, int]]()
    game = bg.game("mastermind(2,3)")
    bg.build_tree(game, OwnStrategy("own", lambda p: p.candidates[0]), progress=lambda a, b: told.append((a, b)))
    assert told[-1] == (9, 9)


def test_deep_trees() -> None:
    """A game whose guesses split nothing makes a tree as deep as it has secrets, deeper than Python may recurse."""
    size = sys.getrecursionlimit() + 100
    game = bg.CustomGame(range(size), range(size), lambda g, s: g == s, True)
    tree = bg.build_tree(game, "first")
    assert tree.figures.worst == size
    assert tree.root.height == size
    assert np.array_equal(tree.depth, np.arange(1, size + 1))


@unix
def test_links_are_followed_and_pipes_are_written_to(tmp_path: Path) -> None:
    """A file that is a link stays one; what is no regular file is never replaced."""
    tree = bg.build_tree(bg.game("mastermind(2,2)"), "first")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    tree.save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert bg.load_tree(tmp_path / "real.json") == tree
    os.mkfifo(tmp_path / "pipe")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        read = pool.submit((tmp_path / "pipe").read_text)
        tree.save(tmp_path / "pipe")
        assert read.result(timeout=60) == (tmp_path / "real.json").read_text()
    assert (tmp_path / "pipe").is_fifo()


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
        [bg.symmetries.Symmetry(lambda code: "aa")],
        [bg.symmetries.Symmetry(lambda code: "zz")],
    ],
)
def test_unsound_symmetries_are_refused(symmetries: Symmetries) -> None:
    """Positions, symbols or images that the game does not have are said, not met as a crash."""
    words = [a + b for a in "ab" for b in "ab"]
    game = bg.CustomGame(words, words, lambda g, s: g == s, True, symmetries=symmetries)
    with pytest.raises(bg.errors.GameError, match="the symmetries of custom are not sound"):
        bg.build_tree(game, "entropy")


def test_long_words_are_no_hindrance() -> None:
    """Words of thirteen letters that may all change places: the symmetries are used as far as they are cheap."""
    words = ["a" * i + "b" + "a" * (12 - i) for i in range(13)][::-1]
    symmetries = bg.symmetries.CodeSymmetries(positions=(tuple(range(13)),))
    game = bg.CustomGame(words, words, lambda g, s: g == s, True, symmetries=symmetries)
    assert bg.build_tree(game, "entropy").figures.worst == 13


def test_nothing_follows_a_win() -> None:
    """The error does not say that no secret gives the winning feedback."""
    lazy = bg.lazy_tree("mm2x3", "first")
    with pytest.raises(bg.errors.HistoryError, match="the game is won"):
        lazy.after("2.0")
    with pytest.raises(bg.errors.HistoryError, match="the game is won"):
        bg.build_tree("mm2x3", "first").root.after("2.0")


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


def test_figures_of_a_tree_are_copies() -> None:
    """Who changes a distribution changes no tree."""
    tree = bg.build_tree("mm2x3", "minimax")
    tree.distribution.clear()  # type: ignore[attr-defined]
    assert sum(tree.distribution.values()) == 9
