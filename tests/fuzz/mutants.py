"""Random `.mono` texts for the compiler: noise, streams of tokens, blocks of bundled files put together anew, mutated games.

Most inputs are small, so that many can be tried; they are made of what real files say, so that they come far into the compiler.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\w+%?|[^\w\s]|[ \t]+')
_HUGE = ("0", "1", "7", "99999", str(2**31), str(2**63 - 1), str(2**63), str(10**30), "1" * 400)
_NAME = "fuzz/input.mono"
_PLAY = "rule game\n  take turns among players as player, round after round\n    stop"


@dataclass(frozen=True)
class Corpus:
    """What real files consist of: `blocks` are declarations with the lines below them, `lines` single lines, `tokens` words and signs."""

    texts: tuple[str, ...]

    @cached_property
    def blocks(self) -> tuple[tuple[str, ...], ...]:
        found: list[list[str]] = []
        for text in self.texts:
            for line in text.split("\n"):
                if not line.strip() or line.lstrip().startswith("#"):
                    continue
                if line[0] == " " and found:
                    found[-1].append(line)
                else:
                    found.append([line])
        return tuple(tuple(block) for block in found)

    @cached_property
    def declarations(self) -> tuple[tuple[str, ...], ...]:
        """Blocks that may stand in any section, short ones."""
        return tuple(b for b in self.blocks if len(b) <= 24 and not b[0].startswith(("edition", "library", "variant")))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(line for block in self.blocks for line in block))

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(t for line in self.lines for t in _TOKEN.findall(line) if t.strip()))


@cache
def corpus() -> Corpus:
    paths = [*(ROOT / "editions").rglob("*.mono"), *(ROOT / "tests" / "games").glob("*.mono"), *(ROOT / "tests" / "syntax").glob("*.mono")]
    return Corpus(tuple(path.read_text("utf-8") for path in sorted(paths)))


@cache
def games() -> tuple[str, ...]:
    """Small whole games: each is checked in some hundredths of a second."""
    paths = sorted((ROOT / "tests" / "games").glob("*.mono"))
    return tuple(_without_most_rows(path.read_text("utf-8")) for path in paths)


def _without_most_rows(text: str) -> str:
    """A game with a short board and no tests: what is long in it says nothing new."""
    kept = []
    rows: dict[str, int] = {}
    skipping = False
    for line in text.split("\n"):
        if line and line[0] != " ":
            skipping = line.startswith("test ")
        if skipping:
            continue
        row = re.match(r"  (\w+) +\w+ +\"", line)
        if row:
            rows[row[1]] = rows.get(row[1], 0) + 1
            if rows[row[1]] > 2 and "goal" not in line and not re.search(r"square_(19|24|2)\b", line):
                continue
        kept.append(line)
    return "\n".join(kept)


@dataclass(frozen=True)
class Input:
    """Texts that stand for files; `name` is the one to check."""

    kind: str
    name: str
    buffers: dict[str, str]

    @property
    def text(self) -> str:
        return self.buffers[self.name]


class Mutator:
    """Makes inputs from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.mutations: tuple[Callable[[list[str]], None], ...] = (
            self._delete,
            self._duplicate,
            self._swap,
            self._indent,
            self._dedent,
            self._token,
            self._token,
            self._token,
            self._number,
            self._truncate,
            self._insert,
            self._join,
            self._drop_token,
        )

    def input(self, number: int, *, large: bool = False) -> Input:
        """The `number`-th input; one in a hundred (with `large`, one in twenty) is a whole bundled edition with changes."""
        choose = self.random
        if number % (20 if large else 100) == 7:
            return self._extension()
        match number % 20:
            case 0:
                length = choose.randint(0, 300)
                text = choose.randbytes(length).decode(choose.choice(("latin-1", "utf-8", "utf-16-le")), "replace")
                return self._single("bytes", text)
            case 1 | 2:
                return self._single("tokens", self._tokens())
            case 3 | 4:
                return self._single("game", self._mutated(choose.choice(games()), 4))
            case 5 | 6 | 11 | 12:
                return self._single("blocks", self._blocks(choose.choice(games())))
            case 13 | 14:
                return self._single("names", self._renamed(choose.choice(games())))
            case 8 | 9:
                return self._variants()
            case 10:
                used = f'edition e "E" uses x\n{_PLAY}'
                return Input("library", _NAME, {_NAME: used, "fuzz/x.mono": self._spliced("library", 6)})
            case _:
                return self._single("splice", self._spliced("edition", 8))

    @staticmethod
    def _single(kind: str, text: str) -> Input:
        return Input(kind, _NAME, {_NAME: text})

    # ------------------------------------------------------------------------------------------------------------- texts
    def _tokens(self) -> str:
        choose = self.random
        lines = [choose.choice(('edition x "X"', 'edition x "X"', 'edition x "X"', "")) if choose.random() < 0.95 else 'variant x "X"']
        for _ in range(choose.randint(1, 12)):
            indent = "  " * choose.choice((0, 0, 0, 1, 1, 2, 3))
            lines.append(indent + " ".join(choose.choice(corpus().tokens) for _ in range(choose.randint(1, 12))))
        return "\n".join(lines)

    def _spliced(self, head: str, most: int) -> str:
        """A head, a way to play, and declarations from everywhere."""
        choose = self.random
        lines = [f'{head} x "X"']
        if choose.random() < 0.8 and head == "edition":
            lines += ["rule game", "  take turns among players as player, round after round", f"    {choose.choice(self._bodies())}"]
        for _ in range(choose.randint(1, most)):
            lines += choose.choice(corpus().declarations)
        return self._mutated("\n".join(lines), 3, least=0)

    def _blocks(self, game: str) -> str:
        """A game in which declarations are left out, said twice, moved or taken from elsewhere: right line for line."""
        choose = self.random
        blocks = list(Corpus((game,)).blocks)
        for _ in range(choose.randint(1, 4)):
            at = choose.randrange(1, len(blocks))
            what = choose.random()
            if what < 0.3:
                del blocks[at]
            elif what < 0.4:
                blocks.insert(at, blocks[choose.randrange(1, len(blocks))])
            elif what < 0.7:
                blocks.insert(at, choose.choice(corpus().declarations))
            elif len(blocks[at]) > 1:
                lines = list(blocks[at])
                inner = choose.randrange(1, len(lines))
                lines[inner] = choose.choice([line for block in blocks for line in block if line.startswith("  ")])
                blocks[at] = tuple(lines)
            if len(blocks) < 3:
                break
        return "\n".join(line for block in blocks for line in block)

    def _renamed(self, game: str) -> str:
        """A game in which some names stand for others: right for the grammar, wrong for what they mean."""
        choose = self.random
        lines = game.split("\n")
        for _ in range(choose.randint(1, 5)):
            at = self._at(lines)
            places = list(re.finditer(r"(?<![\"\w{])[a-z_]\w*(?![\w\"])", lines[at]))
            if places:
                place = choose.choice(places)
                lines[at] = lines[at][: place.start()] + choose.choice(_names(game)) + lines[at][place.end() :]
        return "\n".join(lines)

    @staticmethod
    @cache
    def _bodies() -> tuple[str, ...]:
        inner = tuple(dict.fromkeys(line.strip() for line in corpus().lines if line.startswith("  ") and '"' not in line))
        return ("stop", "turn", *inner)

    def _variants(self) -> Input:
        """A small game and variants over it, each in a file of its own."""
        choose = self.random
        game = choose.choice(games())
        base = re.search(r"^edition (\w+)", game, re.MULTILINE)
        name = base[1] if base else "x"
        overrides = [("set", 0.3), ("replace", 0.4), ("remove", 0.3), ("change", 0.2), ("add to", 0.2), ("rename", 0.2), ("", 0.5)]
        own = Corpus((game,)).declarations
        heads = []
        for number in range(choose.randint(1, 3)):
            tail = choose.choice(("", " over v0", " after v1", " uses v1", " after v0", ""))
            lines = [f'variant v{number} "V" fits {name}{tail}']
            for word, chance in overrides:
                if choose.random() < chance:
                    block = list(choose.choice(own if choose.random() < 0.7 else corpus().declarations))
                    block[0] = f"{word} {block[0]}".strip() if word != "set" else f"set {choose.choice(corpus().tokens)} = 4"
                    if word == "rename":
                        block = [f"rename {choose.choice(_names(game))} to {choose.choice(_names(game))}"]
                    lines += block
            heads.append(self._mutated("\n".join(lines), 2, least=0))
        text = "\n".join([game, *heads]) if choose.random() < 0.5 else "\n".join(heads)
        return Input("variants", _NAME, {_NAME: text, f"fuzz/{name}.mono": game})

    def _extension(self) -> Input:
        """Something on top of a bundled edition, or a bundled file with changes: slow, and therefore rare."""
        choose = self.random
        if choose.random() < 0.5:
            return self._single("bundled", self._mutated(choose.choice(corpus().texts), 4))
        lines = [f'edition x "X" {choose.choice(("extends classic", "extends kids", "uses property", "extends disney"))}']
        for _ in range(choose.randint(1, 6)):
            block = list(choose.choice(corpus().declarations))
            block[0] = choose.choice(("", "", "replace ", "remove ", "change ", "add to ")) + block[0]
            lines += block
        return self._single("extension", self._mutated("\n".join(lines), 3, least=0))

    # --------------------------------------------------------------------------------------------------------- mutations
    def _mutated(self, text: str, most: int, least: int = 1) -> str:
        lines = text.split("\n")
        for _ in range(self.random.randint(least, most)):
            if lines:
                self.random.choice(self.mutations)(lines)
        return "\n".join(lines)

    def _at(self, lines: list[str]) -> int:
        return self.random.randrange(len(lines))

    def _delete(self, lines: list[str]) -> None:
        del lines[self._at(lines)]

    def _duplicate(self, lines: list[str]) -> None:
        index = self._at(lines)
        lines.insert(index, lines[index])

    def _swap(self, lines: list[str]) -> None:
        a, b = self._at(lines), self._at(lines)
        lines[a], lines[b] = lines[b], lines[a]

    def _indent(self, lines: list[str]) -> None:
        index = self._at(lines)
        lines[index] = "  " + lines[index]

    def _dedent(self, lines: list[str]) -> None:
        index = self._at(lines)
        lines[index] = lines[index].removeprefix("  ")

    def _join(self, lines: list[str]) -> None:
        index = self._at(lines)
        lines[index : index + 2] = [" ".join(line.strip() for line in lines[index : index + 2])]

    def _insert(self, lines: list[str]) -> None:
        lines.insert(self._at(lines), self.random.choice(corpus().lines))

    def _truncate(self, lines: list[str]) -> None:
        if self.random.random() < 0.3:
            text = "\n".join(lines)
            lines[:] = text[: self.random.randint(0, len(text))].split("\n")
        else:
            index = self._at(lines)
            lines[index] = lines[index][: self.random.randint(0, len(lines[index]))]

    def _tokens_of(self, lines: list[str]) -> tuple[int, list[str], list[int]]:
        index = self._at(lines)
        tokens = _TOKEN.findall(lines[index])
        return index, tokens, [i for i, t in enumerate(tokens) if t.strip()]

    def _token(self, lines: list[str]) -> None:
        index, tokens, places = self._tokens_of(lines)
        if places:
            # Half of the time from the same text: a name that is there, in a place where it does not fit.
            other = self._tokens_of(lines)[1] if self.random.random() < 0.6 else corpus().tokens
            tokens[self.random.choice(places)] = self.random.choice([t for t in other if t.strip()] or ["x"])
            lines[index] = "".join(tokens)

    def _drop_token(self, lines: list[str]) -> None:
        index, tokens, places = self._tokens_of(lines)
        if places:
            del tokens[self.random.choice(places)]
            lines[index] = "".join(tokens)

    def _number(self, lines: list[str]) -> None:
        index = self._at(lines)
        numbers = list(re.finditer(r"\d+", lines[index]))
        if numbers:
            number = self.random.choice(numbers)
            lines[index] = lines[index][: number.start()] + self.random.choice(_HUGE) + lines[index][number.end() :]


def _names(text: str) -> list[str]:
    return re.findall(r"[a-z]\w+", text)
