// The chart of winning chances over a game. Two sides make one filled curve; more make one curve each.

import { draw, make } from "./elements.js";
import { sidesOf } from "./sides.js";
import { say } from "./words.js";

/**
 * @typedef {object} Chart
 * @property {PlayerView[]} players
 * @property {(Record<string, number> | null)[]} points the chances of each player, one entry a step
 * @property {{step: number, player: string}[]} marks the steps to point out
 * @property {number} total
 * @property {number} at
 * @property {(step: number) => void} go
 */

const WIDTH = 600;
const HEIGHT = 200;
const ROOM = { left: 68, right: 14, top: 12, bottom: 40 }; // around the curves, for the scale
const LETTERS = 21;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const MOST_NUMBERS = 7; // on the axis of steps

/**
 * Draw the chances. `points` is a list of maps from player to chance, one per step; `marks` are the steps to point out.
 * @param {HTMLElement} box
 * @param {Chart} chart
 */
export function drawChart(box, { players: everybody, points, marks, total, at, go }) {
  const players = sidesOf(everybody);
  /** @param {string} player */
  const lineOf = (player) => players.find(({ team }) => team === everybody.find((one) => one.player === player)?.team)?.player;
  /** @param {number} step */
  const x = (step) => (total ? (step / total) * WIDTH : 0);
  /** @param {number} chance */
  const y = (chance) => HEIGHT - chance * HEIGHT;
  const whole = WIDTH + ROOM.left + ROOM.right;
  const view = `${-ROOM.left} ${-ROOM.top} ${whole} ${HEIGHT + ROOM.top + ROOM.bottom}`;
  const svg = draw("svg", { viewBox: view, role: "img", "aria-label": say("replay.chart"), "data-left": ROOM.left, "data-width": WIDTH });
  svg.append(draw("rect", { width: WIDTH, height: HEIGHT, class: "ground" }), ...chanceScale(y), ...stepScale(x, total));
  const shown = players.length === 2 ? players.slice(0, 1) : players;
  shown.forEach((player, index) => svg.append(...curve(player.player, index, points, x, y, players.length === 2)));
  for (const { step, player } of marks) {
    const chances = points[step];
    if (chances) svg.append(draw("circle", { cx: x(step), cy: y(chances[shown.find((one) => one.player === lineOf(player))?.player ?? shown[0].player]), r: 6, class: "blunder" }));
  }
  svg.append(draw("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "now" }));
  svg.addEventListener("click", (event) => {
    const bounds = svg.getBoundingClientRect();
    const part = ((event.clientX - bounds.left) / bounds.width) * whole - ROOM.left;
    go(Math.round((Math.min(Math.max(part, 0), WIDTH) / WIDTH) * total));
  });
  box.replaceChildren(svg);
  if (players.length > 2) box.append(legend(players));
}

/**
 * @param {string} player
 * @param {number} index
 * @param {(Record<string, number> | null)[]} points
 * @param {(step: number) => number} x
 * @param {(chance: number) => number} y
 * @param {boolean} filled
 */
function curve(player, index, points, x, y, filled) {
  const spots = points.map((chances, step) => (chances ? `${x(step)} ${y(chances[player])}` : null)).filter(Boolean);
  if (!spots.length) return [];
  const line = draw("path", { d: `M${spots.join("L")}`, class: `curve line${index}` });
  return filled ? [draw("path", { d: `M0 ${HEIGHT}L${spots.join("L")}L${x(spots.length - 1)} ${HEIGHT}Z`, class: "area" }), line] : [line];
}

/**
 * Draw the lines for chances of 0, 50 and 100 %, with labels.
 * @param {(chance: number) => number} y
 */
function chanceScale(y) {
  return [0, 0.5, 1].flatMap((chance) => [
    draw("line", { x1: 0, x2: WIDTH, y1: y(chance), y2: y(chance), class: "half" }),
    draw("text", { x: -9, y: y(chance) + LETTERS * (chance ? 0.35 : 0.1), "font-size": LETTERS, class: "scale chance" }, `${chance * 100}%`),
  ]);
}

/**
 * Draw the step numbers, as many as there is room for.
 * @param {(step: number) => number} x
 * @param {number} total
 */
function stepScale(x, total) {
  const every = STEPS.find((step) => total / step <= MOST_NUMBERS) ?? total;
  const numbers = Array.from({ length: Math.floor(total / every) }, (_, index) => (index + 1) * every);
  return [
    ...numbers.flatMap((number) => [
      draw("line", { x1: x(number), x2: x(number), y1: HEIGHT, y2: HEIGHT + 6, class: "tick" }),
      draw("text", { x: x(number), y: HEIGHT + 10 + LETTERS, "font-size": LETTERS, class: "scale step" }, String(number)),
    ]),
    draw("text", { x: -9, y: HEIGHT + 10 + LETTERS, "font-size": LETTERS, class: "scale chance" }, say("replay.axis_steps")),
  ];
}

/** @param {PlayerView[]} players */
function legend(players) {
  return make("p", { class: "chart-names" }, ...players.map(({ name }, index) => make("span", {},
    draw("svg", { viewBox: "0 0 36 12", "aria-hidden": "true" }, draw("path", { d: "M0 6H36", class: `curve line${index}` })), name)));
}
