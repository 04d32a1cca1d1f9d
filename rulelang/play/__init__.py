"""A game at a terminal: sentences for events, the board, a person's choices, saves, the result. Rules are the engine's business."""
