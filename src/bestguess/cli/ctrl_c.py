"""What Ctrl-C does: while a command works it raises KeyboardInterrupt, before and after it ends the process.

An exception in the middle of an import is printed, or taken for another error; so is one while Python shuts down.
"""

import os
import signal


def end_on_ctrl_c() -> None:
    """From now on Ctrl-C ends the process, and nothing is printed. Where Ctrl-C is ignored, it stays ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_on_ctrl_c() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt again, if `end_on_ctrl_c` was called."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(signal_number: int, frame: object) -> None:
    os._exit(130)
