// Four sticks, or whatever else is thrown, tumble onto the board and come to rest as the server has drawn them.

import { pace } from "./settings.js";
import { clack, knock } from "./sound.js";
import { mix, tween } from "./tween.js";

/** @import { Board } from "./board.js" */

/**
 * The flight of one stick: how it ends up, and how it gets there.
 * @typedef {{stick: SVGElement, resting: string, x: number, y: number, turn: number, face: Element, ridge: Element, faces: Record<string, string>, side: string,
 *   spin: number, rolls: number, from: Point, delay: number, time: number}} Flight
 */

const FLIGHT = 620;

/**
 * Let the sticks of the current picture fall.
 * @param {Board} board
 */
export async function tumble(board) {
  const sticks = /** @type {SVGElement[]} */ ([...board.svg.querySelectorAll("[data-throw] > [data-stick]")]);
  if (!sticks.length) return;
  if (!pace()) {
    knock(1200, 0.4);
    return;
  }
  const flights = sticks.map((stick, index) => flight(stick, index));
  clack(flights.map(({ delay, time }) => (delay + time * 0.86) * pace()));
  await Promise.all(flights.map((one) => fly(one)));
}

/**
 * @param {SVGElement} stick
 * @param {number} index
 * @returns {Flight}
 */
function flight(stick, index) {
  const resting = stick.getAttribute("transform") ?? "";
  const [, x, y, turn] = (resting.match(/translate\((-?[\d.]+) (-?[\d.]+)\) rotate\((-?[\d.]+)\)/) ?? []).map(Number);
  const [face, ridge] = [...stick.children].slice(-2);
  const [flat, round] = (stick.parentElement?.dataset.faces ?? "").split(" ");
  return {
    stick, resting, x, y, turn, face, ridge, faces: { flat, round },
    side: stick.dataset.stick ?? "",
    spin: (index % 2 ? -1 : 1) * (420 + Math.random() * 260),
    rolls: 2 + Math.floor(Math.random() * 2) + (index % 2) * 0.5,
    from: { x: x + (Math.random() - 0.5) * 260, y: y + 330 + Math.random() * 120 },
    delay: index * 45,
    time: FLIGHT + Math.random() * 130,
  };
}

/** @param {Flight} one */
async function fly(one) {
  const { faces } = one;
  const other = one.side === "flat" ? "round" : "flat";
  one.stick.setAttribute("opacity", "0");
  await tween(one.delay + one.time, (whole) => {
    const part = Math.max(0, (whole * (one.delay + one.time) - one.delay) / one.time);
    one.stick.setAttribute("opacity", part > 0 ? "1" : "0");
    const out = 1 - (1 - part) ** 2.2;
    const roll = Math.cos(Math.PI * 2 * one.rolls * (1 - part) ** 1.3);
    const bounce = part > 0.86 ? Math.sin(((part - 0.86) / 0.14) * Math.PI) * 9 : Math.sin(out * Math.PI) * 60;
    const size = 1 + Math.sin(out * Math.PI) * 0.28;
    one.face.setAttribute("fill", faces[roll >= 0 ? one.side : other]);
    one.ridge.setAttribute("visibility", part > 0.9 ? "visible" : "hidden");
    const x = mix(one.from.x, one.x, out);
    const y = mix(one.from.y, one.y, out) - bounce;
    one.stick.setAttribute("transform", `translate(${x} ${y}) rotate(${one.turn + one.spin * (1 - out)}) scale(${Math.max(Math.abs(roll), 0.16) * size} ${size})`);
  });
  one.stick.setAttribute("transform", one.resting);
  one.stick.setAttribute("opacity", "1");
  one.ridge.setAttribute("visibility", "visible");
  one.face.setAttribute("fill", faces[one.side]);
}
