"""Numbers as a person types them: digits in groups, with the sign of the currency or of a percentage, or bare."""

from __future__ import annotations

import re

from rulelang.play.values import Values

_PERCENT = "%"
_GROUPED = re.compile(r"-?\d+(?:[,\u00a0\u202f ]\d{3})*|-?\d+")


def number(text: str) -> int | None:
    """`1500`, `1,500`, `1 500`, `25%`; None for what is no number."""
    text = text.strip().removesuffix(_PERCENT).strip()
    if not _GROUPED.fullmatch(text):
        return None
    return int(re.sub(r"[^-\d]", "", text))


def money(text: str, values: Values) -> int | None:
    """An amount as it is shown, with the sign of the currency or without: `£50`, `50 u.`, `50`. None for what is none, and for what is
    no whole number of the currency's units."""
    found = number(without_sign(text, values))
    times = values.program.currency.times
    return None if found is None or found % times else found // times


def without_sign(text: str, values: Values) -> str:
    """What stands beside the sign of the currency; the text itself where the sign does not stand."""
    sign = values.sign.casefold()
    for known in (sign, sign.rstrip(".")):
        text = text.strip()
        if known and text.casefold().startswith(known):
            return text[len(known) :]
        if known and text.casefold().endswith(known):
            return text[: -len(known)]
    return text


def has_sign(text: str, values: Values) -> bool:
    """Is it an amount with the sign of the currency?"""
    bare = without_sign(text, values)
    return bare != text.strip() and number(bare) is not None
