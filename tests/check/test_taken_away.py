"""Lines that no longer fit because of what a layer above did: the diagnostic points at that layer, too."""

from __future__ import annotations

import pytest

from tests.check.found import the
from tests.check.test_overrides import GAME, variant

PLAN = """
strategy eager "Eager"
  in idle
    jump
"""


@pytest.mark.parametrize(
    ("removed", "slug", "line", "where"),
    [
        ("rule cheer", "unknown-verb", "", "cheer"),
        ("rule cheer", "unknown-event", "when player cheers\n  collect 1", "player cheers"),
        ("action jump", "unknown-verb", "rule try it\n  player may jump", "jump"),
    ],
)
def test_what_was_removed(removed: str, slug: str, line: str, where: str) -> None:
    game = GAME
    if slug == "unknown-event":
        game = GAME.replace("when player lands on forest\n  cheer\n", "")  # only the hook speaks of it
    one = the(slug, variant("v", f"remove {removed}"), small=f"{game}{line}\n")
    category, name = removed.split()
    assert one.message.startswith(f"there is no {category} `{name}` any more: it is removed by v (")
    assert one.span.text == where
    [label] = one.labels
    assert (label.text, label.span.text) == ("v removed it here", f"remove {removed}")
    assert one.help == "replace or remove what speaks of it, too"


def test_what_is_no_longer_allowed() -> None:
    other = 'replace action jump "Jump"\n  allowed later\n  pay 1 to bank\nmoment later "later"\nwhen turn ends\n  player may act later'
    one = the("not-in-moment", variant("v", other), small=GAME + PLAN)
    [label] = one.labels
    assert (label.text, label.span.text.split("\n")[0]) == ("v has it without `allowed idle` here", 'replace action jump "Jump"')
