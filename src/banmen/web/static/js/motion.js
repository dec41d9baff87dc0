// Moves animated as on a table: pieces hop from point to point, hit ones slide back, cubes tip over an edge.
// The server says what moves along which places; here it is only carried out in the picture.

import { draw, parsePicture } from "./elements.js";
import { middle, piecesOn, placeOf, spotOf } from "./geometry.js";
import { pace } from "./settings.js";
import * as sound from "./sound.js";
import { arrive, ease, mix, tween } from "./tween.js";

/** @import { Board } from "./board.js" */

/**
 * The state of an animation: the current picture, the picture `after`, and the pieces (`ghosts`) that were moved, by where they are.
 * @typedef {{svg: SVGSVGElement, places: Map<string, Place>, player: string, after: SVGSVGElement, ghosts: Map<string, Held>}} Stage
 */

/**
 * Moving pieces.
 * @typedef {{group: SVGGElement, piece: string, start: Point, now: Point, number: number}} Held
 */

const STEP = 165; // milliseconds per hop
const GLIDE = 320;

/**
 * Animate a move in the current picture; `next` is the picture after it.
 * @param {Board} board
 * @param {MoveView | null} move
 * @param {string | null} player
 * @param {string} next
 */
export async function perform(board, move, player, next) {
  if (!move?.motion?.length || !board.svg || !pace()) {
    quick(move);
    return;
  }
  const after = parsePicture(next);
  const stage = { svg: board.svg, places: board.places, player: player ?? "", after, ghosts: new Map() };
  board.svg.querySelector("g.marks")?.replaceChildren();
  for (const motion of move.motion) await ACTS[motion.how]?.(stage, motion);
  if (move.effects?.includes("win")) sound.win();
}

/** @param {MoveView | null} move */
function quick(move) {
  const effects = move?.effects || [];
  if (effects.includes("win")) sound.win();
  else if (effects.includes("capture")) sound.hit();
  else if (move) sound.land();
}

/** @type {Record<string, (stage: Stage, motion: MotionView) => Promise<void>>} */
const ACTS = {
  walk: (stage, motion) => hop(stage, motion, STEP, sound.step),
  home: (stage, motion) => hop(stage, motion, STEP, sound.step).then(() => sound.home()),
  enter: (stage, motion) => hop(stage, motion, GLIDE, sound.land),
  take: (stage, motion) => slide(stage, motion, GLIDE),
  slide: (stage, motion) => slide(stage, motion, GLIDE),
  warp: (stage, motion) => slide(stage, motion, GLIDE * 1.2),
  capture: (stage, motion) => {
    sound.hit();
    return slide(stage, motion, GLIDE * 1.3);
  },
  place: put,
  tip,
};

/**
 * @param {Stage} stage
 * @param {MotionView} motion
 */
const owner = (stage, motion) => (/^[12A-D]$/.test(motion.piece) ? motion.piece : stage.player);

/**
 * Lift the moving pieces out of the picture, so that they can be moved; pieces lifted before are reused.
 * @param {Stage} stage
 * @param {MotionView} motion
 * @returns {Held | null}
 */
function lift(stage, motion) {
  const name = motion.path[0];
  const held = stage.ghosts.get(name);
  if (held && held.piece === motion.piece) return held;
  let standing = piecesOn(stage.svg, name, owner(stage, motion), motion.piece).filter((piece) => !piece.classList.contains("gone"));
  if (!standing.length) standing = piecesOn(stage.svg, name, owner(stage, motion)).filter((piece) => !piece.classList.contains("gone"));
  const moving = standing.slice(-motion.number);
  if (!moving.length) return null;
  const group = draw("g", { class: "ghost", "pointer-events": "none" }, ...moving.map((piece) => piece.cloneNode(true)));
  for (const piece of moving) piece.classList.add("gone");
  const badge = moving[0].parentElement?.querySelector(":scope > [data-height]");
  if (badge) badge.classList.add("gone");
  stage.svg.append(group);
  return { group, piece: motion.piece, start: middle(moving[0]), now: middle(moving[0]), number: moving.length };
}

/**
 * Return the points of a motion; the last is where the picture after the move has the pieces.
 * @param {Stage} stage
 * @param {MotionView} motion
 * @param {Held} held
 */
function points(stage, motion, held) {
  /** @type {(Point | null)[]} */
  const found = motion.path.slice(1).map((name) => {
    const place = placeOf(stage.places, name, owner(stage, motion));
    return place ? spotOf(stage.svg, place, true) : null;
  });
  const last = motion.path[motion.path.length - 1];
  const landed = piecesOn(stage.after, last, owner(stage, motion), motion.piece).slice(-held.number)[0];
  if (landed && motion.path.length > 1) found[found.length - 1] = middle(landed);
  return found;
}

