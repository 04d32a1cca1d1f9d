"""What the grammar of a language asks of a table of translations: cases of names, and forms by number.

`LANGUAGES` has a row for each language in which the machine speaks (`rulelang/play/messages/`). Which number takes which form is told
by Babel (CLDR); `numbers` are those of its classes that whole numbers reach.
"""

from __future__ import annotations

from dataclasses import dataclass

BASE = "nom"
"""The word for the form in which a name is cited. A form that is not given is this one."""
COUNT = "count"
"""In an entry with forms by number: the value that decides."""


@dataclass(frozen=True, slots=True)
class Language:
    """`cases` are the forms of a name besides the one in which it is cited, as a sentence asks for them: `{site:gen}`."""

    cases: tuple[str, ...]
    numbers: tuple[str, ...]

    def reads(self, form: str) -> bool:
        """Is this a case, a number, or a case and a number (`acc one`)?"""
        match form.split():
            case [one]:
                return one == BASE or one in self.cases or one in self.numbers
            case [case, number]:
                return (case == BASE or case in self.cases) and number in self.numbers
            case _:
                return False


LANGUAGES: dict[str, Language] = {
    "en": Language((), ("one", "other")),
    "ru": Language(("gen", "dat", "acc", "ins", "prp"), ("one", "few", "many")),
}
