"""Mends: what an author may have meant by a line that cannot be read.

Each function looks for one kind of slip and answers with a sentence, or with None if it is another.
"""

from __future__ import annotations

import re
from unicodedata import combining

from rulelang.syntax.lalr import Fault

_STRAY = {
    **dict.fromkeys("“”„«»‟", 'texts stand between plain quotes: `"…"`'),
    **dict.fromkeys("’‘`´", "write the plain apostrophe: `'`"),
    **dict.fromkeys("–—−", "write the plain minus: `-`"),
    **dict.fromkeys("×·", "write `*` for times"),
    "÷": "write `/` for a division",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `is not`",
    "!": "write `not`, or `is not` for `!=`",
    "&": "write `and`",
    "|": "write `or`",
    ";": "one thought a line: begin a new line instead",
    **dict.fromkeys("{}", "no brackets are needed: what belongs to a line is indented below it"),
    **dict.fromkeys("[]", "a list is written with commas alone: `1, 2, 3`"),
    **dict.fromkeys("$€£¥₽", "write the amount as a plain number; how money is shown is said by `currency`"),
    "%": "write the sign directly after the number: `10%`",
    "'": 'texts stand between double quotes: `"…"`; what belongs to somebody has `\'s` directly after the name',
    ".": "numbers are whole; a range is written `1..5`",
    "\\": "outside a text there is nothing to escape",
    "\u00a0": "this is a special space: write a plain one",
    "@": "names consist of letters, digits and `_`",
    "~": "names consist of letters, digits and `_`",
    "?": "leave it out; a decision is `may`, a condition `if`",
}

_WHOSE = "whose something is, is said by `'s`: `player's money`"
_FOREIGN = {
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "elsif": "write `else if`",
    "while": "write `repeat up to N times` and, inside it, `again if CONDITION`",
    "foreach": "write `each NAME in …`",
    "return": "a rule is left by `stop`; a value is worked out by `NAME is …`",
    "break": "a rule is left by `stop`; a repeat goes on only by `again if CONDITION`",
    "then": "leave `then` out: what is done stands on the lines below, indented",
    "var": "write `let NAME be VALUE`",
    "def": "write `rule NAME`",
    "function": "write `rule NAME`",
    "true": "write `yes`",
    "false": "write `no`",
    "and": "`and` joins conditions; separate other things by commas",
    "your": _WHOSE,
    "my": _WHOSE,
    "his": _WHOSE,
    "her": _WHOSE,
    "their": _WHOSE,
}


def of_character(text: str, fault: Fault) -> str | None:
    """For a character that begins no word of the language."""
    character = text[fault.start]
    if character.isdigit():
        return "a name begins with a letter"
    if combining(character):
        return "write the letter and its mark as one character"
    return _STRAY.get(character)


def of_first_word(text: str, start: str) -> str | None:
    """For a line that begins as in another language."""
    first = text.split(maxsplit=1)[0]
    if first == "then" and start == "test_item":
        return None
    if first == "for":
        return "write `each SET`, without `for`"
    return None if first == "and" else _FOREIGN.get(first)


def of_sign(text: str, fault: Fault, start: str) -> str | None:
    """For a sign that does not fit where it stands: `=` for `:`, `is` or `becomes`, and others."""
    sign = text[fault.start : fault.end]
    if sign == "=":
        return _of_equals(text, fault, start)
    if sign == ":":
        if not text[fault.end :].strip():
            return "a line needs no `:` at its end; what belongs to it is indented below it"
        if "EQUAL" in fault.expected:
            return "write `=` before the value"
        return None
    if sign == "," and re.search(r"\d$", text[: fault.start]) and re.match(r",\d{3}(?!\d)", text[fault.start :]):
        return "write the number without a comma"
    if sign == "," and start in _DONE and "$END" in fault.expected and not _OPENS.match(text):
        return _ONE_A_LINE
    if sign == "-" and "NUMBER" in fault.expected and "LPAR" not in fault.expected:
        return "a number here is not negative"
    if sign == ")":
        return "there is no `(` for it"
    if sign in "<>" and text[fault.end : fault.end + 1] in ("=", ">"):
        return "write `<=`, `>=` or `is not`, without a space inside"
    return None


