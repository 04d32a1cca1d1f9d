"""What is seen of a game on a terminal as it goes: each event as a line, the board at every round."""

from __future__ import annotations

from typing import TextIO

from rulelang.engine.events import Kind
from rulelang.play.board import Board
from rulelang.play.session import Session
from rulelang.play.transcript import Told, text_lines
from rulelang.report.style import Style


class Screen:
    """A watcher of a session."""

    def __init__(self, session: Session, stream: TextIO, style: Style) -> None:
        self.session = session
        self.stream = stream
        self.style = style
        self.board = Board(session.narrator, style)

    def __call__(self, told: Told) -> None:
        for line in text_lines(told, self.style):
            self.stream.write(line + "\n")
        if told.row[0] == Kind.ROUND:
            self.show_board()

    def show_board(self) -> None:
        self.stream.write(self.board.draw(self.session.view) + "\n")
