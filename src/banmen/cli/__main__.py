"""Lets `python -m banmen.cli` stand for `banmen`."""

import sys

from banmen.cli import main

sys.exit(main())
