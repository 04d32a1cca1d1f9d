"""From parse trees of lines to the syntax tree of a file; one module for each family of nodes."""
