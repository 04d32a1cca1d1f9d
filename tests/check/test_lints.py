"""What authors get wrong: each lint with a text in which it speaks, and with its neighbours in which it does not."""

from __future__ import annotations

import pytest

from rulelang.pipeline import bundled_names, load
from tests.check.found import BOARD, HEAD, SMALL, TURNS, WALK, found, marked, slugs, the


def cards(*lines: str, where: str = "meadow") -> str:
    """A game with a deck that is drawn from on one space."""
    text = "\n".join(line if line.startswith(("  card", "    ")) else f"    {line}" for line in lines)
    return SMALL + f'deck luck "Luck"\n{text}\nwhen player lands on {where}\n  draw from luck\n'


def test_the_small_game_is_right() -> None:
    assert slugs(SMALL) == []
    assert slugs(cards('  card one "One"', "collect 5")) == []


@pytest.mark.parametrize("folder", ["", "rules", "variants", "tests"])
def test_bundled_files_are_right(folder: str) -> None:
    wrong = {name: [(d.slug, d.message) for d in found_] for name in bundled_names(folder) if len(found_ := load(name).diagnostics)}
    assert not wrong


# ----------------------------------------------------------------------------------------------------------------- cards
@pytest.mark.parametrize(
    ("text", "line", "right"),
    [
        ("Pay a fine of 50.", "pay 40", False),
        ("Pay a fine of 50.", "pay 50", True),
        ("Pay a fine.", "pay 40", True),
        ("Pay 1,500 for the 3 bridges.", "pay 1500", True),
        ("Pay 1 500.", "pay 150", False),
        ("Go three spaces back.", "go back 3", True),
        ("101 visitors: collect 5 of each.", "collect 5 from each other player", True),
        ("Collect your 20.", "collect prize", True),
        ("Collect 10% of your money.", "collect 20% of player's money rounded down", False),
        ("Collect 10% of your money.", "collect 10% of player's money rounded down", True),
        ("Take 7.", "advance to forest", True),
    ],
)
def test_text_and_lines_of_a_card(text: str, line: str, right: bool) -> None:
    setting = 'setting prize : money = 20 "Prize"\nwhen player lands on forest\n  collect prize\n'
    source = cards(f'  card one "{text}"', line) + setting
    if right:
        assert slugs(source) == []
    else:
        one = the("card-text-differs", source)
        assert marked(one) == f'"{text}"'
        assert one.labels[0].span.text in line


def test_a_text_in_thousands() -> None:
    source = cards('  card one "Pay 150,000."', "pay 150").replace("players 2 to 4", 'players 2 to 4\n  currency "r", shown times 1000')
    assert slugs(source) == []


TOLL = (
    HEAD
    + TURNS
    + WALK
    + """
purpose fee "Fees"
measure fees "Fees" sums fee by payer
kind duty
  amount : money
  when player lands on duty
    pay amount to bank as fee
"""
    + BOARD
    + '  duty toll "Toll" amount 20\n'
    + """
deck luck "Luck"
  card one "To the toll."
    {}
when player lands on meadow
  draw from luck
"""
)


@pytest.mark.parametrize(
    ("lines", "twice"),
    [
        ("pay 20\n    advance to toll", True),
        ("pay 7 to bank as fee\n    advance to toll", True),
        ("advance to toll\n    pay 20", False),  # void: the token has moved
        ("go back to toll\n    pay 20", False),
        ("if player has 9\n      put token on forest\n      pay 20\n    advance to toll", False),
        ("if player has 9\n      put token on forest\n    else\n      pay 20\n    advance to toll", True),
        ("pay 7\n    advance to toll", False),
        ("advance to toll", False),
        ("pay 20\n    put token on toll", False),
        ("pay 20\n    advance to forest", False),
        ("collect 20\n    advance to toll", False),
    ],
)
def test_a_card_and_a_space_that_charge(lines: str, twice: bool) -> None:
    said = slugs(TOLL.format(lines))
    assert [slug for slug in said if slug != "lost-line"] == (["charged-twice"] if twice else [])
    assert ("lost-line" in said) == ("if" in lines or lines.endswith("to toll\n    pay 20"))


