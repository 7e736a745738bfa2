"""The nodes of every logic, and functions over them."""
