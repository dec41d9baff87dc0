"""The visitor behind a request or a connection, and the language and theme of their answer."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from banmen.core.catalogues import VARIANT, variants
from banmen.core.i18n import languages
from banmen.server.fair_pool import Asker

LANGUAGE_COOKIE = "banmen_lang"
THEME_COOKIE = "banmen_theme"
PRINT_COOKIE = "banmen_print"
EASY_COOKIE = "banmen_easy"
EASY = f"{VARIANT}easy"  # the variant of a language with readings above difficult letters, and words for children
DEFAULT_LANGUAGE = "en"


def find_visitor_id(request: HTTPConnection) -> str:
    """Return the visitor's id, which the middleware has set."""
    return str(request.scope["state"]["visitor"])


def find_device(request: HTTPConnection) -> str:
    """Return the digest of the secret on the visitor's device; a program has none."""
    return str(request.scope["state"].get("device", ""))


def change_token(request: HTTPConnection, token: str) -> None:
    """Give the visitor's device a new secret: the answer carries it."""
    request.scope["state"].update(token=token, renewed=True)


def find_asker(request: HTTPConnection) -> Asker:
    """Return who asks: address and visitor."""
    return Asker(request.scope["state"].get("address", ""), find_visitor_id(request))


def choose_language(request: HTTPConnection) -> str:
    """Return the language of an answer: from the address, the visitor's earlier choice, or the browser's preferences.

    It is the easy variant of that language if there is one and the visitor has chosen it.
    """
    wanted = (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE))
    preferred = find_preferred_language(request.headers.get("accept-language", ""))
    chosen = next((str(one) for one in wanted if one in languages()), preferred)
    return chosen + EASY if wants_easy_words(request) and has_easy_words(chosen) else chosen


def has_easy_words(lang: str) -> bool:
    """Tell whether a language has an easy variant."""
    return lang + EASY in variants()


def wants_easy_words(request: HTTPConnection) -> bool:
    """Tell whether the visitor has chosen readings and easy words."""
    return request.cookies.get(EASY_COOKIE) == "on"


def find_theme(request: HTTPConnection) -> str:
    """Return the visitor's choice, light or dark; empty for the system's own theme."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in ("light", "dark") else ""


def wants_large_print(request: HTTPConnection) -> bool:
    """Tell whether the visitor has chosen large print."""
    return request.cookies.get(PRINT_COOKIE) == "large"


def find_preferred_language(header: str) -> str:
    """Return the language that an Accept-Language header prefers.

    >>> [find_preferred_language(header) for header in ("ja,en-GB;q=0.8", "fr, en;q=0.5, ja;q=0.7", "de")]
    ['ja', 'ja', 'en']
    """
    best, liked = DEFAULT_LANGUAGE, 0.0
    for part in header[:500].split(","):
        name, _, quality = part.strip().partition(";q=")
        short = name.strip().lower().partition("-")[0]
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if short in languages() and weight > liked:
            best, liked = short, weight
    return best
