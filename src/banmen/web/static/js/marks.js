// Marks drawn into a board's picture: what can move, where it can go, what will happen there, hints and dangers.

import { draw } from "./elements.js";
import { placeOf, spotOf } from "./geometry.js";

// Small signs for what a move does, drawn in a field of 20 around (0, 0).
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

/** Return the layer for marks, made when it is first needed; it lies over everything else. */
export function layer(svg) {
  return svg.querySelector("g.marks") || svg.appendChild(draw("g", { class: "marks" }));
}

/** Draw a ring around the spot of a place. */
export function ring(svg, place, kind, { arriving = false, spot = null, grow = 0 } = {}) {
  const at = spot || spotOf(svg, place, arriving);
  const r = size(svg, place) + grow;
  const width = unit(svg);
  return draw("g", { transform: `translate(${at.x} ${at.y})` },
    draw("circle", { r, class: kind === "can" ? "can-halo" : "mark-halo", "stroke-width": width * 2.1 }),
    draw("circle", { r, class: kind === "can" ? "can" : `mark-${kind}`, "stroke-width": width * 1.2 }));
}

/** Mark where a move leads, with a sign for the most telling thing that it does. */
export function target(svg, place, moves) {
  const at = spotOf(svg, place, true);
  const effects = new Set(moves.flatMap((move) => move.effects || []));
  const bad = effects.has("capture");
  const width = unit(svg);
  const r = size(svg, place);
  const group = draw("g", { transform: `translate(${at.x} ${at.y})`, "data-target": place.name },
    draw("circle", { r, class: "mark-halo", "stroke-width": width * 2.3 }),
    draw("circle", { r, class: `mark-ring${bad ? " mark-capture" : ""}`, "stroke-width": width * 1.3 }),
    draw("circle", { r: r * 0.3, class: bad ? "mark-capture-dot" : "mark-dot" }));
  const telling = Object.keys(SIGNS).find((name) => effects.has(name));
  if (telling) group.append(sign(telling, r, unit(svg), bad));
  return group;
}

function sign(name, r, width, bad) {
  const mood = bad ? " capture" : "";
  const scale = width * 0.42;
  return draw("g", { transform: `translate(${r * 0.82} ${-r * 0.82}) scale(${scale})`, "data-effect": name },
    draw("circle", { r: 11, class: `mark-sign${mood}`, "stroke-width": 2 }),
    draw("path", { d: SIGNS[name], class: `mark-glyph${mood}`, "stroke-width": 2.2 }));
}

/** Draw the way of a move from place to place. */
export function way(svg, places, move, player, kind = "") {
  const group = draw("g", {});
  for (const motion of move.motion || []) {
    if (["tip", "enter", "place"].includes(motion.how) && motion !== move.motion[0]) continue;
    const owner = /^[12A-D]$/.test(motion.piece) ? motion.piece : player;
    const points = motion.path.map((name, index) => {
      const place = placeOf(places, name, owner);
      return place ? spotOf(svg, place, index > 0) : null;
    }).filter(Boolean);
    if (points.length < 2) continue;
    const mood = motion.how === "capture" ? "capture" : kind;
    const d = `M${points.map((point) => `${point.x} ${point.y}`).join("L")}`;
    const dashes = motion.how === "walk" || motion.how === "slide" ? null : `${unit(svg) * 2} ${unit(svg) * 3}`;
    group.append(
      draw("path", { d, class: "mark-way pale", "stroke-width": unit(svg) * 2.3, "stroke-dasharray": dashes }), // seen on dark wood too
      draw("path", { d, class: `mark-way ${mood}`, "stroke-width": unit(svg) * 1.4, "stroke-dasharray": dashes }));
  }
  return group;
}

/** The width of a fine line in a picture. */
export function unit(svg) {
  const view = svg.viewBox.baseVal;
  return Math.max(view.width, view.height) / 220;
}

function size(svg, place) {
  const most = Math.max(svg.viewBox.baseVal.width, svg.viewBox.baseVal.height) * 0.048;
  return Math.min(place.radius, most);
}