def test_a_card_and_a_space_that_pay() -> None:
    start = "when player reaches home\n  collect 20\n"
    one = the("charged-twice", cards('  card one "Home, and collect 20."', "collect 20", "advance to home") + start)
    assert "gets 20" in one.message
    assert slugs(cards('  card one "Home."', "collect 20", "go back to home") + start) == []  # backwards nothing is reached


# ------------------------------------------------------------------------------------------------------------ lost lines
@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        (("advance 1", "collect 5"), "never"),
        (("go back 1", "collect 5"), "never"),
        (("put token on forest", "collect 5"), "never"),
        (("collect 5", "advance 1"), ""),
        (("walk", "collect 5"), ""),  # a rule that need not move
        (("put token on forest", "stop"), ""),
        (("put token on forest", "end turn"), "never"),
        (("if player has 5", "  advance 1", "collect 5"), "not done if"),
        (("if player has 5", "  advance 1", "  stop", "collect 5"), ""),
        (("if player has 5", "  advance 1", "else", "  collect 5"), ""),
        (("either", "  advance 1", "or", "  go back 1", "collect 5"), "not done if"),
        (("flee", "collect 5"), "never"),
        (("faint", "collect 5"), "does not come back"),
        (("each player", "  advance 1", "collect 5"), ""),
    ],
)
def test_lines_that_are_lost(lines: tuple[str, ...], lost: str) -> None:
    rules = (
        "rule flee\n  put token on forest\n  collect 1\nrule faint\n  collect 1\n  end turn\n"
        "rule walk\n  if player has 5\n    put token on forest\n"
    )
    for source in (cards('  card one "One"', *lines), SMALL + "when player lands on meadow\n" + "".join(f"  {x}\n" for x in lines)):
        if not lost:
            assert "lost-line" not in slugs(source + rules)
        else:
            [one] = [one for one in found(source + rules) if one.slug == "lost-line"]
            assert lost in one.message
            assert marked(one) == lines[-1]


# ------------------------------------------------------------------------------------------------------------ who does it
@pytest.mark.parametrize(
    ("asked", "line", "warned"),
    [
        ("next player may help", "pay 5", True),
        ("next player may help", "if player has 9\n      advance 1", True),
        ("next player may help", "choose n from 1 to 3\n    player pays 1 * n", True),
        ("next player may help", "player pays 5", False),
        ("next player may help", 'say "Thank you."', False),
        ("player may help", "pay 5", False),
        ("may help", "pay 5", False),
    ],
)
def test_who_does_what_somebody_allows(asked: str, line: str, warned: bool) -> None:
    said = slugs(SMALL + f"when player lands on meadow\n  {asked}\n    {line}\n")
    assert said == (["who-acts"] if warned else [])


# ----------------------------------------------------------------------------------------------------------------- decks
def test_a_deck_that_runs_out() -> None:
    kept = ["    keep", "    play before player rolls dice", "      collect 5"]
    assert slugs(cards('  card one "One"', *kept)) == ["deck-runs-out"]
    assert slugs(cards('  card one "One"', *kept, '  card two "Two"', "collect 1")) == []


def test_an_empty_deck() -> None:
    aside = "  used cards aside, shuffled when none is left\n"
    assert slugs(SMALL + f'deck luck "Luck"\n{aside}when player lands on meadow\n  draw from luck\n') == ["empty-deck"]


