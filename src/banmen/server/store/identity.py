"""Who somebody is: a secret that their device keeps, and the digest of it by which everything of theirs is found.

The secret itself is stored nowhere but on the device, so whoever reads the database can be nobody else.
"""

from __future__ import annotations

import base64
import hashlib
import secrets

TOKEN_BYTES = 24  # of what a device keeps, and of a link to a seat: 192 bits


def draw_token() -> str:
    """Return a secret that cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest_token(token: str) -> str:
    """Return what is stored in place of a secret.

    >>> digest_token("abc")
    'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'
    """
    return base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).decode().rstrip("=")
