"""Bundled variants: each by itself, each two together, and what each setting does."""