@pytest.mark.parametrize(
    ("one", "two", "endless"),
    [
        ("draw from luck", "draw from luck", True),
        ("draw from luck", "collect 5", False),
        ("advance to meadow", "go back to meadow", True),
        ("draw from luck", "if player has 50\n      draw from luck", False),
        ("collect 1\n    draw from luck", 'say "Again."\n    draw from luck', True),
        ("go back 3", "draw from luck", False),
    ],
)
def test_a_deck_drawn_from_for_ever(one: str, two: str, endless: bool) -> None:
    assert slugs(cards('  card one "A"', f"    {one}", '  card two "B"', f"    {two}")) == (["draws-for-ever"] if endless else [])


def test_two_decks_that_draw_from_each_other() -> None:
    more = 'deck fate "Fate"\n  card other_one "C"\n    draw from luck\n'
    assert slugs(cards('  card one "A"', "draw from fate") + more) == ["draws-for-ever", "draws-for-ever"]


# ----------------------------------------------------------------------------------------------------------------- board
def test_a_space_that_no_rule_mentions() -> None:
    swamp = "kind swamp\n  depth : count\n{}" + BOARD + '  swamp bog "Bog" depth 3\n'
    game = HEAD + TURNS + WALK
    assert slugs(game + swamp.format("")) == ["unused-name", "space-without-rule"]
    assert slugs(game + swamp.format("  when player lands on swamp\n    pay 3 * depth\n")) == []
    assert slugs(game + swamp.format("") + "when player lands on bog\n  pay 3 * bog's depth\n") == []
    assert slugs(game + swamp.format("") + "when player lands on meadow\n  pay 2 * number of swamps\n") == ["unused-name"]
    assert slugs(game + swamp.format("").replace("  depth : count\n", "").replace(" depth 3", "")) == []


def test_nowhere_to_be_sent() -> None:
    shop = SMALL + "kind shop\nwhen player lands on meadow\n  advance to next {}\n"
    assert slugs(shop.format("shop")) == ["no-such-space"]
    assert slugs(shop.format("shop").replace('  field river "River"', '  shop river "River"')) == []
    assert slugs(cards('  card one "One"', "advance to meadwo")) == ["unknown-name"]


LAND = """
kind plot can be owned
  cost : money of group = 0
  fees : money by step
  when player lands on plot
    if plot has no owner
      give plot to player
    else
      pay fees at step to owner
piece hut "hut" supply {supply}
ladder huts of plot
  hut 2
group red "Red" cost 5
group blue "Blue" {blue}
moment idle "idle"
when turn begins
  player may act idle
action build on plot
  allowed idle
  needs mine: player owns plot
  needs whole: player owns all of group
  pay cost to bank
  {raise_} plot
""" + BOARD + """
  plot p1 "P1" in red fees {fees}
  plot p2 "P2" in blue fees 1, 2, 3
  plot p3 "P3" {group} fees 1, 2, 3
"""  # fmt: skip


def land(supply: str = "4", blue: str = "cost 7", raise_: str = "raise", group: str = "in blue", fees: str = "1, 2, 3") -> str:
    return HEAD + TURNS + WALK + LAND.format(supply=supply, blue=blue, raise_=raise_, group=group, fees=fees)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"supply": "0"}, ["no-way-to-build"]),
        ({"blue": ""}, ["no-way-to-build"]),
        ({"group": ""}, ["no-way-to-build"]),
        ({"raise_": "clear"}, ["no-way-to-build"]),
        ({"fees": "1, 2"}, ["table-length"]),
        ({"fees": "1, 2, 3, 4"}, ["table-length"]),
        ({"fees": "3, 2, 1"}, ["falling-table"]),
    ],
)
def test_building(changes: dict[str, str], expected: list[str]) -> None:
    assert slugs(land(**changes)) == expected


