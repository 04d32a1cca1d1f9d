"""`rulelang compile EDITION -o OUT`: the compiled program as JSON, which runs without its source; or what machine code is made of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Edition, Settings, Variants, settings_of
from rulelang.commands.compiled import compiled, loaded
from rulelang.refusal import Refusal
from rulelang.report.style import printable

if TYPE_CHECKING:
    from rulelang.ir.program import Program


class Form(StrEnum):
    JSON = "json"
    LLVM = "llvm"
    OBJECT = "object"


_ENDINGS = {Form.JSON: ".json", Form.LLVM: ".ll", Form.OBJECT: ".o"}


def compile(
    edition: Edition,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="OUT", help="Where to write; - is standard output. By default the edition's name, in this folder."
        ),
    ] = None,
    emit: Annotated[Form, typer.Option("--emit", help="JSON, LLVM text, or an object file with the games as machine code.")] = Form.JSON,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="Who plays in machine code (repeatable; by default the edition's default).",
            show_default=False,
        ),
    ] = None,
    variant: Variants = None,
    set: Settings = None,
) -> int:
    """Write the compiled program, which runs without its source."""
    from rulelang.play.saves import write_whole

    if output is None:
        output = _named([edition, *(variant or ())], set or (), _ENDINGS[emit])
        if emit is Form.JSON:
            _spare(output)
    if edition.endswith(".json"):
        program = compiled(edition, variant or (), settings_of(set))
    else:
        compilation = loaded(edition, variant or (), settings_of(set))
        program = compilation.spoken(compilation.model.locales)
    if emit is Form.JSON and strategy:
        raise Refusal("--strategy is about machine code", "add --emit llvm or --emit object")
    text = _json(program) if emit is Form.JSON else _machine_code(program, strategy or (), emit)
    if output == "-":
        if isinstance(text, str):
            sys.stdout.write(text)
        else:
            sys.stdout.buffer.write(text)
        return 0
    write_whole(output, text)
    sys.stdout.write(f"{printable(output)}: {printable(program.title)}{_use(emit, printable(output))}\n")
    return 0


def _named(files: Iterable[str], settings: Iterable[str], ending: str) -> str:
    """`classic+clock+start_money=2000.json`: what belongs to it, as `rulelang diff` calls it."""
    words = [*(Path(name).stem for name in files), *("".join(text.split()) for text in settings)]
    return "+".join(words).replace("/", "-") + ending


def _spare(path: str) -> None:
    """Nobody named this file: what stands there is only written over if it was written by this command.

    Raises: Refusal if it was not.
    """
    from rulelang.ir.codec import FORMAT

    try:
        with Path(path).open("rb") as file:
            found = file.read(200)
    except FileNotFoundError:
        return
    if FORMAT.encode() not in found:
        raise Refusal(f"{path} is there already, and is no compiled program", f"name another file, or this one, with -o: -o {path}")


def _use(emit: Form, path: str) -> str:
    return f"; play it with `rulelang run {path}`" if emit is Form.JSON else ", as LLVM text" if emit is Form.LLVM else ", as machine code"


def _json(program: Program) -> str:
    from rulelang.ir.codec import read_program, write_program

    text = write_program(program)
    read_program(text)  # validates against the schema; what does not fit is a bug of the compiler
    return text


def _machine_code(program: Program, strategies: Sequence[str], emit: Form) -> str | bytes:
    from rulelang import native

    seated = strategies or ([program.default_strategy] if program.default_strategy else [])
    try:
        return native.llvm_text(program, seated) if emit is Form.LLVM else native.object_file(program, seated)
    except ValueError as error:
        raise Refusal(str(error)) from None
    except native.Unavailable as error:
        raise Refusal(str(error), "pip install llvmlite, or look at --emit llvm") from None
