"""Moon Trek in words: its name and credit, the animals, and positions told in sentences."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words, counted, listed
from banmen.games.kariuchi.board import HOME, NAMES, RESERVE
from banmen.games.kariuchi.words import place_name, status_of
from banmen.games.moontrek.notation import off_board, stacks

NAME: Words = {"en": "Moon Trek", "ja": "月面旅行"}
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


def team_name(number: int, lang: str) -> str:
    """Return what a team of several players is called."""
    return f"チーム{number}" if lang == "ja" else f"team {number}"


def title(position: Position, lang: str) -> str:
    """Return one line for a position: the game and whose turn it is."""
    return f"{NAME[lang]}{'：' if lang == 'ja' else ': '}{status(position, lang)}"


def describe(position: Position, lang: str) -> str:
    """Return a position told in whole sentences."""
    told = [*_describe_teams(position, lang), *_describe_board(position, lang)]
    for player, waiting, done in zip(position.game.players, *_off_board(position), strict=True):
        told.append(_describe_player(player_name(player, lang), waiting, done, lang))
    told.append(status(position, lang))
    return "".join(f"{text}。" for text in told) if lang == "ja" else " ".join(f"{text}." for text in told)


def status(position: Position, lang: str) -> str:
    """Return whose turn it is and what is to be done, or who has won."""
    players = position.winner or (position.turn,)
    return status_of(position, listed((player_name(player, lang) for player in players), lang), lang)


def _off_board(position: Position) -> tuple[list[int], list[int]]:
    options = position.game.options
    waiting, done = (off_board(position.state, options["players"], place, options["pieces"]) for place in (RESERVE, HOME))
    return waiting, done


def _describe_teams(position: Position, lang: str) -> list[str]:
    """Say who plays with whom; nothing where everyone plays alone."""
    teams = position.game.teams
    if all(len(team) == 1 for team in teams):
        return []
    names = [listed((player_name(player, lang) for player in team), lang) for team in teams]
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
