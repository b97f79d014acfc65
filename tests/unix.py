"""What Windows has none of, such as pipes in the file system, signals and shells: tests of it are skipped there."""

import os

import pytest

_REASON = "Windows has none of it"
unix = pytest.mark.skipif(os.name == "nt", reason=_REASON)


def need_unix() -> None:
    """Skips the test that calls it where the system is Windows."""
    if os.name == "nt":
        pytest.skip(_REASON)
