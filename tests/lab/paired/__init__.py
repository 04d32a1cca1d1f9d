"""The same games under other rules."""
