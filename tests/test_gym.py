import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import Code
from bestguess.gym import ENVIRONMENT_IDS, GameEnv, GameVectorEnv
from objects import GAMES
from plain import is_allowed
from worlds import any_games, fault_game, question_games, ruled_games

MANY = [
    {"game": "balance(4)"},
    {"game": "table(examples/faults.csv,goal=identify)", "max_steps": 3, "reward": "loss"},
    {"game": "mastermind(3,4,rows=5)", "mask": "consistent", "illegal": "lose"},
    {"game": "mastermind(3,4,rule=strict)", "illegal": "lose", "penalty": 2},
    {"game": "words(english,4,rule=hard,rows=6)", "illegal": "lose"},
    {"game": "numbers(20)", "mask": None},
]


def play(env: GameEnv, secret: Code, *guesses: Code) -> tuple[Any, ...]:
    """What the last of *guesses* brings when they are made against *secret*."""
    env.reset(options={"secret": secret})
    return [env.step(env.position.table.guesses.index(guess)) for guess in guesses][-1]


# What gymnasium asks of environments


@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in ENVIRONMENT_IDS), *(("bestguess/Game-v0", options) for options in MANY)],
)
def test_environments_follow_the_interface(name: str, options: dict[str, Any]) -> None:
    """Every registered environment passes gymnasium's own checks, as any game does; pytest makes warnings errors."""
    check_env(gymnasium.make(name, **options).unwrapped)


@pytest.mark.parametrize("name", ENVIRONMENT_IDS)
def test_vector_environments_are_registered(name: str) -> None:
    """`make_vec` makes the vector environment, with the spaces that gymnasium would give it; wrappers work on it."""
    envs = gymnasium.make_vec(name, num_envs=3)
    plain = gymnasium.make_vec(name, num_envs=3, vectorization_mode="sync")
    assert isinstance(envs.unwrapped, GameVectorEnv)
    assert envs.metadata["autoreset_mode"] is plain.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    for space in ("action_space", "observation_space", "single_action_space", "single_observation_space"):
        assert getattr(envs, space) == getattr(plain, space)
    wrapped = DictInfoToList(RecordEpisodeStatistics(envs))
    board, _ = wrapped.reset(seed=1)
    envs.action_space.seed(1)  # of which none finds a secret
    lengths = []
    for _ in range(25):
        assert board in envs.observation_space
        board, _, ended, _, infos = wrapped.step(envs.action_space.sample())
        lengths += [info["episode"]["l"] for info, over in zip(infos, ended, strict=True) if over]
    assert set(lengths) == {envs.single_observation_space["used"].n - 1}  # type: ignore[index]
    envs.close()
    plain.close()


def test_boards_returned_are_not_changed_later() -> None:
    """What a step of many environments returned stays as it is."""
    envs = GameVectorEnv("mastermind(2,3,rows=2)", num_envs=4, mask="consistent", illegal="lose")
    kept: list[Any] = [envs.reset(seed=1), *(envs.step(envs.action_space.sample()) for _ in range(6))]
    copies = [tuple(np.copy(board[name]) for name in board) for board, *_ in kept]
    masks = [kept[place][-1]["action_mask"].copy() for place in range(7)]
    for _ in range(5):
        envs.step(envs.action_space.sample())
    for (board, *_, infos), copied, mask in zip(kept, copies, masks, strict=True):
        assert all((board[name] == values).all() for name, values in zip(board, copied, strict=True))
        assert (infos["action_mask"] == mask).all()


def test_without_gymnasium_one_line_says_what_to_install() -> None:
    """The import fails with one sentence, and `import bestguess` does not."""
    code = "import sys; sys.modules['gymnasium'] = None; import bestguess, bestguess.gym"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last == "ImportError: bestguess.gym needs gymnasium 1.1 or later: pip install 'bestguess[gym]'"


