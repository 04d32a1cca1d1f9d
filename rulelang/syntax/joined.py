"""Names written in several words: `edition Bee Valley`, `stands on Park Lane`, `bee-valley`. Which name they would make as one.

The words round the fault are joined by `_`; where a title may follow, it keeps them as they were written. The mend is offered only if
the line can then be read.
"""

from __future__ import annotations

import re

from rulelang.syntax.lalr import Fault, parse_line
from rulelang.syntax.words import is_name

_BEFORE = re.compile(r"[^\W\d]\w*$")
_MORE = re.compile(r"(?:[ \t]+|-|'s?[ \t]*)\w+")
_MOST_WORDS = 5
_MOST_NAMES = 2
"""So many names of one line are put together: `rename park lane to Royal Garden`."""
_HOOK = re.compile(r"(?:before|when|instead)\b")
_DECLARED = ("top", "section_item", "field", "row", "deck_item")


def joined(text: str, start: str, fault: Fault, names: int = 0) -> str | None:
    """The line with the words of a name put together, if that makes it one that can be read."""
    before = text[: fault.start].rstrip()
    first = _BEFORE.search(before)
    if first is None or first.start() == 0 or names >= _MOST_NAMES:
        return None
    end = len(before)
    declared = start in _DECLARED and not _HOOK.match(text) and '"' not in before
    if fault.expected == {"STRING"} and not isinstance(parse_line(f'{before} "" {text[fault.start :]}', start), Fault):
        return None  # nothing but a title is missing
    for _ in range(_MOST_WORDS - 1):
        more = _MORE.match(text, end)
        if more is None:
            return None
        end = more.end()
        if end <= fault.start:
            return None
        said = text[first.start() : end]
        name = re.sub(r"\W+", "_", said.replace("'", "").lower())
        plain = declared and all(is_name(word) for word in re.findall(r"[^\W\d]\w*", said))
        if not is_name(name) or not (plain or re.search(r"(?<!\w)[A-Z]", said)):
            continue  # small words with something wrong between them are likelier
        for made in _written(text[: first.start()], name, said, text[end:], "STRING" in fault.expected):
            found = parse_line(made, start)
            if not isinstance(found, Fault):
                return made
            further = joined(made, start, found, names + 1) if found.start > first.start() + len(name) else None
            if further is not None:
                return further
    return None


def _written(before: str, name: str, said: str, after: str, titled: bool) -> list[str]:
    plain = f"{before}{name}{after}"
    if not titled or after.lstrip().startswith('"'):
        return [plain]
    title = said[0].upper() + said[1:]
    return [f'{before}{name} "{title}"{after}', plain]
