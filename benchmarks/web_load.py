"""Load for the web server: players who ask for advice, follow it, and play game after game against random secrets."""

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import quote

import bestguess as bg

_START = "from bestguess.cli import main; main()"
_TIMEOUT = 30.0  # seconds for one response


@contextmanager
def server(**settings: str) -> Iterator[int]:
    """Starts a server on loopback with *settings* in its environment; gives its port."""
    given = {f"BESTGUESS_WEB_{name.upper()}": value for name, value in settings.items()}
    environment = {**os.environ, "BESTGUESS_WEB_KEY": "k" * 32, "BESTGUESS_WEB_RATE": "0", **given}
    command = [sys.executable, "-c", _START, "web", "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        found = re.search(r":([0-9]+)/", line)
        assert found, f"the server did not start: {line}"
        yield int(found[1])
    finally:
        process.terminate()
        process.wait(10)


@dataclass
class Load:
    """What the players measured: the time of each response in seconds, and its status."""

    game: str
    players: int
    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    games: int = 0
    elapsed: float = 0.0

    def __str__(self) -> str:
        rate = len(self.seconds) / self.elapsed
        return (
            f"{self.players} players, {self.games} games in {self.elapsed:.1f} s, {rate:.0f} answers a second: "
            f"{self.times()}"
        )

    def times(self) -> str:
        """The times and the statuses of the answers."""
        times = sorted(self.seconds)
        median, late = statistics.median(times), times[int(len(times) * 0.99)]
        return (
            f"{len(times)} answers, median {1000 * median:.1f} ms, 99th percentile {1000 * late:.1f} ms, "
            f"longest {1000 * times[-1]:.1f} ms; statuses {dict(self.statuses)}"
        )


def play(port: int, game: str, players: int, games: int, think: float = 0.0, seed: int = 1) -> Load:
    """Runs *players* at once; each plays *games* games and thinks about *think* seconds before each request."""
    load = Load(game, players)
    began = time.perf_counter()
    asyncio.run(_players(port, load, games, think, seed))
    load.elapsed = time.perf_counter() - began
    return load


async def _players(port: int, load: Load, games: int, think: float, seed: int) -> None:
    await asyncio.gather(*(_player(port, load, games, think, seed * 10_000 + one) for one in range(load.players)))


async def _player(port: int, load: Load, games: int, think: float, seed: int) -> None:
    chance, rules = random.Random(seed), bg.game(load.game)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(games):
        secret, history, feedback = chance.choice(rules.secrets), "", ""
        while feedback != rules.win:
            if think:
                await asyncio.sleep(chance.uniform(0.5, 1.5) * think)
            advice = await asyncio.wait_for(_advice(reader, writer, load, history), _TIMEOUT)
            if advice is None:  # busy: try again
                await asyncio.sleep(0.2)
                continue
            feedback = rules.score(advice, secret)
            history = f"{history} {advice}:{feedback}".strip()
        load.games += 1
    writer.close()


async def _advice(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, load: Load, history: str) -> str | None:
    """The guess that the server advises after *history*; None when it is busy."""
    path = f"/api/advise?game={quote(load.game)}&history={quote(history)}"
    began = time.perf_counter()
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    body = await reader.readexactly(length)
    load.seconds.append(time.perf_counter() - began)
    status = int(head[9:12])
    load.statuses[status] += 1
    assert status in (200, 503), body
    return str(json.loads(body)["choice"]) if status == 200 else None
