"""Games of questions: coins on a balance, and tables of one's own."""

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browsing import PHONE, ROOT, Visitor, address_of, choose, for_verify, history_of, hook

ANIMALS = """animals,cat,dog,"cow, brown",hen
Does it bark?,no,yes,no,no
Does it lay eggs?,no,no,no,yes
Is it "big"?,no,no,yes,no
"""
TABLES = ROOT / "web/src/questions/tables"
COIN_G_LIGHT = 13  # its place among A+, A-, B+, ...


def answer(page: Page, text: str) -> None:
    """Answers the question that is asked, once it is there."""
    page.locator(f"[data-answer='{text}']").click()


def test_a_table_of_ones_own_is_asked_about_to_the_end_and_kept(visit: Visitor, tmp_path: Path) -> None:
    """A pasted table: problems by row, questions until it is known; a reload keeps it, another browser lacks it."""
    page = visit("#/mine")
    choose(page, kind="table")
    expect(hook(page, "game")).to_have_text("Animals")
    page.goto(visit.address + "#/mine?game=table")
    visit.allow("status 422|Failed to load resource")
    hook(page, "csv").fill(ANIMALS.replace("no,no,no,yes", "no,no,yes"))
    hook(page, "use").click()
    expect(hook(page, "problem")).to_contain_text("row 3 has 4 cells, expected 5")
    hook(page, "csv").fill(ANIMALS)
    hook(page, "table-name").fill("Farm")
    hook(page, "use").click()
    expect(hook(page, "game")).to_contain_text("Farm")
    answers = {"Does it bark?": "no", "Does it lay eggs?": "no", 'Is it "big"?': "yes"}
    while not hook(page, "end").count():
        asked = len(page.locator("[data-test=asked] li").all())
        question = hook(page, "question")
        expect(question).not_to_be_empty()
        answer(page, answers[question.inner_text()])
        expect(page.locator("[data-test=asked] li")).to_have_count(asked + 1)
    expect(hook(page, "end")).to_contain_text("Got you in")
    page.reload()
    expect(hook(page, "what")).to_have_text("cow, brown")
    hook(page, "undo").click()
    expect(hook(page, "end")).to_have_count(0)

    fresh = visit("#" + page.url.partition("#")[2])
    expect(hook(fresh, "missing")).to_be_visible()
    file = tmp_path / "farm.csv"
    file.write_text(ANIMALS, newline="")
    hook(fresh, "file").set_input_files(file)
    expect(hook(fresh, "question")).not_to_be_empty()


def test_a_table_is_typed_into_the_grid(visit: Visitor) -> None:
    """Cells typed with the keyboard make a table that Assist knows the best question of."""
    page = visit("#/assist?game=table", **PHONE)
    cells = (("corner", "salt", "sugar"), ("Is it sweet?", "no", "yes"))
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            page.locator(f"[data-cell='{row} {column}']").press_sequentially(text)
    hook(page, "add-column").click()
    page.keyboard.type("lemon")
    page.keyboard.press("Enter")
    page.keyboard.type("no")
    hook(page, "add-row").click()
    for place, text in enumerate(("Is it yellow?", "no", "no", "yes")):
        page.locator(f"[data-cell='2 {place}']").fill(text)
    hook(page, "use").click()
    expect(hook(page, "left")).to_contain_text("3 of 3 left")
    page.locator("[data-question='Is it yellow?']").click()
    answer(page, "no")
    expect(hook(page, "asked")).to_contain_text("Is it yellow?")
    assert history_of(page) == '"Is it yellow?":no'


