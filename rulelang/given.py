"""Settings given beside the files, as lines of the language in a section of their own."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.diagnostics import Diagnostics
from rulelang.refusal import Refusal
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_file


def settings_section(settings: Mapping[str, str]) -> ast.Section:
    """`--set start_money=2000` as a section of its own, above all others."""
    text = "".join(f"set {name} = {value}\n" for name, value in settings.items())
    said = Diagnostics()
    source = Source("command line", 'variant command_line "Command line"\n' + text)
    file = parse_file(source, said)
    if len(said):
        wrong = next(iter(said))
        raise Refusal(
            f"--set {wrong.span.source.line_text(wrong.span.line).removeprefix('set ')}: {wrong.message}",
            "write --set name=value, as in a `set` line",
        )
    return file.sections[0]
