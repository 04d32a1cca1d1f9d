"""Finding and reading `.mono` files: by path, beside the file that asks, among the bundled ones. Nothing else reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulelang.bundled import data_dir
from rulelang.diagnostics import Diagnostics, nearest
from rulelang.refusal import Refusal, unreadable
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_file, parse_file_cached

LARGEST_FILE = 4_000_000
"""Bytes. A rulebook is some kilobytes; what is larger is no `.mono` file."""
LONGEST_NAME = 100
"""Characters. Longer names are no file's."""
FOLDERS = ("", "rules", "variants", "strategies", "tests")
"""Where bundled files lie, below editions/."""


_shared: dict[tuple[str, str], ast.File] = {}
"""Trees of bundled files, by what a person sees of the path and by text."""


@dataclass
class Library:
    """Reads and parses files, each once. `buffers` are texts that stand for files (an editor's, a test's)."""

    diagnostics: Diagnostics
    buffers: Mapping[str, str] = field(default_factory=dict)
    files: dict[str, ast.File] = field(default_factory=dict)

    def read(self, path: Path) -> ast.File:
        key = str(path)
        if key not in self.files:
            text = self.buffers[key] if key in self.buffers else read_rules(path)
            root = data_dir("editions").parent
            shown = str(path.relative_to(root)) if path.is_relative_to(root) else key
            source = Source(shown, text)
            self.files[key] = self._bundled(source) if _is_bundled(path) else parse_file(source, self.diagnostics)
        return self.files[key]

    def _bundled(self, source: Source) -> ast.File:
        """All compilations of a process share the tree of a bundled file, if nothing is wrong with it."""
        here = source.path, source.text
        if here in _shared:
            return _shared[here]
        said_before = len(self.diagnostics)
        file = parse_file_cached(source, self.diagnostics)
        if len(self.diagnostics) == said_before:
            _shared[here] = file
        return file

    def table(self, name: str, near: Path | None) -> Source | None:
        """A table of translations: in the folder `locales` beside the file that it is for; for a bundled file, in that of the editions."""
        folders = [near.parent] if near is not None else []
        if near is not None and _is_bundled(near):
            folders.append(data_dir("editions"))
        for folder in folders:
            path = folder / "locales" / name
            if str(path) in self.buffers:
                return Source(str(path), self.buffers[str(path)])
            if path.is_file():
                return Source(str(path), read_text(path))
        return None

    def edition(self, name: str, near: Path | None) -> ast.Section | None:
        """The edition of a name, if there is one."""
        file = self.find(name, near)
        return next((s for s in file.sections if s.head.kind == "edition"), None) if file is not None else None

    def strategy(self, name: str, near: Path | None, known: Iterable[str]) -> ast.File:
        """The file of a strategy: a path, or a name. `known` are those that could have been meant besides the bundled ones.

        Raises: Refusal if there is no such strategy.
        """
        if _is_rules(name):
            file: ast.File | None = self.read(Path(name))
            assert file is not None
            if file.strategies or any(said.span.source is file.source for said in self.diagnostics):
                return file
            raise _no_strategy(name)
        file = self.find(name, near)
        if file is not None and any(strategy.name.text == name for strategy in file.strategies):
            return file
        names = sorted({*bundled_names("strategies"), *known})
        close = without_ending(name) or nearest(name, names)
        raise Refusal(f"there is no strategy `{name}`", f"did you mean `{close[0]}`?" if close else f"strategies: {', '.join(names)}")

    def bundled(self, folder: str) -> Iterator[ast.File]:
        """The bundled files in a folder of editions/, by name."""
        return (self.read(path) for name in bundled_names(folder) if (path := bundled_path(name)) is not None)

    def find(self, name: str, near: Path | None) -> ast.File | None:
        """The file that a name stands for: beside the one that asks (and in its folders), then bundled."""
        if len(name) > LONGEST_NAME:
            return None
        roots = [near.parent, near.parent.parent] if near is not None else []
        for root in roots:
            for folder in FOLDERS:
                path = root / folder / f"{name}.mono"
                if str(path) in self.buffers or path.is_file():
                    return self.read(path)
        bundled = bundled_path(name)
        return self.read(bundled) if bundled is not None else None


