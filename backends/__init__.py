"""The engines that decide labels, and the checkers of their certificates."""
