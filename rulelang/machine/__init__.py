"""The vocabulary of the machine, declared as rows."""
