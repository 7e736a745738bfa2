"""Checking requirements on records by evaluating them."""
