"""Many positions of every game: all legal moves can be made by pointing, and no two taps make anything else.

The board is the page's own, with its own picking; its callbacks are only recorded and nothing is sent. So one session of
the browser tries some thousand moves in seconds.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

import banmen
from banmen import Position
from tests.common.loops import some
from tests.web.conftest import Opening
from tests.web.house import House

GAMES: dict[str, dict[str, Any]] = {
    "kariuchi": {},
    "moontrek": {"teams": "2-2"},
    "holes58": {},
    "kuniumi": {},
    "qubism": {"tip": "either"},
}
MANY, FEW = 16, 2  # positions of a game, and those in which all pairs of places are tapped
# A board of the page, and taps as by a finger: on whatever is at the centre of a place.
BOARD = """
async ({ game, options, text }) => {
  const { Board } = await import("/static/js/board.js");
  const { wordMoves } = await import("/static/js/selection.js");
  const answer = await fetch("/api/positions", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game, options, position: text }),
  });
  const view = await answer.json();
  let box = document.getElementById("tried");
  if (!box) {
    box = document.createElement("div");
    box.id = "tried";
    box.className = "board";
    box.style.width = "720px";
    document.getElementById("main").replaceChildren(box);
    box.trying = new Board(box, { play: (move) => { box.played = move.move; } });
  }
  box.trying.show(view.svg);
  const offer = () => {
    box.played = null;
    box.trying.offer(view.moves, view.turn, true);
  };
  const tap = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(clientX, clientY) || button;
    hit.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY }));
  };
  const lit = (kind, name) => box.querySelector(`.place.${kind}[data-at="${name}"]`);
  BODY
}
"""
EVERY = """
  const wrong = [];
  for (const move of view.moves) {
    if (wordMoves([move]).length) continue; // a button beside the board
    offer();
    if (move.from !== null) {
      const source = lit("source", move.from);
      if (!source) { wrong.push(`${move.move}: its source is not lit`); continue; }
      if (!source.getAttribute("aria-label").includes("picked")) tap(source);
    }
    const target = lit("target", move.to);
    if (!target) { wrong.push(`${move.move}: its target is not lit`); continue; }
    tap(target);
    box.querySelector(`.chooser [data-move="${move.move}"]`)?.click();
    if (box.played !== move.move) wrong.push(`${move.move}: ${box.played} was played`);
  }
  return { moves: view.moves.map((move) => move.move), wrong };
"""
PAIRS = """
  const legal = new Map(view.moves.map((move) => [move.move, move]));
  const made = [];
  const wrong = [];
  const plain = (name) => name ?? null;
  const check = (name, first, second) => {
    const move = legal.get(name);
    made.push(name);
    if (!move) return wrong.push(`${name} is no legal move`);
    const tapped = [first, second].filter(Boolean).map((button) => button.dataset.at);
    if (move.to !== tapped.at(-1)) wrong.push(`${name} after taps on ${tapped}`);
    const whence = [null, began, tapped[0]];
    if (tapped.length === 2 && !whence.includes(plain(move.from))) wrong.push(`${name} after taps on ${tapped}`);
  };
  const settled = (first, second) => {
    const choices = [...box.querySelectorAll(".chooser [data-move]")];
    for (const choice of choices) check(choice.dataset.move, first, second);
    if (box.played) check(box.played, first, second);
    return choices.length || box.played;
  };
  offer();
  const began = box.trying.picked;
  const buttons = [...box.querySelectorAll(".place")];
  for (const first of buttons) {
    offer();
    tap(first);
    if (settled(first, null) || box.trying.picked === began) continue; // a second tap finds all as the first one did
    for (const second of buttons) {
      offer();
      tap(first);
      tap(second);
      settled(first, second);
    }
  }
  return { made: [...new Set(made)], wrong };
"""


def positions(game: str, number: int, seed: int = 7) -> list[Position]:
    """Return positions with a decision from all phases of random games."""
    rng = random.Random(seed)
    rules = banmen.game(game, **GAMES[game])
    found: dict[str, Position] = {}
    while len(found) < number:
        here, length = rules.start(), rng.randrange(60)
        for _ in range(length):
            after = _step(here, rng)
            if after.over:
                break
            here = after
        while here.throws():
            here = _step(here, rng)
        if here.legal_moves():
            found[here.text] = here
    return list(found.values())


def _step(here: Position, rng: random.Random) -> Position:
    if throws := here.throws():
        return here.throw(rng.choice(throws)[0])
    return here.play(rng.choice(here.legal_moves()))


@pytest.fixture
def page(visit: Opening, house: House) -> Page:
    found = visit()
    found.goto(f"{house.address}/rules/kariuchi")  # any page with the styles of a board, and without one
    return found


def try_moves(page: Page, game: str, here: Position, what: str) -> dict[str, Any]:
    asked = {"game": game, "options": dict(here.game.options), "text": here.text}
    return dict(page.evaluate(BOARD.replace("BODY", what), asked))


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_of_many_positions_can_be_pointed_at(page: Page, game: str) -> None:
    for here in some(positions(game, MANY)):
        told = try_moves(page, game, here, EVERY)
        assert set(told["moves"]) == {str(move) for move in here.legal_moves()}, here.text
        assert not told["wrong"], here.text


@pytest.mark.parametrize("game", GAMES)
def test_no_two_taps_make_anything_but_the_move_between_them(page: Page, game: str) -> None:
    for here in some(positions(game, FEW, seed=11)):
        told = try_moves(page, game, here, PAIRS)
        assert not told["wrong"], here.text
        pointed = {move.text for move in here.legal_moves() if move.target is not None}
        assert pointed <= set(told["made"]) | {"land", "sea"}, here.text
