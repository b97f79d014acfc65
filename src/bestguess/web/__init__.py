"""The web server: the results of the library over HTTP, and the page that shows them.

Read `app` first, then `service` (from a query to a response), `jobs` (computations that requests share) and `routes`.
"""

from bestguess.web.app import create_app
from bestguess.web.settings import Settings

__all__ = ["Settings", "create_app"]
