"""Words: games like Wordle, where every letter of a guess gets a mark."""

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
from bestguess.errors import CodeError, FeedbackError, GameError, unknown_name_text
from bestguess.games.base import BuiltIn, Native
from bestguess.games.codes import CodeTuple, as_symbols, quote_file
from bestguess.games.declarations import as_weights
from bestguess.games.rules import FREE, HARD, STRICT
from bestguess.games.word_lists import (
    WordList,
    WordsLike,
    as_word,
    read_words,
    shipped_files,
    shipped_metadata,
    shipped_names,
    shipped_words,
    words_from_list,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Ordinals

MARKS = "BYG"
"""Marks of a letter, in the order of the ordinals: not (or no longer) in the secret, elsewhere in it, in its place."""
_NAME_DIGITS = 16  # digits of the hash in the name of a list without a file
_MAX_LETTERS = 256  # the kernel has one byte for a letter
_FORMS = {"B": "b-.x0⬛⬜", "Y": "y1🟨🟦", "G": "g2🟩🟧"}
_MARK = {ord(form): mark for mark, forms in _FORMS.items() for form in forms + mark}
_IGNORED = re.compile(r"[\s\ufe0f]")  # U+FE0F asks for the coloured form of a square


def word_feedback(guess: str, secret: str) -> str:
    """Return a mark for each letter of *guess*: `G` in its place, `Y` elsewhere in *secret*, `B` not in it.

    Each letter of the secret matches at most one letter of the guess: first those in their place, then the others from
    left to right. So a letter also gets `B` if all its copies in the secret are used up.

    >>> word_feedback("crane", "react"), word_feedback("eerie", "there"), word_feedback("there", "eerie")
    ('YYGBY', 'YBYBG', 'BBYYG')
    """
    marks = ["G" if letter == hidden else "B" for letter, hidden in zip(guess, secret, strict=True)]
    unmatched = [hidden for mark, hidden in zip(marks, secret, strict=True) if mark == "B"]
    for place, letter in enumerate(guess):
        if marks[place] == "B" and letter in unmatched:
            marks[place] = "Y"
            unmatched.remove(letter)
    return "".join(marks)


@cache
def word_feedbacks(length: int) -> tuple[str, ...]:
    """Return all sequences of *length* marks in the order of the kernel's ordinals; the winning one is last.

    >>> word_feedbacks(2)
    ('BB', 'BY', 'BG', 'YB', 'YY', 'YG', 'GB', 'GY', 'GG')
    """
    return tuple(map("".join, product(MARKS, repeat=length)))


class Lexicon:
    """Guesses and secrets from several word lists, in order, and the weights of the secrets.

    The words in *without* are not secrets. Raises GameError if no secret is left.
    """

    weights: tuple[int, ...] | None = None

    def __init__(self, secrets: WordList, more_guesses: Sequence[WordList], without: WordList | None = None) -> None:
        lists = (secrets, *more_guesses)
        self.guesses = CodeTuple(dict.fromkeys(sorted(word for words in lists for word in words.words)))
        self.sha256 = tuple(words.sha256 for words in (*lists, *(() if without is None else (without,))))
        excluded = frozenset(() if without is None else without.words)
        self.secrets = CodeTuple(sorted(word for word in secrets.words if word not in excluded))
        if not self.secrets:
            raise GameError(f"expected a secret, got none: without= excludes all {len(secrets.words):,} of them")
        if secrets.weights is not None:
            weight_of = dict(zip(secrets.words, as_weights(secrets.weights, secrets.words), strict=True))
            self.weights = tuple(weight_of[word] for word in self.secrets)
            if not any(self.weights):
                raise GameError("expected a secret with a weight above 0, got none: without= excludes them")
        if (letters := len(set("".join(self.guesses)))) > _MAX_LETTERS:
            raise GameError(f"expected words of at most {_MAX_LETTERS} different letters, got {letters:,}")

    @cached_property
    def kernel(self) -> engine.WordKernel:
        """Native scorer of these words."""
        return engine.WordKernel(_letters(self.guesses, self.guesses), _letters(self.guesses, self.secrets))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "kernel"}


