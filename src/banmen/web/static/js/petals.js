// A game is won: petals drift down over the board for a moment.

import { draw, make } from "./elements.js";
import { pace } from "./settings.js";

const PETALS = 26;

/**
 * Let petals fall over a board.
 * @param {HTMLElement} board
 */
export async function petals(board) {
  if (!pace() || !board.animate) return;
  const drifting = Array.from({ length: PETALS }, petal);
  const cloud = make("div", { class: "petals", "aria-hidden": "true" }, ...drifting);
  board.append(cloud);
  await Promise.all(drifting.map((one) => fall(one, cloud)));
  cloud.remove();
}

function petal() {
  return draw("svg", { viewBox: "-10 -10 20 20", class: "petal" }, draw("path", { d: "M0 -9C6 -6 7 3 2 8L0 6L-2 8C-7 3 -6 -6 0 -9Z" }));
}

/**
 * @param {SVGElement} element
 * @param {HTMLElement} cloud
 */
function fall(element, cloud) {
  element.style.left = `${Math.random() * 100}%`;
  const far = cloud.clientHeight * 1.15;
  const aside = (Math.random() - 0.5) * far * 0.5;
  const turn = (Math.random() - 0.5) * 720;
  const frames = [
    { transform: "translate(0, 0) rotate(0)" },
    { transform: `translate(${aside}px, ${far / 2}px) rotate(${turn / 2}deg)`, offset: 0.5 },
    { transform: `translate(${aside / 3}px, ${far}px) rotate(${turn}deg)`, opacity: 0 },
  ];
  return element.animate(frames, { duration: (2200 + Math.random() * 1600) * pace(), delay: Math.random() * 900, easing: "ease-in", fill: "both" }).finished;
}
