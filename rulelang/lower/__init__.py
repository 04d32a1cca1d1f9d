"""Resolved edition → Program.

Types and code are made in one pass: an expression is typed while the ops that compute it are emitted, so there is no second tree.
`rulelang check` runs the same pass and keeps only its diagnostics.
"""
