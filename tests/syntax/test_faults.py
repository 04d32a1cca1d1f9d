"""Broken lines: one message each, in the author's words, at the exact place, with a mend where there is one; neighbours are unharmed."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics import Diagnostic
from rulelang.syntax import ast
from tests.syntax.reading import read, said_of, slugs

SIX_FAULTS = """\
library faulty "Six faults"
setting salary = 200
rule pay_day
  pay salary to to bank
  player collects 5 from bank
kind site is deed
  price : money
  when player lands on "site"
    charge player for site
  when player passes site
    collect 5 from bank
deck chance "Chance
varaint short "Short game"
rule turn
  if player is out
    stop
  roll dice
  else
    stop
rule end
  stop
"""


def shown(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    line = span.source.line_text(span.line)
    marks = " " * (span.column - 1) + "^" * max(1, min(span.end - span.start, len(line) - span.column + 1))
    mend = f"\n  help: {diagnostic.help}" if diagnostic.help else ""
    return f"{span.line}:{span.column} {diagnostic.slug}: {diagnostic.message}\n  | {line}\n  | {marks}{mend}\n"


def test_six_faults_are_six_messages(snapshot: SnapshotAssertion) -> None:
    file, said = read(SIX_FAULTS)
    assert len(said) == 6
    assert "\n".join(map(shown, said)) == snapshot
    kinds = [type(one).__name__ for one in file.sections[0].declarations]
    assert kinds == ["Rule", "Kind", "Rule", "Rule"]
    pay_day, site, turn, _ = file.sections[0].declarations
    assert isinstance(pay_day, ast.Rule) and len(pay_day.body) == 1
    assert isinstance(site, ast.Kind) and len(site.items) == 2
    assert isinstance(turn, ast.Rule) and len(turn.body) == 2


def test_many_faults(snapshot: SnapshotAssertion) -> None:
    """Every message that a broken line can give, to be read as a whole when one of them changes."""
    text = Path(__file__).with_name("faulty.mono").read_text("utf-8")
    _, said = read(text)
    assert "\n".join(map(shown, said)) == snapshot


@pytest.mark.parametrize(
    ("line", "slug", "place", "mend"),
    [
        ('kind "Site"', "unexpected-word", '"Site"', 'before the title stands a name without spaces: `kind site "Site"`'),
        ("deck chance", "unfinished-line", "", 'a title follows: `deck chance "Chance"`; or `add to deck chance`'),
        ("setting next : money = 3", "small-word-as-name", "next", "choose another name, or join it with a second word: `next_one`"),
        ("setting a : money = 3", "small-word-as-name", "a", "choose another name"),
        ("setting fee = 3", "unexpected-sign", "=", "say of which type it is: `setting fee : money = 3`"),
        ("setting fee : money 3", "unexpected-word", "3", None),
        ("set fee is 3", "unexpected-word", "is", "write `=` before the value"),
        ("set fee : 3", "unexpected-sign", ":", "write `=` before the value"),
        ("dice are -2 white", "unexpected-sign", "-", "a number here is not negative"),
        ("set fee = 3.5", "stray-character", ".", "numbers are whole; a range is written `1..5`"),
        ("set fee = 3x", "stray-character", "3", "a name begins with a letter"),
        ("set fee = €3", "stray-character", "€", "write the amount as a plain number; how money is shown is said by `currency`"),
        ("set fee = 1,000", "leading-zero", "000", "write a large number without commas"),
        ("set fee = 1,500", "thousands-comma", "1,500", "write `1500`, or a space after the comma if two are meant"),
        ("set fee = 99999999999999999999", "number-too-large", "99999999999999999999", "the largest number is 9,223,372,036,854,775,807"),
        ("Kind site", "unknown-declaration", "Kind", "did you mean `kind`?"),
        ("varaint x", "unknown-declaration", "varaint", "did you mean `variant`?"),
        ("colour of site is 3", "unknown-declaration", "colour", "a value of something is declared as `site's colour is …`"),
        ("given ann has 5", "unknown-declaration", "given", "indent it below a `test`"),
        ("players 2 to 4", "unknown-declaration", "players", "indent it below the `edition` line"),
        ('"Once a turn."', "unknown-declaration", '"Once', "what people read about a file stands in comments below its first line: `# …`"),
        ("change setting fee = 5", "unexpected-sign", "=", "another value is given by `set fee = 5`"),
        ("rename house cottage", "unexpected-word", "cottage", None),
        ("rule pay to", "unfinished-line", "", None),
        ("set fee = “x”", "stray-character", "“", 'texts stand between plain quotes: `"…"`'),
        ("site’s rent is 3", "stray-character", "’", "write the plain apostrophe: `'`"),
        ("board round", "missing-block", "board round", "write them below it, two spaces further in"),
    ],
)
def test_lines_at_the_margin(line: str, slug: str, place: str, mend: str | None) -> None:
    first = said_of(line)[0]
    assert (first.slug, first.span.text, first.help) == (slug, place, mend)


@pytest.mark.parametrize(
    ("line", "slug", "place", "mend"),
    [
        ("x = 5", "unexpected-sign", "=", "a change is written `x becomes 5`"),
        ("x is 5", "unexpected-word", "is", "a condition stands after `if`; to change a value write `x becomes 5`"),
        ("if x = 5", "unexpected-sign", "=", "write `is` to compare"),
        ("if player stands on site", "unexpected-word", "stands", "say it of the space: `player's space is …`"),
        ("if x becomes 5", "unexpected-word", "becomes", "`becomes` changes a value; a condition says `is`"),
        ("if x != 5", "stray-character", "!", "write `not`, or `is not` for `!=`"),
        ("if x is y:", "unexpected-sign", ":", "a line needs no `:` at its end; what belongs to it is indented below it"),
        ("if x is y then", "unexpected-word", "then", "leave `then` out: what is done stands on the lines below, indented"),
        ("while x < 3", "unexpected-sign", "<", "write `repeat up to N times` and, inside it, `again if CONDITION`"),
        ("elif x < 3", "unexpected-sign", "<", "write `else if`"),
        ("let x = 5", "unexpected-sign", "=", "write `be`: `let NAME be VALUE`"),
        ("pay 1,000 to bank", "unexpected-sign", ",", "write the number without a comma"),
        ("pay 10 % of x to y", "stray-character", "%", "write the sign directly after the number: `10%`"),
        ("pay 5 to bank; stop", "stray-character", ";", "one thought a line: begin a new line instead"),
        ("pay 5)", "unexpected-sign", ")", "there is no `(` for it"),
        ("pay (5", "unfinished-line", "", "a `(` is not closed"),
        ("say hello", "unexpected-word", "hello", 'a text stands between quotes: `say "hello"`'),
        ('say "hello', "unterminated-string", '"hello', 'write `"` at its end, and `\\"` for one inside'),
        ("take turns among players as p, starting left q", "unexpected-word", "starting left", "did you mean `starting with`?"),
        ("pay 5\x00 to bank", "stray-character", "\x00", None),
        ("repeat 3 times", "unexpected-word", "3", None),
    ],
)
def test_lines_of_rules(line: str, slug: str, place: str, mend: str | None) -> None:
    first = said_of(f"rule foo\n  {line}\n    stop")[0]
    assert (first.slug, first.span.text) == (slug, place)
    assert first.help == mend or mend is None


def test_two_dice_in_a_test() -> None:
    """A transcript says that somebody rolls 2 and 3, so authors write it, too."""
    (only,) = said_of('test "T"\n  when ann rolls 2 and 3, ann buys')
    assert (only.slug, only.span.text) == ("unexpected-word", "and")
    assert only.help == "what dice show is written one after the other: `rolls 2 3`"


def test_a_row_with_a_bare_group() -> None:
    (only,) = said_of('board\n  site kent_road "Old Kent Road" brown price 60')
    assert only.slug == "unexpected-word" and only.span.text == "60"
    assert only.help is not None and "`in brown`" in only.help


def test_an_event_with_a_condition() -> None:
    (only,) = said_of("when player is out\n  stop")
    assert only.span.text == "is" and only.help is not None and "add `if CONDITION`" in only.help


def test_no_message_names_a_terminal_of_the_grammar() -> None:
    text = Path(__file__).with_name("faulty.mono").read_text("utf-8")
    for one in read(text)[1]:
        for words in (one.message, one.help or ""):
            assert "__" not in words and "_IS" not in words and "$END" not in words, words
            assert "NAME" not in words.replace("NAME", "", 3) and "NUMBER" not in words and "STRING" not in words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rule foo\n  pay to to\n    if x\n      to\n  stop", ["unexpected-word"]),  # what is below a broken line is passed over
        ("rule foo\n  if to\n    stop\n  else\n    stop", ["unexpected-word"]),  # `else` may well belong to the broken line
        ("rule foo\n  stop\n  else\n    stop", ["orphan-line"]),
        ("rule foo\n  if x\n    stop\n  else\n    stop\n  else\n    stop", ["orphan-line"]),
        ("rule foo\n  or\n    stop", ["orphan-line"]),
        ("rule foo\n  otherwise\n    stop", ["orphan-line"]),
        ("rule foo\n  else if x\n    stop", ["orphan-line"]),
        ("rule foo\n  either\n    stop", ["missing-or"]),
        ("rule foo\n  stop\n    stop", ["unexpected-block"]),
        ("rule foo", ["missing-block"]),
        ("rule foo\n  if x\n  stop", ["missing-block"]),
        ("rule foo\n  before x\n    stop", ["misplaced-line"]),
        ("rule foo\n  until x\n    stop", ["misplaced-line"]),
        ("x's y is", ["missing-block"]),
        ("x's y is 3\n  4 otherwise", ["unexpected-block"]),
        ("x's y is\n  4 otherwise\n  5 if x", ["unreachable-case"]),
        ("each player has\n  when x\n    stop", ["misplaced-line"]),
        ("goods x\n  stop", ["misplaced-line"]),
        ("action x\n  remove limit\n  stop", ["misplaced-line"]),
        ("ending x\n  as soon as y\n  as soon as z", ["said-twice"]),
        ("die x faces 6 to 1", ["bad-range"]),
        ('variant v "V"\n  variant w "W"', ["nested-head"]),
        ("rule foo\n  take turns among players as p, until x, until y\n    stop", ["said-twice"]),
        ("rule foo\n  if " + "not " * 100 + "x\n    stop", ["too-deep"]),
        ('strategy s "S"\n  before_dice\n    buy', ["unexpected-block"]),
        ("\n".join(["to to"] * 500), ["unknown-declaration"] * 100 + ["too-many-errors"]),
    ],
)
def test_blocks(text: str, expected: list[str]) -> None:
    assert slugs(text) == expected


def test_lines_below_a_broken_line_are_read() -> None:
    """Where the broken line leaves no doubt of what stands below it; the lines have no place in the tree."""
    _, said = read("rule go 5 )\n  collect 5 )\n  if x < -2\n    pay 5 )\nkind site is\n  price 4\nrul foo\n  collect 5 )\n")
    assert [one.span.line for one in said] == [1, 2, 3, 4, 5, 6, 7]
