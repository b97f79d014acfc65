"""Advice: what guesses do, what they are worth, and that ranges hold what is proven."""

import os
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess import engine
from bestguess.advice import advise_or_label, hardest_feedback, samples
from bestguess.candidates import CandidateList, counts_of_steps, find_candidates
from bestguess.games import Code, Selection
from bestguess.games.table import Table
from plain import parts_of
from sampling import one_sampled_guess, without_table
from worlds import built_in_games, playthroughs, word_file


def weights_of(game: bg.Game, codes: Sequence[Code]) -> list[int]:
    """The weights of *codes*; alike when they all weigh nothing."""
    if game.weights is None:
        return [1] * len(codes)
    weight = dict(zip(game.secrets, game.weights, strict=True))
    found = [weight[code] for code in codes]
    return found if any(found) else [1] * len(codes)


@given(
    playthroughs(),
    st.sampled_from(["minimax", "expected-size", "entropy", "most-parts", "first"]),
    st.booleans(),
    st.sampled_from([0, 1000]),
)
def test_suggestions_do_what_they_say(run: bg.Position, by: str, consistent: bool, budget: int) -> None:
    """Parts, sizes, bits and the chance to win are those of the definitions, and the choice is the strategy's."""
    if run.over:
        return
    advice = bg.advise(run, by=by, consistent=consistent, budget=budget)
    codes = run.candidates
    weights = dict(zip(codes, weights_of(run.game, codes), strict=True))
    assert advice.candidates == len(codes)
    assert advice.choice == bg.best_guess(run, by=by, consistent=consistent)
    assert advice.choice in [one.guess for one in advice.suggestions]
    assert len(advice.suggestions) <= 5
    for one in advice.suggestions:
        parts = parts_of(run.game, one.guess, codes)
        assert one.consistent == (run.game.win in parts)
        assert one.consistent or not consistent
        assert (one.parts, one.largest_part) == (len(parts), max(map(len, parts.values())))
        whole = sum(weights.values())
        mass = {feedback: sum(weights[code] for code in part) for feedback, part in parts.items()}
        size = Fraction(sum(mass[feedback] * len(part) for feedback, part in parts.items()), whole)
        assert one.expected_size == pytest.approx(float(size))
        assert one.win_probability == Fraction(mass.get(run.game.win, 0), whole)
        assert one.entropy == pytest.approx(bg.entropy(list(mass.values())), abs=1e-9)


@pytest.mark.parametrize("by", ["first", "entropy", "optimal"])
def test_the_choice_of_a_strategy_with_a_first_guess(by: str) -> None:
    """A given first guess is the choice at the start, and only there."""
    game = bg.game("mastermind(3,4)")
    chosen = bg.strategy(by, first_guess="444", game=game)
    advice = bg.advise(game, by=chosen)
    assert advice.choice == "444"
    assert "444" in [one.guess for one in advice.suggestions]
    assert bg.advise(game, "444:1.0", by=chosen).choice == bg.advise(game, "444:1.0", by=by).choice


def test_a_proof_that_is_not_found_is_not_claimed() -> None:
    """Off the plans that ship, what `optimal` and `optimal-worst` play is certain only where the budget proves it."""
    table = bg.game("bullscows(4,10)")
    for by in ("optimal", "optimal-worst"):
        advice = bg.advise(table, "1234:0.1", by=by)
        assert not advice.certain
        assert by != "optimal" or (advice.choice == advice.best.guess and not advice.best.proven)
        small = bg.advise(table, "1234:0.2 5126:1.1 5738:1.0", by=by)
        tree = bg.best_guess(table, "1234:0.2 5126:1.1 5738:1.0", by=by)
        assert small.certain
        assert by == "optimal" or small.choice == tree
    assert bg.advise(table, "0123:0.1", by="minimax").certain


def test_questions_without_an_answer() -> None:
    """No count, no candidates, bad budgets and codes, and strategies that a sample cannot ask are refused."""
    game = bg.game("mastermind(4,6)")
    with pytest.raises(bg.errors.StrategyError, match="expected a count of 1 or more, got 0"):
        bg.advise(game, count=0)
    with pytest.raises(bg.errors.ContradictionError, match="got an empty list"):
        bg.advise(game, candidates=[])
    with pytest.raises(bg.errors.ContradictionError, match="none of the listed candidates fits"):
        bg.advise(game, "1122:1.0", candidates=["1122"])
    with pytest.raises(bg.errors.StrategyError, match="in a game too large for its table, got optimal"):
        bg.advise(bg.game("mastermind(6,9)"), "112233:2.1", by="optimal")
    with pytest.raises(bg.errors.StrategyError, match="expected a budget of 0 or more, got -1"):
        bg.advise(game, budget=-1)
    with pytest.raises(bg.errors.CodeError, match="'9999'"):
        bg.advise(game, candidates=["1122", "9999"])
    with pytest.raises(bg.errors.ContradictionError, match="none of the listed candidates fits"):
        bg.advise(bg.game("mastermind(6,9)"), "111111:0.0", candidates=["111111"])
    with pytest.raises(bg.errors.CodeError):
        hardest_feedback(bg.Position(game), "9")
    with pytest.raises(bg.errors.ContradictionError):
        hardest_feedback(bg.Position(game, "1122:0.0 1111:1.0"), "1234")


