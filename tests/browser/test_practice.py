"""Learn: the path, puzzles of each kind, the player's own mistakes, and reviews of past games."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import bestguess as bg
from bestguess.puzzles import KINDS, Puzzle, make, shipped_puzzles
from browser.test_access import violations
from browsing import SMALL_PHONE, Visitor, address_of, draws_of, hook, play, played

GAME = bg.game("mastermind(4,6)")


def puzzle_of(kind: str, number: int = 1) -> Puzzle:
    """The puzzle of this number, as it ships."""
    found = shipped_puzzles(GAME, KINDS[kind], number, 1)
    assert found is not None
    return found[-1]


def address(kind: str, number: int = 1) -> str:
    """The address of a puzzle."""
    return f"#/practice?game=mastermind(4,6)&kind={kind}&number={number}"


def give(page: Page, code: str) -> None:
    """Types a row in the place of what is there, and gives it, by the keyboard."""
    for _ in range(5):
        page.keyboard.press("Backspace")
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def state(page: Page, name: str) -> None:
    """The result becomes *name*."""
    expect(hook(page, "result")).to_have_attribute("data-state", name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_of_each_kind(visit: Visitor, look: dict[str, Any], kind: str) -> None:
    """A wrong guess is told why, another is tried, the solution is right, and the next puzzle follows."""
    puzzle = puzzle_of(kind)
    page = visit(address(kind), **look)
    expect(hook(page, "row").and_(page.locator("[data-kind=played]"))).to_have_count(len(puzzle.history))
    expect(hook(page, "difficulty")).to_have_text("●" * puzzle.difficulty + "○" * (3 - puzzle.difficulty))
    page.keyboard.press("Enter")
    expect(hook(page, "result")).to_contain_text("4 ")  # places are empty
    state(page, "incomplete")
    wrong = puzzle.near_miss
    assert wrong is not None
    give(page, wrong.guess)
    state(page, "wrong")
    said = hook(page, "result")
    expect(said).to_contain_text(f"{' '.join(wrong.guess)} is not it.")
    if kind == "only-secret":
        expect(said).to_contain_text(f"row {wrong.row}")
    elif kind == "best-guess":
        assert puzzle.expected is not None
        assert wrong.loss is not None
        mean = float(puzzle.expected + wrong.loss)
        expect(said).to_contain_text(f"{mean:.2f} guesses on average, the best one {float(puzzle.expected):.2f}")
    else:
        expect(said).to_contain_text(f"{wrong.candidates_after} codes would be left for one guess")
    give(page, puzzle.solutions[0])
    state(page, "right")
    expect(said).to_contain_text("Right.")
    expect(hook(page, "next")).to_be_focused()
    expect(hook(page, "next")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(hook(page, "number")).to_have_text("puzzle 2 of 50")
    state(page, "open")


def keep(page: Page, **stored: Any) -> None:
    """Puts what is *stored* into this browser, by its keys, and loads the page again."""
    page.evaluate(
        "kept => { for (const key in kept) localStorage['bestguess.' + key] = JSON.stringify(kept[key]) }", stored
    )
    page.reload()


def progress(**counts: int) -> dict[str, Any]:
    """What is kept after so many puzzles of each kind were solved at the first try."""
    solved = {f"mastermind(4,6) {kind.replace('_', '-')} 1": list(range(1, n + 1)) for kind, n in counts.items()}
    return {"solved": solved, "failed": {}, "streak": 0, "longest": 0}


def skill(page: Page, kind: str) -> Locator:
    """The skill on the path."""
    return page.locator(f"[data-kind={kind}]")


def test_streak_and_solved_are_kept(visit: Visitor, look: dict[str, Any]) -> None:
    """Puzzles solved at the first try make a streak and stars, a shown solution does not; what is solved is kept."""
    page = visit("#/practice?game=mastermind(4,6)", **look)
    keep(page, practice=progress(read_pins=8))
    skill(page, "only-secret").click()
    for number in (1, 2):
        expect(hook(page, "number")).to_have_text(f"puzzle {number} of 50")
        give(page, puzzle_of("only-secret", number).solutions[0])
        state(page, "right")
        expect(hook(page, "streak")).to_have_text(f"{number} in a row")
        hook(page, "next").click()
    expect(hook(page, "number")).to_have_text("puzzle 3 of 50")
    hook(page, "show").click()
    state(page, "shown")
    expect(hook(page, "result")).to_contain_text(" ".join(puzzle_of("only-secret", 3).solutions[0]))
    expect(hook(page, "streak")).to_have_count(0)
    kept = json.loads(page.evaluate("localStorage.getItem('bestguess.practice')"))
    puzzles = "mastermind(4,6) only-secret 1"
    assert kept["solved"][puzzles] == [1, 2]
    assert (kept["failed"], kept["streak"], kept["longest"]) == ({puzzles: [3]}, 0, 2)
    page.reload()
    expect(page.locator("[data-slot]").first).to_be_visible()
    give(page, puzzle_of("only-secret", 3).solutions[0])
    state(page, "right")
    expect(hook(page, "streak")).to_have_count(0)
    hook(page, "back").click()
    expect(skill(page, "only-secret").get_by_role("img")).to_have_accessible_name("1 of 3 stars")
    expect(hook(page, "stars")).to_contain_text("4 of 18 stars")
    page.reload()
    skill(page, "only-secret").click()
    expect(hook(page, "number")).to_have_text("puzzle 4 of 50")
    assert address_of(page)["number"] == "4"


def test_the_path(visit: Visitor, look: dict[str, Any]) -> None:
    """At first one skill is open; a star opens the next one, and the card says which is at hand and how far it is."""
    page = visit("#/learn", **look)
    expect(hook(page, "kind")).to_have_count(1)
    expect(hook(page, "locked")).to_have_count(5)
    expect(hook(page, "stars")).to_contain_text("0 of 18 stars")
    keep(page, practice=progress(read_pins=8, only_secret=5, win_in_two=1))
    expect(hook(page, "kind")).to_have_count(3)
    expect(hook(page, "stars")).to_contain_text("5 of 18 stars")
    expect(skill(page, "win-in-two")).to_have_attribute("aria-current", "step")
    expect(hook(page, "now")).to_contain_text("Win in two")
    expect(hook(page, "progress")).to_have_text("1 of 8")
    assert violations(page) == []
    hook(page, "go-on").click()
    expect(hook(page, "number")).to_have_text("puzzle 2 of 50")


def test_read_the_pins(visit: Visitor, look: dict[str, Any]) -> None:
    """The answer that is pressed is right or wrong by the rules; the page needs no server for it."""
    page = visit("#/learn?kind=read-pins&number=8", **look)
    answers = page.locator("[data-answer]")
    expect(answers).to_have_count(14)
    visit.allow("ERR_INTERNET_DISCONNECTED")  # what is loaded when the browser is idle
    page.context.set_offline(True)
    code = (hook(page, "task").get_by_role("img").first.get_attribute("aria-label") or "").replace(" ", "")
    guess = (played(page).get_by_role("img").first.get_attribute("aria-label") or "").replace(" ", "")
    right = GAME.text(GAME.score(guess, code))
    answers.and_(page.locator("[data-answer='0.0']")).click()
    state(page, "wrong")
    assert violations(page) == []
    answers.and_(page.locator(f"[data-answer='{right}']")).click()
    state(page, "right")
    expect(hook(page, "next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(hook(page, "number")).to_have_text("puzzle 9 of 50")
    kept = json.loads(page.evaluate("localStorage.getItem('bestguess.practice')"))
    assert kept["failed"] == {"mastermind(4,6) read-pins 1": [8]}


def test_the_task_stays_in_sight(visit: Visitor) -> None:
    """However far a small window is scrolled, and whatever became of the guess, the task is there."""
    page = visit(address("best-guess"), **(SMALL_PHONE | {"viewport": {"width": 320, "height": 480}}))
    expect(hook(page, "question")).to_be_in_viewport(ratio=0.99)
    give(page, "6666")
    state(page, "wrong")
    page.mouse.wheel(0, 2000)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(hook(page, "question")).to_be_in_viewport(ratio=0.99)
    hook(page, "show").click()
    state(page, "shown")
    expect(hook(page, "question")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LOST = "1123:2.0 1453:2.0 1663:1.0 2423:3.0 3423:3.0 4423:4.0"


def past(days: int, **changes: Any) -> dict[str, Any]:
    """A past game that ended so many days ago, with a mistake in its third row."""
    game = {
        "id": "abc",
        "game": "mastermind(4,6,rows=10)",
        "history": LOST,
        "secret": "4423",
        "date": (date.today() - timedelta(days)).isoformat(),
        "won": True,
        "helped": False,
        "accuracy": 90,
        "costly": [{"row": 3, "extra": 0.5}],
    }
    return game | changes


def test_mistakes_come_back(visit: Visitor, look: dict[str, Any]) -> None:
    """A day after the game its mistake is asked; a guess that costs too much is refused, a better one makes it rest."""
    page = visit("#/learn", **look)
    keep(page, games={"games": [past(0)]})
    expect(hook(page, "now")).to_be_visible()
    expect(hook(page, "mistakes")).to_have_count(0)
    keep(page, games={"games": [past(1)]})
    expect(hook(page, "mistakes")).to_contain_text("1 position of your games")
    hook(page, "mistakes").get_by_role("link").click()
    expect(hook(page, "question")).to_contain_text("Here 1663 cost 0.50 extra guesses.")
    expect(played(page)).to_have_count(2)
    give(page, "2643")
    state(page, "right")
    kept = json.loads(page.evaluate("localStorage.getItem('bestguess.mistakes')"))
    assert list(kept.values()) == [{"solved": 1, "due": (date.today() + timedelta(3)).isoformat()}]
    expect(hook(page, "next")).to_have_count(0)
    hook(page, "back").click()
    expect(hook(page, "now")).to_be_visible()
    expect(hook(page, "mistakes")).to_have_count(0)


def test_a_mistake_made_again_is_asked_the_next_day(visit: Visitor) -> None:
    """A guess that costs too much says what it needs, and a better one after it does not count any more."""
    page = visit("#/learn")
    keep(page, games={"games": [past(5)]})
    hook(page, "mistakes").get_by_role("link").click()
    expect(page.locator("[data-slot]").first).to_be_visible()
    give(page, "1663")
    state(page, "wrong")
    expect(hook(page, "result")).to_contain_text("guesses on average, the best one")
    give(page, "2643")
    state(page, "right")
    kept = json.loads(page.evaluate("localStorage.getItem('bestguess.mistakes')"))
    assert list(kept.values()) == [{"solved": 0, "due": (date.today() + timedelta(1)).isoformat()}]
    page.goto(f"{visit.address}#/learn?kind=mistakes&game=mastermind(4,6)&history=1122:0.0")
    expect(hook(page, "lost")).to_contain_text("not among your last games")


def games_of(page: Page) -> list[dict[str, Any]]:
    """The past games as they are kept."""
    found: list[dict[str, Any]] = json.loads(page.evaluate("localStorage['bestguess.games']"))["games"]
    return found


def test_games_are_kept_with_their_review(visit: Visitor) -> None:
    """A game that ends is kept with its accuracy and costly rows; its review opens from Learn, and counts nothing."""
    page = visit(draws=draws_of("3512"))
    play(page, "1123", "4455", "1122", "3512")
    page.wait_for_function("() => JSON.parse(localStorage['bestguess.games']).games[0].accuracy !== null")
    [game] = games_of(page)
    review = bg.review(GAME, "1123:0.3 4455:0.1 1122:1.1 3512:4.0")
    accuracy = round(100 * float(review.value) / float(review.value + review.loss))
    costly = [n for n, move in enumerate(review.moves, 1) if move.loss > 0.1]
    assert (game["secret"], game["won"], game["helped"], game["accuracy"]) == ("3512", True, False, accuracy)
    assert [row["row"] for row in game["costly"]] == costly
    before = page.evaluate("[localStorage['bestguess.stats'], localStorage['bestguess.playthroughs']].join()")
    page.goto(f"{visit.address}#/learn")
    hook(page, "past").click()
    expect(hook(page, "accuracy")).to_have_attribute("aria-label", f"accuracy {accuracy} of 100")
    page.reload()
    expect(hook(page, "accuracy")).to_be_visible()
    hook(page, "close-review").click()
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")
    after = page.evaluate("[localStorage['bestguess.stats'], localStorage['bestguess.playthroughs']].join()")
    assert after == before
    assert games_of(page) == [game]


def test_a_lost_game_is_reviewed_with_its_code(visit: Visitor) -> None:
    """The code of a game that was not found is that of the game, also where only the past game is left of it."""
    page = visit("#/learn")
    rows = " ".join(["1111:0.0"] * 10)
    keep(page, games={"games": [past(3, history=rows, secret="4263", won=False, accuracy=40)]})
    expect(hook(page, "past")).to_contain_text("Mastermind, not found")
    hook(page, "past").click()
    expect(hook(page, "review-summary")).to_be_visible()
    hook(page, "close-review").click()
    expect(hook(page, "outcome").get_by_role("img", name="4 2 6 3")).to_be_visible()


def test_games_from_an_address_are_not_kept(visit: Visitor) -> None:
    """A game that began in the middle is not the player's own."""
    almost = LOST.replace(" 4423:4.0", "").replace(" ", "+")
    page = visit(f"#/play?game=mastermind(4,6,rows=10)&history={almost}")
    play(page, "4423")
    expect(hook(page, "open-review")).to_be_visible()
    page.goto(f"{visit.address}#/play?game=mastermind(4,6,rows=10)&history={LOST.replace(' ', '+')}")
    expect(hook(page, "open-review")).to_be_visible()
    assert page.evaluate("localStorage['bestguess.games']") is None


