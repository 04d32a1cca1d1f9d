"""The command line: which commands there are, and how usage errors are told."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from rulelang.commands.guard import INTERRUPTED, complain, failed_file, guarded
from rulelang.refusal import Refusal

COMMANDS = (
    "check",
    "explain",
    "fmt",
    "run",
    "resume",
    "test",
    "rulings",
    "show",
    "why",
    "diff",
    "locale",
    "ir",
    "odds",
    "simulate",
    "compare",
    "compile",
)
"""Each is the function of its name in the module of its name, imported when it is asked for."""

NEW_OBJECTS = 200_000
"""New objects before Python looks for circles of dead ones. Compiling makes this many that live to the end: looking for dead ones among
them is a tenth of a `check`."""


class _Commands(TyperGroup):
    """Makes a command when it is asked for: to look at the options of all of them would take longer than many a check."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        function = getattr(import_module(f"rulelang.commands.{cmd_name}"), cmd_name)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(cmd_name)(guarded(function))
        return typer.main.get_command(alone)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from rulelang.diagnostics import nearest

            close = nearest(args[0], COMMANDS)
            raise Refusal(f"there is no command `{args[0]}`", f"did you mean `{close[0]}`?" if close else "rulelang --help lists them")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="rulelang",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"rulelang {version('rulelang')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)] = False,
) -> None:
    """Write the rules of a board game in .mono, check them, and play."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the value is the exit code of the process."""
    gc.set_threshold(NEW_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal that lacks a letter shows a question mark, never a traceback
            reconfigure(errors="replace")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=arguments, prog_name="rulelang", standalone_mode=False)
        sys.stdout.flush()
    except Refusal as refusal:
        complain(refusal.message, refusal.help)
        return refusal.code
    except OSError as error:  # help and version are shown by no command
        return failed_file(error)
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        # Which class a usage error has depends on the version of typer; all of them can say what is wrong.
        explain_usage = getattr(error, "format_message", None)
        if explain_usage is None:
            raise
        message = re.sub(r"Input should be (.*?)(, unable to .*)?$", r"it should be \1", explain_usage())
        if not arguments:
            sys.stderr.write(f"{message}\n")
            return 2
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "rulelang"
        complain(message[0].lower() + message[1:].rstrip("."), f"{command} --help")
        return 2
    return code if isinstance(code, int) else 0
