"""The board on a terminal: a ring of spaces with tokens and owners, and in its middle what each player has.

A board that goes round is drawn as a ring if it is even and the terminal wide enough, else the spaces lie in rows; a game without
a board shows its players only. Each space takes two lines: its title, shortened; its owner with what stands there, and the tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.ir.program import Slot
from rulelang.play.events import Narrator
from rulelang.play.view import View
from rulelang.report.excerpt import cells, width_of
from rulelang.report.style import Style

_COLOURS = ("green", "cyan", "magenta", "yellow", "blue", "red")
_SMALL, _LARGE = 6, 12
"""Cells of a space: at least, at most."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The two lines of a space; `marks` are drawn behind the text of the second: (letter, player)."""

    title: str
    foot: str
    marks: tuple[tuple[str, int], ...] = ()
    owner: int = -1


class Board:
    """Draws states of one game."""

    def __init__(self, narrator: Narrator, style: Style) -> None:
        self.narrator = narrator
        self.values = narrator.values
        self.program = narrator.program
        self.style = style
        self.letters = _letters(narrator.values.players)

    def draw(self, view: View) -> str:
        """The whole picture, several lines."""
        count = self.program.spaces
        if not count:
            return "\n".join(self._players(view, self.style.width))
        across, down = _ring(count)
        room = (self.style.width - 1) // across - 1 if across else 0
        if self.program.loop and across and room >= _SMALL:
            return self._round(view, across, down, min(room, _LARGE))
        return self._rows(view)

    def money_line(self, view: View) -> str:
        """One line: whose turn comes, and what everyone has."""
        parts = []
        for player, name in enumerate(self.values.players):
            if view.is_in(player):
                parts.append(f"{self._painted(name, player)} {self.values.money(view.money(player))}")
        return "  ·  ".join(parts)

    # ---------------------------------------------------------------------------------------------------------- the ring
    def _round(self, view: View, across: int, down: int, room: int) -> str:
        spaces = [self._cell(view, space, room) for space in range(self.program.spaces)]
        # From the lower right corner to the left, up, to the right and down, as such boards lie on a table.
        bottom = spaces[:across][::-1]
        left = spaces[across : across + down - 2][::-1]
        top = spaces[across + down - 2 : 2 * across + down - 2]
        right = spaces[2 * across + down - 2 :]
        inside = (across - 2) * (room + 1) - 1
        middle = self._players(view, inside - 2)[: 2 * (down - 2)]
        blank = (2 * (down - 2) - len(middle)) // 2
        middle = [""] * blank + middle
        bar = self.style.paint("│", "dim")
        lines = [self._rule("┌", "┬", "┐", across, room)]
        lines += self._row(top, room)
        lines.append(self._rule("├", "┴", "┤", across, room, inner="─"))
        for index in range(down - 2):
            for half in (0, 1):
                at = 2 * index + half
                text = _fitted(f" {middle[at]}" if at < len(middle) else "", inside)
                lines.append(f"{bar}{self._half(left[index], half, room)}{bar}{text}{bar}{self._half(right[index], half, room)}{bar}")
        lines.append(self._rule("├", "┬", "┤", across, room, inner="─"))
        lines += self._row(bottom, room)
        lines.append(self._rule("└", "┴", "┘", across, room))
        return "\n".join(lines)

    def _row(self, row: Sequence[Cell], room: int) -> list[str]:
        bar = self.style.paint("│", "dim")
        return [bar + bar.join(self._half(cell, half, room) for cell in row) + bar for half in (0, 1)]

    def _rule(self, first: str, between: str, last: str, across: int, room: int, inner: str = "") -> str:
        pieces = ["─" * room] * across
        if inner:
            corner = "┼"
            text = first + pieces[0] + corner + between.join(pieces[1:-1]) + corner + pieces[-1] + last
        else:
            text = first + between.join(pieces) + last
        return self.style.paint(text, "dim")

    def _half(self, cell: Cell, half: int, room: int) -> str:
        if half == 0:
            return _fitted(cell.title, room)
        marks = "".join(self._painted(letter, player, bold=True) for letter, player in cell.marks)
        foot = _fitted(cell.foot, max(0, room - len(cell.marks)))
        return (self._painted(foot, cell.owner) if cell.owner >= 0 else foot) + marks

    def _cell(self, view: View, space: int, room: int) -> Cell:
        title = self.values.text("space", space)
        owner = view.owner(space)
        foot = ""
        if 0 <= owner < len(self.letters):
            step = view.step(space)
            foot = self.letters[owner].lower() + (f"·{step}" if step else "")
        here = [player for player in range(len(self.letters)) if view.is_in(player) and view.position(player) == space]
        marks = tuple((self.letters[player], player) for player in here[:room])
        return Cell(self._shortened(title, room), foot, marks, owner if 0 <= owner < len(self.letters) else -1)

    def _shortened(self, title: str, room: int) -> str:
        """A title in little room: whole if it fits, else without its small words, and as many letters as there is room for. In so
        little of it a mark for what is left out would cost a letter of each title.
        """
        if width_of(title) <= room:
            return title
        small = self.narrator.wording.words("board.short_words")
        words = [word for word in title.split() if word.casefold() not in small]
        return _clipped(" ".join(words), room).rstrip()

    # ---------------------------------------------------------------------------------------------------------- in rows
    def _rows(self, view: View) -> str:
        room = _LARGE
        across = max(1, (self.style.width - 1) // (room + 1))
        lines: list[str] = []
        for first in range(0, self.program.spaces, across):
            row = [self._cell(view, space, room) for space in range(first, min(first + across, self.program.spaces))]
            lines += self._row(row, room)
        return "\n".join([*lines, "", *self._players(view, self.style.width)])

    # ------------------------------------------------------------------------------------------------------ the players
    def _players(self, view: View, room: int) -> list[str]:
        lines: list[str] = []
        say = self.narrator.wording.say
        for player, name in enumerate(self.values.players):
            if view.is_in(player):
                lines += self._player(view, player, name, room)
            else:
                lines.append(self.style.paint(_cut(f"   {say('board.out', player=name)}", room), "dim"))
        for pot in range(self.values.bank + 1, self.values.bank + 1 + len(self.values.pots)):
            lines.append(_cut("  " + say("board.pot", pot=self.values.name("holder", pot), money=self.values.money(view.money(pot))), room))
        return lines

    def _player(self, view: View, player: int, name: str, room: int) -> list[str]:
        wording = self.narrator.wording
        say = wording.say
        mark = "▸" if view.turn_player == player else " "
        key = "board.player_on" if view.position(player) >= 0 else "board.player"
        head = say(key, player=name, money=self.values.money(view.money(player)), space=self.values.name("space", view.position(player)))
        notes = [self._kept(slot, value) for slot, value in view.kept_about(player)]
        owned = [self._owned(view, thing) for thing in view.things_of(player)]
        counts = [(piece, view.pieces_of(player, piece)) for piece in range(len(self.program.pieces))]
        owned += [self.narrator.counted(piece, count) for piece, count in counts if count]
        cards = len(view.cards_of(player))
        if cards:
            owned.append(say("board.cards", count=cards))
        if notes:
            head = say("board.notes", player=head, notes=wording.joined(notes))
        letter = self.letters[player]
        lines = [f"{mark}{self._painted(letter, player, bold=True)} {_cut(head, room - 3)}"]
        if owned:
            lines.append("   " + self.style.paint(_cut(wording.joined(owned), room - 3), "dim"))
        return lines

    def _owned(self, view: View, thing: int) -> str:
        title = self.values.name("thing", thing)
        step = view.step(thing)
        if not step:
            return str(title)
        return self.narrator.wording.say("board.with", thing=title, stands=self.narrator.standing(thing, step))

    def _kept(self, slot: Slot, value: int) -> str:
        title = self.narrator.slot_title(slot)
        if slot.type == "yes/no":
            return str(title)
        return self.narrator.wording.say("board.kept", title=title, value=self.values.value(slot.type, value))

    def _painted(self, text: str, player: int, bold: bool = False) -> str:
        painted = self.style.paint(text, _COLOURS[player % len(_COLOURS)])
        return self.style.paint(painted, "bold") if bold else painted


def _ring(count: int) -> tuple[int, int]:
    """Spaces across and down of a ring of `count` spaces, corners in both; (0, 0) if it does not come out even."""
    if count % 2 or count < 8:
        return 0, 0
    both = (count + 4) // 2
    return (both + 1) // 2, both // 2


def _letters(names: Sequence[str]) -> list[str]:
    """One letter or number a player: the first of the name that nobody before has."""
    letters: list[str] = []
    for index, name in enumerate(names):
        choice = [letter.upper() for letter in name if letter.isalnum() and width_of(letter.upper()) == 1]
        letters.append(next((letter for letter in choice if letter not in letters), str((index + 1) % 10)))
    return letters


def _cut(text: str, room: int) -> str:
    if width_of(text) <= room:
        return text
    return _clipped(text, room - 1) + "…" if room > 0 else ""


def _clipped(text: str, room: int) -> str:
    """The beginning of a text that fits."""
    kept, used = "", 0
    for character in text:
        if used + cells(character) > room:
            break
        kept += character
        used += cells(character)
    return kept


def _fitted(text: str, room: int) -> str:
    """Exactly so many cells; a text with colours in it is taken to be short enough."""
    if "\x1b" in text:
        return text + " " * max(0, room - _bare_width(text))
    shown = _cut(text, room)
    return shown + " " * (room - width_of(shown))


def _bare_width(text: str) -> int:
    import re

    return width_of(re.sub(r"\x1b\[[0-9;]*m", "", text))
