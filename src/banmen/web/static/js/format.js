// Moves, players and throws in the page's own words.

import { draw, make } from "./elements.js";
import { piecesOn } from "./geometry.js";
import { has, say } from "./words.js";

/** @type {Record<string, string>} */
export const ARROWS = { "^": "↑", v: "↓", "<": "←", ">": "→" };
/** @type {Record<string, string>} */
let owners = {}; // how each player's things are called in a match
const WALK = /^(\w+?)(?:x(\d+))?>(\w+)$/;

/**
 * Format a move for people: "5>8" as "5 → 8", reserve and home by their names.
 * @param {string} move
 */
export function pretty(move) {
  const parts = move.match(WALK);
  if (!parts) return move.replace(/^(\w\d)-(\w\d)/, "$1 → $2").replace("@", " → ");
  const [, from, number, to] = parts;
  return `${named(from)}${number ? ` ×${number}` : ""} → ${named(to)}`;
}

/**
 * Find the typed move: as written, or else ignoring width and case of letters, if that leaves exactly one.
 * @param {MoveView[]} moves
 * @param {string} text
 */
export function findTyped(moves, text) {
  /** @param {string} written */
  const simple = (written) => written.normalize("NFKC").toLowerCase().replaceAll(" ", "");
  const same = moves.find((other) => other.move === text || pretty(other.move) === text);
  const alike = moves.filter((other) => [other.move, pretty(other.move)].some((written) => simple(written) === simple(text)));
  return same ?? (alike.length === 1 ? alike[0] : undefined);
}

/**
 * Return a move as a person says it, with its effects.
 * @param {MoveView} move
 */
export function sayMove(move) {
  return [move.label, move.outcome].filter(Boolean).join(say("replay.comma"));
}

/**
 * Return a move as a person says it, capitalised for a button.
 * @param {MoveView} move
 */
export function buttonLabel(move) {
  return move.label.charAt(0).toUpperCase() + move.label.slice(1);
}

/**
 * Return the effects of a move, capitalised for a button.
 * @param {MoveView} move
 */
export function buttonWords(move) {
  const words = move.words || move.move;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} place */
function named(place) {
  const board = /** @type {SVGElement | null} */ (document.querySelector("svg[data-game]"));
  const key = `place.${board?.dataset.game}_${place}`;
  return has(key) ? say(key) : place;
}

/**
 * Describe the pieces on a place, and in a match whose place and pieces they are.
 * @param {SVGElement} svg
 * @param {Place} place
 */
export function placeWords(svg, place) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { dataset } of piecesOn(svg, place.name, place.owner)) {
    const kind = `${dataset.piece} ${dataset.arrow || ""}`.trim();
    counts.set(kind, (counts.get(kind) || 0) + 1);
  }
  const { game } = svg.dataset;
  const own = [`place.${game}_${place.name}`, `place.${game}_*`].find(has) ?? "board.place"; // by its name, or by the game's word for places
  const spoken = `spoken.${game}_${place.name}`; // as texts call it
  const name = [say(own, { place: place.name }), has(spoken) && say(spoken)].filter(Boolean).join(say("replay.comma"));
  const pieces = [...counts].map(([kind, number]) => {
    const [piece, arrow] = kind.split(" ");
    const known = `piece.${svg.dataset.game}_${piece}`;
    const called = (has(known) ? say(known) : piece) + (arrow ? ` ${ARROWS[arrow]}` : "");
    const theirs = place.owner ? called : owned(called, owners[ownerOf(svg, piece)]); // in a player's own reserve it goes without saying
    return number > 1 ? say("board.many", { number, piece: theirs }) : theirs;
  });
  return say("board.holds", { place: owned(name, owners[place.owner]), pieces: pieces.join(", ") || say("board.empty") });
}

/**
 * Return the owner of a kind of pieces: the player it is named after, or the one who has chosen its side.
 * @param {SVGElement} svg
 * @param {string} piece
 */
function ownerOf(svg, piece) {
  const side = /** @type {SVGElement | null} */ (svg.querySelector(`[data-faction="${CSS.escape(piece.toLowerCase())}"]`));
  return side?.dataset.player ?? piece;
}

/**
 * @param {string} thing
 * @param {string | undefined} owner
 */
const owned = (thing, owner) => (owner ? say("board.owned", { thing, owner }) : thing);

/**
 * Name the things of each player of a match: yours and theirs if one seat is played here, otherwise by names.
 * @param {SeatView[]} players
 * @param {string[]} own
 */
export function nameOwners(players, own) {
  const you = own.length === 1 ? players.find(({ player }) => player === own[0]) : null;
  owners = Object.fromEntries(players.map(({ player, name, team }) => {
    if (!you) return [player, say("board.of", { name })];
    return [player, say(player === you.player ? "board.yours" : team === you.team ? "board.partners" : "board.theirs")];
  }));
}

