"""Show values of this library in notebooks, as HTML without scripts, style sheets or anything loaded from outside.

`drawing` draws codes, feedbacks, tables and bars; `views` says what to show for each class. Texts and lines have the
colour of the notebook, so that they are readable on light and dark backgrounds. Pegs and tiles have their own colours.
"""

from bestguess.notebook.views import as_html

__all__ = ["as_html"]
