"""The picture that is shown beside a link to the page: web/public/preview.png, drawn from the built page."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browsing import Visitor, draws_of, launch, play, serving  # noqa: E402

TARGET = ROOT / "web" / "public" / "preview.png"
_SIZE = {"width": 1200, "height": 630}
_COLOURS = 256
# A game that was won, without what can be pressed: the board, and beside it the name and what the page is.
_ARRANGE = """
() => {
  const board = document.querySelector('.board-place')
  const mark = document.querySelector('header .brand svg')
  const style = document.createElement('style')
  style.textContent = `
    body { margin: 0; overflow: hidden }
    .preview { position: fixed; inset: 0; z-index: 9; padding: 0 64px; background: var(--paper);
      display: grid; grid-template-columns: 1fr 500px; align-items: center; gap: 56px; --row: 84px }
    .preview .name { display: flex; align-items: center; gap: 14px; font-size: 36px; letter-spacing: -.035em }
    .preview .name svg { width: 56px; height: 56px }
    .preview h1 { margin: 36px 0 24px; font-size: 84px; letter-spacing: -.045em; line-height: .95 }
    .preview p.about { font-size: 30px; line-height: 1.3; color: var(--soft) }
    .preview .row.empty { display: none }`
  const preview = document.createElement('div')
  preview.className = 'preview'
  preview.innerHTML = `<div><p class="name"><span><b>best</b>guess</span></p><h1>Find the code.</h1>
    <p class="about">Three codes a day, hints that teach, and the best guess proven.</p></div>`
  preview.querySelector('.name').prepend(mark)
  preview.append(board)
  // The styles of the board are those of its place: the picture stays inside it.
  document.querySelector('.table').append(preview)
  document.head.append(style)
}
"""


def main() -> None:
    """Draws the picture."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        visit = Visitor(browser, address)
        page = visit("#/play", draws=draws_of("4163"), viewport=_SIZE, bypass_csp=True)
        play(page, "1123", "1425", "3146", "4163")
        page.wait_for_load_state("networkidle")
        page.evaluate(_ARRANGE)
        picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        browser.close()
    picture.quantize(_COLOURS, Image.Quantize.MEDIANCUT).save(TARGET, optimize=True)


if __name__ == "__main__":
    main()
