"""Another browser: the page works in Firefox. In `make verify` only."""

import shutil
import subprocess

import pytest

from browsing import ROOT, draw_script, draws_of, for_verify

pytestmark = for_verify


def test_visit_with_firefox(address: str) -> None:
    """A newcomer wins a game and opens other views; the console stays empty."""
    firefox = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if firefox is None:
        pytest.skip("no Firefox was found; install it: apt-get install firefox-esr")
    script = ROOT / "web" / "test" / "firefox" / "smoke.js"
    command = ["node", str(script), firefox, address, draw_script(draws_of("3512"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
