"""The verifier on everything but code: layout, tables, and what refers to functions."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from rulelang.ir.program import Case, Domain, Limit, Program
from rulelang.ir.verifier import verify
from tests.ir.changes import Change, bound, calm, domains, inside, promise, table, whole
from tests.ir.programs import PROGRAMS
from tests.ir.samples import domain, sample, text

FN = {function.name: number for number, function in enumerate(sample().functions)}
A, L = "action 0 buy", "limit per turn"

FAULTS: dict[str, tuple[Change, str]] = {
    # layout
    "players": (whole(players=(3, 2)), "players: 3 to 2"),
    "domain player": (domains(player=domain("player", "p1")), "domain player: 1 members for at most 2 players"),
    "name of a domain": (domains(red=domain("blue", "x")), "domain red: is named blue"),
    "titles of a domain": (domains(group=Domain("group", ("red",), ())), "domain group: 1 names and 0 titles"),
    "members of a domain": (domains(card=domain("card", "gift", "gift")), "domain card: a name stands twice"),
    "name of a slot": (table("slots", "counted", name="money"), "slot 21 money: the name stands twice"),
    "domain of a slot": (table("slots", "counted", domains=("colour",)), "slot 21 counted: there is no domain colour"),
    "dimensions of a slot": (table("slots", "built", domains=("#1", "#1", "#1")), "slot 22 built: 3 dimensions"),
    "size of a slot": (table("slots", "owner", size=6), "slot 9 owner: size 6 instead of 5"),
    "size by number": (table("slots", "dice.0", domains=("#3",)), "slot 14 dice.0: size 2 instead of 3"),
    "initial of a slot": (table("slots", "owner", initial=(0, 1)), "slot 9 owner: 2 initial values for 5 elements"),
    "no initial": (table("slots", "owner", initial=()), "slot 9 owner: 0 initial values for 5 elements"),
    "range of a slot": (table("slots", "owner", low=1, high=0), "slot 9 owner: range 1 to 0"),
    "initial out of range": (table("slots", "cleared", initial=(2,)), "slot 20 cleared: initial value 2 is outside 0 to 1"),
    "overlap": (table("slots", "owner", base=12), "slot owner: overlaps what lies before 13"),
    "gap": (table("slots", "built", base=51), "slot built: leaves a gap from 50 to 51"),
    "slot count": (whole(slot_count=52), "slots: slot_count is 52, but they end at 51"),
    "type of a machine slot": (table("slots", "turns", type="money"), "slot turns: its type money instead of count"),
    "domains of a machine slot": (
        table("slots", "moves", domains=("#2",)),
        "slot moves: its domains ('#2',) instead of ('player',)",
    ),
    "sizes of a table": (table("tables", 0, sizes=(5, 1, 1)), "table 0 price: sizes (5, 1, 1)"),
    "values of a table": (table("tables", 1, sizes=(5, 4)), "table 1 yield: 15 values instead of 20"),
    "spaces": (whole(spaces=6), "spaces: 6 of 5 things"),
    "column": (whole(kind_of=("lot",) * 4), "kind_of: 4 entries for 5 things"),
    "kind": (whole(kind_of=("lot",) * 4 + ("sea",)), "kind_of: thing 4 is of the kind sea, which is not there"),
    "members of a kind": (whole(kinds={"corner": 32, "lot": 0}), "kind corner: members outside the 5 of the domain"),
    "group": (whole(group_of=(-1, 1, 0, -2, -1)), "group_of: group 1 of entry 1 is not there"),
    "shown by": (whole(shown_by=(-1, 0, 0, -1, 1)), "shown_by: piece 1 of entry 4 is not there"),
    "dice": (whole(dice=((2, 1),)), "dice 0: 2 of die 1"),
    "slot of dice": (table("slots", "dice.0", name="faces"), "slots: there is no dice.0, which the machine needs"),
    "faces": (table("dies", 0, is_word=(False,)), "die white: 6 faces, 1 marked as words or numbers"),
    "words": (table("dies", 0, words=()), "die white: word 0 is not there"),
    "decks": (whole(decks=()), "decks: 0 for 1 members of the domain"),
    "card": (table("decks", 0, cards=(2,)), "deck luck: card 2 is not there"),
    "card twice": (table("decks", 0, cards=(0, 0)), "deck luck: card 0 stands twice"),
    "pieces": (domains(piece=domain("piece")), "pieces: 1 for 0 members of the domain"),
    "supplies": (table("pieces", 0, subs=3), "piece hut: 3 supplies for 1 groups"),
    "supply": (table("pieces", 0, supply=-2), "piece hut: a supply of -2"),
    "members of a ladder": (table("ladders", 0, members=64), "ladder 0 building: members outside the 5 of the domain"),
    "steps of a ladder": (table("ladders", 0, steps=("bare",)), "ladder 0 building: 2 rows of counts for 1 steps"),
    "counts of a ladder": (table("ladders", 0, counts=((0,), (1, 0))), "ladder 0 building: counts (1, 0) for 1 pieces"),
    "kind of a measure": (table("measures", 0, kind="adds"), "measure 0 spent: there is no kind adds"),
    "purpose of a measure": (table("measures", 0, purpose=1), "measure 0 spent: purpose 1 is not there"),
    "role of a measure": (table("measures", 0, by=("bank",)), "measure 0 spent: there is no role bank"),
    "parts of a measure": (table("measures", 2, parts=(0,)), "measure 2 price: divides 1 other measures"),
    "parts of one that has none": (table("measures", 1, parts=(0, 0)), "measure 1 bought: counts 2 other measures"),
    "part of a measure": (table("measures", 2, parts=(0, 2)), "measure 2 price: measure 2 is not there, or divides others"),
    "role of the parts": (
        table("measures", 2, by=("payer",), types=("holder",)),
        "measure 2 price: measure 1 is not split by payer",
    ),
    "setting": (table("settings", 0, value=(0,)), "setting pace: 0 is outside its range"),
    "reader of a setting": (table("settings", 0, readers=(-1,)), "setting pace: function -1 is not there"),
    # what refers to functions
    "entry": (whole(entry=99), "entry: function 99 is not there"),
    "entry of a player": (whole(entry=FN["turn"]), "entry: turn takes 1 values instead of 0"),
    "entry pure": (whole(entry=FN["winners"]), "entry: winners is pure"),
    "title of an action": (table("actions", 0, title=text("Buy")), ""),
    "title's value": (
        table("actions", 0, title=text("", "", values=((FN["plan"], "money"),))),
        f"{A}: title: plan returns 2 values instead of 1",
    ),
    "title's text": (table("actions", 0, title=text("a", "b")), f"{A}: title: 2 pieces of text round 0 values"),
    "title's given value": (table("actions", 0, title=text("", "", values=((-1, "money"),))), f"{A}: title: function -1 is not there"),
    "candidates": (
        table("actions", 0, parameters=(("lot", "thing", "thing", FN["price"]),)),
        f"{A}: parameter lot: price takes 2 values instead of 1",
    ),
    "no candidates": (table("actions", 0, parameters=(("lot", "thing", "thing", -1),)), f"{A}: parameter lot: function -1 is not there"),
    "domain of a parameter": (
        table("actions", 0, parameters=(("lot", "thing", "sea", FN["free things"]),)),
        f"{A}: parameter lot: there is no domain sea",
    ),
    "depth": (inside("actions", 0, "needs", depth=2), f"{A}: need unowned: depth 2 for 1 parameters"),
    "need": (inside("actions", 0, "needs", depth=0), f"{A}: need unowned: unowned takes 2 values instead of 1"),
    "need not pure": (inside("actions", 0, "needs", function=FN["buy"]), f"{A}: need unowned: buy is not pure"),
    "reason": (
        inside("actions", 0, "needs", reason=text("", "", values=((99, "money"),))),
        f"{A}: need unowned: reason: function 99 is not there",
    ),
    "origin of a need": (inside("actions", 0, "needs", origin=-1), f"{A}: need unowned: origin -1 is not there"),
    "period": (inside("actions", 0, "limits", period="day"), f"{A}: limit per day: there is no period day"),
    "count": (inside("actions", 0, "limits", count=FN["price"]), f"{A}: {L}: count: price takes 2 values instead of 0"),
    "slot of a limit": (inside("actions", 0, "limits", slot=90), f"{A}: {L}: slot 90 is not there"),
    "slot not by player": (inside("actions", 0, "limits", slot=9), f"{A}: {L}: slot owner is not counted by player"),
    "slot not by one more": (
        inside("actions", 0, "limits", per=FN["price"]),
        f"{A}: {L}: slot counted is not counted by player and one thing more",
    ),
    "per": (
        table("actions", 0, limits=(Limit(FN["limit of buy"], "turn", 20, FN["plan"]),)),
        f"{A}: {L}: per: plan takes 1 values instead of 2",
    ),
    "cost": (table("actions", 0, cost=FN["plan"]), f"{A}: cost: plan returns 2 values instead of 1"),
    "function of an action": (table("actions", 0, function=FN["price"]), f"{A}: function: price returns 1 values instead of 0"),
    "origin of an action": (table("actions", 0, origin=99), f"{A}: origin: origin 99 is not there"),
    "moments": (domains(moment=domain("moment", "a", "b")), "moments: 1 for 2 members of the domain"),
    "most": (table("moments", 0, most=-1), "moment 0 anytime: at most -1 actions"),
    "action of a moment": (table("moments", 0, actions=(1,)), "moment 0 anytime: action 1 is not there"),
    "offered in a moment": (table("actions", 0, offered=True), "moment 0 anytime: buy is only offered by rules"),
    "name of a decision": (table("decisions", 1, name="clear"), "decision 1 clear: the name stands twice"),
    "kind of a decision": (table("decisions", 0, kind="maybe"), "decision 0 clear: there is no kind maybe"),
    "options": (table("decisions", 0, options=("a",)), "decision 0 clear: 1 options for the kind yes"),
    "no options": (table("decisions", 0, kind="option"), "decision 0 clear: 0 options for the kind option"),
    "members of a decision": (table("decisions", 0, kind="member", domain="sea"), "decision 0 clear: there is no domain sea"),
    "kind of goods": (table("components", 0, kind="luck"), "component 0: there is no kind luck"),
    "domain of goods": (table("components", 0, kind="cards", domain="sea"), "component 0: there is no domain sea"),
    "piece of goods": (table("components", 0, kind="pieces", index=1), "component 0: piece 1 is not there"),
    "supply of goods": (table("components", 0, kind="pieces", index=0, sub=1), "component 0: supply 1 of hut is not there"),
    "allowed": (table("components", 0, allowed=FN["winners"]), "component 0: allowed: winners takes 0 values instead of 1"),
    "rows of a promise": (whole(promises=(promise(),)), "promise bond: there is no domain for its rows"),
    "slot of a promise": (bound(promise(in_force=99)), "promise bond: slot 99 is not there"),
    "component of a promise": (bound(promise(component=7)), "promise bond: component 7 of due is not there"),
    "title of a promise": (bound(promise(literals=("a",))), "promise bond: its title has 1 literals for 1 values"),
    "field of a title": (bound(promise(shown=1)), "promise bond: field 1 of its title is not there"),
    "default strategy": (whole(default_strategy="bold"), "strategies: the default bold is not there"),
    "name of a strategy": (calm(name="bold"), "strategy calm: is named bold"),
    "moment of a plan": (calm(plans={1: (FN["plan"],)}), "strategy calm: moment 1 is not there"),
    "plan": (calm(plans={0: (FN["goods"],)}), "strategy calm: line for anytime: goods returns 1 values instead of 2"),
    "decision of an answer": (calm(answers={2: FN["answer"]}), "strategy calm: decision 2 is not there"),
    "answer": (calm(answers={0: FN["goods"]}), "strategy calm: answer to clear: goods takes 1 values instead of 2"),
    "answer of goods": (calm(answers={1: FN["plan"]}), "strategy calm: answer to give: plan returns 2 values instead of 1"),
    "ending": (table("endings", 0, holds=FN["game"]), "ending last: holds: game returns 0 values instead of 1"),
    "winners": (table("endings", 0, winners=FN["price"]), "ending last: winners: price takes 2 values instead of 0"),
    "origin of an ending": (table("endings", 0, origin=17), "ending last: origin 17 is not there"),
    "message": (table("messages", 0, values=((-1, "player"),)), "message 0: 3 pieces of text round 1 values"),
    "function of a message": (table("messages", 0, values=((-2, "player"), (-1, "count"))), "message 0: function -2 is not there"),
    "result of a message": (
        table("messages", 0, values=((FN["plan"], "player"), (-1, "count"))),
        "message 0: plan returns 2 values instead of 1",
    ),
    "values of a reason": (
        inside("actions", 0, "needs", depth=0, reason=text("", "", values=((FN["price"], "money"),))),
        f"{A}: need unowned: reason: price takes 2 values of the 1 that are known",
    ),
    "case": (whole(cases=(Case(99, "", "", 0),)), "case 0: function: function 99 is not there"),
    "origin of a case": (whole(cases=(Case(0, "", "", 99),)), "case 0: origin 99 is not there"),
}


@pytest.mark.parametrize(("change", "problem"), FAULTS.values(), ids=FAULTS)
def test_faults(change: Change, problem: str) -> None:
    found = verify(change(sample()))
    if problem:
        assert problem in found
    else:
        assert found == []


def test_offered_actions_need_no_candidates() -> None:
    program = table("moments", 0, actions=())(sample())
    program = table("actions", 0, offered=True, parameters=(("lot", "thing", "", -1),))(program)
    assert verify(program) == []


def test_verify_only_looks() -> None:
    program = sample()
    verify(program)
    assert program == sample()


@given(PROGRAMS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_anything_can_be_verified(program: Program) -> None:
    assert all(len(problem.splitlines()) == 1 for problem in verify(program))
