"""Everything the terminal says, in English and Japanese."""

from __future__ import annotations

import importlib
from types import ModuleType

from banmen.core.game import Game, Player, Position
from banmen.engine.levels import level

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "hand": "in hand",
        "home": "home",
        "reserve": "reserve",
        "shen": "in Shen",
        "supply": "Supply",
        "land_side": "land",
        "sea_side": "sea",
        # the table
        "welcome": "Banmen 盤面 - which game would you like to play?",
        "choose_game": "Number of the game",
        "who_plays": "Who plays?",
        "who_first": "you against the computer",
        "who_second": "the computer against you: it takes the first seat",
        "who_people": "people, all at this keyboard",
        "who_nobody": "the computer alone, to watch",
        "choose_number": "Number",
        "no_such_number": "Please type a number from 1 to {most}.",
        "human": "a person",
        "random": "the computer, playing anything",
        "computer": "the computer ({kind})",
        "level": "the computer, level {number}: {name}. {character}",
        "which_level": "How well should the computer play?",
        "choose_level": "Number from 1 to 8 (Enter: {usual})",
        "compiling": "Getting ready (once, some seconds)...",
        "seats": "{name}: {kind}",
        "opening": "Throwing to begin.  {throws}",
        "begins": "The first turn goes to {name}.",
        "to_move": "{name}: your move.",
        "to_throw": "{name}: press Enter to throw.",
        "throws": "{name}: {value}",
        "plays": "{name}: {move}",
        "only_move": "{name}: there is one move only. Press Enter to play it.",
        "many_moves": "There are {number} moves; type moves to see them all. For example:",
        "prompt_move": "Number or move (? for help)",
        "prompt_throw": "Enter to throw",
        "throw_first": "Throw first: just press Enter.",
        "nothing_to_undo": "There is nothing to take back yet.",
        "undone": "Taken back.",
        "undone_moves": "Taken back. A throw that was made stays as it fell.",
        "saved": "Saved to {file}.",
        "save_how": "Write: save NAME",
        "save_exists": "{file} is there already; please choose another name.",
        "not_saved": "Could not save to {file}: {reason}.",
        "ask_save": "To keep this game, type a file name; or just press Enter",
        "goodbye": "Until next time!",
        "go_on_later": "Go on later with: banmen play --resume {file}",
        "won": "{names} won!",
        "won_many": "{names} won together!",
        "draw": "A draw.",
        "steps": "{number} moves were made.",
        "resumed": "Going on after {number} moves.",
        "unfinished": "The game is not finished.",
        "by_resigned": " (resigned)",
        "by_time": " (time)",
        "by_agreed": " (agreed)",
        "by_abandoned": " (abandoned)",
        "count_games": "Games",
        "count_wins": "won by {names}",
        "count_draws": "drawn",
        "count_unfinished": "left unfinished",
        "count_beginner": "won by whoever began",
        "count_steps": "Steps a game",
        "count_range": "Shortest - longest",
        "count_branching": "Legal moves at a decision",
        "count_seconds": "Seconds",
        "and": " and ",
        "help": """\
  3         play move number 3 of the list
  5>8       play a move by its text
  Enter     throw the sticks; or play the only move there is
  undo      go back to your last decision (a throw stays as it fell)
  moves     list the moves again
  board     draw the board again
  names     write the names of all places on the board, or leave them out
  rules     read the rules
  save NAME write the game to a file
  quit      leave the table""",
    },
    "ja": {
        "hand": "手元",
        "home": "あがり",
        "reserve": "ひかえ",
        "shen": "シェンの穴",
        "supply": "キューブ置き場",
        "land_side": "大地",
        "sea_side": "海",
        "welcome": "Banmen 盤面：どのゲームで遊びますか？",
        "choose_game": "ゲームの番号",
        "who_plays": "だれが遊びますか？",
        "who_first": "あなた 対 コンピュータ",
        "who_second": "コンピュータ 対 あなた（最初の席はコンピュータ）",
        "who_people": "みんなで（このキーボードを交代で）",
        "who_nobody": "コンピュータどうし（見るだけ）",
        "choose_number": "番号",
        "no_such_number": "1から{most}までの番号を入れてください。",
        "human": "人",
        "random": "コンピュータ（でたらめ）",
        "computer": "コンピュータ（{kind}）",
        "level": "コンピュータ、レベル{number}「{name}」。{character}",
        "which_level": "コンピュータの強さは？",
        "choose_level": "1から8までの番号（Enterなら{usual}）",
        "compiling": "準備しています（最初だけ、数秒かかります）……",
        "seats": "{name}：{kind}",
        "opening": "先手ぎめ：{throws}",
        "begins": "{name}から始めます。",
        "to_move": "{name}の番です。",
        "to_throw": "{name}：Enterキーで投げます。",
        "throws": "{name}：{value}",
        "plays": "{name}：{move}",
        "only_move": "{name}の手はひとつだけです。Enterキーで進めます。",
        "many_moves": "手は{number}通りあります（moves で全部見られます）。たとえば：",
        "prompt_move": "番号か手（? で使い方）",
        "prompt_throw": "Enterで投げる",
        "throw_first": "先に投げましょう。Enterキーを押してください。",
        "nothing_to_undo": "もどせる手がまだありません。",
        "undone": "もどしました。",
        "undone_moves": "もどしました。出た数は変わりません。",
        "saved": "{file} に保存しました。",
        "save_how": "save と名前を書いてください。",
        "save_exists": "{file} はもうあります。別の名前にしてください。",
        "not_saved": "{file} に保存できませんでした：{reason}",
        "ask_save": "残しておくならファイル名を、いらなければそのままEnterを",
        "goodbye": "また遊びましょう！",
        "go_on_later": "つづきから遊ぶには： banmen play --resume {file}",
        "won": "{names}の勝ち！",
        "won_many": "{names}のチームの勝ち！",
        "draw": "引き分けです。",
        "steps": "全部で{number}手でした。",
        "resumed": "{number}手目のつづきからです。",
        "unfinished": "まだ終わっていません。",
        "by_resigned": "（投了）",
        "by_time": "（時間切れ）",
        "by_agreed": "（合意）",
        "by_abandoned": "（中止）",
        "count_games": "ゲーム数",
        "count_wins": "{names}の勝ち",
        "count_draws": "引き分け",
        "count_unfinished": "決着なし",
        "count_beginner": "先手の勝ち",
        "count_steps": "一ゲームの手数",
        "count_range": "最短〜最長",
        "count_branching": "一度に選べる手の数",
        "count_seconds": "秒",
        "and": "と",
        "help": """\
  3         一覧の3番の手にする
  5>8       手を書いて決める
  Enter     投げる。手がひとつだけのときは、その手にする
  undo      自分の前の番までもどす（出た数は変わりません）
  moves     できる手をもう一度見る
  board     盤をもう一度見る
  names     場所の名前を盤に書く・消す
  rules     ルールを読む
  save 名前 ファイルに保存する
  quit      席を立つ""",
    },
}
COMMANDS: dict[str, tuple[str, ...]] = {
    "undo": ("undo", "u", "back", "もどす", "戻す"),
    "save": ("save", "保存"),
    "moves": ("moves", "m", "手"),
    "board": ("board", "b", "盤"),
    "names": ("names", "n", "名前"),
    "rules": ("rules", "ルール"),
    "help": ("help", "h", "?", "使い方", "ヘルプ"),
    "quit": ("quit", "q", "exit", "終わる", "やめる"),
}


