"""Looks through a dataset: a table of its records with filters, single records, statistics, and replies.

`building` makes an index of the figures of all records, `index` reads it, and `page` shows both.
"""
