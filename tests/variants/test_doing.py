"""Every setting and every variant does something: two games of one seed, with it and without, come to differ.

On the classic game whenever the tests run; on every edition in the long run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.pipeline import bundled_names, load
from tests.variants import doing
from tests.variants.doing import GROUNDS, NEEDED, effect, effect_late, first_effect, grounds, own_settings, settings_of
from tests.variants.together import fitting

IN_VAIN = {
    ("online", "throw_seconds"),  # counts for the time played only, and nothing there asks for that
    ("online", "build_own_turn_only"),  # is so already: one house a group in one's own turn
    ("online", "unlimited_buildings"),  # at that pace the bank does not run out in games of this length
}
"""(edition, setting or variant) that do nothing there, and why."""

LATE = ("whole_site_sales",)
"""What players who decide at random seldom come to from the beginning: games that begin late show what it does."""

IDLE = """variant idle "Idle" fits classic

setting noted : money = 3 in 0..100

each player has
  last_note : money = 0

when player rolls dice
  player's last_note becomes noted
"""


@pytest.mark.parametrize("name", settings_of("classic"))
def test_a_setting_of_the_classic_game(name: str) -> None:
    assert first_effect("classic", name, NEEDED.get(name, [()])), f"{name} does nothing"


@pytest.mark.parametrize(("variant", "name"), own_settings("classic"))
def test_a_setting_of_a_variant(variant: str, name: str) -> None:
    assert first_effect("classic", name, grounds("classic", variant)), f"{name} of {variant} does nothing"


@pytest.mark.parametrize("variant", [name for name in fitting("classic") if name not in (*GROUNDS, *LATE)])
def test_a_variant(variant: str) -> None:
    assert effect("classic", (), (variant,)) is not None, f"{variant} does nothing"


@pytest.mark.parametrize("variant", LATE)
def test_a_variant_of_late_games(variant: str) -> None:
    assert effect_late("classic", variant) is not None, f"{variant} does nothing"


def test_what_does_nothing_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that only notes something for itself, and a setting that only it reads."""
    monkeypatch.setattr(doing, "GAMES", doing.GAMES[:3])
    idle = tmp_path / "idle.mono"
    idle.write_text(IDLE)
    assert effect("classic", (), (str(idle),)) is None
    assert not first_effect("classic", "noted", [(str(idle),)])
    idle.write_text(IDLE + "  collect noted from bank\n")
    assert effect("classic", (), (str(idle),)) is not None
    assert first_effect("classic", "noted", [(str(idle),)])


@pytest.mark.parametrize("variant", GROUNDS)
def test_others_stand_on_a_ground(variant: str) -> None:
    assert grounds("classic", variant)


@pytest.mark.long
@pytest.mark.parametrize("edition", [name for name in bundled_names() if name != "classic"])
def test_everywhere(edition: str) -> None:
    """Each setting and variant of an edition, on it; settings that nothing in it reads are said to be such."""
    unread = load(edition).idle_settings
    idle = [name for name in settings_of(edition) if bool(first_effect(edition, name, NEEDED.get(name, [()]))) is (name in unread)]
    idle += [f"{v}, {name}" for v, name in own_settings(edition) if not first_effect(edition, name, grounds(edition, v))]
    idle += [v for v in fitting(edition) if v not in (*GROUNDS, *LATE) and effect(edition, (), (v,)) is None]
    idle += [v for v in fitting(edition) if v in LATE and effect_late(edition, v) is None]
    assert {(edition, name) for name in idle} == {one for one in IN_VAIN if one[0] == edition}
