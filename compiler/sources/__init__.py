"""The source files of a family: modules, libraries and tables."""
