"""Rulings: cases of the rules as data, given/when/then, that any implementation can run. Their form is told in spec/20-rulings.md.

Text → `tree` (values with their places) → `form` (does it fit the schema) → `reading` (cases) → `translating` (a test of the language,
whose places are those of the text) → `shelf` (benches: what runs with the same edition, variants and settings).
"""
