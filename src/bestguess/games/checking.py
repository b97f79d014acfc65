"""check_game: tells the author of a game what is wrong with it."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any

import numpy as np

from bestguess import engine
from bestguess.arguments import as_integer, described, is_hashable, pair_text
from bestguess.errors import GameError, reason
from bestguess.games.base import Game
from bestguess.games.codes import Code, Feedback
from bestguess.games.conversion import GameLike, as_game
from bestguess.games.faults import alike, alike_sentence, repeated_codes, table_problems
from bestguess.games.goals import HIT, IDENTIFY, Label
from bestguess.games.symmetries import Symmetry, generators
from bestguess.games.text_game import TextGame

WARNING = "warning: "
"""How a sentence of `check_game` begins that tells of what does no harm."""

_MOST_OF_A_KIND = 3
_MOST_TRIED_AGAIN = 10_000
_MOST_FILLED = 10**8

Found = dict[tuple[Code, Code], Feedback]


def check_game(game: GameLike, pairs: int = 2_000_000, sample: int = 20_000, seed: int = 0) -> list[str]:
    """What is wrong with *game*, a sentence each; an empty list when nothing is.

    Of a game without a kernel, looks at every pair of a guess and a secret when there are at most *pairs* of them;
    otherwise at *sample* of them drawn by *seed*, and then it cannot tell secrets that no guess wins, or tells apart,
    and guesses that never split anything, which do no harm (``warning: …``). Whether the function is deterministic,
    the symmetries are true and a kernel agrees is tried on a sample in any case.

    >>> from bestguess.games import CustomGame, game
    >>> check_game(game("mastermind(2,3)"))
    []
    >>> check_game(CustomGame("ab", "abc", lambda g, s: g == s, win=True))
    ["no guess wins the secret 'c'"]
    """
    pairs, sample = as_integer("pairs", pairs, least=0), as_integer("sample", sample, least=0)
    return list(_problems(as_game(game), pairs, sample, as_integer("seed", seed)))


def _problems(game: Game, pairs: int, sample: int, seed: int) -> Iterator[str]:
    texts = list(_text_problems(game))
    yield from texts
    declared = list(table_problems(game))
    yield from declared
    if texts or (declared and len(game.labels or game.secrets) != len(game.secrets)):
        return  # feedback by text would be ambiguous
    whole = game.kernel() is None and len(game.guesses) * len(game.secrets) <= pairs
    chosen = list(product(game.guesses, game.secrets)) if whole else _sample(game, sample, seed)
    found = Found()
    failures = list(_few(_failures(game, chosen, found)))
    yield from failures
    if failures:
        return
    if whole:  # found is in the order of the table
        yield from _few(_winning_problems(game, found))
        yield from _twins(game, found) if game.goal == IDENTIFY else ()
        yield from _few(_idle_guesses(game, found))
    some = found
    if len(found) > _MOST_TRIED_AGAIN:
        some = dict(random.Random(seed).sample(list(found.items()), _MOST_TRIED_AGAIN))
    changes = list(_few(_changes_of_mind(game, some)))
    yield from changes
    if not changes:
        yield from _kernel_problems(game, some)
        yield from _symmetry_problems(game, some)
        yield from _ambiguous_texts(game, found)


def _few(problems: Iterator[str]) -> Iterator[str]:
    """The first few *problems*, and how many more there are."""
    listed = list(problems)
    yield from listed[:_MOST_OF_A_KIND]
    more = len(listed) - _MOST_OF_A_KIND
    if more > 0:
        mark = "warning: " if listed[0].startswith("warning: ") else ""
        yield f"{mark}and {more} more of this kind"


def _sample(game: Game, pairs: int, seed: int) -> list[tuple[Code, Code]]:
    """Some pairs drawn by *seed*, and for each of their secrets the guess that equals it: wins are rare elsewhere."""
    count = len(game.guesses) * len(game.secrets)
    chosen = list[tuple[Code, Code]]()
    for index in sorted(random.Random(seed).sample(range(count), min(pairs, count))):
        guess, secret = divmod(index, len(game.secrets))
        chosen.append((game.guesses[guess], game.secrets[secret]))
    known = frozenset(game.guesses) if isinstance(game.guesses, tuple | list) else game.guesses
    return list(dict.fromkeys([*chosen, *((secret, secret) for _, secret in chosen if secret in known)]))


def _text_problems(game: Game) -> Iterator[str]:
    yield from repeated_codes(game)
    for kind, codes in (("guess", game.guesses), ("secret", game.secrets)):
        if isinstance(codes, tuple | list) and "" in codes:  # codes over symbols are well-formed by construction
            yield f"a {kind} is an empty text"


def _ambiguous_texts(game: Game, found: Found) -> Iterator[str]:
    """Why the game cannot be written: the command line and files need texts that differ, the library does not."""
    try:
        written = game.as_text()
        if isinstance(written, TextGame):
            written.texts("feedback", tuple(dict.fromkeys(found.values())))
    except GameError as error:
        yield f"{WARNING}{error}"


def _failures(game: Game, chosen: Sequence[tuple[Code, Code]], found: Found) -> Iterator[str]:
    """Where the feedback function fails; fills *found* with the feedbacks of the other pairs."""
    for guess, secret in chosen:
        try:
            feedback = game.score_unchecked(guess, secret)
        except (Exception, SystemExit) as error:  # whatever an author's function raises
            yield str(error) if isinstance(error, GameError) else f"the feedback function fails: {reason(error)}"
            continue
        if feedback is None or not is_hashable(feedback) or feedback == "":
            yield f"the feedback {described(feedback)} of {pair_text(guess, secret)} is empty or cannot be hashed"
            continue
        found[guess, secret] = feedback


def _changes_of_mind(game: Game, found: Found) -> Iterator[str]:
    for (guess, secret), feedback in found.items():
        if (again := game.score_unchecked(guess, secret)) != feedback:
            yield (
                f"the feedback function is not deterministic: {pair_text(guess, secret)} "
                f"got {described(feedback)}, then {described(again)}"
            )


def _winning_problems(game: Game, found: Found) -> Iterator[str]:
    won = {secret for (_, secret), feedback in found.items() if feedback == game.win}
    for secret in game.secrets if game.goal == HIT else ():
        if secret not in won:
            yield f"no guess wins the secret {described(secret)}"


def _twins(game: Game, found: Found) -> Iterator[str]:
    """With goal identify, two secrets of different labels that no guess tells apart."""
    names = {feedback: ordinal for ordinal, feedback in enumerate(dict.fromkeys(found.values()))}
    ordinals = np.array([names[feedback] for feedback in found.values()], np.uint32)
    labels = game.labels or game.secrets
    number = {label: index for index, label in enumerate(labels)}
    columns: Any = ordinals.reshape(len(game.guesses), len(game.secrets))
    pair = alike(columns, np.array([number[label] for label in labels], np.uint32))
    if pair is not None:
        yield alike_sentence(game, *pair)


def _idle_guesses(game: Game, found: Found) -> Iterator[str]:
    """Guesses of which nothing is learnt: one feedback, which does not win, whatever the secret is."""
    feedbacks = iter(found.values())
    for guess in game.guesses:
        row = set(islice(feedbacks, len(game.secrets)))
        if len(row) == 1 and row != {game.win}:
            always = f"its feedback is always {described(row.pop())}"
            yield f"{WARNING}the guess {described(guess)} never splits anything: {always}"


def _kernel_problems(game: Game, found: Found) -> Iterator[str]:
    """Where the ordinals, of a kernel or a matrix, and the feedback function differ; not tried where it takes long."""
    if len(game.guesses) * len(game.secrets) > _MOST_FILLED:
        return
    kernel = game.kernel()
    table: Any = game.feedback_matrix()
    if kernel is not None:
        table = np.empty((kernel.guesses, kernel.secrets), engine.ordinal_type(kernel))
        kernel.fill(0, kernel.guesses, table, 1)
    name = "matrix" if kernel is None else "kernel"
    place, column = _places(game.guesses), _places(game.secrets)
    for (guess, secret), feedback in found.items() if table is not None else ():
        native = game.feedbacks[table[place(guess), column(secret)]]
        if native != feedback:
            where = pair_text(guess, secret)
            yield f"the {name} gives {described(native)} for {where}, the rules {described(feedback)}"
            return


def _places(codes: Sequence[Code]) -> Callable[[Code], int]:
    """What finds a code among *codes* fast."""
    if not isinstance(codes, tuple | list):
        return codes.index
    return {code: index for index, code in enumerate(codes)}.__getitem__


def _symmetry_problems(game: Game, found: Found) -> Iterator[str]:
    try:
        symmetries = generators(game.symmetries)
    except (Exception, SystemExit) as error:  # whatever an author's property raises
        yield f"the symmetries fail: {reason(error)}"
        return
    for number, symmetry in enumerate(symmetries, start=1):
        try:
            problem = next(_problems_of_symmetry(game, found, symmetry), None)
        except (Exception, SystemExit) as error:  # whatever an author's function raises
            problem = f"fails: {reason(error)}"
        if problem is not None:
            yield f"symmetry {number} {problem}"


def _problems_of_symmetry(game: Game, found: Found, symmetry: Symmetry) -> Iterator[str]:
    """What is wrong with *symmetry*, each to follow its name."""
    guesses, secrets = {guess for guess, _ in found}, {secret for _, secret in found}
    if not _is_injection(guesses, symmetry.guess, game.guesses):
        yield "is not a permutation of the guesses"
    elif not _is_injection(secrets, symmetry.secret, game.secrets):
        yield "is not a permutation of the secrets"
    else:
        yield from _changes(game, found, symmetry)
        yield from _changed_values("weight of the secret", game.weights, game.secrets, secrets, symmetry.secret)
        yield from _changed_values("cost of the guess", game.costs, game.guesses, guesses, symmetry.guess)
        yield from _changed_labels(game, secrets, symmetry)


def _changed_values(
    what: str, values: Sequence[int] | None, codes: Sequence[Code], some: set[Code], image: Callable[[Code], Code]
) -> Iterator[str]:
    """Which of *some* of the *codes* has an image of another value."""
    if values is None:
        return
    value_of = dict(zip(codes, values, strict=False))
    for code in (code for code in codes if code in some):
        if value_of[code] != value_of[image(code)]:
            yield f"changes the {what} {described(code)}"


def _changed_labels(game: Game, secrets: set[Code], symmetry: Symmetry) -> Iterator[str]:
    """Two secrets of one label whose images have different ones, or the other way round."""
    if game.labels is None:
        return
    label_of = dict(zip(game.secrets, game.labels, strict=True))
    image_of, origin_of = dict[Label, Label](), dict[Label, Label]()
    for secret in (secret for secret in game.secrets if secret in secrets):
        label, image = label_of[secret], label_of[symmetry.secret(secret)]
        if image_of.setdefault(label, image) != image or origin_of.setdefault(image, label) != label:
            yield f"changes which secrets have the same label: {described(secret)} and another one"


def _is_injection(codes: set[Code], image: Callable[[Code], Code], legal: Sequence[Code]) -> bool:
    allowed = set(legal) if isinstance(legal, tuple | list) else legal
    images = {image(code) for code in codes}
    return len(images) == len(codes) and all(code in allowed for code in images)


def _changes(game: Game, found: Found, symmetry: Symmetry) -> Iterator[str]:
    """Where the feedbacks of a guess are not those of its image under other names, or the winning one is renamed."""
    name_of, origin_of = dict[tuple[Code, Feedback], Feedback](), dict[tuple[Code, Feedback], Feedback]()
    for (guess, secret), feedback in found.items():
        image = game.score_unchecked(symmetry.guess(guess), symmetry.secret(secret))
        name = name_of.setdefault((guess, feedback), image)
        origin = origin_of.setdefault((guess, image), feedback)
        if name != image or origin != feedback or (feedback == game.win) != (image == game.win):
            yield (
                f"changes a feedback: {pair_text(guess, secret)} get {described(feedback)}, "
                f"their images, {pair_text(symmetry.guess(guess), symmetry.secret(secret))}, get {described(image)}"
            )
