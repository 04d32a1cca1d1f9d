"""Words that authors try, each answered with what the language has for it."""

from __future__ import annotations

import pytest

from tests.check.found import SMALL, found, slugs, the

LINES = [
    ("skip turn", "unknown-verb", "instead of turn"),
    ("end game", "unknown-verb", "ending NAME"),
    ("let laps be 1\n  laps goes back by 1", "no-such-form", "add 1 to laps"),
    ("player skips turn", "unknown-verb", "instead of turn"),
    ("move 3", "unknown-verb", "advance"),
    ("shuffle luck", "unknown-verb", "by the machine"),
    ("pay -5", "negative-number", "turn it round"),
    ("collect -5 from bank", "negative-number", "turn it round"),
    ("pay 5 to player on the left", "unknown-name", "next player"),
    ("pay 5 to neighbour", "unknown-name", "next player"),
    ("if home is free\n    pay 5", "unknown-name", "has no owner"),
    ("if home is unowned\n    pay 5", "unknown-name", "has no owner"),
    ("if home is owned\n    pay 5", "unknown-name", "has an owner"),
    ("if player is eliminated\n    pay 5", "unknown-name", "is out"),
    ("everyone collects 20", "wrong-type", "`each player` on a line of its own, and `collect 20` below"),
    ("every player pays 20", "wrong-type", "`each player` on a line of its own, and `pay 20` below"),
    ("all players whose money > 5 collect 20", "wrong-type", "`each player whose money > 5`"),
    ("other players pay 20 to player", "wrong-type", "`each other player as guest` on a line of its own, and `guest pays 20 to player`"),
    ("pay 5 to everyone", "wrong-type", "`each player`"),
    ("collect 5 from other players", "wrong-type", "`each other player`, or `first player other"),
    ("collect 5 from each field", "wrong-type", "`each field` on a line of its own"),
    ("advance to each field", "wrong-type", "`each field` on a line of its own"),
    ("each other player\n    pay 5 to player", "pays-himself", "`collect 5 from each other player`"),
    ("each other player\n    collect 5 from player", "pays-himself", "`pay 5 to each other player`"),
    ("if player has true\n    pay 5", "unknown-name", "yes"),
    ("if round is even\n    pay 5", "unknown-name", "`(X / 2 rounded down) * 2 is X`"),
    ("repeat until round is 3\n    pay 5", "unexpected-word", "`repeat up to N times` and, inside it, `again if CONDITION`"),
    # What a line that cannot be read would have named is not missed in the lines below it.
    ("let rich be the richest player\n  rich pays 5 to bank", "unexpected-word", "write `player with highest money`"),
    ("let poor be the poorest player\n  pay 5 to poor", "unexpected-word", "write `player with lowest money`"),
]


@pytest.mark.parametrize(("line", "slug", "help_"), LINES)
def test_words_that_authors_try(line: str, slug: str, help_: str) -> None:
    one = the(slug, SMALL + f"when player lands on meadow\n  {line}\n")
    assert help_ in (one.help or ""), one.help


def test_a_mend_is_no_name_of_a_verb_where_the_whole_line_can_be_mended() -> None:
    one = the("unknown-verb", SMALL + "when player lands on meadow\n  step 2\n")
    assert one.help == "did you mean `advance 2`?"


CLASSIC = 'edition hints "Hints" extends classic\n'

