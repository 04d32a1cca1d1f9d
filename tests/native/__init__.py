"""Machine code plays the engine's games."""
