"""Random and mutated texts through the whole compiler."""
