"""Expressions of a spec: their types, and how values are computed and drawn."""
