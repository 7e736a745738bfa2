"""The engines of defeasible logic: a fixpoint, and a metaprogram for clingo."""
