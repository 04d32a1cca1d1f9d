"""The machine as it is used: many games, threads, the store, horizons, bad calls, and what a fault looks like."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulelang import native
from rulelang.engine.drivers import StrategyDriver, play_out
from rulelang.engine.events import Digest
from rulelang.engine.game import Game
from rulelang.native import kept
from rulelang.native.machine import AT_ONCE, Machine
from tests.engine.assembler import assemble
from tests.ir.samples import reseal
from tests.native.both import QUICK, differences, program

pytest.importorskip("llvmlite")


@pytest.fixture(scope="module")
def digests() -> Machine:
    return native.compile_program(program("kids"), ("steady",), events="digest", level=QUICK)


def test_digests_are_the_engines(digests: Machine) -> None:
    for game in range(5):
        digest = Digest()
        slow = Game.new_game(program("kids"), 3, seed=5, game_number=game, sink=digest)
        play_out(slow, [StrategyDriver(program("kids"))] * 3)
        fast = digests.play(5, game, 3)
        assert (fast.digest, fast.rows, fast.over) == (digest.value, slow.state.rows, True)


def test_many_games_are_each_game(digests: Machine) -> None:
    many = list(digests.play_many(3, 2 * AT_ONCE + 5, 3, seed=9))
    assert len(many) == 2 * AT_ONCE + 5
    assert many[:4] == [digests.play(9, 3 + number, 3) for number in range(4)]
    assert many == list(digests.play_many(3, 2 * AT_ONCE + 5, 3, seed=9, threads=3))


def test_a_last_round(digests: Machine) -> None:
    short = digests.play(5, 0, 3, last_round=2)
    assert (short.over, short.ending, short.rounds, short.fault) == (False, None, 2, None)


def test_bad_calls(digests: Machine) -> None:
    with pytest.raises(ValueError, match="is for 2 to 4 players, not for 9"):
        digests.play(players=9)
    with pytest.raises(ValueError, match="the strategy bold was not compiled; these were: steady"):
        digests.play(players=3, seats=("bold",) * 3)
    with pytest.raises(ValueError, match="there is no strategy bold"):
        native.compile_program(program("kids"), ("bold",))


def test_from_the_middle_of_a_game() -> None:
    """A state of the engine's, gone on with: what is set by hand must be possible."""
    of = program("kids")
    code = native.compile_program(of, ("steady",), level=QUICK)
    slow = Game.new_game(of, 3, seed=5, entry=-1)
    slots = list(slow.state.slots)
    assert code.play_from(code.first(3, slots=slots), 5, 0)[0] == code.play(5, 0, 3)
    slots[slow.machine.layout.position] = of.spaces
    with pytest.raises(ValueError, match=f"position cannot be {of.spaces}"):
        code.first(3, slots=slots)
    with pytest.raises(ValueError, match="2 values for a state of"):
        code.first(3, slots=[1, 2])


def test_what_llvm_makes_of_it() -> None:
    """The other tests have LLVM be quick; this one has it work as hard as it does by default."""
    of = program("disney")
    code = native.compile_program(of, tuple(of.strategies), events="rows")
    for game in range(2):
        assert not differences(code, 3, ("steady", "trader", "cautious"), seed=4, game=game, last_round=60)


VARIANTS = [("free_parking_pot", "speed_die"), ("immunity_deals", "loans_between_players"), ("stock_exchange", "rent_share")]


@pytest.mark.parametrize("variants", VARIANTS)
def test_variants(variants: tuple[str, ...]) -> None:
    of = program("classic", variants)
    code = native.compile_program(of, ("steady", "trader"), events="rows", level=QUICK)
    for game in range(3):
        assert not differences(code, 3, ("steady", "trader", "steady"), seed=3, game=game, last_round=40)


def test_objects_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    first = native.compile_program(program("kids"), ("steady",), level=QUICK).play(1, 1, 3)
    (record,) = tmp_path.glob("native-*")
    monkeypatch.setattr("rulelang.native.code.compile_objects", None)
    assert native.compile_program(program("kids"), ("steady",), level=QUICK).play(1, 1, 3) == first
    assert kept.key(program("kids"), ("steady",), "a") != kept.key(program("kids"), ("steady",), "b")
    record.write_bytes(record.read_bytes()[:-1])
    with pytest.raises(TypeError):
        native.compile_program(program("kids"), ("steady",), level=QUICK)


def test_objects_made_with_more_work_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    of = reseal(assemble(FAULTS.replace("{line}", "store many 3")))
    native.compile_program(of, (), level=QUICK)
    (quick,) = tmp_path.glob("native-*")
    with monkeypatch.context() as making, pytest.raises(TypeError):  # what was made quickly will not do
        making.setattr("rulelang.native.code.compile_objects", None)
        native.compile_program(of, ())
    native.compile_program(of, ())
    quick.unlink()
    monkeypatch.setattr("rulelang.native.code.compile_objects", None)
    assert native.compile_program(of, (), level=QUICK).play(players=2).over


FAULTS = """
players 2 2
slot many count 5 in 0..10
slot cells count #4 0
table line 3 4 5 6
function deep(a)
  b = add a 1
  call deep b
function game()
  {line}
"""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("y = load many\n  x = load cells y", "no such element"),
        ("y = load many\n  x = add y 9223372036854775807", "beyond 64 bits"),
        ("y = load many\n  z = sub y 5\n  x = div_near y z", "division by 0"),
        ("store many 11", "outside its range"),
        ("pay 0 1 5 -1 -1", "someone who has less"),
        ("pay 2 1 -5 -1 -1", "below 0"),
        ("call deep 0", "inside one another"),
        ("own 7 0", "no such"),
    ],
)
def test_faults(line: str, message: str) -> None:
    of = reseal(assemble(FAULTS.replace("{line}", line)))
    code = native.compile_program(of, (), level=QUICK)
    outcome = code.play(players=2)
    assert outcome.fault is not None
    assert not outcome.over
    assert message in outcome.fault.message
    assert outcome.fault.line > 0


def test_without_llvmlite() -> None:
    script = (
        "import sys; sys.modules['llvmlite'] = None\n"
        "import importlib.util\n"
        "importlib.util.find_spec = lambda name, *a: None\n"
        "from rulelang import native\n"
        "native.find_spec = lambda name: None\n"
        "from rulelang.pipeline import load\n"
        "assert not native.available()\n"
        "assert 'define' in native.llvm_text(load('kids').program, ('steady',))\n"
        "try:\n    native.compile_program(load('kids').program, ('steady',))\n"
        "except native.Unavailable as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "llvmlite is not installed" in done.stdout
