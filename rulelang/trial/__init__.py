"""Runs tests on the engine: dice and cards as they are named, nobody acts unless the test says so, and nothing is left open.

Knows Programs and scenes only; how they are made from a text is the front end's affair.
"""
