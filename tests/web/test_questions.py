"""Games of other kinds on the server: goal identify, exact pegs, numbers, and other letters for colours."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import bestguess as bg
from servers import client_of, document, fault, small_settings

COINS, NUMBERS, EXACT, LETTERS = (
    "balance(12)",
    "numbers(100)",
    "mastermind(3,4,feedback=exact)",
    "mastermind(4,6,symbols=RGBYOP)",
)
HISTORIES = {COINS: "ABCD-EFGH:left", NUMBERS: "50:low", EXACT: "123:1", LETTERS: "RRGG:1.0"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A client of a server whose limits hold these games."""
    with client_of(small_settings(pairs=10**7, tree_pairs=10**7, proof_pairs=10**7)) as one:
        yield one


@pytest.mark.parametrize(("game", "history"), HISTORIES.items())
def test_every_question_is_answered(client: TestClient, game: str, history: str) -> None:
    """Candidates, advice, hints, reviews, explanations, moves, contradictions: as the library answers."""
    run = bg.Position(game, history)
    position = {"game": game, "history": history}
    found = document(client.get("/api/candidates", params=position))
    assert (found["candidates"], found["codes"]) == (run.count, run.candidates[:100])
    advice = document(client.get("/api/advise", params=position))
    assert advice["choice"] == bg.advise(run).choice
    assert advice["goal"] == run.game.goal
    assert len(document(client.get("/api/hint", params={**position, "step": "3"}))["guesses"]) == 1
    review = document(client.get("/api/review", params=position))
    assert review["moves"][0]["loss"] == pytest.approx(float(bg.review(run).loss))
    explained = document(client.get("/api/explain", params={**position, "guess": advice["choice"]}))
    assert explained["suggestion"]["guess"] == advice["choice"]
    moved = document(client.get("/api/move", params={**position, "strategy": "entropy"}))
    assert moved["guess"] == bg.best_guess(run, by="entropy")
    document(client.get("/api/contradictions", params=position))
    able = document(client.get("/api/abilities", params={"game": game}))
    assert (able["review"], able["sampled"]) == (True, False)


def test_leaves_and_ends(client: TestClient) -> None:
    """Where it is known what it is: no choice, a label, no node."""
    game, over = "balance(5,find=coin)", "AB-CD:level"
    position = {"game": game, "history": over}
    advice = document(client.get("/api/advise", params=position))
    assert (advice["choice"], advice["suggestions"], advice["label"], advice["labels"]) == (None, [], "E", 1)
    hint = document(client.get("/api/hint", params={**position, "step": "2"}))
    assert (hint["guesses"], hint["label"]) == ([], "E")
    candidates = document(client.get("/api/candidates", params=position))
    assert (candidates["codes"], candidates["labels"], candidates["label"]) == (["E+", "E-"], 1, "E")
    assert document(client.get("/api/review", params=position))["label"] == "E"
    document(client.get("/api/explain", params={**position, "guess": "A-E"}))
    move = document(client.get("/api/move", params=position))
    assert (move["guess"], move["label"], move["certain"], move["worst_now"]) == (None, "E", True, 0)
    answer = client.get("/api/tree", params={**position, "strategy": "minimax"})
    assert fault(answer) == (422, "history")
    assert "over: it is E" in answer.json()["detail"]
    tree = document(client.get("/api/tree", params={"game": game, "strategy": "minimax"}))
    leaf = next(branch for branch in tree["branches"] if branch["guess"] is None)
    assert (leaf["label"], leaf["height"], leaf["mean"], leaf["candidates"]) == ("E", 0, 0.0, 2)
    rows = document(client.get("/api/tree", params={"game": game, "strategy": "minimax", "secret": "A-"}))["path"]
    assert bg.Position(game, [(row["guess"], row["feedback"]) for row in rows]).outcome == "identified"
    file = client.get("/api/tree/file", params={"game": game, "strategy": "minimax"})
    assert file.json()["goal"] == "identify"


def test_what_is_refused(client: TestClient) -> None:
    """Files, consistent guesses where there are none, puzzles, and what is too large for a table."""
    assert fault(client.get("/api/advise", params={"game": "table(people.csv,goal=identify)"})) == (422, "file")
    given = {"game": COINS, "consistent": "true"}
    assert fault(client.get("/api/advise", params=given)) == (422, "strategy")
    assert fault(client.get("/api/compare", params={**given, "strategies": "minimax"})) == (422, "strategy")
    assert fault(client.get("/api/puzzles", params={"game": "balance(4)"})) == (422, "game")
    assert not document(client.get("/api/abilities", params={"game": "balance(4)"}))["puzzles"]
    for large in ("balance(18)", "mastermind(8,16,feedback=exact)"):
        answer = client.get("/api/candidates", params={"game": large, "history": ""})
        assert fault(answer) == (422, "size")


def test_challenges(client: TestClient) -> None:
    """A hidden coin is answered for; what identifies it wins, by the rows before it."""
    made = client.post("/api/challenges", json={"game": COINS, "secret": "C-"}).json()
    path, rows = f"/api/challenges/{made['id']}/feedback", list[str]()
    for guess, told, wins in (("ABCD-EFGH", "right", False), ("AB-CD", "left", False), ("C-D", "right", True)):
        typed = "efgh-abcd" if guess == "ABCD-EFGH" else guess  # the answer is to the guess that is shown
        answer = document(client.get(path, params={"guess": typed, "history": " ".join(rows)}))
        assert answer["guess"] == guess
        assert (answer["feedback"], answer["win"]) == (told, wins)
        rows.append(f"{guess}:{told}")
    assert bg.Position(COINS, " ".join(rows)).outcome == "identified"
    assert not document(client.get(path, params={"guess": "C-D"}))["win"]
    wrong = client.get(path, params={"guess": "C-D", "history": "A-B:left"})
    assert fault(wrong) == (422, "history")
    assert "row 1 of the history, 'A-B:left': not the answer of this challenge" in wrong.text
    coin = client.post("/api/challenges", json={"game": "balance(3,find=coin)", "secret": "C-"}).json()
    assert document(client.get(f"/api/challenges/{coin['id']}/feedback", params={"guess": "A-B"}))["win"]
