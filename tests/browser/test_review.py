"""After the game: the verdict, the marks of the rows, and what would have been better."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import bestguess as bg
from browser.test_access import violations
from browsing import Visitor, draws_of, hook, play, played

GAME = bg.game("mastermind(4,6)")
TWO_LEFT = "crane:BBBBY+sheet:GBGGG+sleet:GBGGG+sweet:GGGGG"
MINUS = "\N{MINUS SIGN}"
WON = "1123:0.3 4455:0.1 1122:1.1 3512:4.0"


def test_review(visit: Visitor, look: dict[str, Any]) -> None:
    """The review opens with the accuracy, one sentence, and the guess that cost most.

    The review's line adds up as it is printed. Each row is marked by what it lost, by thresholds that are said.
    """
    page = visit(draws=draws_of("3512"), **look)
    play(page, "1123", "4455", "1122", "3512")
    review = bg.review(GAME, WON)
    losses = [float(move.loss) for move in review.moves]
    hook(page, "open-review").click()
    expect(hook(page, "verdict")).to_have_text(re.compile(r"^(Two|Three) costly guesses, but good luck\.$"))
    expect(hook(page, "verdict")).to_be_in_viewport()
    accuracy = round(100 * float(review.value) / float(review.value + review.loss))
    expect(hook(page, "accuracy")).to_have_attribute("aria-label", f"accuracy {accuracy} of 100")
    expect(hook(page, "move-title")).to_contain_text(f"Guess {losses.index(max(losses)) + 1}: a mistake")
    hook(page, "numbers").locator("summary").click()
    expect(hook(page, "accuracy-note")).to_contain_text(f"Accuracy {accuracy} %")
    expect(hook(page, "move")).to_have_count(4)
    line = hook(page, "sum").inner_text().replace(MINUS, "-")
    found = re.fullmatch(
        r"4 guesses = ([\d.]+) expected \+ ([\d.]+) extra ([+-]) ([\d.]+) (good|bad) luck", " ".join(line.split())
    )
    assert found, line
    expected, lost, sign, luck, kind = found.groups()
    assert (sign, kind) in (("+", "bad"), ("-", "good"))
    hundredths = [round(100 * float(text)) for text in (expected, lost, sign + luck)]
    assert sum(hundredths) == 400
    marks = [move.get_attribute("data-verdict") for move in hook(page, "move").all()]
    assert marks == [
        "best" if lost == 0 else "good" if lost <= 0.1 else "inaccurate" if lost <= 0.3 else "mistake"
        for lost in losses
    ]
    expect(hook(page, "move").nth(1)).to_contain_text("mistake")
    expect(hook(page, "review")).to_contain_text("Good: up to 0.10 extra guesses, on average. Inaccurate: up to 0.30.")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_moves_step_by_step(visit: Visitor) -> None:
    """Arrow keys and buttons step through the moves; the row at hand is outlined, and all rows have their marks."""
    page = visit(draws=draws_of("3512"))
    play(page, "1123", "4455", "1122", "3512")
    expect(played(page).locator("[data-verdict]")).to_have_count(0)
    hook(page, "open-review").click()
    expect(hook(page, "show-move")).to_have_count(4)
    marks = [move.get_attribute("data-verdict") for move in hook(page, "show-move").locator("[data-verdict]").all()]
    on_board = played(page).locator("[data-verdict]")
    assert [mark.get_attribute("data-verdict") for mark in on_board.all()] == marks
    hook(page, "show-move").nth(0).click()
    expect(played(page).nth(0)).to_have_class(re.compile("highlighted"))
    page.keyboard.press("ArrowRight")
    expect(hook(page, "move-title")).to_contain_text("Guess 2")
    hook(page, "next-move").click()
    expect(played(page).nth(2)).to_have_class(re.compile("highlighted"))
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(hook(page, "move-title")).to_contain_text("Guess 1")
    hook(page, "close-review").click()
    expect(hook(page, "open-review")).to_be_focused()


def test_a_move_is_explained_and_tried(visit: Visitor) -> None:
    """A card says what the guess left, what a better one would have left, and goes back to play it."""
    rows = "1123:2.0+1453:2.0+1663:1.0+2423:3.0+3423:3.0+4423:4.0"
    page = visit(f"#/play?game=mastermind(4,6,rows=10)&history={rows}")
    hook(page, "open-review").click()
    expect(hook(page, "told")).to_have_text("You left 7. 2643 would have left 2.")
    expect(hook(page, "splits")).to_have_text("14 codes were possible. 1663 splits them into 5 groups, 2643 into 10.")
    expect(hook(page, "luck")).to_contain_text("The answers cost you 1.19 guesses.")
    hook(page, "try").click()
    expect(played(page)).to_have_count(2)
    expect(hook(page, "review")).to_have_count(0)


def test_the_computer_is_not_judged(visit: Visitor) -> None:
    """Rows that the computer made are marked as its own, and nobody is praised for them."""
    page = visit(draws=draws_of("6543"))
    play(page, "1111")
    hook(page, "finish").click()
    hook(page, "open-review").click()
    expect(hook(page, "verdict")).to_have_text("Found with the computer.")
    marks = [mark.get_attribute("data-verdict") for mark in played(page).locator("[data-verdict]").all()]
    assert marks[0] != "computer"
    assert set(marks[1:]) == {"computer"}


def test_of_two_words_left_either_is_best(visit: Visitor) -> None:
    """Words have weights, but a guess of two words that are possible is no mistake."""
    page = visit("#/play?game=words(english,5)&history=" + TWO_LEFT)
    hook(page, "open-review").click()
    expect(played(page).locator("[data-verdict]").nth(-2)).to_have_attribute("data-verdict", "best")


@pytest.mark.parametrize(
    ("secret", "codes", "ending", "said"),
    [
        ("1123", ["1123"], None, "Perfect play, and good luck"),
        ("1122", ["1122"], None, "Well played, and good luck"),
        ("6666", ["1123"], "give-up", "Perfect play(, (and good|but bad) luck)?"),
    ],
)
def test_verdict_in_words(visit: Visitor, secret: str, codes: list[str], ending: str | None, said: str) -> None:
    """The sentence says only what is so: nothing extra, little extra, also of a game given up."""
    page = visit(draws=draws_of(secret))
    play(page, *codes)
    if ending:
        hook(page, "more").click()
        hook(page, ending).click()
        hook(page, f"{ending}-yes").click()
    hook(page, "open-review").click()
    expect(hook(page, "verdict")).to_have_text(re.compile(rf"^{said}\.$"))


def test_no_negative_nothing(visit: Visitor) -> None:
    """A sum without luck has no minus before its zero."""
    page = visit("#/assist?game=mastermind(1,1)&history=1:1.0")
    hook(page, "numbers").locator("summary").click()
    expect(hook(page, "sum")).to_have_text(re.compile(r"0\.00 bad luck\s*$"))
    expect(hook(page, "verdict")).to_have_text("Perfect play.")
