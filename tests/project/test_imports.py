"""Who may import whom, and who may touch files: the shape of the program as a test."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.project.sources import Module, inside, modules

FRONT = ("rulelang.syntax", "rulelang.check", "rulelang.lower", "rulelang.lints", "rulelang.account", "rulelang.rulings")
ENGINE = ("rulelang.engine",)
TERMINAL = ("rulelang.cli", "rulelang.commands", "rulelang.play", "rulelang.trial")

# (these modules, must not import these, because)
WALLS = [
    (FRONT, ENGINE, "front end and engine meet at ir and machine only"),
    (ENGINE, FRONT, "front end and engine meet at ir and machine only"),
    (("rulelang.ir", "rulelang.machine"), (*FRONT, *ENGINE), "the meeting place knows neither side"),
    (("rulelang.syntax",), ("rulelang.check", "rulelang.lower", "rulelang.ir"), "a stage knows nothing of the later ones"),
    (("rulelang.check",), ("rulelang.lower",), "a stage knows nothing of the later ones"),
    (("rulelang.syntax", "rulelang.check", "rulelang.lower"), ("rulelang.account",), "no stage asks how it came to be"),
    (("rulelang.native",), FRONT, "machine code is made from a Program"),
    ((*FRONT, *ENGINE, "rulelang.ir", "rulelang.machine"), ("rulelang.native",), "machine code stands beside the engine"),
    (("rulelang.report",), (*FRONT, *ENGINE, "rulelang.ir", "rulelang.machine"), "a report only needs diagnostics and sources"),
    (("rulelang.play", "rulelang.trial", "rulelang.lab"), FRONT, "a game is played from a compiled program"),
    (
        ("rulelang.source", "rulelang.diagnostics", "rulelang.refusal"),
        (*FRONT, *ENGINE, "rulelang.ir", "rulelang.machine", "rulelang.report"),
        "these stand below everything",
    ),
    (
        (*FRONT, *ENGINE, "rulelang.ir", "rulelang.machine", "rulelang.report", "rulelang.pipeline"),
        TERMINAL,
        "the terminal stands above everything",
    ),
]

# Third-party modules that are heavy or belong to one place.
PLACES = {
    "lark": ("rulelang.syntax",),
    "typer": ("rulelang.cli", "rulelang.commands"),
    "rich": ("rulelang.commands", "rulelang.play"),
    "jsonschema": ("rulelang.ir", "rulelang.engine", "rulelang.play", "rulelang.rulings.form"),
    "yaml": ("rulelang.play", "rulelang.check.translations", "rulelang.rulings.tree"),
    "babel": ("rulelang.play.wording",),
    "llvmlite": ("rulelang.native",),
    "scipy": ("rulelang.lab",),
    "numpy": ("rulelang.lab",),
    "matplotlib": ("rulelang.lab.many.charts", "rulelang.lab.paired.charts"),
    "jinja2": ("rulelang.lab.many.page",),
    "pyarrow": ("rulelang.lab.many.document",),
}

# Who reads or writes files, and which.
FILES = {
    "rulelang.bundled": "what comes with the program",
    "rulelang.report.pages": "the pages of the diagnostics",
    "rulelang.play.wording": "the tables of sentences",
    "rulelang.ir.codec": "the schema of a program",
    "rulelang.rulings": "the rulings and their schema",
    "rulelang.play.saves": "saves and transcripts",
    "rulelang.pipeline": "the loader",
    "rulelang.loader": "the loader",
    "rulelang.commands": "the terminal",
    "rulelang.cli": "the terminal",
    "rulelang.store": "the cache of parser tables and syntax trees",
    "rulelang.native.code": "the pipe from the process that compiles beside",
}
_FILE_CALLS = {"open", "read_text", "write_text", "read_bytes", "write_bytes", "mkdir", "unlink", "fdopen", "iterdir", "glob", "rglob"}


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_walls(module: Module) -> None:
    for here, there, why in WALLS:
        if inside(module.name, *here):
            for name, line in module.imports():
                assert not inside(name, *there), f"{module.where}:{line} imports {name}: {why}"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_third_parties_have_their_place(module: Module) -> None:
    for name, line in module.imports():
        places = PLACES.get(name.split(".")[0])
        assert places is None or inside(module.name, *places), f"{module.where}:{line} imports {name}, which belongs to {places}"


def test_the_command_line_starts_light() -> None:
    """What is there before a command runs takes little time to import; the commands import the rest when they run."""
    code = "import sys, rulelang.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = ("rich", "lark", "yaml", "jsonschema", "llvmlite", "rulelang.pipeline", *FRONT, *ENGINE, "rulelang.ir", "rulelang.play")
    assert not [name for name in loaded if inside(name, *heavy)]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_few_touch_files(module: Module) -> None:
    if inside(module.name, *FILES):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
            assert name not in _FILE_CALLS, f"{module.where}:{node.lineno} calls {name}: only {', '.join(FILES)} touch files"
