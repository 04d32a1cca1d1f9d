"""Layers: what may be declared, changed, renamed and removed, and which of two layers wins."""

from __future__ import annotations

import pytest

from rulelang.pipeline import load
from rulelang.refusal import Refusal
from tests.check.found import NAME, SMALL, found, marked, slugs, the

GAME = (
    SMALL
    + """
setting prize : money = 20 in 0..500 "Prize"
setting rate : percent = 10% rounding down "Rate"
pot jar "Jar"
deck luck "Luck"
  card gift "A gift."
    collect prize
moment idle "idle"
when turn begins
  player may act idle
action jump "Jump"
  allowed idle
  limit 2 per turn
  needs rich: player has prize else "too poor"
  needs calm: player is not angry else "too angry"
  pay rate of prize to bank
each player has
  angry : yes/no = no "angry"
when player lands on meadow
  draw from luck
  collect all of jar
  player's angry becomes yes
rule cheer
  collect 1
when player lands on forest
  cheer
"""
)


def variant(name: str, body: str, tail: str = "") -> str:
    return f'variant {name} "V" fits small{tail}\n{body}\n'


def on_game(*bodies: str, tails: tuple[str, ...] = ("", "", "")) -> str:
    """Variants one, two, three with these lines."""
    return "\n".join(variant(name, body, tail) for name, body, tail in zip(("one", "two", "three"), bodies, tails, strict=False))


def test_the_games_of_these_tests_are_right() -> None:
    assert slugs(SMALL) == slugs(GAME) == slugs(on_game("set prize = 30"), small=GAME) == []


# ------------------------------------------------------------------------------------------------------------ declaring
AGAIN = """
setting prize : money = 3 "Prize"
pot jar "Jar"
deck luck "Luck" / card second "Second" /  collect prize
moment idle "idle"
rule cheer / collect 2
action jump / allowed idle / pay 1
kind field
ending last / as soon as round > 3 / winners are players
each player has / angry : yes/no = no
die cube faces 1 to 4
dice are 1 cube
"""


@pytest.mark.parametrize("again", [line.replace(" / ", "\n  ") for line in AGAIN.strip().split("\n")])
def test_twice(again: str) -> None:
    one = the("declared-twice", variant("one", again), small=GAME)
    assert [label.text for label in one.labels] == ["first declared here"]
    assert one.labels[0].span.source.path == "table/small.mono"


def test_twice_with_the_name_of_something_renamed() -> None:
    assert slugs(variant("one", 'rename jar to bowl\npot bowl "Bowl"'), small=GAME) == ["declared-twice"]


def test_two_variants_declare_one_thing() -> None:
    one = the("declared-twice", on_game('pot jug "Jug"\nwhen player lands on river\n  pay 1 to jug', 'pot jug "Jug"'), small=GAME)
    assert one.help is not None and "let both say `uses` that one" in one.help


def test_a_card_twice() -> None:
    assert slugs(variant("one", 'add to deck luck\n  card gift "G"\n    collect 1'), small=GAME) == ["declared-twice"]


# ------------------------------------------------------------------------------------------------- what is not there
@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("set prise = 3", "did you mean `prize`?"),
        ("replace rule cher\n  collect 1", "did you mean `cheer`?"),
        ('replace deck luk "L"\n  card x "X"\n    collect 1', "did you mean `luck`?"),
        ("replace cards of lucky\n  card x \"X\"\n    collect 1", "did you mean `luck`?"),
        ("replace card gifts of luck\n  collect 1", "did you mean `gift`?"),
        ("remove rule cheers", "did you mean `cheer`?"),
        ("remove card gifts of luck", "did you mean `gift`?"),
        ("change action jumps\n  limit 1 per turn", "did you mean `jump`?"),
        ("change action jump\n  remove needs ritch", "did you mean `rich`?"),
        ("rename jars to bowl", "did you mean `jar`?"),
        ('rename gift to present "A present."', 'for other words on it, `replace card gift of luck "…"`, with no lines below'),
        ("replace card gift of luck", "give it another text, other lines below, or both"),
        ("add to moment idle\n  jumpp", "did you mean `jump`?"),
        ("change space medow\n  price 3", "did you mean `meadow`?"),
        ("change space medow price 3", "did you mean `meadow`?"),
        ("change space meadow\n  price 3", None),
        ('replace space medow\n  corner medow "M"', "did you mean `meadow`?"),
    ],
)  # fmt: skip
def test_nothing_to_change(line: str, mend: str | None) -> None:
    one = the("nothing-to-change", variant("one", line), small=GAME)
    assert mend is None or one.help == mend