def test_a_list_of_candidates_is_what_is_explained() -> None:
    """The partition is of the listed candidates that fit; with weights, shares are of the weight."""
    run = bg.Position(bg.game("mastermind(4,6)"), "1122:1.0")
    codes = ["1345", "1346", "1355", "1122"]
    parts = bg.explain(run, "1345", candidates=codes)
    assert sum(part.size for part in parts) == 3
    assert sorted(code for part in parts for code in part.codes) == codes[:3]
    heavy = bg.CustomGame(range(3), range(3), lambda g, s: abs(g - s), win=0, weights=[6, 1, 1])
    assert {part.feedback: part.share for part in bg.explain(bg.Position(heavy), 0)} == {
        0: 0.75,
        1: 0.125,
        2: 0.125,
    }
    some = bg.explain(heavy, 0, candidates=[1, 0])
    assert {part.feedback: part.share for part in some} == {0: 6 / 7, 1: 1 / 7}
    ordered = bg.CustomGame("cba", "cba", str.__eq__, win=True)
    assert bg.explain(ordered, "a", candidates=["b", "c"])[0].codes == ("c", "b")  # the lowest first


def test_one_thread_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """With threads=1 nobody asks for the number of cores; test_threads.py has all that computes."""
    question = (bg.BullsCows(3, 6), "012:0.1")
    expected = bg.advise(*question)
    monkeypatch.setattr(os, "cpu_count", lambda: pytest.fail("the machine's cores were asked for"))
    monkeypatch.setattr(os, "sched_getaffinity", os.cpu_count, raising=False)
    assert bg.advise(bg.BullsCows(3, 6), "012:0.1", threads=1) == expected


def test_the_same_question_has_the_same_answer() -> None:
    """Advice is a function of the question."""
    game = bg.game("bullscows(3,6)")
    assert bg.advise(game, "012:0.1") == bg.advise(bg.Position("bc3x6", "012:0.1"))
    large = bg.game("mastermind(6,9)")
    assert bg.advise(large, "112233:1.2", seed=3) == bg.advise(large, "112233:1.2", seed=3)
    assert bg.advise(large, "112233:1.2", seed=3) != bg.advise(large, "112233:1.2", seed=4)


@given(built_in_games, st.data())
def test_peg_ordinals_are_the_feedbacks(game: bg.Game, data: st.DataObject) -> None:
    """The table of some guesses against some secrets says what the feedback function says; so do its columns."""
    secrets = sorted(set(data.draw(st.lists(st.sampled_from(game.secrets), min_size=1, max_size=9))))
    guesses = sorted({*data.draw(st.lists(st.sampled_from(game.guesses), max_size=9)), *secrets})
    table = Selection(game, guesses, secrets).table
    assert all(
        table.feedbacks[table.ordinals[g, s]] == game.score(guess, secret)
        for g, guess in enumerate(guesses)
        for s, secret in enumerate(secrets)
    )
    columns = np.array([game.secrets.index(secret) for secret in secrets], np.uint32)
    few = game.table.among(columns)
    assert few.secrets == tuple(secrets)
    assert (few.table.ordinals == Table(game).ordinals[:, columns]).all()


@given(playthroughs(st.sampled_from(["mastermind(3,4)", "bullscows(3,5)", "twod(4)"]).map(bg.game)), st.integers(0, 3))
def test_a_sample_bounds_the_truth(run: bg.Position, seed: int) -> None:
    """A sample with every candidate in it never claims more than is true, and says that it is one."""
    if run.over:
        return
    drawn = samples.sample(run, seed)
    assert drawn.has_all_candidates
    assert run.candidates == drawn.position.game.secrets
    with one_sampled_guess():
        sampled = bg.advise(without_table(run.game), run.history, seed=seed)
    assert sampled.sampled
    truth = {one.guess: one for one in bg.advise(run, count=10**6, budget=10**5).suggestions}
    for one in sampled.suggestions:
        if one.guess in truth and truth[one.guess].proven:
            value = truth[one.guess].expected_range.upper
            assert value is not None
            assert one.expected_range.lower <= value
            assert one.expected_range.upper is None or one.expected_range.upper >= value
        assert one.consistent == (one.guess in run.candidates)


