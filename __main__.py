"""`python -m rspc`: the command line."""

from .cli.app import main

main()
