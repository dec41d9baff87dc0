"""Messages about matches. The pages' own words are in `web/locales`."""

from __future__ import annotations

from banmen.core.messages import Catalogue

messages = Catalogue(__name__)


def match_message(key: str, lang: str, **values: object) -> str:
    """Return a sentence with its gaps filled.

    >>> match_message("thinks", "en", name="Rabbit")
    'Rabbit is thinking.'
    """
    return messages.text(f"match.{key}", lang, **values)
