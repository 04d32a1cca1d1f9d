"""Lines that speak of a rule or an action which a layer above has removed or changed: the layer is named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulelang.check.model import Change, Entry
from rulelang.lower.headers import base_forms
from rulelang.lower.world import NOT_ALONE
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

def said_of_removed(compiler: Compiler, slug: str, span: Span) -> bool:
    """Reports that what a line or an event speaks of was removed, if it was."""
    world = compiler.world
    said = re.findall(r"\w+", span.text)
    forms = {*said, *(form for word in said for form in base_forms(word))}
    for (category, key), change in world.model.removed.items():
        words = key.split()
        if category not in ("rule", "action") or words[0] not in forms:
            continue
        if all(word in forms or world.type_named(word) is not None for word in words[1:]):
            world.taken_away(slug, category, key, span, change, NOT_ALONE)
            return True
    return False


def last_change(entry: Entry | None) -> Change | None:
    """What a layer above did to a declaration; None if it is as it was declared."""
    return entry.chain[-1] if entry is not None and len(entry.chain) > 1 else None
