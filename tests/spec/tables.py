"""The tables of the reference that are made from rows of the program: between `<!-- table NAME -->` and `<!-- end -->`.

`python -m tests.spec.tables` writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulelang.engine.events import EVENTS as ROWS
from rulelang.ir.ops import OPS
from rulelang.machine.vocabulary import EVENTS, FIELDS, VERBS
from tests.spec.pages import pages

_TABLE = re.compile(r"(<!-- table (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def _lines(*rows: tuple[str, ...]) -> str:
    head, *rest = (tuple(cell.replace("|", "\\|") for cell in row) for row in rows)
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ("---",) * len(head), *rest))


def _verbs() -> str:
    return _lines(("form", "means", "for instance"), *((f"`{v.header}`", v.doc, f"`{v.example}`") for v in VERBS))


def _events() -> str:
    rows = ((f"`{e.header}`", ", ".join(e.hooks), ", ".join(f"`{r}`" for r in e.roles), e.doc, f"`{e.example}`") for e in EVENTS)
    return _lines(("event", "hooks", "names in it", "means", "for instance"), *rows)


def _fields() -> str:
    return _lines(("of a", "field", "type", "is"), *((f.owner, f"`{f.name}`", f.type, f.doc) for f in FIELDS))


def _ops() -> str:
    words = (
        (f"`{o.code}`", f"`{o.shape}`" if o.shape else "", "yes" if o.out else "", "yes" if o.pure else "", o.doc) for o in OPS.values()
    )
    return _lines(("op", "args", "result", "pure", "does"), *words)


def _rows() -> str:
    rows = []
    for row in ROWS.values():
        fields = [name for name, _ in row.fields] + ([f"{row.rest[0]}…"] if row.rest else [])
        rows.append((str(int(row.kind)), f"`{row.kind.name.lower()}`", ", ".join(fields), row.doc))
    return _lines(("number", "event", "fields", "means"), *rows)


TABLES: dict[str, Callable[[], str]] = {"verbs": _verbs, "events": _events, "fields": _fields, "ops": _ops, "rows": _rows}


def written() -> Iterator[tuple[str, str, str]]:
    """(page, table, its text) for each table on a page."""
    for page in pages():
        for match in _TABLE.finditer(page.read_text("utf-8")):
            yield page.name, match[2], match[3]


def write() -> None:
    for page in pages():
        text = page.read_text("utf-8")
        page.write_text(_TABLE.sub(lambda match: match[1] + TABLES[match[2]]() + match[4], text), "utf-8")


if __name__ == "__main__":
    write()