# (lines, slug, what the help says)
BITES = 'each player has\n  bites : count = 0 in 0..3 "bites"\nwhen player lands on go if bites < 3\n  add 1 to bites\n'
LINES_OF_A_FILE = [
    (BITES + 'test "t"\n  given ann has 2 bites\n  then ann has 1500', "unknown-name", "`ann's bites is 2`"),
    (BITES + 'test "t"\n  when ann lands on go\n  then ann has 1 bites', "unknown-fact", "`ann's bites is 1`"),
    (BITES + "when player lands on chance_1\n  player is out", "unexpected-word", "`player leaves game`"),
    # Below a line that cannot be read nothing is declared, and nobody misses it.
    ('deck chance\n  card bite "A bite."\n    pay 30\nwhen player draws bite\n  pay 5', "unfinished-line", "`add to deck chance`"),
    ('when player draws bank_eror\n  pay 5', "unknown-name", "did you mean `bank_error`?"),
    ('replace rule auction deed\n  say "Sold."', "nothing-to-change", "did you mean `auction deed from opening: money`?"),
    # Names in several words.
    ("kind Honey Meadow", "unexpected-word", '`kind honey_meadow "Honey Meadow"`'),
    ('deck sea "Sea"\n  card pair pay "Two"\n    pay 5', "unexpected-word", '`card pair_pay "Two"`'),
    ("rename park_lane to Royal Garden", "unexpected-word", '`rename park_lane to royal_garden "Royal Garden"`'),
    ("rename park lane to Royal Garden", "unexpected-word", '`rename park_lane to royal_garden "Royal Garden"`'),
    ('things\n  site Honey Road in brown price 5', "unexpected-word", '`site honey_road "Honey Road" in brown price 5`'),
    ("rule fly\n  advance to Park Lane", "unexpected-word", "`advance to park_lane`"),
    ('test "t"\n  when ann lands on go\n  then ann stands on Whitechapel Road', "unexpected-word", "`then ann stands on whitechapel_road`"),
    # Tests.
    ('test "t"\n  when ann lands on go\n  then ann may buy', "unexpected-word", "`ann is asked to …`"),
    ('test "t"\n  when ann lands on go\n  then ann has 5, bob may buy', "unexpected-word", "`bob is asked to …`"),
    # Verbs.
    ("rule fly\n  go to mayfair", "no-such-form", "`advance to mayfair`"),
    ("rule fly\n  go back 2 spaces", "no-such-form", "`go back 2`"),
    ("rule fly\n  advance 2 steps", "no-such-form", "`advance 2`"),
    ("rule fly\n  move back 2", "unknown-verb", "`go back 2`"),
    ("rule fly\n  move back 2 spaces", "unknown-verb", "`go back 2`"),
    ("rule fly\n  move 2 spaces", "unknown-verb", "`advance 2`"),
    ("rule fly\n  get 50", "unknown-verb", "`collect 50`"),
    ("rule fly\n  get 50 from bank", "unknown-verb", "`collect 50 from bank`"),
    # Chains of lines.
    ("rule fly\n  if player is jailed\n    stop\n  otherwise\n    pay 5", "orphan-line", "write `else`"),
    ("rule fly\n  player may buy strand\n    stop\n  else\n    pay 5", "orphan-line", "write `otherwise`"),
    ("rule fly\n  if player is jailed\n    stop\n  else pay 5", "unexpected-word", "`else` stands alone"),
    ("rule fly\n  choose a player\n  pay 5", "unfinished-line", "`choose NAME from players`"),
    ("rule fly\n  pay 10 times dice", "unexpected-word", "`10 * total of dice`"),
    ("rule fly\n  pay 10 to the poorest player", "unexpected-word", "`player with lowest money`"),
    ("rule fly\n  the poorest player collects 50", "unknown-verb", "`player with lowest money`"),
    ("rule fly\n  pay 50 and go back 3", "unexpected-word", "a line of its own"),
    ("rule fly\n  pay 50, go back 3", "unexpected-sign", "a line of its own"),
    ("when player lands on go and player is jailed\n  pay 5", "unexpected-word", "`when player lands on go if …`"),
    ("rule fly\n  if player is jailed and, player is in_game\n    pay 5", "unexpected-sign", None),
    # Events.
    ("before player pays rent to owner\n  waive it", "unknown-name", "called `receiver`"),
    ("when player lands on it\n  pay 5", "unknown-name", "called `space`"),
    ("when player lands on brown\n  pay 5", "unknown-name", "`site if group is brown`"),
    ("when player's turn begins\n  pay 5", "unknown-event", "`turn begins`"),
    ("when player's buy ends\n  pay 5", "unknown-event", "`when player buy deed`"),
    ("when lands\n  pay 5", "unknown-event", "`player lands`"),
    ("when player builds house\n  pay 5", "unknown-event", "`player build on site`"),
    ("when player wins\n  pay 5", "unknown-event", "`ending NAME`"),
    ("when player spends tax\n  pay 5", "unknown-event", "`pays`"),
    # What stands at the wrong place.
    ("if player lands on go\n  pay 5", "unknown-declaration", "`when player lands on go`"),
    ("kind meadow\n  if player lands on meadow\n    pay 5", "unexpected-word", "`when player lands on meadow`"),
    ("uses free_parking_pot", "unknown-declaration", "`edition … uses free_parking_pot`"),
    ("rule fly\n  uses free_parking_pot", "unknown-verb", "`edition … uses NAME`"),
    ("salary becomes 5", "unknown-declaration", "`set salary = 5`"),
    ("rule fly\n  salary becomes 5", "no-state", "`set salary = 5`"),
    ('deck sea "Sea"\n  card two "Two"\n    keep\n    when player pays rent\n      stop', "misplaced-line", "`play when holder pays rent`"),
    # Values.
    ("setting x : money = 50 in 100..0", "bad-range", "`0..100`"),
    ("each player has\n  mood : count = 3 in 5..1", "bad-range", "`1..5`"),
    ('setting x : text = "a"', "wrong-type", "texts stand in a `say`"),
    ("rule fly\n  pay 10% of your money", "no-such-form", "`player's money`"),
    ("kind meadow is corner\n  toll : money\n  when player lands on corner\n    pay toll", "field-missing", "`player lands on meadow`"),
    ("kind meadow is corner\n  toll : money\n  when player lands\n    pay toll", "field-missing", "`player lands on meadow`"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "slug", "help_"), LINES_OF_A_FILE)
