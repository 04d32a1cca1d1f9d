"""`Machine`: runs a state until it waits or the game is over.

The top frame's `pc` says where control is. Blocks (see `blocks`) run up to the next hard op; each kind of hard op is a method here that
returns what became of it: done (control goes on after it), moved (frames were pushed or popped), or halted (the state waits, or
the game is over). A frame that has pushed another stands at its call; when that one ends, it goes on after it.

How calls end: by `return`; by `end_turn`, up to and including the innermost one made by `turn`; because their actor has left the
game. The last is looked at where a player leaves and wherever control comes back to a frame: while the top frame's actor has left, that
frame ends too. A call for an actor who has left is not begun at all. The results of a call that ends so are 0.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.engine.chance import Streams, member_at
from rulelang.engine.effects import Calls, Effects
from rulelang.engine.events import Kind
from rulelang.engine.faults import Fault, Stop
from rulelang.engine.loaded import Loaded
from rulelang.engine.phrases import render
from rulelang.engine.state import Frame, Result, State, Waiting
from rulelang.engine.tape import Tape
from rulelang.engine.turns import begin_turn, limit_place, opens_round
from rulelang.ir.circles import MOST_ROUNDS, TOO_DEEP
from rulelang.ir.program import Op

MOST_TURNS_UNASKED = 20_000
"""Turns, one after the other, in which nobody decides anything: a game that goes on so would never end."""

DONE, MOVED, HALTED = 0, 1, 2
_Carrier = Callable[["Machine", Op, Frame], int]


class Machine(Effects):
    """Runs one state of a loaded Program. With `explicit`, chance halts like a decision. A `tape` names what the next throws and cards
    are; what it does not name, the streams decide. After the state's `last_round`, if there is one, the game stops before the next: it
    waits for nothing, is not over, and `run` goes on with it once `last_round` is a later one.
    """

    def __init__(self, loaded: Loaded, state: State, *, explicit: bool = False, tape: Tape | None = None) -> None:
        super().__init__(loaded.program, loaded.layout, state)
        self.loaded = loaded
        self.explicit = explicit
        self.tape = tape
        self.constants = loaded.program.constants
        self.streams = Streams(state.seed, state.game_number, loaded.layout.players, len(loaded.program.decks), state.counters)
        self.broken: Fault | None = None
        self._turns_unasked = 0
        self._cut = False
        """A call that ended has taken the outermost all-at-once with it."""
        self.asked: Waiting | None = None
        """The question that was answered last, for whoever tells what happens; no part of the state."""
        self.calls: Calls | None = None
        """If somebody wants to know: is told of calls that begin and of those that return."""
        self.unasked: list[tuple[int, int, int]] | None = None
        """If somebody wants to know: (player, decision, number) for each number that was no question, being the only one."""

    # ------------------------------------------------------------------------------------------------------- running
    def run(self) -> None:
        """Goes on until the state waits, the game is over, or no call is left. Raises Fault; the state then goes no further."""
        if self.broken is not None:
            raise self.broken
        self._turns_unasked = 0
        frames = self.state.frames
        try:
            while frames and self._run_frame(frames[-1]):
                pass
        except Fault as fault:
            self.broken = fault
            raise
        except Exception as error:
            fault_or_none = self.loaded.fault_of(error, self._origin())
            if fault_or_none is None:
                raise
            self.broken = self.loaded.placed(fault_or_none, self.state.frames)
            raise self.broken from error

    def _run_frame(self, frame: Frame) -> bool:
        """Runs the top frame until another is on top (True), or the state goes no further (False)."""
        function = self.loaded.function(frame.function)
        entries, ops, after = function.entries, function.ops, function.after
        registers, s = frame.registers, self.s
        pc = frame.pc
        while True:
            while (block := entries[pc]) is not None:
                pc = block(self, s, registers)
            frame.pc = pc
            outcome = _CARRIERS[ops[pc].code](self, ops[pc], frame)
            if outcome == DONE:
                pc = after[pc]
            else:
                return outcome == MOVED

    def value(self, operand: int, frame: Frame) -> int:
        return frame.registers[operand] if operand >= 0 else self.constants[~operand]

    def values(self, operands: tuple[int, ...], frame: Frame) -> list[int]:
        registers, constants = frame.registers, self.constants
        return [registers[operand] if operand >= 0 else constants[~operand] for operand in operands]

    def _origin(self) -> int:
        """Of the op at which the top frame stands."""
        frames = self.state.frames
        return self.loaded.function(frames[-1].function).ops[frames[-1].pc].origin if frames else -1

    @property
    def stopped(self) -> bool:
        """Whether the game stands before the turn that would open the round after the last one that is to be played."""
        state = self.state
        return bool(state.frames) and state.waiting is None and self.broken is None

    # --------------------------------------------------------------------------------------------------------- calls
    def push(self, function: int, arguments: list[int], turn: bool = False) -> bool:
        """Begins a call. False if its actor has left: then there is none."""
        code = self.loaded.function(function)
        if code.actor and self.has_left(arguments[0]):
            return False
        if len(self.state.frames) >= MOST_ROUNDS and function in self.loaded.heads:
            heads = self.loaded.heads
            if sum(frame.function in heads for frame in self.state.frames) >= MOST_ROUNDS:
                frames = self.state.frames
                raise self.loaded.placed(self.loaded.fault(TOO_DEEP, self.program.functions[function].origin), [*frames, frames[-1]])
        if self.calls is not None:
            self.calls.begins(function)
        registers = arguments + [0] * (code.registers - len(arguments))
        self.state.frames.append(Frame(function, code.start, registers, turn, self.state.atomic))
        return True

    def _pop(self, results: list[int]) -> Frame:
        """Ends the top call and hands its results to the frame below, which goes on after its call."""
        state = self.state
        ended = state.frames.pop()
        if state.atomic != ended.atomic:
            state.atomic = ended.atomic
            if not state.atomic:
                self.check_supplies()
                self._cut = True
        if state.frames:
            below = state.frames[-1]
            code = self.loaded.function(below.function)
            op = code.ops[below.pc]
            if op.code == "call" and op.out >= 0:
                below.registers[op.out : op.out + len(results)] = results
            below.pc = code.after[below.pc]
        elif ended.function in self.loaded.games:
            self._over(Result(self.s[self.layout.in_game], -1), -1)
        return ended

    def _results_of_top(self) -> list[int]:
        return [0] * self.loaded.function(self.state.frames[-1].function).results

    def _unwind(self) -> int:
        """Ends the calls on top whose actors have left. If one of them cut an all-at-once short, the endings are looked at."""
        frames = self.state.frames
        while frames and self.loaded.function(frames[-1].function).actor and self.has_left(frames[-1].registers[0]):
            self._pop(self._results_of_top())
        cut, self._cut = self._cut, False
        return HALTED if cut and frames and self._ended() else MOVED

    def _advance(self, frame: Frame) -> None:
        frame.pc = self.loaded.function(frame.function).after[frame.pc]

    def _over(self, result: Result, origin: int) -> None:
        self.state.result = result
        self.event(Kind.OVER, origin, result.ending, result.winners)

    # ------------------------------------------------------------------------------------------------------- answers
    def answer(self, values: tuple[int, ...]) -> None:
        """Decides what the state waits for, by the numbers that the op's registers take (a short act is padded), and runs on.

        Whether the answer is legal has been looked at by the caller.
        """
        waiting = self.state.waiting
        assert waiting is not None
        frame = self.state.frames[-1]
        op = self.loaded.function(frame.function).ops[frame.pc]
        self.asked = waiting
        self.state.waiting = None
        self.state.draft = ()
        if waiting.kind == "act":
            values += (-1,) * (1 + self.loaded.most_parameters - len(values))
        else:
            self.event(Kind.DECIDE, op.origin, waiting.who, waiting.index, *values)
        if op.out >= 0:
            frame.registers[op.out : op.out + len(values)] = values
        self._advance(frame)
        self.run()

    def outcome(self, values: tuple[int, ...]) -> None:
        """Decides the chance that the state waits for, and runs on."""
        waiting = self.state.waiting
        assert waiting is not None
        frame = self.state.frames[-1]
        op = self.loaded.function(frame.function).ops[frame.pc]
        self.state.waiting = None
        self._happen(waiting, values, op, frame)
        self._advance(frame)
        self.run()

    # -------------------------------------------------------------------------------------------------------- chance
    def _chance(self, waiting: Waiting, op: Op, frame: Frame) -> int:
        if self.explicit:
            self.state.waiting = waiting
            return HALTED
        values = self.tape.take(waiting) if self.tape is not None else None
        if values is None:
            values = self._drawn(waiting)
        elif waiting.kind == "roll" and not self.can_roll(waiting.index, values):
            raise Stop(f"these dice cannot show {values}")
        self._happen(waiting, values, op, frame)
        return DONE

    def can_roll(self, dice: int, faces: tuple[int, ...]) -> bool:
        """Whether a set of dice can show these faces, in order."""
        return len(faces) == self.program.dice[dice][0] and all(face in self.layout.faces[dice] for face in faces)

    def _drawn(self, waiting: Waiting) -> tuple[int, ...]:
        """What the streams say."""
        streams = self.streams
        match waiting.kind:
            case "roll":
                faces = self.layout.faces[waiting.index]
                stream = waiting.who if waiting.who >= 0 else streams.set_up
                return tuple(faces[streams.below(stream, len(faces))] for _ in range(self.program.dice[waiting.index][0]))
            case "draw":
                stream = streams.deck(waiting.index)
            case _:
                stream = streams.set_up
        return (member_at(waiting.choices, streams.below(stream, waiting.choices.bit_count())),)

    def _happen(self, waiting: Waiting, values: tuple[int, ...], op: Op, frame: Frame) -> None:
        match waiting.kind:
            case "roll":
                result = self.rolled(waiting.who, waiting.index, values, op.origin)
            case "draw":
                result = values[0]
                self.take_card(result)
                self.event(Kind.DRAW, op.origin, waiting.who, waiting.index, result)
            case _:
                result = values[0]
                self.event(Kind.PICK, op.origin, waiting.index, result)
        if op.out >= 0:
            frame.registers[op.out] = result

    # ------------------------------------------------------------------------------------------------- hard ops: calls
    def _call(self, op: Op, frame: Frame) -> int:
        if self.push(op.args[0], self.values(op.args[1:], frame)):
            return MOVED
        results = self.loaded.function(op.args[0]).results
        if op.out >= 0:
            frame.registers[op.out : op.out + results] = [0] * results
        return DONE

    def _return(self, op: Op, frame: Frame) -> int:
        if self.calls is not None:
            self.calls.returns(frame.function, frame.pc)
        self._pop(self.values(op.args, frame) if op.args else self._results_of_top())
        return self._unwind()

    def _perform(self, op: Op, frame: Frame) -> int:
        player, first = self.value(op.args[0], frame), op.args[1]
        number = frame.registers[first]
        if not 0 <= number < len(self.program.actions):
            raise Stop(f"there is no action {number}")
        action = self.program.actions[number]
        params = frame.registers[first + 1 : first + 1 + len(action.parameters)]
        self.event(Kind.ACT, op.origin, player, number, *params)
        for limit in action.limits:
            place = limit_place(self.loaded, self.s, limit, player, params)
            if place >= 0:
                self.s[place] += 1
        return MOVED if self.push(action.function, [player, *params]) else DONE

    def _turn(self, op: Op, frame: Frame) -> int:
        player = self.value(op.args[0], frame)
        if not 0 <= player < self.layout.players:
            raise Stop(f"a turn of nobody ({player})")
        if self.has_left(player):
            return DONE
        last = self.state.last_round
        if last is not None and self.s[self.layout.round] >= last and opens_round(self, player):
            return HALTED
        self._turns_unasked += 1
        if self._turns_unasked > MOST_TURNS_UNASKED:
            raise Stop(f"for {MOST_TURNS_UNASKED} turns nobody has been asked anything, and the game goes on")
        begin_turn(self, self.loaded.limits, player, op.origin)
        return MOVED if self.push(op.args[1], self.values(op.args[2:], frame), turn=True) else DONE

    def _within(self, op: Op, frame: Frame) -> int:
        return MOVED if self.push(op.args[0], self.values(op.args[1:], frame), turn=True) else DONE

    def _nest(self, op: Op, frame: Frame) -> int:
        inside = sum(1 for other in self.state.frames if self.loaded.function(other.function).nests)
        if inside > op.args[0]:
            raise Stop(f"landings and draws are more than {op.args[0]} deep inside one another: these rules go round without end")
        return DONE

    def _end_turn(self, op: Op, frame: Frame) -> int:
        frames = self.state.frames
        while frames and not self._pop(self._results_of_top()).turn:
            pass
        return self._unwind()

    def _out(self, op: Op, frame: Frame) -> int:
        player = self.value(op.args[0], frame)
        if not 0 <= player < self.layout.players:
            raise Stop(f"nobody ({player}) leaves the game")
        if not self.has_left(player):
            self.s[self.layout.in_game] &= ~(1 << player)
            self.event(Kind.OUT, op.origin, player)
        self._advance(frame)
        return self._unwind()

    def _endings(self, op: Op, frame: Frame) -> int:
        return HALTED if not self.state.atomic and self._ended() else DONE

    def _ended(self) -> bool:
        """Whether an ending holds; then the game is over."""
        for index, ending in enumerate(self.program.endings):
            if self.loaded.call(ending.holds, self.s):
                winners = self.loaded.call(ending.winners, self.s)
                self.state.frames.clear()
                self.state.atomic = 0
                self._over(Result(winners, index), ending.origin)
                return True
        return False

    def _fault(self, op: Op, frame: Frame) -> int:
        raise Stop(render(self.loaded, self.program.messages[op.args[0]], self.s, ()))

    # ------------------------------------------------------------------------------------------------ hard ops: chance
    def _roll(self, op: Op, frame: Frame) -> int:
        player = self.value(op.args[1], frame)
        return self._chance(Waiting("roll", player, op.args[0]), op, frame)

    def _draw(self, op: Op, frame: Frame) -> int:
        deck, player = self.values(op.args, frame)
        if not 0 <= deck < len(self.program.decks):
            raise Stop(f"there is no deck {deck}")
        card = self.next_known(deck)
        if card == -2:
            return self._chance(Waiting("draw", player, deck, choices=self.s[self.layout.unknown[deck]]), op, frame)
        if card >= 0:
            self.take_card(card)
            if self.tape is not None:
                self.tape.known(deck, card)
        self.event(Kind.DRAW, op.origin, player, deck, card)
        if op.out >= 0:
            frame.registers[op.out] = card
        return DONE

    def _pick(self, op: Op, frame: Frame) -> int:
        members, domain = self.values(op.args, frame)
        if members:
            return self._chance(Waiting("pick", -1, domain, choices=members), op, frame)
        if op.out >= 0:
            frame.registers[op.out] = -1
        return DONE

    # --------------------------------------------------------------------------------------------- hard ops: decisions
    def _ask(self, waiting: Waiting, op: Op, frame: Frame, otherwise: int | None) -> int:
        """Waits for a player's answer. `otherwise` is the answer without a question; who has left is not asked but gets the default."""
        if otherwise is not None:
            if op.out >= 0:
                frame.registers[op.out] = otherwise
            return DONE
        if not 0 <= waiting.who < self.layout.players:
            raise Stop(f"nobody ({waiting.who}) is asked")
        self.state.waiting = waiting
        return HALTED

    def _ask_yes(self, op: Op, frame: Frame) -> int:
        who, *context = self.values(op.args[1:], frame)
        return self._ask(Waiting("yes", who, op.args[0], context=tuple(context)), op, frame, 0 if self.has_left(who) else None)

    def _ask_option(self, op: Op, frame: Frame) -> int:
        who, open_, *context = self.values(op.args[1:], frame)
        waiting = Waiting("option", who, op.args[0], choices=open_, context=tuple(context))
        return self._ask(waiting, op, frame, open_.bit_length() - 1 if not open_ or self.has_left(who) else None)

    def _ask_member(self, op: Op, frame: Frame) -> int:
        who, members, *context = self.values(op.args[1:], frame)
        waiting = Waiting("member", who, op.args[0], choices=members, context=tuple(context))
        lowest = (members & -members).bit_length() - 1
        return self._ask(waiting, op, frame, lowest if not members or self.has_left(who) else None)

    def _ask_number(self, op: Op, frame: Frame) -> int:
        who, least, most, *context = self.values(op.args[1:], frame)
        waiting = Waiting("number", who, op.args[0], least=least, most=most, context=tuple(context))
        if self.unasked is not None and least == most:
            self.unasked.append((who, op.args[0], least))
        return self._ask(waiting, op, frame, least if least >= most or self.has_left(who) else None)

    def _ask_goods(self, op: Op, frame: Frame) -> int:
        who, owner, *context = self.values(op.args[1:], frame)
        empty = [0] * len(self.program.components)
        if self.has_left(who):
            frame.registers[op.out : op.out + len(empty)] = empty
            return DONE
        self.state.draft = tuple(empty)
        return self._ask(Waiting("goods", who, op.args[0], owner=owner, context=tuple(context)), op, frame, None)

    def _act(self, op: Op, frame: Frame) -> int:
        who, may_pass = self.values(op.args[1:], frame)
        if self.has_left(who):
            frame.registers[op.out : op.out + 1 + self.loaded.most_parameters] = [-1] * (1 + self.loaded.most_parameters)
            return DONE
        return self._ask(Waiting("act", who, op.args[0], may_pass=bool(may_pass)), op, frame, None)


_CARRIERS: dict[str, _Carrier] = {
    name: getattr(Machine, f"_{name}")
    for name in (
        *("call", "return", "perform", "turn", "within", "nest", "end_turn", "out", "endings", "fault", "roll", "draw", "pick"),
        *("ask_yes", "ask_option", "ask_member", "ask_number", "ask_goods", "act"),
    )
}
