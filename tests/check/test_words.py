"""Trees and certificates of words: the checker has its own reader of lists and its own marks."""

from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.check.files import word_feedback
from checkers import Check, refused, saved
from worlds import word_games


@given(word_games(), st.data())
def test_the_checker_marks_as_the_rules_do(game: bg.Words, data: st.DataObject) -> None:
    """Two scorers that share no code."""
    guess, secret = data.draw(st.sampled_from(game.guesses)), data.draw(st.sampled_from(game.secrets))
    assert word_feedback(guess, secret) == game.score(guess, secret)


@given(word_games(lengths=(2, 6)), st.sampled_from([None, 2]))
def test_true_trees_and_certificates_hold(
    bgcheck: Check, tmp_path_factory: pytest.TempPathFactory, game: bg.Words, rows: int | None
) -> None:
    """Of lists with weights, further guesses and words that are out, whatever the files are called."""
    folder = tmp_path_factory.mktemp("check")
    tree = bg.build_tree(game.with_rows(rows), "entropy")
    tree.save(folder / "tree.json")
    assert bg.load_tree(folder / "tree.json") == tree
    assert bg.check_file(folder / "tree.json").total == tree.figures.total
    result = bg.optimum(game, certify=True)
    result.save_certificate(folder / "proof.cert")
    found = bg.check_file(folder / "proof.cert")
    assert (found.total, found.secrets) == (result.total, len(game.secrets))
    holds, line = bgcheck(folder / "proof.cert")
    assert holds or "letters that this checker knows" in line


def test_a_tree_is_of_its_lists(tmp_path: Path) -> None:
    """Each file is known by its content; a tree for other words is refused, and so are files that it does not name."""
    few, out, path = tmp_path / "few.txt", tmp_path / "out.txt", tmp_path / "tree.json"
    few.write_text("crane 2\nreact\ncaret 1/3\n")
    out.write_text("react\n")
    good = saved(path, f"words({few},without={out})")
    assert [Path(file["name"]).name for file in good["game_files"]] == ["few.txt", "out.txt"]
    assert bg.check_file(path).secrets == 2
    for files in (good["game_files"][:1], good["game_files"][::-1]):
        assert "expected the SHA-256 of each of the files" in refused(path, {**good, "game_files": files})
    wrong_order = f"words({few},without={out},guesses={few})"
    assert "the files that the game names, none" in refused(path, {**good, "game": wrong_order})
    out.write_text("caret\n")
    assert "out.txt: not the file that defines the game" in refused(path, good)
    out.unlink()
    assert "out.txt: No such file here: name it with --without FILE" in refused(path, good)


def test_a_tree_of_a_list_that_ships(tmp_path: Path) -> None:
    """The lists are named by their content, too, so that a tree of older ones is refused; others may be given."""
    path, copied = tmp_path / "tree.json", tmp_path / "copied.txt"
    good = saved(path, "words(english,4,rows=6)")
    assert [file["name"] for file in good["game_files"]] == ["english-4.txt", "english-4-guesses.txt"]
    assert bg.check_file(path).game == "words(english,4,rows=6)"
    shipped = resources.files("bestguess") / "data" / "word_lists" / "english-4.txt"
    copied.write_bytes(shipped.read_bytes())
    assert bg.check_file(path, secrets=copied).secrets == bg.check_file(path).secrets
    copied.write_text("abcd\n")
    with pytest.raises(bg.errors.FileError, match=r"copied\.txt: not the file"):
        bg.check_file(path, secrets=copied)
    older = [{**good["game_files"][0], "sha256": "0" * 64}, good["game_files"][1]]
    assert "its SHA-256 differs" in refused(path, {**good, "game_files": older})
    for language in ("klingon", "k" * 5000):
        names = (f"{language}-4.txt", f"{language}-4-guesses.txt")
        unknown = [{"name": name, "sha256": "0" * 64} for name in names]
        other = {**good, "game": f"words({language},4)", "game_files": unknown}
        assert "-4.txt: No such file here" in refused(path, other)
