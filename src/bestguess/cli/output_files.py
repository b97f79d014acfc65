"""Files that commands write beside their result, which must not be lost with them."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from bestguess.cli.terminal import print_note
from bestguess.errors import BestguessWarning, FileError


class FileErrors:
    """Collects what goes wrong with files, so that the others are written and the result is printed nevertheless."""

    def __init__(self) -> None:
        self._messages: list[str] = []

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Collects a FileError that is raised within."""
        try:
            yield
        except FileError as error:
            self._messages.append(str(error))

    def raise_any(self) -> None:
        """Raises one FileError for all that were collected, if any."""
        if self._messages:
            raise FileError("; ".join(self._messages))


@contextmanager
def warnings_as_notes() -> Iterator[None]:
    """Prints each BestguessWarning as one line to standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", BestguessWarning)
        show = warnings.showwarning

        def note(message: Warning | str, category: type[Warning], *where: object) -> None:
            if issubclass(category, BestguessWarning):
                print_note(f"bestguess: {message}")
            else:
                show(message, category, *where)  # type: ignore[arg-type]

        warnings.showwarning = note  # type: ignore[assignment]
        yield
