"""The files of a report: the folder is looked at before the games are played, and each file is there whole or not at all."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rulelang.commands.guard import warn
from rulelang.refusal import Refusal, unreadable
from rulelang.report.style import printable

if TYPE_CHECKING:
    from rulelang.lab.many.figures import Figures
    from rulelang.lab.many.naming import Names

PAGE, DOCUMENT, TABLE = "report.html", "results.json", "figures.parquet"


def ready(path: str) -> Path:
    """The folder, made if it is not there. Refused if nothing can be written into it."""
    if not path.strip():
        raise Refusal("--out: no folder is named", "for example --out report")
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise Refusal(f"--out {path}: this is a file", "name a folder, or one that is not there yet")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise unreadable(path, error) from None
    return folder


def put(folder: Path, name: str, data: bytes) -> None:
    """Writes a file; what was there stays until the new one is whole."""
    beside = folder / f".{name}.part"
    beside.write_bytes(data)
    beside.replace(folder / name)


def put_figures(folder: Path, document: Mapping[str, Any], table: Callable[[], bytes] | None) -> list[str]:
    """Writes figures as a document, and as a Parquet file if there is a `table`; the names of the files."""
    from rulelang.lab.many.document import can_write_parquet

    put(folder, DOCUMENT, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
    if table is None:
        return [DOCUMENT]
    if not can_write_parquet():
        warn(f"pyarrow is not installed: {TABLE} is left out", "pip install 'rulelang[parquet]'")
        return [DOCUMENT]
    put(folder, TABLE, table())
    return [DOCUMENT, TABLE]


def write_report(folder: Path, figures: Figures, names: Names, command: str, to: TextIO) -> None:
    """Page, document and table; says where they are."""
    from rulelang.lab.many.charts import charts
    from rulelang.lab.many.document import as_json, as_parquet, versions
    from rulelang.lab.many.page import page
    from rulelang.lab.many.tables import Tables
    from rulelang.lab.many.telling import answers, head, notes

    document = as_json(figures, names, command)
    files = put_figures(folder, document, lambda: as_parquet(figures, names, document))
    say = names.wording.say
    program = figures.plan.program
    text = page(
        names.wording,
        title=say("simulate.report", title=str(names.values.texts.name(program.title))),
        head=list(head(figures, names)),
        answers=list(answers(figures, names)),
        notes=list(notes(figures, names)),
        charts=charts(figures, names),
        tables=Tables(figures, names, all_rows=True),
        made_by=say("simulate.made_by", hash=program.rules_hash, version=versions().get("rulelang", "")),
        command=command,
        partial=bool(figures.played.stop),
    )
    put(folder, PAGE, text.encode())
    to.write(printable(say("simulate.written", folder=str(folder), files=names.wording.listed([PAGE, *files]))) + "\n")
