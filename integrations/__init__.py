"""Families as the datasets, tasks and environments of other packages, with problems made when they are asked for.

Each module needs the package that it is named after; `rspc` itself imports none of them.
"""
