"""The last step of the lowering: everything that was made, as the rows of one Program."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.check.model import HookEntry
from rulelang.ir.digest import hash_rules
from rulelang.ir.program import Currency, Domain, Measure, Moment, Program, SettingValue
from rulelang.machine.slots import within
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


def assemble_program(compiler: Compiler, entry: int, moments: tuple[Moment, ...]) -> Program:
    world = compiler.world
    model = world.model
    store = world.store
    head = model.currency
    currency = Currency(
        head.name.value if head else "",
        head.symbol.value if head and head.symbol else "",
        head.before if head else False,
        head.times if head else 1,
    )
    titles = {n: world.title(n, e.value.title.value) for n, e in model.of("row").items()}
    domains = {
        "player": Domain(
            "player", tuple(f"p{i + 1}" for i in range(world.most_players)), tuple(f"Player {i + 1}" for i in range(world.most_players))
        ),
        "thing": Domain("thing", tuple(world.things), tuple(titles[t] for t in world.things)),
        "group": _domain(compiler, "group", world.groups, "group"),
        "card": Domain("card", _card_names(compiler), tuple(c.entry.value.title.value for c in world.cards)),
        "deck": Domain("deck", tuple(d.name for d in world.decks), tuple(d.title for d in world.decks)),
        "piece": Domain("piece", tuple(p.name for p in world.pieces), tuple(p.title for p in world.pieces)),
        "pot": _domain(compiler, "pot", world.pots, "pot"),
        "purpose": _domain(compiler, "purpose", world.purposes, "purpose"),
        "moment": Domain("moment", tuple(world.moments), tuple(m.replace("_", " ") for m in world.moments)),
    }
    for info in compiler.promises.all.values():
        rows = tuple(f"{info.name}{i + 1}" for i in range(info.most))
        domains[f"promise.{info.name}"] = Domain(
            f"promise.{info.name}", rows, tuple(f"{info.name.replace('_', ' ')} {i + 1}" for i in range(info.most))
        )
    shown = [-1] * len(world.things)
    for kind, item in model.of("shown").items():
        piece = model.canonical(item.value.piece.text)
        if piece not in world.piece_names:
            world.unknown("unknown-name", "piece", item.value.piece.text, item.value.piece.span, world.piece_names)
            continue
        for thing in range(len(world.things)):
            if (world.kinds.get(kind, 0) >> thing) & 1:
                shown[thing] = world.piece_names.index(piece)
    sizes = {name: len(domain.names) for name, domain in domains.items()} | world.sizes()
    sizes |= {"space": world.spaces, "step": max((len(ladder.steps) for ladder in world.ladders), default=1)}
    program = Program(
        edition=model.edition,
        title=model.title,
        variants=tuple(x.name for x in model.layers if x.kind == "variant"),
        players=model.players,
        currency=currency,
        rules_hash="",
        domains=domains,
        spaces=world.spaces,
        loop=model.board_loops,
        kinds=dict(world.kinds),
        kind_of=tuple(world.kind_of),
        group_of=tuple(world.group_of),
        shown_by=tuple(shown),
        constants=tuple(store.constants),
        slots=tuple(within(slot, sizes) for slot in store.slots),
        slot_count=store.slot_size,
        tables=tuple(store.tables),
        functions=tuple(f for f in store.functions if f is not None),
        origins=tuple(store.origins),
        dice=tuple(world.dice),
        dies=tuple(world.dies),
        decks=tuple(world.decks),
        pieces=tuple(world.pieces),
        ladders=tuple(world.ladders),
        components=tuple(compiler.deals.components),
        decisions=compiler.decisions.rows(),
        moments=moments,
        actions=compiler.actions.rows(),
        endings=tuple(compiler.endings.rows),
        measures=_measures(compiler),
        marks=tuple(compiler.marks),
        messages=tuple(compiler.messages.rows),
        strategies=compiler.strategies.rows(),
        default_strategy=compiler.strategies.default,
        settings=_settings(compiler),
        cases=tuple(compiler.values.cases),
        promises=compiler.promises.rows(),
        entry=entry,
        texts={f"text {i}": t for i, t in enumerate(compiler.texts)},
        locale=model.locale,
    )
    if compiler.diagnostics.has_errors:
        # Functions may be missing; nobody runs such a program, but its rows had to be looked at.
        return program
    assert len(program.functions) == len(store.functions), [i for i, f in enumerate(store.functions) if f is None]
    return replace(program, rules_hash=hash_rules(program))


def _card_names(compiler: Compiler) -> tuple[str, ...]:
    """`deck.card`; further copies `deck.card#2` …"""
    names: list[str] = []
    for card in compiler.world.cards:
        name = f"{card.deck}.{card.entry.value.name.text}"
        copies = sum(1 for n in names if n.split("#")[0] == name)
        names.append(f"{name}#{copies + 1}" if copies else name)
    return tuple(names)


def _domain(compiler: Compiler, name: str, names: list[str], category: str) -> Domain:
    entries = compiler.world.model.of(category)
    titles = []
    for item in names:
        node = entries[item].value
        title = node.title.value if node.title else item.replace("_", " ")
        titles.append(compiler.world.title(item, title))
    return Domain(name, tuple(names), tuple(titles))


def collect_marks(compiler: Compiler) -> None:
    """A measure that counts an event listens to it, before anybody else: what others do may end the turn or move the token on."""
    for name, entry in compiler.world.model.values_of("measure"):
        node: ast.Measure = entry.value
        if node.event is None:
            continue
        heard = HookEntry(ast.Hook(node.event.span, "when", node.event, node.condition, ()), entry.layer)
        hook = compiler.hooks.add(heard, -1, (), node.condition)
        if hook is not None:
            if hook.heard.event in ("rule", "lands") and hook.heard.at_end is None:
                # Counted as it begins: a rule may end the turn, and what a space does may send the token away.
                hook.entry = HookEntry(replace(hook.entry.hook, when="before"), entry.layer)
            hook.mark = (len(compiler.marks), node.by)
            compiler.marks.append(name)


_ROLE_TYPES = {"payer": "holder", "receiver": "holder", "thing": "thing", "player": "player"}
PAYMENT_ROLES = tuple(_ROLE_TYPES)
"""By what payments may be counted apart; the player is who pays, or if that is none, who gets it."""


def _measures(compiler: Compiler) -> tuple[Measure, ...]:
    rows = []
    for name, entry in compiler.world.model.values_of("measure"):
        node: ast.Measure = entry.value
        purpose = -1
        if node.purpose is not None:
            canonical = compiler.world.model.canonical(node.purpose.text)
            if canonical in compiler.world.purposes:
                purpose = compiler.world.purposes.index(canonical)
                compiler.world.use("purpose_counted", canonical)
            else:
                compiler.world.unknown("unknown-purpose", "purpose", node.purpose.text, node.purpose.span, compiler.world.purposes)
            for word in node.by:
                if word.text not in PAYMENT_ROLES:
                    compiler.world.unknown("unknown-name", "part in a payment called", word.text, word.span, list(PAYMENT_ROLES))
        by = tuple(w.text for w in node.by)
        if node.parts is not None:
            rows.append(Measure(name, node.title.value, "divides", purpose, (), ()))
        elif node.purpose is not None:
            rows.append(Measure(name, node.title.value, "sums", purpose, by, tuple(_ROLE_TYPES.get(role, "") for role in by)))
        else:
            types = compiler.mark_types.get(compiler.marks.index(name), ()) if name in compiler.marks else ()
            rows.append(Measure(name, node.title.value, "counts", purpose, by if types else (), types))
    return _divided(compiler, rows)


def _divided(compiler: Compiler, rows: list[Measure]) -> tuple[Measure, ...]:
    """The same, where those that divide others know which, and by what both of these are split."""
    places = {row.name: place for place, row in enumerate(rows) if row.kind != "divides"}
    for place, (_, entry) in enumerate(compiler.world.model.values_of("measure")):
        node: ast.Measure = entry.value
        parts: list[int] = []
        for word in node.parts or ():
            found = places.get(compiler.world.model.canonical(word.text))
            if found is None:
                compiler.world.unknown("unknown-name", "measure that counts or sums called", word.text, word.span, list(places))
            else:
                parts.append(found)
        if len(parts) == 2:
            first, second = (dict(zip(rows[part].by, rows[part].types, strict=True)) for part in parts)
            alike = {role: type_ for role, type_ in first.items() if second.get(role) == type_}
            rows[place] = replace(rows[place], by=tuple(alike), types=tuple(alike.values()), parts=tuple(parts))
    return tuple(rows)


def _settings(compiler: Compiler) -> tuple[SettingValue, ...]:
    rows = []
    readers: dict[Span, list[int]] = {}
    for function, marks in sorted(compiler.world.store.marks.items()):
        for span in {mark.span for mark in marks if mark.kind == "setting"}:
            readers.setdefault(span, []).append(function)
    for name, info in compiler.world.settings.items():
        node: ast.Setting = info.entry.value
        text = ", ".join(v.span.text for v in node.values)
        rows.append(
            SettingValue(
                name,
                str(info.type),
                tuple(info.values),
                text,
                node.low,
                node.high,
                node.help.value if node.help else "",
                tuple(str(c) for c in info.entry.chain),
                tuple(readers.get(info.entry.first_span, ())),
            )
        )
    return tuple(rows)
