"""Tests and positions with the edition they belong to: a file's own tests, each with the variants and settings that it names.

A test of an edition runs on that edition, one of a variant with that variant on the first edition it fits. What is inherited from an
ancestor is run for the ancestor only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.diagnostics import nearest, together
from rulelang.loader import bundled_names, bundled_path, files_in, locate
from rulelang.pipeline import Compilation, load
from rulelang.refusal import Refusal
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_file
from rulelang.syntax.scenes import followers

if TYPE_CHECKING:
    from rulelang.check.model import Layer
    from rulelang.ir.reaching import Map
    from rulelang.ir.scenes import Stage


@dataclass
class Bench:
    """Tests that run with the same variants and settings, and the edition with these."""

    compilation: Compilation
    tests: tuple[ast.Test, ...]
    locales: tuple[str, ...] = ()
    """Languages in which they may be told, besides the edition's own."""

    @cached_property
    def stage(self) -> Stage:
        """The tests ready to be run.

        Raises: Refusal if there are errors; the compilation's diagnostics say what they are.
        """
        return _stage(self.compilation, self.tests, (), self.locales)

    @cached_property
    def map(self) -> Map:
        """What the tests can reach. Raises: as `stage`."""
        from rulelang.lower.reachable import reachable

        return reachable(self.compilation.compiler, len(self.compilation.program.functions))


def files_of(name: str) -> list[str]:
    """The files that a name on the command line stands for: of a folder all in it and below, of a bundled edition those of its tests
    besides.

    Raises: Refusal for a folder without any.
    """
    if Path(name).is_dir():
        found = files_in(Path(name))
        if not found:
            raise Refusal(f"{name}: there is no .mono file in this folder", "name a file, or a folder that holds some")
        return [str(path) for path in found]
    located = locate(name)
    return [name, *_tests_beside(located)] if located == bundled_path(name) else [name]


def _tests_beside(path: Path) -> list[str]:
    """The files in the folder `tests` beside an edition that extend it."""

    def extends(file: Path) -> bool:
        heads = [section.head for section in load(str(file)).file.sections]
        return any(head.extends is not None and head.extends.text == path.stem for head in heads)

    return [str(file) for file in files_in(path.parent / "tests") if extends(file)]


def benches(
    name: str,
    *,
    edition: str | None = None,
    variants: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    buffers: Mapping[str, str] | None = None,
    locales: Sequence[str] = (),
) -> list[Bench]:
    """The tests of a file, in the order in which they stand there; none if it has none. `variants` are added for all of them.

    Raises: Refusal for a file that cannot be read.
    """
    plain = load(name, edition=edition, buffers=buffers)
    file = plain.file
    found: list[Bench] = []
    groups: dict[tuple[tuple[str, ...], frozenset[tuple[str, str]]], list[ast.Test]] = {}
    for own, test in _tests(file):
        missing = [word for word in test.variants if not plain.says_variant(word)]
        if missing:
            found = [Bench(plain, (), tuple(locales))]
            continue
        chosen = tuple(dict.fromkeys((*own, *(word.text for word in test.variants))))
        turned = frozenset((one.name.text, one.values[0].span.text) for one in test.settings)
        groups.setdefault((chosen, turned), []).append(test)
    for (chosen, _), tests in groups.items():
        compilation = load(
            name,
            edition=edition,
            variants=(*chosen, *variants),
            settings=settings,
            strategies=_followed(tests),
            turned=tests[0].settings,
            buffers=buffers,
        )
        found.append(Bench(compilation, tuple(tests), tuple(locales)))
    return found


def _tests(file: ast.File) -> Iterator[tuple[tuple[str, ...], ast.Test]]:
    """The tests of a file, each with the variant in which it stands, if it stands in one."""
    for test in file.loose:
        if isinstance(test, ast.Test):
            yield (), test
    for section in file.sections:
        own = (section.head.name.text,) if section.head.kind == "variant" else ()
        for test in section.tests:
            yield own, test


def _followed(tests: Sequence[ast.Test]) -> list[str]:
    """The bundled strategies that somebody follows in these tests; others are the edition's own, or mistakes."""
    names = {strategy.text for test in tests for _, strategy in followers(test)}
    return sorted(names.intersection(bundled_names("strategies")))


