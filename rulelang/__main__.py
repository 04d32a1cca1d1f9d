"""`python -m rulelang`."""

import sys

from rulelang.cli import main

if __name__ == "__main__":  # a process that works beside this one reads the file too
    sys.exit(main())
