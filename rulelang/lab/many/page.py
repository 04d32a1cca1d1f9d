"""The page of a report: sentences, charts and tables in one HTML file that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulelang.lab.many.shown import Shown
from rulelang.play.wording import Wording

if TYPE_CHECKING:
    from markupsafe import Markup

_PAGE = """{% macro cells(tag, row, numbers) -%}
{% for cell in row %}<{{ tag }}{% if loop.index0 in numbers %} class="n"{% endif %}>{{ cell }}</{{ tag }}>{% endfor %}
{%- endmacro -%}
<!DOCTYPE html>
<html lang="{{ language }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }}</title>
<style>
:root { color-scheme: light; --ink: #1d2530; --soft: #5d6875; --line: #dfe3e8; --accent: #2f6f8f; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: var(--ink); max-width: 62rem; margin: 2.5rem auto;
  padding: 0 1.2rem; }
h1 { font-size: 1.7rem; margin: 0 0 .6rem; }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem; }
.answer { font-size: 1.1rem; border-left: 4px solid var(--accent); padding: .1rem 0 .1rem 1rem; margin: 1.2rem 0; }
.answer p { margin: .35rem 0; }
.note { background: #fff6e5; border-radius: .4rem; padding: .5rem .9rem; }
.partial { background: #fdecea; font-weight: 600; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th { text-align: left; font-weight: 600; color: var(--soft); border-bottom: 2px solid var(--line); }
th, td { padding: .22rem .8rem .22rem 0; vertical-align: top; }
td { border-bottom: 1px solid var(--line); }
.n { text-align: right; white-space: nowrap; }
figure { margin: 0; max-width: 46rem; }
svg { width: 100%; height: auto; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
code { background: #f2f4f6; padding: .1rem .3rem; border-radius: .25rem; overflow-wrap: anywhere; }
nav { font-size: .9rem; color: var(--soft); }
nav a { color: var(--accent); margin-right: .9rem; text-decoration: none; white-space: nowrap; }
</style>
</head>
<body>
<h1>{{ title }}</h1>
{% for line in head %}<p{% if partial and loop.last %} class="note partial"{% endif %}>{{ line }}</p>
{% endfor %}
<div class="answer">
{% for line in answers %}<p>{{ line }}</p>
{% endfor %}</div>
{% for line in notes %}<p class="note">{{ line }}</p>
{% endfor %}
<nav>{% for table in tables %}<a href="#{{ table.id }}">{{ table.title }}</a> {% endfor %}</nav>
{% for caption, svg in charts %}<h2>{{ caption }}</h2>
<figure>{{ svg }}</figure>
{% endfor %}
{% for table in tables %}<h2 id="{{ table.id }}">{{ table.title }}</h2>
<div class="wide"><table>
<thead><tr>{{ cells("th", table.headers, table.numbers) }}</tr></thead>
<tbody>
{% for row in table.rows %}<tr>{{ cells("td", row, table.numbers) }}</tr>
{% endfor %}</tbody>
</table></div>
{% endfor %}
<footer>
<p>{{ made_by }}</p>
<p>{{ again[0] }}<code>{{ again[1] }}</code>{{ again[2] }}</p>
</footer>
</body>
</html>
"""


def page(
    wording: Wording,
    *,
    title: str,
    head: Sequence[str],
    answers: Sequence[str],
    notes: Sequence[str],
    charts: Iterable[tuple[str, str]],
    tables: Iterable[Shown],
    made_by: str,
    command: str,
    partial: bool,
) -> str:
    """All texts are shown as they are; only the charts are taken for what they are, SVG."""
    from jinja2 import Environment

    before, _, after = wording.say("simulate.again", command="\0").partition("\0")
    template = Environment(autoescape=True).from_string(_PAGE)
    return template.render(
        language=wording.locale,
        title=title,
        head=head,
        answers=answers,
        notes=notes,
        charts=[(caption, _labelled(caption, svg)) for caption, svg in charts],
        tables=list(tables),
        made_by=made_by,
        again=(before, command, after),
        partial=partial,
    )


def _labelled(caption: str, svg: str) -> Markup:
    """A picture with its name, for those who have the page read to them; what it shows stands in the tables."""
    from markupsafe import Markup

    return Markup('<svg role="img" aria-label="{}"').format(caption) + Markup(svg.removeprefix("<svg"))
