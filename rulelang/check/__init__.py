"""Files → one resolved edition: layers in order, every override applied and remembered, conflicts and lints."""
