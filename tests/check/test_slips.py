"""A misspelt name or word gets its suggestion wherever it stands."""

from __future__ import annotations

import pytest

from tests.check.found import found, slugs, the

CLASSIC = 'edition slips "Slips" extends classic\n'

# (lines, what is misspelt, what was meant)
NAMES = [
    ("add to deck chance\n  card fly_1 \"Fly.\"\n    advance to mayfiar", "mayfiar", "mayfair"),
    ("rule fly\n  put token on strnad", "strnad", "strand"),
    ("rename strand to rose_alley \"R\"\nrule fly\n  put token on rose_aley", "rose_aley", "rose_alley"),
    ("rule fly to space\n  each stie in brown\n    stop", "stie", "site"),
    ("rule fly\n  let n be number of sites in brwon\n  say \"{n}\"", "brwon", "brown"),
    ("rule fly\n  pay 5 to bnak as tax", "bnak", "bank"),
    ("rule fly\n  pay 5 to bank as txa", "txa", "tax"),
    ("rule fly\n  pay 5 to bank for strnad", "strnad", "strand"),
    ("rule fly\n  draw from chnace", "chnace", "chance"),
    ("rule fly\n  raise mayfiar", "mayfiar", "mayfair"),
    ("rule fly\n  roll whtie", "whtie", "white"),
    ("rule fly\n  give strand to palyer", "palyer", "player"),
    ("rule fly\n  if strand has no onwer\n    stop", "onwer", "owner"),
    ("rule fly\n  say \"{player's mony}\"", "mony", "money"),
    ("rule fly\n  player may act in_dept", "in_dept", "in_debt"),
    ("rule fly\n  if player can biuld\n    stop", "player can biuld", "build"),
    ("each player has\n  mood : cuont = 0", "cuont", "count"),
    ("kind pier\n  width : cuont", "cuont", "count"),
    ("each palyer has\n  mood : count = 0", "mood : count = 0", "player"),
    ("action swim\n  allowed before_dcie\n  pay 5", "before_dcie", "before_dice"),
    ("action swim\n  allowed before_dice\n  limit 1 per trun\n  pay 5", "trun", "turn"),
    ("ending over \"Over\"\n  as soon as rond > 3\n  winners are players", "rond", "round"),
    ("setting toll : mony = 5", "mony", "money"),
    ("measure tolls \"T\" sums txa by payer", "txa", "tax"),
    ("measure tolls \"T\" sums tax by pyaer", "pyaer", "payer"),
    ("measure visits_2 \"V\" counts player lands on mayfiar by player", "mayfiar", "mayfair"),
    ("goods sit", "goods sit", "site"),
    ("group sad \"S\" building_csot 5\nthings\n  site x1 \"X\" in sad price 5 rents 1, 2, 3, 4, 5, 6", "building_csot", "building_cost"),
    ("group sad \"S\" coolur \"aabbcc\" building_cost 5\nthings\n  site x1 \"X\" in sad price 5 rents 1,2,3,4,5,6", "coolur", "colour"),
    ("things\n  stie x1 \"X\" in brown price 5 rents 1, 2, 3, 4, 5, 6", "stie", "site"),
    ("things\n  site x1 \"X\" in brwon price 5 rents 1, 2, 3, 4, 5, 6", "brwon", "brown"),
    ("things\n  site x1 \"X\" in brown prcie 5 rents 1, 2, 3, 4, 5, 6", "prcie", "price"),
    ("piece hut \"hut\"\nladder huts of stie\n  hut up to 3", "stie", "site"),
    ("when player lands on mayfiar\n  stop", "mayfiar", "mayfair"),
    ("before player pays rnet\n  waive it", "rnet", "rent"),
    ("set salry = 3", "salry", "salary"),
    ("rename hosue to hut, huts", "hosue", "house"),
    ("change action biuld on site\n  remove needs even", "change action biuld on site", "build on site"),
    ("change action build on site\n  remove needs evne", "evne", "even"),
    ("remove rule go to jial", "remove rule go to jial", "go to jail"),
    ("change space old_kent_rod\n  price 5", "old_kent_rod", "old_kent_road"),
    ("change space old_kent_road\n  prcie 5", "prcie", "price"),
    ("add to deck chnace\n  card ab_1 \"X\"\n    pay 5", "chnace", "chance"),
    ("replace cards of chnace\n  card ab_1 \"X\"\n    pay 5", "chnace", "chance"),
]  # fmt: skip

