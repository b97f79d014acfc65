"""Words: Wordle and its kin. Every letter of a guess gets a mark."""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bestguess import engine
from bestguess.arguments import as_choice, as_integer, as_path, describe, expected_error
from bestguess.errors import CodeError, FeedbackError, GameError, unknown
from bestguess.games.base import BuiltIn, Native
from bestguess.games.codes import CodeTuple, as_symbols, quote_file
from bestguess.games.declarations import as_weights
from bestguess.games.rules import FREE, HARD, STRICT
from bestguess.games.word_lists import (
    WordList,
    WordsLike,
    as_word,
    listed_words,
    read_words,
    shipped_about,
    shipped_files,
    shipped_names,
    shipped_words,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Ordinals

MARKS = "BYG"
"""Of a letter: not in the secret (any more), elsewhere in it, in its place. Their order is that of the ordinals."""
_NAME_DIGITS = 16  # of the hash by which words that are in no file are called
_MOST_LETTERS = 256  # different ones that the kernel can tell apart
_FORMS = {"B": "b-.x0⬛⬜", "Y": "y1🟨🟦", "G": "g2🟩🟧"}
_MARK = {ord(form): mark for mark, forms in _FORMS.items() for form in forms + mark}
_IGNORED = re.compile(r"[\s\ufe0f]")  # U+FE0F asks for the coloured form of a square


def word_feedback(guess: str, secret: str) -> str:
    """One mark for each letter of *guess*: `G` in its place, `Y` elsewhere in *secret*, `B` not (any more) in it.

    Each letter of the secret answers for one letter of the guess at most: those in their place first, then the others
    from left to right.

    >>> word_feedback("crane", "react"), word_feedback("eerie", "there"), word_feedback("there", "eerie")
    ('YYGBY', 'YBYBG', 'BBYYG')
    """
    marks = ["G" if letter == there else "B" for letter, there in zip(guess, secret, strict=True)]
    left = [there for mark, there in zip(marks, secret, strict=True) if mark == "B"]
    for place, letter in enumerate(guess):
        if marks[place] == "B" and letter in left:
            marks[place] = "Y"
            left.remove(letter)
    return "".join(marks)


@cache
def word_feedbacks(length: int) -> tuple[str, ...]:
    """All rows of *length* marks, in the order of the kernel's ordinals; the winning one is last.

    >>> word_feedbacks(2)
    ('BB', 'BY', 'BG', 'YB', 'YY', 'YG', 'GB', 'GY', 'GG')
    """
    return tuple(map("".join, product(MARKS, repeat=length)))


class Lexicon:
    """The words of some lists: those that may be guessed, those that may be secrets, in order, and what they weigh.

    Raises GameError when no secret is left. *without*: words that are no secrets.
    """

    weights: tuple[int, ...] | None = None

    def __init__(self, secrets: WordList, more_guesses: Sequence[WordList], without: WordList | None = None) -> None:
        lists = (secrets, *more_guesses)
        self.guesses = CodeTuple(dict.fromkeys(sorted(word for some in lists for word in some.words)))
        self.sha256 = tuple(some.sha256 for some in (*lists, *(() if without is None else (without,))))
        out = frozenset(() if without is None else without.words)
        self.secrets = CodeTuple(sorted(word for word in secrets.words if word not in out))
        if not self.secrets:
            raise GameError(f"expected a secret, got none: all {len(secrets.words):,} are among those that are out")
        if secrets.weights is not None:
            weight_of = dict(zip(secrets.words, as_weights(secrets.weights, secrets.words), strict=True))
            self.weights = tuple(weight_of[word] for word in self.secrets)
            if not any(self.weights):
                raise GameError("expected a secret that weighs something, got none: the others are out")
        if (letters := len(set("".join(self.guesses)))) > _MOST_LETTERS:
            raise GameError(f"expected words of at most {_MOST_LETTERS} different letters, got {letters:,}")

    @cached_property
    def kernel(self) -> engine.WordKernel:
        """The native scorer of these words."""
        return engine.WordKernel(_letters(self.guesses, self.guesses), _letters(self.guesses, self.secrets))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "kernel"}


