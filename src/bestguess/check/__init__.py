"""Trust: reads trees, and believes nothing that it has not played through. Shares no code with the rest but errors."""

from bestguess.check.tree import Checked, check_file

__all__ = ["Checked", "check_file"]