SECTIONS = [
    ('edition slips "S" extends clasisc\n', "clasisc", "classic"),
    ('edition slips "S" extends classic uses free_biuld\n', "free_biuld", "free_build"),
    ('variant slips "S" fits clasisc, kids\nset salary = 3\n', "clasisc", "classic"),
    ('variant slips "S" fits classic over free_biuld\nset salary = 3\n', "free_biuld", "free_build"),
    ('variant slips "S" fits classic after free_biuld\nset salary = 3\n', "free_biuld", "free_build"),
    (CLASSIC + 'test "t" with free_biuld\n  when ann begins\n', "free_biuld", "free_build"),
]

STRATEGIES = [
    ("  set reserv = 4", "reserv", "reserve"),
    ("  in before_dcie\n    build on site", "before_dcie", "before_dice"),
    ("  in before_dice\n    biuld on site", "biuld on site", "build"),
    ("  in before_dice\n    build on stie", "stie", "site"),
    ("  in before_dice\n    build on site if money_aftr > 5", "money_aftr", "money_after"),
    ("  accpet if value of given > value of asked", "accpet", "accept"),
    ("  value of deeed is 5", "deeed", "deed"),
    ("  raise up to value of lto", "lto", "lot"),
]

STEPS = [
    ("given ann owns strnad", "strnad", "strand"),
    ("given bob is jaield", "jaield", "jailed"),
    ("given ann is att_urn", "att_urn", "at_turn"),
    ("given ann stands on mayfiar", "mayfiar", "mayfair"),
    ("given ann holds chance_fre", "chance_fre", "chance_free"),
    ("given strand has 2 hosues", "hosues", "house"),
    ("given ann owns brown with 2 hosues each", "hosues", "house"),
    ("when ann byus", "byus", "buy"),
    ("when ann biulds on strand", "biulds", "build"),
    ("when ann draws bnak_error", "bnak_error", "bank_error"),
    ("when ann lands on strnad", "strnad", "strand"),
    ("when ann plays chance_fre", "chance_fre", "chance_free"),
    ("then ann pays 20 to bnak", "bnak", "bank"),
    ("then ann pays 20 to bank as txa", "txa", "tax"),
    ("then ann pays 20 to bank for strnad", "strnad", "strand"),
    ("then ann can biuld on strand", "biuld on strand", "build"),
    ("then ann cannot build on strand because evne", "evne", "even"),
    ("then ann's tires is 5", "tires", "tries"),
    ("then bob is jaield", "jaield", "jailed"),
    ("then game is oevr", "game is oevr", "game is over"),
    ("then ann is asked to riase", "riase", "raise"),
]

# Words of the language, in the lines of a rule.
WORDS = [
    ("sotp", "sotp", "stop"),
    ("laeve game", "laeve", "leave"),
    ("pya 5 to bank", "pya", "pay"),
    ("pay 5 ot bank", "pay 5 ot bank", "to"),
    ("advance ot go", "advance ot go", "to"),
    ("repaet up to 3 times\n    pay 5", "repaet", "repeat"),
    ("repeat up ot 3 times\n    pay 5", "up ot", "up to"),
    ("lte n be 4", "lte", "let"),
    ("player mai buy strand", "mai", "may"),
    ("eech player\n    pay 5", "eech", "each"),
    ("untl anyone rolls doubles\n    before player pays tax\n      waive it", "untl", "until"),
    ("chose n from sites", "chose", "choose"),
    ("choose n from sites with higest price", "with higest", "with highest"),
    ("let n be totl price of sites", "totl", "total"),
    ("let n be number fo sites", "number fo", "number of"),
    ("if player has 5 adn round > 3\n    pay 5", "adn", "and"),
]


def _suggested(text: str, place: str, meant: str) -> None:
    diagnostics = found(text)
    at = [one for one in diagnostics if one.span.text == place]
    assert at, [(one.slug, one.span.text, one.message) for one in diagnostics]
    assert any(f"`{meant}`" in (one.help or "") for one in at), [one.help for one in at]


@pytest.mark.parametrize(("lines", "place", "meant"), NAMES)
def test_names(lines: str, place: str, meant: str) -> None:
    _suggested(f"{CLASSIC}{lines}\n", place, meant)


