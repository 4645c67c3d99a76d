"""`python -m sopgen` is `sopgen`."""

from sopgen.cli.main import main

if __name__ == "__main__":
    main()