def test_how_to_play_each_game(visit: Visitor) -> None:
    """The card opens the guide at its game; afterwards "?" is that of the view again."""
    page = visit("#/learn")
    hook(page, "guide").nth(1).click()
    expect(hook(page, "how-to-play").locator("[data-family=bullscows]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    hook(page, "help").click()
    expect(hook(page, "how-to-play").locator("[data-family=mastermind]")).to_have_attribute("aria-pressed", "true")


def test_by_touch(visit: Visitor, look: dict[str, Any]) -> None:
    """Symbols and Check are in sight with the board, and solve a puzzle by pressing alone."""
    puzzle = puzzle_of("win-in-two")
    page = visit(address("win-in-two"), **look)
    for symbol in puzzle.solutions[0]:
        hook(page, "palette").locator(f"[data-symbol='{symbol}']").click()
    expect(page.locator("[data-slot='0']")).to_be_in_viewport()
    hook(page, "guess").click()
    state(page, "right")
    if hook(page, "list").count():
        hook(page, "list").click()
    expect(hook(page, "possible").locator("li")).to_have_count(puzzle.candidates)
    expect(hook(page, "parts").locator("li")).to_have_count(len(puzzle.parts))


def test_puzzles_that_are_made_on_request(visit: Visitor) -> None:
    """A game whose puzzles do not ship has them made; one that is too large, or none, is told so."""
    page = visit("#/practice?game=mastermind(3,5)&kind=only-secret")
    expect(hook(page, "number")).to_have_text("puzzle 1 of 10")
    give(page, next(make("mastermind(3,5)", "only-secret", 1, 1)).solutions[0])
    state(page, "right")
    visit.allow("422")
    page.goto(f"{visit.address}#/practice?game=mastermind(6,9)&kind=only-secret")
    expect(hook(page, "lost")).to_contain_text("too large for puzzles")
    page.goto(f"{visit.address}{address('win-in-two', 51)}")
    expect(hook(page, "lost")).to_contain_text("There is no puzzle 51 in this set.")
    page.goto(f"{visit.address}#/practice?game=chess")
    expect(hook(page, "lost")).to_contain_text("names no game: chess")


def test_without_the_server(visit: Visitor) -> None:
    """Offline, the page says that puzzles need the server; once it is back, they come."""
    page = visit("#/practice?game=mastermind(4,6)")
    keep(page, practice=progress(read_pins=8))
    visit.allow("ERR_INTERNET_DISCONNECTED|api/puzzles")
    page.context.set_offline(True)
    skill(page, "only-secret").click()
    expect(page.get_by_text("Puzzles come from the server, and it cannot be reached.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(hook(page, "number")).to_have_text("puzzle 1 of 50")


def test_the_focus_goes_to_the_row_to_fill(visit: Visitor, look: dict[str, Any]) -> None:
    """A kind chosen by the keyboard is gone once its puzzle is there; the first place of the row has the focus."""
    page = visit("#/practice", **look)
    keep(page, practice=progress(read_pins=8))
    skill(page, "only-secret").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-slot='0']")).to_be_focused()
