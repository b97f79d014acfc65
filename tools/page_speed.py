"""Measures the built page in Chromium by its own protocol: bytes, paint, layout shift, interaction, frames.

    .venv/bin/python tools/page_speed.py [--runs 5] [--page FOLDER] [--output FILE]

A phone and a desktop, each without limits and on slow 3G with a processor four times slower. Each run opens the page
with an empty cache and plays one game to its end, by taps and by keys. Figures are medians of the runs. Nothing is
asserted: timings depend on the machine, which is printed with the commit. `--page` measures another built page, such
as an older one, with the server of this commit.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]
from run import machine  # noqa: E402

from browsing import BUILT_PAGE, LARGE, PHONE, Visitor, draws_of, hook, launch, play, press, serving  # noqa: E402

SCREENS = {"phone": PHONE, "desktop": LARGE}
# Slow 3G as in Chromium's developer tools: milliseconds, and bytes a second either way.
SLOW_3G = {"offline": False, "latency": 2000, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SLOWER_CPU = 4
SECRET, GUESSES = "3512", ("1122", "1314", "3512")
MOTION_MS = 900  # longer than anything on the page moves
FRAME_MS = 1000 / 60
FIGURES = {
    "FCP": "first contentful paint, ms",
    "LCP": "largest contentful paint, ms",
    "usable": "the board takes a guess, ms",
    "CLS load": "layout shift until the first guess",
    "CLS": "layout shift in all, without what follows input",
    "INP": "the longest interaction of the game, ms",
    "long tasks": "tasks above 50 ms",
    "longest task": "ms",
    "dropped": "frames that came late while something moved, %",
    "requests": "files of the page",
    "bytes": "of these files, as sent",
    "first bytes": "of those that came before the first paint",
}
OBSERVE = """
window.__seen = {lcp: 0, usable: 0, shifts: [], interactions: {}, tasks: [], frames: []}
const watch = (type, each, options = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({type, buffered: true, ...options})
watch('largest-contentful-paint', (entry) => (__seen.lcp = entry.startTime))
const look = () => document.querySelector('[data-test=palette] [data-symbol]')
  ? (__seen.usable = performance.now()) : requestAnimationFrame(look)
requestAnimationFrame(look)
watch('layout-shift', (entry) => entry.hadRecentInput || __seen.shifts.push([entry.startTime, entry.value]))
watch('longtask', (entry) => __seen.tasks.push(entry.duration))
watch('event', ({interactionId, duration}) => {
  if (interactionId) __seen.interactions[interactionId] = Math.max(__seen.interactions[interactionId] ?? 0, duration)
}, {durationThreshold: 16})
"""
FIRST_BYTES = """
(paint) => performance.getEntries()
  .filter(({name, responseEnd}) => responseEnd && responseEnd <= paint && !name.includes('/api/'))
  .reduce((sum, {transferSize}) => sum + transferSize, 0)
"""
RECORD_FRAMES = """
(time) => new Promise((done) => {
  const end = performance.now() + time
  const frame = (now) => (__seen.frames.push(now), now < end ? requestAnimationFrame(frame) : done())
  requestAnimationFrame(frame)
})
"""


def file_sizes(folder: Path) -> dict[str, int]:
    """The bytes of each file of the page in *folder* as a browser gets it: compressed by Brotli where that exists."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".br", ".gz")]
    return {str(path.relative_to(folder)): _sent(path).stat().st_size for path in sorted(files)}


def _sent(path: Path) -> Path:
    compressed = path.with_name(f"{path.name}.br")
    return compressed if compressed.exists() else path


class Traffic:
    """The bytes that the network brought, headers and all, by the path of the file."""

    def __init__(self, session: CDPSession) -> None:
        self._paths: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        session.on("Network.responseReceived", self._response)
        session.on("Network.loadingFinished", self._finished)

    def _response(self, event: dict[str, Any]) -> None:
        self._paths[event["requestId"]] = "/" + event["response"]["url"].split("/", 3)[3].split("#")[0]

    def _finished(self, event: dict[str, Any]) -> None:
        path = self._paths.get(event["requestId"], "")
        self.bytes[path] = self.bytes.get(path, 0) + int(event["encodedDataLength"])

    def of_page(self) -> list[int]:
        """The bytes of each file that is not an answer of the engine."""
        return [size for path, size in self.bytes.items() if not path.startswith("/api/")]


def measure(browser: Browser, address: str, screen: str, slow: bool) -> dict[str, float]:
    """The figures of one visit with an empty cache."""
    visitor = Visitor(browser, address)
    context = visitor.context(draws=draws_of(SECRET), reduced_motion="no-preference", **SCREENS[screen])
    context.set_default_timeout(120_000)
    context.add_init_script(OBSERVE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    traffic = Traffic(session)
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW_3G)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
    page.goto(address, wait_until="networkidle", timeout=120_000)
    loaded = traffic.of_page()
    begun: float = page.evaluate("performance.now()")
    _play_game(page)
    figures = _figures(page, begun) | {"requests": len(loaded), "bytes": sum(loaded)}
    visitor.leave()
    return figures


def _play_game(page: Page) -> None:
    """Plays to the win, the first guess by taps and the others by keys, and records the frames after each."""
    press(page, GUESSES[0])
    page.evaluate(RECORD_FRAMES, MOTION_MS)
    for guess in GUESSES[1:]:
        play(page, guess)
        page.evaluate(RECORD_FRAMES, MOTION_MS)
    expect(hook(page, "outcome")).to_have_attribute("data-stand", "won")


def _figures(page: Page, begun: float) -> dict[str, float]:
    seen: dict[str, Any] = page.evaluate("__seen")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    return {
        "FCP": paint,
        "LCP": seen["lcp"],
        "usable": seen["usable"],
        "CLS load": sum(value for time, value in seen["shifts"] if time < begun),
        "CLS": sum(value for _, value in seen["shifts"]),
        "INP": max(seen["interactions"].values(), default=0),
        "long tasks": len(seen["tasks"]),
        "longest task": max(seen["tasks"], default=0),
        "first bytes": page.evaluate(FIRST_BYTES, paint),
        "dropped": _late_frames(seen["frames"]),
    }


def _late_frames(times: Sequence[float]) -> float:
    """How many of the frames due between *times* did not come, in per cent; pauses between recordings do not count."""
    steps = [later - earlier for earlier, later in pairwise(times) if later - earlier < MOTION_MS / 2]
    due = sum(max(1, round(step / FRAME_MS)) for step in steps)
    return 100 * (due - len(steps)) / due if due else 0.0


def medians(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """The median of each figure."""
    return {name: round(statistics.median(run[name] for run in runs), 3) for name in runs[0]}


def table(results: dict[str, dict[str, float]]) -> str:
    """A line for each figure, a column for each way to look."""
    lines = ["| | " + " | ".join(results) + " |", "|---|" + "---:|" * len(results)]
    for name, meaning in FIGURES.items():
        cells = (_number(figures[name]) for figures in results.values())
        lines.append(f"| {name}: {meaning} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def main() -> None:
    """Measures, prints, and writes the figures of all runs as JSON."""
    parser = argparse.ArgumentParser(description="measures the built page")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--page", type=Path, default=BUILT_PAGE, help="folder of the built page")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "page_speed.json")
    given = parser.parse_args()
    if not (given.page / "index.html").is_file():
        parser.error(f"--page: expected a folder with an index.html, got {given.page}")
    os.environ["BESTGUESS_WEB_PAGE"] = str(given.page.resolve())
    sizes = file_sizes(given.page)
    about = f"{machine()}, load {os.getloadavg()[0]:.1f}, medians of {given.runs} runs"
    results, runs = {}, {}
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        about = f"Chromium {browser.version}, {about}"
        for screen, slow in product(SCREENS, (False, True)):
            name = f"{screen}, slow" if slow else screen
            runs[name] = [measure(browser, address, screen, slow) for _ in range(given.runs)]
            results[name] = medians(runs[name])
        browser.close()
    print(about, table(results), *(f"{size:>8,} {name}" for name, size in sizes.items()), sep="\n")
    print(f"{sum(sizes.values()):>8,} in all, compressed")
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(json.dumps({"about": about, "files": sizes, "medians": results, "runs": runs}, indent=1))


if __name__ == "__main__":
    main()
