"""One input through every stage of the compiler, and what is wrong with how it went: `python -m tests.fuzz.checking 200000 [seed]`."""

from __future__ import annotations

import resource
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from rulelang.ir.verifier import verify
from rulelang.pipeline import load
from rulelang.refusal import Refusal
from tests.fuzz.mutants import Input, Mutator

MOST_SECONDS = 2.0


@dataclass
class Report:
    """`failures` are (seed number, what went wrong, the input)."""

    inputs: int = 0
    clean: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_input: Input | None = None
    slugs: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str, Input]] = field(default_factory=list)


def check(one: Input, report: Report, number: int = 0) -> None:
    """Compiles; notes an exception, a program that the verifier refuses, and anything slow."""
    begun = time.process_time()
    problem = ""
    try:
        compilation = load(one.name, buffers=one.buffers)
        found = compilation.diagnostics
        report.slugs.update({diagnostic.slug for diagnostic in found})
        for diagnostic in found:
            assert diagnostic.message, diagnostic.slug
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(diagnostic.span.source.text), diagnostic.slug
        if not found.has_errors:
            report.clean += 1
            problems = verify(compilation.program)
            if problems:
                problem = "the verifier says: " + problems[0]
    except Refusal:
        pass
    except Exception:
        problem = traceback.format_exc()
    took = time.process_time() - begun
    report.inputs += 1
    report.seconds += took
    report.kinds[one.kind] += 1
    if took > report.slowest:
        report.slowest, report.slowest_input = took, one
    if not problem and took > MOST_SECONDS:
        problem = f"took {took:.1f} s"
    if problem:
        report.failures.append((number, problem, one))


def fuzz(count: int, seed: int = 0, *, large: bool = False) -> Report:
    report = Report()
    mutator = Mutator(seed)
    for number in range(count):
        check(mutator.input(number, large=large), report, number)
    return report


def main() -> int:
    # A number that makes tables without end shows as a MemoryError, with its place.
    resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    report = fuzz(count, seed, large="--large" in sys.argv)
    shown: set[str] = set()
    for number, problem, one in report.failures:
        key = problem.strip().split("\n")[-1] + problem.strip().split("\n")[-3] if "\n" in problem else problem
        if key in shown:
            continue
        shown.add(key)
        print(f"--- input {number} ({one.kind})\n{problem}")
        for name, text in one.buffers.items():
            print(f"    == {name}\n    " + text[:3000].replace("\n", "\n    "))
    mean = report.seconds / max(1, report.inputs) * 1000
    slow = f"{report.slowest:.2f} s" + (f" ({report.slowest_input.kind})" if report.slowest_input else "")
    print(f"{report.inputs:,} inputs, {report.clean:,} clean, {mean:.1f} ms each, slowest {slow}")
    print(f"{len(report.failures)} failures of {len(shown)} sorts")
    print(", ".join(f"{slug} {n}" for slug, n in report.slugs.most_common()))
    return int(bool(report.failures))


if __name__ == "__main__":
    sys.exit(main())
