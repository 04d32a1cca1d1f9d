"""Diagnostics for lines that cannot be read, and for lines that stand where none can: one message a line, in the author's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from rulelang.diagnostics import Diagnostics, Label, alternatives, nearest
from rulelang.source import Span
from rulelang.syntax import mends
from rulelang.syntax.contexts import Block
from rulelang.syntax.expectations import in_words, keywords, line_words
from rulelang.syntax.joined import joined
from rulelang.syntax.lalr import Fault, Tree
from rulelang.syntax.layout import LayoutLine
from rulelang.syntax.slips import find_slip
from rulelang.syntax.words import DECLARATION_WORDS, is_small_word

_ARTICLES = ("a", "an", "the")
_SHORTEST_SLIP = 3
_OF_THE_GAME = ("players", "currency", "locales")
_OF_THE_HEAD = ("uses", "extends", "fits", "over", "after")
_BELONG_BELOW = {
    "given": "a `test`",
    "then": "a `test`",
    "needs": "an `action`",
    "allowed": "an `action`",
    "state": "a `kind`",
    "keep": "a `card`",
    "play": "a `card`",
    "winner": "an `ending`",
    "winners": "an `ending`",
}


def report(fault: Fault, line: LayoutLine, start: str, previous: LayoutLine | None, diagnostics: Diagnostics) -> None:
    """Says what is wrong with a line that the grammar refuses. `previous` is the line above it at the same indentation."""
    text = line.text
    place = Span(line.span.source, line.span.start + fault.start, line.span.start + fault.end)
    word = text[fault.start : fault.end]
    expected = in_words(fault.expected)
    if fault.terminal == "" and word == '"':
        to_end = Span(place.source, place.start, line.span.end)
        mend = 'write `"` at its end, and `\\"` for one inside'
        diagnostics.error("unterminated-string", 'this text has no closing `"`', to_end, help=mend)
        return
    if _report_opening(fault, line, start, previous, diagnostics):
        return
    slip = find_slip(text, start, fault)
    if slip is not None:
        begin = Span(line.span.source, line.span.start + slip.start, line.span.start + slip.end)
        diagnostics.error("unexpected-word", f"`{begin.text}` does not fit here", begin, help=f"did you mean `{slip.meant}`?")
        return
    if fault.terminal == "":
        shown = f"`{word}`" if word.isprintable() and not word.isspace() else f"the character U+{ord(word):04X}"
        help_text = mends.of_character(text, fault) or (f"expected {expected}" if expected else None)
        diagnostics.error("stray-character", f"{shown} means nothing here", place, help=help_text)
        return
    article = _last_word(text[: fault.start])
    if article in _ARTICLES and "NAME" in fault.expected:
        end = line.span.start + len(text[: fault.start].rstrip())
        message = f"`{article}` is an article, which is passed over, and cannot be a name"
        diagnostics.error("small-word-as-name", message, Span(place.source, end - len(article), end), help="choose another name")
        return
    if fault.terminal == "$END":
        message = f"the line ends too early: expected {expected}" if expected else "the line ends too early"
        diagnostics.error("unfinished-line", message, place, help=mends.of_end(text, fault))
        return
    if fault.start == 0 and word == "if" and start in ("field", "promise_item"):
        mend = mends.of_if_at_the_margin(text)
        diagnostics.error("unexpected-word", "`if` asks whether something holds, and nothing has happened here yet", place, help=mend)
        return
    if _name_is_due(fault) and is_small_word(word):
        message = f"`{word}` is a small word of the language and cannot be a name"
        mend = f"choose another name, or join it with a second word: `{word}_one`"
        diagnostics.error("small-word-as-name", message, place, help=mend)
        return
    foreign = mends.of_first_word(text, start)
    if foreign is None and (one := joined(text, start, fault)) is not None:
        foreign = f"a name is one word: `{one}`"
    named = "this text" if fault.terminal == "STRING" else f"`{word}`"
    message = f"{named} does not fit here" + (f": expected {expected}" if expected else "")
    if fault.terminal == "STRING":
        diagnostics.error("unexpected-word", message, place, help=mends.of_text(text, fault))
    elif word[0].isalnum():
        diagnostics.error("unexpected-word", message, place, help=foreign or mends.of_word(text, fault, start) or _misspelt(word, fault))
    else:
        diagnostics.error("unexpected-sign", message, place, help=foreign or mends.of_sign(text, fault, start))


def _name_is_due(fault: Fault) -> bool:
    return "NAME" in fault.expected and not fault.expected & {"NUMBER", "LPAR", "PLUS"}


def _last_word(text: str) -> str:
    words = text.split()
    return words[-1] if words else ""


def _misspelt(word: str, fault: Fault) -> str | None:
    if "NUMBER" in fault.expected and "LPAR" in fault.expected:
        return None  # any name would do, so what was meant is anybody's guess
    close = _close(word, keywords(fault.expected))
    return f"did you mean `{close}`?" if close else None


def meant_opening(text: str, start: str) -> str | None:
    """The words of the language that the first word of a line is a slip for, if any."""
    first = text.split(maxsplit=1)[0]
    by_first = {word.split()[0]: word for word in reversed(line_words(start))}
    if len(first) < _SHORTEST_SLIP or not first.isidentifier() or is_small_word(first) or first in by_first:
        return None
    close = _close(first, sorted(by_first))
    return by_first[close] if close else None


def _close(word: str, choices: Sequence[str]) -> str | None:
    """The choice that a word is a slip for. Short words resemble too many, so more likeness is asked for than for long names."""
    for choice in nearest(word, choices):
        if sorted(word) == sorted(choice) or SequenceMatcher(None, word, choice).ratio() > 0.7:
            return choice
    return None


# -------------------------------------------------------------------------------------------------- beginnings of lines
def _report_opening(fault: Fault, line: LayoutLine, start: str, previous: LayoutLine | None, diagnostics: Diagnostics) -> bool:
    """Reports a line whose first word is the fault, even if the grammar stumbles only at a later one."""
    first = line.text.split(maxsplit=1)[0]
    place = Span(line.span.source, line.span.start, line.span.start + len(first))
    if start in ("top", "section_item"):
        if first in DECLARATION_WORDS or fault.terminal == "" or not (fault.start == 0 or _reads_a_path(fault)):
            return False
        mend = _opening_mend(line.text, start, previous)
        diagnostics.error("unknown-declaration", f"no declaration begins with `{first}`", place, help=mend)
        return True
    if fault.start > 0 or fault.terminal == "":
        return False
    choices = keywords(fault.expected)
    if "NAME" in fault.expected or not choices:
        return False
    slip = find_slip(line.text, start, fault)
    close = slip.meant if slip is not None else _close(first.lower(), choices)
    message = f"a line here begins with {alternatives([f'`{choice}`' for choice in choices])}"
    diagnostics.error("unexpected-word", message, place, help=f"did you mean `{close}`?" if close else None)
    return True


def _reads_a_path(fault: Fault) -> bool:
    """Whether nothing but a name has been read: `colour x …` is on its way to being `colour's … is …`."""
    return "_IS" in fault.expected and not fault.expected & {"NUMBER", "LPAR", "STRING"}


def _opening_mend(text: str, start: str, previous: LayoutLine | None) -> str:
    first = text.split(maxsplit=1)[0]
    if first in _OF_THE_GAME and start == "top":
        return "indent it below the `edition` line"
    if first in _OF_THE_HEAD:
        return f"it stands in the head line: `edition … {text}`, `variant … {text}`"
    if first == "if":
        return mends.of_if_at_the_margin(text)
    if first in _BELONG_BELOW:
        return f"indent it below {_BELONG_BELOW[first]}"
    close = _close(first.lower(), [*DECLARATION_WORDS, *_OF_THE_GAME])
    if close:
        return f"did you mean `{close}`?"
    becomes = re.match(r"([^\W\d]\w*)[ \t]+becomes?[ \t]+(.+)", text)
    if becomes:
        return f"what a setting is worth is said by `set {becomes[1]} = {becomes[2]}`; state changes in the lines of a rule or a hook"
    value = re.match(r"([^\W\d]\w*)[ \t]+of[ \t]+([^\W\d]\w*)[ \t]+(is|are)\b", text)
    if value:
        return f"a value of something is declared as `{value[2]}'s {value[1]} {value[3]} …`"
    if previous is not None and previous.text.startswith(("rule ", "when ", "before ", "instead ", "action ", "kind ", "deck ", "board")):
        return f"indent it if it belongs to the line `{_shortened(previous.text)}` above"
    if first.startswith('"'):
        return "what people read about a file stands in comments below its first line: `# …`"
    return "what is done stands below a `rule`, an `action` or a hook (`before`, `when`, `instead of`), indented"


# --------------------------------------------------------------------------------------------------------------- blocks
def report_unexpected_block(line: LayoutLine, tree: Tree, start: str, diagnostics: Diagnostics) -> None:
    """For lines below one that takes none. `start` is what sort of line that is."""
    match str(tree.data):
        case "answer" if line.text.isidentifier():
            mend = f"to say what to try in a moment, write `in {line.text}`"
        case "value_def" | "worth" | "replace_worth":
            mend = "write the value in the line, or its cases below it, not both"
        case "do" if (opening := meant_opening(line.text, start)) is not None:
            first = line.text.split(maxsplit=1)[0]
            place = Span(line.span.source, line.span.start, line.span.start + len(first))
            message = f"nothing stands below a line that begins with `{first}`"
            diagnostics.error("unexpected-word", message, place, help=f"did you mean `{opening}`?")
            return
        case "do" if line.text.startswith("take turn"):
            mend = "players act in turn by `take turns among SET as NAME`"
        case "do" if line.text.split()[0] in ("else", "elif", "elseif", "while", "for", "unless"):
            mend = f"`{line.text.split()[0]}` is no word of the language; see `if`, `else if`, `repeat` and `each`"
        case _:
            mend = "indent it like the line above it"
    diagnostics.error(
        "unexpected-block", f"nothing stands below a line like `{_shortened(line.text)}`", line.children[0].span,
        help=mend, labels=(Label(line.span, "this line"),),
    )  # fmt: skip


def report_missing_block(line: LayoutLine, tree: Tree, block: Block, previous: LayoutLine | None, diagnostics: Diagnostics) -> None:
    """For a line that says nothing without lines below it."""
    mend = "write them below it, two spaces further in"
    form = str(tree.data)
    if form == "until" and previous is not None and previous.text.startswith("take turns"):
        mend = "the end of `take turns` is said in its own line: `take turns among … as …, until CONDITION`"
    elif block.start == "body" and form in ("rule", "replace"):
        mend += "; `stop` does nothing"
    diagnostics.error("missing-block", f"`{_shortened(line.text)}` needs lines below it: {block.says}", line.span, help=mend)


def _shortened(text: str) -> str:
    return text if len(text) <= 50 else text[:48].rstrip() + " …"
