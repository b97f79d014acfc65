"""The waist: the table, parts and candidates, against plain Python."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.candidates import CandidateList, find_candidates
from bestguess.games import Code, Feedback, Selection
from bestguess.games.checking import inseparable_pair
from bestguess.games.table import Table
from worlds import any_games, function_game, question_games


def many_feedbacks(count: int) -> bg.CustomGame:
    """A game of 20 secrets whose first guesses together have *count* different feedbacks beside the winning one."""
    answers = {(g, s): (g * 20 + s) % count for g in range(25) for s in range(20)}
    return function_game(answers, 25, 20)


GAMES = st.one_of(any_games, st.sampled_from([65, 100, 257, 450]).map(many_feedbacks))


def test_games_with_many_feedbacks_are_in_the_worlds() -> None:
    """More than 64 feedbacks fit bytes, more than 256 take 16 bits."""
    assert Table(many_feedbacks(100)).ordinals.dtype == np.uint8
    wide = Table(many_feedbacks(450))
    assert len(wide.feedbacks) > 256
    assert wide.ordinals.dtype == np.uint16


@given(GAMES)
def test_table_is_the_feedback_function(game: bg.Game) -> None:
    """Every entry of the table, native or not, is what the plain scorer says."""
    table = Table(game, threads=2)
    for row, guess in zip(table.ordinals, game.guesses, strict=True):
        assert [table.feedbacks[f] for f in row] == [game.score(guess, secret) for secret in game.secrets]
    assert table.feedbacks[table.win] == game.win
    assert game.table is game.table
    assert np.array_equal(game.table.ordinals, table.ordinals)


@given(GAMES, st.data())
def test_parts_add_up(game: bg.Game, data: st.DataObject) -> None:
    """Parts are disjoint, make up the candidates, and have the sizes that part_sizes says."""
    table = game.table
    count = len(game.secrets)
    chosen = data.draw(st.lists(st.integers(0, count - 1), unique=True, max_size=count))
    candidates = np.array(chosen, np.uint32)
    sizes = table.all_part_sizes(candidates, threads=2)
    for guess in range(len(game.guesses)):
        parts = table.partition(guess, candidates)
        assert sorted(np.concatenate([*parts.values(), candidates[:0]]).tolist()) == sorted(chosen)
        wanted = Counter(table.ordinals[guess, candidates].tolist())
        assert {f: len(part) for f, part in parts.items()} == wanted
        assert table.part_sizes(guess, candidates).tolist() == sizes[guess].tolist()
        assert {f: size for f, size in enumerate(sizes[guess].tolist()) if size} == wanted


def _is_read(game: bg.Game, feedback: Feedback) -> bool:
    """Whether *feedback* is one that a secret can give: not so where one letter alone is out of its place."""
    try:
        return bool(game.as_feedback(feedback) == feedback)
    except bg.errors.FeedbackError:
        return False


@given(GAMES, st.data())
def test_candidates_are_the_consistent_secrets(game: bg.Game, data: st.DataObject) -> None:
    """Through the table, through the kernel and by the feedback function: the same candidates, and likely ones."""
    table = game.table
    history = bg.History()
    feedbacks = [feedback for feedback in table.feedbacks if _is_read(game, feedback)]
    for guess in data.draw(st.lists(st.sampled_from(list(game.guesses)), max_size=4)):
        history += bg.Row(guess, data.draw(st.sampled_from(feedbacks)))
    wanted = [s for s in game.secrets if all(game.score(guess, s) == feedback for guess, feedback in history)]
    assert [game.secrets[i] for i in table.candidates(history)] == wanted
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    heaviest = max((weight[secret] for secret in wanted), default=0)
    likely = [s for s in wanted if weight[s] > heaviest / 2 or not heaviest]
    told = (None, []) if game.weights is None else (len(likely), likely)
    for limit in (None, 2):
        left = CandidateList(len(wanted), tuple(wanted[:limit]), told[0], tuple(told[1][:limit]))
        assert find_candidates(game, history, limit=limit) == left


@pytest.mark.parametrize(
    ("text", "history", "count"),
    [
        ("mastermind(4,6)", "1122:1.0", 256),
        ("mastermind(8,16)", "11111111:1.0", 8 * 15**7),
        ("bullscows(6,12)", "012345:0.0", 720),
    ],
)
def test_known_counts(text: str, history: str, count: int) -> None:
    """Counts that can be worked out by hand, in games with and without room for a table."""
    game = bg.game(text)
    position = bg.Position(game, history)
    assert position.count == len(position.candidates) == count


def test_parts_of_a_large_game_add_up() -> None:
    """Over all feedbacks, the counts of mastermind(7,9) make up its 9^7 secrets."""
    game = bg.game("mastermind(7,9)")
    counts = [find_candidates(game, bg.History([("1122345", f)]), limit=0).count for f in game.feedbacks]
    assert sum(counts) == 9**7


def test_tables_are_read_only_and_views_cost_nothing() -> None:
    """The array is the core's own, and nobody may write to it."""
    table = bg.game("mm4x6").table
    assert table.ordinals.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        table.ordinals[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        table.all_candidates[0] = 1


def test_what_does_not_fit_is_refused_before_it_is_built() -> None:
    """The message has the size and the limit."""
    with pytest.raises(bg.errors.SizeError, match=r"282,429,536,481 bytes, over the limit of 1,000"):
        Table(bg.game("mastermind(6,9)"), memory_limit=1000)
    with pytest.raises(bg.errors.SizeError, match=r"mastermind\(8,16\)"):
        _ = bg.game("mastermind(8,16)").table


def test_a_game_that_cannot_be_won_gets_no_table() -> None:
    """What everything above relies on is checked when the table is built."""
    with pytest.raises(bg.errors.GameError, match="no guess of custom wins the secret 'c'"):
        _ = bg.CustomGame("ab", "abc", lambda g, s: g == s, True).table


def test_more_feedbacks_than_16_bits_are_refused() -> None:
    """Ordinals are bytes or 16-bit words."""
    game = bg.CustomGame(range(300), range(300), lambda g, s: -1 if g == s else 1000 * g + s, -1)
    with pytest.raises(bg.errors.GameError, match="at most 65,536 different feedbacks"):
        _ = game.table


@given(question_games(), st.integers(1, 5))
def test_boards_and_games_without_costs_share_one_table(game: bg.CustomGame, rows: int) -> None:
    """No feedback is computed again, whichever table is asked for first; each table knows its own game."""
    asked = list[tuple[Code, Code]]()

    def score(guess: Code, secret: Code) -> Feedback:
        asked.append((guess, secret))
        return game.score(guess, secret)

    counted: bg.CustomGame = bg.CustomGame(
        game.guesses,
        game.secrets,
        score,
        game.win,
        goal=game.goal,  # type: ignore[arg-type]
        labels=game.labels,
        weights=game.weights,
        costs=None if game.costs is None else [cost * game.cost_unit for cost in game.costs],
    )
    board, plain = counted.with_rows(rows), counted.without_costs()
    _ = board.table
    calls = len(asked)
    assert calls <= 2 * len(game.guesses) * len(game.secrets)  # each pair is asked twice at most
    for one in (board, plain, counted, counted.with_rows(rows + 1), counted.as_text(), board.without_costs()):
        assert (one.table.game, one.table.ordinals.tolist()) == (one, game.table.ordinals.tolist())
        assert one.table.costs.tolist() == list(one.costs or [1] * len(one.guesses))
    assert len(asked) == calls
    assert counted.with_rows(None) is counted
    assert (plain.costs, board.rows) == (None, rows)


def test_a_table_is_built_within_its_limit() -> None:
    """Then it is kept, and the limit is that of the first who builds it."""
    for game in (bg.Mastermind(3, 4), many_feedbacks(65)):
        with pytest.raises(bg.errors.SizeError, match="over the limit of 100"):
            game.build_table(memory_limit=100)
        calls = list[tuple[int, int]]()
        table = game.build_table(progress=lambda *done, calls=calls: calls.append(done))
        assert calls[-1] == (len(game.guesses), len(game.guesses))
        assert game.build_table(memory_limit=100) is game.table is table


@given(st.one_of(question_games(), any_games), st.data())
def test_who_wins_against_whom(game: bg.Game, data: st.DataObject) -> None:
    """Winners of secrets and secrets of winners, by the definition; none with goal identify."""
    table = game.table
    wins = np.array([[game.score(guess, secret) == game.win for secret in game.secrets] for guess in game.guesses])
    ends, guesses = table.winners
    assert [part.tolist() for part in np.split(guesses, ends)[:-1]] == [np.flatnonzero(one).tolist() for one in wins.T]
    assert [table.secrets_won_by(guess).tolist() for guess in range(len(wins))] == [
        np.flatnonzero(one).tolist() for one in wins
    ]
    assert table.max_wins == wins.sum(axis=1).max()
    assert table.winner.tolist() == (wins.argmax(axis=0).tolist() if game.goal == "hit" else [])
    some = data.draw(st.lists(st.integers(0, len(table.secrets) - 1), unique=True))
    candidates = np.array(some, np.uint32)
    assert table.consistent_guesses(candidates).tolist() == np.flatnonzero(wins[:, some].any(axis=1)).tolist()
    assert (table.win == len(table.feedbacks)) == (game.goal == "identify")


@given(question_games(goals=["identify"]), st.data())
def test_what_secrets_mean(game: bg.Game, data: st.DataObject) -> None:
    """Labels are numbered in the order in which they are met, and it is over when one is left."""
    table = game.table
    texts = [game.label_of(secret) for secret in game.secrets]
    assert table.label_names == tuple(dict.fromkeys(texts))
    assert [table.label_names[label] for label in table.labels] == texts
    some = data.draw(st.lists(st.integers(0, len(texts) - 1), min_size=1, unique=True))
    assert table.is_over(np.array(some, np.uint32)) == (len({texts[secret] for secret in some}) == 1)
    few = table.among(np.array(some, np.uint32))
    assert [few.label_of(secret) for secret in few.secrets] == [texts[secret] for secret in some]
    assert [few.table.label_names[label] for label in few.table.labels] == [texts[secret] for secret in some]


@given(question_games(), st.data())
def test_selections_keep_goals_labels_and_costs(game: bg.Game, data: st.DataObject) -> None:
    """Of what was selected."""
    guesses = data.draw(st.lists(st.sampled_from(game.guesses), min_size=1, unique=True))
    secrets = data.draw(st.lists(st.sampled_from(game.secrets), min_size=1, unique=True))
    few = Selection(game, guesses, secrets)
    assert (few.goal, few.win, few.cost_unit) == (game.goal, game.win, game.cost_unit)
    assert [few.label_of(secret) for secret in secrets] == [game.label_of(secret) for secret in secrets]
    if game.costs is not None:
        assert few.costs == tuple(game.costs[game.guesses.index(guess)] for guess in guesses)
    else:
        assert few.costs is None


@given(st.integers(2, 40), st.integers(1, 12), st.integers(0, 2**32))
def test_secrets_that_nothing_tells_apart(secrets: int, guesses: int, seed: int) -> None:
    """The lowest two of different labels, and none where there are none."""
    rng = np.random.default_rng(seed)
    ordinals, labels = rng.integers(2, size=(guesses, secrets)).astype(np.uint8), rng.integers(3, size=secrets)
    pairs = [
        (one, other)
        for other in range(secrets)
        for one in range(other)
        if labels[one] != labels[other] and (ordinals[:, one] == ordinals[:, other]).all()
    ]
    assert inseparable_pair(ordinals, labels.astype(np.uint32)) == (pairs[0] if pairs else None)


def test_secrets_that_only_the_last_guess_tells_apart() -> None:
    """All guesses count, however many there are."""
    ordinals = np.zeros((2000, 5), np.uint16)
    ordinals[-1] = [0, 1, 300, 0, 1]
    assert inseparable_pair(ordinals, np.arange(5, dtype=np.uint32)) == (0, 3)
    assert inseparable_pair(ordinals, np.array([0, 1, 2, 0, 1], np.uint32)) is None
