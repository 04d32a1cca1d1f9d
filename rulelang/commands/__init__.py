"""One module a command: the arguments, and what is called with them. Nothing heavy is imported before a command runs."""