# ---------------------------------------------------------------------------------------------------------------- unused
FEES = 'purpose fee "Fees"\n'
COUNTED = 'measure fees "Fees" sums fee by payer\n'
PAID = "when player lands on river\n  pay 1 to bank as fee\n"
UNUSED = {
    'setting size : count = 3 "Size"': ("unused-setting", "collect 2 * size"),
    'pot jar "Jar"': ("unused-name", "pay 1 to jar"),
    "die red_die faces 1 to 4": ("unused-name", "roll red_die"),
    'piece coin "coin"': ("unused-name", "give 1 coin to player"),
    'deck luck "Luck"\n  card one "One"\n    collect 5': ("unused-name", "draw from luck"),
    "each player has\n  wish : count = 0": ("unused-name", "add 1 to player's wish"),
    "player's joy is player's money + 1": ("unused-name", "pay player's joy"),
    "rule dance\n  collect 5": ("unused-name", "dance"),
    "kind marsh plural marshes": ("unused-name", "pay 2 * number of marshes"),
    'group red "Red"': ("unused-name", ""),
}


def test_unpaid_and_uncounted() -> None:
    assert slugs(SMALL + FEES + COUNTED + PAID) == []
    assert slugs(SMALL + FEES + COUNTED) == ["unpaid-purpose"]
    assert slugs(SMALL + FEES + PAID) == ["uncounted-purpose"]
    assert slugs(SMALL + FEES + PAID + "when player pays fee to bank\n  bank pays 1 to player\n") == []


@pytest.mark.parametrize("declaration", UNUSED)
def test_unused(declaration: str) -> None:
    slug, use = UNUSED[declaration]
    the(slug, f"{SMALL}{declaration}\n")
    if use:
        assert slugs(f"{SMALL}{declaration}\nwhen player lands on river\n  {use}\n") == []


def test_a_library_may_offer_more_than_is_used() -> None:
    library = 'library tools "Tools"\nrule dance\n  collect 5\npot jar "Jar"\nplayer\'s joy is player\'s money + 1\n'
    assert slugs(SMALL.replace('edition small "Small"', 'edition small "Small" uses tools'), tools=library) == []


def test_names_made_and_never_used() -> None:
    assert marked(the("unused-name", SMALL + "when player lands on river\n  let gain be 5\n  collect 5\n")) == "gain"
    # Who is asked reads the names that are in sight there; what is named after the last question nobody reads.
    asks = 'when player lands on river\n{}  player may rest "Rest?"\n{}rule rest\n  collect 5\n'
    assert slugs(SMALL + asks.format("  let gain be 5\n", "")) == []
    assert marked(the("unused-name", SMALL + asks.format("", "  let gain be 5\n"))) == "gain"
    assert marked(the("unused-name", SMALL + "when player lands on river\n  player chooses gain from 1 to 5\n  collect 5\n")) == "gain"
    assert slugs(SMALL + 'when player lands on river\n  let gain be 5\n  say "{gain} for you"\n  collect 5\n') == []
    assert slugs(SMALL + "when player lands on river\n  let gain be 5\n  gain becomes gain + 1\n  collect 5\n") == []


def test_a_setting_of_a_strategy() -> None:
    strategy = 'strategy steady "Steady"\n  setting reserve : money = 5 "Kept"\n'
    assert slugs(SMALL + strategy) == ["unused-setting"]


# -------------------------------------------------------------------------------------------------------------- articles
def test_a_player_is_the_player() -> None:
    game = SMALL + "each player has\n  friend : player = nobody\nwhen player lands on meadow\n  if friend is {}\n    collect 5\n"
    one = the("article-passed-over", game.format("a player"))
    assert one.help is not None and "friend is somebody" in one.help
    assert slugs(game.format("player")) == slugs(game.format("somebody")) == slugs(game.format("not player")) == []
    assert slugs(SMALL + "when player lands on meadow\n  if player's space is a field\n    collect 5\n") == []


def test_a_role_of_the_header_is_one_thing() -> None:
    rule = SMALL + "when player lands on meadow\n  look_at meadow\nrule look_at {}\n  if player's space is {} field\n    collect 5\n"
    one = the("article-passed-over", rule.format("field", "a"))
    assert one.help is not None and "`other: field`" in one.help
    assert slugs(rule.format("field", "")) == slugs(rule.format("goal: field", "a")) == []


