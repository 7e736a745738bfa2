"""Checking justifications and models of concepts and roles."""
