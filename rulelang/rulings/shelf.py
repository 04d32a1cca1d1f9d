"""The bundled rulings and an author's own: files → cases → benches, which hold all that runs with the same edition, variants and settings.

A case that has a mistake costs no other case of its bench anything: its bench is made once more without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulelang.bundled import data_dir
from rulelang.diagnostics import Diagnostic, Diagnostics, Label, nearest
from rulelang.ir.scenes import Stage
from rulelang.pipeline import Compilation, load, read_text
from rulelang.refusal import Refusal
from rulelang.rulings.reading import Case, Setup, cases_in
from rulelang.rulings.translating import Form, translate
from rulelang.source import Source
from rulelang.staging import Bench

SETTINGS = "command line"
"""How the loader calls the source of settings that stand in no file."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Cases that run on one stage: `stage.trials` are theirs, in order."""

    setup: Setup
    cases: tuple[Case, ...]
    stage: Stage | None
    """None if the edition cannot be compiled so; `found` says why."""
    found: tuple[Diagnostic, ...]
    """What is wrong in cases that are left out, or in the edition."""
    left_out: tuple[Case, ...] = ()
    bench: Bench | None = None
    """What the stage belongs to."""


def bundled_files() -> list[Path]:
    return sorted((data_dir("spec") / "rulings").glob("*.yaml"))


def sources(names: Sequence[str]) -> list[Source]:
    """Files of rulings by path; the bundled ones if none is named.

    Raises: Refusal for a file that cannot be read.
    """
    if names:
        return [Source(name, read_text(Path(name))) for name in names]
    root = data_dir("spec").parent
    return [Source(str(path.relative_to(root)), read_text(path)) for path in bundled_files()]


def cases(files: Sequence[Source], diagnostics: Diagnostics) -> list[Case]:
    """All well-formed cases, in the order of the files; an id is given once."""
    found: list[Case] = []
    homes: dict[str, Source] = {}
    for source in files:
        for case in cases_in(source, diagnostics):
            home = homes.setdefault(case.id, source)
            if home is not source:
                message = f"there is a ruling `{case.id}` in {home.path}, too"
                diagnostics.error("bad-ruling", message, case.head, help="give one another id")
                continue
            found.append(replace(case, setup=_near(case.setup, source)))
    return found


def _near(setup: Setup, source: Source) -> Setup:
    """Paths of editions and variants start where the file of rulings lies."""

    def found(name: str) -> str:
        beside = Path(source.path).parent / name
        return str(beside) if name.endswith(".mono") and beside.is_file() else name

    return Setup(found(setup.edition), tuple(found(name) for name in setup.variants), setup.settings)


def of_edition(found: Sequence[Case], edition: str) -> list[Case]:
    """Those of one edition.

    Raises: Refusal if there are none.
    """
    chosen = [case for case in found if case.setup.edition == edition]
    if not chosen:
        known = sorted({case.setup.edition for case in found})
        close = nearest(edition, known)
        mend = f"did you mean `{close[0]}`?" if close else f"there are rulings for {', '.join(known) or 'no edition'}"
        if edition.endswith(".mono") and known:
            mend = f"to run those of another edition on it: rulelang rulings {known[0]} --on {edition}"
        raise Refusal(f"there are no rulings for `{edition}`", mend)
    return chosen


def grouped(found: Sequence[Case]) -> dict[Setup, list[Case]]:
    groups: dict[Setup, list[Case]] = {}
    for case in found:
        groups.setdefault(case.setup, []).append(case)
    return groups


def ready(
    setup: Setup,
    found: Sequence[Case],
    *,
    on: str | None = None,
    variants: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    buffers: Mapping[str, str] | None = None,
) -> Ready:
    """Compiles an edition and stages its cases. `on` is another edition to run them on; `variants` and `settings` are added,
    `buffers` are texts that stand for files.

    Raises: Refusal for `on` or one of `variants` that is not there.
    """
    left_out: tuple[Case, ...] = ()
    said: tuple[Diagnostic, ...] = ()
    while True:
        try:
            compilation = _compiled(setup, on, variants, settings or {}, buffers)
        except Refusal as refusal:
            if any(name in refusal.message for name in (on, *variants) if name):
                raise
            unknown = Diagnostic("bad-ruling", refusal.message, found[0].played, help=refusal.help)
            return Ready(setup, (), None, (unknown,), tuple(found))
        chosen = tuple(case for case in found if case not in left_out)
        if not compilation.found.has_errors:
            try:
                bench = _bench(compilation, chosen)
                return Ready(setup, chosen, bench.stage, said, left_out, bench)
            except Refusal as refusal:
                if refusal.code != 1:
                    raise
        errors = tuple(d for d in compilation.found.sorted() if d.severity == "error")
        wrong = tuple(case for case in chosen if any(_inside(d, case) for d in errors))
        if not wrong:
            return Ready(setup, (), None, (*said, *(_played_in(error, found[0]) for error in errors)), tuple(found))
        said = (*said, *errors)
        left_out = (*left_out, *wrong)


def _bench(compilation: Compilation, found: Sequence[Case]) -> Bench:
    return Bench(compilation, tuple(translate(case, lambda verb: _forms(compilation, verb), compilation.found) for case in found))


def _compiled(
    setup: Setup, on: str | None, variants: Sequence[str], settings: Mapping[str, str], buffers: Mapping[str, str] | None
) -> Compilation:
    """The edition, compiled; what is wrong in it is in `found`."""
    chosen = tuple(dict.fromkeys((*setup.variants, *variants)))
    made = load(on or setup.edition, variants=chosen, settings={**dict(setup.settings), **settings}, buffers=buffers)
    try:
        made.program  # noqa: B018
    except Refusal as refusal:
        if refusal.code != 1:
            raise
    return made


def _played_in(error: Diagnostic, case: Case) -> Diagnostic:
    """What is wrong in what is played, with the place that plays it. A ruling's settings are lines of no file."""
    if error.span.source.path == SETTINGS:
        return replace(error, span=case.played)
    return replace(error, labels=(*error.labels, Label(case.played, "it is played here")))


def _inside(diagnostic: Diagnostic, case: Case) -> bool:
    span = diagnostic.span
    return span.source is case.span.source and case.span.start <= span.start < case.span.end


def _forms(compilation: Compilation, verb: str) -> list[Form]:
    """The places of each action of a name, from its header."""
    return [
        tuple((key if kind == "prep" else "", place.word if place.what == "literal" else None) for (kind, key), place in places.items())
        for act in compilation.compiler.actions.named(verb)
        if act.family is not None
        for places in [act.family.patterns[0].places]
    ]
