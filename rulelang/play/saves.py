"""Files that a game writes: saves, transcripts, compiled programs.

A save is whole or not there at all, whenever the process dies: it is written beside its place, forced to the disk, then renamed. It
names the rules it was played with (`rules_hash`) and carries them, compiled, so that a game is not lost when an edition is edited.
"""

from __future__ import annotations

import base64
import json
import os
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang.refusal import Refusal, unreadable

if TYPE_CHECKING:
    from rulelang.ir.program import Program

FORMAT = "rulelang/table/1"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a `name`, and who decides: `person`, `random` or a strategy's name."""

    name: str
    driver: str


@dataclass(frozen=True, slots=True)
class Save:
    """`edition` is what was asked for on the command line, a path made absolute; `game` is what the engine wrote of it."""

    edition: str
    variants: tuple[str, ...]
    settings: Mapping[str, str]
    rules_hash: str
    seats: tuple[Seat, ...]
    game: Mapping[str, Any]
    rules: str
    """The compiled program, packed."""

    def program(self) -> Program:
        """The rules the game was played with."""
        from rulelang.ir.codec import ProgramFormatError, read_program

        try:
            return read_program(zlib.decompress(base64.b64decode(self.rules)).decode("utf-8"))
        except (ValueError, zlib.error, ProgramFormatError) as error:
            raise Refusal(f"the rules in this save cannot be read: {error}", "resume without --as-saved") from None


def packed(program: Program) -> str:
    from rulelang.ir.codec import write_program

    return base64.b64encode(zlib.compress(write_program(program).encode("utf-8"), 9)).decode("ascii")


def write_save(path: str, save: Save) -> None:
    write_whole(path, json.dumps({"format": FORMAT, **asdict(save)}, ensure_ascii=False, indent=1) + "\n")


def read_save(path: str) -> Save:
    """The save in a file; a Refusal that says why if it is none."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError:
        raise Refusal(f"{path}: not a save: it is no text", "name the file that `save` wrote") from None
    try:
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            written = data.get("format") if isinstance(data, dict) else None
            detail = f": it says {written}" if isinstance(written, str) else ""
            raise Refusal(f"{path}: not a save of this version{detail}", f"this rulelang reads {FORMAT}")
        return Save(
            edition=_text(data["edition"]),
            variants=tuple(_text(name) for name in data["variants"]),
            settings={_text(name): _text(value) for name, value in data["settings"].items()},
            rules_hash=_text(data["rules_hash"]),
            seats=tuple(Seat(_text(seat["name"]), _text(seat["driver"])) for seat in data["seats"]),
            game=dict(data["game"]),
            rules=_text(data["rules"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refusal(f"{path}: a save that is damaged or was edited", "take an earlier save") from None


def write_whole(path: str, text: str | bytes) -> None:
    """The file has its old text or the new one, never a part. Refuses with the reason if it cannot be written."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    target = Path(path)
    if target.is_symlink():
        target = target.resolve()
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise unreadable(path, IsADirectoryError(21, "Is a directory"))
        target.write_bytes(data)  # a pipe or a device has no beside
        return
    beside = None
    try:
        descriptor, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())  # noqa: PTH101
        os.replace(beside, target)  # noqa: PTH105
        beside = None
    except OSError as error:
        raise unreadable(path, error) from None
    finally:
        if beside is not None:
            Path(beside).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    return value
