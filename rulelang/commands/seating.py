"""Who sits at the table: from `--players`, `--human` and `--strategy` to seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.loader import strategy_meant
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.play.saves import Seat
    from rulelang.play.wording import Wording

USUAL = 4


def seats(program: Program, players: int | None, people: Sequence[str], strategies: Sequence[str], locale: str | None = None) -> list[Seat]:
    """People first, in the order in which they are named, then the computer's players."""
    from rulelang.play.saves import Seat
    from rulelang.play.session import PERSON
    from rulelang.play.texts import own_locale
    from rulelang.play.wording import wording

    least, most = program.players
    count = players if players is not None else max(least, min(most, USUAL), len(people))
    if not least <= count <= most:
        fits = f"{least} players" if least == most else f"{least} to {most} players"
        raise Refusal(f"{program.title} is for {fits}, not for {count}", f"give --players a number that fits: {least} to {most}")
    if len(people) > count:
        raise Refusal(f"{len(people)} people and only {count} players", f"--players {len(people)}, or name fewer people")
    names = _names(count, people, wording(locale or own_locale(program)))
    drivers = [PERSON] * len(people) + [program.default_strategy or "random"] * (count - len(people))
    for text in strategies:
        _assign(drivers, names, len(people), text)
    return [Seat(name, driver) for name, driver in zip(names, drivers, strict=True)]


def strategies_in(given: Sequence[str]) -> list[str]:
    """The strategies that `--strategy` names, without the players; `random` is none of the language."""
    names = [text.rpartition("=")[2].strip() for text in given]
    return [name for name in dict.fromkeys(names) if name and name != "random"]


def written(given: Sequence[str]) -> dict[str, str]:
    """How the strategies that `--strategy` names were called, by name: by a path, perhaps."""
    return {strategy_meant(text): text for text in strategies_in(given)}


def _names(count: int, people: Sequence[str], wording: Wording) -> list[str]:
    """The people's own; the others are called as is usual in the language of the game."""
    from rulelang.play.wording import name_of

    names: list[str] = []
    for given in people:
        name = " ".join(given.split())
        if not name or not name.isprintable():
            raise Refusal(f"--human {given!r} is no name", "for example --human Ada")
        if name.casefold() in {other.casefold() for other in names}:
            raise Refusal(f"two people are called {name}", "give each a name of their own")
        names.append(name)
    taken = {name.casefold() for name in names}
    spare = [name for entry in wording.players if (name := str(name_of(entry))).casefold() not in taken]
    numbered = (wording.say("word.seat", number=number) for number in range(1, count + 1))
    spare += [name for name in numbered if name.casefold() not in taken]
    return [*names, *spare[: count - len(names)]]


def _assign(drivers: list[str], names: Sequence[str], people: int, text: str) -> None:
    """`steady` for every player of the computer's, `2=cautious` or `Bob=cautious` for one."""
    who, sign, strategy = (part.strip() for part in text.rpartition("="))
    if not strategy or (sign and not who):
        raise Refusal(f"--strategy {text}: not of the form NAME or PLAYER=NAME", f"for example --strategy {names[-1]}=random")
    strategy = strategy_meant(strategy)
    if not sign:
        drivers[people:] = [strategy] * (len(drivers) - people)
        return
    matching = [index for index, name in enumerate(names) if name.casefold() == who.casefold()]
    seat = int(who) - 1 if who.isdecimal() else matching[0] if matching else -1
    if not 0 <= seat < len(drivers):
        raise Refusal(f"--strategy {text}: there is no player {who}", f"the players are {', '.join(names)} (or 1 to {len(names)})")
    if seat < people:
        raise Refusal(f"--strategy {text}: {names[seat]} is a person", "leave it out; people decide for themselves")
    drivers[seat] = strategy
