"""How pegs look, as the player chooses; sound and vibration only when switched on."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import Visitor, draws_of, for_verify, hook, play, played, some, symbol

pytestmark = for_verify

GAME = "#/play?game=mastermind(4,16,rows=10)"
# Sounds and vibrations are noted instead of made.
_LISTEN = """
window.heard = []
navigator.vibrate = (pattern) => window.heard.push('vibration')
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (at) { window.heard.push('tone'); return start.call(this, at) }
"""


def visit_with(visit: Visitor, settings: dict[str, Any], where: str = "", script: str = ";", **options: Any) -> Page:
    """A page for a player with these settings."""
    stored = [{"name": "bestguess.settings", "value": json.dumps(settings)}]
    origin = {"origin": visit.address.rstrip("/"), "localStorage": stored}
    context = visit.context(storage_state={"cookies": [], "origins": [origin]}, **options)
    context.add_init_script(script)
    page = context.new_page()
    page.goto(visit.address + where)
    return page


def drawn(page: Page) -> list[list[str]]:
    """The outline and the colour of each symbol of the palette."""
    found: list[list[str]] = page.locator("[data-test=palette] .peg > path").evaluate_all(
        "(paths) => paths.map((path) => [path.getAttribute('d'), path.getAttribute('fill')])"
    )
    return found


def test_sixteen_shapes(visit: Visitor, look: dict[str, Any]) -> None:
    """Sixteen symbols have sixteen shapes and colours, and each its symbol on it."""
    page = visit(GAME, **look)
    expect(symbol(page, "G")).to_be_visible()
    pegs = drawn(page)
    assert len({path for path, _ in pegs}) == len({fill for _, fill in pegs}) == 16
    assert page.locator("[data-test=palette] .peg text").all_text_contents() == list("123456789ABCDEFG")
    expect(symbol(page, "A")).to_have_accessible_name("A, drop")


@pytest.mark.parametrize("palette", some(["standard", "bright", "soft"], 2))
def test_classic(visit: Visitor, look: dict[str, Any], palette: str) -> None:
    """Classic pegs are all round, without symbols, in sixteen colours of any palette; digits stay digits."""
    settings = {"looks": {"pegs": "classic", "palette": palette}}
    page = visit_with(visit, settings, GAME, **look)
    expect(symbol(page, "G")).to_be_visible()
    pegs = drawn(page)
    assert len({path for path, _ in pegs}) == 1
    assert len({fill for _, fill in pegs}) == 16
    expect(page.locator("[data-test=palette] text")).to_have_count(0)
    page = visit_with(visit, settings, "#/play?game=bullscows(4,10)", **look)
    assert page.locator("[data-test=palette] .peg text").all_text_contents() == list("0123456789")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [({}, set()), ({"sound": True}, {"tone"}), ({"vibration": True}, {"vibration"})],
    ids=["off", "sound", "vibration"],
)
def test_sound_and_vibration(visit: Visitor, settings: dict[str, Any], expected: set[str]) -> None:
    """Nothing is heard or felt until it is switched on."""
    page = visit_with(visit, settings, script=_LISTEN, draws=draws_of("3512"))
    expect(hook(page, "guess")).to_be_visible()
    play(page, "1122", "3512")
    expect(played(page)).to_have_count(2)
    assert set(page.evaluate("window.heard")) == expected
