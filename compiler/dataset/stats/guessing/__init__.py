"""How well answers can be guessed without reasoning."""
