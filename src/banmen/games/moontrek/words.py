"""Moon Trek in words: its name and credit, the animals, and positions told in sentences."""

from __future__ import annotations

from banmen.core.game import Player, Position
from banmen.core.i18n import Words, counted, listed
from banmen.games.kariuchi.board import HOME, NAMES, RESERVE
from banmen.games.kariuchi.words import place_name, status
from banmen.games.moontrek.notation import off_board, stacks

NAME: Words = {"en": "Moon Trek", "ja": "月面旅行"}
PLACE_NAMES: dict[str, Words] = {
    "R": {"en": "Reserve", "ja": "ひかえ"},
    "H": {"en": "Home", "ja": "あがり"},
    "A": {"en": "Centre", "ja": "中央"},
}
CREDIT: Words = {
    "en": "Moon Trek by LOGY GAMES (www.logygames.com), after Kariuchi as reconstructed by the Nara National Research Institute"
    " for Cultural Properties. Adapted for Banmen; neither endorses Banmen.",
    "ja": "「月面旅行」はLOGY GAMES（www.logygames.com）の作品で、奈良文化財研究所が復元した「かりうち」をもとにしています。"
    "Banmen向けに手を加えています。両者の監修・推奨を受けたものではありません。",
}

ANIMALS: dict[Player, Words] = {
    "A": {"en": "Rabbit", "ja": "ウサギ"},
    "B": {"en": "Frog", "ja": "カエル"},
    "C": {"en": "Wolf", "ja": "オオカミ"},
    "D": {"en": "Monkey", "ja": "サル"},
}


def player_name(player: Player, lang: str) -> str:
    """Return what a player is called."""
    return ANIMALS[player][lang]


def teams(position: Position) -> list[str]:
    """Return the letters of each team."""
    return position.text.split(" ")[3].split("|")


def team_name(number: int, lang: str) -> str:
    """Return what a team of several players is called."""
    return f"チーム{number}" if lang == "ja" else f"team {number}"


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game and whose turn it is."""
    return f"{NAME[lang]}{'：' if lang == 'ja' else ': '}{_ending(position, lang)}"


def describe(position: Position, lang: str) -> str:
    """Return a position told in whole sentences."""
    told = [*_describe_teams(position, lang), *_describe_board(position, lang)]
    for player, waiting, done in zip(position.game.players, *_off_board(position), strict=True):
        told.append(_describe_player(player_name(player, lang), waiting, done, lang))
    told.append(_ending(position, lang))
    return "".join(f"{text}。" for text in told) if lang == "ja" else " ".join(f"{text}." for text in told)


def _ending(position: Position, lang: str) -> str:
    players = position.winner or (position.turn,)
    return status(position, listed((player_name(player, lang) for player in players), lang), lang)


def _off_board(position: Position) -> tuple[list[int], list[int]]:
    options = position.game.options
    waiting, done = (off_board(position.state, options["players"], place, options["pieces"]) for place in (RESERVE, HOME))
    return waiting, done


def _describe_teams(position: Position, lang: str) -> list[str]:
    """Say who plays with whom; nothing where everyone plays alone."""
    groups = teams(position)
    if all(len(letters) == 1 for letters in groups):
        return []
    names = [listed((player_name(letter, lang) for letter in letters), lang) for letters in groups]
    return [" 対 ".join(names)] if lang == "ja" else [" against ".join(names)]


def _describe_board(position: Position, lang: str) -> list[str]:
    """Say who stands where, stacks from the bottom up."""
    told = []
    for place, owners in stacks(position.state, position.game.options["players"]).items():
        where = place_name(NAMES[place], lang)
        names = [player_name(owner, lang) for owner in owners]
        if lang == "ja":
            told.append(
                f"{where}に{names[0]}" if len(names) == 1 else f"{where}におんぶ{len(names)}段、下から{'、'.join(names)}"
            )
        else:
            told.append(
                f"On {where}: {names[0]}"
                if len(names) == 1
                else f"On {where} a stack of {counted(len(names), lang)}, from the bottom up: {', '.join(names)}"
            )
    return told or (["月面にはだれもいない"] if lang == "ja" else ["Nobody is on the moon"])


def _describe_player(name: str, waiting: int, done: int, lang: str) -> str:
    if lang == "ja":
        return f"{name}はひかえに{counted(waiting, lang)}、あがりに{counted(done, lang)}"
    return f"{name}: {counted(waiting, lang)} in reserve, {counted(done, lang)} home"
