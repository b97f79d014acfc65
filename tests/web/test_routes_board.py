"""Routes for a player at the board: the server's results are the library's."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import bestguess as bg
from bestguess.advice import evaluate_guess, why_not
from bestguess.data import plan_node
from bestguess.strategies import NativeStrategy
from servers import GAMES, client_of, document, fault, small_settings


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, str]:
    """A game and a history of it that some secret fits, and that is not won."""
    text = draw(st.sampled_from(GAMES))
    game = bg.game(text)
    secret, rows = draw(st.sampled_from(list(game.secrets))), []
    for guess in draw(st.lists(st.sampled_from(list(game.guesses)), max_size=3)):
        if guess != secret:
            rows.append(f"{guess}:{game.score(guess, secret)}")
    return text, " ".join(rows)


@given(position=positions(), strategy=st.sampled_from(["entropy", "minimax", "first", "random", "optimal-worst"]))
def test_advice_is_the_librarys(client: TestClient, position: tuple[str, str], strategy: str) -> None:
    """Advice over HTTP is that of `advise`, key by key, whatever the strategy."""
    text, history = position
    given = {"game": text, "history": history, "strategy": strategy, "count": "3", "seed": "5"}
    found = document(client.get("/api/advise", params=given))
    said = bg.advise(text, history, by=strategy, count=3, seed=5).as_json()
    assert found == {**said, "game": text}


@given(position=positions(), data=st.data())
def test_explanations_are_the_librarys(client: TestClient, position: tuple[str, str], data: st.DataObject) -> None:
    """Parts, conflicts and worth of any guess are those of `explain`, `why_not` and `evaluate_guess`."""
    text, history = position
    guess = data.draw(st.sampled_from(list(bg.game(text).guesses)))
    found = document(client.get("/api/explain", params={"game": text, "history": history, "guess": guess}))
    place = bg.Position(text, history)
    parts = [{**vars(part), "codes": list(part.codes)} for part in bg.explain(place, guess)]
    assert found["parts"] == parts
    assert sum(part["size"] for part in found["parts"]) == found["candidates"] == place.count
    assert found["suggestion"] == evaluate_guess(place, guess).as_json()
    if guess in place.game.secrets:
        assert [one["number"] for one in found["conflicts"]] == [one.number for one in why_not(place, guess)]
        assert found["consistent"] == (not found["conflicts"])


@given(position=positions(), step=st.integers(1, 3))
def test_hints_and_candidates_are_the_librarys(client: TestClient, position: tuple[str, str], step: int) -> None:
    """Hints are those of `hint`, candidates those of the position."""
    text, history = position
    hint = document(client.get("/api/hint", params={"game": text, "history": history, "step": step}))
    said = bg.hint(text, history, step=step)
    assert hint == {**said.as_json(), "guesses": list(said.guesses)}
    found = document(client.get("/api/candidates", params={"game": text, "history": history, "limit": 7}))
    listed = bg.Position(text, history).candidates
    assert (found["candidates"], found["codes"]) == (len(listed), listed[:7])


@given(position=positions())
def test_reviews_are_the_librarys(client: TestClient, position: tuple[str, str]) -> None:
    """Reviews are those of `review` within its usual budget."""
    text, history = position
    found = document(client.get("/api/review", params={"game": text, "history": history}))
    assert found == bg.review(text, history).as_json()


@given(position=positions(), name=st.sampled_from(["first", "minimax", "entropy", "expected-size", "most-parts"]))
def test_moves_are_the_strategys(client: TestClient, position: tuple[str, str], name: str) -> None:
    """A move is the guess of the strategy, and the most guesses from there are those of its tree."""
    text, history = position
    found = document(client.get("/api/move", params={"game": text, "history": history, "strategy": name}))
    place = bg.Position(text, history)
    chosen = bg.strategy(name, game=place.game)
    assert isinstance(chosen, NativeStrategy)
    assert found["guess"] == chosen(place)
    assert found["certain"] is True
    assert found["worst_now"] == int(chosen.nodes_after(place, None, 1, None)[2].max())
    assert found["worst"] == bg.build_tree(text, name).worst


@given(position=positions(), name=st.sampled_from(["optimal", "optimal-worst"]))
def test_optimal_moves_are_proven(client: TestClient, position: tuple[str, str], name: str) -> None:
    """A move that is called certain starts a tree as good as the proven one."""
    text, history = position
    found = document(client.get("/api/move", params={"game": text, "history": history, "strategy": name}))
    assert found["certain"] is True
    objective = {"optimal": "mean,worst", "optimal-worst": "worst,mean"}[name]
    place = bg.Position(text, history)
    best = bg.optimum(place, objective)
    made = bg.optimum(place, objective, first_guess=found["guess"])
    assert (made.worst, made.total) == (best.worst, best.total)


def test_plans_that_ship_are_followed(client: TestClient) -> None:
    """On Mastermind (4,6), optimal-worst moves by the plan, and says at each step how many guesses are left."""
    game, history, left = bg.game("mastermind(4,6)"), "", 6
    while not history.endswith("4.0"):
        found = document(client.get("/api/move", params={"game": "mastermind(4,6)", "history": history}))
        planned = plan_node(game, game.as_history(history), "optimal-worst")
        assert planned is not None
        assert (found["guess"], found["worst"], found["certain"]) == (planned.guess, 5, True)
        assert found["worst_now"] < left
        left = found["worst_now"]
        history = f"{history} {found['guess']}:{game.score(found['guess'], '3632')}".strip()
    assert len(history.split()) <= 5


def test_a_position_off_the_plan_of_a_large_game_is_not_certain(client: TestClient) -> None:
    """Where a proof would take too long, the best known guess is not certain and has no worst case."""
    found = document(client.get("/api/move", params={"game": "mastermind(5,6)", "strategy": "optimal"}))
    assert (found["certain"], found["worst_now"], found["worst"]) == (False, None, None)


def test_contradictions_name_rows_and_slips(client: TestClient) -> None:
    """The rows that must be wrong, and repairs with the candidates they leave; nothing while there are candidates."""
    given = {"game": "mastermind(4,6)", "history": "1122:0.0 3344:0.2 5566:2.1"}
    found = document(client.get("/api/contradictions", params=given))
    assert [one["rows"] for one in found["contradictions"]] == [[2], [3]]
    first = {"rows": [{"number": 2, "guess": "3344", "feedback": "0.1"}], "slips": ["one off"], "candidates": 8}
    assert found["contradictions"][0]["repairs"][0] == first
    fine = document(client.get("/api/contradictions", params={**given, "ignored": "3"}))
    assert fine["contradictions"] == []
    assert fine["candidates"] > 0


def test_ignored_rows_exclude_nothing(client: TestClient) -> None:
    """Ignoring a row has the same result as leaving it out."""
    rows = {"game": "mastermind(3,4)", "history": "112:0.0 123:1.1 334:0.2", "ignored": "1"}
    found = document(client.get("/api/advise", params=rows))
    assert found == document(client.get("/api/advise", params={**rows, "history": "123:1.1 334:0.2", "ignored": ""}))


def test_contradictions_have_a_limit() -> None:
    """Of very many sets of wrong rows a few are listed, those that leave most candidates, and all are counted."""
    game = bg.game("mastermind(4,6)")
    answers = {guess: sorted({game.score(guess, secret) for secret in game.secrets}) for guess in ("1123", "2345")}
    rows = [f"{guess}:{feedback}" for guess in answers for feedback in answers[guess] if feedback != game.win]
    given = {"game": str(game), "history": " ".join(rows)}
    found = []
    for sets in (5, 1_000):
        with client_of(small_settings(sets=sets)) as client:
            answer = client.get("/api/contradictions", params=given)
            found.append((document(answer), answer.headers["etag"]))
    (few, tag), (every, other_tag) = found
    assert tag != other_tag
    assert few["sets"] == every["sets"] == len(every["contradictions"]) > 50
    most = sorted(every["contradictions"], key=lambda one: -one["candidates"])[:5]
    assert few["contradictions"] == sorted(most, key=lambda one: one["rows"])


def test_a_review_of_many_rows_has_a_smaller_budget() -> None:
    """What a budget may be is divided among the values of a review, two for each row."""
    with client_of(small_settings(budget_pairs=64**2 * 200_000)) as client:
        given: dict[str, Any] = {"game": "mastermind(3,4)", "budget": 50_000}
        assert document(client.get("/api/review", params={**given, "history": "112:1.0"}))["moves"]
        rows = " ".join(["112:1.0"] * 20)
        assert fault(client.get("/api/review", params={**given, "history": rows})) == (422, "size")


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("advise", {"game": "mastermnd(4,6)"}, "game"),
    ("advise", {"game": "mastermind(8,16)"}, "size"),
    ("advise", {"game": "mastermind(3,4)", "history": "111:3.0"}, "history"),
    ("advise", {"game": "mastermind(3,4)", "history": "111:0.0 222:0.0 333:0.0 444:0.0"}, "contradiction"),
    ("advise", {"game": "mastermind(3,4)", "strategy": "clever"}, "strategy"),
    ("advise", {"game": "mastermind(6,6)", "strategy": "optimal"}, "strategy"),
    ("advise", {"game": "mastermind(3,4)", "count": "many"}, "request"),
    ("advise", {"game": "mastermind(3,4)", "budget": "9000000000"}, "size"),
    ("advise", {"game": "mastermind(3,4)", "history": "112:1.0", "ignored": "2"}, "history"),
    ("advise", {"game": "mastermind(3,4)", "history": " ".join(["111:0.0"] * 33)}, "size"),
    ("advise", {"game": ["mastermind(3,4)", "mastermind(3,3)"]}, "request"),
    ("explain", {"game": "mastermind(3,4)", "guess": "999"}, "code"),
    ("hint", {"game": "mastermind(3,4)", "step": "4"}, "request"),
    ("candidates", {"game": "mastermind(3,4)", "limit": "10001"}, "size"),
    ("review", {"game": "mastermind(3,4)"}, "request"),
    ("move", {"game": "mastermind(3,4)", "history": "111:1.0 111:0.0"}, "contradiction"),
    ("move", {"game": "mastermind(3,4,rows=1)", "history": "111:1.0"}, "history"),
]


@pytest.mark.parametrize(("route", "given", "kind"), BAD, ids=[f"{route}-{kind}" for route, _, kind in BAD])
def test_what_cannot_be_answered(client: TestClient, route: str, given: dict[str, Any], kind: str) -> None:
    """Bad queries get 422, the kind of the error and one line."""
    assert fault(client.get(f"/api/{route}", params=given)) == (422, kind)


def test_boards_with_rows(client: TestClient) -> None:
    """Advice, moves and reviews honour the rows, each board its own, though their table is shared."""
    history = "1122:1.0 1344:0.1 3526:1.2"
    for rows, choice, chance in ((4, "3632", 1 / 7), (5, "1462", 1.0)):
        given = {"game": f"mastermind(4,6,rows={rows})", "history": history}
        found = document(client.get("/api/advise", params=given))
        assert (found["choice"], found["rows_left"]) == (choice, rows - 3)
        assert found["suggestions"][0]["chance_range"] == [chance, chance]
        explained = document(client.get("/api/explain", params={**given, "guess": choice}))
        assert explained["suggestion"]["chance"] == chance
        move = document(client.get("/api/move", params={**given, "strategy": "optimal"}))
        assert move["rows_left"] == rows - 3
        assert (move["guess"] in bg.Position("mastermind(4,6)", history).candidates) == (rows == 4)
        assert move["worst_now"] == (None if rows == 4 else 2)
        review = document(client.get("/api/review", params=given))
        assert [one["chance_after"] for one in review["moves"]][-1] == chance
    free = document(client.get("/api/advise", params={"game": "mastermind(4,6)", "history": history}))
    assert "rows_left" not in free
    assert "chance" not in free["suggestions"][0]
    full = {"game": "mastermind(4,6,rows=3)", "history": history}
    for route in ("advise", "move"):
        answer = client.get(f"/api/{route}", params=full)
        assert fault(answer) == (422, "history")
        assert answer.json()["detail"].startswith("no row is left")
    assert document(client.get("/api/review", params=full))["moves"][-1]["chance_after"] == 0
    worst = document(client.get("/api/move", params={"game": "mastermind(4,6,rows=4)", "strategy": "minimax"}))
    assert (worst["worst"], worst["worst_now"]) == (None, None)
    assert document(client.get("/api/move", params={"game": "mastermind(4,6)", "strategy": "minimax"}))["worst"] == 5


def test_what_moves_remember_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves on boards of many lengths take a bounded amount of memory, and each board keeps its own worst case."""
    monkeypatch.setattr("bestguess.web.service._WORST_CASES_BYTES", 2_000)
    with client_of(small_settings()) as client:
        for rows in (*range(1, 12), *range(1, 12)):
            given = {"game": f"mastermind(2,3,rows={rows})", "strategy": "minimax", "seed": str(rows)}
            assert document(client.get("/api/move", params=given))["worst"] == (None if rows < 4 else 4)
        kept = client.app.state.service.worst_cases  # type: ignore[attr-defined]
        assert 0 < len(kept) < 6
