// Marks drawn into a board's picture: what can move, where it can go, what will happen there, hints and dangers.

import { draw } from "./elements.js";
import { middle, piecesOn, placeOf, spotOf } from "./geometry.js";

// Small signs for the effects of a move, drawn in a field of 20 around (0, 0).
/** @type {Record<string, string>} */
const SIGNS = {
  win: "M0 -7L2 -2.2L7 -2L3 1.4L4.4 6.4L0 3.4L-4.4 6.4L-3 1.4L-7 -2L-2 -2.2Z",
  lose: "M-5 -5L5 5M-5 0H5",
  capture: "M-5 -5L5 5M5 -5L-5 5",
  home: "M-6 0L0 -6L6 0M-4 -1V6H4V-1",
  warp: "M-7 3C-4 -6 -1 -6 0 0S4 6 7 -3",
  close: "M-5 -5H5V5H-5Z",
  stack: "M-6 5H6M-6 1H6M-6 -3H6",
  again: "M5.5 -2A6 6 0 1 0 5.5 3M6 -6V-1.5H1.5",
};

/**
 * Return the layer for marks, made on first use; it is above everything else.
 * @param {SVGSVGElement} svg
 * @returns {SVGGElement}
 */
export function layer(svg) {
  return svg.querySelector("g.marks") || svg.appendChild(draw("g", { class: "marks" }));
}

/**
 * Return copies of the labels that show the heights of stacks, to lie over the marks.
 * @param {SVGSVGElement} svg
 */
export function heights(svg) {
  return Array.from(svg.querySelectorAll("[data-height]"), (plate) => plate.cloneNode(true));
}

/**
 * Draw a ring around a place, or around the pieces there: never across a piece.
 * @param {SVGSVGElement} svg
 * @param {Place} place
 * @param {string} kind
 * @param {{grow?: number}} options
 */
export function ring(svg, place, kind, { grow = 0 } = {}) {
  const { x, y, ...shape } = around(svg, place, false);
  const width = unit(svg);
  return draw("g", { transform: `translate(${x} ${y})` },
    outline(shape, kind === "can" ? "can-halo" : "mark-halo", width * 2.1, grow),
    outline(shape, kind === "can" ? "can" : `mark-${kind}`, width * 1.2, grow));
}

/**
 * Mark the target of a move, with a sign for its most important effect; `many` marks are only dots, and no dot covers a piece.
 * @param {SVGSVGElement} svg
 * @param {Place} place
 * @param {MoveView[]} moves
 * @param {boolean} many
 */
export function target(svg, place, moves, many = false) {
  const { x, y, ...shape } = around(svg, place, true);
  const { rx, ry, free } = shape;
  const effects = new Set(moves.flatMap((move) => move.effects || []));
  const bad = effects.has("capture");
  const width = unit(svg);
  const rings = [outline(shape, "mark-halo", width * 2.3), outline(shape, `mark-ring${bad ? " mark-capture" : ""}`, width * 1.3)];
  const arrows = [...new Set(moves.flatMap(({ pointing }) => pointing ?? []))];
  const dot = draw("circle", { r: rx * 0.28, class: bad ? "mark-capture-dot" : "mark-dot", "stroke-width": width });
  const shown = arrows.length ? arrows.map((arrow) => drawArrow(arrow, isTurned(svg), rx, arrows.length > 1 || many)) : [dot];
  const group = draw("g", { transform: `translate(${x} ${y})`, "data-target": place.name }, ...(many && free ? [] : rings), ...(free ? shown : []));
  const telling = Object.keys(SIGNS).find((name) => effects.has(name));
  if (telling) group.append(sign(telling, rx, ry, width, bad));
  return group;
}

// The direction of an arrow on a board that is not turned, in degrees clockwise from up.
/** @type {Record<string, number>} */
const ANGLES = { "^": 0, ">": 90, v: 180, "<": 270 };

/** @param {SVGElement} svg */
export const isTurned = (svg) => svg.dataset.turned === "true";

/**
 * Draw the arrow that a piece will show: a large one, or, beside others to choose from, a small head at the edge.
 * @param {string} arrow
 * @param {boolean} turned
 * @param {number} radius
 * @param {boolean} small
 */
function drawArrow(arrow, turned, radius, small) {
  const d = small ? "M0 -.82L.34 -.4H-.34Z" : "M0 -.72L.6 -.04H.24V.66H-.24V-.04H-.6Z";
  return draw("path", { d, class: "mark-arrow", "stroke-width": 0.1, "data-pointing": arrow, transform: `rotate(${(ANGLES[arrow] + (turned ? 180 : 0)) % 360}) scale(${radius})` });
}

/**
 * Draw the line around something: an ellipse, or a rounded box if it is angular.
 * @param {{rx: number, ry: number, angular?: boolean}} shape
 * @param {string} kind
 * @param {number} width
 * @param {number} grow
 */
function outline({ rx, ry, angular }, kind, width, grow = 0) {
  const [wide, high] = [rx + grow, ry + grow];
  if (!angular) return draw("ellipse", { rx: wide, ry: high, class: kind, "stroke-width": width });
  return draw("rect", { x: -wide, y: -high, width: 2 * wide, height: 2 * high, rx: wide * 0.28, class: kind, "stroke-width": width });
}