def test_columns_alone_are_changed() -> None:
    one = the("unexpected-word", variant("one", "replace space meadow price 3"), small=GAME)
    assert one.help == "for columns alone, `change space meadow price 3`"


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("set prize = 3\nset prize = 4", "setting `prize`"),
        ("change action jump\n  needs rich: player has 3\n  needs rich: player has 4", "needs rich of action `jump`"),
        ("replace rule cheer\n  collect 1\nreplace rule cheer\n  collect 2", "rule `cheer`"),
    ],
)
def test_one_layer_says_a_thing_once(lines: str, what: str) -> None:
    one = the("said-twice", variant("one", lines), small=GAME)
    assert one.message == f"`one` changes {what} twice"


def test_a_second_board_is_one_mistake() -> None:
    for rows in ('corner yard "Yard"', 'corner meadow "Meadow"\n  corner yard "Yard"'):
        one = the("declared-twice", variant("one", f"board\n  {rows}"), small=GAME)
        assert marked(one) == "board"
        assert "`replace board`" in (one.help or "")


def test_a_rule_has_no_parts() -> None:
    assert slugs(variant("one", "change rule cheer\n  collect 2"), small=GAME)[0] == "change-of-rule"


# -------------------------------------------------------------------------------------------------------------- renaming
def test_both_names_stay_valid() -> None:
    text = variant(
        "one", 'rename jar to bowl "Bowl"\nrename meadow to garden "Garden"\nwhen player lands on garden\n  pay 1 to bowl\n  pay 1 to jar'
    )
    assert slugs(text + "when player lands on meadow\n  pay 2 to bowl\n", small=GAME) == []


def test_a_variant_for_the_first_name_fits_the_second() -> None:
    renamed = (
        'edition garden "Garden" extends small\nrename field to bed, beds "Bed"\nrename meadow to lawn "Lawn"\nrename prize to premium\n'
    )
    either = variant("one", "set prize = 3\nwhen player lands on meadow\n  collect 1") + variant(
        "two", "when player lands on lawn\n  collect premium"
    )
    program = load(NAME, variants=("one", "two"), buffers={NAME: renamed + either, "table/small.mono": GAME}).program
    assert next(s for s in program.settings if s.name == "prize").value == (3,)
    assert "meadow" in program.domains["thing"].names
    assert program.domains["thing"].titles[program.domains["thing"].names.index("meadow")] == "Lawn"


def test_rules_are_found_by_either_name() -> None:
    game = GAME + "rule greet bed: field\n  collect 1\nwhen player lands on river\n  greet river\n"
    text = 'edition garden "Garden" extends small\nrename field to bed\nreplace rule greet bed: bed\n  collect 2\n'
    assert slugs(text, small=game) == []


def test_a_taken_name() -> None:
    assert marked(the("name-taken", variant("one", "rename jar to luck"), small=GAME)) == "luck"


# -------------------------------------------------------------------------------------------------------------- removing
def test_removed_and_mentioned_later() -> None:
    one = the("unknown-name", variant("one", "remove pot jar"), small=GAME)
    assert "it is removed by one" in one.message


def test_removed_and_changed_above() -> None:
    edition = 'edition mine "Mine" extends small\nremove action jump\n'
    one = the(
        "nothing-to-change", variant("one", "change action jump\n  limit 1 per turn").replace("small", "mine"), small=GAME, mine=edition
    )
    assert [label.text for label in one.labels] == ["removed here"]


def test_removed_and_declared_anew() -> None:
    edition = 'edition mine "Mine" extends small\nremove rule cheer\nrule cheer\n  collect 7\n'
    assert slugs(edition, small=GAME) == []


def test_a_replaced_card_keeps_text_and_copies() -> None:
    game = GAME + 'add to deck luck\n  3 cards loss "A loss."\n    pay 1 to bank\n'
    for text, shown in (("", "A loss."), (' "A smaller loss."', "A smaller loss.")):
        ours = variant("one", f"replace card loss of luck{text}\n  pay prize to bank\n")
        domain = load(NAME, variants=("one",), buffers={NAME: ours, "table/small.mono": game}).program.domains["card"]
        assert [title for name, title in zip(domain.names, domain.titles, strict=True) if "loss" in name] == [shown] * 3


def test_a_kind_goes_with_its_lines() -> None:
    game = GAME + "kind pond\n  depth : count\n  when player lands on pond\n    collect depth\n"
    edition = 'edition mine "Mine" extends small\n'
    assert slugs(edition + "remove kind pond\n", small=game) == []
    assert slugs(edition + "replace kind pond\n  when player lands on pond\n    collect 1\n", small=game) == []


