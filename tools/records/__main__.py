"""`make records`: python -m tools.records [options], in the folder of the project."""

import argparse
import re
import signal
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bestguess.files import write_whole
from bestguess.wording import count_text
from tools.records.page import page
from tools.records.questions import Question, all_questions
from tools.records.rows import Row, Rows, load_rows, save_rows
from tools.records.run import ROOT, Limits, Run, code_commit


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser(
        prog="make records RECORDS_OPTIONS='…'",
        description="Asks for the optima of many games, the smallest first, and writes docs/records.json and "
        "docs/results.md. What is proven is not asked again; Ctrl-C loses nothing.",
    )
    default = Limits()
    add = found.add_argument
    add("--time", type=float, default=default.search, metavar="SECONDS", help="for each search (default: %(default)s)")
    add("--certificate-time", type=float, metavar="SECONDS", help="for each certificate (default: four times --time)")
    add("--check-time", type=float, default=default.check, metavar="SECONDS", help="a certificate that the checker in "
        "Python is expected to take longer for is checked by bgcheck alone (default: %(default)s)")  # fmt: skip
    add("--total", type=float, metavar="SECONDS", help="for all together (default: no limit)")
    add(
        "--only", type=re.compile, metavar="REGEX", help="only questions that it is found in, such as 'bullscows.*mean'"
    )
    add("--most", type=int, metavar="SIZE", help="only games of at most so many guesses times secrets")
    add("--again", action="store_true", help="ask for what is proven, too")
    add("--stale", action="store_true", help="ask again for rows of another commit of the library")
    add("--page", action="store_true", help="ask nothing; write docs/results.md anew")
    add("--data", type=Path, default=ROOT / "docs" / "records.json", help=argparse.SUPPRESS)
    add("--output", type=Path, default=ROOT / "docs" / "results.md", help=argparse.SUPPRESS)
    add("--folder", type=Path, default=ROOT / "build" / "records", help=argparse.SUPPRESS)
    add("--checker", type=Path, default=ROOT / "build" / "bgcheck", help=argparse.SUPPRESS)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs; returns 0, 1 when a certificate is refused, 130 after Ctrl-C."""
    options = parser().parse_args(arguments)
    rows = load_rows(options.data)
    write_whole(options.output, page(rows))
    return 0 if options.page else _run(options, rows)


def _run(options: argparse.Namespace, rows: Rows) -> int:
    certificate = 4 * options.time if options.certificate_time is None else options.certificate_time
    limits = Limits(options.time, certificate, options.check_time, options.total)
    say = partial(print, flush=True)

    def save(rows: Rows) -> None:
        save_rows(options.data, rows)
        write_whole(options.output, page(rows))

    run = Run(rows, save, options.folder, options.checker, limits, time.monotonic(), say)
    questions = [question for question in all_questions() if _is_chosen(question, options)]
    try:
        asked = run.ask_all(questions, partial(_is_asked_again, options))
    except (KeyboardInterrupt, TimeoutError) as error:
        say(f"stopped: {_state(rows)}; all of it is kept, and `make records` goes on from here")
        status = 130 if isinstance(error, KeyboardInterrupt) else 0
    else:
        say(f"done: {_state(rows)}; {asked} of {len(questions)} questions were asked in this run")
        status = 0
    refused = [str(row.question) for row in rows.values() if row.certificate and row.certificate.refused]
    if refused:
        say(f"refused by a checker: {'; '.join(refused)}")
    return status or (1 if refused else 0)


def _is_chosen(question: Question, options: argparse.Namespace) -> bool:
    if options.most is not None and question.order[0] > options.most:
        return False
    return options.only is None or options.only.search(str(question)) is not None


def _is_asked_again(options: argparse.Namespace, row: Row) -> bool:
    return options.again or (options.stale and row.commit != code_commit())


def _state(rows: Rows) -> str:
    proven = sum(row.proven for row in rows.values())
    certified = sum(row.certificate is not None and row.certificate.is_accepted for row in rows.values())
    held = f"{certified} of them with a certificate that holds"
    return f"{count_text(proven, 'row')} proven, {held}, {len(rows) - proven} open"


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to be killed loses nothing, either
    sys.exit(main())
