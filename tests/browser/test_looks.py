"""How pegs look, as the player chooses; sound and vibration only when switched on."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import Visitor, draws_of, for_verify, hook, play, played, symbol

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


@pytest.mark.parametrize(("pegs", "shapes", "symbols"), [("symbols", 16, "123456789ABCDEFG"), ("classic", 1, "")])
def test_pegs(visit: Visitor, look: dict[str, Any], pegs: str, shapes: int, symbols: str) -> None:
    """Sixteen symbols have sixteen colours, and shapes and symbols of their own unless classic pegs are chosen."""
    page = visit_with(visit, {"looks": {"pegs": pegs, "palette": "soft"}}, GAME, **look)
    expect(symbol(page, "G")).to_be_visible()
    faces = page.locator("[data-test=palette] .peg .face").all()
    outline = "(face) => face.getAttribute('d') + face.parentNode.querySelectorAll('circle').length"  # or with a hole
    assert len({face.evaluate(outline) for face in faces}) == shapes
    assert len({face.evaluate("(face) => getComputedStyle(face).fill") for face in faces}) == 16
    assert page.locator("[data-test=palette] .peg text").all_text_contents() == list(symbols)


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
