"""Lets `python -m banmen.cli` stand for `banmen`."""

import sys

from banmen.cli.app import main

sys.exit(main())
