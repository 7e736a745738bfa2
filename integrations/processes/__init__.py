"""Processes that answer the questions of a server within limits of time and memory, and never outlive it.

`pool` is the side of the server, `serving` that of the process.
"""