@pytest.mark.parametrize(("text", "place", "meant"), SECTIONS)
def test_sections(text: str, place: str, meant: str) -> None:
    _suggested(text, place, meant)


@pytest.mark.parametrize(("lines", "place", "meant"), STRATEGIES)
def test_strategies(lines: str, place: str, meant: str) -> None:
    _suggested(f'{CLASSIC}strategy mine "Mine" extends steady\n{lines}\n', place, meant)


def test_what_begins_no_line_of_a_strategy() -> None:
    for line, mend in (("always buy deed", "leave `always` out"), ("never trade", "is a no"), ("change buy deed", "replace")):
        one = the("unknown-decision", f'{CLASSIC}strategy mine "Mine" extends steady\n  {line}\n')
        assert one.span.text == line.split()[0]
        assert mend in (one.help or "")


def test_a_line_behind_inherited_ones() -> None:
    """The stricter line forbids nothing: steady's own line still says yes."""
    head = f'{CLASSIC}strategy mine "Mine" extends steady\n'
    one = the("override-word", f"{head}  buy deed if player's money > 900\n")
    assert (one.severity, one.help) == ("warning", "write `replace buy deed if player's money > 900`")
    assert one.labels[0].span.source.path == "editions/strategies/steady.mono"
    assert slugs(f"{head}  replace buy deed if player's money > 900\n  buy deed if round > 9\n") == []


@pytest.mark.parametrize(("line", "place", "meant"), STEPS)
def test_steps_of_tests(line: str, place: str, meant: str) -> None:
    before = "" if line.startswith("given") else "  given ann has 100, bob has 100\n"
    _suggested(f'{CLASSIC}test "t"\n{before}  {line}\n', place, meant)


@pytest.mark.parametrize(("line", "place", "meant"), WORDS)
def test_words_of_the_language(line: str, place: str, meant: str) -> None:
    _suggested(f"{CLASSIC}rule fly\n  {line}\n", place, meant)


def test_lines_of_cards_and_decks() -> None:
    deck = 'deck sea "Sea"\n  {} one "One"\n    pay 5\n'
    _suggested(CLASSIC + deck.format("crad"), "crad", "card")
    _suggested(CLASSIC + 'deck sea "Sea"\n  card one "One"\n    kep\n', "kep", "keep")
    kept = 'deck sea "Sea"\n  card one "One"\n    keep\n    paly in before_dice if player is jailed\n      pay 5\n'
    _suggested(CLASSIC + kept, "paly", "play")


def test_what_there_is_is_listed_where_nothing_is_near() -> None:
    [one] = found(CLASSIC + "rule fly\n  draw from zzzz\n")
    assert one.help == "name one of: `chance`, `community_chest`"
    [one] = found(CLASSIC + "rule fly\n  advance to lighthouse\n")
    assert one.message == "there is no space `lighthouse`" and one.help and one.help.startswith("name one, such as `go`")


def test_a_wrong_sort_of_thing_is_told_what_would_fit() -> None:
    [one] = found(CLASSIC + "rule fly\n  advance to chance\n")
    assert one.slug == "wrong-type" and "`chance_" in (one.help or "")


def test_loops_whose_name_is_not_used() -> None:
    lines = "when player lands on jail\n  take turns among players as plyaer\n    each player as guest\n      pay 5\n"
    assert [(one.slug, one.span.text) for one in found(CLASSIC + lines)] == [("unused-name", "plyaer"), ("unused-name", "guest")]


def test_one_message_for_a_broken_line_with_lines_below_it() -> None:
    assert [one.slug for one in found(CLASSIC + "rule fly\n  eech player\n    pay 5\n")] == ["unexpected-word"]


def test_a_mistake_in_a_text_is_shown_where_it_stands() -> None:
    [one] = found(CLASSIC + 'rule fly\n  say "The \\"{bnak}\\" and {mayfiar}"\n')[:1]
    assert one.span.source.path == "table/game.mono" and one.span.line == 3
    [one] = found(CLASSIC + 'rule fly\n  say "{bnak}"\n')
    assert one.span.text == "bnak" and one.help == "did you mean `bank`?"


def test_a_fact_that_breaks_off() -> None:
    [one] = found(CLASSIC + 'test "t"\n  when ann lands on go\n  then ann holds\n')
    assert one.slug == "unknown-fact"
