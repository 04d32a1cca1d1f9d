"""Every setting and every variant does something: two games of one seed, with it and without, come to differ.

On the classic game whenever the tests run; on every edition in the long run.
"""

from __future__ import annotations

import pytest

from rulelang.pipeline import bundled_names, load
from tests.variants.doing import GROUNDS, NEEDED, effect, first_effect, grounds, own_settings, settings_of
from tests.variants.together import fitting

IN_VAIN = {
    ("online", "throw_seconds"),  # counts for the time played only, and nothing there asks for that
    ("online", "build_own_turn_only"),  # is so already: one house a group in one's own turn
    ("online", "unlimited_buildings"),  # at that pace the bank does not run out in games of this length
}
"""(edition, setting or variant) that do nothing there, and why."""

BY_ITS_TEST = ("whole_site_sales",)
"""What computer players of whole games do not come to: the tests in the variant's file show what it does."""


@pytest.mark.parametrize("name", settings_of("classic"))
def test_a_setting_of_the_classic_game(name: str) -> None:
    assert first_effect("classic", name, NEEDED.get(name, [()])), f"{name} does nothing"


@pytest.mark.parametrize(("variant", "name"), own_settings("classic"))
def test_a_setting_of_a_variant(variant: str, name: str) -> None:
    assert first_effect("classic", name, grounds("classic", variant)), f"{name} of {variant} does nothing"


@pytest.mark.parametrize("variant", [name for name in fitting("classic") if name not in (*GROUNDS, *BY_ITS_TEST)])
def test_a_variant(variant: str) -> None:
    assert effect("classic", (), (variant,)) is not None, f"{variant} does nothing"


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
    idle += [v for v in fitting(edition) if v not in (*GROUNDS, *BY_ITS_TEST) and effect(edition, (), (v,)) is None]
    assert {(edition, name) for name in idle} == {one for one in IN_VAIN if one[0] == edition}
