"""The command line: names the commands of `rulelang/commands/` and turns what is wrong with the arguments into exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import click

from rulelang.commands.guard import INTERRUPTED, complain
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
    "compile",
)
"""Each is the function of its name in the module of its name, imported when it is asked for."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"rulelang.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from rulelang.diagnostics import nearest

            close = nearest(args[0], COMMANDS)
            raise Refusal(f"there is no command `{args[0]}`", f"did you mean `{close[0]}`?" if close else "rulelang --help lists them")
        return super().resolve_command(ctx, args)


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"rulelang {version('rulelang')}")
        context.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Print the version.")
def app() -> None:
    """Write the rules of a board game in .mono, check them, and play."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the value is the exit code of the process."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal that lacks a letter shows a question mark, never a traceback
            reconfigure(errors="replace")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app.main(args=arguments, prog_name="rulelang", standalone_mode=False)
    except Refusal as refusal:
        complain(refusal.message, refusal.help)
        return refusal.code
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        message = error.format_message()
        if not arguments:
            sys.stderr.write(f"{message}\n")
            return 2
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "rulelang"
        complain(message[0].lower() + message[1:].rstrip("."), f"{command} --help")
        return 2
    return code if isinstance(code, int) else 0
