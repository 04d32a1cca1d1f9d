"""What authors get wrong without breaking a rule of the language: looked for after lowering, in Model, World and Program.

Each lint is a function of a `Lookout`, in the file of its theme. All need a program without errors, so that one mistake does not look
like several.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.lints import (
    anywhere,
    articles,
    board,
    building,
    cards,
    charges,
    circles,
    consents,
    decks,
    endings,
    idle,
    inherited,
    lost,
    moments,
    promised,
    rivals,
    translations,
    unused,
)
from rulelang.lints.lookout import Lookout

GRAVE: tuple[Callable[[Lookout], None], ...] = (rivals.order_decides, circles.feeds_itself, decks.drawn_for_ever)
"""With these a game cannot be played: looked for whenever a program is made."""

OTHERS: tuple[Callable[[Lookout], None], ...] = (
    board.nowhere,
    board.silent_spaces,
    building.no_way_to_build,
    cards.texts_and_lines,
    charges.charged_twice,
    lost.lost_lines,
    consents.nobody_named,
    decks.running_out,
    moments.moments,
    moments.actions,
    promised.never_promised,
    endings.no_ending,
    endings.rounds_not_counted,
    idle.never_set_off,
    inherited.answered_before,
    anywhere.place_left_out,
    articles.compared_with_role,
    unused.settings,
    unused.purposes,
    unused.names,
    translations.tables,
)
"""The game can be played: looked for when somebody asks whether a file is right."""

__all__ = ["GRAVE", "OTHERS", "Lookout"]
