"""What all tests share: how many random worlds are tried, folders that are not the user's own, and Ctrl-C."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from checkers import Check, both, built, runner

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

# A seeded sample in `make test`, many more in `make verify`.
settings.register_profile("sample", max_examples=40, derandomize=True, deadline=None, suppress_health_check=_QUIET)
settings.register_profile("verify", max_examples=1000, deadline=None, suppress_health_check=_QUIET)
settings.load_profile("verify" if os.environ.get("BESTGUESS_VERIFY") else "sample")


def pytest_collection_finish() -> None:
    """Leave what the test modules import out of garbage collections, which would walk it again and again."""
    gc.collect()
    gc.freeze()


_OF_WINDOWS = ("WIN_PD_OVERRIDE_LOCAL_APPDATA", "WIN_PD_OVERRIDE_APPDATA")  # which platformdirs asks for there


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test, and no command that a test starts, sees the user's own data or settings."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", *_OF_WINDOWS):
            patch.setenv(name, str(tmp_path_factory.mktemp(name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def default_interrupts() -> Iterator[None]:
    """Commands that a test starts hear Ctrl-C, also where the tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a command inherits that it is ignored
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def bgcheck(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """The checker in C."""
    return runner(built(tmp_path_factory.mktemp("bgcheck")))


@pytest.fixture(scope="session")
def check(bgcheck: Check) -> Check:
    """Both checkers, which must agree."""
    return both(bgcheck)


@pytest.fixture
def few(tmp_path: Path) -> str:
    """A game of nine words."""
    path = tmp_path / "few.txt"
    path.write_text("caret\ncater\ncrane\neerie\nprune\nreact\nthere\ntrace\nwhere\n")
    return f"words({path})"
