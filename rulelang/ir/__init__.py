"""The compiled form of a game: `Program`, its printer, verifier and JSON."""
