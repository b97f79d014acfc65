"""The web server: the same numbers as the library and the command line, over HTTP, and the page that shows them.

Read `app` first, then `quick` (what advice is made of) and `flights` (who computes, and who waits).
"""

from bestguess.web.app import create_app
from bestguess.web.settings import Settings

__all__ = ["Settings", "create_app"]
