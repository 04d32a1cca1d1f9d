"""Many games at once, and what can be known of them without playing any: odds."""
