"""docs/web.md is true."""

import re
from pathlib import Path

from pydantic import SecretStr

from bestguess.web import Settings
from bestguess.web.settings import settings_help
from servers import KEY, client_of, document

TEXT = (Path(__file__).parents[2] / "docs" / "web.md").read_text("utf-8")
PATHS = re.findall(r"^    GET (\S+)$", TEXT, re.MULTILINE)


def test_every_example_is_answered() -> None:
    """Each example has a result, and the move in the text is the server's move."""
    assert len(PATHS) == 19
    with client_of(Settings(key=SecretStr(KEY), rate=0.0, warm=0)) as client:
        answers = {path: client.get(path) for path in PATHS}
    assert {answer.status_code for answer in answers.values()} == {200}
    shown = re.search(r'"guess":"(\d+)","candidates":(\d+),"certain":true,"worst_now":(\d),"worst":(\d)', TEXT)
    assert shown is not None
    move = document(answers["/api/move?game=mastermind(4,6)&history=1123:0.0&strategy=optimal-worst"])
    assert shown.groups() == tuple(str(move[key]) for key in ("guess", "candidates", "worst_now", "worst"))


def test_every_variable_is_a_setting() -> None:
    """Each variable in the text is a setting."""
    named = set(re.findall(r"BESTGUESS_WEB_[A-Z_]+", TEXT))
    assert named
    assert named <= {setting for setting, _, _ in settings_help()}
