"""Large text and strong zoom: in every view nothing is cut, nothing overlaps and nothing scrolls sideways."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.test_access import VIEWS
from browsing import PHONE, Visitor, for_verify, hook, sampled, some

# Text of twice the size on a phone and on a desktop; a desktop of 1280x1024 at a zoom of 400 %.
ZOOMS: dict[str, tuple[int, int, str]] = {
    "phone, text 200 %": (390, 844, "200%"),
    "desktop, text 200 %": (1280, 800, "200%"),
    "zoom 400 %": (320, 256, "100%"),
}
# Controls and texts that can be seen, each with its box, cut off where something around it scrolls by itself. What
# sticks to an edge of the window lies above the rest on purpose, but must leave most of the window free.
_FAULTS = """
() => {
  const style = (element) => getComputedStyle(element)
  const around = (element) => {
    const all = []
    for (let up = element; up && up !== document.body; up = up.parentElement) all.push(up)
    return all
  }
  const seen = (element) => !element.closest('.hidden, svg, option, noscript') && element.checkVisibility() &&
    around(element).every((up) => style(up).clipPath === 'none' && +style(up).opacity > 0)
  const clip = (element, {left, top, right, bottom}) => {
    for (const up of around(element)) {
      if (style(up).overflow === 'visible') continue
      const box = up.getBoundingClientRect()
      ;[left, top] = [Math.max(left, box.left), Math.max(top, box.top)]
      ;[right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)]
    }
    return right - left > 1 && bottom - top > 1 ? [left, top, right, bottom] : null
  }
  const floating = (element) => around(element).find((up) => ['sticky', 'fixed'].includes(style(up).position))
  const thing = (element, box, name, within = element.parentElement) =>
    ({element, box: clip(within, box), name, floats: !!floating(element)})
  const controls = [...document.querySelectorAll('button, a[href], select, input')].filter(seen)
    .map((element) => thing(element, element.getBoundingClientRect(),
      `${element.tagName} ${element.dataset.test ?? ''} ${element.innerText ?? ''}`.slice(0, 60)))
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const {parentElement: element, textContent} = walker.currentNode
    if (!textContent.trim() || !seen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const name = `text ${textContent.trim().slice(0, 40)}`
    for (const line of range.getClientRects()) texts.push(thing(element, line, name, element))
  }
  const apart = (one, two) => !one.element.contains(two.element) && !two.element.contains(one.element)
  const overlaps = []
  const things = [...controls, ...texts].filter(({box}) => box)
  things.forEach((one, index) => things.slice(index + 1).forEach((two) => {
    const wide = Math.min(one.box[2], two.box[2]) - Math.max(one.box[0], two.box[0])
    const high = Math.min(one.box[3], two.box[3]) - Math.max(one.box[1], two.box[1])
    if (wide > 3 && high > 8 && one.floats === two.floats && apart(one, two)) overlaps.push([one.name, two.name])
  }))
  const cut = controls.filter(({element: {scrollWidth, clientWidth}}) => clientWidth && scrollWidth > clientWidth + 2)
    .filter(({element}) => !element.matches('input') && style(element).display !== 'inline').map(({name}) => name)
  const docks = [...new Set(controls.map(({element}) => floating(element)).filter(Boolean))]
  const taken = docks.reduce((sum, dock) => sum + dock.getBoundingClientRect().height, 0)
  return {overlaps, cut, wide: document.documentElement.scrollWidth - innerWidth, taken: taken / innerHeight}
}
"""


def faults(page: Page) -> dict[str, Any]:
    """What overlaps, what is wider than its button, how much wider the page is than the window, and what docks take."""
    found: dict[str, Any] = page.evaluate(_FAULTS)
    return found


@pytest.mark.parametrize(("view", "zoom"), some(sampled(VIEWS, list(ZOOMS)), 13))
def test_nothing_is_in_the_way(visit: Visitor, view: str, zoom: str) -> None:
    """A view can be read and used with large text or strong zoom."""
    where, ready = VIEWS[view]
    width, height, size = ZOOMS[zoom]
    page = visit(where, viewport={"width": width, "height": height})
    page.evaluate("(size) => (document.documentElement.style.fontSize = size)", size)
    expect(page.locator(ready)).to_be_attached()
    found = faults(page)
    assert found["overlaps"] == []
    assert found["cut"] == []
    assert found["wide"] <= 0
    assert found["taken"] <= 0.6


@for_verify
@pytest.mark.parametrize("opener", ["game", "settings", "help-here"])
def test_dialogs_do_not_scroll_sideways(visit: Visitor, opener: str) -> None:
    """With text of twice the size on a phone, what a dialog has fits its width."""
    page = visit("#/play?game=mastermind(4,6)", **PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    hook(page, opener).click()
    expect(page.locator("dialog[open] h2")).to_be_visible()
    for summary in page.locator("dialog[open] summary").all():
        summary.click()
    dialog = page.locator("dialog[open]")
    assert dialog.evaluate("(dialog) => dialog.scrollWidth - dialog.clientWidth") <= 0
