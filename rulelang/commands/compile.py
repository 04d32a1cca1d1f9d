"""`rulelang compile EDITION -o OUT`: the compiled program as JSON, which runs without its source; or what machine code is made of it."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Edition, Settings, Variants, settings_of
from rulelang.commands.compiled import compiled, loaded
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.ir.program import Program


class Form(StrEnum):
    JSON = "json"
    LLVM = "llvm"
    OBJECT = "object"


def compile(
    edition: Edition,
    output: Annotated[str, typer.Option("--output", "-o", metavar="OUT", help="Where to write; - for standard output.")],
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
    """Write the compiled program."""
    from rulelang.play.saves import write_whole

    if edition.endswith(".json"):
        program = compiled(edition, variant or (), settings_of(set))
    else:
        compilation = loaded(edition, variant or (), settings_of(set))
        program = compilation.spoken(compilation.model.locales)
    if emit is Form.JSON and strategy:
        raise Refusal("--strategy is about machine code", "add --emit llvm or --emit object")
    text = _json(program) if emit is Form.JSON else _machine_code(program, strategy, emit)
    if output != "-":
        write_whole(output, text)
    elif isinstance(text, str):
        sys.stdout.write(text)
    else:
        sys.stdout.buffer.write(text)
    return 0


def _json(program: Program) -> str:
    from rulelang.ir.codec import read_program, write_program

    text = write_program(program)
    read_program(text)  # validates against the schema; what does not fit is a bug of the compiler
    return text


def _machine_code(program: Program, strategies: list[str] | None, emit: Form) -> str | bytes:
    from rulelang import native

    seated = strategies or ([program.default_strategy] if program.default_strategy else [])
    try:
        return native.llvm_text(program, seated) if emit is Form.LLVM else native.object_file(program, seated)
    except ValueError as error:
        raise Refusal(str(error)) from None
    except native.Unavailable as error:
        raise Refusal(str(error), "pip install llvmlite, or look at --emit llvm") from None
