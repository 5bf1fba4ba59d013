"""`python -m amyitis.cli`: the command line, where its script is not on the path."""

from amyitis.cli import main

main()
