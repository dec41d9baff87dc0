"""What is said about matches, in English and Japanese. The pages' own words stand in `web/locales`."""

from __future__ import annotations

from banmen.core.i18n import Words

MATCH_MESSAGES: dict[str, Words] = {
    "you_throw": {"en": "{name}: throw the sticks.", "ja": "{name}の番です。投げてください。"},
    "you_move": {"en": "{name}: your move.", "ja": "{name}の番です。手を選んでください。"},
    "you_move_by": {"en": "{name}: move by {thrown}.", "ja": "{name}の番です。出た数は{thrown}です。"},
    "you_do": {"en": "{name}: {task}.", "ja": "{name}の番です。{task}。"},
    # Where one person plays against computers there is no need for a name.
    "your_turn": {"en": "Your turn", "ja": "あなた"},
    "your_move": {"en": "Your move.", "ja": "あなたの番です。手を選んでください。"},
    "you": {"en": "You", "ja": "あなた"},
    "you_begin": {"en": "You begin.", "ja": "あなたから始めます。"},
    "you_begin_by": {
        "en": "Thrown for the beginning: {throws}. You begin.",
        "ja": "先手ぎめ：{throws}。あなたから始めます。",
    },
    "thinks": {"en": "{name} is thinking.", "ja": "{name}が考えています。"},
    "computer_next": {"en": "It is {name}'s turn.", "ja": "{name}の番です。"},
    "won": {"en": "{names} won!", "ja": "{names}の勝ちです！"},
    "you_won": {"en": "You won!", "ja": "あなたの勝ちです！"},
    "resigned": {"en": "{losers} resigned. {names} won.", "ja": "{losers}が投了しました。{names}の勝ちです。"},
    "you_resigned": {"en": "You resigned. {names} won.", "ja": "あなたが投了しました。{names}の勝ちです。"},
    "time": {"en": "{losers} ran out of time. {names} won.", "ja": "{losers}の時間切れで、{names}の勝ちです。"},
    "draw": {"en": "A draw.", "ja": "引き分けです。"},
    "threw": {"en": "{name} threw {value}.", "ja": "{name}は{value}を出しました。"},
    "moved": {"en": "{name}: {move}.", "ja": "{name}：{move}。"},
    "moved_loudly": {"en": "{name}: {move}", "ja": "{name}：{move}"},
    "undone": {"en": "Taken back.", "ja": "もどしました。"},
    "undone_moves": {"en": "Taken back. A throw that was made stays as it fell.", "ja": "もどしました。出た数は変わりません。"},
    "gave_up": {"en": "{name} resigned.", "ja": "{name}が投了しました。"},
    "opening": {"en": "Thrown for the beginning: {throws}. {name} to begin.", "ja": "先手ぎめ：{throws}。{name}から始めます。"},
    "begins": {"en": "{name} to begin.", "ja": "{name}から始めます。"},
    "hint": {
        "en": "Try {move}. Chance to win: about {percent}%.",
        "ja": "{move}はどうでしょう。勝つ見こみは約{percent}％です。",
    },
    "hint_only": {"en": "There is one move only: {move}.", "ja": "できる手はひとつだけです：{move}。"},
    "move_with_words": {"en": "{move} ({words})", "ja": "{move}（{words}）"},
    "colon": {"en": ": ", "ja": "："},
    "between_rounds": {"en": " / ", "ja": "／"},
    "between_sentences": {"en": " ", "ja": ""},
    "start": {"en": "The start.", "ja": "はじまり。"},
}


def match_message(key: str, lang: str, **values: object) -> str:
    """Return a sentence with its gaps filled.

    >>> match_message("thinks", "en", name="Rabbit")
    'Rabbit is thinking.'
    """
    return MATCH_MESSAGES[key][lang].format(**values)