def terminal_message(key: str, lang: str, **values: object) -> str:
    """Return a phrase with its gaps filled.

    >>> say("throws", "en", name="Player 1", value=3)
    'Player 1: 3'
    """
    return WORDS[lang][key].format(**values) if values else WORDS[lang][key]


def kind_name(game: Game, kind: str, lang: str) -> str:
    """Return who plays, in words: a person, or a computer player with what it is like."""
    if kind in WORDS[lang]:
        return terminal_message(kind, lang)
    if not kind.startswith("level:"):
        return terminal_message("computer", lang, kind=kind)
    at = level(game, kind.partition(":")[2])
    return terminal_message("level", lang, number=at.number, name=at.name[lang], character=at.character[lang])


def credit(game: str, lang: str) -> str:
    """Return the line that says whose game it is."""
    return str(_words(game).CREDIT[lang])


def player_name(position: Position, player: Player, lang: str) -> str:
    """Return what a player is called; in Kuniumi with the faction, once it is chosen."""
    name = position.game.name
    called = str(_words(name).player_name(player, lang))
    if name == "kuniumi" and (first := position.text.rsplit(" ", 1)[1]) != "-":
        land = (first == "l") == (player == position.game.players[0])
        own = terminal_message("land_side" if land else "sea_side", lang)
        called += f"（{own}）" if lang == "ja" else f" ({own})"
    return called


def to_move(position: Position, lang: str) -> str:
    """Return the words that ask a player to move; in Kuniumi's setup they say what to place, and then to choose a side."""
    if position.game.name == "kuniumi" and position.text.rsplit(" ", 1)[1] == "-":
        status = str(_words("kuniumi").status(position, lang))
        return f"{status}です。" if lang == "ja" else f"{status}."
    return terminal_message("to_move", lang, name=player_name(position, position.turn, lang))


def player_names(position: Position, players: tuple[Player, ...], lang: str) -> str:
    """Return several players' names joined by a word."""
    return terminal_message("and", lang).join(player_name(position, player, lang) for player in players)


def _words(game: str) -> ModuleType:
    return importlib.import_module(f"banmen.games.{game}.words")
