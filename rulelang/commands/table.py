"""A session at this terminal: what is shown where, transcripts, and how a game ends that does not come to its end."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from rulelang.commands.guard import INTERRUPTED, complain, warn
from rulelang.refusal import Refusal, unreadable
from rulelang.report.style import Style, style_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulelang.play.person import PersonAtTerminal
    from rulelang.play.session import Session


@contextlib.contextmanager
def transcript_stream(path: str | None) -> Iterator[tuple[TextIO, bool] | None]:
    """The stream and whether it takes JSON lines. Opened before the game, so that a path that cannot be written costs no game."""
    if path is None:
        yield None
        return
    as_json = path.endswith(".jsonl")
    if path in ("-", "-.jsonl"):
        yield sys.stdout, as_json
        return
    if not as_json and not path.endswith(".txt"):
        raise Refusal(f"--transcript {path}: neither .txt nor .jsonl", "the ending says which form is wanted; - is standard output")
    try:
        stream = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115, PTH123 (closed below)
    except OSError as error:
        raise unreadable(path, error) from None
    try:
        yield stream, as_json
    finally:
        stream.close()


def play(start: Callable[[Session], None], session: Session, quiet: bool, transcript: str | None) -> int:
    """`start` begins or goes on with the game; then it is played to its end and the result shown."""
    from rulelang.engine.faults import Fault
    from rulelang.play.result import write_result
    from rulelang.play.session import Leave
    from rulelang.play.transcript import Transcript

    with transcript_stream(transcript) as written:
        if written is not None:
            session.transcripts.append(Transcript(written[0], session.narrator, written[1]))
        to_screen = written is None or written[0] is not sys.stdout
        people = session.person is not None
        if (people or not quiet) and to_screen:
            _attach_screen(session)
        try:
            start(session)
            session.play()
        except Leave:
            path = _kept(session) or ""
            sys.stdout.write(session.saved(path) + "\n")
            return 0
        except KeyboardInterrupt:
            return _interrupted(session)
        except Fault as fault:
            _keep_for_people(session)
            raise Refusal(f"a rule cannot go on: {fault}", "the place is the rule's own; mend it there", code=1) from None
        except Exception:  # a full disk, a closed pipe, or a bug
            _keep_for_people(session)
            raise
        finally:
            for told in session.transcripts:
                with contextlib.suppress(OSError):
                    told.release()
        if to_screen:
            write_result(session, sys.stdout)
        elif not quiet and written is not None and not written[1]:
            sys.stdout.write("\n")
            write_result(session, sys.stdout)
    return 0


def _attach_screen(session: Session) -> None:
    from rulelang.play.person import PersonAtTerminal
    from rulelang.play.screen import Screen

    style = style_of(sys.stdout)
    screen = Screen(session, sys.stdout, style)
    session.watchers.append(screen)
    if isinstance(session.person, PersonAtTerminal):
        session.person.show_board = screen.show_board


def person() -> PersonAtTerminal:
    """Whoever sits at this terminal; the board is shown by the screen, once there is one."""
    from rulelang.play.person import PersonAtTerminal

    style: Style = style_of(sys.stdout)
    return PersonAtTerminal(sys.stdout, style, lambda: None)


def _kept(session: Session) -> str | None:
    """Saves a game of people as it was when one of them was last asked; if it cannot be written where it should, among the temporary
    files. None if nobody was ever asked.

    Raises: Refusal if it can be written nowhere.
    """
    try:
        return session.save_before_leaving()
    except Refusal as refusal:
        with contextlib.suppress(Refusal):
            spare = session.save_before_leaving(session.spare_path())
            warn(refusal.message, refusal.help)
            return spare
        raise


def _keep_for_people(session: Session) -> None:
    """When something goes wrong, people keep their game, and are told where it is."""
    with contextlib.suppress(Refusal):
        path = _kept(session)
        if path is not None:
            warn("the game is saved as it was before this", f"go on with it: rulelang resume {path}")


def _interrupted(session: Session) -> int:
    path = _kept(session)
    with contextlib.suppress(OSError):
        sys.stdout.write("\n")
        sys.stdout.flush()
    if path is not None:
        complain("stopped; the game is saved", f"go on with it: rulelang resume {path}")
    else:
        complain(f"stopped in round {session.view.round}", f"the same game again: --seed {session.game.state.seed}")
    return INTERRUPTED