def _of_equals(text: str, fault: Fault, start: str) -> str | None:
    before, after = text[: fault.start].rstrip(), text[fault.end :].strip()
    changed = re.fullmatch(r"change setting (\w+)", before.strip())
    if changed:
        return f"another value is given by `set {changed[1]} = {after or '0'}`"
    if "COLON" in fault.expected:
        if before.startswith("setting "):
            return f"say of which type it is: `{before} : money = {after or '0'}`"
        return f"write `:` and the type: `{before} : money = {after or '0'}`"
    if "_BECOMES" in fault.expected:
        return f"a change is written `{before} becomes {after.lstrip('= ') or '…'}`"
    if "BE" in fault.expected:
        return "write `be`: `let NAME be VALUE`"
    if "_IS" in fault.expected:
        return "write `is`" + ("" if start == "top" else " to compare")
    return None


def of_word(text: str, fault: Fault, start: str) -> str | None:
    """For a word that does not fit where it stands."""
    word = text[fault.start : fault.end]
    thrown = re.search(r"\b(rolls? \w+)$", text[: fault.start].rstrip())
    if word == "and" and thrown:
        return f"what dice show is written one after the other: `{thrown[1]} {text[fault.end :].split(',')[0].strip()}`"
    if word == "and":
        return _of_and(text, fault, start)
    if word in _FOREIGN:
        return _FOREIGN[word]
    if start == "test_item" and word == "may":
        who = before_comma(text[: fault.start])
        return f"what somebody is offered is said by `{who} is asked to …`, what he could do by `{who} can …`"
    if start in _DONE and (alone := re.fullmatch(r"(else|otherwise)\s*", text[: fault.start])):
        return f"`{alone[1]}` stands alone in its line; what is done then stands below it, indented: `{text[fault.start :]}`"
    plain = _of_plain_words(text, fault)
    if plain is not None:
        return plain
    if fault.expected == {"STRING"}:
        before = text[: fault.start].rstrip()
        if start != "row" and len(before.split()) == 1:
            return f'a text stands between quotes: `{before} "{text[fault.start :]}"`'
        return f'a title in quotes is due: `{before} "{_title(before.split()[-1])}" {text[fault.start :]}`'
    if fault.terminal == "_IS":
        return _of_is(text, fault, start)
    if fault.terminal == "_BECOMES" and ("_IS" in fault.expected or "CMP" in fault.expected):
        return "`becomes` changes a value; a condition says `is`"
    if fault.terminal == "PERCENT" or (fault.terminal == "NUMBER" and start == "row"):
        return _of_row(text, fault) if start == "row" else None
    if fault.terminal == "ELSE" and "$END" in fault.expected and start == "body":
        return "`else` begins a line of its own"
    return None


_DONE = ("body", "card_item", "action_item")
_OPENS = re.compile(r"(?:if|else|until|repeat|again|each|take|before|when|instead|choose|play|let|limit)\b")
"""Lines that are no plain statement."""
_ONE_A_LINE = "one thing a line: what is done next stands on a line of its own"


def _of_and(text: str, fault: Fault, start: str) -> str:
    hook = re.match(r"(?:before|when|instead of|play (?:before|when|instead of))\b", text)
    if hook and fault.expected & {"_IF"}:
        before = text[: fault.start].rstrip()
        return f"what must hold at that time follows `if`: `{before} if …`; for something else that happens, write a second `{hook[0]}`"
    if start in _DONE and not _OPENS.match(text):
        return f"`and` joins conditions; {_ONE_A_LINE}"
    return _FOREIGN["and"]


def before_comma(text: str) -> str:
    """Who a fact of a test is about, from what stands before the fault."""
    return text.split(",")[-1].removeprefix("then ").removeprefix("given ").removeprefix("when ").strip()


def of_if_at_the_margin(text: str) -> str:
    """For `if player lands on …` where a hook was meant."""
    return f"what is to be done when something happens stands below `when`: `when {text.split(maxsplit=1)[-1]}`"


_SUPERLATIVE = re.compile(r"(?<!\w)(\w{3,}est)$")
_AFTER_EACH = {"AS", "$END", "_IN", "_THAT", "WHOSE", "WITH_HIGHEST", "WITH_LOWEST", "_OTHER_THAN", "_POSS"}


