"""The checker knows the rules by itself: guesses of trees, and what claims range over."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.check.document import GameFile
from bestguess.check.games import rules_of
from bestguess.check.limits import Limits
from bestguess.check.rules import AllowedGuesses
from checkers import Check, refused, saved
from plain import is_allowed, parts_of
from questions import Best, Question
from worlds import playthroughs, ruled_games, word_file
from written import sealed

BILLS = ["bills", "fills", "hills", "mills"]


def hard_bills(*more: str) -> bg.Game:
    """Four words that differ in one letter, with *more* guesses, in hard mode."""
    return bg.game(f"words({word_file(BILLS)},guesses={word_file(more)},rule=hard)")


class Prover:
    """A certificate by trying everything: a claim about every set that can be reached, with what is allowed there."""

    def __init__(self, game: bg.Game) -> None:
        self.game, self.question = game, Question(game)
        self.totals = Best(self.question, "mean", None)
        self.columns: dict[str, list[Any]] = {name: [] for name in ("parent", "guess", "feedback", "bound")}
        self.seen = set[tuple[tuple[str, ...], tuple[str, ...]]]()
        self.claim(None, None, None, tuple(game.secrets), self.question.allowed)

    def claim(
        self, parent: int | None, guess: str | None, feedback: str | None, part: tuple[str, ...], allowed: Any
    ) -> None:
        """One claim, and those about what every allowed guess leaves of its set."""
        self.seen.add((part, allowed))
        number = len(self.columns["bound"])
        bound = int(self.totals.of(part, allowed=allowed)[1])
        for name, value in zip(self.columns, (parent, guess, feedback, bound), strict=True):
            self.columns[name].append(value)
        for played in allowed:
            for answer, left in self.question.parts(played, part).items():
                after = self.question.allowed_after(allowed, [(played, answer)])
                if answer != self.game.win and 2 < len(left) < len(part) and (left, after) not in self.seen:
                    self.claim(number, played, answer, left, after)

    def best(self, position: bg.Position) -> str:
        """A guess that reaches the least total."""
        allowed = self.question.allowed_after(self.question.allowed, position.history)
        candidates = tuple(position.candidates)
        useful = self.question.useful(candidates, allowed)
        return min(useful, key=lambda guess: self.totals.of_guess(guess, candidates, allowed=allowed))

    def document(self, path: Path) -> dict[str, Any]:
        """The certificate."""
        bg.build_tree(self.game, self.best).save(path)
        document: dict[str, Any] = json.loads(path.read_text())
        number = {text: place for place, text in enumerate(document["feedbacks"])}
        feedback = [None if text is None else number[text] for text in self.columns["feedback"]]
        proof = {"limit": None, **self.columns, "feedback": feedback}
        return {**document, "format": "bestguess.certificate", "objective": "mean", "proofs": [proof]}


@given(playthroughs(ruled_games()), st.data())
def test_the_rules_of_the_checker(position: bg.Position, data: st.DataObject) -> None:
    """One guess at a time and all at once, as by the words of the rule."""
    rules = rules_of(str(position.game), [GameFile(*file) for file in position.game.files], Limits())
    assert rules.rule == position.game.rule
    conditions, allowed = AllowedGuesses(rules, Limits()), np.arange(len(rules.guesses))
    for played, feedback in position.history:
        allowed = conditions.after(allowed, rules.guesses.index(played), feedback)
    assert [rules.guesses[index] for index in allowed] == [
        guess for guess in position.game.guesses if is_allowed(position.game, guess, position.history)
    ]
    guess = data.draw(st.sampled_from(position.game.guesses))
    assert is_allowed(position.game, guess, position.history) != any(
        rules.forbids(*row, guess) for row in position.history
    )


@given(ruled_games(), st.sampled_from(["first", "entropy"]))
def test_trees_are_checked(game: bg.Game, name: str) -> None:
    """What the library builds is accepted, and read back."""
    path = Path(word_file(["xx"])).with_name("tree.json")
    tree = bg.build_tree(game, name)
    tree.save(path)
    assert bg.check_file(path).total == tree.figures.total
    assert bg.load_tree(path) == tree
    assert json.loads(path.read_text())["rule"] == game.rule


def test_forbidden_guesses_of_a_tree_are_refused(tmp_path: Path) -> None:
    """The tree of the free game is none of the game with a rule."""
    game, path = hard_bills("fhzzz"), tmp_path / "tree.json"

    def first_bills(position: bg.Position) -> str:
        return "bills" if not position.history else "fhzzz" if position.count > 2 else position.candidates[0]

    bg.build_tree(game.without_rule(), first_bills).save(path)
    document = json.loads(path.read_text())
    bg.check_file(path)
    message = refused(path, {**document, "rule": "hard", "game": str(game)})
    assert "node 1 plays 'fhzzz', which rule hard forbids after bills:BGGGG" in message
    assert "expected rule 'free' of its game, got 'hard'" in refused(path, {**document, "rule": "hard"})
    assert "expected rule 'hard' of its game, got 'free'" in refused(path, {**document, "game": str(game)})
    for rule in ("harsh", None, 3):
        assert "rule" in refused(path, {**document, "rule": rule})
        with pytest.raises(bg.errors.FileError, match="rule"):
            bg.load_tree(path)


def test_texts_that_are_no_rules(tmp_path: Path) -> None:
    """Pegs know strict alone, other games nothing."""
    document = saved(tmp_path / "tree.json")
    for text in ("mastermind(3,4,rule=hard)", "twod(3,rule=strict)", "mastermind(3,4,rule=strict,rule=strict)"):
        assert "cannot be checked" in refused(tmp_path / "tree.json", {**document, "game": text, "rule": "strict"})


def test_histories_keep_to_the_rule(tmp_path: Path) -> None:
    """Of a tree after some rows."""
    game, path = hard_bills("fhzzz"), tmp_path / "tree.json"
    document = saved(path, str(game), "first")
    history = [["bills", "BGGGG"], ["fhzzz", "BBBBB"]]
    assert "its history plays 'fhzzz', which rule hard forbids" in refused(path, {**document, "history": history})


@given(ruled_games(max_secrets=6, lengths=(2, 4)))
def test_certificates_by_trying_everything(bgcheck: Check, game: bg.Game) -> None:
    """The least total by the rule is proven; one more is not, whatever else is claimed rightly."""
    path = Path(word_file(["xx"])).with_name("proof.json")
    document = Prover(game).document(path)
    path.write_text(sealed(document))
    found = bg.check_file(path)
    assert found.proves is not None
    assert found.proves.endswith(f" by rule {game.rule}")
    assert bgcheck(path)[0]
    proof = document["proofs"][0]
    proof["bound"][0] += 1
    assert "its first claim is" in refused(path, document)


def test_a_claim_holds_where_no_more_is_allowed(tmp_path: Path) -> None:
    """What four words cost after a guess that binds the next ones is not what they cost after one that does not."""
    game, path = hard_bills("fhzzz", "zills", "yyyyy"), tmp_path / "proof.json"
    prover = Prover(hard_bills("zills", "yyyyy"))
    assert prover.columns["bound"][0] == 10
    free = Prover(game)
    assert free.columns["bound"][0] == 9
    document = free.document(path)
    proof = document["proofs"][0]
    path.write_text(sealed(document))
    bg.check_file(path)
    three = document["feedbacks"].index("BGGGG")
    assert bg.game(str(game)).why_forbidden("fhzzz", game.as_history("bills:BGGGG")) is not None
    proof.update(parent=[None, 0], guess=[None, "bills"], feedback=[None, three], bound=[9, 6])
    path.write_text(sealed(document))
    bg.check_file(path)  # the three others, one by one
    proof["bound"][1] = 7
    assert "claim 1" in refused(path, document)


def test_a_claim_is_not_that_of_fewer_guesses(tmp_path: Path) -> None:
    """The same set costs more where less is allowed: that claim proves nothing where more is allowed."""
    secrets = ["aills", "bills", "fills", "hills", "mills"]
    game = bg.game(f"words({word_file(secrets)},guesses={word_file(['azzzz', 'fhmzz'])},rule=hard)")
    bound_by_word, bound_by_other = (
        int(Best(Question(game, history=game.as_history(row)), "mean", None).of(tuple(secrets[1:]))[1])
        for row in ("aills:BGGGG", "azzzz:BBBBB")
    )
    assert bound_by_word > bound_by_other
    path = tmp_path / "proof.json"

    def one_by_one(position: bg.Position) -> str:
        return position.candidates[0] if position.history else "azzzz"

    bg.build_tree(game, one_by_one).save(path)
    document = json.loads(path.read_text())
    claims = {"parent": [None, 0], "guess": [None, "aills"], "feedback": [None, document["feedbacks"].index("BGGGG")]}
    proof = {"limit": None, **claims, "bound": [document["figures"]["total"], bound_by_word]}
    document |= {"format": "bestguess.certificate", "objective": "mean", "first_guess": "azzzz", "proofs": [proof]}
    assert "claim 0, that 5 candidates cost at least 16, does not hold: the guess 'azzzz'" in refused(path, document)


def test_claims_keep_to_the_rule(tmp_path: Path) -> None:
    """A set that only a forbidden guess reaches is none."""
    game, path = hard_bills("fhzzz"), tmp_path / "proof.json"
    document = Prover(game).document(path)
    feedback = document["feedbacks"].index
    claims = {"parent": [None, 0, 1], "guess": [None, "bills", "fhzzz"], "feedback": [None, feedback("BGGGG"), 0]}
    bounds = [document["proofs"][0]["bound"][0], 6, 1]
    document["proofs"] = [{"limit": None, **claims, "bound": bounds}]
    assert "claim 2 is about 'fhzzz', which rule hard forbids" in refused(path, document)


def test_guesses_with_the_same_parts_may_cost_otherwise(tmp_path: Path) -> None:
    """Of two guesses that split alike, the one that binds later guesses more costs more: both are looked at."""
    words = [*(letter + 6 * "k" for letter in "bcdfgh"), *(letter + 6 * "m" for letter in "npqrst")]
    more = ["akkkkkk", "zkzzzzz", "bkcdfgm", "nzpqrsk"]
    game, path = bg.game(f"words({word_file(words)},guesses={word_file(more)},rule=hard)"), tmp_path / "proof.json"
    prover = Prover(game)
    binding, loose = (parts_of(game, guess, words).values() for guess in more[:2])
    assert list(binding) == list(loose)
    assert [prover.totals.of_guess(guess, tuple(words))[1] for guess in more] == [45, 36, 39, 39]
    document = prover.document(path)
    path.write_text(sealed(document))
    assert bg.check_file(path).total == 36
    bg.build_tree(game, prover.best, first_guess=words[0]).save(path)
    worse = json.loads(path.read_text())
    document |= {"figures": worse["figures"], "nodes": worse["nodes"]}
    document["proofs"][0]["bound"][0] = worse["figures"]["total"]
    message = "claim 0, that 12 candidates cost at least 39, does not hold: the guess 'zkzzzzz' may cost only 36"
    assert message in refused(path, document)
