"""Versions, to compare: shipped data names the version that computed it, which may be an earlier one."""


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a *version* such as 0.2.0."""
    return tuple(int(number) for number in version.split("."))
