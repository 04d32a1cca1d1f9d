"""`State`: one game as plain data, also in the middle of a rule; it can be copied, written as JSON and read back exactly.

The values lie in one flat list, laid out by `program.slots`. What runs is a stack of frames; the top frame's `pc` is the op that
waits. The state names neither functions nor slots: it means something only together with its Program.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from rulelang.engine.exact import written

WaitingKind = Literal["act", "yes", "option", "member", "number", "goods", "roll", "draw", "pick"]
CHANCE: frozenset[str] = frozenset(("roll", "draw", "pick"))


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the game waits for: a decision of player `who`, or chance (roll, draw, pick: only if chance is explicit).

    `index` is the decision, or the moment (act), set of dice (roll), deck (draw), domain's number (pick). `least` and `most` bound a
    number. `choices` is the set of open options, of members, of a deck's or a pick's possible outcomes. `may_pass`: an action need
    not be taken although one is legal. `owner` is whose goods go into a bundle. `context` are the values handed to who decides.
    """

    kind: WaitingKind
    who: int
    index: int
    least: int = 0
    most: int = 0
    choices: int = 0
    may_pass: bool = False
    owner: int = -1
    context: tuple[int, ...] = ()

    @property
    def is_chance(self) -> bool:
        return self.kind in CHANCE


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the set of winners, and the ending's index (-1: the game's rules ran out)."""

    winners: int
    ending: int


class Frame:
    """A call that has not ended. `pc` is the op at which it stands; `registers` are the function's, then one round counter for each
    loop in which the call can wait. `turn`: made by the op `turn`. `atomic`: how deep in all-at-once its caller was."""

    __slots__ = ("atomic", "function", "pc", "registers", "turn")

    def __init__(self, function: int, pc: int, registers: list[int], turn: bool, atomic: int) -> None:
        self.function = function
        self.pc = pc
        self.registers = registers
        self.turn = turn
        self.atomic = atomic

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Frame({self.function}, {self.pc}, {self.registers}{', turn' if self.turn else ''})"

    def _key(self) -> tuple[object, ...]:
        return self.function, self.pc, self.registers, self.turn, self.atomic

    def copy(self) -> Frame:
        return Frame(self.function, self.pc, self.registers[:], self.turn, self.atomic)


@dataclass(slots=True)
class State:
    """`counters` are those of the streams of chance; `draft` the registers of the bundle that is being put together (else empty);
    `rows` how many events there have been; `atomic` how deep in all-at-once the game is; `players` how many began. `last_round`: before
    the turn that would open the round after it, the game stops (None: it does not)."""

    seed: int
    game_number: int
    players: int
    slots: list[int]
    counters: list[int]
    frames: list[Frame]
    waiting: Waiting | None = None
    draft: tuple[int, ...] = ()
    result: Result | None = None
    rows: int = 0
    atomic: int = 0
    last_round: int | None = None

    def copy(self) -> State:
        return State(
            self.seed,
            self.game_number,
            self.players,
            self.slots[:],
            self.counters[:],
            [frame.copy() for frame in self.frames],
            self.waiting,
            self.draft,
            self.result,
            self.rows,
            self.atomic,
            self.last_round,
        )

    def to_json(self) -> dict[str, Any]:
        """Objects, arrays, strings, whole numbers, truth values and null; large numbers as strings of digits."""
        return {
            "seed": written(self.seed),
            "game_number": written(self.game_number),
            "players": self.players,
            "slots": [written(value) for value in self.slots],
            "counters": [written(value) for value in self.counters],
            "frames": [
                {
                    "function": frame.function,
                    "pc": frame.pc,
                    "registers": [written(value) for value in frame.registers],
                    "turn": frame.turn,
                    "atomic": frame.atomic,
                }
                for frame in self.frames
            ],
            "waiting": None if self.waiting is None else {name: _any(value) for name, value in asdict(self.waiting).items()},
            "draft": [written(value) for value in self.draft],
            "result": None if self.result is None else {"winners": written(self.result.winners), "ending": self.result.ending},
            "rows": self.rows,
            "atomic": self.atomic,
            "last_round": self.last_round,
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> State:
        """The state that `to_json` wrote. KeyError, TypeError or ValueError if it is none."""
        waiting = data["waiting"]
        result = data["result"]
        return State(
            seed=int(data["seed"]),
            game_number=int(data["game_number"]),
            players=int(data["players"]),
            slots=[int(value) for value in data["slots"]],
            counters=[int(value) for value in data["counters"]],
            frames=[
                Frame(
                    int(frame["function"]),
                    int(frame["pc"]),
                    [int(value) for value in frame["registers"]],
                    bool(frame["turn"]),
                    int(frame["atomic"]),
                )
                for frame in data["frames"]
            ],
            waiting=None if waiting is None else _waiting(waiting),
            draft=tuple(int(value) for value in data["draft"]),
            result=None if result is None else Result(int(result["winners"]), int(result["ending"])),
            rows=int(data["rows"]),
            atomic=int(data["atomic"]),
            last_round=None if data["last_round"] is None else int(data["last_round"]),
        )


def _any(value: Any) -> Any:
    match value:
        case bool() | str():
            return value
        case int():
            return written(value)
        case _:
            return [written(item) for item in value]


def _waiting(data: dict[str, Any]) -> Waiting:
    read: dict[str, Any] = {}
    for field in fields(Waiting):
        value = data[field.name]
        match field.name:
            case "kind" | "may_pass":
                read[field.name] = value
            case "context":
                read[field.name] = tuple(int(item) for item in value)
            case _:
                read[field.name] = int(value)
    return Waiting(**read)
