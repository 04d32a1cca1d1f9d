"""The house rules that players name most (facts/house_rules.yaml), one variant each: short, and said in the forms of the language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import median

import pytest

from rulelang.bundled import data_dir
from rulelang.pipeline import bundled_names, load
from rulelang.syntax import ast

RULES = (
    "free_parking_pot", "free_parking_seed_500", "free_parking_500_flat", "free_parking_100", "free_parking_teleport", "double_on_go",
    "snake_eyes_500", "no_rent_in_jail", "see_the_sights", "cash_advance", "no_auctions", "auction_without_decliner", "auction_min_price",
    "free_build", "city_build", "build_own_turn_only", "build_on_landing", "one_house_per_group_per_turn", "unlimited_buildings",
    "sell_back_full_price", "loans_between_players", "immunity_deals", "rent_share", "pass_go_before_buying", "bankrupt_assets_to_bank",
    "jail_pay_50_only_next_turn", "start_with_properties", "turn_time_limit", "no_trades", "income_tax_flat", "must_bid_cash",
)  # fmt: skip
"""Their ids in the facts; the variant of each is called so."""
MOST_LINES = 6
LEAST_IN_FORMS = 20
NO_RULES = (ast.Test, ast.Position, ast.Strategy, ast.ByDefault)
"""What stands in a variant besides its rules: how it is shown and how computer players take it."""


@dataclass(frozen=True)
class Variant:
    """`lines` are those of its rules, without comments, the title and what is no rule."""

    name: str
    lines: tuple[str, ...]
    declarations: tuple[ast.Node, ...]
    uses: tuple[str, ...]


@cache
def variant(name: str) -> Variant:
    file = load(name).file
    [section] = [section for section in file.sections if section.head.kind == "variant"]
    text = file.source.text.split("\n")
    nodes = [*section.declarations, *section.tests, *section.positions, *section.strategies]
    begins = sorted((node.span.line, isinstance(node, NO_RULES)) for node in nodes)
    lines = []
    for number, line in enumerate(text, 1):
        said = line.strip()
        if not said or said.startswith("#") or number == section.head.span.line:
            continue
        if begins[0][0] <= number and not [no_rule for first, no_rule in begins if first <= number][-1]:
            lines.append(said)
    rules = tuple(node for node in section.declarations if not isinstance(node, NO_RULES))
    return Variant(name, tuple(lines), rules, tuple(word.text for word in section.head.uses))


def forms(name: str) -> set[str]:
    """How a house rule is said: by itself, or by a variant that it is made of."""
    found = {form for node in variant(name).declarations if (form := _form(node))}
    return found or {form for used in variant(name).uses if used in RULES and not variant(name).declarations for form in forms(used)}


def _form(node: ast.Node) -> str:
    match node:
        case ast.Hook() if any(isinstance(line, ast.Do | ast.Becomes) for line in node.body) and node.when == "before":
            return "changed amount or hook"
        case ast.Hook():
            return "hook"
        case ast.Change(only=only):
            return "narrowed set" if only else "need or limit"
        case ast.Promise():
            return "promise"
        case ast.Replace(declaration=ast.Setting()):
            return ""
        case ast.Replace() | ast.Remove():
            return "replaced or removed"
        case ast.AddTo():
            return "added"
    return ""


@pytest.mark.parametrize("name", RULES)
def test_there_is_a_variant(name: str) -> None:
    assert name in bundled_names("variants")
    text = (data_dir("editions") / "variants" / f"{name}.mono").read_text("utf-8")
    assert "# Source" in text, "where the rule comes from"


def test_they_are_all_there() -> None:
    assert len(set(RULES)) == 31


def test_the_median_is_short() -> None:
    lengths = {name: len(variant(name).lines) for name in RULES}
    assert median(lengths.values()) <= MOST_LINES, sorted(lengths.items(), key=lambda pair: pair[1])


def test_most_are_said_in_forms_of_the_language() -> None:
    """Hooks, needs, promises, changed amounts, replaced rules: not settings that the library would have for their sake."""
    said = {name: forms(name) for name in RULES}
    assert sum(1 for found in said.values() if found) >= LEAST_IN_FORMS, {name for name, found in said.items() if not found}


def test_the_library_has_no_branch_for_one_of_them() -> None:
    """A switch of the library that a house rule turns would be a branch made for it; the variants of the sheets may turn some."""
    switches = set()
    for name in bundled_names("rules"):
        for section in load(name).file.sections:
            switches |= {
                node.name.text for node in section.declarations if isinstance(node, ast.Setting) and node.type.name == "yes/no"
            }
    turned = {node.name.text: name for name in RULES for node in variant(name).declarations if isinstance(node, ast.Set)}
    assert switches, "there are some: the sheets disagree"
    assert not switches & set(turned), turned
