"""What the tests of the web server share."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from servers import client_of, small_settings


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A client of a server with small limits."""
    with client_of(small_settings()) as one:
        yield one
