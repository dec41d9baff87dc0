"""Checks of what people see and read of a game, be it its own or a default."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

from banmen.core import registry
from banmen.core.game import Game, Position
from banmen.core.i18n import languages
from banmen.engine.levels import LEVELS, levels
from banmen.kernels.contract import DECIDE
from banmen.presentation.about import about, list_described_languages, read_home, read_look
from banmen.presentation.dangers import find_dangers
from banmen.presentation.lessons import read_lessons
from banmen.presentation.motion import describe_move
from banmen.presentation.reasons import POSSIBLE, explain
from banmen.presentation.svg import THEMES, picture_parts
from banmen.testing.random_play import random_game

Check = Callable[[Game], None]
MOST_MOVES = 12  # per position that are checked closely


def _select_positions(game: Game, seed: int) -> list[Position]:
    """Return the first position of a random game, its last, and some between them."""
    positions = list(random_game(game, seed))
    return [*positions[:: max(1, len(positions) // 8)], positions[-1]]


def check_pictures(game: Game) -> None:
    """Every position can be drawn, in all themes and languages, whole and in parts."""
    for theme in THEMES:
        ElementTree.fromstring(game.start().svg(theme=theme, coordinates=True, targets=True))  # noqa: S314 - our own
    for position in _select_positions(game, 20):
        for lang in languages():
            drawn = ElementTree.fromstring(position.svg(lang=lang))  # noqa: S314 - our own
            assert drawn.get("data-position") == position.text
            assert drawn.get("data-game") == game.name
            parts = ElementTree.fromstring("".join(picture_parts(position, lang=lang)))  # noqa: S314 - our own
            assert [ElementTree.tostring(part) for part in parts] == [ElementTree.tostring(part) for part in drawn[3:]]


def check_places_can_be_pointed_at(game: Game) -> None:
    """The places that legal moves lead from and to are in the picture, so that a page can offer them."""
    for position in _select_positions(game, 21):
        found = {element.get("data-place") for element in ElementTree.fromstring(position.svg()).iter()}  # noqa: S314 - our own
        for move in position.legal_moves():
            motion = describe_move(position, move, languages()[0])
            if motion.source is not None and move.target is not None:
                assert {motion.source, move.target} <= found, f"{move} of {position.text} cannot be pointed at"


def check_words(game: Game) -> None:
    """Every position has a description in all languages, and players and game have names."""
    words = game.part("words")
    for lang in languages():
        assert len({words.player_name(player, lang) for player in game.players}) == len(game.players)
        assert about(game.name, lang)["title"]
        assert set(words.NAME) >= set(languages()) <= set(words.CREDIT)
        for position in _select_positions(game, 22):
            assert words.status(position, lang)
            assert words.title(position, lang).startswith(words.NAME[lang])
            assert len(words.describe(position, lang)) > 10


def check_moves_are_told(game: Game) -> None:
    """Every move has a description in all languages, and every path has a beginning and an end."""
    for position in _select_positions(game, 23):
        for move in position.legal_moves()[:MOST_MOVES]:
            for lang in languages():
                motion = describe_move(position, move, lang)
                assert isinstance(motion.words, str)
                assert all(way.path and way.number > 0 for way in motion.motion)
                after = position.after(move.code)
                assert bool({"win", "lose"} & set(motion.effects)) == bool(after.winner)


def check_reasons_agree_with_the_rules(game: Game) -> None:
    """Every move reported as possible is legal, and every legal move is reported as possible."""
    for position in _select_positions(game, 24):
        if position.kind != DECIDE:
            continue
        source = game.part("reasons").source
        ways = {(source(position, move) or move.source, move.target) for move in position.legal_moves()}
        for start, target in sorted(ways, key=str)[:MOST_MOVES]:
            if start is not None and target is not None:
                for lang in languages():
                    assert explain(position, start, target, lang).code == POSSIBLE
                back = explain(position, target, start, languages()[0])
                assert (back.code == POSSIBLE) == ((target, start) in ways)
                assert back.words


def check_dangers(game: Game) -> None:
    """Every position has a list of dangers, and places in danger are in the picture."""
    for position in _select_positions(game, 25):
        for lang in languages():
            found = find_dangers(position, lang)
            assert found.words
            assert all(f'data-place="{place}"' in position.svg() for place in found.places)


def check_about(game: Game) -> None:
    """What the game says of itself can be read: options, home page, looks and lessons."""
    options = {option.name for option in game.option_list}
    for lang in languages():
        assert set(about(game.name, lang)["options"]) <= options, "an option is described that the game has not"
    if read_home(game.name).picture:
        registry.game(game.name).position(read_home(game.name).picture)
    assert read_look(game.name).aspect > 0
    assert all(lesson.steps for lesson in read_lessons(game.name))


def check_options_are_described(game: Game) -> None:
    """Every option has a label, a help text and a text for each value, in every language that `about.toml` has."""
    for lang in list_described_languages(game.name):
        labels = about(game.name, lang)["options"]
        for option in game.option_list:
            described = labels.get(option.name, {})
            for entry in ("label", "help"):
                assert described.get(entry), f"[{lang}.options.{option.name}] of about.toml has no {entry}"
            values = {str(value) for value in option.choices}
            missing = sorted(values - set(described.get("values", {})))
            assert not missing, f"[{lang}.options.{option.name}] of about.toml has no text for {', '.join(missing)}"


def check_levels(game: Game) -> None:
    """There are eight levels, with different names in all languages unless they go by their numbers."""
    found = levels(game)
    assert [level.number for level in found] == list(range(1, LEVELS + 1))
    for lang in languages():
        names = {level.name[lang] for level in found}
        assert names == {""} or len(names - {""}) == LEVELS


PRESENTATION_CHECKS: tuple[Check, ...] = (
    check_pictures,
    check_places_can_be_pointed_at,
    check_words,
    check_moves_are_told,
    check_reasons_agree_with_the_rules,
    check_dangers,
    check_about,
    check_options_are_described,
    check_levels,
)