WHAT_IF = "--what-if"


def opening(compilation: Compilation, name: str, steps: str | None = None) -> Stage:
    """The position of an edition, its ancestors or its variants that is called so, ready to be begun. `steps`: what is done there first,
    as after the `when` of a test; that is then the stage's trial.

    Raises: Refusal if there is none, or if it is for other variants than the compilation has.
    """
    positions = {position.name.text: position for position, _ in compilation.model.positions}
    if name not in positions:
        close = nearest(name, list(positions))
        known = f"positions: {', '.join(positions)}" if positions else f"{compilation.model.title} has no positions"
        raise Refusal(f"there is no position `{name}`", f"did you mean `{close[0]}`?" if close else known)
    position = positions[name]
    missing = [w.text for w in position.variants if w.text not in {layer.name for layer in compilation.layers}]
    if missing:
        wanted = " ".join(f"--variant {variant}" for variant in missing)
        raise Refusal(f"the position `{name}` is for a game with {together(missing)}", f"add {wanted}")
    other = [one for one in position.settings if not _in_force(compilation, one)]
    if other:
        wanted = " ".join(f"--set {one.name.text}={one.values[0].span.text}" for one in other)
        raise Refusal(f"the position `{name}` is for a game with {together([one.span.text for one in other])}", f"add {wanted}")
    if steps is None:
        return _stage(compilation, (), (position,))
    try:
        return _stage(compilation, (_doing(compilation, steps),), (position,))
    except Refusal as refusal:
        mend = "steps are written as after the `when` of a test"
        raise Refusal(f"{WHAT_IF} {steps}: that cannot be done there", mend, refusal.code) from None


def _doing(compilation: Compilation, steps: str) -> ast.Test:
    """Steps as a test that does nothing else."""
    file = parse_file(Source(WHAT_IF, f'test "what if"\n  when {steps}\n'), compilation.found)
    test = next((one for one in file.loose if isinstance(one, ast.Test)), None)
    if test is None or compilation.found.has_errors:
        raise Refusal("", code=1)
    return test


def _in_force(compilation: Compilation, wanted: ast.Set) -> bool:
    """Whether a setting has the value that is wanted. One that is not there has none."""
    entry = compilation.model.find("setting", wanted.name.text)
    return entry is not None and [value.span.text for value in entry.value.values] == [value.span.text for value in wanted.values]


def _stage(
    compilation: Compilation, tests: tuple[ast.Test, ...], positions: tuple[ast.Position, ...], locales: Sequence[str] = ()
) -> Stage:
    from rulelang.lower.scenes.stage import stage

    program = compilation.spoken(locales)
    made = stage(compilation.compiler, program, tests, positions)
    if compilation.found.has_errors:
        raise Refusal(f"{compilation.name} has errors", f"`rulelang test {compilation.name}` shows them", code=1)
    return made


def look_through_scenes(compilation: Compilation) -> None:
    """Finds what is wrong in the tests and positions of the named file that are for just these variants.

    The others are for another game, in which there may be a step, a need or a thing that this one has not: `rulelang test` plays it.
    """
    from rulelang.lower.scenes.stage import look_through

    source, model = compilation.file.source, compilation.model
    for named in (*(test.variants for test, _ in model.tests), *(position.variants for position, _ in model.positions)):
        for word in named:
            if word.span.source is source:
                compilation.says_variant(word)
    tests = [t for t, layer in model.tests if t.span.source is source and _meant(compilation, t, layer)]
    positions = [p for p, layer in model.positions if p.span.source is source and _meant(compilation, p, layer)]
    if tests or positions:
        look_through(compilation.compiler, tests, positions)


def _meant(compilation: Compilation, scene: ast.Test | ast.Position, layer: Layer) -> bool:
    """Whether a scene is for the game that is compiled: with the variants that it names and, in a variant's section, with that; without
    settings of its own."""
    own = {layer.name} if layer.kind == "variant" and scene not in compilation.file.loose else set()
    wanted = own | {word.text for word in scene.variants}
    return not scene.settings and wanted.issuperset(compilation.variants) and wanted <= {one.name for one in compilation.layers}
