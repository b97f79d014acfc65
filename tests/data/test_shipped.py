"""What ships as data: that it is true, that it can be made again, and who follows the plans."""

import json
import os
import random
import zlib
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.data import (
    ATLAS,
    OBJECTIVES,
    PLANS,
    PUZZLES,
    STRATEGIES_WITH_PLANS,
    atlas_source,
    known_figures,
    known_first_guess,
    known_objective_rows,
    known_plan,
    known_puzzle_rows,
    plan_file,
    plan_node,
    read_document,
)
from bestguess.games import Selection
from bestguess.puzzles import KINDS, puzzle_of, row_of_puzzle, shipped_puzzles
from bestguess.stats.points import Point, Way, make_tree, point_of, shipped_points
from bestguess.trees.files import is_defined_by_text, load_tree
from scripts import load_script
from versions import numbers

WHOLE = bool(os.environ.get("BESTGUESS_VERIFY"))
NAMESAKE = bg.CustomGame("ab", "ab", lambda g, s: g == s, win=True, name="mastermind(4,6)")


def size_of(name: str) -> int:
    """The bytes of a shipped file, as packages compress it."""
    return len(zlib.compress(files("bestguess.data").joinpath(name).read_bytes()))


@pytest.mark.parametrize(("name", "most"), [(ATLAS, 60_000), (OBJECTIVES, 5_000), (PUZZLES, 50_000)])
def test_documents_say_who_made_them(name: str, most: int) -> None:
    """With the version and the command, in a small file."""
    document = read_document(name)
    assert (0, 1, 0) <= numbers(document["version"]) <= numbers(bg.__version__)
    assert document["command"] == "make values"
    assert size_of(name) < most


# Plans

