"""What goods need: why something may not be put into a deal, in the author's words or, failing that, in the source's."""

from __future__ import annotations

from rulelang.engine.actions import Bundle, PutIn
from rulelang.engine.game import Game
from rulelang.ir.codec import read_program, write_program
from rulelang.pipeline import load

TEXT = """edition market "Market"
  players 2 to 3

group wares "Wares"

kind stall can be owned
kind tent can be owned

things
  stall  fish    "Fish"    in wares
  stall  bread   "Bread"   in wares
  stall  cheese  "Cheese"  in wares
  tent   circus  "Circus"

each stall has
  state closed : yes/no = no

goods money
  needs rich: player has 20  else "keep {player}'s last {player's money}"
goods stall
  needs fresh: fish is not stall or player has 5  else "{stall} smells"
  needs open:  stall is not closed  else "{stall} of {group} is closed"
goods tent
  needs lots: player has 50

rule game
  each player
    collect 10 from bank
  let trader be first player
  give fish to trader
  give bread to trader
  give circus to trader
  bread's closed becomes yes
  trader chooses given from trader's goods

ending early "Early"
  as soon as round > 5
  winners are players
"""


def test_the_first_need_that_does_not_hold_says_why() -> None:
    program = load("market.mono", buffers={"market.mono": TEXT}).program
    game = Game.new_game(read_program(write_program(program)), 2, seed=1)
    assert game.waiting.kind == "goods"
    fish, bread, cheese, circus = range(4)

    def why(answer: PutIn | Bundle) -> tuple[str, str]:
        verdict = game.is_legal(answer)
        assert not verdict.ok
        return verdict.need, verdict.reason

    assert game.is_legal(PutIn(1, fish)).ok
    assert why(PutIn(1, bread)) == ("open", "Bread of Wares is closed")
    assert why(PutIn(1, circus)) == ("lots", "it needs: player has 50")
    assert why(PutIn(1, cheese)) == ("goods", "that may not be put into the bundle")  # nobody's
    assert why(PutIn(0, 5))[0] == "rich"
    assert why(Bundle((0, 1 << fish | 1 << bread)))[0] == "open"
    assert why(Bundle((5, 1 << fish)))[0] == "rich"