def test_a_deck_goes_with_its_cards() -> None:
    edition = 'edition mine "Mine" extends small\nreplace deck luck "Luck"\n  card one "One"\n    collect 1\n'
    program = load(NAME, buffers={NAME: edition, "table/small.mono": GAME}).program
    assert program.domains["card"].names == ("luck.one",)


# -------------------------------------------------------------------------------------------------------------- settings
@pytest.mark.parametrize("value", ["501", "1000000"])
def test_out_of_range(value: str) -> None:
    one = the("out-of-range", variant("one", f"set prize = {value}"), small=GAME)
    assert [label.text for label in one.labels] == ["its range is declared here"]
    assert slugs(GAME, settings={"prize": value}) == ["out-of-range"]


def test_of_the_wrong_type() -> None:
    assert slugs(variant("one", "set prize = yes"), small=GAME) == ["wrong-type"]
    assert slugs(variant("one", "set prize = 10%"), small=GAME) == ["wrong-type"]


def test_the_command_line_is_above_all() -> None:
    program = load(NAME, variants=("one",), settings={"prize": "7"}, buffers={NAME: GAME + variant("one", "set prize = 5")}).program
    assert next(s for s in program.settings if s.name == "prize").value == (7,)


def test_an_unknown_setting_of_the_command_line() -> None:
    assert slugs(GAME, settings={"prise": "3"}) == ["nothing-to-change"]
    with pytest.raises(Refusal, match="--set"):
        load(NAME, settings={"prize": "=="}, buffers={NAME: GAME}).model


# --------------------------------------------------------------------------------------------------------- order of layers
def prize(text: str, variants: tuple[str, ...] = (), **files: str) -> tuple[int, list[str]]:
    """The value of the setting, and the layers that made it."""
    buffers = {NAME: text, "table/small.mono": GAME, **{f"table/{name}.mono": content for name, content in files.items()}}
    compilation = load(NAME, variants=variants, buffers=buffers)
    assert not len(compilation.diagnostics), [one.message for one in compilation.diagnostics]
    entry = compilation.model.of("setting")["prize"]
    return next(s for s in compilation.program.settings if s.name == "prize").value[0], [c.layer for c in entry.chain]


def test_ancestors_then_edition_then_variants() -> None:
    middle = 'edition middle "Middle" extends small\nset prize = 1\n'
    top = 'edition top "Top" extends middle\nset prize = 2\n'
    extra = variant("extra", "set prize = 3")
    assert prize(top, middle=middle) == (2, ["small", "middle", "top"])
    assert prize(top, ("extra",), middle=middle, extra=extra) == (3, ["small", "middle", "top", "extra"])


def test_what_an_edition_uses_lies_below_it() -> None:
    extra = variant("extra", "set prize = 3")
    assert prize('edition top "Top" extends small uses extra\n', extra=extra) == (3, ["small", "extra"])
    assert prize('edition top "Top" extends small uses extra\nset prize = 2\n', extra=extra) == (2, ["small", "extra", "top"])


def test_what_a_variant_uses_lies_below_it() -> None:
    files = {"lower": variant("lower", "set prize = 1"), "upper": variant("upper", "set prize = 2", " uses lower")}
    assert prize('edition top "Top" extends small\n', ("upper",), **files) == (2, ["small", "lower", "upper"])


def test_over() -> None:
    text = 'edition top "Top" extends small\n' + variant("aa", "set prize = 1", " over zz") + variant("zz", "set prize = 2")
    assert prize(text, ("aa", "zz")) == prize(text, ("zz", "aa")) == (1, ["small", "zz", "aa"])


def test_the_order_of_the_command_line_never_decides() -> None:
    text = GAME + "\n".join(variant(name, f"when player lands on river\n  collect {n}") for n, name in enumerate(("bb", "aa", "cc"), 3))
    one = load(NAME, variants=("bb", "aa", "cc"), buffers={NAME: text}).program
    other = load(NAME, variants=("cc", "bb", "aa"), buffers={NAME: text}).program
    assert one == other
    assert one.variants == ("aa", "bb", "cc")


