"""Identity: a secret that a device keeps, and its digest, under which everything of its person is stored.

The secret itself is stored only on the device, so nobody who reads the database can impersonate anybody.
"""

from __future__ import annotations

import base64
import hashlib
import secrets

TOKEN_BYTES = 24  # of a device's secret, and of a link to a seat: 192 bits


def draw_token() -> str:
    """Return an unguessable secret."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest_token(token: str) -> str:
    """Return the digest that is stored in place of a secret.

    >>> digest_token("abc")
    'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'
    """
    return base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).decode().rstrip("=")
