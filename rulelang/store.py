"""A folder of the user's for things that are costly to compute: parser tables, trees of bundled files, compiled programs, machine code,
tables of translations.

Records are named by a hash of everything they depend on, so they never go stale; each carries a checksum, so a damaged one is
as good as none. Where no folder can be written, nothing is stored and everything works, only slower. Some records come with an
installation (hatch_build.py), so that the first run is not slower than others.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

_MAGIC = b"rulelang-store-1\n"
_CHECKSUM_SIZE = 16
MOST_RECORDS = 400
INSTALLED = Path(__file__).with_name("_store")
"""Records that were made when the package was. There may be none."""


def fingerprint(*parts: str | bytes) -> str:
    """A name for what is made from these parts."""
    digest = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def python_tag() -> str:
    """What compiled tables and pickles depend on besides their sources."""
    return f"{sys.implementation.cache_tag}-{sys.version_info.micro}"


def sources_of(module: str) -> list[str | bytes] | None:
    """Content of one Python file (`__file__`), for a fingerprint of what it makes; None if it cannot be read."""
    try:
        return [Path(module).read_bytes()]
    except OSError:
        return None


def sources_below(folder: Path) -> list[str | bytes] | None:
    """Names and contents of the Python files in a folder, for a fingerprint of a package; None if they cannot be read."""
    try:
        found = [part for path in sorted(folder.rglob("*.py")) for part in (str(path.relative_to(folder)), path.read_bytes())]
    except OSError:
        return None
    return found or None


def folder() -> Path | None:
    """Where records are written: `$RULELANG_CACHE` (empty: nowhere, and none are read), else the usual place for caches of the platform."""
    chosen = os.environ.get("RULELANG_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    usual = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    try:
        return (Path(usual) if usual else Path.home() / ".cache") / "rulelang"
    except RuntimeError:  # no home folder
        return None


def fetch(kind: str, key: str) -> bytes | None:
    """A stored record, or None if there is none that is whole."""
    place = folder()
    if place is None:
        return None
    for where in (place, INSTALLED):
        try:
            data = (where / f"{kind}-{key}").read_bytes()
        except OSError:
            continue
        start = len(_MAGIC) + _CHECKSUM_SIZE
        payload = data[start:]
        if data[:start] == _MAGIC + _checksum(payload):
            with suppress(OSError):
                os.utime(where / f"{kind}-{key}")  # the last use, by which records are removed
            return payload
    return None


def keep(kind: str, key: str, payload: bytes) -> None:
    """Stores a record whole or not at all: a reader beside us never sees half of it."""
    place = folder()
    if place is None:
        return
    temporary: Path | None = None
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place, prefix=".new-", delete=False) as file:
            temporary = Path(file.name)
            file.write(_MAGIC + _checksum(payload) + payload)
        temporary.replace(place / f"{kind}-{key}")
        _prune(place)
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def _prune(place: Path) -> None:
    """Removes records that were not used for longest when there are many: each new version of a file or of the program leaves its last
    ones behind."""
    records = [path for path in place.iterdir() if path.is_file()]
    if len(records) > MOST_RECORDS:
        records.sort(key=lambda path: path.stat().st_mtime)
        for path in records[: MOST_RECORDS // 2]:
            path.unlink(missing_ok=True)


def _checksum(payload: bytes) -> bytes:
    return blake2b(payload, digest_size=_CHECKSUM_SIZE).digest()
