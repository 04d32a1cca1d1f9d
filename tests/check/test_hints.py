"""Words that authors try, each answered with what the language has for it."""

from __future__ import annotations

import pytest

from tests.check.found import SMALL, the

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
]


@pytest.mark.parametrize(("line", "slug", "help_"), LINES)
def test_words_that_authors_try(line: str, slug: str, help_: str) -> None:
    one = the(slug, SMALL + f"when player lands on meadow\n  {line}\n")
    assert help_ in (one.help or ""), one.help