def _letters(known: Sequence[str], words: Sequence[str]) -> "NDArray[np.uint8]":
    """Return the letters of *words* by number, one word in each row; *known* words define the numbers."""
    alphabet = np.unique(np.frombuffer("".join(known).encode("utf-32-le"), np.uint32))
    letters = np.frombuffer("".join(words).encode("utf-32-le"), np.uint32)
    return np.searchsorted(alphabet, letters).astype(np.uint8).reshape(len(words), -1)


def word_ordinals(guesses: Sequence[str], secrets: Sequence[str]) -> "Ordinals":
    """Return the ordinals of *guesses* (rows) against *secrets*: indices into `word_feedbacks`.

    >>> word_ordinals(("crane", "react"), ("react",)).tolist()
    [[127], [242]]
    """
    known = (*guesses, *secrets)
    kernel = engine.WordKernel(_letters(known, guesses), _letters(known, secrets))
    ordinals: Ordinals = np.empty((len(guesses), len(secrets)), engine.ordinal_type(kernel))  # type: ignore[assignment]
    kernel.fill(0, len(guesses), ordinals, 1)
    return ordinals


def native_word_rule(rule: str, guesses: Sequence[str]) -> engine.Rule | None:
    """Return the core's version of *rule* for these *guesses*; None for `free`."""
    if rule == FREE:
        return None
    letters = _letters(guesses, guesses)
    return engine.HardRule(letters) if rule == HARD else engine.StrictRule(engine.WordKernel(letters, letters))


@cache
def shipped_lexicon(name: str, length: int) -> Lexicon:
    """Return the words of the shipped list *name*. They are read once and shared by all games."""
    secrets, guesses = shipped_words(name, length)
    return Lexicon(secrets, [guesses])


