"""How theories grow."""