# One environment and many


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """A game of any kind, and options that suit it."""
    weighings = st.sampled_from(["balance(3)", "balance(4,find=coin)", "numbers(9)"]).map(bg.game)
    game = draw(st.one_of(any_games, question_games(), ruled_games(), weighings))
    return {
        "game": game.with_rows(draw(st.sampled_from([None, 1, 2, 5]))),
        "max_steps": draw(st.sampled_from([None, 1, 4])),
        "mask": draw(st.sampled_from([None, "rule", "consistent"] if game.goal == "hit" else [None, "rule"])),
        "reward": draw(st.sampled_from(["guesses", "loss"] if len(game.guesses) < 100 else ["guesses"])),
        "illegal": draw(st.sampled_from(["error", "lose"])),
        "penalty": draw(st.sampled_from([0, 3.5])),
    }


def legal(env: GameEnv, mask: str | None) -> list[int]:
    """The legal actions, by the words of the rules."""
    table, position = env.position.table, env.position
    if mask == "consistent":
        wins = [(guess, secret) for guess in table.guesses for secret in position.candidates]
        could = {guess for guess, secret in wins if table.game.score(guess, secret) == table.game.win}
        return [index for index, guess in enumerate(table.guesses) if guess in could]
    rows = position.history
    return [index for index, guess in enumerate(table.guesses) if is_allowed(table.game, guess, rows)]


def same(one: Any, other: Any) -> bool:
    """Whether two observations or infos are equal, types and all."""
    return bool(data_equivalence(one, other, exact=True))


@given(setups(), st.integers(0, 2**32))
def test_many_environments_do_as_one(options: dict[str, Any], seed: int) -> None:
    """The same secrets and actions give the same boards, rewards, ends and infos, over several episodes."""
    rng, count = random.Random(seed), 3
    envs, singles = GameVectorEnv(**options, num_envs=count), [GameEnv(**options) for _ in range(count)]
    secrets = [rng.choice(options["game"].secrets) for _ in range(count)]
    boards, infos = envs.reset(seed=seed, options={"secret": secrets})
    begun = [env.reset(options={"secret": secret}) for env, secret in zip(singles, secrets, strict=True)]
    over = [False] * count
    for _ in range(9):
        masked = [legal(env, options["mask"]) for env in singles]
        compare(envs, boards, infos, begun)
        if options["mask"] is not None:
            assert [np.flatnonzero(row).tolist() for row in infos["action_mask"]] == masked
        every = options["illegal"] == "lose" and rng.random() < 0.5
        actions = [rng.randrange(len(options["game"].guesses)) if every else rng.choice(some) for some in masked]
        boards, rewards, ended, cut, infos = envs.step(np.array(actions))
        begun = []
        for place, env in enumerate(singles):
            if over[place]:
                begun.append(env.reset(options={"secret": envs.secrets[place]}))
                expected = (0.0, False, False)
            else:
                board, *expected, info = env.step(actions[place])  # type: ignore[assignment]
                begun.append((board, info))
            assert (rewards[place], ended[place], cut[place]) == tuple(expected)
            over[place] = bool(ended[place] or cut[place])


def compare(envs: GameVectorEnv, boards: Any, infos: Any, singles: list[tuple[Any, dict[str, Any]]]) -> None:
    """Boards and infos of *envs* are those of *singles* put together as gymnasium does it."""
    assert boards in envs.observation_space
    for place, (board, _) in enumerate(singles):
        assert same({name: boards[name][place] for name in boards}, board)
    expected: dict[str, Any] = {}
    for place, (_, info) in enumerate(singles):
        expected = envs._add_info(expected, info, place)
    for name, values in expected.items():
        assert values.dtype == infos[name].dtype, name
        assert (values == infos[name]).all(), name
    for name in infos.keys() - expected.keys():  # said of no environment
        assert not infos[name if name.startswith("_") else f"_{name}"].any(), name


@pytest.mark.parametrize("game", ["mastermind(3,4,rows=4)", "words(english,4,rows=3)"])
def test_a_seed_gives_the_same_episodes(game: str) -> None:
    """The same seed and actions: the same boards, for one and for many; another seed: others."""

    def boards(seed: int) -> list[Any]:
        env, envs = GameEnv(game), GameVectorEnv(game, num_envs=50)
        seen: list[Any] = [env.reset(seed=seed)[0], envs.reset(seed=seed)[0], env.secret, envs.secrets]
        for action in range(9):
            seen.append(envs.step(np.full(50, action))[0])
        return [*seen, env.reset()[0], env.secret, envs.secrets]

    assert same(boards(5), boards(5))
    assert not same(boards(5), boards(6))


