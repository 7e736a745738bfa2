"""Growing a base of concepts and roles."""