# ---------------------------------------------------------------------------------------------------------------- places
@pytest.mark.parametrize("place", ["0", "3", "2147483648", "(1 + 2)"])
def test_a_place_that_there_is_not(place: str) -> None:
    listed = SMALL + "setting prizes : money list = 50, 20\nwhen player lands on river\n  collect prizes at {}\n"
    one = the("out-of-range", listed.format(place))
    assert marked(one) == place.strip("()") and one.help == "it has 2, counted from 1"
    assert slugs(listed.format(2)) == []
    two_dice = SMALL + 'when player lands on river\n  say "{{dice at {}}}"\n'
    assert marked(the("out-of-range", two_dice.format(place))) == place.strip("()")
    assert slugs(two_dice.format(2)) == []


# ------------------------------------------------------------------------------------------------------ actions, moments
MOMENT = 'moment idle "idle"\nwhen turn begins\n  player may act idle\neach player has\n  angry : yes/no = no\n'


@pytest.mark.parametrize(
    ("needs", "never"),
    [
        (["player is angry", "player is not angry"], True),
        (["player is angry", "player has 5"], False),
        (["player's money > 5", "player's money <= 5"], True),
        (["player's money > 5", "player's money <= 6"], False),
        (["player's money is 5", "player's money is 6"], True),
        (["player is angry and player has 5", "not (player has 5)"], True),
        (["3 > 4"], True),
        (["4 > 3"], False),
    ],
)
def test_needs_that_contradict(needs: list[str], never: bool) -> None:
    lines = "".join(f"  needs n{i}: {need}\n" for i, need in enumerate(needs))
    game = SMALL + MOMENT + f"action jump\n  allowed idle\n{lines}  player's angry becomes yes\n"
    assert slugs(game) == (["action-never"] if never else [])


def test_an_action_that_a_setting_turns_off() -> None:
    setting = 'setting jumping : yes/no = no "Jumping"\n'
    action = "action jump\n  allowed idle\n  needs may_jump: jumping\n  player's angry becomes yes\n"
    assert slugs(SMALL + MOMENT + setting + action) == []


def test_an_action_that_nobody_is_offered() -> None:
    action = "action jump\n  collect 5\n"
    assert slugs(SMALL + action) == ["action-never"]
    assert slugs(SMALL + action + "when player lands on meadow\n  player may jump\n") == []
    assert slugs(SMALL + action + "when player lands on meadow\n  jump\n") == []


def test_moments() -> None:
    act = "when turn begins\n  player may act idle\n"
    jump = "action jump\n  allowed idle\n  collect 5\n"
    assert slugs(SMALL + 'moment idle "idle"\n' + act) == ["moment-without-actions"]
    assert slugs(SMALL + 'moment idle "idle"\n' + jump) == ["moment-never-comes"]
    assert slugs(SMALL + 'moment idle "idle"\n' + act + jump) == []
    kept = cards('  card one "One"', "    keep", "    play in idle", "      collect 5", '  card two "Two"', "collect 5")
    assert slugs(kept + 'moment idle "idle"\n' + act) == []


# ------------------------------------------------------------------------------------------------------ circles, endings
BECOMES = """\
when player lands on river
  player's angry becomes yes
when player's angry becomes yes
  {} becomes {}
when player's angry becomes no
  {} becomes {}
"""


