"""What theories are made of: productions, sorts, rule templates, and statements written out."""