def _letters(known: Sequence[str], words: Sequence[str]) -> "NDArray[np.uint8]":
    """The letters of *words*, a row for each, numbered as they are in the *known* ones."""
    numbers = np.unique(np.frombuffer("".join(known).encode("utf-32-le"), np.uint32))
    letters = np.frombuffer("".join(words).encode("utf-32-le"), np.uint32)
    return np.searchsorted(numbers, letters).astype(np.uint8).reshape(len(words), -1)


def word_ordinals(guesses: Sequence[str], secrets: Sequence[str]) -> "Ordinals":
    """The ordinals of the feedbacks of these words, in the order of `word_feedbacks`.

    >>> word_ordinals(("crane", "react"), ("react",)).tolist()
    [[127], [242]]
    """
    known = (*guesses, *secrets)
    kernel = engine.WordKernel(_letters(known, guesses), _letters(known, secrets))
    ordinals: Ordinals = np.empty((len(guesses), len(secrets)), engine.ordinal_type(kernel))  # type: ignore[assignment]
    kernel.fill(0, len(guesses), ordinals, 1)
    return ordinals


def native_word_rule(rule: str, guesses: Sequence[str]) -> engine.Rule | None:
    """The *rule* for these *guesses* as the core knows it; None for `free`."""
    if rule == FREE:
        return None
    letters = _letters(guesses, guesses)
    return engine.HardRule(letters) if rule == HARD else engine.StrictRule(engine.WordKernel(letters, letters))


@cache
def shipped_lexicon(name: str, length: int) -> Lexicon:
    """The words of the list called *name* that ships: read once, and shared by all games of them."""
    secrets, guesses = shipped_words(name, length)
    return Lexicon(secrets, [guesses])


