"""What authors get wrong without breaking a rule of the language: looked for after lowering, in Model, World and Program.

Each lint is a function of a `Lookout` in the file of its theme. Those in `ALWAYS` look at declarations only; the others need a
program without errors, so that one mistake does not look like several.
"""
