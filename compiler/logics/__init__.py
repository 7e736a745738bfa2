"""The logics that ship: what each accepts, its options and its engines."""
