"""Texts that are meant to break a compiler: each gives diagnostics, soon, and no exception."""

from __future__ import annotations

import gc
import time

import pytest

from rulelang.ir.verifier import verify
from rulelang.pipeline import load
from tests.check.found import BOARD, HEAD, NAME, SMALL, TURNS, WALK

HUGE = 10**18
RIVER = "when player lands on river\n  "
MANY = 600


def _many(line: str, count: int = MANY) -> str:
    return "".join(line.replace("#", str(i)) + "\n" for i in range(count))


def _nested(line: str, depth: int, last: str) -> str:
    return "".join("  " * (1 + i) + line + "\n" for i in range(depth)) + "  " * (1 + depth) + last + "\n"


TEXTS = {
    "nothing": "",
    "spaces": "   \n\n   ",
    "a head only": 'edition x "X"\n',
    "a library head only": 'library x "X"\n',
    "two editions": SMALL + SMALL,
    "an edition of itself": 'edition game "X" extends game\n',
    "editions in a ring": 'edition x "X" extends other\n',
    "a library of itself": 'edition x "X" uses tools\n',
    "a variant of itself": 'variant game "V" fits small uses game over game after game\nset x = 3\n',
    "no board": HEAD + TURNS + WALK.replace("advance total of dice", "stop") + "kind field\n",
    "an empty board": SMALL.replace(BOARD, "\nkind field\nboard\n"),
    "a board that is replaced by nothing": 'variant v "V" fits small\nreplace board\n',
    "everything removed": 'variant v "V" fits small\nremove rule game\nremove kind field\nremove space home\nremove ending last\n',
    "thousands of players": SMALL.replace("players 2 to 4", f"players 2 to {HUGE}"),
    "no players": SMALL.replace("players 2 to 4", "players 0 to 0"),
    "more players at least than at most": SMALL.replace("players 2 to 4", "players 5 to 4"),
    "a heap of dice": SMALL.replace("dice are 2 cube", f"dice are {HUGE} cube"),
    "no dice": SMALL.replace("dice are 2 cube", "dice are 0 cube"),
    "a die with many faces": SMALL.replace("faces 1 to 6", f"faces 1 to {HUGE}"),
    "a die without dice": SMALL.replace("dice are 2 cube\n", ""),
    "dice of nothing": SMALL.replace("die cube faces 1 to 6\n", ""),
    "a card many times": SMALL + f'deck luck "L"\n  {HUGE} cards one "One"\n    collect 1\nwhen player lands on river\n  draw from luck\n',
    "a card no times": SMALL + 'deck luck "L"\n  0 cards one "One"\n    collect 1\nwhen player lands on river\n  draw from luck\n',
    "a deck without cards": SMALL + 'deck luck "L"\nwhen player lands on river\n  draw from luck\n',
    "a ladder to the moon": SMALL + f'piece brick "brick"\nladder tower of field\n  brick up to {HUGE}\n{RIVER}raise river\n',
    "a ladder by a setting": SMALL
    + f'setting high : count = {HUGE} in 1..{HUGE} "H"\npiece brick "brick"\nladder tower of field\n  brick up to high\n'
    + "when player lands on river\n  raise river\n",
    "a ladder of nothing": SMALL + "ladder tower of nothing_here\n  brick 2\n",
    "a supply beyond counting": SMALL + f'piece brick "brick" supply {HUGE}\nwhen player lands on river\n  give 1 brick to player\n',
    "a moment without end": SMALL + f'moment idle "I" at most {HUGE} actions each\nwhen turn begins\n  player may act idle\n',
    "a repeat without end": SMALL + f"{RIVER}repeat up to {HUGE} times\n    collect 1\n  {HUGE} times\n    collect 1\n",
    "beyond 64 bits": SMALL + f'setting s : money = {"9" * 40} "S"\nwhen player lands on river\n  pay s * s * {HUGE} * {HUGE}\n',
    "products of constants": SMALL + f"when player lands on river\n  pay {HUGE} * {HUGE} * {HUGE}\n",
    "a value of itself": SMALL + "player's joy is player's joy + 1\nwhen player lands on river\n  pay player's joy\n",
    "values in a ring": SMALL
    + "".join(f"player's v{i} is player's v{(i + 1) % MANY}\n" for i in range(MANY)) + RIVER + "pay player's v1\n",
    "a chain of values": SMALL + "".join(f"player's v{i} is player's v{i + 1}\n" for i in range(MANY)) + f"player's v{MANY} is 1\n",
    "a kind of itself": SMALL + "kind pond is pond\n",
    "kinds in a ring": SMALL + "kind aa is bb\nkind bb is cc\nkind cc is aa\n",
    "a chain of kinds": SMALL + "kind k0\n" + "".join(f"kind k{i + 1} is k{i}\n" for i in range(MANY)),
    "a name of the language": SMALL + 'kind player\nkind money\nkind thing\ngroup bank "B"\npot nobody "N"\nmoment yes_no "Y"\n',
    "one name for everything": SMALL
    + 'pot x1 "P"\ndeck x1 "D"\ngroup x1 "G"\nkind x1\npiece x1 "I"\nmoment x1 "M"\npurpose x1 "U"\nsetting x1 : count = 1 "S"\n',
    "rows twice": SMALL + '  field river "River"\n  field river "River"\n',
    "many rows": SMALL + _many('  field f# "F#"', 4000),
    "many groups": SMALL + _many('group g# "G#"'),
    "many cards": SMALL + 'deck luck "L"\n' + _many('  card c# "C#"\n    collect 1', 1000) + RIVER + "draw from luck\n",
    "many hooks": SMALL + _many("when player lands on river\n  collect 1"),
    "many rules": SMALL + _many("rule r# for field\n  collect 1") + "when player lands on river\n  r1 for river\n",
    "rules that do each other": SMALL + "".join(f"rule r{i}\n  r{(i + 1) % MANY}\n" for i in range(MANY)) + RIVER + "r0\n",
    "rules that branch": SMALL
    + "".join(f"rule r{i}\n  r{i + 1}\n  r{i + 1}\n" for i in range(60))
    + f"rule r60\n  collect 1\n{RIVER}r0\n",
    "conditions in conditions": SMALL + "when player lands on river\n" + _nested("if player has 1", 38, "collect 1"),
    "loops in loops": SMALL + "when player lands on river\n" + _nested("each player", 38, "collect 1"),
    "a long condition": SMALL + "when player lands on river\n  if " + " and ".join(["player has 1"] * 120) + "\n    collect 1\n",
    "a long sum": SMALL + "when player lands on river\n  pay " + " + ".join(["1"] * 400) + "\n",
    "brackets": SMALL + "when player lands on river\n  pay " + "(" * 300 + "1" + ")" * 300 + "\n",
    "negations": SMALL + "when player lands on river\n  if " + "not " * 300 + "player has 1\n    collect 1\n",
    "fields of fields": SMALL + "when player lands on river\n  pay player" + "'s space" * 200 + "'s number\n",
    "a text of holes": SMALL + 'when player lands on river\n  say "' + "{player's money}" * 60 + '"\n',
    "a broken hole": SMALL + 'when player lands on river\n  say "{} {{ }} {(} {player} {1 +} {nobody\'s x}"\n',
    "many options": SMALL + "when player lands on river\n  either w0\n    collect 1\n" + _many("  or w1#\n    collect 1", 100),
    "a table by step without a ladder": SMALL.replace("kind field\n", "kind field\n  fees : money by step\n"),
    "a column of everything": SMALL.replace(
        "kind field\n", "kind field\n  a1 : money\n  b1 : field\n  c1 : group\n  d1 : deck\n  e1 : percent rounding up\n"
    ),
    "settings of themselves": SMALL + 'setting aa : count = bb "A"\nsetting bb : count = aa "B"\n',
    "a list of nothing": SMALL + f'setting aa : money list = 1, 2 "A"\n{RIVER}pay aa at 0\n  pay aa at 99\n  pay aa\n',
    "promises": SMALL
    + f'promise aa "A" at most {HUGE}\n  amount : money\n  giver : count\n  ends after {HUGE} rounds\n    giver pays amount to holder\n',
    "a strategy of itself": SMALL + 'strategy steady "S" extends steady\n  set x = 3\n  in nowhere\n    fly\n',
    "strategies in a ring": SMALL + 'strategy aa "A" extends bb\nstrategy bb "B" extends aa\n',
    "no letters": "\x00\x01\x02\ud800\ufffe\u202e",
}  # fmt: skip
FILES = {
    "table/small.mono": SMALL,
    "table/other.mono": 'edition other "O" extends x\n',
    "table/x.mono": 'edition x "X" extends other\n',
    "table/tools.mono": 'library tools "T" uses tools, more\n',
    "table/more.mono": 'library more "M" uses tools\n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_breaks_the_compiler(name: str) -> None:
    gc.freeze()  # what other tests have left behind is not to be gone through again and again
    begun = time.process_time()
    compilation = load(NAME, buffers={**FILES, NAME: TEXTS[name]})
    found = compilation.diagnostics
    assert all(0 <= one.span.start <= one.span.end <= len(one.span.source.text) for one in found)
    if not found.has_errors:
        assert verify(compilation.program) == []
    taken = time.process_time() - begun
    gc.unfreeze()
    assert taken < 2


def test_bounds_are_said() -> None:
    for name in (
        "thousands of players",
        "no players",
        "a heap of dice",
        "no dice",
        "a card many times",
        "a ladder to the moon",
        "a ladder by a setting",
    ):
        assert "out-of-bounds" in {one.slug for one in load(NAME, buffers={NAME: TEXTS[name]}).diagnostics}, name
