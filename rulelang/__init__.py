"""rulelang: a language for the rules of board games with money."""
