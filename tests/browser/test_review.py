"""After the game: the verdict, the marks of the rows, and what would have been better."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import bestguess as bg
from browsing import Visitor, draws_of, hook, play, played

GAME = bg.game("mastermind(4,6)")
MINUS = "\N{MINUS SIGN}"
WON = "1123:0.3 4455:0.1 1122:1.1 3512:4.0"


def test_review(visit: Visitor, look: dict[str, Any]) -> None:
    """When the game ends the verdict is in sight, with what was lost and the row that lost most of it.

    The review's line adds up as it is printed. Each row is marked by what it lost, by thresholds that are said.
    """
    page = visit(draws=draws_of("3512"), **look)
    play(page, "1123", "4455", "1122", "3512")
    review = bg.review(GAME, WON)
    losses = [float(move.loss) for move in review.moves]
    expect(hook(page, "verdict")).to_have_text(
        re.compile(
            rf"^{float(review.loss):.2f} guesses lost, most of them in row {losses.index(max(losses)) + 1}; "
            r"[\d.]+ saved by luck\.$"
        )
    )
    expect(hook(page, "verdict")).to_be_in_viewport()
    if look["viewport"]["width"] <= 860:
        hook(page, "open-review").click()
    expect(hook(page, "sum")).to_be_in_viewport()
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
    marks = [move.get_attribute("data-verdict") for move in hook(page, "move").all()]
    assert marks == [
        "best" if lost == 0 else "good" if lost <= 0.1 else "inaccurate" if lost <= 0.3 else "mistake"
        for lost in losses
    ]
    expect(hook(page, "move").nth(1)).to_contain_text("mistake")
    expect(hook(page, "review")).to_contain_text("Good: up to 0.10 guesses lost, on average. Inaccurate: up to 0.30.")


def test_rows_are_marked_on_the_board(visit: Visitor) -> None:
    """They have the marks of the review, and are highlighted with its rows."""
    page = visit(draws=draws_of("3512"))
    play(page, "1123", "4455", "1122", "3512")
    expect(hook(page, "move")).to_have_count(4)
    marks = [move.get_attribute("data-verdict") for move in hook(page, "move").all()]
    on_board = played(page).locator("[data-verdict]")
    assert [mark.get_attribute("data-verdict") for mark in on_board.all()] == marks
    hook(page, "move").nth(1).hover()
    expect(played(page).nth(1)).to_have_class(re.compile("highlighted"))
    hook(page, "move").nth(2).locator("[data-code]").focus()
    expect(played(page).nth(2)).to_have_class(re.compile("highlighted"))


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


def test_no_negative_nothing(visit: Visitor) -> None:
    """A sum without luck has no minus before its zero."""
    page = visit("#/assist?game=mastermind(1,1)&history=1:1.0")
    expect(hook(page, "sum")).to_have_text(re.compile(r"0\.00 bad luck\s*$"))
    expect(hook(page, "verdict")).to_have_text("Every guess was the best: no guesses lost, no luck either way.")
