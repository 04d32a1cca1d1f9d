"""Texts of an edition that a locale's table lacks, and entries of the table that no text of the edition has any more.

A table `locales/SECTION.LOCALE.yaml` lies beside the file of its edition, library or variant. Below `texts` stands each text that the
section writes, with its translation: a text, or its plural forms by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import nearest
from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes
from rulelang.source import Source, Span
from rulelang.syntax import ast

_SHOWN = 5
"""So many missing texts are named in a message."""


def tables(look: Lookout) -> None:
    """The tables of the sections that are checked, as far as there are any."""
    for layer in look.model.layers:
        if layer.section is None or not look.is_checked(layer.section.span):
            continue
        for word in look.locales():
            table = look.table(f"{layer.section.head.name.text}.{word.text}.yaml", layer.section.span.source)
            if table is not None:
                _compare(look, layer.section, word, table)


def _compare(look: Lookout, section: ast.Section, locale: ast.Word, table: Source) -> None:
    entries = _entries(look, table)
    if entries is None:
        return
    texts = {text.value: text for text in _texts(section) if text.value.strip()}
    missing = [text for value, text in texts.items() if value not in entries]
    if missing:
        named = ", ".join(f"“{text.value}”" for text in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        look.warning(
            "missing-translation",
            f"{table.path} has no translation into {locale.text} of {named}{more}",
            missing[0].span,
            help=f"add below `texts`: {missing[0].span.text}: …",
        )
    for value, span in entries.items():
        if value not in texts:
            close = nearest(value, [text.value for text in missing])
            look.warning(
                "stale-translation",
                f"no text of `{section.head.name.text}` reads “{value}”",
                span,
                help=f"did you mean “{close[0]}”?" if close else "leave the entry out",
            )


def _texts(section: ast.Section) -> Iterator[ast.Text]:
    """What people read: titles, helps, reasons and sayings; no colours, and no texts of tests."""
    for node in nodes(section.head, *section.declarations, *section.strategies):
        for text in (getattr(node, name, None) for name in ("title", "help", "reason", "text")):
            if isinstance(text, ast.Text):
                yield text


def _entries(look: Lookout, table: Source) -> dict[str, Span] | None:
    """Each text of a table with its place; None after a diagnostic."""
    import yaml  # only where there is a table: most checks need none

    try:
        root = yaml.compose(table.text, yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        at = min(mark.index, len(table.text)) if mark is not None else 0
        look.error("bad-table", f"this table cannot be read: {getattr(error, 'problem', None) or error}", Span(table, at, at))
        return None
    texts = next((v for k, v in root.value if k.value == "texts"), None) if isinstance(root, yaml.MappingNode) else None
    if not isinstance(texts, yaml.MappingNode):
        look.error(
            "bad-table", "this table has no `texts`", Span(table, 0, 0), help='write `texts:` and, below it, `"text": "translation"`'
        )
        return None
    return {key.value: Span(table, key.start_mark.index, key.end_mark.index) for key, _ in texts.value if isinstance(key, yaml.ScalarNode)}