def strategy_meant(named: str) -> str:
    """The name of the strategy that a path stands for: the one called like the file, else the first in it. A name stands for itself.

    Raises: Refusal if the file cannot be read or holds none.
    """
    if not _is_rules(named):
        return named
    names = [strategy.name.text for strategy in Library(Diagnostics()).read(Path(named)).strategies]
    if not names:
        raise _no_strategy(named)
    return Path(named).stem if Path(named).stem in names else names[0]


def _is_rules(name: str) -> bool:
    """Whether a name on the command line is the path of a file."""
    return Path(name).suffix == ".mono"


def _no_strategy(path: str) -> Refusal:
    return Refusal(f"{path} holds no strategy", 'a strategy begins `strategy NAME "Title"`')


def _is_bundled(path: Path) -> bool:
    """Also of a path that a person wrote from where he stands."""
    bundled = data_dir("editions")
    return path.is_relative_to(bundled) or path.resolve().is_relative_to(bundled.resolve())


_NO_RULES = {
    ".json": ("data, perhaps a compiled program, not rules", "name what it was made from; `run`, `ir` and `show` take it as it is"),
    ".yaml": ("a table of translations or of rulings, not rules", "a table is checked with its file, rulings by `rulelang rulings`"),
}
"""What else lies about, by the ending of its name."""


def read_rules(path: Path) -> str:
    """Like `read_text`, of a file that must hold rules.

    Raises: Refusal as `read_text`, and for files of other kinds.
    """
    what, mend = _NO_RULES.get(path.suffix, ("", ""))
    if what and path.is_file():
        raise Refusal(f"{path}: this is {what}", mend)
    return read_text(path)


def read_text(path: Path) -> str:
    """The text of a file with `\\n` line ends.

    Raises: Refusal if it is missing, a folder, unreadable, too large, binary or not UTF-8.
    """
    return decoded(str(path), read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """What is in a file that may be one of rules.

    Raises: Refusal if it is missing, a folder, unreadable or too large.
    """
    try:
        if path.is_dir():
            raise Refusal(f"{path}: this is a folder", "name a file in it")
        if path.stat().st_size > LARGEST_FILE:
            raise Refusal(f"{path}: this file is too large for rules ({path.stat().st_size} bytes)", "is it a .mono file?")
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def decoded(shown: str, data: bytes) -> str:
    """The text of a file with `\\n` line ends; `shown` is what a person calls the file.

    Raises: Refusal if it is binary or not UTF-8.
    """
    if b"\0" in data:
        raise Refusal(f"{shown}: this is no text: it holds zero bytes", "is it a .mono file? Save it as UTF-8 text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Refusal(
            f"{shown}:{line}: this is not UTF-8 (byte {data[error.start]:#04x})", "save the file with the encoding UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bundled_path(name: str) -> Path | None:
    """The bundled file of an edition, library, variant or strategy."""
    if not name or len(name) > LONGEST_NAME or "/" in name or "\\" in name or name.startswith("."):
        return None
    for folder in FOLDERS:
        path = data_dir("editions") / folder / f"{name.removesuffix('.mono')}.mono"
        if path.is_file():
            return path
    return None


def bundled_names(folder: str = "") -> list[str]:
    """Names of the bundled files in a folder of editions/: "" for editions, variants, strategies, rules."""
    root = data_dir("editions") / folder
    return sorted(p.stem for p in root.glob("*.mono")) if root.is_dir() else []


def files_in(folder: Path) -> list[Path]:
    """The `.mono` files in a folder and below it; none if there is no such folder."""
    return sorted(folder.rglob("*.mono"))


def without_ending(name: str) -> list[str]:
    """The file that was meant by its name without `.mono`, if there is one."""
    return [f"{name}.mono"] if Path(f"{name}.mono").is_file() else []


def locate(name: str) -> Path:
    """The path of what was named on the command line.

    Raises: Refusal if there is no such file and no bundled one of that name.
    """
    path = Path(name)
    if path.exists() and (path.suffix or path.is_file() or bundled_path(name) is None):
        return path
    bundled = bundled_path(name)
    if bundled is not None:
        return bundled
    known = bundled_names()
    close = without_ending(name) or nearest(path.stem, known)
    raise Refusal(
        f"{name}: no such file, and no bundled edition of that name",
        f"did you mean `{close[0]}`?" if close else f"bundled editions: {', '.join(known)}",
    )
