"""What is said about matches, in English and Japanese. The pages' own words stand in `web/locales`."""

from __future__ import annotations

from banmen.core.i18n import Words
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)

MATCH_MESSAGES: dict[str, Words] = {
    "you_throw": messages.words("match.you_throw"),
    "you_move": messages.words("match.you_move"),
    "you_move_by": messages.words("match.you_move_by"),
    "you_do": messages.words("match.you_do"),
    # Where one person plays against computers there is no need for a name.
    "your_turn": messages.words("match.your_turn"),
    "your_move": messages.words("match.your_move"),
    "you": messages.words("match.you"),
    "you_begin": messages.words("match.you_begin"),
    "you_begin_by": messages.words("match.you_begin_by"),
    "thinks": messages.words("match.thinks"),
    "computer_next": messages.words("match.computer_next"),
    "won": messages.words("match.won"),
    "you_won": messages.words("match.you_won"),
    "resigned": messages.words("match.resigned"),
    "you_resigned": messages.words("match.you_resigned"),
    "time": messages.words("match.time"),
    "draw": messages.words("match.draw"),
    "threw": messages.words("match.threw"),
    "moved": messages.words("match.moved"),
    "moved_loudly": messages.words("match.moved_loudly"),
    "undone": messages.words("match.undone"),
    "undone_moves": messages.words("match.undone_moves"),
    "gave_up": messages.words("match.gave_up"),
    "opening": messages.words("match.opening"),
    "begins": messages.words("match.begins"),
    "hint": messages.words("match.hint"),
    "hint_only": messages.words("match.hint_only"),
    "move_with_words": messages.words("match.move_with_words"),
    "colon": messages.words("match.colon"),
    "between_rounds": messages.words("match.between_rounds"),
    "between_sentences": messages.words("match.between_sentences"),
    "start": messages.words("match.start"),
}


def match_message(key: str, lang: str, **values: object) -> str:
    """Return a sentence with its gaps filled.

    >>> match_message("thinks", "en", name="Rabbit")
    'Rabbit is thinking.'
    """
    return MATCH_MESSAGES[key][lang].format(**values)