# ------------------------------------------------------------------------------------------------------------- conflicts
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("set prize = 1", "set prize = 2"),
        ("replace rule cheer\n  collect 2", "replace rule cheer\n  collect 3"),
        ("replace rule cheer\n  collect 2", "remove rule cheer\nreplace rule game\n  stop\nremove moment idle"),
        ("change action jump\n  needs rich: player has 1", "change action jump\n  needs rich: player has 2"),
        ("change action jump\n  remove needs rich", "change action jump\n  needs rich: player has 2"),
        ("change action jump\n  remove limit", "change action jump\n  limit 1 per turn"),
        ("change action jump\n  limit 1 per turn", "replace action jump\n  allowed idle\n  pay prize + rate of prize to bank"),
        ('replace cards of luck\n  card x "X"\n    collect prize', 'add to deck luck\n  card y "Y"\n    collect 1'),
        ("replace card gift of luck\n  collect prize + 1", "replace card gift of luck\n  collect prize + 2"),
        ('rename meadow to lawn "Lawn"', 'rename meadow to glade "Glade"'),
    ],
)  # fmt: skip
def test_conflict(first: str, second: str) -> None:
    conflicts = [one for one in found(on_game(first, second), small=GAME) if one.slug == "conflict"]
    assert conflicts, slugs(on_game(first, second), small=GAME)
    one = conflicts[0]
    lines = on_game(first, second).split("\n")
    second_begins = lines.index(next(line for line in lines if line.startswith("variant two"))) + 1
    assert one.span.line > second_begins
    assert [label.span.line < second_begins for label in one.labels] == [True]
    assert one.help is not None and "variant two … over one" in one.help


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("set prize = 1", "set prize = 1"),
        ("set prize = 1", "set rate = 5%"),
        ("change action jump\n  needs rich: player has 1", "change action jump\n  remove needs calm"),
        ("change action jump\n  limit 1 per turn", "change action jump\n  limit 5 per game"),
        ('add to deck luck\n  card x "X"\n    collect prize', 'add to deck luck\n  card y "Y"\n    collect 1'),
        ("remove needs", "remove needs"),
    ],
)
def test_no_conflict(first: str, second: str) -> None:
    first, second = (("change action jump\n  remove needs rich",) * 2) if first == "remove needs" else (first, second)
    assert "conflict" not in slugs(on_game(first, second), small=GAME)


def test_over_settles_it() -> None:
    pair = ("set prize = 1", "set prize = 2")
    assert slugs(on_game(*pair, tails=(" over two", "")), small=GAME) == []
    assert slugs(on_game(*pair, tails=("", " over one")), small=GAME) == []
    assert slugs(on_game(*pair, "set prize = 3", tails=("", "", " over one, two")), small=GAME) == ["conflict"]
    assert slugs(on_game(*pair, "set prize = 3", tails=("", " over one", " over two")), small=GAME) == []


def test_a_higher_layer_settles_it() -> None:
    edition = 'edition mine "Mine" extends small uses one, two\n'
    files = {"small": GAME, "one": variant("one", "set prize = 1"), "two": variant("two", "set prize = 2")}
    assert slugs(edition, **files) == ["conflict"]
    assert slugs(edition + "set prize = 3\n", **files) == []
    assert slugs(edition, settings={"prize": "3"}, **files) == []


def test_order_in_a_ring() -> None:
    one = the("order-cycle", on_game("set prize = 1", "set rate = 5%", tails=(" after two", " after one")), small=GAME)
    assert [label.text for label in one.labels] == ["`two` says so here"]
    assert slugs(on_game("set prize = 1", "set rate = 5%", tails=(" over two", " over one")), small=GAME) == ["order-cycle"]


def test_over_something_that_is_not_there() -> None:
    one = the("unknown-section", on_game("set prize = 1", tails=(" over towo",)) + variant("two", "set rate = 5%"), small=GAME)
    assert one.help == "did you mean `two`?"


# --------------------------------------------------------------------------------------------------- what fits what
def test_does_not_fit() -> None:
    edition = 'edition mine "Mine" extends small uses extra\n'
    extra = 'variant extra "E" fits classic\nset prize = 3\n'
    one = the("does-not-fit", edition, small=GAME, extra=extra)
    assert marked(one) == "extra"
    assert one.labels[0].span.text == "classic"
    assert "`mine` is none of these" in one.message
    assert the("does-not-fit", edition, small=GAME, extra=extra.replace("classic", "smal")).help == "did you mean `small`?"


def test_fits_an_ancestor_or_a_library() -> None:
    edition = 'edition mine "Mine" extends small uses extra, tools\n'
    tools = 'library tools "Tools"\nsetting hammers : count = 3 "Hammers"\nwhen player lands on river\n  collect 2 * hammers\n'
    for names in ("small", "mine", "classic, small", "tools"):
        assert slugs(edition, small=GAME, tools=tools, extra=f'variant extra "E" fits {names}\nset prize = 3\n') == []


