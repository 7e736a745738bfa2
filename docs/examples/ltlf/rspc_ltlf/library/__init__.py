"""Words for formulas over the steps of a trace."""