def test_secrets_are_drawn_by_weight() -> None:
    """A secret that weighs twice as much comes twice as often, one that weighs nothing never."""
    game = bg.CustomGame("abcd", "abcd", lambda guess, secret: guess == secret, win=True, weights=[3, 0, 6, 1])
    envs = GameVectorEnv(game, num_envs=20_000)
    envs.reset(seed=1)
    drawn = Counter(envs.secrets)
    assert set(drawn) == {"a", "c", "d"}
    env = GameEnv(game)
    alone = Counter(env.reset(seed=seed)[1] and env.secret for seed in range(2_000))
    for counts in (drawn, alone):
        assert counts["c"] / counts.total() == pytest.approx(0.6, abs=0.05)
        assert counts["a"] / counts.total() == pytest.approx(0.3, abs=0.05)


# Boards, rewards and ends


def test_a_board_has_symbols_and_feedbacks() -> None:
    """Symbols and feedbacks count from 1, in the order of the game; 0 is an empty row."""
    env = GameEnv("mastermind(3,3,symbols=RGB,rows=3)")
    board, *_, info = play(env, "BBG", "RGB", "GBB")
    assert board["guesses"].tolist() == [[1, 2, 3], [2, 3, 3], [0, 0, 0]]
    table = env.position.table
    assert board["feedbacks"].tolist() == [table.ordinal("0.2") + 1, table.ordinal("1.2") + 1, 0]
    assert board["used"] == 2
    assert (info["guess"], info["feedback"], info["candidates"], info["found"]) == ("GBB", "1.2", 1, False)


def test_any_position_can_be_observed() -> None:
    """`observe` is what an episode shows there; a position of more rows than the board has is refused."""
    env = GameEnv("mastermind(3,3,rows=2)")
    board, *_ = play(env, "332", "123", "331")
    assert same(env.observe(bg.Position("mastermind(3,3)", "123:0.2 331:2.0")), board)
    assert same(env.observe(bg.Position("mastermind(3,3)", "123:0.2 331:2.0").without(1)), board), "an ignored row, too"
    with pytest.raises(bg.errors.HistoryError, match="expected a position with at most 2 rows, got 3"):
        env.observe(bg.Position("mastermind(3,3)", "123:0.2 331:2.0 332:3.0"))


def test_guesses_without_symbols_are_numbers(few: str) -> None:
    """Words have their letters, in their order; a weighing is one number, its index and one more."""
    assert GameEnv(few).observation_space["guesses"].high.max() == len(set("caretpunwhi"))  # type: ignore[index]
    board, *_ = play(GameEnv("balance(4)"), "B-", "A-C", "A-B")
    places = [bg.game("balance(4)").guesses.index(guess) + 1 for guess in ("A-C", "A-B")]
    assert board["guesses"][:2].tolist() == [[place] for place in places]


def test_rows_end_a_game_and_steps_only_an_episode() -> None:
    """The last row of a board terminates, be it found or lost; `max_steps` truncates."""
    lost = play(GameEnv("mastermind(2,3,rows=2)", penalty=5), "33", "11", "12")
    found = play(GameEnv("mastermind(2,3,rows=2)", penalty=5), "33", "11", "33")
    cut = play(GameEnv("mastermind(2,3,rows=5)", max_steps=2, penalty=5), "33", "11", "12")
    free = play(GameEnv("mastermind(2,3)", penalty=5), "33", *["11"] * 20)
    assert [step[1:4] for step in (lost, found, cut, free)] == [
        (-6, True, False),
        (-1, True, False),
        (-1, False, True),
        (-1, False, True),
    ]
    board, *illegal, info = play(GameEnv("mastermind(2,3,rows=6)", mask="consistent", illegal="lose"), "33", "11", "12")
    assert (illegal, board["used"], info["feedback"]) == ([-5, True, False], 1, ""), "as much as all rows that are left"
    assert [step[4]["found"] for step in (lost, found, cut, free)] == [False, True, False, False]
    assert all(step[4]["secret"] == "33" for step in (lost, found, cut, free))


