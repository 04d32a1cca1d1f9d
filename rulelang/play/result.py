"""How a game stands at its end (or where it was stopped): a table, the winners first."""

from __future__ import annotations

from typing import TextIO

from rulelang.play.session import Session
from rulelang.play.tables import write_table


def write_result(session: Session, stream: TextIO) -> None:
    wording = session.wording
    say = wording.say
    game, view, values = session.game, session.view, session.values
    winners = game.result.winners if game.result else 0
    seats = range(len(session.seats))
    order = sorted(seats, key=lambda player: (not winners >> player & 1, not view.is_in(player), -view.money(player), player))
    pieces = range(len(session.program.pieces))
    rows: list[list[str]] = []
    for player in order:
        seat = session.seats[player]
        stands = say("result.winner") if winners >> player & 1 else say("result.in") if view.is_in(player) else say("result.out")
        counts = [(piece, view.pieces_of(player, piece)) for piece in pieces]
        owned = [session.narrator.counted(piece, count) for piece, count in counts if count]
        things = len(view.things_of(player))
        if things:
            owned.insert(0, say("result.things", count=things))
        rows.append([seat.name, str(values.texts.word(seat.driver)), stands, values.money(view.money(player)), wording.joined(owned)])
    headers = [say(key) for key in ("result.player", "result.driver", "result.stands", "result.money", "result.owns")]
    write_table(stream, ending_line(session), headers, rows, numbers=(3,))


def ending_line(session: Session) -> str:
    say = session.narrator.wording.say
    result, rounds = session.game.result, session.view.round
    texts = session.values.texts
    title = texts.name(session.program.title)
    if result is None:
        return say("result.stopped", title=title, rounds=rounds)
    ending = texts.name(session.program.endings[result.ending].title) if result.ending >= 0 else say("result.ran_out")
    return say("result.ended", title=title, rounds=rounds, ending=ending)
