"""Trust: reads trees and certificates, and believes nothing that it has not checked.

Shares no code with the rest but errors.
"""

from bestguess.check.file import Checked, check_file

__all__ = ["Checked", "check_file"]
