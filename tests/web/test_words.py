"""Words on the server: lists that ship, and no others."""

import bestguess as bg
from servers import client_of, document, small_settings


def test_advice_on_words_is_the_librarys() -> None:
    """The same suggestions, with squares as they are shared in the query."""
    text, history = "words(english,4,rows=6)", "slat:BYBB"
    with client_of(small_settings(pairs=10**7)) as client:
        given = {"game": text, "history": "SLAT:⬛🟨⬛⬛", "count": "3"}
        found = document(client.get("/api/advise", params=given))
        counted = document(client.get("/api/candidates", params={"game": text, "history": history}))
    wanted = bg.advise(text, history, count=3)
    assert (found["choice"], found["history"]) == (wanted.choice, history)
    assert [one["guess"] for one in found["suggestions"]] == [one.guess for one in wanted.suggestions]
    assert counted["candidates"] == wanted.candidates


def test_the_mean_of_a_tree_is_by_weight() -> None:
    """The first node says what the figures say, which count a likely word for more."""
    with client_of(small_settings(pairs=10**7, tree_pairs=10**7)) as client:
        found = document(client.get("/api/tree", params={"game": "words(english,4)", "strategy": "most-parts"}))
    secrets = sum(int(depth) * count for depth, count in found["depths"].items()) / found["candidates"]
    assert found["mean"] == found["figures"]["mean"] != secrets