/**
 * Return the position and shape of a ring: around the pieces on a place, or around its free spot.
 * @param {SVGSVGElement} svg
 * @param {Place} place
 * @param {boolean} arriving
 * @returns {{x: number, y: number, rx: number, ry: number, free: boolean, angular?: boolean}}
 */
function around(svg, place, arriving) {
  const spot = spotOf(svg, place, arriving);
  const least = size(svg, place);
  const slots = place.points.length > 1; // reserve and home: only the next slot counts
  const all = slots && arriving ? [] : piecesOn(svg, place.name, place.owner);
  const standing = slots || place.area ? all.slice(-1) : all;
  if (!standing.length) return { ...spot, rx: least, ry: least, free: true };
  const boxes = standing.map(extentOf);
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const gap = unit(svg) * 1.5;
  const [rx, ry] = [(right - left) / 2 + gap, (bottom - top) / 2 + gap];
  const angular = standing.every(hasCorners);
  const middleOf = { x: (left + right) / 2, y: (top + bottom) / 2, angular, free: false };
  if (angular) return { ...middleOf, rx, ry };
  const even = Math.max(rx, ry) < 1.35 * Math.min(rx, ry); // only really tall pieces get a tall ring
  const r = Math.max(rx, ry, place.area ? 0 : least);
  return { ...middleOf, rx: even ? r : Math.max(rx * 1.15, least * 0.8), ry: even ? r : ry };
}

/** @param {SVGGraphicsElement} piece */
function hasCorners(piece) {
  const wide = piece.getBBox().width;
  return [...piece.querySelectorAll("rect")].some((part) => part.getBBox().width > wide * 0.85);
}

/** @param {SVGGraphicsElement} piece */
function extentOf(piece) {
  const { x, y } = middle(piece);
  const box = piece.getBBox();
  const sized = piece.getAttribute("transform")?.match(/scale\(\s*(-?[\d.]+)/);
  const scale = sized ? Math.abs(Number(sized[1])) : 1;
  const aside = sized && Number(sized[1]) < 0 ? -(box.x + box.width) : box.x; // a piece that faces the other way
  return { left: x + aside * scale, right: x + (aside + box.width) * scale, top: y + box.y * scale, bottom: y + (box.y + box.height) * scale };
}

/**
 * @param {string} name
 * @param {number} rx
 * @param {number} ry
 * @param {number} width
 * @param {boolean} bad
 */
function sign(name, rx, ry, width, bad) {
  const mood = bad ? " capture" : "";
  const scale = width * 0.42;
  return draw("g", { transform: `translate(${rx * 0.82} ${-ry * 0.82}) scale(${scale})`, "data-effect": name },
    draw("circle", { r: 11, class: `mark-sign${mood}`, "stroke-width": 2 }),
    draw("path", { d: SIGNS[name], class: `mark-glyph${mood}`, "stroke-width": 2.2 }));
}

/**
 * Draw the path of a move from place to place.
 * @param {SVGSVGElement} svg
 * @param {Map<string, Place>} places
 * @param {MoveView} move
 * @param {string} player
 * @param {string} kind
 */
export function way(svg, places, move, player, kind = "") {
  const group = draw("g", {});
  for (const motion of move.motion || []) {
    if (["tip", "enter", "place"].includes(motion.how) && motion !== move.motion[0]) continue;
    const owner = /^[12A-D]$/.test(motion.piece) ? motion.piece : player;
    const points = motion.path.flatMap((name, index) => {
      const place = placeOf(places, name, owner);
      return place ? [spotOf(svg, place, index > 0)] : [];
    });
    if (points.length < 2) continue;
    const mood = motion.how === "capture" ? "capture" : kind;
    const d = `M${points.map((point) => `${point.x} ${point.y}`).join("L")}`;
    const dashes = motion.how === "walk" || motion.how === "slide" ? null : `${unit(svg) * 2} ${unit(svg) * 3}`;
    group.append(
      draw("path", { d, class: "mark-way pale", "stroke-width": unit(svg) * 2.3, "stroke-dasharray": dashes }), // visible on dark wood too
      draw("path", { d, class: `mark-way ${mood}`, "stroke-width": unit(svg) * 1.4, "stroke-dasharray": dashes }));
  }
  return group;
}

/**
 * Show the names of some places, or of all (null), above everything else; the picture contains them.
 * @param {SVGSVGElement} svg
 * @param {(Place | null)[] | null} places
 */
export function showNames(svg, places) {
  const wanted = places && new Set(places.map((place) => place?.key));
  for (const name of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-name-of]"))) {
    const { nameOf = "", lane = "", notation } = name.dataset; // no sentence uses a name that is only notation
    name.classList.toggle("named", !wanted || (!notation && wanted.has(`${nameOf}@${lane}`)));
  }
  const group = svg.querySelector("[data-name-of]")?.parentElement;
  if (group && group !== svg.lastElementChild) svg.append(group);
}

/**
 * The width of a fine line in a picture.
 * @param {SVGSVGElement} svg
 */
export function unit(svg) {
  const view = svg.viewBox.baseVal;
  return Math.max(view.width, view.height) / 220;
}

/**
 * @param {SVGSVGElement} svg
 * @param {Place} place
 */
function size(svg, place) {
  const most = Math.max(svg.viewBox.baseVal.width, svg.viewBox.baseVal.height) * 0.048;
  return Math.min(place.radius, most);
}
