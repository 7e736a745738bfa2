"""Ontologies in OWL: reading, writing, and HermiT."""
