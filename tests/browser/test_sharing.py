"""Passing games on: links, challenges, the puzzle of the day, results; and what stays in the browser."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

import bestguess as bg
from bestguess.web.challenges import Challenges
from browser.test_access import violations
from browsing import KEY, PHONE, Visitor, address_of, draws_of, for_verify, history_of, hook, more, pixels, play, played

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
    first = bg.Position(GAME, history_of(page)).candidates[0]
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
    expect(hook(page, "candidates")).to_contain_text("possible")
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
        assert history_of(other) == f"{wrong}:{GAME.score(wrong, secret)}"
    play(others[1], secret)
    expect(hook(others[1], "outcome")).to_have_attribute("data-stand", "won")


def test_a_forged_challenge(visit: Visitor) -> None:
    """A challenge that the server did not make is refused in one line, and the page goes on."""
    visit.allow("status 404|console: .* 404")
    page = visit("#/play?challenge=abc.def.ghi")
    expect(page.get_by_text("This server knows no such challenge")).to_be_visible()
    hook(page, "new").click()
    play(page, "1122")


def test_result_as_text_and_as_a_picture(visit: Visitor, tmp_path: Path, look: dict[str, Any]) -> None:
    """The result is copied as text: the game, the guesses, a line of pins for each row, and no code.

    Perfect play and a link to the game follow. It can be saved as a picture of the board, too.
    """
    page = visit(draws=draws_of("3512"), permissions=["clipboard-read", "clipboard-write"], **look)
    play(page, "1122", "3512")
    hook(page, "share").click()
    expect(hook(page, "share")).to_have_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    link = f"{visit.address}#/play?game=mastermind(4,6,rows=10)"
    assert text.splitlines() == ["bestguess · Mastermind in 2", "●○··", "●●●●", "perfect play: 4.34", link]
    hook(page, "share-more").click()
    with page.expect_download() as download:
        hook(page, "picture").click()
    download.value.save_as(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


_SHEET = """
window.shared = []
navigator.share = (data) => { window.shared.push(data); return Promise.reject(new DOMException('', 'AbortError')) }
"""


@pytest.mark.parametrize("touch", [True, False])
def test_the_share_sheet(visit: Visitor, touch: bool) -> None:
    """A phone opens its share sheet, and closing that is no fault; a computer copies, even where it has a sheet."""
    options: dict[str, Any] = PHONE if touch else {"permissions": ["clipboard-read", "clipboard-write"]}
    context = visit.context(draws=draws_of("3512"), **options)
    context.add_init_script(_SHEET)
    page = context.new_page()
    page.goto(f"{visit.address}#/play")
    play(page, "3512")
    hook(page, "share").click()
    expect(hook(page, "share")).to_have_text("Share" if touch else "Copied.")
    shared = page.evaluate("window.shared.map(({text}) => text.split('\\n')[0])")
    assert shared == (["bestguess · Mastermind in 1"] if touch else [])


def coloured_pixels(page: Page) -> int:
    """How many pixels of the saved picture are no greys."""
    with page.expect_download() as download:
        hook(page, "picture").click()
    colours = 255 * pixels(Path(download.value.path()).read_bytes())
    return int((colours.max(-1) - colours.min(-1) > 40).sum())


@for_verify
def test_the_picture_of_a_daily_puzzle_hides_the_colours(visit: Visitor) -> None:
    """The picture of a game has its colours; that of a puzzle that others still play has none."""
    page = visit(draws=draws_of("3512"))
    play(page, "1122", "3512")
    hook(page, "share-more").click()
    assert coloured_pixels(page) > 1000
    page = visit("#/today?kind=mastermind&date=2026-11-15")
    play(page, "1122", "5344")
    hook(page, "share-more").click()
    assert coloured_pixels(page) == 0


def test_statistics(visit: Visitor, tmp_path: Path) -> None:
    """Games are counted by game, those with help apart; they can be exported, imported and deleted.

    What is imported is added or takes the place of what is here after a question; other files change nothing.
    """
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
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"1\.50 guesses\.\s*Perfect is 4\.34\."))
    figures = {one: page.locator(f"[data-figure={one}]") for one in ("won", "helped")}
    expect(figures["won"]).to_have_text("2")
    expect(figures["helped"]).to_have_text("1")
    expect(hook(page, "stats")).to_contain_text("won of 2")
    with page.expect_download() as download:
        hook(page, "export").click()
    download.value.save_as(tmp_path / "stats.json")
    exported = json.loads((tmp_path / "stats.json").read_text())
    assert exported["games"]["mastermind(4,6,rows=10)"]["distribution"] == {"1": 1, "2": 1}
    expect(hook(page, "histogram").locator("[data-test=perfect]")).to_have_count(1)
    expect(hook(page, "histogram")).to_contain_text("perfect 4.34")
    other = tmp_path / "other.json"
    for wrong in ("{", "[]", '{"games": {"mastermind(4,6)": {"played": -1}}}'):
        other.write_text(wrong)
        hook(page, "import-file").set_input_files(other)
        expect(hook(page, "import-said")).to_contain_text("Nothing was changed")
        expect(figures["won"]).to_have_text("2")
    for how, count in (("merge", "4"), ("replace", "2")):
        hook(page, "import-file").set_input_files(tmp_path / "stats.json")
        expect(hook(page, "import-found")).to_contain_text("3 games")
        hook(page, f"import-{how}").click()
        expect(figures["won"]).to_have_text(count)
    page.reload()
    expect(figures["won"]).to_have_text("2")
    hook(page, "delete").click()
    hook(page, "delete-yes").click()
    expect(page.get_by_text("No games yet")).to_be_visible()
    page.reload()
    expect(page.get_by_text("No games yet")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Play").click()
    expect(page.locator("[data-slot]")).to_have_count(4)


def figures_of(distribution: dict[str, int], helped: int = 0) -> dict[str, Any]:
    """What the page keeps of a game that was always won."""
    won = sum(distribution.values())
    counts = {"played": won, "won": won, "lost": 0, "helped": helped, "streak": won, "longest": won}
    return counts | {"distribution": distribution}


def keep_games(page: Page) -> None:
    """Puts three games, the codes of three days and the accuracy of two games where the page keeps them."""
    games = {"mastermind(4,6,rows=10)": figures_of({"4": 3, "5": 1}, helped=2), "bullscows(4,10)": figures_of({"5": 1})}
    games |= {"balance(12,rows=3)": figures_of({"3": 1})}
    found: dict[str, Any] = {"guesses": 4, "history": "", "practice": False}
    hinted = found | {"helpUsed": {"hints": True}}
    daily = {"mastermind": {"2026-11-16": found, "2026-11-15": found}, "bullscows": {"2026-11-16": found}}
    daily["words"] = {"2026-11-14": hinted, "2026-11-16": found}
    past = [
        {"id": str(nth), "game": "mastermind(4,6,rows=10)", "history": "", "secret": None, "date": "2026-11-16"}
        | {"won": True, "helped": False, "accuracy": accuracy, "costly": []}
        for nth, accuracy in enumerate((90, 70))
    ]
    stored = {"bestguess.stats": {"games": games, "daily": daily}, "bestguess.games": {"games": past}}
    page.evaluate("all => { for (const key in all) localStorage[key] = JSON.stringify(all[key]) }", stored)


def test_profile(visit: Visitor, tmp_path: Path) -> None:
    """A game is chosen by its kind or in a menu; twelve weeks have a dot with a name for each day, and accuracy a line.

    All days are listed with their help, each a link. A copy that is saved brings the accuracy back too.
    """
    page = visit.context().new_page()
    page.clock.set_fixed_time(datetime(2026, 11, 16, 12))
    page.goto(f"{visit.address}#/about")
    keep_games(page)
    page.goto(f"{visit.address}#/profile")
    headline = page.get_by_role("heading", level=1)
    expect(headline).to_contain_text("4.25 guesses.")
    shown = {"won": "4", "days": "2", "accuracy": "80", "longest": "2", "helped": "2"}
    for figure, value in shown.items():
        expect(page.locator(f"[data-figure={figure}]")).to_have_text(value)
    expect(page.locator("[data-date]")).to_have_count(84)
    for date, name in {"16": "all three", "15": "one code of the day", "14": "none"}.items():
        dot = page.locator(f"[data-date='2026-11-{date}']")
        expect(dot).to_have_accessible_name(re.compile(f"{date} Nov: {name}$"))
    expect(hook(page, "accuracy").get_by_role("img")).to_have_accessible_name("Accuracy went from 70 to 80")
    page.locator("summary").click()
    expect(hook(page, "days")).to_have_count(5)
    line = page.locator("[data-day='2026-11-14']")
    expect(line).to_contain_text("4 guesses, with hints or the coach")
    expect(line.get_by_role("link")).to_have_attribute("href", "#/today?kind=words&date=2026-11-14")

    hook(page, "kind-bullscows").click()
    expect(headline).to_have_text(re.compile(r"5\.00 guesses\.\s*Perfect is 5\.21\."))
    expect(hook(page, "accuracy")).to_have_count(0)
    hook(page, "kind-words").click()
    expect(headline).to_contain_text("No games yet.")
    hook(page, "others").select_option("balance(12,rows=3)")
    expect(headline).to_have_text(re.compile(r"3\.00 guesses\.\s*12 coins"))
    page.go_back()
    expect(headline).to_contain_text("No games yet.")

    with page.expect_download() as download:
        hook(page, "export").click()
    download.value.save_as(tmp_path / "copy.json")
    hook(page, "delete").click()
    hook(page, "delete-yes").click()
    assert page.evaluate("localStorage['bestguess.games']") == '{"games":[]}'
    hook(page, "import-file").set_input_files(tmp_path / "copy.json")
    hook(page, "import-replace").click()
    hook(page, "kind-mastermind").click()
    expect(page.locator("[data-figure=accuracy]")).to_have_text("80")
    assert violations(page) == []
