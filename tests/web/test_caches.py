"""Caches stay within their bytes; tables are built once."""

import pytest

import bestguess as bg
from bestguess.web.caches import TableCache
from bestguess.web.problems import Cancelled
from servers import client_of, small_settings


def test_long_queries_are_counted() -> None:
    """A client that writes the same query in ever longer ways fills no more memory than the settings allow."""
    with client_of(small_settings(answer_bytes=40_000)) as client:
        responses = client.app.state.service.responses  # type: ignore[attr-defined]
        for spaces in range(4_000, 4_020):
            assert client.get(f"/api/candidates?game=mm2x3&history={'+' * spaces}").status_code == 200
        assert 0 < len(responses) <= 40_000 // 4 // 4_000


def test_a_table_whose_building_is_stopped() -> None:
    """A table whose building is stopped by its progress function is not cached, and can be built later."""
    tables = TableCache(10**6)

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        tables.get(bg.game("mm2x3"), progress=stop)
    assert bg.game("mm2x3") not in tables
    assert tables.get(bg.game("mm2x3")).game == bg.game("mm2x3")
