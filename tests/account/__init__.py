"""Accounts of editions: where things came from, in what editions differ."""