def test_a_table_of_the_page_is_guessed(visit: Visitor) -> None:
    """Countries: yes before no, cards that turn face down, what a card says, an answer changed, and found.

    The address of another browser opens the table too, and it is not among the player's own.
    """
    page = visit("#/mine?game=table(countries)")
    rows = list(csv.reader((TABLES / "countries.txt").read_text().splitlines()))
    at = rows[0].index("Kenya")
    facts = {row[0]: row[at] for row in rows[1:]}
    expect(hook(page, "question")).not_to_be_empty()
    assert page.locator("[data-answer]").all_inner_texts() == ["yes", "no"]
    expect(page.locator("[data-card]")).to_have_count(60)
    page.locator("[data-card=Kenya]").click()
    for question, fact in facts.items():
        expect(hook(page, "facts")).to_contain_text(f"{question} {fact}")
    turn = 0
    while not hook(page, "end").count():
        turn += 1
        answer(page, facts[hook(page, "question").inner_text()])
        expect(page.locator("[data-test=asked] li")).to_have_count(turn)
        left = page.locator("[data-card]").count()
        expect(hook(page, "left")).to_contain_text(f"{left} of 60 left")
        expect(hook(page, "question").or_(hook(page, "end"))).not_to_be_empty()
    expect(hook(page, "end")).to_have_text(f"Got you in {turn}!")
    expect(hook(page, "what")).to_have_text("Kenya")

    other = visit("#" + page.url.partition("#")[2])
    expect(hook(other, "what")).to_have_text("Kenya")
    first = other.locator("[data-change='1']")
    first.click()
    given = other.locator("[data-answer][aria-pressed=true]")
    expect(given).to_have_count(1)
    other.get_by_role("button", name="Cancel").click()
    expect(hook(other, "what")).to_have_text("Kenya")
    first.click()
    other.locator("[data-answer][aria-pressed=false]").click(force=True)
    expect(hook(other, "contradiction")).to_be_visible()
    hook(other, "repair").first.click()
    expect(hook(other, "contradiction")).to_have_count(0)
    other.goto(visit.address + "#/mine?game=table")
    expect(other.locator("[data-shipped]")).to_have_count(3)
    expect(hook(other, "tables")).to_have_count(0)


def test_coins_in_assist(visit: Visitor) -> None:
    """The best weighing first, another one by its coins; answers that contradict can be changed, and back undoes."""
    page = visit("#/assist?game=balance(12)")
    expect(hook(page, "question")).to_have_text("ABCD against EFGH")
    expect(hook(page, "answers")).to_contain_text("8 left")
    answer(page, "left")
    expect(hook(page, "left")).to_contain_text("8 of 24 left")
    for coin in "BBA":
        page.locator(f"[data-coin={coin}]").click()
    expect(hook(page, "question")).to_have_text("A against B")
    answer(page, "right")
    expect(hook(page, "end")).to_have_text("Found: coin B, too heavy, after 2 questions.")
    page.go_back()
    expect(hook(page, "left")).to_contain_text("8 of 24 left")
    page.goto(visit.address + "#/assist?game=balance(4)&history=b-a:left+A-B:left")
    expect(hook(page, "contradiction")).to_be_visible()
    hook(page, "repair").first.click()
    assert history_of(page) == "A-B:right A-B:right"
    expect(hook(page, "left")).to_contain_text("2 of 8 left")


def test_twelve_coins_by_keyboard(visit: Visitor) -> None:
    """Three weighings by keys, the coin named by its letter, a slip put right, and a review of each weighing."""
    page = visit("#/play?game=balance(12,rows=3)", draws=[COIN_G_LIGHT])
    for left, right, shown in (("ABCD", "EFGH", "left"), ("ABE", "CDF", "level"), ("G", "H", "right")):
        page.locator("[data-coin=A]").focus()
        page.keyboard.type(left + "".join(coin * 2 for coin in right))
        hook(page, "weigh").focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-test=asked] li").last).to_contain_text(
            "level" if shown == "level" else f"{shown} is heavier"
        )
    expect(hook(page, "weigh")).to_have_count(0)
    expect(hook(page, "say")).to_be_disabled()
    page.locator("[data-coin=A]").focus()
    page.keyboard.type("hg")
    expect(hook(page, "say")).to_have_text("Coin G is too heavy")
    page.keyboard.type("g")
    expect(page.locator("[data-coin=G]")).to_have_accessible_name("coin G, too light")
    hook(page, "say").press("Enter")
    expect(hook(page, "end")).to_have_text("Found: coin G, too light. 3 weighings.")
    expect(page.locator(".picture svg").first).to_be_visible()
    expect(hook(page, "note")).to_have_text([re.compile("best")] * 3)
    page.reload()
    expect(hook(page, "end")).to_contain_text("Found: coin G")
    hook(page, "undo").click()
    expect(page.locator("[data-test=asked] li")).to_have_count(3)
    page.locator("[data-coin=H]").click()
    hook(page, "say").click()
    expect(hook(page, "end")).to_contain_text("Not found")
    hook(page, "again").click()
    expect(hook(page, "weigh")).to_be_visible()
    assert address_of(page) == {"game": "balance(12,rows=3)"}
    page.goto(visit.address + "#/statistics")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"3\.00 guesses\.\s*12 coins"))
    expect(page.locator("[data-figure=won]")).to_have_text("1")
    expect(hook(page, "stats")).to_contain_text("won of 1")


