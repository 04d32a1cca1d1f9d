"""`Refusal`: the one exception that is meant for the person at the keyboard.

Raised where a wish cannot be met because of what was handed in (a missing file, an unknown flag value, a save of other rules). The
command line prints message and mend and leaves with `code`; anything else that is raised there is a bug.
"""

from __future__ import annotations

import errno


class Refusal(Exception):
    """`message` says what is wrong, `help` how to mend it; `code` is the exit code (2: usage or unreadable)."""

    def __init__(self, message: str, help: str | None = None, code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.code = code


def unreadable(path: object, error: OSError) -> Refusal:
    """What to say of a file that could not be read or written."""
    if error.errno in FULL:
        return Refusal(f"{path}: the disk is full", "make room, or name a place elsewhere")
    return Refusal(f"{path}: {(error.strerror or str(error)).lower()}", _MENDS.get(type(error)))


FULL = frozenset((errno.ENOSPC, errno.EDQUOT))
"""What the system says of a disk, or of somebody's part of it, that is full."""

_MENDS: dict[type[OSError], str] = {
    FileNotFoundError: "check the path; `ls` in that folder shows what is there",
    IsADirectoryError: "name a file in that folder",
    NotADirectoryError: "a part of the path is a file, not a folder",
    PermissionError: "check who may read and write it (`ls -l`)",
}
