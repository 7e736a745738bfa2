"""Checking derivations and refutations of defeasible logic."""
