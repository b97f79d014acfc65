"""Rules on the server: what breaks them is refused with 422, and advice keeps to them."""

import bestguess as bg
from plain import is_allowed
from servers import client_of, document, fault, small_settings

HARD = "words(english,4,rule=hard,rows=6)"
BROKEN, KEPT = "tree:BBBG cool:BGBB", "tree:BBBG cone:BGGG"
WHY = "rule hard: 'cool' needs e in place 4, because row 1 was tree:BBBG"


def test_histories_that_break_the_rule() -> None:
    """One line that names row and letter; not when the row is ignored, or the rule is kept."""
    ignored = {"history": f"{BROKEN} lone:BGGG", "ignored": "2"}
    with client_of(small_settings(pairs=10**7)) as client:
        for name in ("advise", "candidates", "hint", "review", "contradictions", "explain"):
            given = {"game": HARD, **({"guess": "bone"} if name == "explain" else {})}
            answer = client.get(f"/api/{name}", params={**given, "history": BROKEN})
            assert fault(answer) == (422, "history")
            assert answer.json()["detail"] == f"row 2 of the history, 'cool:BGBB': {WHY}"
            document(client.get(f"/api/{name}", params={**given, "history": KEPT}))
            if name != "review":
                document(client.get(f"/api/{name}", params={**given, **ignored}))


def test_advice_is_allowed() -> None:
    """Suggestions and explanations: a forbidden guess is not explained."""
    game, history = bg.game(HARD), "tree:BBBG"
    with client_of(small_settings(pairs=10**7)) as client:
        found = document(client.get("/api/advise", params={"game": HARD, "history": history, "count": "5"}))
        refused = client.get("/api/explain", params={"game": HARD, "history": history, "guess": "cool"})
    guesses = [found["choice"], *(one["guess"] for one in found["suggestions"])]
    assert all(is_allowed(game, guess, game.as_history(history)) for guess in guesses)
    assert (fault(refused), refused.json()["detail"]) == ((422, "history"), WHY)


def test_figures_say_the_rule() -> None:
    """Of trees and comparisons; what cannot be made into puzzles is said beforehand."""
    strict = "mastermind(2,3,rule=strict)"
    with client_of(small_settings()) as client:
        compared = document(client.get("/api/compare", params={"game": strict, "strategies": "entropy,first"}))
        able = document(client.get("/api/abilities", params={"game": strict}))
        puzzles = client.get("/api/puzzles", params={"game": strict, "kind": "win-in-two"})
    assert [figures["rule"] for figures in compared["results"]] == ["strict", "strict"]
    assert compared["results"][0]["total"] == bg.build_tree(strict, "entropy").figures.total
    assert (able["advice"], able["optimum"], able["puzzles"]) == (True, True, False)
    assert fault(puzzles) == (422, "game")
