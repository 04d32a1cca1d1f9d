"""Random editions: boards, decks, prices, ladders, dice, rules, hooks, strategies, all from one seed.

An edition of one's own (`own`) uses no library; one that stands on a bundled one (`themed`) has that one's rules with another board's
numbers, other cards, settings and variants.
"""

from __future__ import annotations

from random import Random

from rulelang.pipeline import load
from rulelang.syntax import ast
from tests.generated.phrases import COUNT, MONEY, Phrases
from tests.variants.doing import others
from tests.variants.together import fitting

GROUPS = ("red", "blue", "green", "amber")


def own(seed: int) -> str:
    """The text of an edition that uses no library."""
    return _Maker(Random(f"own {seed}")).edition()


class _Maker:
    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.say = Phrases(dice)
        self.text: list[str] = []

    def edition(self) -> str:
        say, dice = self.say, self.dice
        self._names()
        self._head()
        for number in range(dice.randint(1, 3)):
            self._rule(f"errand_{number}")
        self._turn()
        self._actions()
        kinds = [self._kind(f"spot_{number}") for number in range(dice.randint(1, 3))]
        self._lots()
        self._deck()
        for _ in range(dice.randint(1, 4)):
            self._hook()
        self._board(kinds)
        self._endings()
        for name in ("steady", "bold"):
            self._strategy(name)
        assert say.lots and say.spaces
        return "\n".join(self.text) + "\n"

    def add(self, *lines: str) -> None:
        self.text += lines

    def _names(self) -> None:
        say, dice = self.say, self.dice
        say.groups = list(GROUPS[: dice.randint(1, 4)])
        say.lots = [f"lot_{number}" for number in range(dice.randint(2, 9))]
        self.piles = [f"pile_{number}" for number in range(dice.randint(0, 2))]
        self.spots = [f"place_{number}" for number in range(dice.randint(1, 6))]
        say.spaces = ["home", *say.lots, *self.piles, *self.spots]
        say.pots = ["chest"] if say.chance(0.7) else []
        say.purposes = ["toll", "gift", "fine"][: dice.randint(1, 3)]
        say.flags = ["tired", "lucky"][: dice.randint(1, 2)]
        say.counters = ["score"] if say.chance(0.7) else []
        say.settings = {MONEY: ["wage"], COUNT: ["patience"]}
        say.decks = ["fortune"] if self.piles else []
        self.steps = dice.randint(1, 4)

    def _head(self) -> None:
        say, dice = self.say, self.dice
        self.add(f'edition made "Made"\n  players {dice.randint(2, 3)} to {dice.randint(3, 5)}\n  currency "coin"\n')
        self.add(f"die white faces 1 to {dice.choice((2, 4, 6, 8))}\ndice are {dice.randint(1, 3)} white\n")
        self.add(*(f'purpose {name} "{name.title()}s"' for name in say.purposes))
        self.add(*(f'measure {name}s "{name.title()}s" sums {name} by payer' for name in say.purposes), "")
        self.add(f"setting wage : money = {dice.choice((0, 5, 20))} in 0..1000")
        self.add(f"setting patience : count = {dice.randint(1, 6)} in 1..6\n")
        self.add(*(f'pot {name} "The {name}"' for name in say.pots))
        self.add(f'piece hut "hut" supply {dice.randint(2, 12)}')
        self.add("ladder storeys of lot", f"  hut up to {self.steps}\n")
        self.add("each player has")
        self.add(
            *(f'  {name} : yes/no = no "{name}"' for name in say.flags), *(f"  {name} : count = 0 in 0..30" for name in say.counters), ""
        )
        self.add('moment market "market time" at most 4 actions each\n')

    def _rule(self, name: str) -> None:
        say = self.say
        self.add(f"rule {name}", *say.block(2, self.dice.randint(1, 3), moves=say.chance(0.3), depth=1), "")
        say.rules.append(name)

    def _turn(self) -> None:
        say, dice = self.say, self.dice
        start = dice.choice((60, 100, 150))
        self.add("rule game", "  each player", "    put token on home", f"    collect {start} from bank")
        self.add("  take turns among players as player, round after round", "    turn\n")
        self.add("rule turn", f"  {say.pick('everyone', 'player')} may act market", "  roll dice")
        if say.chance(0.5):
            self.add(f"  if {say.condition()}", f"    {dice.choice(say.rules)}")
        self.add("  advance total of dice")
        if say.chance(0.5):
            self.add(f"  if {say.condition()}", "    roll dice", "    advance total of dice")
        self.add("")
        self.add("rule cannot_pay amount: money to receiver: holder", "  give all of player's money to receiver")
        self.add(
            "  each lot in player's lots that is built_on", "    repeat up to 9 times", "      lower lot", "      again if lot is built_on"
        )
        self.add(f"  give all of player's lots to {say.pick('bank', 'receiver')}", "  leave game\n")

    def _actions(self) -> None:
        say, dice = self.say, self.dice
        self.add("action buy lot", '  needs free: lot has no owner else "{lot} belongs to {owner}"')
        self.add("  pay price to bank for lot", "  give lot to player\n")
        self.add("action build on lot", "  allowed market", "  needs owner: player owns lot")
        if say.chance(0.5):
            self.add("  needs whole: player owns all of group")
        if say.chance(0.5):
            self.add("  needs even: step is lowest step of lots in group")
        if say.chance(0.4):
            self.add(f"  needs mood: {say.condition(1, 'lot')}")
        if say.chance(0.4):
            self.add(f"  limit {dice.randint(1, 2)} per turn{say.pick('', ' per group')}")
        self.add(
            "  needs room: lot's steps_left > 0",
            "  needs supply: bank has next_piece",
            f"  pay {dice.choice((5, 15))} to bank",
            "  raise lot\n",
        )
        self.add("action sell on lot", "  allowed market", "  needs built: lot is built_on", "  needs owner: player owns lot")
        self.add("  lower lot", f"  collect {dice.choice((3, 8))} from bank\n")
        if say.chance(0.6):
            self.add("action rest", "  allowed market", f"  limit {dice.randint(1, 3)} per round", f"  needs will: {say.condition()}")
            self.add(*say.block(2, dice.randint(1, 2), moves=False, depth=1), "")

    def _kind(self, name: str) -> str:
        say = self.say
        event = say.pick("lands on", "reaches")
        self.add(f"kind {name}", f"  when player {event} {name}", *say.block(4, self.dice.randint(1, 2)), "")
        return name

    def _lots(self) -> None:
        say, dice = self.say, self.dice
        self.add("kind lot can be owned", "  price : money", "  tolls : money by step", "  state closed : yes/no = no")
        self.add("  toll is")
        if say.chance(0.6):
            self.add(f"    {dice.randint(2, 3)} * tolls at bare if owner owns all of group and not (lot is built_on)")
        self.add("    tolls at step otherwise", "  when player lands on lot", "    if lot has no owner", "      player may buy lot")
        if say.chance(0.4):
            self.add("      otherwise", *say.block(8, 1, moves=False, thing="lot", depth=2))
        self.add("    else if owner is not player", f"      pay toll to owner as {dice.choice(say.purposes)} for lot\n")
        self.add("kind gate", "  when player reaches gate", "    collect wage from bank\n")

    def _deck(self) -> None:
        say, dice = self.say, self.dice
        if not self.piles:
            return
        self.add("kind pile", "  when player lands on pile", "    draw from fortune\n", 'deck fortune "Fortune"')
        if say.chance(0.4):
            self.add("  used cards aside, shuffled when none is left")
        for number in range(dice.randint(2, 6)):
            copies = f"{dice.randint(2, 3)} cards" if say.chance(0.3) else "card"
            self.add(f'  {copies} luck_{number} "Luck {number}."', *say.block(4, dice.randint(1, 2), draws=False))
        if say.chance(0.5):
            self.add('  card charm "Keep this."', "    keep", f"    play before holder pays {dice.choice(say.purposes)}", "      waive it")
        if say.chance(0.4):
            self.add(
                '  card ticket "Keep this, too."', "    keep", "    play in market", *say.block(6, 1, moves=False, draws=False, depth=2)
            )
        self.add("")

    def _hook(self) -> None:
        say, dice = self.say, self.dice
        condition = f" if {say.condition(1)}" if say.chance(0.5) else ""
        if say.chance(0.5):
            self.add(f"before player pays {dice.choice(say.purposes)}{condition}", f"  {say.change()}", "")
            return
        event = say.pick(
            f"player lands on {dice.choice(say.spaces)}",
            f"player passes {dice.choice(say.spaces)}",
            "player rolls doubles",
            "lot passes to receiver",
            "player buys lot" if say.chance(0.5) else "build on lot",
        )
        event = {"player buys lot": "buy lot"}.get(event, event)
        self.add(f"when {event}{condition}", *say.block(2, 1, moves=False, draws=False, depth=2), "")

    def _board(self, kinds: list[str]) -> None:
        say, dice = self.say, self.dice
        self.add(*(f'group {name} "{name.title()}"' for name in say.groups), "", "board", '  gate home "Home"')
        rows = [f'  pile {name} "Pile"' for name in self.piles] + [f'  {dice.choice(kinds)} {name} "Place"' for name in self.spots]
        for number, name in enumerate(say.lots):
            price = dice.choice((20, 30, 45, 70))
            tolls = sorted(dice.randint(1, 60) for _ in range(self.steps + 1))
            group = say.groups[number % len(say.groups)]
            rows.append(f'  lot {name} "Lot {number}" in {group} price {price} tolls {", ".join(map(str, tolls))}')
        dice.shuffle(rows)
        self.add(*rows, "")

    def _endings(self) -> None:
        self.add('ending alone "The last one wins"', "  as soon as number of players is 1", "  winners are players\n")
        self.add(
            'ending late "The richest wins"',
            f"  as soon as round > {self.dice.randint(5, 25)}",
            "  winners are players with highest money\n",
        )

    def _strategy(self, name: str) -> None:
        say = self.say
        self.add(f'strategy {name} "{name.title()}"', "  setting reserve : money = 20 in 0..500", "  in market")
        if "action rest" in self.text and say.chance(0.5):
            self.add(f"    rest if {say.condition(1)}")
        self.add(f"    build on lot if money_after >= {say.pick('reserve', '0', '50')}, {say.pick('best', 'lowest')} lot's price")
        if say.chance(0.5):
            self.add(f"    sell on lot if player's money < {self.dice.choice((10, 40))}")
        if any("card ticket" in line for line in self.text):
            self.add("    play card")
        self.add(f"  buy lot if player's money - lot's price >= reserve{say.pick('', ' or ' + say.condition(2, 'lot'))}")
        for stem in ("ask_", "way_"):
            known = [word for line in self.text for word in line.split() if word.startswith(stem) and word[len(stem) :].isdigit()]
            for word in dict.fromkeys(known):
                if say.chance(0.6):
                    self.add(f"  {word}{say.pick('', ' if ' + say.condition(1))}")
        self.add("")


# ------------------------------------------------------------------------------------------------- on a bundled edition
def themed(seed: int) -> tuple[str, tuple[str, ...], dict[str, str]]:
    """(edition, variants, settings): a bundled edition as nobody plays it."""
    dice = Random(f"themed {seed}")
    edition = dice.choice(("classic", "classic_us", "disney", "classic", "kids", "millionaire", "mega", "online", "roubles", "kids_2013"))
    known = fitting(edition)
    variants = tuple(dice.sample(known, min(len(known), dice.choice((0, 1, 1, 2, 3)))))
    settings: dict[str, str] = {}
    model = load(edition, variants=variants).model
    declared = [(name, entry.value) for name, entry in model.of("setting").items() if isinstance(entry.value, ast.Setting)]
    spaces = list(model.of("row"))
    for name, setting in dice.sample(declared, min(len(declared), dice.randint(0, 4))):
        values = list(others(setting, spaces))
        if values:
            settings[name] = dice.choice(values)
    return edition, variants, settings
