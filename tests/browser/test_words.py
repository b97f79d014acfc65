"""Games of words: tiles, the keyboard of letters, hard mode, the puzzle of the day, and results from elsewhere."""

import re

from playwright.sync_api import Page, expect

import bestguess as bg
from bestguess.web.challenges import Challenges
from browser.test_access import violations
from browsing import KEY, PHONE, Visitor, for_verify, history_of, hook, more, play, played, press, symbol

WORDS = bg.game("words(english,5)")
SQUARES = "Wordle 1,234 3/6*\n\n⬛🟨🟩⬛⬛\n⬛⬛🟩🟩⬛\n🟩🟩🟩🟩🟩\n"


def draw_of(word: str) -> int:
    """What chance must say for the page to draw *word*: the weight of those before it."""
    assert WORDS.weights is not None
    return sum(WORDS.weights[: WORDS.secrets.index(word)])


def tiles(page: Page, row: int) -> str:
    """The marks on the tiles of a played *row*, as they are read aloud."""
    return played(page).nth(row - 1).locator("[role=img]").first.get_attribute("aria-label") or ""


def test_a_game_in_hard_mode(visit: Visitor) -> None:
    """On a phone: the keyboard keeps what is known, hard mode says what is missing, and nothing typed is lost."""
    page = visit("#/play?game=words(english,5,rule=hard,rows=6)", draws=[draw_of("ovary")], **PHONE)
    press(page, "crane")
    expect(played(page)).to_have_count(1)
    assert history_of(page) == "crane:BYGBB"
    assert tiles(page, 1) == "CRANE: C absent, R elsewhere, A right, N absent, E absent"
    marks = {letter: symbol(page, letter).get_attribute("data-mark") for letter in "craneq"}
    assert marks == {"c": "B", "r": "Y", "a": "G", "n": "B", "e": "B", "q": None}
    assert symbol(page, "r").get_attribute("aria-label") == "R, elsewhere"
    page.keyboard.type("earth")
    page.keyboard.press("Enter")
    expect(hook(page, "missing")).to_have_text("Must use A in place 3: row 1.")
    assert "".join(page.locator("[data-slot]").all_inner_texts()) == "EARTH"
    for _ in "earth":
        page.keyboard.press("Backspace")
    expect(hook(page, "missing")).to_have_count(0)
    page.keyboard.type("zzzzz")
    hook(page, "guess").click()
    expect(hook(page, "missing")).to_have_text("“ZZZZZ” is not in the list of words.")
    assert violations(page) == []
    expect(played(page)).to_have_count(1)
    page.get_by_role("button", name="Delete the last symbol").click(click_count=5)
    play(page, "apart", "ovary")
    expect(hook(page, "outcome")).to_contain_text("3 guesses.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hook(page, "share").click()
    expect(hook(page, "share")).to_have_text("Copied.")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[:-1] == ["bestguess · Words in 3*", "⬛🟨🟩⬛⬛", "⬛⬛🟩🟩⬛", "🟩🟩🟩🟩🟩"]


def test_the_word_of_the_day(visit: Visitor) -> None:
    """Everyone has the same word; it is shared as squares of the player's palette, and counted."""
    context = visit.context()
    page = context.new_page()
    page.goto(f"{visit.address}#/daily?kind=words")
    hook(page, "settings").click()
    hook(page, "setting-tiles").select_option("contrast")
    page.keyboard.press("Escape")
    more(page, "give-up")
    label = hook(page, "outcome").locator("[aria-label]").first.get_attribute("aria-label") or ""
    secret = label.lower()
    assert secret in WORDS.secrets
    other = visit("#/daily?kind=words")
    first = "crane" if secret != "crane" else "sloth"
    play(other, first, secret)
    expect(hook(other, "streak")).to_contain_text("1 day in a row")
    expect(hook(other, "countdown")).to_be_visible()
    lines = hook(other, "result-text").inner_text().splitlines()
    assert re.fullmatch(r"bestguess \d+ · Words in 2", lines[0])
    assert WORDS.as_feedback(lines[1]) == WORDS.score(first, secret)
    assert lines[2:] == ["🟩🟩🟩🟩🟩", "1 day in a row", lines[-1]]
    assert "#/today?kind=words&date=" in lines[-1]
    other.goto(f"{visit.address}#/statistics")
    expect(other.locator("[data-test=days][data-kind=words]")).to_contain_text("2 guesses")


def test_a_result_from_elsewhere_is_reviewed(visit: Visitor) -> None:
    """Squares and words that are pasted become the rows of a game, whose review opens; what is wrong is said."""
    page = visit("#/assist")
    hook(page, "paste").click()
    for text, problem in {
        "crane apart ovary": "There are no coloured squares in it.",
        f"{SQUARES}crane apart": "2 words for 3 rows of squares: one for each is needed.",
        f"{SQUARES}crane zzzzz ovary": "“ZZZZZ” is not in the list of words.",
    }.items():
        hook(page, "pasted").fill(text)
        hook(page, "paste-take").click()
        expect(hook(page, "paste-problem")).to_have_text(problem)
    assert violations(page) == []
    hook(page, "pasted").fill(f"{SQUARES}Crane\napart\novary")
    hook(page, "paste-take").click()
    expect(played(page)).to_have_count(3)
    assert history_of(page) == "crane:BYGBB apart:BBGGB ovary:GGGGG"
    hook(page, "numbers").locator("summary").click()
    expect(hook(page, "sum")).to_contain_text("3 guesses")


def test_rows_are_entered_by_tiles(visit: Visitor) -> None:
    """In Assist a word is typed, its letters are pressed until they have their colours, and the best guess follows."""
    page = visit("#/assist?game=words(english,5,rule=hard,rows=6)", **PHONE)
    for letter in "crane":
        symbol(page, letter).click()
    letters = hook(page, "mark-tiles").get_by_role("button")
    letters.nth(1).click()
    letters.nth(2).click(click_count=2)
    hook(page, "add").click()
    expect(played(page)).to_have_count(1)
    assert history_of(page) == "crane:BYGBB"
    expect(hook(page, "best")).to_be_visible()
    page.keyboard.type("earth")
    hook(page, "add").click()
    expect(page.get_by_role("status").filter(has_text="Must use A in place 3: row 1.")).to_be_visible()
    expect(played(page)).to_have_count(1)
    page.goto(f"{visit.address}#/assist?game=words(english,5,rule=hard)&history=crane:BYGBB+earth:BBBBB&ignored=1")
    expect(played(page)).to_have_count(2)
    page.locator("[data-edit='1']").click()
    page.get_by_role("button", name="Heed row 1 again").click()
    expect(page.get_by_role("status").filter(has_text="Then row 2 would break the rule")).to_be_visible()


def test_the_computer_finds_my_word(visit: Visitor) -> None:
    """In Mine the player marks the letters of each guess, by pressing them or by typing, until it is found."""
    page = visit("#/mine?game=words(english,5)&strategy=entropy")
    guessed = hook(page, "guess")
    for turn in range(1, 7):
        expect(hook(page, "next")).to_contain_text("Think of a word" if turn == 1 else f"Guess {turn}.")
        expect(guessed).to_have_attribute("data-code", re.compile(r"\w{5}"))
        word = guessed.get_attribute("data-code") or ""
        if word == "ovary":
            break
        marks = WORDS.score(word, "ovary")
        if turn == 1:
            for place, mark in enumerate(marks):
                for _ in range("BYG".index(mark)):
                    hook(page, "mark-tiles").get_by_role("button").nth(place).click()
        else:
            page.keyboard.type(marks)
        hook(page, "answer").click()
        expect(played(page)).to_have_count(turn)
        assert history_of(page).endswith(f"{word}:{marks}")
    hook(page, "right").click()
    expect(hook(page, "told").get_by_role("img", name="OVARY")).to_be_visible()
    expect(hook(page, "told").get_by_role("heading")).to_have_text(re.compile(r"Got you in \d!"))


@for_verify
def test_first_sights_of_words(visit: Visitor) -> None:
    """A newcomer with the link of a challenge is told of words, as are help and the tree of a strategy."""
    challenge = Challenges(KEY.encode()).new(bg.game("words(english,5,rule=hard,rows=6)"), "ovary")
    page = visit(f"#/play?challenge={challenge}", newcomer=True)
    expect(hook(page, "first-visit")).to_contain_text("Find the hidden word.")
    play(page, "crane")
    hook(page, "open-list").click()
    expect(hook(page, "list")).to_contain_text("Search the words")
    assert "code" not in hook(page, "list").inner_text()
    page.goto(f"{visit.address}#/explore/tree?game=words(english,5)&strategy=entropy")
    page.locator("#follow").fill("Ovary")
    page.get_by_role("button", name="Follow").click()
    expect(page.locator("#followed")).to_have_text("ovary is found in 3 guesses.")


@for_verify
def test_a_list_that_cannot_be_loaded(visit: Visitor) -> None:
    """Without its list a game of words says so, and goes on when the list comes."""
    visit.allow("english-5|Failed to load|failed")
    context = visit.context()
    page = context.new_page()
    page.route("**/english-5*", lambda route: route.abort())
    page.goto(f"{visit.address}#/play?game=words(english,5,rows=6)")
    expect(hook(page, "view-failed")).to_be_visible()
    page.unroute("**/english-5*")
    page.get_by_role("button", name="Try again").click()
    play(page, "crane")
