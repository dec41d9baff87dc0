"""Running code in a process of its own, as compiling and caching have to be tested."""

import os
import subprocess
import sys


def run(code: str, *arguments: str, **environment: str) -> str:
    """Run code in a process of its own and return what it prints."""
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, check=True
    )
    return result.stdout.strip()