def test_goal_identify_ends_when_it_is_known() -> None:
    """With labels, an episode ends once all that are left mean the same; the reward is what the question costs."""
    env = GameEnv(fault_game())
    _, reward, ended, _, info = play(env, "empty battery", "Is the fuse whole?", "Does the lamp glow?")
    assert (reward, ended, info["found"], info["candidates"]) == (-1, False, False, 3)
    _, reward, ended, _, info = env.step(1)
    assert (reward, ended, info["found"], info["candidates"], info["secret"]) == (-2, True, True, 2, "empty battery")


@pytest.mark.parametrize(
    ("text", "strategy"),
    [("mastermind(3,4)", "first"), ("balance(5)", "first"), ("table(examples/faults.csv,goal=identify)", "entropy")],
)
def test_losses_add_up(text: str, strategy: str) -> None:
    """The losses of a strategy, by weight over all secrets, are its total less the least one: nothing is lost twice."""
    game = bg.game(text)
    env, weights = GameEnv(game, reward="loss"), game.weights or [1] * len(game.secrets)
    tree, sum_of_losses = bg.build_tree(game, strategy), 0.0
    for secret, weight in zip(game.secrets, weights, strict=True):
        env.reset(options={"secret": secret})
        ended = False
        while not ended:
            guess = bg.strategy(strategy).move(env.position).guess
            _, reward, ended, _, info = env.step(env.position.table.guesses.index(guess))
            assert info["proven"]
            sum_of_losses -= weight * float(reward)
    least = bg.optimum(game).total
    assert least is not None
    assert tree.total > least
    assert sum_of_losses == pytest.approx(float(tree.total - least))


def test_boards_as_text() -> None:
    """The render mode ansi draws the board, and says the secret in the end."""
    env = GameEnv("mastermind(2,3,rows=3)", render_mode="ansi")
    env.reset(options={"secret": "32"})
    env.step(1)
    assert env.render() == "mastermind(2,3,rows=3)\n1  12  1.0\n2  ..\n3  .."
    env.step(7)
    assert env.render() == "mastermind(2,3,rows=3)\n1  12  1.0\n2  32  2.0\nThe secret is 32."
    envs = GameVectorEnv("mastermind(2,3,rows=3)", num_envs=2, render_mode="ansi")
    envs.reset(options={"secret": ["32", "11"]})
    envs.step([1, 1])
    envs.step([7, 7])
    assert envs.render() == (env.render(), "mastermind(2,3,rows=3)\n1  12  1.0\n2  32  0.0\n3  ..")
    assert GameEnv("mastermind(2,3)").render() is None


@pytest.mark.parametrize("name", GAMES)
def test_games_over_objects(name: str) -> None:
    """Secrets are named by objects, positions have them, and infos have texts; the table of the game is used."""
    game = GAMES[name]
    env = GameEnv(game, render_mode="ansi")
    assert env._table.ordinals is game.table.ordinals
    check_env(gymnasium.make("bestguess/Game-v0", game=game).unwrapped)
    last = game.secrets[-1]
    env.reset(options={"secret": last})
    assert env.secret == last
    guess = game.guesses[0]
    *_, info = env.step(0)
    assert env.position.history == bg.History([(guess, game.score(guess, last))])
    assert (info["guess"], info["feedback"]) == (game.text(guess), game.text(game.score(guess, last)))
    assert info["guess"] in str(env.render())
    envs = GameVectorEnv(game, num_envs=2)
    envs.reset(options={"secret": [last, game.secrets[0]]})
    assert envs.secrets == (last, game.secrets[0])
    assert envs.step([0, 0])[4]["feedback"][0] == info["feedback"]


def test_secrets_of_built_in_games_are_read_as_everywhere() -> None:
    """As a text or as its symbols; a list has one for each environment."""
    env, envs = GameEnv("mastermind(2,3)"), GameVectorEnv("mastermind(2,3)", num_envs=2)
    for secret in ("32", (3, 2), ["3", "2"]):
        env.reset(options={"secret": secret})
        envs.reset(options={"secret": secret})
        assert (env.secret, envs.secrets) == ("32", ("32", "32"))
    envs.reset(options={"secret": ["32", (1, 1)]})
    assert envs.secrets == ("32", "11")