class Words(BuiltIn):
    """Words of one length: a list that ships, by its name and *length*, the file *secrets*, one word a line, or a list.

    A list is any of words, or a mapping of words to their weights. *guesses*: a file or a list of more words that may
    be guessed. *without*: words that are no secrets, such as those that have been; they may be guessed. *rule*:
    `free`, `hard` (what was found must be used) or `strict` (every guess must be consistent with all feedback so far).
    *list_name* is the name of a list that ships, else None. Raises FileError, which names the line, and GameError.

    >>> Words(["crane", "react", "trace"]).score("crane", "react")
    'YYGBY'
    >>> game = Words("english", 5)
    >>> game.score("crane", "REACT"), len(game.secrets) < len(game.guesses)
    ('YYGBY', True)
    """

    def __init__(
        self,
        secrets: WordsLike,
        length: int | None = None,
        *,
        guesses: WordsLike | None = None,
        without: WordsLike | None = None,
        rule: Literal["free", "hard", "strict"] = "free",
    ) -> None:
        self.rule = as_choice("rule", rule, (FREE, HARD, STRICT), " in words")
        self.list_name = None if length is None else _list_name(secrets)
        self._lexicon = _read_lexicon(secrets if self.list_name is None else self.list_name, length, guesses, without)
        self._guesses, self._secrets = self._lexicon.guesses, self._lexicon.secrets
        self.length, self.weights = len(self._secrets[0]), self._lexicon.weights
        beside = {key: given for key, given in (("guesses", guesses), ("without", without)) if given is not None}
        self.ships = self.list_name is not None and not beside
        """Whether all of its words come from a list that ships."""
        self._files: tuple[tuple[str, str], ...] = ()
        if not all(isinstance(source, str | Path) for source in (secrets, *beside.values())):
            words = json.dumps((self._guesses, self._secrets, self.weights), ensure_ascii=False)
            self._arguments: tuple[str, ...] = (hashlib.sha256(words.encode()).hexdigest()[:_NAME_DIGITS],)
            return
        files, source = [str(secrets)], [quote_file(str(secrets))]
        if self.list_name is not None:
            files, source = shipped_files(self.list_name, self.length), [self.list_name, str(self.length)]
        named = {key: str(file) for key, file in beside.items()}
        self._arguments = (*source, *(f"{key}={quote_file(file)}" for key, file in named.items()))
        self._files = tuple(zip([*files, *named.values()], self._lexicon.sha256, strict=True))

    @property
    def win(self) -> str:
        """Every letter in its place."""
        return "G" * self.length

    @property
    def origin(self) -> dict[str, Any] | None:
        """Where a list that ships comes from; None for lists from files."""
        return None if self.list_name is None else shipped_about(self.list_name)

    def _score(self, guess: str, secret: str) -> str:
        return word_feedback(guess, secret)

    def _native(self) -> Native:
        rule = partial(native_word_rule, self.rule)
        return Native(word_feedbacks(self.length), lambda: self._lexicon.kernel, ordinals=word_ordinals, rule=rule)

    def as_guess(self, given: object) -> str:
        """The guess that *given* is, in any case; raises CodeError."""
        return self._listed("guess", given, self.guesses)

    def as_secret(self, given: object) -> str:
        """The secret that *given* is, in any case; raises CodeError."""
        return self._listed("secret", given, self.secrets)

    def _listed(self, kind: str, given: object, words: Sequence[str]) -> str:
        text = as_symbols(given)
        if not isinstance(text, str):
            raise expected_error(f"a word of {self.length} letters", text, CodeError)
        word = as_word(text)
        if word in words:
            return word
        if len(word) != self.length:
            raise CodeError(f"expected a word of {self.length} letters, got {describe(text)}, which has {len(word)}")
        reason = "may be guessed, but is no secret" if word in self.guesses else "is not in the list"
        raise CodeError(f"expected a {kind} of {self}: {describe(text)} {reason}")

    def as_feedback(self, given: object) -> str:
        """The feedback that *given* is; raises FeedbackError.

        Read are the marks in any case, `-`, `.` or `x` for B, the digits 0, 1 and 2, and the coloured squares of both
        palettes.
        """
        if not isinstance(given, str):
            raise expected_error(f"{self.length} marks such as {self._example}", given, FeedbackError)
        signs = _IGNORED.sub("", given).lower()
        feedback = signs.translate(_MARK)
        if len(signs) != self.length or set(feedback) - set(MARKS):
            raise expected_error(f"{self.length} marks of B, Y and G such as {self._example}", given, FeedbackError)
        if sorted(feedback) == sorted("G" * (self.length - 1) + "Y"):
            raise FeedbackError(f"expected a feedback that a word can get, got {describe(given)}: one letter alone")
        return feedback

    @property
    def _example(self) -> str:
        return ("BYG" + "B" * self.length)[: self.length]

    def arguments(self) -> tuple[str, ...]:
        """The list, and the files beside it; of words that are in no file, a hash of them."""
        return self._arguments

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name and the SHA-256 of each of its lists, in the order of the text, those that ship first."""
        return self._files

    def _key(self) -> tuple[Any, ...]:
        return (str(self), self._files)


def _read_lexicon(
    source: WordsLike, length: int | None, guesses: WordsLike | None, without: WordsLike | None
) -> Lexicon:
    """The words of *source*, or of the list of that name and *length*, with those beside it."""
    if length is None:
        secrets, more = _words_of("words(FILE)", source), list[WordList]()
    else:
        assert isinstance(source, str)
        number = as_integer("the length of words", length, error=GameError)
        if guesses is None and without is None:
            return shipped_lexicon(source, number)
        secrets, *more = shipped_words(source, number)
    if guesses is not None:
        more.append(_words_of("guesses=FILE", guesses, secrets))
    return Lexicon(secrets, more, None if without is None else _words_of("without=FILE", without, secrets))


def _words_of(name: str, source: WordsLike, like: WordList | None = None) -> WordList:
    """The words of *source*, a file or a list."""
    if isinstance(source, str | Path) or not isinstance(source, Iterable):
        return read_words(as_path(name, source), like)
    return listed_words(source, like)


def _list_name(name: object) -> str:
    """The *name* of a list that ships, in lower case; raises GameError for any other."""
    if not isinstance(name, str):
        raise expected_error("the name of a list of words, such as english", name, GameError)
    if name.lower() not in shipped_names():
        # By its name alone, whether or not there is such a file: the server must not tell.
        file = "; to read a file of words, give no length" if set(name) & set("./\\") else ""
        raise GameError(unknown("list of words", name, shipped_names()) + file)
    return name.lower()
