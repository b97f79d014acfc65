"""What notebooks show of the values of this library: HTML without scripts, styles of a page or anything from outside.

`drawing` has codes, feedbacks, tables and bars, `views` says what is shown of each class. Texts and
lines have the colour of the notebook, so that they can be read on a light and on a dark ground; pegs and tiles bring
their own.
"""

from bestguess.notebook.views import as_html

__all__ = ["as_html"]