@pytest.mark.parametrize(
    ("lines", "endless"),
    [
        ("when player rolls dice\n  roll dice", True),
        ("when player rolls dice if dice are doubles\n  roll dice", False),
        ("when player rolls dice\n  if dice are doubles\n    roll dice", False),
        ("when player rolls dice\n  limit 1 per turn\n  roll dice", False),
        ("when player lands on meadow\n  advance to meadow", True),
        ("when player lands on meadow\n  advance to forest", False),
        ("when player lands on meadow\n  advance to forest\nwhen player lands on forest\n  go back to meadow", True),
        ("when player lands on field\n  advance 1", True),
        ("when player lands on meadow\n  advance 1", False),
        ("when player lands on meadow\n  roll dice\n  advance total of dice", False),
        ("when player pays fee to bank\n  pay 1 to bank as fee\nwhen player lands on river\n  pay 1 to bank as fee", True),
        ("when player pays fee to bank\n  pay 1 to bank\nwhen player lands on river\n  pay 1 to bank as fee", False),
        ("when player pays fee to bank\n  bank pays 1 to player as fee\nwhen player lands on river\n  pay 1 to bank as fee", False),
        ("when player's angry becomes yes\n  player's angry becomes no\nwhen player lands on river\n  player's angry becomes yes", False),
        (BECOMES.format("player's angry", "no", "player's angry", "yes"), True),
        (BECOMES.format("player's angry", "no", "player's calm", "yes"), False),  # the other may be so already
        (BECOMES.format("player's angry", "yes", "player's calm", "yes"), False),  # as it is already
        (BECOMES.format("player's angry", "no", "player's angry", "no"), False),
    ],
)
def test_a_hook_that_feeds_itself(lines: str, endless: bool) -> None:
    more = ""
    if "fee" in lines:
        more += 'purpose fee "Fees"\nmeasure fees "Fees" sums fee by payer\n'
    if "angry" in lines:
        more += "each player has\n  angry : yes/no = no\n" + ("  calm : yes/no = no\n" if "calm" in lines else "")
    assert slugs(f"{SMALL}{more}{lines}\n") == (["feeds-itself"] if endless else [])


def test_a_rule_that_does_itself() -> None:
    start = SMALL + "when player lands on river\n  dance\n"
    one = the("rule-does-itself", start + "rule dance\n  sing\nrule sing\n  dance\n")
    assert [label.text for label in one.labels] == ["by way of this"]
    assert slugs(start + "rule dance\n  sing\nrule sing\n  if player has 50\n    dance\n") == []


def test_no_ending() -> None:
    ending = SMALL[SMALL.index("ending last") : SMALL.index("die cube")]
    assert slugs(SMALL.replace(ending, "")) == ["no-ending"]
    assert marked(the("no-ending", 'variant short "Short" fits small\nremove ending last\n', small=SMALL)) == "remove ending last"
    assert slugs('variant short "Short" fits small\nremove ending last\n' + ending.replace("last", "other_one"), small=SMALL) == []
    once = SMALL.replace(ending, "").replace(", round after round", ", up to 3 rounds")
    assert slugs(once) == []


def test_a_hook_that_never_runs() -> None:
    purpose = 'purpose fee "Fees"\nmeasure fees "Fees" sums fee by payer\n'
    wait = "when player pays fee to bank\n  collect 1\n"
    assert slugs(SMALL + purpose + wait) == ["unpaid-purpose", "hook-never-runs"]
    assert slugs(SMALL + purpose + wait + "when player lands on river\n  pay 5 to bank as fee\n") == []
    assert slugs(SMALL + 'measure draws "Draws" counts player draws card by player\n') == ["hook-never-runs"]
    # What stands in it is looked at all the same.
    assert "unknown-verb" in slugs(SMALL + "when player draws card\n  collct 5\n")


# ---------------------------------------------------------------------------------------------------------------- rivals
PAYING = SMALL + (
    'purpose fee "Fees"\nmeasure fees "Fees" sums fee by payer\npurpose gift "Gifts"\nmeasure gifts "Gifts" sums gift by payer\n'
    'pot jar "Jar"\npot jug "Jug"\nwhen player lands on meadow\n  pay 5 to bank as fee\n  pay 5 to bank as gift\n'
    "  collect all of jar\n  collect all of jug\n"
)


