"""Ways to play: a race, an adversary, two players, a challenge with a code of one's own; and very large games."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import bestguess as bg
from bestguess.data import known_plan
from browsing import Visitor, address_of, choose, draws_of, for_verify, hook, play, played, symbol

GAME = bg.game("mastermind(4,6,rows=10)")
_PLAY = "#/play?game=mastermind(4,6,rows=10)"


def set_secret(page: Page, secret: str) -> None:
    """Chooses *secret* on the palette."""
    for sign in secret:
        symbol(page, sign).click()
    hook(page, "use-secret").click()


def engine_guesses(secret: str) -> list[str]:
    """What the computer plays in a race for *secret*."""
    plan = known_plan(bg.game("mastermind(4,6)"), "optimal-worst")
    assert plan is not None
    node, guesses = plan.root, list[str]()
    while True:
        guesses.append(node.guess)
        if node.guess == secret:
            return guesses
        node = node.branches[GAME.score(node.guess, secret)]


def statistics_of(page: Page) -> str:
    """What this browser keeps besides settings and the tally of two players."""
    kept: dict[str, str] = page.evaluate("({...localStorage})")
    return json.dumps({key: value for key, value in kept.items() if "stat" in key})


def test_an_opponent_is_chosen_and_is_in_the_address(visit: Visitor, look: dict[str, Any]) -> None:
    """The picker shows what is played now; Play begins what is chosen, and the next key goes to the row."""
    page = visit(_PLAY, **look)
    choose(page, way="race")
    expect(hook(page, "mode")).to_be_visible()
    assert address_of(page)["against"] == "race"
    expect(page.locator("[data-slot='0']")).to_be_focused()
    hook(page, "game").click()
    expect(page.locator("[data-way=race] input")).to_be_checked()
    expect(page.locator("[data-kind=mastermind] > input")).to_be_checked()
    page.locator("[data-way=alone]").click()
    hook(page, "start").click()
    expect(hook(page, "mode")).to_have_count(0)


def test_opponents_that_a_game_lacks_are_off(visit: Visitor) -> None:
    """Coins are weighed alone or by the computer; a table is for the computer alone; Enter plays what is chosen."""
    page = visit(_PLAY)
    hook(page, "game").click()
    page.locator("[data-kind=coins] > input").check()
    off = page.locator("[data-way] input:disabled")
    expect(off).to_have_count(4)
    expect(hook(page, "choice")).to_have_text("Coins, 12 coins, 3 weighings, alone")
    page.locator("[data-kind=table] > input").check()
    expect(off).to_have_count(5)
    expect(page.locator("[data-way=yours] input")).to_be_checked()
    page.locator("[data-kind=mastermind] > input").check()
    expect(off).to_have_count(0)
    page.locator("[data-way=yours]").click()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#/yours"))
    assert address_of(page)["game"] == "mastermind(4,6,rows=10)"


def test_a_challenge_with_ones_own_secret(visit: Visitor, look: dict[str, Any]) -> None:
    """The link has the secret that was chosen, does not show it, and says what that protects against.

    Whoever plays a challenge of their own, or adds rows in the address, is not said to have found it alone.
    """
    page = visit(f"{_PLAY}&against=friend", **look)
    hook(page, "use-secret").click()
    expect(hook(page, "secret-form")).to_contain_text("Fill every place first.")
    expect(hook(page, "honest")).to_contain_text("does not stop a friend who opens it and gives up")
    set_secret(page, "3512")
    link = hook(page, "friend-link").input_value()
    assert "3512" not in link
    assert "3512" not in page.url
    friend = visit(link.removeprefix(visit.address), **look)
    play(friend, "1122", "3512")
    expect(hook(friend, "outcome")).to_have_attribute("data-stand", "won")
    assert address_of(friend)["history"] == f"1122:{GAME.score('1122', '3512')} 3512:4.0"
    page.goto(link)
    expect(hook(page, "about")).to_be_visible()
    play(page, "3512")
    expect(hook(page, "help-used")).to_contain_text("With hints")
    cheat = visit(link.removeprefix(visit.address))
    play(cheat, "1122")
    cheat.evaluate("location.hash += ' 3512:4.0'")
    expect(hook(cheat, "outcome")).to_have_attribute("data-stand", "won")
    expect(hook(cheat, "help-used")).to_contain_text("Begun in the middle")


def test_two_players_take_turns(visit: Visitor, look: dict[str, Any]) -> None:
    """One hides a secret, the other finds it, then they swap; guesses are added up, and not in statistics."""
    page = visit(f"{_PLAY}&against=two", **look)
    expect(hook(page, "mode")).to_contain_text("Player 1 chooses the code. Player 2 looks away.")
    set_secret(page, "3512")
    expect(hook(page, "mode")).to_contain_text("Hand the device to player 2.")
    assert not re.search("3 ?5 ?1 ?2", page.content())
    hook(page, "hand-over").click()
    play(page, "1122")
    expect(hook(page, "undo")).to_have_count(0)
    play(page, "3512")
    expect(hook(page, "outcome")).to_contain_text("Player 2 found it")
    expect(hook(page, "outcome")).to_contain_text("2 guesses.")
    expect(hook(page, "tally")).to_contain_text("2 guesses in all")
    expect(hook(page, "mode")).to_contain_text("player 2 chooses the next code")
    assert statistics_of(page) == "{}"
    hook(page, "again").click()
    expect(hook(page, "mode")).to_contain_text("Player 2 chooses the code. Player 1 looks away.")
    set_secret(page, "1111")
    hook(page, "hand-over").click()
    assert "1111" not in page.url
    play(page, "1111")
    expect(hook(page, "tally").locator("tr").first).to_contain_text("1 guess in all")
    page.reload()
    expect(hook(page, "tally").locator("tr").first).to_contain_text("1 guess in all")


def test_a_code_for_the_other_is_typed_at_once(visit: Visitor) -> None:
    """Keys type the code without a click before, Backspace deletes, Enter hides it; an incomplete one is refused."""
    for game, code, erased in (("mastermind(4,6,rows=10)", "3512", "6"), ("words(english,5,rows=6)", "crane", "x")):
        page = visit(f"#/play?game={game}&against=two")
        expect(page.locator("[data-slot]")).to_have_count(len(code))
        page.keyboard.type(erased)
        page.keyboard.press("Backspace")
        page.keyboard.type(code[:-1])
        page.keyboard.press("Enter")
        expect(hook(page, "secret-form")).to_contain_text("Fill every place first.")
        page.keyboard.type(code[-1])
        page.keyboard.press("Enter")
        expect(hook(page, "mode")).to_contain_text("Hand the device to player 2.")


def rival(page: Page) -> Locator:
    """The rows that the computer has played in a race."""
    return page.locator("[data-test=race-row][data-kind=played]")


def test_a_race(visit: Visitor, look: dict[str, Any]) -> None:
    """The computer makes one guess for each of mine, shows its answers only, and at the end also its codes.

    Reloading shows the same rows of mine and of the computer, and none can be taken back.
    """
    theirs = engine_guesses("3512")
    page = visit(f"{_PLAY}&against=race", draws=draws_of("3512"), **look)
    play(page, "1111")
    expect(rival(page)).to_have_count(1)
    shown = rival(page) if look["viewport"]["width"] >= 1000 else hook(page, "race-last")
    exact, misplaced = GAME.score(theirs[0], "3512").split(".")
    answer = shown.first.get_by_role("img").last
    expect(answer).to_have_accessible_name(f"{exact} exact, {misplaced} misplaced")
    expect(rival(page).first.locator(".pegs")).to_have_attribute("aria-label", "face down")
    expect(rival(page).first.locator(".pegs text")).to_have_count(0)
    play(page, "2222")
    expect(rival(page)).to_have_count(2)
    page.reload()
    expect(played(page)).to_have_count(2)
    expect(rival(page)).to_have_count(2)
    expect(hook(page, "undo")).to_have_count(0)
    page.keyboard.press("Alt+u")
    expect(played(page)).to_have_count(2)
    play(page, "3512")
    won = "You were first!" if len(theirs) > 3 else "A draw"
    expect(hook(page, "outcome").get_by_role("heading")).to_have_text(won)
    expect(rival(page)).to_have_count(len(theirs))
    expect(rival(page).first.get_by_role("img").first).to_have_accessible_name(" ".join(theirs[0]))
    expect(page.get_by_text("not in your statistics")).to_be_visible()
    assert statistics_of(page) == "{}"


def test_a_race_has_no_hints(visit: Visitor) -> None:
    """Neither buttons nor keys help in a race; after it there is a review, and the result is there again."""
    page = visit(f"{_PLAY}&against=race", draws=draws_of("3512"))
    play(page, "1122")
    for key in "hwlc":
        page.keyboard.press(f"Alt+{key}")
    expect(hook(page, "open-hint")).to_have_count(0)
    hook(page, "more").click()
    expect(hook(page, "more-why")).to_have_count(0)
    page.keyboard.press("Escape")
    play(page, "3512")
    expect(hook(page, "help-used")).to_have_count(0)
    hook(page, "open-review").click()
    expect(hook(page, "review-summary")).to_be_visible()
    expect(rival(page).first).to_be_hidden()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("game", ["words(english,5,rows=6)", "bullscows(4,10)"])
def test_a_race_in_other_games(visit: Visitor, game: str) -> None:
    """Answers of words are marks without letters; names and counts of the strip stand in one line at any width."""
    guess = "raise" if game.startswith("words") else "0123"
    for width in (320, 1280):
        page = visit(f"#/play?game={game}&against=race", viewport={"width": width, "height": 800})
        play(page, guess)
        expect(rival(page)).to_have_count(1)
        expect(rival(page).first.locator(".peg text", has_text=re.compile(r"\w"))).to_have_count(0)
        lines = (
            hook(page, "mode").locator("b").evaluate_all("names => names.map((name) => name.getClientRects().length)")
        )
        assert lines == [1, 1]
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_race_without_the_computer(visit: Visitor) -> None:
    """When the computer cannot be reached, the page says so, and I go on alone."""
    visit.allow("/api/")
    page = visit(f"{_PLAY}&against=race", draws=draws_of("3512"))
    page.route("**/api/move*", lambda route: route.abort())
    play(page, "1122")
    expect(hook(page, "race-alone")).to_be_visible()
    play(page, "3512")
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")


def test_the_adversary(visit: Visitor, look: dict[str, Any]) -> None:
    """Its answers leave most codes, never contradict each other, and the result says what perfect play needs."""
    page = visit(f"{_PLAY}&against=adversary", **look)
    guesses = ["1122", "3344"]
    play(page, *guesses)
    history = GAME.as_history(address_of(page)["history"])
    for number, (guess, answer) in enumerate(history):
        parts = bg.Position(GAME, history[:number]).partition(guess)
        assert len(parts[answer]) == max(len(part) for part in parts.values())
    while (left := bg.Position(GAME, address_of(page)["history"]).candidates)[1:]:
        play(page, left[0])
    play(page, *([] if address_of(page)["history"].endswith(str(GAME.win)) else left))
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")
    expect(hook(page, "outcome").get_by_role("heading")).to_contain_text("Got it in")
    expect(hook(page, "outcome")).to_contain_text("Perfect play never needs more than 5.")
    assert statistics_of(page) == "{}"


@for_verify
def test_what_a_large_game_lacks_is_said_before_it_begins(visit: Visitor, look: dict[str, Any]) -> None:
    """The dialog says that hints are estimates and that there is no review; then both are true."""
    page = visit(_PLAY, **look)
    hook(page, "game").click()
    page.locator("[data-kind=any] > input").check()
    page.get_by_label("Pegs").fill("8")
    page.get_by_label("Colours").fill("12")
    limits = "Hints are estimates in a game this large. No review after the game."
    expect(hook(page, "limits")).to_contain_text(limits)
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    narrow = look["viewport"]["width"] < 1000
    if narrow:  # the help is in a sheet
        hook(page, "open-hint").click()
    expect(hook(page, "missing-help")).to_have_text(limits)
    if narrow:
        hook(page, "sheet-close").click()
    play(page, "11223344")
    history = address_of(page)["history"]
    left = bg.Position("mastermind(8,12)", history).count
    expect(page.locator("[data-test=row]").first).to_contain_text(f"{left:,}")
    assert page.get_by_text("too large").count() == 0
