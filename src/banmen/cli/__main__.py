"""Makes `python -m banmen.cli`, the former name, an alias of `banmen`."""

import sys

from banmen.cli import main

sys.exit(main())
