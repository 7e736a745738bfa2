"""Requirements on records for Z3 and for a SAT solver, and as SMT-LIB."""
