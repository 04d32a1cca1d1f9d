"""The instruction set: one row an op.

`shape` says what each number in `args` is: `o` an operand (register or constant), `r` a register, `s` a slot, `t` a table, `f` a
function, `n` a plain number, `*` any number of further operands. `out`: whether the op writes a register (for `call` and the
`ask…` ops as many consecutive registers as there are results). Control is structured, as in WebAssembly: `if … else … end`, `loop …
end`; a `break` leaves the innermost loop.

Pure functions use only rows marked pure.

How calls end. Besides by `return`, a call ends because a turn ends (`end_turn`), or because its actor has left the game: that is looked at
when a player leaves and wherever control comes back to a call. A call on behalf of somebody who has left is not begun at all. The
results of a call that ends, or does not begin, for such a reason are 0; an all-at-once that it began ends with it.

Who has left the game receives nothing: money and pieces go to the bank instead, things to nobody, cards back to their deck. He is
not asked either: his answer is the default (no, the last open option, the lowest member, the lowest number, an empty bundle, pass).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    code: str
    shape: str
    out: bool
    pure: bool
    doc: str


_ROWS = (
    # ------------------------------------------------------------------------------------------------- numbers (checked)
    Row("move", "o", True, True, "the operand"),
    Row("add", "oo", True, True, "a + b; outside 64 bits is a fault"),
    Row("sub", "oo", True, True, "a - b"),
    Row("mul", "oo", True, True, "a * b"),
    Row("div_down", "oo", True, True, "a / b towards minus infinity; b = 0 is a fault"),
    Row("div_up", "oo", True, True, "a / b towards plus infinity"),
    Row("div_near", "oo", True, True, "a / b to the nearest, halves up"),
    Row("min", "oo", True, True, "the lower"),
    Row("max", "oo", True, True, "the higher"),
    Row("eq", "oo", True, True, "1 if equal else 0"),
    Row("ne", "oo", True, True, "1 if different"),
    Row("lt", "oo", True, True, "1 if a < b"),
    Row("le", "oo", True, True, "1 if a <= b"),
    Row("gt", "oo", True, True, "1 if a > b"),
    Row("ge", "oo", True, True, "1 if a >= b"),
    Row("not", "o", True, True, "1 if a is 0"),
    # -------------------------------------------------------------------------------------------------------- state, tables
    Row("load", "soo", True, True, "the element of a slot at (a, b); unused indexes are 0; outside is a fault"),
    Row("table", "too", True, True, "the element of a table at (a, b); outside is a fault"),
    # ---------------------------------------------------------------------------------------------------------------- sets
    Row("has", "oo", True, True, "1 if member b is in set a; b = -1 is in none"),
    Row("with", "oo", True, True, "set a and member b; b = -1 adds nobody"),
    Row("without", "oo", True, True, "set a less member b; b = -1 takes nobody out"),
    Row("meet", "oo", True, True, "what is in both sets"),
    Row("join", "oo", True, True, "what is in either set"),
    Row("less", "oo", True, True, "what is in a and not in b"),
    Row("size", "o", True, True, "how many members"),
    Row("first", "oo", True, True, "the member of set a that comes first from index b on, round the end; -1 if empty"),
    # ------------------------------------------------------------------------------------------------------------- control
    Row("if", "o", False, True, "what follows, to else or end, if the operand is not 0"),
    Row("else", "", False, True, "otherwise"),
    Row("end", "", False, True, "ends an if or a loop"),
    Row(
        "loop",
        "n",
        False,
        True,
        "repeats until a break; to end round n + 1 (n >= 0) is a fault, so that `next` may find an empty set in it; -1: the game itself",
    ),
    Row("break", "", False, True, "leaves the innermost loop"),
    Row("break_if", "o", False, True, "leaves the innermost loop if the operand is not 0"),
    Row(
        "next",
        "ro",
        True,
        True,
        "takes the member that comes first from index b on (round the end) out of the set in register r; "
        "leaves the innermost loop if the set is empty",
    ),
    Row("call", "f*", True, True, "calls a function (pure from pure ones); its results go to out, out+1 …; out is -1 if it has none"),
    Row("return", "*", False, True, "ends the call with these results; the end of the code returns zeros"),
    Row("reach", "n", False, True, "nothing: who watches the game is told that control has come to place n"),
    # ------------------------------------------------------------------------------------------------ state changes, events
    Row("store", "sooo", False, False, "element (b, c) of the slot becomes a; the change of a public slot is an event"),
    Row(
        "pay",
        "ooooo",
        False,
        False,
        "moves amount c from holder a to holder b with purpose d for thing e (or -1); c < 0, or more than "
        "a player or pot has, or than makes more than 2^53 - 1 anywhere, is a fault; an event, also for nothing paid",
    ),
    Row(
        "own",
        "oo",
        False,
        False,
        "thing a passes to holder b (to nobody: -1); a piece that shows the owner (if he is a player) goes "
        "home and comes from the new one; an event",
    ),
    Row(
        "step",
        "oo",
        False,
        False,
        "thing a goes to step b of its ladder; pieces come from the bank and go back to it; a shortage is a "
        "fault (inside all-at-once: at its end); an event",
    ),
    Row("pieces", "ooooo", False, False, "moves e pieces of kind a (of group b, else 0) from holder c to holder d; an event"),
    Row(
        "card",
        "oo",
        False,
        False,
        "card a passes to holder b, or with -1 back to its deck (under it, or aside); a card in its deck is taken out; an event",
    ),
    Row("place", "ooo", False, False, "player a's token goes to space b; c: 0 put, 1 forwards, 2 backwards; counts as a move; an event"),
    Row("out", "o", False, False, "player a leaves the game: an event; all calls whose actor is out end, here and on return to them"),
    Row(
        "end_turn",
        "",
        False,
        False,
        "ends all calls up to and including the innermost one made by `turn` or `within`; all calls, if there is none",
    ),
    Row("within", "f*", False, False, "calls function f, which returns nothing; a turn that ends in it ends no more than this call"),
    Row(
        "nest",
        "n",
        False,
        False,
        "the first op of a function that may stand inside itself: more than n calls of such functions inside one another are a fault",
    ),
    Row(
        "turn",
        "of*",
        False,
        False,
        "calls function f as player a's turn, the further operands being all its parameters (the event "
        "`turn`; counts turns, and rounds when the order comes round to or past who opened the first; an extra turn right after his "
        "own opens none); resets limits per turn; nothing if he has left; the game stops here, before any of it, if a round would open "
        "beyond the last one that is to be played; more than 20,000 of them without a question are a fault",
    ),
    Row(
        "atomic",
        "n",
        False,
        False,
        "1 begins, 0 ends all-at-once: supplies may be short inside; short at the end is a fault. A call that ends inside ends it too, and "
        "then looks at the endings",
    ),
    Row("endings", "", False, False, "looks at the endings, inside all-at-once not yet; if one holds, the game is over"),
    Row("say", "n*", False, False, "an event: message n with the values"),
    Row("mark", "n*", False, False, "an event for a measure: mark n with the values of its roles"),
    Row("fault", "n", False, False, "stops the game with the message n: a rule that cannot go on"),
    # -------------------------------------------------------------------------------------------------------------- chance
    Row(
        "roll",
        "no",
        True,
        False,
        "player b rolls the n-th set of dice (his own stream; -1: the set-up's); faces to the slots "
        "`dice.<n>`, number n as n, word w as -1 - w; out is the total of the numbers; an event",
    ),
    Row(
        "draw",
        "oo",
        True,
        False,
        "player b draws from deck a (the deck's stream); out is the card, which lies on the table until "
        "`card`; -1 if the deck is empty; an event",
    ),
    Row(
        "pick",
        "oo",
        True,
        False,
        "a random member of set a (the set-up's stream), -1 if empty; b: the domain's place in `domains`; an event",
    ),
    # ----------------------------------------------------------------------------------------------------------- decisions
    Row("ask_yes", "no*", True, False, "player a decides decision n: 1 or 0"),
    Row(
        "ask_option",
        "noo*",
        True,
        False,
        "player a picks an option of decision n; b: the set of options that are open; -1 and no question if none is",
    ),
    Row("ask_member", "noo*", True, False, "player a picks a member of set b; -1 and no question if it is empty"),
    Row("ask_number", "nooo*", True, False, "player a picks a number from b to c; no question if b = c; b > c: out is b and no question"),
    Row("ask_goods", "noo*", True, False, "player a puts together a bundle of player b's goods: one register a component"),
    Row(
        "act",
        "noo",
        True,
        False,
        "player a may act in moment n: out is the action or -1 (passes; only if b is 1, or nothing is legal), "
        "out+1… its parameters, and -1 up to the most that any action has",
    ),
    Row(
        "perform",
        "or",
        False,
        False,
        "player a performs the action in register r with the parameters after it; an event, counts for its limits, then calls its function",
    ),
)

OPS: dict[str, Row] = {row.code: row for row in _ROWS}
