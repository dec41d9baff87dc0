"""Running code in a separate process, which tests of compiling and caching need."""

import os
import subprocess
import sys


def run(code: str, *arguments: str, **environment: str) -> str:
    """Run code in a separate process and return its output."""
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, check=True
    )
    return result.stdout.strip()
