"""An account of an edition: where each declaration came from, what changed it on the way, and in what two editions differ."""
