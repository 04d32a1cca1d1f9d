"""`python -m rulelang`."""

import sys

from rulelang.cli import main

sys.exit(main())