def test_lines_that_authors_try(lines: str, slug: str, help_: str | None) -> None:
    diagnostics = [one for one in found(f"{CLASSIC}{lines}\n") if one.slug == slug]
    assert len(diagnostics) == 1, [(one.slug, one.message) for one in found(f"{CLASSIC}{lines}\n")]
    assert (help_ in (diagnostics[0].help or "")) if help_ else diagnostics[0].help is None, diagnostics[0].help


@pytest.mark.parametrize(
    ("head", "meant"),
    [
        ("edition Bee Valley extends classic", '`edition bee_valley "Bee Valley" extends classic`'),
        ("edition bee-valley extends classic", '`edition bee_valley "Bee-valley" extends classic`'),
        ("edition Bee's Valley extends classic", '`edition bees_valley "Bee\'s Valley" extends classic`'),
        ("edition bees extends classic", '`edition bees "Bees" extends classic`'),
    ],
)
def test_heads_with_a_name_in_several_words(head: str, meant: str) -> None:
    one = found(f"{head}\n")[0]
    assert meant in (one.help or ""), one.help


@pytest.mark.parametrize(
    ("event", "slug", "help_"),
    [
        ("player rolls 6", "wrong-type", "`rolls dice if total of dice is 6`"),
        ("player lands on 5", "wrong-type", "`on space if space's number is 5`"),
        ("player pays 100", "wrong-type", "`if it is 100`"),
        ("player draws 5", "wrong-type", "name the card"),
        ("player dances 5", "wrong-type", "`if steps is 5`"),
        ("player lands on player's space", "wrong-type", "`player` alone"),
        ("player lands on bank", "unknown-name", ""),
        ("player passes bank", "unknown-name", ""),
    ],
)
def test_what_is_no_part_of_an_event(event: str, slug: str, help_: str) -> None:
    dance = 'rule dance steps: count\n  pay 1 * steps\nwhen player lands on forest\n  dance 2\n'
    one = the(slug, SMALL + dance + f"when {event}\n  collect 5\n")
    assert help_ in (one.help or ""), one.help


@pytest.mark.parametrize(
    "event", ["player rolls dice if total of dice is 6", "player lands on space if space's number is 2", "player pays"]
)
def test_what_is_asked_after_an_event(event: str) -> None:
    assert slugs(SMALL + f"when {event}\n  say \"x\"\n") == []
