"""The nodes of the syntax tree; `rulelang.syntax.ast` gathers them under one name."""
