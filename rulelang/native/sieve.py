"""Loops that do something only for members of which a test says yes: they begin with those, where the test's values are kept (`known`).

    loop; x = next of rest; t = call test(player, x); if t; …; end; end

All members are tested before the loop, in the same order; what is done for one cannot change the test of another, for the function is
pure. Only where the loop may be left early could more be tested than the engine tests, so that there the test must not be able to fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.ir.shape import reads, rest, results_of

if TYPE_CHECKING:
    from rulelang.native.functions import Writer


@dataclass(frozen=True, slots=True)
class Sieve:
    """`members`: the register with what is gone over; `player`: an operand; `test`: the function whose values are kept; `second`: what is
    still to be asked of each that passes, -1: nothing; `wanted`: the answer for which something is done; `call`: where the test stands;
    `gathers`: the register with the set to which each is added, if nothing else is done, else -1."""

    members: int
    player: int
    test: int
    second: int
    wanted: bool
    call: int
    gathers: int


def sieve(w: Writer) -> Sieve | None:
    """Whether the loop that begins where the writer stands is of that form."""
    code, program = w.function.code, w.native.program
    first = w.index + 1
    if not w.pure or first + 4 >= len(code) or code[first].code != "next" or code[first + 1].code != "call":
        return None
    taken, call = code[first], code[first + 1]
    branch = first + 2
    wanted = True
    if code[branch].code == "not" and code[branch].args == (call.out,):
        wanted, branch = False, branch + 1
    if code[branch].code != "if" or code[branch].args != (code[branch - 1].out,) or len(rest(call)) != 2:
        return None
    player, member = rest(call)
    end, parted, left = _end(w, branch)
    members = taken.args[0]
    if parted or code[end + 1].code != "end" or member != taken.out or player == member:
        return None
    halves = w.native.halves.get(call.args[0])
    test, second = (halves.first, halves.second) if halves else (call.args[0], -1)
    if test not in w.native.known.kept or (halves and not wanted):
        return None
    for op in code[first + 1 : end + 1]:
        written = range(op.out, op.out + results_of(program, op)) if op.out >= 0 else range(0)
        if members in reads(program, op) or members in written or (player >= 0 and player in written):
            return None
        if op.code == "next" and op.args[0] in (members, player):
            return None
    if left and not w.native.faultless(test):
        return None
    gathers = -1
    if second < 0 and end == branch + 2:
        only = code[branch + 1]
        if only.code == "with" and only.args == (only.out, member) and only.out != members:
            gathers = only.out
    return Sieve(members, player, test, second, wanted, first + 1, gathers)


def _end(w: Writer, branch: int) -> tuple[int, bool, bool]:
    """Where an `if` ends; whether it has another branch, and whether the loop round it may be left from it."""
    depth = 0
    parted = left = False
    inner: list[int] = []
    code = w.function.code
    for index in range(branch, len(code)):
        match code[index].code:
            case "if":
                depth += 1
            case "loop":
                depth += 1
                inner.append(depth)
            case "else":
                parted |= depth == 1
            case "return" | "fault":
                left = True
            case "break" | "break_if":
                left |= not inner
            case "end":
                if inner and inner[-1] == depth:
                    inner.pop()
                depth -= 1
                if depth == 0:
                    return index, parted, left
    raise AssertionError(branch)


def begin(w: Writer, found: Sieve) -> None:
    """Writes what comes before the loop."""
    body = w.body
    all_ = w.get(found.members)
    w.noted(found.test, (found.player, -1), body.compare("ne", all_, 0))
    inside = w.range(found.members)[1] < 1 << w.native.known.kept[found.test].members
    sure = inside and w.within(found.player, w.parts.block.players)
    passed = w.native.known.among(body, found.test, w.get(found.player), all_, sure)
    if not found.wanted:
        passed = body.let(f"xor i64 {all_}, {passed}")
    if found.gathers >= 0:
        w.put(found.gathers, body.let(f"or i64 {w.get(found.gathers)}, {passed}"))
        passed = "0"
    w.put(found.members, passed)
    w.tested[found.call] = found
