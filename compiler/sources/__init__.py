"""The files that a family is made from: modules, libraries and tables."""