/**
 * Return a small picture of a player's piece, taken from the board's picture, or from another if none is left on it.
 * @param {SVGElement} svg
 * @param {string} player
 * @param {SVGElement | null} spare
 */
export function token(svg, player, spare = null) {
  const seat = /** @type {SVGElement | null} */ (svg.querySelector(`[data-faction][data-player="${CSS.escape(player)}"]`)); // where sides are chosen
  const kind = seat?.dataset.faction ?? player;
  const wanted = `[data-piece="${CSS.escape(kind)}"]`;
  const piece = svg.querySelector(wanted) ?? spare?.querySelector(wanted);
  if (!piece) return numbered(player);
  const inner = document.importNode(piece, true);
  inner.removeAttribute("transform");
  for (const element of [inner, ...inner.querySelectorAll("[id]")]) element.removeAttribute("id");
  inner.removeAttribute("data-place");
  inner.removeAttribute("data-piece");
  inner.setAttribute("class", "");
  return draw("svg", { viewBox: say(`piece_box.${svg.dataset.game}`), class: "token", "aria-hidden": "true" }, inner);
}

/**
 * Return a plain disc for a player who has no piece yet.
 * @param {string} player
 */
function numbered(player) {
  return draw("svg", { viewBox: "-40 -40 80 80", class: "token plain", "aria-hidden": "true" },
    draw("circle", { r: 30, fill: "none", stroke: "currentColor", "stroke-width": 4, "stroke-dasharray": "9 7" }),
    draw("text", { y: 12, "text-anchor": "middle", "font-size": 34, "font-weight": 700, fill: "currentColor" }, player));
}

/**
 * Return the lines for the players, with whose turn it is and who has won; `spare` is a picture with pieces of everybody.
 * @param {SVGElement} svg
 * @param {{players: SeatView[], turn: string | null, result: ResultView | null}} view
 * @param {SVGElement | null} spare
 * @param {string[]} own the players that are played for here
 */
export function playerLines(svg, view, spare, own) {
  const teams = new Set(view.players.map(({ team }) => team)).size < view.players.length;
  const you = own.length === 1 ? view.players.find(({ player }) => player === own[0]) : null;
  return view.players.map(({ player, name, label, who, team }) => {
    const partner = teams && you && you.player !== player && you.team === team;
    const detail = who === "human" ? (you?.player === player ? say("play.you") : "") : label;
    const turn = !view.result && view.turn === player;
    const won = view.result?.winners.includes(player);
    const words = won ? say("play.seat_won") : turn ? say("play.seat_turn") : "";
    return make("li", { class: `player${turn || won ? " turn" : ""}${partner ? " partner" : ""}`, "data-player": player, "data-team": teams ? team : null },
      token(svg, player, spare),
      make("span", { class: "told" }, make("span", { class: "name" }, name), detail ? make("span", { class: "who" }, " ", partner ? make("b", {}, say("play.partner")) : null, make("span", { class: "more" }, " ", ...inTwo(detail))) : null),
      words ? make("span", { class: "mark-turn" }, make("span", { "aria-hidden": "true" }, won ? "★" : "●"), make("span", { class: "unseen" }, words)) : null);
  });
}

/**
 * Return a player's label in two parts, each on a line of its own if possible: the name, and the description in brackets.
 * @param {string} label
 */
function inTwo(label) {
  const parts = label.match(/^([^（(]+?) ?[（(](.+)[）)]$/);
  return parts ? [make("span", { class: "kind" }, parts[1]), " ", make("span", { class: "like" }, parts[2])] : [label];
}

/**
 * Draw what a game throws, for its throw button: four sticks, or four round tokens.
 * @param {string} game
 */
export function throwIcon(game) {
  const round = say(`throws.${game}`) === "tokens";
  const spots = round ? [[-10, -10, "flat"], [11, -8, "round"], [-9, 11, "flat"], [11, 12, "flat"]] : [[-13, -8, "flat"], [-4, 6, "round"], [5, -4, "flat"], [14, 10, "flat"]];
  const drawn = spots.map(([x, turn, side]) => (round
    ? draw("circle", { cx: x, cy: turn, r: 9.4, fill: side === "flat" ? "#fffaf0" : "#2f6f8f", stroke: "#27364a", "stroke-width": 1.4 })
    : draw("rect", {
      x: -3.4, y: -17, width: 6.8, height: 34, rx: 2.8, transform: `translate(${x} 0) rotate(${turn})`,
      fill: side === "flat" ? "#fff4d9" : "#7a4e2b", stroke: "#3a2413", "stroke-width": 1.2,
    })));
  return draw("svg", { viewBox: "-22 -22 44 44", "aria-hidden": "true" }, ...drawn);
}