def test_a_variant_brings_the_one_it_needs() -> None:
    files = {"small": GAME, "lower": variant("lower", 'setting bonus : money = 4 "Bonus"\nwhen player lands on river\n  collect bonus')}
    assert slugs(variant("upper", "set bonus = 5", " uses lower"), **files) == []
    assert slugs(variant("upper", "set bonus = 5"), **files) == ["nothing-to-change"]
    assert slugs(variant("upper", "set bonus = 5", " uses lowr"), **files) == ["unknown-section", "nothing-to-change"]


def test_what_is_needed_may_not_fit() -> None:
    lower = 'variant lower "L" fits classic\nset prize = 1\n'
    assert slugs(variant("upper", "set prize = 5", " uses lower"), small=GAME, lower=lower) == ["does-not-fit"]


def test_a_library_nobody_uses() -> None:
    assert slugs('library tools "Tools"\nsetting hammers : count = 3 "Hammers"\n') == ["library-alone"]


def test_what_went_with_a_board() -> None:
    """One message for all groups that a new board empties, at the board; and lines that speak of a lost space say where it went."""
    grouped = SMALL.replace('board\n', 'group dry "Dry"\ngroup wet "Wet"\ngroup far "Far"\nboard\n')
    grouped = grouped.replace('"Meadow"', '"Meadow" in dry').replace('"Forest"', '"Forest" in far').replace('"River"', '"River" in wet')
    new = 'variant v "V" fits small\nreplace board\n  field home "Home"\n  field marsh "Marsh" in wet\n'
    one = the("unused-name", new, small=grouped)
    assert one.message == "this leaves nothing in the groups `dry`, `far`"
    assert marked(one) == "replace board"
    assert one.help is not None and "`remove group dry`" in one.help
    assert slugs(new + "remove group dry\nremove group far\n", small=grouped) == []
    sent = grouped + "when player lands on river\n  advance to meadow\n"
    lost = [one for one in found(new, small=sent) if one.severity == "error"]
    assert [(one.slug, one.message) for one in lost] == [
        ("unknown-name", "there is no role or thing `river` any more"),
        ("unknown-name", "there is no space `meadow` any more"),
    ]
    assert [[label.text for label in one.labels] for one in lost] == [["it went with what v replaces here"]] * 2


def test_names_as_the_author_knows_them() -> None:
    """A space that was renamed is spoken of by its new name, and a card of nearly that name is not taken for it in silence."""
    child = 'edition child "Child" extends small\nrename forest to lighthose "Lighthouse"\ndeck luck "Luck"\n'
    child += '  card lighthouse "To the lighthouse."\n    advance to lighthouse\nwhen player lands on river\n  draw from luck\n'
    one = the("wrong-type", child, small=SMALL)
    assert one.message == "a space is wanted here, and `lighthouse` is a card"
    assert one.help == "did you mean `lighthose`?"


def test_dice_with_a_comma_in_a_test() -> None:
    one = the("unknown-step", SMALL + 'test "T"\n  when ann rolls 2, 3\n')
    assert (marked(one), one.help) == ("3", "what dice show is written without commas: `ann rolls 2 2`")


def test_a_deck_whose_card_cannot_be_read() -> None:
    """One message for one mistake; a deck that has really none is another."""
    draw = "when player lands on river\n  draw from luck\n"
    assert slugs(SMALL + 'deck luck "Luck"\n  card one\n    collect 5\n' + draw) == ["unfinished-line"]
    assert slugs(SMALL + 'deck luck "Luck"\n' + draw) == ["empty-deck"]
    assert slugs(SMALL + 'deck luck "Luck"\n' + draw.replace("luck", "lukc")) == ["empty-deck", "unknown-name"]


@pytest.mark.parametrize(
    ("line", "what", "help_"),
    [
        ("wage is 40", "a setting", "`set wage = …`"),
        ("jar is 4", "a pot", "choose another"),
        ("luck is 4", "a deck", "choose another"),
        ("home is 4", "a space", "choose another"),
        ("round is 4", "something that is always there", "choose another"),
        ("game has\n  wage : money = 4", "a setting", "`set wage = …`"),
    ],
)
def test_a_value_is_not_called_like_something_else(line: str, what: str, help_: str) -> None:
    game = GAME + 'setting wage : money = 5 in 1..50 "Wage"\nwhen player reaches meadow\n  collect wage\n'
    one = the("name-taken", f'edition big "Big" extends small\n\n{line}\n', small=game)
    assert what in one.message
    assert help_ in (one.help or "")
    assert one.span.source.path.endswith("game.mono")
