"""`python -m rspc`: the command line."""

from .cli.start import main

main()
