"""From the syntax tree to text in canonical form."""
