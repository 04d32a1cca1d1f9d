"""What texts are read as: the nodes that later stages rely on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import header_of, parse_event, parse_expression, parse_facts, parse_header
from tests.syntax.reading import body, good, read, section


def expression(text: str) -> ast.Expr:
    said = Diagnostics()
    found = parse_expression(Source("x", text), said)
    assert found is not None, said.found
    return found


def shown(node: object) -> object:
    """A node as nested tuples of class name and fields, without spans; words and numbers as themselves."""
    match node:
        case ast.Word():
            return node.text
        case ast.Num() | ast.Pct() | ast.Text():
            return node.value
        case ast.Path():
            return "'s ".join(word.text for word in node.words)
        case ast.Noun(quantifier=None, filters=()):
            return shown(node.path)
        case ast.Node():
            names = [name for name in node.__dataclass_fields__ if name != "span"]
            return (type(node).__name__, *(shown(getattr(node, name)) for name in names))
        case tuple():
            return tuple(shown(part) for part in node)
        case _:
            return node


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1 + 2 * 3", ("Binary", "+", 1, ("Binary", "*", 2, 3))),
        ("(1 + 2) * 3", ("Binary", "*", ("Binary", "+", 1, 2), 3)),
        ("1 - 2 - 3", ("Binary", "-", ("Binary", "-", 1, 2), 3)),
        ("x / 2 rounded up", ("Rounded", ("Binary", "/", "x", 2), "up")),
        ("x / 2 rounded to nearest", ("Rounded", ("Binary", "/", "x", 2), "nearest")),
        ("x but at most 3 but at least 1", ("Limited", ("Limited", "x", "most", 3), "least", 1)),
        ("2 * rents at bare + 5", ("Binary", "+", ("Binary", "*", 2, ("At", "rents", "bare")), 5)),
        ("rents at number of owner's stations", ("At", "rents", ("NumberOf", "owner's stations"))),
        ("10% of price", ("Of", Fraction(10), "price")),
        ("2.5% of price", ("Of", Fraction(5, 2), "price")),
        ("interest of money of player", ("Of", "interest", ("Of", "money", "player"))),
        ("half of x", ("HalfOf", "x")),
        ("all of group", ("AllOf", "group")),
        ("total price of deeds", ("Total", "price", "deeds")),
        ("total of dice", ("Total", None, "dice")),
        ("lowest step of sites", ("Extreme", "lowest", "step", "sites")),
        ("value seen by partner", ("SeenBy", "value", "partner")),
        ("b and c or not d", ("Logic", "or", ("Logic", "and", "b", "c"), ("Not", "d"))),
        ("x is not b", ("Is", "x", True, "b")),
        ("x is no", ("Is", "x", False, "no")),
        ("2 players are out", ("CountIs", 2, "players", "out")),
        ("bank has 2 houses", ("Has", "bank", False, 2, "houses")),
        ("bank has a house", ("Has", "bank", False, None, "house")),
        ("bank does not have house", ("Has", "bank", True, None, "house")),
        ("player owns all of group", ("Owns", "player", False, ("AllOf", "group"))),
        ("player does not own deed", ("Owns", "player", True, "deed")),
        ("x <= 3", ("Compare", "<=", "x", 3)),
        ("all deeds in group have the same x", ("Same", ("Noun", "all", "deeds", (("Filter", "in_", "group", *(None,) * 4),)), "x")),
        ("player can build on site", ("Can", "player", ("Statement", ("build",), (("Prep", "on", "site", False),)))),
        ("no deed is x", ("Is", ("Noun", "no", "deed", ()), False, "x")),
        ("sites with the fewest steps", ("Noun", None, "sites", (("Filter", "with_extreme", None, "steps", "lowest", None, None),))),
        ("deeds that player owns", ("Noun", None, "deeds", (("Filter", "owned_by", "player", *(None,) * 4),))),
        ("deeds whose price >= 100", ("Noun", None, "deeds", (("Filter", "whose", "price", None, None, ">=", 100),))),
        ("players who can build", ("Noun", None, "players", (("Filter", "that_can", None, "build", None, None, None),))),
        ("sites that player can sell", ("Noun", None, "sites", (("Filter", "doable_by", "player", "sell", None, None, None),))),
        ("the next station", ("Noun", "next", "station", ())),
        ("players' money", "players's money"),
        ("total_of_x", "total_of_x"),
        ("island", "island"),
        ("дом", "дом"),
    ],
)
def test_expressions(text: str, tree: object) -> None:
    assert shown(expression(text)) == tree


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('""', ""),
        (r'"a\"b"', 'a"b'),
        (r'"a\\nb"', "a\\nb"),
        (r'"a\nb"', "a\nb"),
        (r'"\\"', "\\"),
        (r'"\\\\n"', "\\\\n"),
        ('"Улица # {x}"', "Улица # {x}"),
    ],
)
def test_strings(written: str, value: str) -> None:
    assert shown(expression(written)) == value


def test_chains_are_put_together() -> None:
    found = body("if x\n  stop\nelse if b\n  stop\nelse if c\n  stop\nelse\n  end turn\nif d\n  stop")
    assert [type(line) for line in found] == [ast.If, ast.If]
    first, second = found
    assert isinstance(first, ast.If) and isinstance(second, ast.If)
    assert [shown(condition) for condition, _ in first.branches] == ["x", "b", "c"]
    assert shown(first.otherwise) == (("Simple", "end_turn"),)
    assert second.otherwise == ()


def test_may_and_otherwise() -> None:
    (found,) = body("bidder may raise\n  stop\notherwise\n  drop out")
    assert shown(found) == ("May", "bidder", ("Statement", ("raise",), ()), None, (("Simple", "stop"),), (("Simple", "drop_out"),))


def test_either() -> None:
    (found,) = body("player either pay\n  stop\nor\n  end turn\nor go\n  stop")
    assert isinstance(found, ast.Either)
    assert shown(found.who) == "player"
    assert [way.name and way.name.text for way in found.options] == ["pay", None, "go"]


def test_texts_of_questions() -> None:
    asked, aimed, ways, chosen = body(
        'player may stay "Stay?"\nplayer may pay 5 to bank "Pay?"\n'
        'either pay "Pay it"\n  stop\nor "Leave it"\n  stop\nchoose x "Which?" from sites'
    )
    assert shown(asked)[2:4] == (("Statement", ("stay",), ()), "Stay?")  # type: ignore[index]
    assert shown(aimed)[2:4] == (("Statement", ("pay", 5), (("Prep", "to", "bank", False),)), "Pay?")  # type: ignore[index]
    assert isinstance(asked, ast.May) and asked.statement.span.text == "stay"
    assert isinstance(ways, ast.Either) and [way.text and way.text.value for way in ways.options] == ["Pay it", "Leave it"]
    assert isinstance(chosen, ast.Choose) and chosen.text is not None and chosen.text.value == "Which?"


def test_take_turns() -> None:
    (found,) = body("take turns among lot's bidders as bidder, starting left of player, up to 30 rounds, until x is y\n  stop")
    assert isinstance(found, ast.TakeTurns)
    assert shown(found)[1:8] == ("lot's bidders", "bidder", "player", True, False, 30, ("Is", "x", False, "y"))  # type: ignore[index]


def test_statements() -> None:
    found = body("pay 40 per house, 115 per hotel to bank as repairs\npay 20 to each other player\nmood becomes no\nlet x be no")
    assert shown(found[0]) == (
        "Do",
        ("Statement", ("pay", ("Per", ((40, "house"), (115, "hotel")))), (("Prep", "to", "bank", False), ("Prep", "as", "repairs", False))),
    )
    assert shown(found[1]) == ("Do", ("Statement", ("pay", 20), (("Prep", "to", ("Noun", "other", "player", ()), True),)))
    assert shown(found[2:]) == (("Becomes", "mood", "no"), ("Let", "x", "no"))


def test_hooks_and_events() -> None:
    found = section(
        "before player pays rent, tax or fine to bank if x\n  stop\ninstead of walk\n  stop\nwhen x's y becomes no\n  stop"
    ).declarations
    assert [hook.when for hook in found if isinstance(hook, ast.Hook)] == ["before", "instead_of", "when"]
    first, _, third = found
    assert isinstance(first, ast.Hook) and isinstance(third, ast.Hook)
    assert [shown(item.options) for item in first.event.items] == [("player",), ("pays",), ("rent", "tax", "fine")]
    assert [(word, shown(item.options)) for word, item in first.event.preps] == [("to", ("bank",))]
    assert shown(third.event.becomes) == ("x's y", "no")


def test_headers() -> None:
    header = header_of("award deed to winner: player for bid: money list")
    assert [(item.word.text, item.type) for item in header.items] == [("award", None), ("deed", None)]
    assert [(word, item.word.text, item.type and (item.type.name, item.type.is_list)) for word, item in header.preps] == [
        ("to", "winner", ("player", False)),
        ("for", "bid", ("money", True)),
    ]
    with pytest.raises(ValueError, match="no header"):
        header_of("pay to to")


def test_parts_of_lines_say_what_is_wrong() -> None:
    for parse in (parse_expression, parse_header, parse_event, parse_facts):
        for text in ("", "  ", "to to", '"', "x" * 3000, "(\n", "\0"):
            said = Diagnostics()
            assert not parse(Source("x", text), said)
            assert len(said) == 1, (parse, text, said)


def test_parts_know_their_places() -> None:
    found = parse_expression(Source("x", "  1 +\n money "), Diagnostics())
    assert isinstance(found, ast.Binary)
    assert (found.span.start, found.right.span.text) == (2, "money")


def test_facts() -> None:
    text = "ann owns brown with 3 houses each, ann has about 3 to 4, ann cannot build because owner, ann is no"
    facts = parse_facts(Source("x", text), Diagnostics())
    assert [fact.kind for fact in facts] == ["owns", "about", "cannot", "is"]
    assert facts[0].with_each is not None and (facts[0].with_each[0], facts[0].with_each[1].text) == (3, "houses")
    assert facts[2].because is not None and facts[2].because.text == "owner"


def test_words_of_declarations_are_names_elsewhere() -> None:
    found = section(
        "group's doubling is yes\nkind pile\n  deck : deck\n  group : group\n  deck's size is 3\nremove group's doubling"
    ).declarations
    assert [type(one) for one in found] == [ast.ValueDef, ast.Kind, ast.Remove]
    kind = found[1]
    assert isinstance(kind, ast.Kind) and len(kind.items) == 3


def test_sections() -> None:
    file = good(
        'strategy s "S"\n  claim 0\nedition e "E"\n  players 2 to 6\n  rule foo\n    stop\nrule bar\n  stop\n'
        'variant v "V"\n  set x = 3\nset y = 4\ntest "t"\n  then x\n'
    )
    assert [section.head.kind for section in file.sections] == ["edition", "variant"]
    assert [type(one) for one in file.sections[0].declarations] == [ast.Rule, ast.Rule]
    assert [type(one) for one in file.sections[1].declarations] == [ast.Set, ast.Set]
    assert file.sections[0].head.players == (2, 6)
    assert len(file.loose) == 1 and len(file.sections[1].tests) == 1


def test_a_file_without_a_head_says_so_once() -> None:
    file, said = read("set x = 3\nset y = 4\nset z = 5\n")
    assert [one.slug for one in said] == ["no-head"]
    assert not file.sections


def test_cards() -> None:
    (deck,) = section(
        'deck d "D"\n  2 cards c "C"\n    keep\n    play in m if x\n      stop\n    play before y rolls if z\n      stop\n'
        '  card e "E"\n    stop'
    ).declarations
    assert isinstance(deck, ast.Deck)
    kept, done = deck.cards
    assert (kept.copies, kept.keep, len(kept.plays), kept.body) == (2, True, 2, ())
    assert kept.plays[0].moment is not None and shown(kept.plays[0].condition) == "x"
    assert kept.plays[1].hook is not None and shown(kept.plays[1].hook.condition) == "z" and kept.plays[1].hook.body
    assert (done.copies, done.keep, done.plays, len(done.body)) == (1, False, (), 1)


def test_overrides() -> None:
    found = section(
        "change action build on site\n  remove needs even\n  remove limit\nchange piece house\n  supply 40\n  remove plural\n"
        "add to moment m\n  sell, lift\n  trade\nreplace card lie of chance\n  stop\nremove goods kept card"
    ).declarations
    action, piece, moment, card, goods = found
    assert isinstance(action, ast.Change) and isinstance(action.part, ast.Action)
    assert [removal.what for removal in action.part.removals] == ["needs", "limit"]
    assert isinstance(piece, ast.Change) and shown(piece.columns) == (("Column", "supply", (40,)),)
    assert shown(piece.removals) == (("Removal", "name", "plural"),)
    assert isinstance(moment, ast.AddTo) and [word.text for word in moment.words] == ["sell", "lift", "trade"]
    assert isinstance(card, ast.Replace) and isinstance(card.declaration, ast.CardOf) and len(card.declaration.body.body) == 1
    assert isinstance(goods, ast.Remove) and [word.text for word in goods.target.words] == ["kept", "card"]
