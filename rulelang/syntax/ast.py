"""The syntax tree of one `.mono` file, under one name: `ast.Rule`, `ast.Expr` …

Frozen dataclasses, compared by identity so that later stages can keep types and bindings in side tables keyed by node. Every
node starts with its `span`. Names are kept as `Word`s (text and span), never resolved here.
"""

from __future__ import annotations

from rulelang.syntax.nodes.bodies import (
    Again as Again,
)
from rulelang.syntax.nodes.bodies import (
    AllAtOnce as AllAtOnce,
)
from rulelang.syntax.nodes.bodies import (
    Becomes as Becomes,
)
from rulelang.syntax.nodes.bodies import (
    Body as Body,
)
from rulelang.syntax.nodes.bodies import (
    Choose as Choose,
)
from rulelang.syntax.nodes.bodies import (
    Do as Do,
)
from rulelang.syntax.nodes.bodies import (
    Each as Each,
)
from rulelang.syntax.nodes.bodies import (
    Either as Either,
)
from rulelang.syntax.nodes.bodies import (
    Event as Event,
)
from rulelang.syntax.nodes.bodies import (
    EventItem as EventItem,
)
from rulelang.syntax.nodes.bodies import (
    Header as Header,
)
from rulelang.syntax.nodes.bodies import (
    HeaderItem as HeaderItem,
)
from rulelang.syntax.nodes.bodies import (
    Hook as Hook,
)
from rulelang.syntax.nodes.bodies import (
    If as If,
)
from rulelang.syntax.nodes.bodies import (
    Let as Let,
)
from rulelang.syntax.nodes.bodies import (
    Line as Line,
)
from rulelang.syntax.nodes.bodies import (
    May as May,
)
from rulelang.syntax.nodes.bodies import (
    Must as Must,
)
from rulelang.syntax.nodes.bodies import (
    Repeat as Repeat,
)
from rulelang.syntax.nodes.bodies import (
    Say as Say,
)
from rulelang.syntax.nodes.bodies import (
    Simple as Simple,
)
from rulelang.syntax.nodes.bodies import (
    TakeTurns as TakeTurns,
)
from rulelang.syntax.nodes.bodies import (
    Times as Times,
)
from rulelang.syntax.nodes.bodies import (
    TypeName as TypeName,
)
from rulelang.syntax.nodes.bodies import (
    Until as Until,
)
from rulelang.syntax.nodes.declarations import (
    Action as Action,
)
from rulelang.syntax.nodes.declarations import (
    Card as Card,
)
from rulelang.syntax.nodes.declarations import (
    CardOf as CardOf,
)
from rulelang.syntax.nodes.declarations import (
    Cards as Cards,
)
from rulelang.syntax.nodes.declarations import (
    Column as Column,
)
from rulelang.syntax.nodes.declarations import (
    Constant as Constant,
)
from rulelang.syntax.nodes.declarations import (
    Deck as Deck,
)
from rulelang.syntax.nodes.declarations import (
    Dice as Dice,
)
from rulelang.syntax.nodes.declarations import (
    Die as Die,
)
from rulelang.syntax.nodes.declarations import (
    Ending as Ending,
)
from rulelang.syntax.nodes.declarations import (
    EndsAfter as EndsAfter,
)
from rulelang.syntax.nodes.declarations import (
    EndsWhen as EndsWhen,
)
from rulelang.syntax.nodes.declarations import (
    FieldDef as FieldDef,
)
from rulelang.syntax.nodes.declarations import (
    Goods as Goods,
)
from rulelang.syntax.nodes.declarations import (
    Group as Group,
)
from rulelang.syntax.nodes.declarations import (
    Has_ as Has_,
)
from rulelang.syntax.nodes.declarations import (
    Kind as Kind,
)
from rulelang.syntax.nodes.declarations import (
    Ladder as Ladder,
)
from rulelang.syntax.nodes.declarations import (
    LadderStep as LadderStep,
)
from rulelang.syntax.nodes.declarations import (
    Limit as Limit,
)
from rulelang.syntax.nodes.declarations import (
    Measure as Measure,
)
from rulelang.syntax.nodes.declarations import (
    Moment as Moment,
)
from rulelang.syntax.nodes.declarations import (
    Need as Need,
)
from rulelang.syntax.nodes.declarations import (
    Piece as Piece,
)
from rulelang.syntax.nodes.declarations import (
    Play as Play,
)
from rulelang.syntax.nodes.declarations import (
    Pot as Pot,
)
from rulelang.syntax.nodes.declarations import (
    Promise as Promise,
)
from rulelang.syntax.nodes.declarations import (
    Purpose as Purpose,
)
from rulelang.syntax.nodes.declarations import (
    Removal as Removal,
)
from rulelang.syntax.nodes.declarations import (
    Row as Row,
)
from rulelang.syntax.nodes.declarations import (
    Rule as Rule,
)
from rulelang.syntax.nodes.declarations import (
    Setting as Setting,
)
from rulelang.syntax.nodes.declarations import (
    ShownBy as ShownBy,
)
from rulelang.syntax.nodes.declarations import (
    SpaceColumns as SpaceColumns,
)
from rulelang.syntax.nodes.declarations import (
    StartsWith as StartsWith,
)
from rulelang.syntax.nodes.declarations import (
    Table as Table,
)
from rulelang.syntax.nodes.declarations import (
    ValueDef as ValueDef,
)
from rulelang.syntax.nodes.expressions import (
    AllOf as AllOf,
)
from rulelang.syntax.nodes.expressions import (
    At as At,
)
from rulelang.syntax.nodes.expressions import (
    Binary as Binary,
)
from rulelang.syntax.nodes.expressions import (
    Can as Can,
)
from rulelang.syntax.nodes.expressions import (
    Compare as Compare,
)
from rulelang.syntax.nodes.expressions import (
    CountIs as CountIs,
)
from rulelang.syntax.nodes.expressions import (
    Expr as Expr,
)
from rulelang.syntax.nodes.expressions import (
    Extreme as Extreme,
)
from rulelang.syntax.nodes.expressions import (
    Filter as Filter,
)
from rulelang.syntax.nodes.expressions import (
    HalfOf as HalfOf,
)
from rulelang.syntax.nodes.expressions import (
    Has as Has,
)
from rulelang.syntax.nodes.expressions import (
    Is as Is,
)
from rulelang.syntax.nodes.expressions import (
    Limited as Limited,
)
from rulelang.syntax.nodes.expressions import (
    Logic as Logic,
)
from rulelang.syntax.nodes.expressions import (
    Node as Node,
)
from rulelang.syntax.nodes.expressions import (
    Not as Not,
)
from rulelang.syntax.nodes.expressions import (
    Noun as Noun,
)
from rulelang.syntax.nodes.expressions import (
    Num as Num,
)
from rulelang.syntax.nodes.expressions import (
    NumberOf as NumberOf,
)
from rulelang.syntax.nodes.expressions import (
    Of as Of,
)
from rulelang.syntax.nodes.expressions import (
    Owns as Owns,
)
from rulelang.syntax.nodes.expressions import (
    Path as Path,
)
from rulelang.syntax.nodes.expressions import (
    Pct as Pct,
)
from rulelang.syntax.nodes.expressions import (
    Per as Per,
)
from rulelang.syntax.nodes.expressions import (
    Prep as Prep,
)
from rulelang.syntax.nodes.expressions import (
    Rounded as Rounded,
)
from rulelang.syntax.nodes.expressions import (
    Same as Same,
)
from rulelang.syntax.nodes.expressions import (
    SeenBy as SeenBy,
)
from rulelang.syntax.nodes.expressions import (
    Statement as Statement,
)
from rulelang.syntax.nodes.expressions import (
    Text as Text,
)
from rulelang.syntax.nodes.expressions import (
    Total as Total,
)
from rulelang.syntax.nodes.expressions import (
    Word as Word,
)
from rulelang.syntax.nodes.files import (
    AddTo as AddTo,
)
from rulelang.syntax.nodes.files import (
    Answer as Answer,
)
from rulelang.syntax.nodes.files import (
    Attempt as Attempt,
)
from rulelang.syntax.nodes.files import (
    Change as Change,
)
from rulelang.syntax.nodes.files import (
    Currency as Currency,
)
from rulelang.syntax.nodes.files import (
    DealAttempt as DealAttempt,
)
from rulelang.syntax.nodes.files import (
    Declaration as Declaration,
)
from rulelang.syntax.nodes.files import (
    Fact as Fact,
)
from rulelang.syntax.nodes.files import (
    File as File,
)
from rulelang.syntax.nodes.files import (
    Head as Head,
)
from rulelang.syntax.nodes.files import (
    Override as Override,
)
from rulelang.syntax.nodes.files import (
    Plan as Plan,
)
from rulelang.syntax.nodes.files import (
    Position as Position,
)
from rulelang.syntax.nodes.files import (
    Remove as Remove,
)
from rulelang.syntax.nodes.files import (
    Rename as Rename,
)
from rulelang.syntax.nodes.files import (
    Replace as Replace,
)
from rulelang.syntax.nodes.files import (
    Section as Section,
)
from rulelang.syntax.nodes.files import (
    Set as Set,
)
from rulelang.syntax.nodes.files import (
    Step as Step,
)
from rulelang.syntax.nodes.files import (
    Strategy as Strategy,
)
from rulelang.syntax.nodes.files import (
    Target as Target,
)
from rulelang.syntax.nodes.files import (
    Test as Test,
)
from rulelang.syntax.nodes.files import (
    Worth as Worth,
)
