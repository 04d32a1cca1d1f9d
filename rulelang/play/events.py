"""A row of the engine's events → its sentence, and the same as an object for programs.

Which sentence fits is decided here from the numbers of the row; how it reads is the table's business (`wording.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.events import EVENTS, Kind, Row
from rulelang.ir.program import NOBODY, Program, Slot
from rulelang.machine.slots import EFFECT, ON_TABLE
from rulelang.play.forms import Name, Value
from rulelang.play.inside import Counted
from rulelang.play.spoken import Spoken
from rulelang.play.values import Plain, Values
from rulelang.play.wording import Wording


class Narrator:
    """Sentences of one game. `spoken` has what looks at the state of the game: titles of actions, questions; so do promises."""

    def __init__(self, program: Program, values: Values, wording: Wording, spoken: Spoken) -> None:
        self.program = program
        self.inside = spoken.inside
        self.promised = spoken.inside.promised
        self.values = values
        self.wording = wording
        self.spoken = spoken

    def sentence(self, row: Row) -> str:
        """One line for people, without a line end."""
        kind, fields = Kind(row[0]), row[2:]
        name = self.values.name
        say = self.wording.say
        if (told := self.promised.event(row)) is not None:
            return told
        match kind, fields:
            case Kind.GAME_BEGIN, (players,):
                return say("event.game_begin", players=players)
            case Kind.TURN, (player, number):
                return say("event.turn", player=name("player", player), number=number)
            case Kind.ROUND, (number,):
                return say("event.round", number=number)
            case Kind.ROLL, (player, dice, _, *faces):
                shown = self.wording.together([self.values.shown(dice, face) for face in faces])
                return say("event.roll", player=name("player", player), faces=shown)
            case Kind.DRAW, (player, deck, card):
                known = {"player": name("player", player), "deck": name("deck", deck)}
                return say("event.draw_empty", **known) if card < 0 else say("event.draw", card=name("card", card), **known)
            case Kind.PICK, (domain, member):
                if member < 0:
                    return say("event.pick_none")
                return say("event.pick", member=self.values.value(self._domain_name(domain), member))
            case Kind.MOVE, (player, origin, to, way):
                key = ("move_put", "move_forwards", "move_backwards")[way] if origin >= 0 else "move_first"
                return say(f"event.{key}", player=name("player", player), to=name("space", to))
            case Kind.PAY, (payer, receiver, amount, purpose, thing):
                return self._payment(payer, receiver, amount, purpose, thing)
            case Kind.OWN, (thing, origin, to):
                key = "own_ends" if to == NOBODY else "own_first" if origin in (NOBODY, self.values.bank) else "own_passes"
                people = {"from": name("holder", origin), "to": name("holder", to)}
                return say(f"event.{key}", thing=name("thing", thing), **people)
            case Kind.STEP, (thing, before, after):
                key = "step_up" if after > before else "step_down"
                stands = self.pieces_on(thing, after)
                if not stands:
                    return say("event.step_none", thing=name("thing", thing))
                return say(f"event.{key}", thing=name("thing", thing), stands=self.wording.together(stands))
            case Kind.PIECES, (piece, group, origin, to, count):
                key = "pieces_of" if self.program.pieces[piece].subs > 1 else "pieces"
                people = {"from": name("holder", origin), "to": name("holder", to)}
                return say(f"event.{key}", pieces=self.pieces(piece, count), group=name("group", group), **people)
            case Kind.CARD, (card, origin, to):
                key = "card_shown" if to == ON_TABLE else "card_back" if to < 0 else "card_passes" if origin >= 0 else "card_kept"
                people = {"from": name("holder", origin), "to": name("holder", to)} if to >= 0 else {}
                return say(f"event.{key}", card=name("card", card), **people)
            case Kind.SET, (slot, first, second, before, after):
                declared = self.program.slots[slot]
                if declared.name.startswith(EFFECT):
                    return self._effect(declared, before, after)
                return self._set(declared, first, second, after)
            case Kind.OUT, (player,):
                return say("event.out", player=name("player", player))
            case Kind.ACT, (player, action, *parameters):
                return say("event.act", player=name("player", player), action=self.spoken.action(action, player, parameters))
            case Kind.DECIDE, (player, decision, *chosen):
                return self._decision(player, decision, chosen)
            case Kind.SAY, (message, *spoken):
                return self.spoken.message(self.program.messages[message], spoken)
            case Kind.MARK, (mark, *_):
                return say("event.mark", mark=self.values.texts.word(self.program.marks[mark]))
            case Kind.OVER, (ending, winners):
                key = "over" + ("_ending" if ending >= 0 else "") + ("" if winners else "_nobody")
                title = self.values.texts.name(self.program.endings[ending].title) if ending >= 0 else ""
                names = self.values.value("set of player", winners)
                return say(f"event.{key}", ending=title, winners=names, number=winners.bit_count())
        raise AssertionError(f"an event of kind {kind} with {fields}")

    def plain(self, row: Row) -> dict[str, Plain]:
        """The row for programs: its kind, its fields by name; names as declared, not as titled."""
        kind, fields = Kind(row[0]), row[2:]
        declared = EVENTS[kind]
        told: dict[str, Plain] = {"kind": kind.name.lower()}
        for (name, type_name), value in zip(declared.fields, fields, strict=False):
            told[name] = self._plain_field(type_name, value, row)
        if declared.rest is not None:
            name, _ = declared.rest
            told[name + "s"] = [self._plain_rest(row, index, value) for index, value in enumerate(fields[len(declared.fields) :])]
        return told

    def is_bookkeeping(self, row: Row) -> bool:
        """What people need not read: marks for measures, state to which the author gave no title, a yes whose deed is told next, a
        card that goes back to its deck as soon as it is drawn, what is kept about a promise that is not yet made."""
        match Kind(row[0]), row[2:]:
            case Kind.MARK, _:
                return True
            case Kind.SET, (slot, *_):
                return not self.program.slots[slot].title or self.promised.event(row) == ""
            case Kind.DECIDE, (_, decision, answer, *_):
                return self.program.decisions[decision].echoed and answer == 1
            case Kind.CARD, (_, origin, to):
                return to < 0 and to != ON_TABLE and origin < 0
        return False

    # ------------------------------------------------------------------------------------------------------------ parts
    def standing(self, thing: int, step: int) -> str:
        """What stands on a thing at a step of its ladder, as counted pieces."""
        return self.listed(self.pieces_on(thing, step))

    def pieces_on(self, thing: int, step: int) -> list[Value]:
        """… each sort of piece by itself; empty if nothing stands there."""
        for ladder in self.program.ladders:
            if ladder.members >> thing & 1:
                return [self.pieces(piece, count) for piece, count in enumerate(ladder.counts[step]) if count]
        return [step] if step else []

    def pieces(self, piece: int, count: int) -> Counted:
        return self.inside.pieces(piece, count)

    def counted(self, piece: int, count: int) -> str:
        return str(self.pieces(piece, count))

    def listed(self, items: Sequence[Value]) -> str:
        return self.wording.listed(items) if items else str(self.wording.name("word.nothing"))

    def bundle(self, registers: Sequence[int], unfinished: bool = False) -> list[Value]:
        """What is in a bundle, each thing by itself; nothing for what is not there, nor, unless wanted, for a promise not yet said."""
        return self.inside.of(registers, unfinished)

    def decided(self, decision: int, chosen: Sequence[int]) -> str:
        """What was answered to a question that offers neither yes and no nor ways."""
        declared = self.program.decisions[decision]
        match declared.kind:
            case "goods":
                return self.listed(self.bundle(chosen))
            case _:
                return self.values.text(declared.domain, chosen[0])

    def _payment(self, payer: int, receiver: int, amount: int, purpose: int, thing: int) -> str:
        bank, name = self.values.bank, self.values.name
        if payer >= bank and receiver < bank:
            key = "get" if payer == bank else "take"
        else:
            key = "put" if receiver > bank else "pay"
        about = "event.about" + (("_both" if thing >= 0 else "_purpose") if purpose >= 0 else ("_thing" if thing >= 0 else ""))
        return self.wording.say(
            f"event.{key}" + ("_nothing" if amount == 0 else ""),
            payer=name("holder", payer),
            receiver=name("holder", receiver),
            amount=self.values.money(amount),
            about=self.wording.say(about, purpose=name("purpose", purpose), thing=name("thing", thing)),
        )

    def _set(self, slot: Slot, first: int, second: int, after: int) -> str:
        title = self.slot_title(slot)
        ending = ("_yes" if after else "_no") if slot.type == "yes/no" else ""
        after_value = self.values.value(slot.type, after)
        say = self.wording.say
        if not slot.domains:
            return say(f"event.set{ending}", title=title, to=after_value)
        whose = self.values.value(slot.domains[0], first)
        if len(slot.domains) == 1:
            return say(f"event.set_of{ending}", whose=whose, title=title, to=after_value)
        return say("event.set_of_two", whose=whose, other=self.values.value(slot.domains[1], second), title=title, to=after_value)

    def _effect(self, slot: Slot, before: int, after: int) -> str:
        """A lasting effect holds for some, from now on or no longer."""
        begins = after & ~before
        who = self.values.value("set of player", begins or before & ~after)
        return self.wording.say("event.effect_begins" if begins else "event.effect_ends", who=who, title=self.slot_title(slot))

    def slot_title(self, slot: Slot) -> Name:
        return self.values.texts.name(slot.title) if slot.title else self.values.texts.word(slot.name.rpartition(".")[2])

    def _decision(self, player: int, decision: int, chosen: Sequence[int]) -> str:
        asked, who = self.spoken.asked(player, decision), self.values.name("player", player)
        if asked.kind == "option":
            return self.wording.say("event.decide_way", player=who, way=self.spoken.way(asked, chosen[0]))
        question = self.spoken.question(asked)
        if asked.kind == "yes":
            return self.wording.say("event.decide_yes" if chosen[0] else "event.decide_no", player=who, question=question)
        return self.wording.say("event.decide", player=who, question=question, value=self.decided(decision, chosen))

    def _domain_name(self, number: int) -> str:
        names = list(self.program.domains)
        return names[number] if 0 <= number < len(names) else "count"

    def _plain_field(self, type_name: str, value: int, row: Row) -> Plain:
        program = self.program
        match type_name:
            case "deck":
                return program.decks[value].name
            case "decision":
                return program.decisions[value].name
            case "action":
                return program.actions[value].name
            case "slot":
                return program.slots[value].name
            case "mark":
                return program.marks[value]
            case "ending":
                return program.endings[value].name if value >= 0 else None
            case "domain":
                return self._domain_name(value)
            case "message":
                return value
            case "value" if row[0] == Kind.SET:
                return self.values.plain(program.slots[row[2]].type, value)
            case "value" if row[0] == Kind.PICK:
                return self.values.plain(self._domain_name(row[2]), value)
            case "step":
                return value
            case _:
                return self.values.plain(type_name, value)

    def _plain_rest(self, row: Row, index: int, value: int) -> Plain:
        program, values = self.program, self.values
        match row[0]:
            case Kind.ROLL:
                return values.face(row[3], value)
            case Kind.ACT:
                parameters = program.actions[row[3]].parameters
                return values.plain(parameters[index][1], value) if index < len(parameters) else value
            case Kind.DECIDE:
                decision = program.decisions[row[3]]
                match decision.kind:
                    case "yes":
                        return bool(value)
                    case "option":
                        return decision.options[value]
                    case "goods":
                        component = program.components[index]
                        return values.plain(f"set of {component.domain}", value) if component.domain else value
                    case _:
                        return values.plain(decision.domain, value)
            case Kind.SAY:
                return values.plain(program.messages[row[2]].values[index][1], value)
            case _:
                return value