def _of_plain_words(text: str, fault: Fault) -> str | None:
    """For what people say in plain words, and the language says otherwise."""
    word, before = text[fault.start : fault.end], text[: fault.start].rstrip()
    if word == "each" and before.endswith(" for"):
        return "an amount for each of several is written with `per`: `pay 10 per …`, `collect 10 per …`"
    if word == "times":
        times = "total of dice" if text[fault.end :].strip() == "dice" else text[fault.end :].strip() or "…"
        return f"`*` multiplies: `{before.split()[-1] if before else '…'} * {times}`"
    extreme = _SUPERLATIVE.search(before) if fault.terminal == "NAME" else None
    if extreme is not None and extreme[1] in ("richest", "poorest"):
        return f"write `{word} with {'highest' if extreme[1] == 'richest' else 'lowest'} money`"
    if extreme is not None:
        return f"who has the most or the least of something is `{word} with highest FIELD`, `{word} with lowest FIELD`"
    if word == "if" and "$END" in fault.expected and not before.startswith(("before", "when", "instead", "until", "play", "ends")):
        return "`if …` is a line of its own, with what is done below it"
    if word == "stands" or (word in ("in", "on") and before.endswith((" is", " is not"))):
        return "say it of the space: `player's space is …`"
    often = re.fullmatch(r"limit (?:once|one) (?:an?|each|every|per)", before.strip())
    if often:
        return f"write `limit 1 per {word}`"
    if before == "repeat" and word in ("until", "while"):
        return _FOREIGN["while"]
    if before == "repeat":
        return f"write `{text[fault.start :]}`, or `repeat up to {text[fault.start :]}` with `again if …` in it"
    if word == "than" or (word == "at" and before.endswith((" has", " have"))):
        return "`has 100` means at least so much; else compare: `player's money > 100`"
    if before.startswith("each ") and fault.terminal == "NAME" and fault.expected <= _AFTER_EACH:
        return "what each of them does stands on the lines below, indented"
    return None


def _of_is(text: str, fault: Fault, start: str) -> str | None:
    first = text.split(maxsplit=1)[0]
    if "EQUAL" in fault.expected:
        return "write `=` before the value"
    if first in ("before", "when", "until", "instead", "play", "ends"):
        return "an event is something that happens (`lands on`, `pays`, `becomes`); for what must hold at that time, add `if CONDITION`"
    if start in ("body", "card_item", "action_item") and "_BECOMES" in fault.expected:
        before, after = text[: fault.start].rstrip(), text[fault.end :].strip()
        if after == "out":
            return f"a condition stands after `if`; who is to be out, `{before} leaves game`"
        return f"a condition stands after `if`; to change a value write `{before} becomes {after or '…'}`"
    return None


def _of_row(text: str, fault: Fault) -> str | None:
    words = re.search(r"([^\W\d]\w*)[ \t]+([^\W\d]\w*)[ \t]*$", text[: fault.start])
    if words is None:
        return None
    return f"if `{words[1]}` is the group, write `in {words[1]}`; before each value stands the name of its column"


def of_text(text: str, fault: Fault) -> str | None:
    """For a text in quotes where something else is due: a missing name, or a name in quotes."""
    string = text[fault.start : fault.end]
    inner = string[1:-1]
    if "NAME" not in fault.expected or "LPAR" in fault.expected:
        return None
    if len(text[: fault.start].split()) == 1:
        name = re.sub(r"\W+", "_", inner.lower()).strip("_")
        if name and not name[0].isdigit():
            return f"before the title stands a name without spaces: `{text[: fault.start].strip()} {name} {string}`"
    if re.fullmatch(r"[^\W\d]\w*", inner):
        return f"write the name without quotes: `{inner}`"
    return None


def of_end(text: str, fault: Fault) -> str | None:
    """For a line that ends too early."""
    words = text.split()
    if fault.expected == {"STRING"} and len(words) == 2:
        added = f"; or `add to {text}`" if words[0] == "deck" else ""
        return f'a title follows: `{text} "{_title(words[1])}"`{added}'
    if fault.expected == {"COLON"} and words[0] == "setting":
        return f"a setting has a type and a value: `{text} : money = 0`"
    chosen = re.search(r"(?:^|\s)chooses? (?:an? |the )?(\w+)$", text)
    if chosen and "FROM" in fault.expected:
        return f"say under which name, and from what: `choose NAME from {chosen[1].removesuffix('s')}s`"
    if "RPAR" in fault.expected and text.count("(") > text.count(")"):
        return "a `(` is not closed"
    if words[:3] == ["used", "cards", "aside"]:
        return "what becomes of them is said, too: `used cards aside, shuffled when none is left`"
    return None


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