def test_hints_for_coins(visit: Visitor) -> None:
    """First how many against how many, then which, to be placed; only then the solution. It counts as help."""
    page = visit("#/play?game=balance(12,rows=3)", draws=[COIN_G_LIGHT])
    hook(page, "open-hint").click()
    expect(hook(page, "hint")).to_contain_text("Weigh 4 against 4.")
    expect(hook(page, "show")).to_have_count(0)
    hook(page, "hint-2").click()
    expect(hook(page, "best")).to_contain_text("ABCD against EFGH")
    hook(page, "place-it").click()
    hook(page, "weigh").click()
    expect(page.locator("[data-test=asked] li")).to_have_count(1)
    hook(page, "name").click()
    page.locator("[data-coin=G]").dblclick()
    hook(page, "say").click()
    expect(hook(page, "end")).to_contain_text("Found: coin G, too light. 1 weighing.")
    page.goto(visit.address + "#/statistics")
    expect(page.locator("[data-figure=helped]")).to_have_text("1")


def test_coins_fit_a_phone(visit: Visitor) -> None:
    """Balance, weighings, coins and buttons are on one screen; so they are when three weighings are done."""
    page = visit("#/play?game=balance(12,rows=3)", draws=[COIN_G_LIGHT], **PHONE)
    for coins in ("ABCDEEFFGGHH", "ABECCDDFF", "GHH"):
        for coin in coins:
            page.locator(f"[data-coin={coin}]").tap()
        hook(page, "weigh").tap()
    expect(page.locator("[data-test=asked] li")).to_have_count(3)
    for part in (page.locator(".picture").first, hook(page, "asked"), hook(page, "tray"), hook(page, "say")):
        expect(part).to_be_in_viewport(ratio=1)
    tall, wide = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (tall, wide) == (844, 390)


@for_verify
def test_twelve_coins_by_touch(visit: Visitor) -> None:
    """On a phone: chosen in the menu, coins tapped onto the pans, marks, then the computer finishes."""
    page = visit("", draws=[*[0] * 4, COIN_G_LIGHT], **PHONE)
    choose(page, kind="coins")
    hook(page, "open-hint").tap()
    hook(page, "marks").tap()
    hook(page, "sheet-close").tap()
    for coin in "ABCDEEFFGGHH":
        page.locator(f"[data-coin={coin}]").tap()
    hook(page, "weigh").tap()
    expect(page.locator("[data-test=asked] li")).to_have_count(1)
    expect(page.locator("[aria-label$='known to be good']")).not_to_have_count(0)
    hook(page, "open-hint").tap()
    hook(page, "hint-2").tap()
    hook(page, "show").tap()
    expect(hook(page, "end")).to_contain_text("with help")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    hook(page, "again").tap()
    hook(page, "open-hint").tap()
    hook(page, "hint-2").tap()
    expect(hook(page, "best")).to_be_visible()
    with page.expect_response("**/api/move*"):
        hook(page, "show").tap()
    page.goto(visit.address + "#/statistics")
    expect(page.locator("[data-figure=helped]")).to_have_text("1")
    page.wait_for_timeout(800)  # the computer does not go on, nor bring its view back
    assert page.url.endswith("#/profile")


@for_verify
def test_help_and_menu_of_questions(visit: Visitor) -> None:
    """How to play opens at coins and at tables, by a key too; a table that is not here leaves the menu of games."""
    goals = {"play?game=balance(12,rows=3)": "too heavy or too light", "mine?game=table": "table of your own"}
    for where, said in goals.items():
        page = visit(f"#/{where}")
        expect(hook(page, "game")).to_be_visible()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="How to play")).to_contain_text(said)
    page = visit("#/assist?game=table(0123456789abcdef)", **PHONE)
    expect(hook(page, "missing")).to_be_visible()
    choose(page, kind="mastermind")
    expect(page.locator(".board")).to_be_visible()


def test_coins_without_a_network(visit: Visitor) -> None:
    """A puzzle is played to its end without the server; only its review needs it, and says so."""
    page = visit("#/play?game=balance(3,rows=2)", draws=[0])
    expect(hook(page, "weigh")).to_be_visible()
    visit.allow("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(offline=True)
    for coins in ("ABB", "ACC"):
        for coin in coins:
            page.locator(f"[data-coin={coin}]").click()
        hook(page, "weigh").click()
    page.locator("[data-coin=B]").click()
    hook(page, "say").click()
    expect(hook(page, "end")).to_have_text("Not found: it was coin A, too heavy. 2 weighings.")
    expect(hook(page, "told")).to_contain_text("The engine cannot be reached")
