"""What the compiler finds: names, overrides, conflicts, and what authors get wrong."""
