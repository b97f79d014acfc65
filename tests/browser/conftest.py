"""A server and a browser for all tests of the page, and a visitor for each."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browsing import BUILT_PAGE, Visitor, find_browser, launch, looks, serving

expect.set_options(timeout=60_000)


# Both end with this package: while Playwright runs, no other test could run an event loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    if find_browser() is None:
        pytest.skip("no Chromium was found; install it: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `bestguess web` serves the built page."""
    assert (BUILT_PAGE / "index.html").exists(), "the page is not built: run make build"
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visitor]:
    """Opens pages; errors, violations, failed requests and requests to other origins fail the test."""
    visitor = Visitor(browser, address)
    yield visitor
    visitor.leave()
    assert visitor.faults() == []


@pytest.fixture(params=looks())
def look(request: pytest.FixtureRequest) -> dict[str, Any]:
    """How a visitor sees the page, for `visit(..., **look)`: one screen and theme, or in `make verify` each of them."""
    return looks()[request.param]