def two(first: str, second: str, tail: str = "") -> str:
    return f'variant one "One" fits small\n{first}\nvariant two "Two" fits small{tail}\n{second}\n'


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("when player lands on forest\n  collect 5", "when player lands on forest\n  collect 6", []),
        ("when player lands on forest\n  advance 2", "when player lands on forest\n  collect 6", ["hook-conflict"]),
        ("when player lands on forest\n  collect 6", "when player lands on field\n  put token on home", ["hook-conflict"]),
        ("when player lands on forest\n  advance 2", "when player lands on river\n  collect 6", []),
        ("when player lands on forest\n  advance 2", "before player lands on forest\n  collect 6", []),
        ("when player lands on forest\n  roll dice", "when player lands on forest\n  collect 6", ["hook-conflict"]),
        ("when player lands on forest\n  end turn", "when player lands on forest\n  collect 6", ["hook-conflict"]),
        ("when player lands on forest\n  hop", "when player lands on forest\n  collect 6\nrule hop\n  advance 1", ["hook-conflict"]),
        ("when turn begins\n  player may clap\n    collect 1", "when turn begins\n  collect 6", ["hook-conflict"]),
        ("instead of turn\n  collect 2", "instead of turn\n  collect 6", ["hook-conflict"]),
        ("before player pays fee to bank\n  send it to jar", "before player pays fee to bank\n  send it to jug", ["amount-conflict"]),
        ("before player pays fee to bank\n  send it to jar", "before player pays fee to bank\n  send it to jar", []),
        ("before player pays fee to bank\n  send it to jar", "before player pays gift to bank\n  send it to jug", []),
        ("before player pays fee to bank\n  double it", "before player pays fee to bank\n  halve it", []),
        ("before player pays fee to bank\n  double it", "before player pays fee to bank\n  add 5 to it", []),
        ("before player pays fee to bank\n  waive it", "before player pays fee to bank\n  it becomes 4", []),
        ("before player pays fee to bank\n  it becomes 3", "before player pays fee to bank\n  it becomes 4", ["amount-conflict"]),
        ("before player pays fee to bank\n  it becomes 3", "before player pays gift or fee\n  it becomes 4", ["amount-conflict"]),
    ],
)
def test_two_variants_for_one_event(first: str, second: str, expected: list[str]) -> None:
    assert slugs(two(first, second), small=PAYING) == expected
    if expected:
        one = the(expected[0], two(first, second), small=PAYING)
        assert len(one.labels) == 1 and one.labels[0].span.line < one.span.line
        assert slugs(two(first, second, " after one"), small=PAYING) == []
        assert slugs(two(first, second, " over one"), small=PAYING) == []


def test_an_edition_and_its_variant_have_an_order() -> None:
    edition = 'edition mine "Mine" extends small uses one\nwhen player lands on forest\n  advance 2\n'
    one = 'variant one "One" fits small\nwhen player lands on forest\n  advance 1\n'
    assert slugs(edition, small=SMALL, one=one) == []
    assert len(found(two("when player lands on forest\n  advance 2", "set x = 3"), small=SMALL)) == 1


# ----------------------------------------------------------------------------------------------------------------- hooks
@pytest.mark.parametrize(
    ("hook", "mend"),
    [
        ("when player lands", "`when player lands on field`"),
        ("before player lands", "`before player lands on field`"),
        ("when player passes", "`when player passes field`"),
        ("when player lands on field", ""),
        ("when player lands on space", ""),
        ("when player reaches field", ""),
    ],
)
def test_a_hook_of_a_kind_says_where(hook: str, mend: str) -> None:
    source = SMALL.replace("kind field\n", f"kind field\n  {hook}\n    say \"x\"\n")
    if not mend:
        assert slugs(source) == []
    else:
        assert mend in (the("place-left-out", source).help or "")
    assert slugs(SMALL + f"{hook}\n  say \"x\"\n") == []
