"""Random `.mono` texts: lines derived from the grammar itself, files with blocks where the grammar's contexts want them, and noise."""

from __future__ import annotations

import random
import string
from functools import cache
from typing import Any

from rulelang.syntax.contexts import START_SYMBOLS, block_of
from rulelang.syntax.expectations import plain_words
from rulelang.syntax.lalr import Fault, build_tables, parse_line

NAMES = ("foo", "bar_2", "player", "site", "дом", "x1", "owner", "übung", "a_b", "toto", "island", "notary", "price")
_SAMPLES = {
    "NUMBER": ("0", "7", "42", "1500"),
    "PERCENT": ("10%", "2.5%"),
    "STRING": ('"a title"', '"say \\"hi\\" # {x}"', '"  two  spaces"', '""', '"Улица\\n"'),
    "CMP": ("<", "<=", ">", ">="),
    "_POSS": ("'s",),
    "YES_NO": ("yes/no",),
    "_IS": ("is", "are"),
    "NEXT": ("next", "nearest"),
    "_HAS": ("has", "have"),
    "_OWNS": ("owns", "own"),
    "_THAT": ("that", "who", "which"),
    "_BECOMES": ("becomes",),
    "_CHOOSE": ("choose", "chooses"),
    "_CARD": ("card", "cards"),
    "_DOES_NOT": ("does not", "do   not"),
    "_HAS_SAME": ("has the same", "have same"),
    "WITH_HIGHEST": ("with highest", "with the most"),
    "WITH_LOWEST": ("with lowest", "with the  fewest"),
    "ROUNDED": ("rounded up", "rounded  to nearest"),
    "ROUNDING": ("rounding down",),
    "NAME": NAMES,
}


class Deriver:
    """Derives random lines from the grammar; `budget` keeps them short."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def line(self, start: str, budget: int = 30) -> str:
        """A line that a start symbol derives, with odd spacing here and there."""
        words: list[str] = []
        stack: list[Any] = [start]
        while stack:
            symbol = stack.pop()
            name = symbol if isinstance(symbol, str) else symbol.name
            if name in _rules():
                choices = _rules()[name]
                if len(words) + len(stack) > budget:
                    least = min(_cost(choice) for choice in choices)
                    choices = [choice for choice in choices if _cost(choice) == least]
                stack.extend(reversed(self.random.choice(choices)))
            else:
                words.append(self.random.choice(_SAMPLES[name]) if name in _SAMPLES else plain_words(_patterns()[name]))
        return self._spaced(words)

    def _spaced(self, words: list[str]) -> str:
        text = ""
        for word in words:
            glue = word in ("'s", ",", ")", ":") or text.endswith("(")
            odd = self.random.random() < 0.1
            gap = "" if (glue and not odd) or not text else "  " if odd else " "
            if word not in ("'s", ",", ")", ":", ".."):
                gap += self.random.choice(("", "", "", "", "", "", "", "", "the ", "a ")) if word in NAMES and gap else ""
            text += gap + word
        return text

    def block(self, start: str, lines: int, depth: int = 0) -> list[str]:
        """Indented lines of a block, each with the block that it wants."""
        found: list[str] = []
        for _ in range(lines):
            text = self.line(start, self.random.choice((4, 12, 30)))
            if self.random.random() < 0.1:
                found.append(self.random.choice(("", "", "# remark", "      # far off", "   # odd")))
            comment = "  # note" if self.random.random() < 0.1 else ""
            found.append("  " * depth + text + comment)
            tree = parse_line(text, start)
            if isinstance(tree, Fault):
                continue
            block = block_of(tree)
            if block is not None and depth < 4 and (block.required or self.random.random() < 0.5):
                found += self.block(block.start, self.random.randint(1, 3), depth + 1)
        return found

    def file(self, lines: int = 8) -> str:
        """A file that mostly parses: its statements may still be orphans or misplaced."""
        return "\n".join(['library foo "Foo"', *self.block("top", lines)]) + "\n"

    def noise(self) -> str:
        """A text that mostly does not parse: pieces of good lines, signs, strange characters, odd indentation."""
        pieces: list[str] = []
        for _ in range(self.random.randint(0, 30)):
            match self.random.randint(0, 9):
                case 0:
                    pieces.append("\n" + self.random.choice((" ", "  ", "\t")) * self.random.randint(0, 5))
                case 1:
                    pieces.append(self.random.choice(string.punctuation))
                case 2:
                    pieces.append(chr(self.random.choice((0, 9, 11, 13, 0x85, 0xA0, 0x2028, 0xFEFF, 0xD800, 0x10FFFF, 0x660, 0x1D7D8))))
                case 3:
                    pieces.append(self.random.choice(('"', '"x"', "'s", "(", "#", "\\")))
                case 4 | 5:
                    pieces.append(self.line(self.random.choice(START_SYMBOLS), 8))
                case _:
                    pieces.append(self.random.choice(_all_words()))
            pieces.append(self.random.choice((" ", " ", "")))
        return "".join(pieces)

    def mutated(self, text: str) -> str:
        """A text with a few characters or words taken out, doubled or exchanged."""
        for _ in range(self.random.randint(1, 4)):
            if not text:
                break
            begin = self.random.randrange(len(text))
            end = min(len(text), begin + self.random.choice((1, 1, 3, 10)))
            match self.random.randint(0, 3):
                case 0:
                    text = text[:begin] + text[end:]
                case 1:
                    text = text[:begin] + self.random.choice(_all_words()) + text[begin:]
                case 2:
                    text = text[:end] + text[begin:end] + text[end:]
                case _:
                    text = text[:begin] + self.random.choice(string.printable) + text[end:]
        return text


@cache
def _rules() -> dict[str, list[list[Any]]]:
    found: dict[str, list[list[Any]]] = {}
    for rule in build_tables().rules:
        found.setdefault(rule.origin.name, []).append(list(rule.expansion))
    return found


@cache
def _patterns() -> dict[str, str]:
    return {terminal.name: terminal.pattern.value for terminal in build_tables().terminals}


@cache
def _all_words() -> tuple[str, ...]:
    return tuple(sorted({plain_words(pattern) for name, pattern in _patterns().items() if name not in _SAMPLES} | set(NAMES)))


def _cost(expansion: list[Any]) -> int:
    return sum(_symbol_costs()[symbol.name] if symbol.name in _rules() else 1 for symbol in expansion)


@cache
def _symbol_costs() -> dict[str, int]:
    """The fewest words that each symbol derives."""
    costs = dict.fromkeys(_rules(), 10**6)
    changed = True
    while changed:
        changed = False
        for name, expansions in _rules().items():
            least = min(sum(costs.get(symbol.name, 1) for symbol in expansion) for expansion in expansions)
            if least < costs[name]:
                costs[name], changed = least, True
    return costs
