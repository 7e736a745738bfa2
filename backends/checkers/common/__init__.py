"""What all checkers share: counted steps, and reading certificates."""
