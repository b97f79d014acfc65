"""The icons of the installed page: web/public/icon-*.png, drawn from icon.svg by the system's Chromium."""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browsing import launch  # noqa: E402

FOLDER = ROOT / "web" / "public"
_COLOURS = 64
# Whether the picture fills its square: a system may cut a circle out of the middle 80 %, or round the corners itself.
_ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
    "icon-apple-180.png": (180, True),
}


def draw(browser: Browser, svg: str, size: int, full: bool) -> bytes:
    """*svg* as a PNG of *size* pixels; *full*: to the corners, with the picture smaller in the middle."""
    page = browser.new_page(viewport={"width": size, "height": size})
    inner = round(size * 0.8) if full else size
    ground = "#231d2b" if full else "transparent"
    page.set_content(
        f"<style>body{{margin:0;background:{ground};display:grid;place-items:center;height:100vh}}"
        f"svg{{width:{inner}px;height:{inner}px}}</style>{svg}"
    )
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    page.close()
    out = io.BytesIO()
    method = Image.Quantize.FASTOCTREE  # which keeps transparency
    picture.quantize(_COLOURS, method=method).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    """Writes every icon."""
    svg = (FOLDER / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (size, full) in _ICONS.items():
            (FOLDER / name).write_bytes(draw(browser, svg, size, full))
        browser.close()


if __name__ == "__main__":
    main()
