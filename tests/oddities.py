"""Files that are merely odd: seeded changes of documents, of their texts, of tables and of lists of words.

Most of them break no rule that a reader would think of. So readers must agree: each refuses what it does not know.
"""

import copy
import hashlib
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

ODD_SPACES = ["\u00a0", "\u2003", "\u3000", "\u0085", "\u001c", "\u2028", "\x0b", "\x0c", "\u200b", "\ufeff", "\x7f"]
"""White space and control characters that some languages strip, and others keep."""
_NUMBERS = [0, 1, 2, 10**6, 2**50 - 1, 2**50, -1, 1.5, 1.0]
_TEXTS = ["", "x", "1", "mean", "lost", "hit", "free"]
_VALUES: list[Any] = [None, True, False, *_NUMBERS, *_TEXTS, [], [None], [0], [[]], {}, {"a": 1}]
_MEMBERS = ["command", "x", "reason", "label", "cost_limit", "limit", "lost", "proofs", "unit", "objective", "checksum"]
_SIGNS = [*ODD_SPACES, " ", "\t", "\n", "\r", "\r\n", "\x00", '"', '""', "'", ",", ";", "é", "\\", "."]

Path = tuple[str | int, ...]


def odd_document(rng: random.Random, good: dict[str, Any], more: Sequence[Any] = ()) -> dict[str, Any]:
    """*good* with one to three values changed, wherever they stand, sometimes to one of *more*."""
    document = copy.deepcopy(good)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        paths = [path for path in _paths(document) if path]
        near = [path for path in paths if len(path) <= 2]
        path = rng.choice(near if rng.random() < 0.6 else paths)
        holder = _at(document, path[:-1])
        if more and rng.random() < 0.3:
            holder[path[-1]] = rng.choice(more)
        else:
            _change(rng, document, holder, path[-1])
    return document


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield from _paths(item, (*path, name))


def _at(value: Any, path: Path) -> Any:
    for name in path:
        value = value[name]
    return value


def _change(rng: random.Random, document: dict[str, Any], holder: Any, name: Any) -> None:
    """Change the value called *name*, or at this place, in *holder*, or add something anywhere in *document*."""
    values = [_at(document, path) for path in _paths(document)]
    match rng.randrange(10):
        case 0 | 1 | 2:
            holder[name] = copy.deepcopy(rng.choice([None, rng.choice(_VALUES)]))
        case 3:
            del holder[name]
        case 4 if isinstance(holder, list):
            holder.insert(name, copy.deepcopy(holder[name]))
        case 5 if isinstance(holder, list):
            other = rng.randrange(len(holder))
            holder[name], holder[other] = holder[other], holder[name]
        case 6 if type(holder[name]) is int:
            holder[name] += rng.choice([-1, 1, 2])
        case 7:
            holder[name] = copy.deepcopy(rng.choice(values))
        case 8:
            objects = [value for value in values if isinstance(value, dict)]
            rng.choice(objects)[rng.choice(_MEMBERS)] = copy.deepcopy(rng.choice(_VALUES))
        case 9:
            nodes = document.get("nodes")
            if isinstance(nodes, dict) and isinstance(wins := nodes.get("wins"), list):
                columns = [[0] * len(wins), [1] * len(wins), [None] * len(wins), list(wins), None]
                nodes[rng.choice(["weight", "lost", "lost_weight", "label"])] = rng.choice(columns)


def odd_text(rng: random.Random, text: str) -> bytes | None:
    """The JSON *text* of a sealed document written otherwise, and sealed again; None if that is no text."""
    body = text[:-87]  # without the checksum
    for _ in range(rng.choice([1, 1, 2])):
        body = rng.choice(_REWRITINGS)(rng, body)
    try:
        content = body.encode()
    except UnicodeEncodeError:
        return None
    return content + f',"checksum":"sha256:{hashlib.sha256(content).hexdigest()}"}}\n'.encode()


def _rewrite_number(rng: random.Random, body: str) -> str:
    numbers = list(re.finditer(r"(?<=[\[,:])\d+(?=[,\]}])", body))
    if not numbers:
        return body
    match = rng.choice(numbers)
    forms = ["-{}", "-0", "0{}", "{}.0", "{}e0", "+{}", " {}\t", "1" + "0" * 30, "NaN", "-Infinity", "true"]
    return body[: match.start()] + rng.choice(forms).format(match[0]) + body[match.end() :]


def _rewrite_string(rng: random.Random, body: str) -> str:
    match = rng.choice(list(re.finditer(r'"[^"\\]*"', body)))
    if rng.random() < 0.3:
        escaped = "".join(f"\\u{ord(sign):04x}" for sign in match[0][1:-1])
        return f'{body[: match.start()]}"{escaped}"{body[match.end() :]}'
    escapes = [
        "\\u0041",
        "\\ud800",
        "\\ud83d\\ude00",
        "\\u0000",
        "\\/",
        "\\n",
        "\\x",
        "\\u00zz",
        "\\udc00",
        "\U0001f600",
    ]
    place = rng.randrange(match.start() + 1, match.end())
    return body[:place] + rng.choice([*_SIGNS, *escapes]) + body[place:]


def _insert_sign(rng: random.Random, body: str) -> str:
    place = rng.choice([0, len(body), rng.randrange(len(body))])
    return body[:place] + rng.choice([*_SIGNS, "[", "]", "{", "}", ":", "0"]) + body[place:]


