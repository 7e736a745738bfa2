"""The parts of growing a base of concepts and roles."""