def test_a_sample_of_candidates() -> None:
    """With only some of the candidates, sizes are scaled, every sampled code fits, and no value is claimed."""
    game = bg.game("mastermind(6,9)")
    history = game.as_history("112233:1.2")
    drawn = samples.sample(bg.Position(game, history))
    secrets = drawn.position.game.secrets
    assert (drawn.candidates, drawn.has_all_candidates, len(set(secrets))) == (50_124, False, 1000)
    assert all(game.score("112233", secret) == "1.2" for secret in secrets)
    assert list(secrets) == sorted(secrets)
    best = bg.advise(game, history).best
    assert best.expected_range.upper is None
    assert best.largest_part > 1000
    assert 1000 < best.expected_size < 50_124
    assert best.win_probability == (Fraction(1, 50_124) if game.score("112233", best.guess) == "1.2" else 0)


def test_a_position_of_a_large_game_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count, advice and reasons share one pass over all secrets; before the first row none is needed."""
    counts_of_steps.cache_clear()
    monkeypatch.setattr(engine, "scan", lambda *given: pytest.fail("a second pass over all secrets"))
    run = bg.Position(bg.game("mastermind(6,9)"), "112233:1.3")
    assert run.count == bg.advise(run).candidates == sum(part.size for part in bg.explain(run, "123456", examples=0))
    assert counts_of_steps.cache_info().misses == 1
    assert bg.Position("bullscows(8,16)").list_candidates(1) == CandidateList(518_918_400, ("01234567",))
    assert counts_of_steps.cache_info().misses == 1


def test_consistent_advice_is_valued_by_the_best_play_after_it() -> None:
    """`optimal` among consistent guesses needs more on mastermind(3,5), 455; a guess is worth what any play can do."""
    table = bg.game("mastermind(3,5)")
    advice = bg.advise(table, by="optimal", consistent=True, budget=10**6)
    assert advice.certain
    for one in advice.suggestions:
        assert one.expected_range.upper is not None
        truth = bg.optimum(table, first_guess=one.guess).total
        assert truth is not None
        assert one.expected_range.lower <= Fraction(int(truth), 125) <= one.expected_range.upper


def test_the_advice_is_the_best_guess_however_few_are_asked_for() -> None:
    """`choice` is what the strategy plays, which another guess may beat: that one is `best`, in JSON too."""
    for count in (1, 2, 5):
        advice = bg.advise("mastermind(4,6)", "1122:1.0", by="entropy", count=count)
        assert (advice.choice, advice.best.guess) == ("1345", "1334")
        assert (advice.as_json()["choice"], advice.as_json()["best"]) == ("1345", "1334")
        assert "1345" in [one.guess for one in advice.suggestions]
        assert "1334" in repr(advice)
        assert "1345" not in repr(advice)
    over = advise_or_label(bg.Position("balance(3)", "A-B:left A-C:left"))
    assert (over.as_json()["choice"], over.as_json()["best"]) == (None, None)


WORDS = ["cater", "crane", "crate", "react", "trace"]
WEIGHTS = [2, 4, 1, 3, 0]


@pytest.fixture
def weighted() -> bg.Game:
    """Five words, two of which are likely."""
    return bg.Words(word_file(WORDS, WEIGHTS))


def test_everything_counts_the_same_likely_words(weighted: bg.Game) -> None:
    """More than half as heavy as the heaviest that is left: 4 and 3 of 4; without these, 2 alone."""
    found = bg.Position(weighted).list_candidates()
    assert (found.likely, found.likely_codes) == (2, ("crane", "react"))
    advice, said = bg.advise(weighted), bg.hint(weighted)
    assert (advice.likely, said.likely, bg.Position(weighted).likely) == (2, 2, 2)
    assert (advice.as_json()["likely"], said.as_json()["likely"]) == (2, 2)
    later = find_candidates(weighted, weighted.as_history("cater:GYYYY"))  # without react, the 3 is gone
    assert later == bg.Position(weighted, "cater:GYYYY").list_candidates()
    assert (later.codes, later.likely, later.likely_codes) == (("crate",), 1, ("crate",))
    assert found == find_candidates(weighted, bg.History())


def test_a_review_weighs_what_a_guess_could_win(weighted: bg.Game) -> None:
    """The share of the weight that the guess would have won, and how many of those left are likely."""
    moves = bg.review(weighted, "crane:YYGBY react:GGGGG").moves
    assert [move.win_probability for move in moves] == [Fraction(4, 10), Fraction(1)]
    assert [move.likely_after for move in moves] == [1, 1]
    first = moves[0].as_json()
    assert (first["win_probability"], first["likely_after"]) == (0.4, 1)
    step = next(bg.watch(weighted, "cater", first_guess="crane"))
    assert step.likely_after == step.as_json()["likely_after"] == 1
