"""What the tests of the project look at: the package's files, their syntax trees and what they import."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rulelang"


@dataclass(frozen=True)
class Module:
    """`name` is dotted and begins with the package: `rulelang.report.text`."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def where(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    def imports(self) -> list[tuple[str, int]]:
        """Every module this one imports, anywhere in it, with the line. `from a import b` counts as a and as a.b."""
        found: list[tuple[str, int]] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found += [(alias.name, node.lineno) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    parts = self.name.split(".")
                    package = parts if self.path.name == "__init__.py" else parts[:-1]
                    base = ".".join([*package[: len(package) - node.level + 1], *([base] if base else [])])
                found.append((base, node.lineno))
                found += [(f"{base}.{alias.name}", node.lineno) for alias in node.names]
        return found


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "_data" in parts:
            continue
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text("utf-8")
        found.append(Module(name, path, text, ast.parse(text, str(path))))
    return tuple(found)


def inside(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)
