"""The one layout: what the formatter does, what it leaves alone, and that it never changes what a file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.compare import same_tree
from rulelang.syntax.format import format_text, laid_out
from rulelang.syntax.spacing import spaced, words_of
from tests.syntax.reading import read

ROOT = Path(__file__).resolve().parents[2]
REAL = sorted(path for folder in ("editions", "tests", "spec") for path in (ROOT / folder).rglob("*.mono"))
OUR_OWN = [path for path in REAL if path.parent != ROOT / "tests" / "syntax"]
"""All but those that are written ill on purpose."""

HEAD = 'library test "Test"\n'


def formatted(text: str) -> str:
    """The layout of lines of a library, found to be stable and to say the same."""
    new = format_text(HEAD + text)
    assert format_text(new) == new
    assert same_tree(read(HEAD + text)[0], read(new)[0])
    assert new.startswith(HEAD)
    return new.removeprefix(HEAD)


@pytest.mark.parametrize(
    ("line", "laid_out"),
    [
        ("pay   5  to   bank", "pay 5 to bank"),
        ("pay (x+3)*2 to players' owner", "pay (x + 3) * 2 to players' owner"),
        ("if player 's money<=3 but  at  most 4", "if player's money <= 3 but at most 4"),
        ("pay 40 per house,115 per hotel", "pay 40 per house, 115 per hotel"),
        ("take   turns among players as p,up  to 3 rounds", "take turns among players as p, up to 3 rounds"),
        ('say   "two  spaces # kept"', 'say "two  spaces # kept"'),
        ("pay  ( 5 )", "pay (5)"),
        ("pay to  to", "pay to  to"),  # cannot be read: left alone
        ("pay the  10%of  x", "pay the 10% of x"),
    ],
)
def test_spaces(line: str, laid_out: str) -> None:
    assert formatted(f"rule foo\n      {line}\n").splitlines()[1] == f"  {laid_out}"


def test_headers_and_types() -> None:
    assert formatted("rule award x:money to y :  player\n  stop\n") == "rule award x: money to y: player\n  stop\n"
    assert formatted("x's y at n:count  is 3\n") == "x's y at n: count is 3\n"


def test_indentation_blank_lines_and_remarks() -> None:
    text = (
        "\n\n\nrule foo\n    # first\n    if x\n        stop\n            # below\n    # beside\n\n\n\n"
        "    else\n     stop\n   # end\n# margin\n\n\n"
    )
    assert formatted(text) == (
        "\nrule foo\n  # first\n  if x\n    stop\n      # below\n  # beside\n\n  else\n    stop\n  # end\n# margin\n"
    )


def test_tabs_become_spaces() -> None:
    assert formatted("rule foo\n\tif x\n\t\tstop\n") == "rule foo\n  if x\n    stop\n"


def test_settings_are_a_table() -> None:
    text = (
        'setting fee:money=3 "Fee"\nsetting longest_fee : percent = 10%  rounding up\nsetting x : yes/no = no in 1..3   "X"\n'
        "\nsetting y : money = 3\n"
    )
    assert formatted(text) == (
        'setting fee         : money   = 3           "Fee"\n'
        "setting longest_fee : percent = 10% rounding up\n"
        'setting x           : yes/no  = no in 1..3  "X"\n'
        "\n"
        "setting y : money = 3\n"
    )


def test_columns_are_a_table() -> None:
    text = "kind site\n  price:money\n  rents : money by step\n  state mortgaged : yes/no = no\n  rent is 3\n  x : count\n"
    assert formatted(text) == (
        "kind site\n  price           : money\n  rents           : money by step\n  state mortgaged : yes/no = no\n"
        "  rent is 3\n  x : count\n"
    )


def test_needs_are_a_table() -> None:
    text = 'action build\n  needs owner: player owns site else "no"\n  needs x: site is y\n  needs even: z else "uneven"\n  stop\n'
    assert formatted(text) == (
        'action build\n  needs owner: player owns site  else "no"\n  needs x:     site is y\n'
        '  needs even:  z                 else "uneven"\n  stop\n'
    )


def test_rows_are_a_table() -> None:
    text = (
        'board\n  start go "GO"\n  site kent_road "Kent Road" in brown price 60 rents 2,10\n'
        '  # half way\n  pile chest "Chest" deck chance\n  site bow "Bow" in orange price 180 rents 14, 70\n'
    )
    assert formatted(text) == (
        "board\n"
        '  start  go         "GO"\n'
        '  site   kent_road  "Kent Road"  in brown   price  60  rents 2, 10\n'
        "  # half way\n"
        '  pile   chest      "Chest"                 deck chance\n'
        '  site   bow        "Bow"        in orange  price 180  rents 14, 70\n'
    )


def test_cases_and_comments_are_aligned() -> None:
    text = "x's y is\n  2 * price  if z\n  15 if b # two\n  4 otherwise # three\n"
    assert formatted(text) == (
        "x's y is\n  2 * price  if z\n  15         if b       # two\n  4          otherwise  # three\n"
    )  # fmt: skip


def test_cards_are_a_table_where_nothing_stands_between_them() -> None:
    text = 'deck d "D"\n  card free "Free"\n  2 cards strike "Strike"\n    stop\n  card   x "X"\n    stop\n'
    assert formatted(text) == 'deck d "D"\n  card    free   "Free"\n  2 cards strike "Strike"\n    stop\n  card x "X"\n    stop\n'


def test_what_replaces_is_set_as_what_it_replaces() -> None:
    text = 'replace setting salary:money=400 "Help"\nreplace setting step : money = 4 in 1..5 "Step"\n'
    assert formatted(text) == (
        'replace setting salary : money = 400        "Help"\nreplace setting step   : money = 4 in 1..5  "Step"\n'
    )
    assert formatted('replace piece house  "house" supply 9\n') == 'replace piece house "house"  supply 9\n'
    assert formatted("replace rule   go to x:space\n  stop\n") == "replace rule go to x: space\n  stop\n"


def test_a_long_part_does_not_push_the_others() -> None:
    long = "x" * 70
    text = f"setting {long} : money = 3\nsetting fee : money = 3\n"
    assert formatted(text) == f"setting {long} : money = 3\nsetting fee : money = 3\n"


DOUBTFUL = ["  rule foo\n", "a\n    b\n  c\n", "a\n" + "x" * 3000 + "\n", "".join("  " * n + "if x\n" for n in range(60))]


@pytest.mark.parametrize("text", DOUBTFUL)
def test_doubtful_texts_are_left_alone(text: str) -> None:
    assert format_text(text) == text


@pytest.mark.parametrize("text", DOUBTFUL)
def test_why_a_text_is_left_alone(text: str) -> None:
    said = Diagnostics()
    assert laid_out(Source("doubt.mono", text), said) is None
    assert len(said) and all(one.severity == "error" and one.span.source.path == "doubt.mono" for one in said)


@pytest.mark.parametrize("path", OUR_OWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_comes_with_the_program_is_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    assert format_text(text) == text, f"rulelang fmt {path.relative_to(ROOT)}"


SMALL = [("", ""), ("\n\n", ""), ("# x", "# x\n"), ("\ufeff# x\r\n", "# x\n"), ("set  x=3", "set x = 3\n")]
SMALL += [(f"{marks}set  x=3", "set x = 3\n") for marks in ("\ufeff\ufeff", "\n\ufeff")]  # a mark that editors write


@pytest.mark.parametrize(("text", "laid_out"), SMALL)
def test_small_texts(text: str, laid_out: str) -> None:
    assert format_text(text) == laid_out


def test_words_and_spaces() -> None:
    assert words_of('player\'s  yes/no 1..5 10% <="a b"') == ["player", "'s", "yes/no", "1", "..", "5", "10%", "<=", '"a b"']
    assert spaced(["players", "'", "x", "(", "1", "..", "5", ")", ","]) == "players' x (1..5),"


def test_what_same_tree_sees() -> None:
    def tree(text: str) -> object:
        return read(HEAD + text)[0]

    assert same_tree(tree("set x = 3"), tree("set   x = 3 # y"))
    for other in ("set x = 4", "set y = 3", "set x = 3, 4", 'set x = "3"', "setting x : money = 3"):
        assert not same_tree(tree("set x = 3"), tree(other))


def test_comments_of_a_table_are_aligned_past_rows_without_one() -> None:
    text = "rename old to young # one\nrename house to hut\nrename north_road to south_road # two\n\nset x = 3 # three\n"
    assert formatted(text) == (
        "rename old        to young       # one\nrename house      to hut\nrename north_road to south_road  # two\n\nset x = 3  # three\n"
    )


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_real_files_keep_what_they_say(path: Path) -> None:
    text = path.read_text("utf-8")
    new = format_text(text)
    assert format_text(new) == new
    (before, said), (after, said_after) = read(text), read(new)
    assert same_tree(before, after) and len(said) == len(said_after)
    assert [word for line in text.split("\n") for word in line.split("#", 1)[1:]] == [
        word for line in new.split("\n") for word in line.split("#", 1)[1:]
    ]
