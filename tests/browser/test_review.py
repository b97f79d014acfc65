"""After the game: the verdict, the marks of the rows, and what would have been better."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bestguess as bg
from browsing import Visitor, draws_of, hook, play, played

GAME = bg.game("mastermind(4,6)")
MINUS = "\N{MINUS SIGN}"
WON = "1123:0.3 4455:0.1 1122:1.1 3512:4.0"


def open_review(page: Page) -> None:
    """Opens the review where only its verdict is shown."""
    expect(hook(page, "verdict")).to_contain_text(".")
    if page.viewport_size and page.viewport_size["width"] <= 860:
        hook(page, "open-review").click()


def test_review_adds_up(visit: Visitor) -> None:
    """After the game the review's line adds up as it is printed, and has a row for each move."""
    page = visit(draws=draws_of("3512"))
    play(page, "1123", "4455", "1122", "3512")
    expect(hook(page, "move")).to_have_count(4)
    line = hook(page, "sum").inner_text().replace(MINUS, "-")
    found = re.fullmatch(
        r"4 guesses = ([\d.]+) expected \+ ([\d.]+) lost ([+-]) ([\d.]+) (good|bad) luck", " ".join(line.split())
    )
    assert found, line
    expected, lost, sign, luck, kind = found.groups()
    assert (sign, kind) in (("+", "bad"), ("-", "good"))
    hundredths = [round(100 * float(text)) for text in (expected, lost, sign + luck)]
    assert sum(hundredths) == 400


def test_verdict_in_sight(visit: Visitor, look: dict[str, Any]) -> None:
    """When the game ends the verdict is in sight, with what was lost and the row that lost most of it."""
    page = visit(draws=draws_of("3512"), **look)
    play(page, "1123", "4455", "1122", "3512")
    review = bg.review(GAME, WON)
    worst = max(range(4), key=lambda index: review.moves[index].loss)
    expect(hook(page, "verdict")).to_have_text(
        re.compile(rf"^{float(review.loss):.2f} guesses lost, most of them in row {worst + 1}; [\d.]+ saved by luck\.$")
    )
    expect(hook(page, "verdict")).to_be_in_viewport()
    open_review(page)
    expect(hook(page, "sum")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("secret", "codes", "ending", "said"),
    [
        ("1123", ["1123"], None, "Every guess was the best: no guesses lost, 3.34 saved by luck."),
        ("1122", ["1122"], None, r"Well played: 0\.06 guesses lost, 3\.40 saved by luck\."),
        (
            "6666",
            ["1123"],
            "give-up",
            r"Every guess was the best: no guesses lost, 0\.\d\d (saved by|more by bad) luck\.",
        ),
    ],
)
def test_verdict_in_words(visit: Visitor, secret: str, codes: list[str], ending: str | None, said: str) -> None:
    """The verdict says only what is so: nothing lost, little lost, and of a game given up that nothing was found."""
    page = visit(draws=draws_of(secret))
    play(page, *codes)
    if ending:
        hook(page, "more").click()
        hook(page, ending).click()
        hook(page, f"{ending}-yes").click()
    expect(hook(page, "verdict")).to_have_text(re.compile(f"^{said}$"))


def test_rows_are_marked(visit: Visitor) -> None:
    """Each row is marked by what it lost, and the page says by which thresholds."""
    page = visit(draws=draws_of("3512"))
    play(page, "1123", "4455", "1122", "3512")
    expect(hook(page, "move")).to_have_count(4)
    marks = [move.get_attribute("data-verdict") for move in hook(page, "move").all()]
    losses = [float(move.loss) for move in bg.review(GAME, WON).moves]
    assert marks == [
        "best" if lost == 0 else "good" if lost <= 0.1 else "inaccurate" if lost <= 0.3 else "mistake"
        for lost in losses
    ]
    expect(hook(page, "move").nth(1)).to_contain_text("mistake")
    on_board = played(page).locator("[data-verdict]")
    assert [mark.get_attribute("data-verdict") for mark in on_board.all()] == marks
    hook(page, "move").nth(1).hover()
    expect(played(page).nth(1)).to_have_class(re.compile("highlighted"))
    hook(page, "move").nth(2).locator("[data-code]").focus()
    expect(played(page).nth(2)).to_have_class(re.compile("highlighted"))
    expect(hook(page, "review")).to_contain_text("Good: up to 0.10 guesses lost, on average. Inaccurate: up to 0.30.")


def test_no_negative_nothing(visit: Visitor) -> None:
    """A sum without luck has no minus before its zero."""
    page = visit("#/assist?game=mastermind(1,1)&history=1:1.0")
    expect(hook(page, "sum")).to_have_text(re.compile(r"0\.00 bad luck\s*$"))
    expect(hook(page, "verdict")).to_have_text("Every guess was the best: no guesses lost, no luck either way.")
