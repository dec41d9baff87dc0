"""Everything the terminal says, in English and Japanese."""

from __future__ import annotations

from banmen.core import registry
from banmen.core.board import Player
from banmen.core.game import Position
from banmen.match.position_views import position_status, position_task
from banmen.presentation.text_canvas import text_width
from banmen.terminal.boards import player_title

WORDS: dict[str, dict[str, str]] = {
    "en": {
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
        "to_do": "{status}.",
        "resigned": "{losers} resigned. {names} won.",
        "hint": "Try {move}. Chance to win: about {percent}%.",
        "hint_only": "There is one move only: {move}.",
        "thinking": "Looking for a good move...",
        "help_number": "play move number {example} of the list",
        "help_move": "play a move by its text",
        "help_throw": "throw the sticks; or play the only move there is",
        "help_only": "play the only move there is",
        "help_undo": "go back to your last decision",
        "help_undo_throw": "go back to your last decision (a throw stays as it fell)",
        "help_hint": "get a good move",
        "help_moves": "list the moves again",
        "help_board": "draw the board again",
        "help_names": "write the names of all places on the board, or leave them out",
        "help_rules": "read the rules",
        "help_save": "write the game to a file",
        "help_resign": "give up the game",
        "help_quit": "stop playing",
        "file_name": "NAME",
    },
    "ja": {
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
        "to_do": "{status}です。",
        "resigned": "{losers}が投了しました。{names}の勝ちです。",
        "hint": "{move} はどうでしょう。勝つ見こみは約{percent}％です。",
        "hint_only": "できる手はひとつだけです：{move}",
        "thinking": "よい手をさがしています……",
        "help_number": "一覧の{example}番の手にする",
        "help_move": "手を書いて決める",
        "help_throw": "投げる。手がひとつだけのときは、その手にする",
        "help_only": "手がひとつだけのときに、その手にする",
        "help_undo": "自分の前の番までもどす",
        "help_undo_throw": "自分の前の番までもどす（出た数は変わりません）",
        "help_hint": "よい手を教わる",
        "help_moves": "できる手をもう一度見る",
        "help_board": "盤をもう一度見る",
        "help_names": "場所の名前を盤に書く・消す",
        "help_rules": "ルールを読む",
        "help_save": "ファイルに保存する",
        "help_resign": "投了する",
        "help_quit": "終わる",
        "file_name": "名前",
    },
}
COMMANDS: dict[str, tuple[str, ...]] = {
    "undo": ("undo", "u", "back", "もどす", "戻す"),
    "hint": ("hint", "ヒント"),
    "save": ("save", "保存"),
    "moves": ("moves", "m", "手"),
    "board": ("board", "b", "盤"),
    "names": ("names", "n", "名前"),
    "rules": ("rules", "ルール"),
    "help": ("help", "h", "?", "使い方", "ヘルプ"),
    "resign": ("resign", "投了"),
    "quit": ("quit", "q", "exit", "終わる", "やめる"),
}


def terminal_message(key: str, lang: str, **values: object) -> str:
    """Return a message with its gaps filled.

    >>> terminal_message("throws", "en", name="Player 1", value=3)
    'Player 1: 3'
    """
    return WORDS[lang][key].format(**values) if values else WORDS[lang][key]


def credit(game: str, lang: str) -> str:
    """Return the line that says whose game it is."""
    return str(registry.family(game).part("words").CREDIT[lang])


def move_request(position: Position, lang: str) -> str:
    """Return the words that ask a player to move; where it is no plain move, as in a setup, they say what to do."""
    if position_task(position, lang):
        return terminal_message("to_do", lang, status=position_status(position, lang))
    return terminal_message("to_move", lang, name=player_title(position, position.turn, lang))


def player_names(position: Position, players: tuple[Player, ...], lang: str) -> str:
    """Return several players' names joined by a word."""
    return terminal_message("and", lang).join(player_title(position, player, lang) for player in players)


def help_text(position: Position, lang: str) -> str:
    """Return what can be typed, in words that fit the game: only where sticks are thrown do they speak of throws."""
    game = position.game
    standing = position.throw(position.throws()[0][0]) if position.throws() else position
    moves = standing.legal_moves()
    lines = [("3", terminal_message("help_number", lang, example=3))]
    if moves:
        lines.append((moves[-1].text, terminal_message("help_move", lang)))
    lines.append(("Enter", terminal_message("help_throw" if game.has_chance else "help_only", lang)))
    for command in COMMANDS:
        if command != "help":
            key = "help_undo_throw" if command == "undo" and game.has_chance else f"help_{command}"
            typed = f"{command} {terminal_message('file_name', lang)}" if command == "save" else command
            lines.append((typed, terminal_message(key, lang)))
    width = max(text_width(typed) for typed, _ in lines)
    return "\n".join(f"  {typed}{' ' * (width - text_width(typed))}  {words}" for typed, words in lines)