def _remove_signs(rng: random.Random, body: str) -> str:
    place = rng.randrange(len(body))
    return body[:place] + body[place + rng.randrange(1, 4) :]


def _add_first_member(rng: random.Random, body: str) -> str:
    members = ['"game":"x"', '"command":null', '"command":"c"', '"command":1', '"command":"c","command":"d"', '"x":{}']
    return "{" + rng.choice(members) + "," + body.removeprefix("{")


def _rewrite_game(rng: random.Random, body: str) -> str:
    match = re.search(r'(?<="game":")(?:[^"\\]|\\.)*(?=")', body)
    if match is None:
        return body
    game: str = match[0]
    place = rng.randrange(len(game) + 1)
    options = ["rows=3", "rows=03", "rows=0", "rows=", "rule=free", "rule=strict", "rule=hard", "symbols=AB", "win=y"]
    options += ["secrets=distinct", 'win=\\"y\\"', "win=", 'win=\\"\\"', "goal=hit", "goal=identify", "guesses=w.txt"]
    forms: list[str] = [
        game[:place] + rng.choice([*" 0+_,()x=.é٣", '\\"', "\\t"]) + game[place:],
        f"{game[:-1]},{rng.choice(options)})",
        game.upper(),
        game.replace(",", ", "),
        re.sub(r"\((\w+\.\w+)", r'(\\"\1\\"', game),
        rng.choice(["mm2x3", "bullscows(2,3)", "mastermind(9,2)", "mastermind(2,17)", f"{game} "]),
    ]
    return body[: match.start()] + rng.choice(forms) + body[match.end() :]


_REWRITINGS: list[Callable[[random.Random, str], str]] = [
    *(_rewrite_number, _rewrite_string, _insert_sign, _remove_signs, _add_first_member, _rewrite_game)
]

TABLES = [
    "x,a,b,c\nq,1,1,2\nr,1,2,2\n",
    "win=y,a,b\na,y,n\nb,n,y\n",
    "x;a;b;cost\nq;1;2;0,5\nr;1;1;2\nweight;1;2,5;\n",
    "x,a,b,c,cost\nq,1,1,2,1\nr,1,2,2,1/2\nlabel,p,q,q,\nweight,1,2,0.5,\n",
    '"x","a b","c,d"\n"q ","1","2"\n',
    'win=y;"a;1";b\na;y;n\nb;n;y\n',
    "x,weight,b\nweight,1,2\nweight,1,2\n",
    "x,cost,b,cost\ncost,1,2,3\nb,1,2,1\n",
    "x,a,b\nq,1,2\nweight,0,1\n",
    "x,a,b\nq,1,1\nr,1,2\nlabel,p,p\n",
]


def odd_table(rng: random.Random) -> str:
    """A CSV text, one or more signs of which are odd."""
    text = rng.choice(TABLES)
    for _ in range(rng.choice([1, 1, 2, 3])):
        cell = rng.choice(list(re.finditer(r"[^,;\n]+", text)) or list(re.finditer("", text)))
        line = rng.choice(list(re.finditer(r"^.*$", text, re.MULTILINE)))
        place = rng.choice([cell.start(), cell.end(), rng.randrange(len(text) + 1)])
        odd = rng.choice(ODD_SPACES)
        quoted = [f'"{cell[0]}"', f' "{cell[0]}"', f'"{cell[0]}" ', f'"{cell[0]}"x', f'{cell[0]}"', f'"{cell[0]}\n"']
        cells = [*quoted, odd + cell[0], cell[0] + odd, cell[0].upper(), "", "0,5", "1/3", "cost", "weight", "label"]
        lines = ["", '""', " ", line[0], "weight,1,2,3", "label,a,b,c", ",,", "\t\t", ";"]
        text = rng.choice(
            [
                text[:place] + rng.choice(_SIGNS) + text[place:],
                text[:place] + text[place + 1 :],
                text[: cell.start()] + rng.choice(cells) + text[cell.end() :],
                f"{text[: line.start()]}{rng.choice(lines)}\n{text[line.start() :]}",
            ]
        )
    return text


WORD_LISTS = [
    "crane\nreact\ntrace\n",
    "Crane 2\nreact\t1/3\ntrace 0.5\n",
    "crane 1/3\nreact 1/2\ntrace 0\n",
    "crane 0\nreact\n",
    "été\nétê\nœuf\n",
    "ab\ncd\nef\n",
]


def odd_words(rng: random.Random, text: str) -> str:
    """The *text* of a list of words, one or more signs of which are odd."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        ends = [match.start() for match in re.finditer("\n", text)] or [0]
        place = rng.choice([rng.choice(ends), rng.choice(ends) + 1, rng.randrange(len(text) + 1)])
        signs = [*_SIGNS, " 2", "\t3", " 1/0", " 3 4", " x", "-", "1", "e\u0301", "\u0130", "\u017f"]
        text = rng.choice(
            [
                text[:place] + rng.choice(signs) + text[place:],
                text[:place] + text[place + 1 :],
                text.replace("\n", rng.choice(["\r\n", "\r", "\n\n", " \n", *ODD_SPACES])),
                text.upper(),
            ]
        )
    return text
