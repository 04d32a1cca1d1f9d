"""Tables on a terminal, drawn by rich."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rulelang.report.style import printable, style_of


def write_table(stream: TextIO, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
    """`numbers` are the columns that stand at the right. Texts are shown as they are, never read as markup."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    style = style_of(stream)
    console = Console(file=stream, width=style.width, no_color=not style.colour, force_terminal=style.colour or None, highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, header in enumerate(headers):
        table.add_column(Text(printable(header)), justify="right" if index in numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    if title:
        stream.write(style.paint(printable(title), "bold") + "\n")
    console.print(table)
    stream.write("\n")
