"""How large a program for clingo may be."""

MAX_DEPTH = 100
"""How many brackets may be open at one place, and how many operators may follow one another in a term."""
MAX_PARTS = 500
"""The largest number of literals in a body, and of alternatives in a head."""
MAX_ELEMENTS = 5000
"""The largest number of elements, and of arguments, in a statement."""
MAX_WHOLE = 50_000
"""The largest number of literals, elements and arguments of all statements, except plain ground facts."""
MAX_STATEMENTS = 20_000
"""The largest number of statements of a program, except plain ground facts."""
MAX_FACTS = 50_000
"""How many plain ground facts it may have."""
MAX_TERMS = 200_000
"""How many arguments these may have together."""
MAX_LETTERS = 10_000
"""How many letters a name, a number or a text may have."""
GREATEST = 2**31 - 1
"""The greatest of clingo's numbers."""