# What is refused

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "unknown game 'chess'"),
    (
        {"game": "balance(4)", "mask": "consistent"},
        "mask='consistent' does not work with goal=identify: use mask='rule'",
    ),
    ({"mask": "all"}, "expected mask to be 'rule' or 'consistent' or None, got 'all'"),
    ({"max_steps": 0}, "expected max_steps of 1 or more, got 0"),
    ({"penalty": -1}, "expected a penalty of 0 or more, got -1"),
    ({"game": "mastermind(8,16)"}, "over the limit of"),
]


@pytest.mark.parametrize(("options", "message"), WRONG, ids=lambda value: str(value)[:40])
@pytest.mark.parametrize("make", [GameEnv, GameVectorEnv])
def test_wrong_options_are_refused(make: Any, options: dict[str, Any], message: str) -> None:
    """In one line that says what was expected."""
    with pytest.raises(bg.BestguessError) as refused:
        make(**options)
    assert message in str(refused.value)


def test_wrong_actions_are_refused() -> None:
    """What is no action, what is masked, and what comes too early or too late, in one line each."""
    env, envs = GameEnv("mastermind(2,3,rule=strict)"), GameVectorEnv("mastermind(2,3,rule=strict)", num_envs=2)
    early: list[Callable[[], object]] = [lambda: env.step(0), lambda: envs.step([0, 0]), lambda: envs.secrets]
    for too_early in early:
        with pytest.raises(bg.BestguessError, match=r"call reset\(\) before anything else"):
            too_early()
    env.reset(options={"secret": "12"})
    envs.reset(options={"secret": "12"})
    refused: list[tuple[Any, Any, str]] = [
        (env, 9, "expected an action, an integer of 8 at most, got 9"),
        (env, True, "expected an action, an integer of 0 or more, got True"),
        (envs, [0, 9], "expected actions from 0 to 8, got 9"),
        (envs, [0], "expected 2 actions, integers, got [0]"),
        (envs, [0.5, 1], "expected 2 actions, integers, got [0.5, 1]"),
    ]
    for environment, action, message in refused:
        with pytest.raises(bg.BestguessError) as caught:
            environment.step(action)
        assert str(caught.value) == message
    env.step(0)
    with pytest.raises(bg.errors.HistoryError, match="rule strict: '11' as the secret would give"):
        env.step(0)
    envs.step([0, 0])
    with pytest.raises(
        bg.errors.HistoryError, match="expected a guess in environment 1 that the rule strict allows, got '22'"
    ):
        envs.step([1, 4])
    env.step(1)
    with pytest.raises(bg.BestguessError, match="the episode is over: call reset"):
        env.step(1)
    with pytest.raises(bg.errors.HistoryError, match="expected a guess that could be the secret, got '11'"):
        play(GameEnv("mastermind(2,3)", mask="consistent"), "23", "11", "11")


def test_wrong_options_of_a_family_and_of_a_reset_are_refused() -> None:
    """In one line, with the option that was meant."""
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(bg.BestguessError, match="unknown option 'colors', did you mean 'colours'"):
            make("bestguess/Mastermind-v0", colors=6)
        with pytest.raises(bg.BestguessError, match="unknown option 'seed', expected one of words, length, rows, rule"):
            make("bestguess/Words-v0", seed=3)
    env, envs = GameEnv("mastermind(2,3)"), GameVectorEnv("mastermind(2,3)", num_envs=2)
    with pytest.raises(bg.BestguessError, match="unknown option 'secrets', did you mean 'secret'"):
        env.reset(options={"secrets": "11"})
    with pytest.raises(bg.errors.CodeError, match="expected a secret, or a list of 2 secrets, got"):
        envs.reset(options={"secret": ["11"]})


@pytest.mark.parametrize("name", ["bestguess/Mastermind-v0", "bestguess/BullsAndCows-v0"])
def test_guesses_by_the_seed_of_the_secrets(name: str) -> None:
    """Whoever draws guesses by the seed of the environment, as many do, does not draw its secret."""
    env = gymnasium.make(name)
    found = 0
    for seed in range(20):
        env.reset(seed=seed)
        env.action_space.seed(seed)
        found += sum(env.step(env.action_space.sample())[4]["found"] for _ in range(4))
    assert found <= 2
