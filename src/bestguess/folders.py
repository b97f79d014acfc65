"""Where bestguess keeps its files on this machine: games played, results, the web server's key."""

from pathlib import Path

from bestguess.errors import FileError


def data_folder() -> Path:
    """The user's data folder for bestguess. It may not exist yet.

    Linux: ``$XDG_DATA_HOME/bestguess``, by default ``~/.local/share/bestguess``. macOS and Windows: where the system
    keeps an application's data. Raises FileError where the user has no home.
    """
    from platformdirs import user_data_path  # here, because most imports of bestguess need no folder

    try:
        folder = user_data_path("bestguess", appauthor=False)
    except RuntimeError:  # of newer versions of platformdirs; older ones return a folder with the name ~
        folder = Path("~")
    if folder.parts[0] == "~":
        raise FileError("there is no home folder to keep files in: set HOME or XDG_DATA_HOME")
    return folder
