"""`python -m padd` is the command `padd`."""

from padd.interfaces.cli.main import main

main()
