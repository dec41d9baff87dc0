"""Lets `python -m banmen.cli`, as it was called once, stand for `banmen`."""

import sys

from banmen.cli import main

sys.exit(main())
