"""Diagnostics as people and programs read them: text for a terminal, JSON, SARIF. Nothing here finds or judges anything."""
