"""Where bestguess keeps its files on this machine: games played, results, the web server's key."""

from pathlib import Path


def data_folder() -> Path:
    """The user's data folder for bestguess. It may not exist yet.

    Linux: ``$XDG_DATA_HOME/bestguess``, by default ``~/.local/share/bestguess``. macOS and Windows: where the system
    keeps an application's data.
    """
    from platformdirs import user_data_path  # here, because most imports of bestguess need no folder

    return user_data_path("bestguess", appauthor=False)
