"""Answer set programs: encodings for clingo, its search within a budget, and its language."""
