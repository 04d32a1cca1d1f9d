"""The command line: names the commands of `rulelang/commands/` and turns what is wrong with the arguments into exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from rulelang.commands import check, compile, diff, explain, fmt, ir, locale, odds, resume, rulings, run, show, test, why
from rulelang.commands.guard import INTERRUPTED, complain, guarded

app = typer.Typer(
    name="rulelang",
    help="Write the rules of a board game in .mono, check them, and play.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("check")(guarded(check.check))
app.command("explain")(guarded(explain.explain))
app.command("fmt")(guarded(fmt.fmt))
app.command("run")(guarded(run.run))
app.command("resume")(guarded(resume.resume))
app.command("test")(guarded(test.test))
app.command("rulings")(guarded(rulings.rulings))
app.command("show")(guarded(show.show))
app.command("why")(guarded(why.why))
app.command("diff")(guarded(diff.diff))
app.command("locale")(guarded(locale.locale))
app.command("ir")(guarded(ir.ir))
app.command("odds")(guarded(odds.odds))
app.command("compile")(guarded(compile.compile))


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
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal that lacks a letter shows a question mark, never a traceback
            reconfigure(errors="replace")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=arguments, prog_name="rulelang", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        # Which class a usage error has depends on the version of typer; all of them can say what is wrong.
        explain_usage = getattr(error, "format_message", None)
        if explain_usage is None:
            raise
        message = explain_usage()
        if not arguments:
            sys.stderr.write(f"{message}\n")
            return 2
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "rulelang"
        complain(message[0].lower() + message[1:].rstrip("."), f"{command} --help")
        return 2
    return code if isinstance(code, int) else 0
