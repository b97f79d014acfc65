"""`make words`: writes src/bestguess/data/word_lists, the lists of words that ship, from packages of Debian.

`apt-get download` and `npm pack` (for a list of offensive words) put what is not there into build/words.
"""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

from bestguess.files import write_whole

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "words"
LISTS = ROOT / "src" / "bestguess" / "data" / "word_lists"

PACKAGES = ("scowl", "wamerican-small", "wamerican-large")
OFFENSIVE = "cuss@2.2.0"
LENGTHS = range(4, 9)
MOST_SECRETS = 2600
WEIGHTS = {10: 4, 20: 2, 35: 1}
"""The weight of the words of each of SCOWL's tiers: 10 has the commonest."""


def fetch() -> dict[str, str]:
    """Downloads and unpacks what is not there; the version of each package."""
    BUILD.mkdir(parents=True, exist_ok=True)
    versions = {}
    for package in PACKAGES:
        if not (found := sorted(BUILD.glob(f"{package}_*.deb"))):
            subprocess.run(["apt-get", "download", package], cwd=BUILD, check=True)
            found = sorted(BUILD.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg", "-x", found[-1], BUILD / "debian"], check=True)
        versions[package] = found[-1].name.split("_")[1]
    if not (BUILD / "package").exists():
        packed = subprocess.run(["npm", "pack", "--silent", OFFENSIVE], cwd=BUILD, check=True, capture_output=True)
        subprocess.run(["tar", "-xzf", packed.stdout.decode().split()[-1]], cwd=BUILD, check=True)
    return versions


def words_of(name: str) -> set[str]:
    """The words of letters a to z alone, in lower case, in a file of Debian's folder of dictionaries."""
    text = (BUILD / "debian" / "usr" / "share" / "dict" / name).read_text("latin-1")
    return {word for word in text.split() if re.fullmatch("[a-z]+", word)}


def offensive_words() -> set[str]:
    """The words that may be meant as an insult: rated 1 or 2 of 2 by cuss."""
    text = (BUILD / "package" / "index.js").read_text("utf-8")
    return {word for word, rating in re.findall(r"^  '?([\w ]+)'?: (\d),?$", text, re.MULTILINE) if int(rating) >= 1}


def is_inflected(word: str, known: set[str]) -> bool:
    """Whether *word* is one of the *known* words with an ending: a plural, a form of a verb, an adverb or the like."""
    endings = {"s": ("",), "es": ("",), "ies": ("y",), "ves": ("f", "fe"), "ed": ("", "e"), "ied": ("y",)}
    endings |= {"ing": ("", "e"), "ly": ("", "le"), "ily": ("y",), "est": ("", "e"), "iest": ("y",), "ness": ("",)}
    endings |= {"less": ("",), "able": ("", "e")}
    for ending, others in endings.items():
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < (3 if len(ending) > 3 else 2) or (ending == "s" and stem.endswith("s")):
            continue
        doubled = [stem[:-1]] if len(stem) > 3 and stem[-1] == stem[-2] and ending in ("ed", "ing", "est") else []
        if any(one in known for one in [*(stem + other for other in others), *doubled]):
            return True
    return False


def secrets(length: int, tiers: dict[int, set[str]], known: set[str], offensive: set[str]) -> dict[str, int]:
    """The words of *length* letters that may be secrets, in order, with their weights."""
    weight_of = {word: WEIGHTS[tier] for tier in sorted(tiers, reverse=True) for word in tiers[tier]}
    words = sorted(word for word in weight_of.keys() - offensive if len(word) == length)
    found = {word: weight_of[word] for word in words if not is_inflected(word, known)}
    assert len(found) <= MOST_SECRETS, f"{len(found)} secrets of {length} letters"
    return found


if __name__ == "__main__":
    versions = fetch()
    large, offensive = words_of("american-english-large"), offensive_words()
    tiers = {
        tier: (words_of(f"scowl/english-words.{tier}") | words_of(f"scowl/american-words.{tier}"))
        & words_of("american-english-small")
        for tier in WEIGHTS
    }
    LISTS.mkdir(exist_ok=True)
    lengths = {}
    for length in LENGTHS:
        chosen = secrets(length, tiers, large, offensive)
        others = sorted(word for word in large - chosen.keys() if len(word) == length)
        write_whole(LISTS / f"english-{length}.txt", "".join(f"{word} {chosen[word]}\n" for word in chosen))
        write_whole(LISTS / f"english-{length}-guesses.txt", "".join(f"{word}\n" for word in others))
        tally = Counter(chosen.values())
        lengths[length] = {
            "secrets": len(chosen),
            "more_guesses": len(others),
            "of_weight": dict(sorted(tally.items())),
        }
        print(length, lengths[length], flush=True)
    copyright_text = (BUILD / "debian" / "usr" / "share" / "doc" / "scowl" / "copyright").read_text("utf-8")
    write_whole(LISTS / "COPYRIGHT.scowl", copyright_text)
    about = {
        "command": "make words",
        "source": "SCOWL (Spell Checker Oriented Word Lists) by Kevin Atkinson, from Debian",
        "packages": versions,
        "licence": "COPYRIGHT.scowl",
        "secrets": "wamerican-small, without endings such as -s, -ed and -ing where the word without it is one, too",
        "weights": {f"tier {tier}": weight for tier, weight in WEIGHTS.items()},
        "guesses": "wamerican-large",
        "offensive": f"what {OFFENSIVE.replace('@', ' ')} (npm, MIT licence) rates 1 or 2 of 2 is no secret",
        "lengths": lengths,
    }
    write_whole(LISTS / "english.json", json.dumps(about, indent=2) + "\n")