class Words(BuiltIn):
    """Words of one length. *secrets* is the name of a shipped list, with *length*; or a file; or a list of words.

    A file has one word on each line. A list may be a mapping of words to weights. *guesses* are more words that may be
    guessed. *without* are words that cannot be secrets, such as those of past days; they may still be guessed.

    *rule* is `free`, `hard` (letters found must be used) or `strict` (every guess must be consistent with all feedback
    so far). The attribute *list_name* is the name of a shipped list, else None. Raises FileError, which names the line,
    and GameError.

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
        options = {key: value for key, value in (("guesses", guesses), ("without", without)) if value is not None}
        self.is_shipped = self.list_name is not None and not options
        """Whether all its words come from a shipped list."""
        self._files: tuple[tuple[str, str], ...] = ()
        # Words given as a list are in no file: their name is a hash.
        if not all(isinstance(source, str | Path) for source in (secrets, *options.values())):
            words = json.dumps((self._guesses, self._secrets, self.weights), ensure_ascii=False)
            self._arguments: tuple[str, ...] = (hashlib.sha256(words.encode()).hexdigest()[:_NAME_DIGITS],)
            return
        files, source = [str(secrets)], [quote_file(str(secrets))]
        if self.list_name is not None:
            files, source = shipped_files(self.list_name, self.length), [self.list_name, str(self.length)]
        option_files = {key: str(file) for key, file in options.items()}
        self._arguments = (*source, *(f"{key}={quote_file(file)}" for key, file in option_files.items()))
        self._files = tuple(zip([*files, *option_files.values()], self._lexicon.sha256, strict=True))

    @property
    def win(self) -> str:
        """Winning feedback: every letter in its place."""
        return "G" * self.length

    @property
    def origin(self) -> dict[str, Any] | None:
        """Source and licence of a shipped list; None for other lists."""
        return None if self.list_name is None else shipped_metadata(self.list_name)

    def _score(self, guess: str, secret: str) -> str:
        return word_feedback(guess, secret)

    def _native(self) -> Native:
        rule = partial(native_word_rule, self.rule)
        return Native(word_feedbacks(self.length), lambda: self._lexicon.kernel, ordinals=word_ordinals, rule=rule)

    def as_guess(self, value: object) -> str:
        """Return the guess that *value* stands for, in any letter case. Raises CodeError."""
        return self._find_word("guess", value, self.guesses)

    def as_secret(self, value: object) -> str:
        """Return the secret that *value* stands for, in any letter case. Raises CodeError."""
        return self._find_word("secret", value, self.secrets)

    def _find_word(self, kind: str, value: object, words: Sequence[str]) -> str:
        text = as_symbols(value)
        if not isinstance(text, str):
            raise expected_error(f"a word of {self.length} letters", text, CodeError)
        word = as_word(text)
        if word in words:
            return word
        if len(word) != self.length:
            raise CodeError(f"expected a word of {self.length} letters, got {describe(text)}, which has {len(word)}")
        reason = "may be guessed, but is no secret" if word in self.guesses else "is not in the list"
        raise CodeError(f"expected a {kind} of {self}: {describe(text)} {reason}")

    def as_feedback(self, value: object) -> str:
        """Return the feedback that *value* stands for. Raises FeedbackError.

        Accepts the marks in any letter case, `-`, `.` or `x` for B, the digits 0, 1 and 2 for B, Y and G, and coloured
        squares of both palettes.
        """
        if not isinstance(value, str):
            raise expected_error(f"{self.length} marks such as {self._example}", value, FeedbackError)
        signs = _IGNORED.sub("", value).lower()
        feedback = signs.translate(_MARK)
        if len(signs) != self.length or set(feedback) - set(MARKS):
            raise expected_error(f"{self.length} marks of B, Y and G such as {self._example}", value, FeedbackError)
        if sorted(feedback) == sorted("G" * (self.length - 1) + "Y"):  # the Y would have no other place to be
            raise FeedbackError(f"expected a feedback that a word can get, got {describe(value)}: all G but one Y")
        return feedback

    @property
    def _example(self) -> str:
        return ("BYG" + "B" * self.length)[: self.length]

    def arguments(self) -> tuple[str, ...]:
        """Return the list and the options with files; for words without a file, their hash."""
        return self._arguments

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Name and SHA-256 of each of its files, in the order of the game's text."""
        return self._files

    def _key(self) -> tuple[Any, ...]:
        return (str(self), self._files)


def _read_lexicon(
    source: WordsLike, length: int | None, guesses: WordsLike | None, without: WordsLike | None
) -> Lexicon:
    """Return the words of *source*, the name of a shipped list if there is a *length*, with *guesses* and *without*."""
    if length is None:
        secrets, more_guesses = _read_source("words(FILE)", source), list[WordList]()
    else:
        assert isinstance(source, str)
        number = as_integer("the length of words", length, error=GameError)
        if guesses is None and without is None:
            return shipped_lexicon(source, number)
        secrets, *more_guesses = shipped_words(source, number)
    if guesses is not None:
        more_guesses.append(_read_source("guesses=FILE", guesses, secrets))
    return Lexicon(secrets, more_guesses, None if without is None else _read_source("without=FILE", without, secrets))


def _read_source(name: str, source: WordsLike, secrets: WordList | None = None) -> WordList:
    """Return the words of *source*, a file or a list; see `read_words` for *secrets*."""
    if isinstance(source, str | Path) or not isinstance(source, Iterable):
        return read_words(as_path(name, source), secrets)
    return words_from_list(source, secrets)


def _list_name(name: object) -> str:
    """Return the *name* of a shipped list in lower case. Raises GameError for any other."""
    if not isinstance(name, str):
        raise expected_error("the name of a list of words, such as english", name, GameError)
    if name.lower() not in shipped_names():
        # The hint depends on the name alone, not on whether such a file exists: the server must not reveal that.
        hint = "; to read a file of words, give no length" if set(name) & set("./\\") else ""
        raise GameError(unknown_name_text("list of words", name, shipped_names()) + hint)
    return name.lower()
