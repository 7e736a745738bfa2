"""The shipped logics: what each accepts, its options and its engines."""
