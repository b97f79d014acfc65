"""Fairness of the web server: one client asks for simple advice while another asks the dearest questions."""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import quote

from web_load import Load

import bestguess as bg

GREEDY, POLITE = "127.0.0.1", "127.0.0.2"
"""The addresses of the two clients."""
_REQUEST = "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_RETRY = 0.05  # seconds until a refused question is asked again


def dear_questions(seed: int) -> dict[str, Iterator[str]]:
    """Kinds of questions that take long, each a series of paths that differ, so that no answer is cached."""
    chance = random.Random(seed)

    def endless(path: Callable[[], str]) -> Iterator[str]:
        return (path() for _ in itertools.repeat(None))

    def rows(text: str, count: int, true: bool) -> str:
        game = bg.game(text)
        secret, found = chance.choice(game.secrets), list[str]()
        while len(found) < count:
            guess = chance.choice(game.guesses)
            feedback = game.score(guess, secret if true else chance.choice(game.secrets))
            found += [f"{guess}:{feedback}"] * (feedback != game.win)
        return quote(" ".join(found))

    def ways_to_be_wrong() -> str:
        game = bg.game("mastermind(4,6)")
        found = list[str]()
        for guess in chance.sample(game.guesses, 4):
            answers = {game.score(guess, secret) for secret in chance.sample(game.secrets, 200)} - {game.win}
            found += [f"{guess}:{feedback}" for feedback in sorted(answers)]
        return quote(" ".join(found[:32]))

    return {
        "contradictions": endless(lambda: f"contradictions?game=mm4x6&history={ways_to_be_wrong()}"),
        "contradictions, large": endless(lambda: f"contradictions?game=bc8x12&history={rows('bc8x12', 6, False)}"),
        "review": endless(lambda: f"review?game=bc5x8&history={rows('bc5x8', 32, True)}"),
        "review, small": endless(lambda: f"review?game=mm4x6&history={rows('mm4x6', 32, True)}"),
        "candidates": endless(lambda: f"candidates?game=bc8x12&limit=10000&history={rows('bc8x12', 1, True)}"),
        "advice, large": endless(lambda: f"advise?game=mm5x8&count=20&history={rows('mm5x8', 1, True)}"),
        "advice, sampled": endless(lambda: f"advise?game=bc8x12&count=20&history={rows('bc8x12', 2, True)}"),
        "advice": endless(lambda: f"advise?game=bc4x10&count=20&history={rows('bc4x10', 1, True)}"),
        "move": endless(lambda: f"move?game=mm5x6&strategy=optimal&history={rows('mm5x6', 1, True)}"),
        "compare": endless(lambda: f"compare?game=mm5x6&strategies=random,first&seeds={chance.randint(10, 100)}"),
    }


def fairness_load(
    port: int, connections: int, seconds: float, kinds: list[str] | None = None, seed: int = 1
) -> tuple[Load, str]:
    """What the polite client measured beside so many greedy *connections*, and what those were answered.

    Another *seed* asks about other positions, so that no answer is cached.
    """
    load, asked = Load("mastermind(4,6)", 1), Counter[str]()
    asyncio.run(_clients(port, connections, seconds, kinds, load, asked, seed))
    load.elapsed = seconds
    return load, ", ".join(f"{count} x {name}" for name, count in sorted(asked.items()))


async def _clients(
    port: int, connections: int, seconds: float, kinds: list[str] | None, load: Load, asked: Counter[str], seed: int
) -> None:
    questions = dear_questions(seed)
    names = kinds or list(questions)
    greedy = [
        asyncio.create_task(_ask_for_ever(port, names[i % len(names)], questions[names[i % len(names)]], asked))
        for i in range(connections)
    ]
    await asyncio.sleep(1.0)
    await _polite(port, seconds, load, seed)
    for task in greedy:
        task.cancel()
    await asyncio.gather(*greedy, return_exceptions=True)


async def _ask_for_ever(port: int, name: str, paths: Iterator[str], asked: Counter[str]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(GREEDY, 0))
    try:
        while True:
            status, _ = await _get(reader, writer, f"/api/{next(paths)}")
            asked[f"{name} {status}"] += 1
            if status != 200:
                await asyncio.sleep(_RETRY)
    finally:
        writer.close()


async def _polite(port: int, seconds: float, load: Load, seed: int) -> None:
    """Asks for advice about positions of Mastermind that nobody asked about before, one after the other."""
    chance, game = random.Random(-seed), bg.game(load.game)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(POLITE, 0))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        secret, guesses = chance.choice(game.secrets), chance.sample(game.guesses, 2)
        rows = [f"{guess}:{game.score(guess, secret)}" for guess in guesses if guess != secret]
        began = time.perf_counter()
        status, _ = await _get(reader, writer, f"/api/advise?game=mm4x6&history={quote(' '.join(rows))}")
        load.seconds.append(time.perf_counter() - began)
        load.statuses[status] += 1
        await asyncio.sleep(0.05)
    writer.close()


async def _get(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> tuple[int, bytes]:
    """The status and the body of a response."""
    writer.write(_REQUEST.format(path=path).encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    return int(head[9:12]), await reader.readexactly(length)