FILES = sorted(Path(str(files("bestguess.data").joinpath(PLANS))).iterdir())
QUICK = ["mastermind(3,6)", "mastermind(3,8)", "mastermind(4,6)", "mastermind(4,6,secrets=distinct)", "bullscows(3,10)"]
QUICK_FILES = {plan_file(game, strategy) for game in QUICK for strategy in STRATEGIES_WITH_PLANS}
REBUILT = [path for path in FILES if WHOLE or path.name in QUICK_FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_plan_is_what_it_says(path: Path) -> None:
    """A file states its version and its command, is named after its game, and the checker finds it true."""
    document = json.loads(path.read_bytes())
    game, strategy = document["game"], document["strategy"]
    assert document["format_version"] == 2
    assert (0, 1, 0) <= numbers(document["version"]) <= numbers(bg.__version__)
    assert document["command"].startswith(f"bestguess tree build '{game}' --strategy {strategy} ")
    assert path.name == plan_file(game, strategy)
    checked = bg.check_file(path)
    assert (checked.game, checked.strategy, checked.total) == (game, strategy, document["figures"]["total"])
    plan = known_plan(bg.game(game), strategy)
    assert plan == load_tree(path)
    assert plan is known_plan(bg.game(game).with_rows(12), strategy)


def test_every_plan_has_a_strategy_that_asks_for_it() -> None:
    """Both strategies of every game, and nothing else, in an eighth of a megabyte."""
    games = {json.loads(path.read_bytes())["game"] for path in FILES}
    assert {path.name for path in FILES} == {
        plan_file(game, strategy) for game in games for strategy in STRATEGIES_WITH_PLANS
    }
    assert sum(size_of(f"{PLANS}/{path.name}") for path in FILES) < 140_000
    assert set(QUICK) < games
    assert {path.name for path in REBUILT} >= QUICK_FILES


@pytest.mark.parametrize("path", REBUILT, ids=lambda path: path.name)
def test_plans_are_what_the_search_finds(path: Path) -> None:
    """Building the tree anew gives the same nodes: the quick ones always, all of them in `make verify`."""
    plan = load_tree(path)
    assert bg.build_tree(bg.game(plan.game), plan.strategy) == plan


def test_what_has_no_plan() -> None:
    """Other games, other strategies, histories that leave the plan, and what no secret answers: None."""
    game = bg.game("mastermind(4,6)")
    assert known_plan(bg.game("mastermind(4,5)"), "optimal") is None
    assert known_plan(game, "entropy") is None
    assert known_plan(NAMESAKE, "optimal") is None
    assert plan_node(bg.game("mastermind(4,5)"), bg.History(), "optimal") is None
    for text in ("1122:1.0", "1123:1.1 1111:1.0", "1123:4.0"):
        assert plan_node(game, game.as_history(text), "optimal") is None


@pytest.mark.parametrize("by", STRATEGIES_WITH_PLANS)
def test_strategies_follow_the_plan(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the plan is followed, moves, watching and advice are the plan's, without a search; else they are solved."""
    game = bg.game("bullscows(4,10)")

    def refused(position: bg.Position, *args: object, **options: object) -> bg.Result:
        raise bg.errors.StrategyError("searched")

    monkeypatch.setattr("bestguess.solve.optimal.optimum", refused)
    plan = known_plan(game, by)
    assert plan is not None
    assert [step.guess for step in bg.watch(game, "9182", by)] == [row.guess for row in plan.play("9182")]
    for options in ({"consistent": True}, {"first_guess": "0011"}):
        with pytest.raises(bg.errors.StrategyError):
            list(bg.watch(game, "9182", by, **options))
    with pytest.raises(bg.errors.StrategyError, match="searched"):
        bg.best_guess(game, "1234:0.1", by=by)
    with pytest.raises(bg.errors.StrategyError, match="searched"):
        bg.build_tree(game, by)  # figures are never those of a plan that was looked up


@pytest.mark.parametrize("by", STRATEGIES_WITH_PLANS)
@pytest.mark.parametrize("text", ["", "0123:0.1", "0123:0.1 1456:0.1"])
def test_advice_by_a_plan_is_certain(by: str, text: str) -> None:
    """The choice is the plan's, certain, and among the suggestions; by `optimal` it is the first, and proven."""
    game = bg.game("bullscows(4,10,rows=9)")
    history = game.as_history(text)
    node = plan_node(game, history, by)
    assert node is not None
    advice = bg.advise(game, history, by=by)
    assert (advice.choice, advice.certain) == (node.guess, True)
    assert node.guess in [one.guess for one in advice.suggestions]
    if by == "optimal":
        assert (advice.best.guess, advice.best.expected_range.lower) == (
            node.guess,
            Fraction(int(node.total), node.size),
        )
        assert advice.best.proven


def test_consistent_advice_has_no_plan() -> None:
    """A plan may play what cannot win, so consistent advice does not follow it."""
    game = bg.game("mastermind(4,6)")
    for by in STRATEGIES_WITH_PLANS:
        plan = known_plan(game, by)
        assert plan is not None
        history, guess = next((history, node.guess) for history, node in plan.root.walk() if not node.wins)
        assert bg.advise(game, history, by=by).choice == guess
        assert guess not in [one.guess for one in bg.advise(game, history, by=by, consistent=True).suggestions]


def test_rules_of_ones_own_have_no_plan() -> None:
    """A class made from Mastermind may take its text, but none of what ships is true of it, and no checker knows it."""

    class ExactOnly(bg.Mastermind):
        """Only exact pegs are counted."""

        family = "mastermind"

        def score(self, guess: str, secret: str) -> str:
            return f"{sum(map(str.__eq__, guess, secret))}.0"

        def kernel(self) -> None:
            return None

    game = ExactOnly(4, 6)
    assert str(game) == "mastermind(4,6)"
    assert all(known_plan(game, strategy) is None for strategy in STRATEGIES_WITH_PLANS)
    assert known_first_guess(game) is None
    assert known_figures(game, "minimax") is None
    assert not is_defined_by_text(game)
    few = Selection(game, ["1122", "1212"], ["1212"]).table
    assert few.feedbacks[few.ordinals[0, 0]] == "2.0"


# The atlas

GREEDY = ["first", "minimax", "expected-size", "entropy", "most-parts"]
PROVEN = ["optimal", "optimal-worst"]
COLUMNS: dict[str, dict[str, str]] = read_document(ATLAS)["strategies"]
SMALL = [text for text in COLUMNS["first"] if len(bg.game(text).secrets) <= (4096 if WHOLE else 130)]


@pytest.mark.parametrize("text", SMALL)
def test_figures_are_computed_again(text: str) -> None:
    """Small sizes, and many more in `make verify`: each figure that ships is that of the tree, and none is left out."""
    game = bg.game(text)
    for consistent in (False, True):
        for figures in bg.compare(game, GREEDY, consistent=consistent):
            assert known_figures(game, figures.strategy, consistent) == figures
        for name in PROVEN:
            shipped = known_figures(game, name, consistent)
            assert shipped is not None or len(game.secrets) > 130
            if shipped is not None and len(game.secrets) <= 1300:
                assert shipped == bg.build_tree(game, name, consistent=consistent).figures


def test_common_sizes_are_there() -> None:
    """Every one-step strategy on every game with up to 65,536 codes."""
    pegs = [bg.game(f"mastermind({p},{c})") for p in range(1, 9) for c in range(1, 17)]
    digits = [bg.game(f"bullscows({p},{d})") for p in range(1, 9) for d in range(p, 17)]
    known = {str(game) for game in [*pegs, *digits] if len(game.secrets) <= 2**16}
    for name in GREEDY:
        assert set(COLUMNS[name]) == set(COLUMNS[f"{name} consistent"]) == known
    assert set(COLUMNS) == {name + rest for name in [*GREEDY, *PROVEN] for rest in ("", " consistent")}
    assert set(atlas_source()) == {"version", "command", "date"}


def test_figures_agree_with_the_proven_optima() -> None:
    """On every size the counts add up to the secrets, and no strategy beats what is proven to be the best."""
    for text in COLUMNS["first"]:
        game = bg.game(text)
        for column in COLUMNS:
            name, _, rest = column.partition(" ")
            found = known_figures(game, name, bool(rest))
            best = known_figures(game, "optimal", bool(rest))
            assert found is None or found.secrets == len(game.secrets)
            assert found is None or best is None or found.total >= best.total


def test_what_is_not_in_the_atlas() -> None:
    """Larger games, other secrets and other strategies: None. Rows do not matter."""
    for text in ("mastermind(8,16)", "mastermind(4,6,secrets=distinct)", "twod(5)"):
        assert known_figures(bg.game(text), "minimax") is None
    assert known_figures(bg.game("mastermind(4,6)"), "random") is None
    shipped = known_figures(bg.game("mastermind(4,6,rows=8)"), "optimal-worst")
    assert shipped is not None
    assert (str(shipped), shipped.first_guess) == ("5626:5:563", "1123")


# What ways of playing cost

NODES = 10**6 if WHOLE else 600


@pytest.mark.parametrize("text", ["mastermind(4,6)", "bullscows(3,10)"])
def test_points_are_computed_again(text: str) -> None:
    """Every point whose proof is short, and all of them in `make verify`."""
    game = bg.game(text)
    again = 0
    for way, shipped in shipped_points(game).items():
        try:
            tree = make_tree(game, way, NODES, 1)
        except bg.errors.SizeError:
            continue
        assert point_of(game, way, tree, NODES) == shipped
        again += 1
    assert again > 8


@pytest.mark.parametrize("text", read_document(OBJECTIVES)["games"])
def test_points_agree_with_each_other(text: str) -> None:
    """All secrets are found; no mean is below that of `optimal`, and nothing loses less than what is proven to."""
    game = bg.game(text)
    found = {way: point for way, point in shipped_points(game).items() if isinstance(point, Point)}
    free = [point for way, point in found.items() if way.within is None]
    assert {sum(point.secrets) for point in found.values()} == {len(game.secrets)}
    best, worst = found.get(Way("optimal")), found.get(Way("optimal-worst"))
    for point in free:
        assert best is None or point.total >= best.total
        assert worst is None or (point.worst, point.total) >= (worst.worst, worst.total)
    for within, point in ((way.within, point) for way, point in found.items() if way.within is not None):
        assert min(one.chance_to_lose(within) for one in free) >= point.chance_to_lose(within)


def test_points_of_common_games_are_there() -> None:
    """Of these games, with any rows; of no other."""
    for text in ("mastermind(4,6,rows=10)", "bullscows(4,10)", "words(english,5)"):
        assert known_objective_rows(bg.game(text))
    assert Way("optimal-worst") in shipped_points(bg.game("mastermind(4,6,rows=10)"))
    assert known_objective_rows(bg.game("mastermind(4,5)")) == known_objective_rows(NAMESAKE) == []


# Puzzles


@pytest.mark.parametrize("game", read_document(PUZZLES)["games"])
@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_that_ship_are_true(game: str, kind: str) -> None:
    """What is said of a position is what is found there now: of a sample always, of all in `make verify`."""
    rows = read_document(PUZZLES)["games"][game][kind]
    for row in rows if WHOLE else random.Random(f"{game} {kind}").sample(rows, min(4, len(rows))):
        found = puzzle_of(bg.Position(game, row[0]), KINDS[kind])
        assert found is not None
        assert _plain(row_of_puzzle(found)) == row


def _plain(value: Any) -> Any:
    """*value* with lists for tuples, as JSON has it."""
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(
    ("game", "kind", "count"),
    [
        ("mastermind(4,6,rows=10)", "only-secret", 20),
        ("mastermind(4,6)", "win-in-two", 3),
        ("mastermind(4,6)", "cannot-lose", 3),
        ("mastermind(4,6)", "best-guess", 3),
        ("mastermind(3,4)", "cannot-lose", 1000),  # fewer ship than were looked for, so there are no more
    ],
)
def test_a_puzzle_of_the_data_is_the_puzzle_that_is_made(game: str, kind: str, count: int) -> None:
    """Reading gives what making gives, puzzle by puzzle, from the first one on."""
    assert shipped_puzzles(bg.game(game), KINDS[kind], count, 1) == tuple(bg.puzzles.make(game, kind, count, 1))


def test_which_puzzles_ship() -> None:
    """Fifty of each kind for Mastermind, written as `make values` writes them; none for other seeds."""
    document = read_document(PUZZLES)
    assert {len(rows) for rows in document["games"]["mastermind(4,6)"].values()} == {50}
    script = load_script("values")
    assert document["counts"] == script.PUZZLE_GAMES
    written = script.puzzles_text(document["games"]).replace(bg.__version__, document["version"], 1)
    assert written == files("bestguess.data").joinpath(PUZZLES).read_text("utf-8")
    for game, count, seed in (("mm4x6", 51, 1), ("mm4x6", 5, 2), ("mm4x5", 5, 1)):
        assert known_puzzle_rows(bg.game(game), "win-in-two", count, seed) is None
    assert known_puzzle_rows(NAMESAKE, "win-in-two", 5, 1) is None
