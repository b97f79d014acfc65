"""Plans that ship: that they are true, that they can be made again, and who follows them."""

import json
import os
import zlib
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.data import known_figures, known_first_guess
from bestguess.data.plans import FOLDER, PLANNED, known_plan, plan_file, plan_node
from bestguess.games import Selection
from bestguess.table import Table
from bestguess.trees.files import is_known_by_text, load_tree
from scripts import load_script
from versions import numbers

FILES = sorted(Path(str(files("bestguess.data").joinpath(FOLDER))).iterdir())
QUICK = ["mastermind(3,6)", "mastermind(3,8)", "mastermind(4,6)", "mastermind(4,6,secrets=distinct)", "bullscows(3,10)"]
WHOLE = bool(os.environ.get("BESTGUESS_VERIFY"))
QUICK_FILES = {plan_file(game, strategy) for game in QUICK for strategy in PLANNED}
REBUILT = [path for path in FILES if WHOLE or path.name in QUICK_FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_what_it_says(path: Path) -> None:
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


def test_every_file_has_a_strategy_that_asks_for_it() -> None:
    """Both strategies of every game, and nothing else, in an eighth of a megabyte as packages compress them."""
    games = {json.loads(path.read_bytes())["game"] for path in FILES}
    assert {path.name for path in FILES} == {plan_file(game, strategy) for game in games for strategy in PLANNED}
    assert sum(len(zlib.compress(path.read_bytes())) for path in FILES) < 140_000
    assert set(QUICK) < games
    assert {path.name for path in REBUILT} >= QUICK_FILES


@pytest.mark.parametrize("path", REBUILT, ids=lambda path: path.name)
def test_plans_are_what_the_search_finds(path: Path) -> None:
    """Building the tree anew gives the same nodes: the quick ones always, all of them in `make verify`."""
    plan = load_tree(path)
    assert bg.build_tree(bg.game(plan.game), plan.strategy) == plan


def test_five_guesses_for_every_secret() -> None:
    """Played move by move, `optimal-worst` finds each secret of mastermind(4,6) within 5 guesses, 5626 in all."""
    game = bg.game("mastermind(4,6,rows=10)")
    total = 0
    for secret in game.secrets:
        history, heights = bg.History(), []
        while not history or history[-1].feedback != game.win:
            move = plan_node(game, history, "optimal-worst")
            assert move is not None
            heights.append(move.height)
            history += bg.Row(move.guess, game.score(move.guess, secret))
        assert len(history) <= 5
        assert all(len(history) - number <= height for number, height in enumerate(heights))
        total += len(history)
    assert total == 5626


def test_what_has_no_plan() -> None:
    """Other games, other strategies, histories that leave the plan, and what no secret answers: None."""
    game = bg.game("mastermind(4,6)")
    start = bg.History()
    assert known_plan(bg.game("mastermind(4,5)"), "optimal") is None
    assert known_plan(game, "entropy") is None
    namesake = bg.CustomGame("ab", "ab", lambda g, s: g == s, win=True, name="mastermind(4,6)")
    assert known_plan(namesake, "optimal") is None
    assert plan_node(bg.game("mastermind(4,5)"), start, "optimal") is None
    for text in ("1122:1.0", "1123:1.1 1111:1.0", "1123:4.0"):
        assert plan_node(game, game.parse_history(text), "optimal") is None


@pytest.mark.parametrize("by", PLANNED)
def test_strategies_follow_the_plan(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the plan is followed, moves, watching and advice are the plan's, without a search; else they are solved."""
    game = bg.game("bullscows(4,10)")
    searched = list[bg.Position]()

    def refused(position: bg.Position, *args: object, **options: object) -> bg.Result:
        searched.append(position)
        raise bg.errors.StrategyError("searched")

    monkeypatch.setattr("bestguess.solve.optimal.optimum", refused)
    steps = [step.guess for step in bg.watch(game, "9182", by)]
    plan = known_plan(game, by)
    assert plan is not None
    assert steps == [row.guess for row in plan.play("9182")]
    assert not searched
    for options in ({"consistent": True}, {"first_guess": "0011"}):
        with pytest.raises(bg.errors.StrategyError):
            list(bg.watch(game, "9182", by, **options))
    with pytest.raises(bg.errors.StrategyError, match="searched"):
        bg.best_guess(game, "1234:0.1", by=by)
    with pytest.raises(bg.errors.StrategyError, match="searched"):
        bg.build_tree(game, by)  # figures are never those of a plan that was looked up


@pytest.mark.parametrize("by", PLANNED)
@pytest.mark.parametrize("text", ["", "0123:0.1", "0123:0.1 1456:0.1"])
def test_advice_by_a_plan_is_certain(by: str, text: str) -> None:
    """The choice is the plan's, certain, and among the suggestions; by `optimal` it is the first, and proven."""
    game = bg.game("bullscows(4,10,rows=9)")
    history = game.parse_history(text)
    move = plan_node(game, history, by)
    assert move is not None
    advice = bg.advise(game, history, by=by)
    assert (advice.choice, advice.certain) == (move.guess, True)
    assert move.guess in [one.guess for one in advice.suggestions]
    if by == "optimal":
        plan = known_plan(game, by)
        assert plan is not None
        node = plan.root.at(history)
        assert (advice.best.guess, advice.best.expected.lower) == (move.guess, Fraction(int(node.total), node.size))
        assert advice.best.proven


def test_consistent_advice_has_no_plan() -> None:
    """A plan may play what cannot win, so consistent advice does not follow it."""
    game = bg.game("mastermind(4,6)")
    for by in PLANNED:
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
    assert all(known_plan(game, strategy) is None for strategy in PLANNED)
    assert known_first_guess(game) is None
    assert known_figures(game, "minimax") is None
    assert not is_known_by_text(game)
    few = Table.of_selection(Selection(game, ["1122", "1212"], ["1212"]))
    assert few.feedbacks[few.ordinals[0, 0]] == "2.0"


def test_plans_can_be_written_again_in_the_format_of_today(tmp_path: Path) -> None:
    """`tools/plans.py --rewrite` changes nothing in a plan of this format."""
    plans = load_script("plans")
    path = tmp_path / FILES[0].name
    path.write_bytes(FILES[0].read_bytes())
    plans.rewrite_plan(path)
    assert path.read_bytes() == FILES[0].read_bytes()
