"""Setting up Kuniumi and choosing a faction."""

import random

import pytest

import banmen
from banmen.engine.interface import Budget
from banmen.engine.levels import level
from banmen.engine.planning import PlannerSearch
from banmen.games.kuniumi import setup_planner
from banmen.games.kuniumi.setup_book import BOOK
from banmen.games.kuniumi.setup_planner import SetupError, choose_faction, place_piece, value_factions


def short() -> PlannerSearch:
    """Return a search with its own budget."""
    return PlannerSearch(Budget(nodes=20_000))


WON = "6/6/6/ls4/S1l3/1Ls3 choose -"  # player 1 wins in three plies, whichever faction player 2 takes


def finished(position: banmen.Position, **how: object) -> banmen.Position:
    """Return the position after all placements."""
    while position.text.split()[1] == "setup":
        position = position.play(place_piece(position, short(), **how))  # type: ignore[arg-type]
    return position


def spaces(position: banmen.Position) -> setup_planner.Setup:
    return setup_planner.list_placed(position)


def test_the_better_faction_is_taken() -> None:
    position = banmen.game("kuniumi").position("6/6/1Ll3/l1s3/1sS3/6 choose -")
    values = value_factions(position, short())
    assert set(values) == {"land", "sea"}
    assert choose_faction(position, short()).text == max(values, key=values.__getitem__)


def test_a_setup_drawn_by_lot_leaves_the_choice() -> None:
    position = banmen.game("kuniumi", setup="random").start(random.Random(4))
    assert choose_faction(position, short()).text in ("land", "sea")


def test_a_setup_that_wins_by_force_is_known() -> None:
    game = banmen.game("kuniumi")
    won = spaces(game.position(WON))
    assert setup_planner.is_won_by_force(game, won, 3, short())
    assert not setup_planner.is_won_by_force(game, won, 1, short())
    assert setup_planner.value_setup(game, won, short()) == 1.0


@pytest.mark.parametrize("options", [{}, {"lines": "through"}, {"setup": "fair"}])
def test_strong_setups_are_those_of_the_book_turned_any_way(options: dict[str, str]) -> None:
    game = banmen.game("kuniumi", **options)
    book = BOOK[game.options["lines"], "setup" in options]
    images = {
        frozenset(setup_planner.transform(setup_planner.read_setup(text), symmetry)) for text in book for symmetry in range(8)
    }
    ends = [finished(game.start(), seed=seed) for seed in range(4)]
    assert all(frozenset(spaces(end)) in images for end in ends)
    assert len({end.text for end in ends}) > 1
    assert finished(game.start(), seed=1) == ends[1]


@pytest.mark.parametrize("number", [5, 8])
def test_who_is_sporting_leaves_the_other_a_game(number: int) -> None:
    game = banmen.game("kuniumi")
    at = level(game, number)

    def set_up(sporting: bool) -> setup_planner.Setup:
        position, player = game.start(), at.player(seed=3, sporting=sporting)
        while position.text.split()[1] == "setup":
            position = position.play(player.choose(position))
        return spaces(position)

    assert setup_planner.is_won_by_force(game, set_up(False), setup_planner.UNFAIR_PLIES, short())
    assert not setup_planner.is_won_by_force(game, set_up(True), setup_planner.UNFAIR_PLIES, short())


def test_a_beginning_that_could_be_won_by_force_is_gone_on_with_fairly() -> None:
    game = banmen.game("kuniumi")
    position = game.start()
    for text in ("L@b1", "S@a2", "l@c2", "l@a3", "s@c1"):  # the strongest setup of all except for its last piece
        position = position.play(text)
    assert not setup_planner.is_won_by_force(
        game, spaces(finished(position, sporting=True)), setup_planner.UNFAIR_PLIES, short()
    )


@pytest.mark.parametrize("options", [{}, {"lines": "through"}, {"setup": "fair"}])
@pytest.mark.parametrize("casual", [False, True])
def test_any_beginning_can_be_gone_on_with(options: dict[str, str], casual: bool) -> None:
    position = banmen.game("kuniumi", **options).start()
    for text in ("L@a1", "S@f6", "l@f1"):
        position = position.play(text)
    assert finished(position, casual=casual).text.split()[1] == "choose"


def test_casual_setups_vary_and_are_not_won_by_force() -> None:
    game = banmen.game("kuniumi")
    ends = [finished(game.start(), seed=seed, casual=True) for seed in range(3)]
    assert len({end.text for end in ends}) == 3
    assert not any(setup_planner.is_won_by_force(game, spaces(end), setup_planner.FORCED_PLIES, short()) for end in ends)


def test_the_book_keeps_its_promises() -> None:
    for (lines, fair), book in BOOK.items():
        game = banmen.game("kuniumi", lines=lines)
        assert len(set(book)) == len(book) > 0
        assert not (
            fair
            and any(
                setup_planner.is_won_by_force(game, setup_planner.read_setup(text), setup_planner.UNFAIR_PLIES, short())
                for text in book
            )
        )


def test_what_is_not_to_be_set_up_is_refused() -> None:
    game = banmen.game("kuniumi")
    with pytest.raises(SetupError, match="placed already"):
        place_piece(game.position(WON), short())
    with pytest.raises(SetupError, match="no side to choose"):
        choose_faction(game.start(), short())
