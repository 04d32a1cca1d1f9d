"""`rulelang show EDITION`: what is in an edition, as tables."""

from __future__ import annotations

from rulelang.commands.arguments import Edition, Settings, Variants
from rulelang.refusal import Refusal


def show(edition: Edition, variant: Variants = None, set: Settings = None) -> int:
    """Show what is in an edition."""
    raise Refusal("not yet")
