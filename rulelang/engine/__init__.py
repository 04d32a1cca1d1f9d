"""The reference semantics: Program × State → events. `game.Game` is the way in."""
