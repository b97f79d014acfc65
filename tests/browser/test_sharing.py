"""Passing games on: links, challenges, the puzzle of the day, results; and what stays in the browser."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, Response, expect

import bestguess as bg
from bestguess.web.challenges import Challenges
from browsing import KEY, Visitor, address_of, draws_of, history_of, hook, more, play, played

GAME = bg.game("mastermind(4,6)")
TIMES = "\N{MULTIPLICATION SIGN}"


def test_a_link_opened_afresh(visit: Visitor) -> None:
    """A shared link shows the same position to another, without the secret, and can be played on."""
    page = visit(draws=draws_of("3512"))
    play(page, "1122", "1314")
    more(page, "share")
    link = hook(page, "position-link").input_value()
    assert "3512" not in link
    other = visit(link.removeprefix(visit.address), draws=[0])
    expect(played(other)).to_have_count(2)
    assert history_of(other) == history_of(page)
    first = bg.find_candidates(GAME, GAME.parse_history(history_of(page))).codes[0]
    play(other, first)
    expect(hook(other, "outcome")).to_have_attribute("data-stand", "won")


def everything_in(page: Page) -> str:
    """All that the page holds: the document, both storages, its state and its address."""
    held = page.evaluate("JSON.stringify([location.href, history.state, {...localStorage}, {...sessionStorage}])")
    return f"{held} {page.content()}"


def challenge_of(secret: str) -> str:
    """The id of a challenge that hides *secret*, made with the key of the tests' server."""
    challenges = Challenges(KEY.encode())
    made = iter(lambda: challenges.new(GAME), "")
    return next(name for name in made if challenges.secret(name, GAME) == secret)


def test_the_secret_of_a_challenge_is_nowhere(visit: Visitor) -> None:
    """Until it is given up, the secret of a challenge is in no answer, in no storage and not in the document."""
    context = visit.context()
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    page.goto(f"{visit.address}#/play?challenge={challenge_of('6543')}")
    expect(page.locator("[data-slot]")).to_have_count(4)
    play(page, "1122", "3344")
    assert history_of(page) == "1122:0.0 3344:1.1"
    expect(hook(page, "trend")).to_contain_text("1,296")
    texts = [answer.text() for answer in answers if "/api/challenges/" in answer.url]
    assert len(texts) >= 3
    everything = [*(answer.text() for answer in answers), everything_in(page)]
    assert not [text for text in everything if re.search("6[ ,]*5[ ,]*4[ ,]*3", text)]
    more(page, "give-up")
    hook(page, "give-up-yes").click()
    expect(hook(page, "outcome").get_by_label("6 5 4 3")).to_be_visible()


def test_a_challenge_is_made_and_opened(visit: Visitor) -> None:
    """A challenge is made by a press; whoever opens its link gets the answers of the one secret."""
    page = visit()
    more(page, "share")
    hook(page, "make-challenge").click()
    expect(hook(page, "challenge-link")).to_have_value(re.compile("challenge="))
    link = hook(page, "challenge-link").input_value()
    others = [visit(link.removeprefix(visit.address)) for _ in range(2)]
    secret = Challenges(KEY.encode()).secret(address_of(others[0])["challenge"], GAME)
    wrong = next(code for code in ("1122", "1234") if code != secret)
    for other in others:
        expect(other.locator("[data-slot]")).to_have_count(4)
        play(other, wrong)
        assert history_of(other) == f"{wrong}:{GAME.feedback(wrong, secret)}"
    play(others[1], secret)
    expect(hook(others[1], "outcome")).to_have_attribute("data-stand", "won")


def test_a_forged_challenge(visit: Visitor) -> None:
    """A challenge that the server did not make is refused in one line, and the page goes on."""
    visit.allow("status 404|console: .* 404")
    page = visit("#/play?challenge=abc.def.ghi")
    expect(page.get_by_text("This server knows no such challenge")).to_be_visible()
    hook(page, "new").click()
    play(page, "1122")


def test_the_puzzle_of_the_day_is_the_same_for_everyone(visit: Visitor) -> None:
    """Two browsers get the same secret on the same day, and another one on another day."""
    guesses = ("1123", "4456", "1425")
    histories = []
    for day in ("2026-11-16", "2026-11-16", "2026-11-17"):
        page = visit(f"#/play?daily={day}")
        play(page, *guesses)
        histories.append(history_of(page))
    assert histories[0] == histories[1]
    assert histories[0] != histories[2]


def test_result_as_text(visit: Visitor) -> None:
    """The result is copied as text: the game, the guesses, a line of signs for each row, and no code."""
    context = visit.context(draws=draws_of("3512"), permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(visit.address)
    play(page, "1122", "3512")
    hook(page, "copy-result").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines() == [f"bestguess · Mastermind 4{TIMES}6 · 2/10", "●○··", "●●●●"]


def test_statistics(visit: Visitor, tmp_path: Path) -> None:
    """Games are counted by game, those with help apart; they can be exported and deleted."""
    page = visit(draws=[*draws_of("3512"), *draws_of("1234"), *draws_of("1111")])
    play(page, "1122", "3512")
    page.keyboard.press("Alt+n")
    expect(played(page)).to_have_count(0)
    play(page, "1234")
    page.keyboard.press("Alt+n")
    expect(played(page)).to_have_count(0)
    page.keyboard.press("Alt+l")
    play(page, "1111")
    page.goto(visit.address + "#/statistics")
    figures = {one: hook(page, "stats").locator(f"[data-figure={one}]") for one in ("played", "won", "helped", "mean")}
    for figure, shown in {"played": "2", "won": "2", "helped": "1", "mean": "1.50"}.items():
        expect(figures[figure]).to_have_text(shown)
    with page.expect_download() as download:
        hook(page, "export").click()
    download.value.save_as(tmp_path / "stats.json")
    exported = json.loads((tmp_path / "stats.json").read_text())
    assert exported["games"]["mastermind(4,6,rows=10)"]["distribution"] == {"1": 1, "2": 1}
    hook(page, "delete").click()
    hook(page, "delete-yes").click()
    expect(page.get_by_text("No games yet")).to_be_visible()
    page.reload()
    expect(page.get_by_text("No games yet")).to_be_visible()
