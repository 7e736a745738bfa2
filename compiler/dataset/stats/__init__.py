"""The figures of a dataset, and what its labels depend on."""