/**
 * @param {Held} held
 * @param {number} x
 * @param {number} y
 * @param {number} lifted
 * @param {string} extra
 */
function carry(held, x, y, lifted = 0, extra = "") {
  held.now = { x, y };
  held.group.setAttribute("transform", `translate(${x - held.start.x} ${y - held.start.y - lifted}) ${extra}`);
}

/**
 * @param {Stage} stage
 * @param {MotionView} motion
 * @param {number} time
 * @param {() => void} tick
 */
async function hop(stage, motion, time, tick) {
  const held = lift(stage, motion);
  if (!held) return;
  const high = Math.max(stage.svg.viewBox.baseVal.width, stage.svg.viewBox.baseVal.height) * 0.022;
  for (const point of points(stage, motion, held)) {
    if (!point) continue;
    const { x, y } = held.now;
    await tween(time, (part) => carry(held, mix(x, point.x, ease(part)), mix(y, point.y, ease(part)), Math.sin(Math.PI * part) * high));
    tick();
  }
  stage.ghosts.set(motion.path[motion.path.length - 1], held);
}

/**
 * @param {Stage} stage
 * @param {MotionView} motion
 * @param {number} time
 */
async function slide(stage, motion, time) {
  const held = lift(stage, motion);
  if (!held) return;
  const way = points(stage, motion, held);
  const steps = way.filter((point) => point !== null);
  sound.glide();
  for (const point of steps) {
    const { x, y } = held.now;
    await tween(time / Math.max(1, steps.length ** 0.5), (part) => carry(held, mix(x, point.x, ease(part)), mix(y, point.y, ease(part))));
  }
  if (!steps.length) await tween(time, (part) => held.group.setAttribute("opacity", String(1 - part))); // out of the game
  else stage.ghosts.set(motion.path[motion.path.length - 1], held);
}

/**
 * A new piece comes onto the board: from where it lies beside it, or from above.
 * @param {Stage} stage
 * @param {MotionView} motion
 */
async function put(stage, motion) {
  const [from, to] = motion.path;
  const target = piecesOn(stage.after, to, owner(stage, motion), motion.piece).at(-1) || piecesOn(stage.after, to, null).at(-1);
  if (!target) return;
  const place = placeOf(stage.places, from, owner(stage, motion));
  const stock = place ? piecesOn(stage.svg, from, place.owner).filter((piece) => !piece.classList.contains("gone")).at(-1) : null;
  stock?.classList.add("gone");
  const end = middle(target);
  const seat = /** @type {SVGGElement | null} */ (stage.svg.querySelector(`[data-faction="${CSS.escape(motion.piece.toLowerCase())}"] > g`));
  const start = stock ? middle(stock) : seat ? middle(seat) : { x: end.x, y: end.y - 80 };
  const inner = document.importNode(target, true);
  inner.removeAttribute("transform");
  const group = draw("g", { class: "ghost" }, inner);
  stage.svg.append(group);
  await tween(GLIDE, (part) => {
    const far = arrive(part);
    group.setAttribute("transform", `translate(${mix(start.x, end.x, far)} ${mix(start.y, end.y, far)}) scale(${mix(stock ? 0.6 : 0.9, 1, far)})`);
  });
  sound.land();
  stage.ghosts.set(to, { group, piece: motion.piece, start: end, now: end, number: 1 });
}

/**
 * A cube tips over its leading edge: the old top face narrows while the new one opens behind it.
 * @param {Stage} stage
 * @param {MotionView} motion
 */
async function tip(stage, motion) {
  const [at] = motion.path;
  const held = stage.ghosts.get(at);
  const target = piecesOn(stage.after, at, null, motion.piece).at(-1);
  if (!held || !target) return;
  const end = middle(target);
  const across = Math.abs(end.x - held.start.x) > Math.abs(end.y - held.start.y);
  const sign = Math.sign(across ? end.x - held.start.x : end.y - held.start.y) || 1;
  const half = 36 * sign;
  const inner = document.importNode(target, true);
  inner.removeAttribute("transform");
  const group = draw("g", { class: "ghost" }, inner);
  held.group.before(group);
  held.group.firstElementChild?.removeAttribute("transform");
  await tween(GLIDE, (part) => {
    const far = ease(part);
    /**
     * @param {number} size
     * @param {number} edge
     */
    const flat = (size, edge) => (across
      ? `translate(${end.x + edge * (1 - size)} ${end.y}) scale(${Math.max(size, 0.01)} 1)`
      : `translate(${end.x} ${end.y + edge * (1 - size)}) scale(1 ${Math.max(size, 0.01)})`);
    held.group.setAttribute("transform", flat(1 - far, half));
    group.setAttribute("transform", flat(far, -half));
  });
  held.group.remove();
  sound.land();
}
