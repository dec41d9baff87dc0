"""Lets `python -m banmen` stand for `banmen`."""

import sys

from banmen.cli import main

sys.exit(main())
