"""`rulelang explain SLUG`: the page of a diagnostic; without a slug, the list of pages."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

from rulelang.refusal import Refusal
from rulelang.report.style import Style, style_of


def explain(
    slug: Annotated[str, typer.Argument(help="The name in brackets: error[SLUG].", show_default=False)] = "",
) -> int:
    """Explain a diagnostic: what it means, why, and how to mend it."""
    from rulelang.report.pages import page_of, slugs, title_of

    style = style_of(sys.stdout)
    if not slug:
        known = slugs()
        width = max((len(name) for name in known), default=0)
        for name in known:
            sys.stdout.write(f"{style.paint(name.ljust(width), 'bold')}  {title_of(name) or ''}\n")
        return 0
    slug = slug.removeprefix("error[").removeprefix("warning[").removesuffix("]").strip().lower()
    page = page_of(slug)
    if page is None:
        from rulelang.diagnostics import nearest

        close = nearest(slug, slugs())
        raise Refusal(
            f"no diagnostic is called `{slug}`",
            f"did you mean `{close[0]}`?" if close else "`rulelang explain` lists them all",
        )
    sys.stdout.write(_shown(page, style))
    return 0


def _shown(page: str, style: Style) -> str:
    """Markdown for a terminal: headings stand out, fences become indentation."""
    lines: list[str] = []
    fenced = False
    for line in page.rstrip("\n").split("\n"):
        if line.startswith("```"):
            fenced = not fenced
            words = line.removeprefix("```").split()[1:]
            if fenced and "in" in words:
                lines.append(style.paint(f"    … (in a game like {words[words.index('in') + 1]}.mono)", "dim"))
        elif fenced:
            lines.append(f"    {line}".rstrip())
        elif line.startswith("#"):
            lines.append(style.paint(line.lstrip("# "), "bold"))
        else:
            lines.append(re.sub(r"`([^`]+)`", lambda match: style.paint(match[0], "cyan"), line))
    return "\n".join(lines) + "\n"
