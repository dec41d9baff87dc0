// The chart of chances over a game. Two players make one curve with its ground; more make one curve each.

import { draw, make } from "./elements.js";
import { say } from "./words.js";

const WIDTH = 600;
const HEIGHT = 200;

/** Draw the chances. `points` is a list of maps from player to chance, one a step; `marks` the steps to point out. */
export function drawChart(box, { players, points, marks, total, at, go }) {
  const x = (step) => (total ? (step / total) * WIDTH : 0);
  const y = (chance) => HEIGHT - chance * HEIGHT;
  const svg = draw("svg", { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": say("replay.chart"), preserveAspectRatio: "none", height: HEIGHT });
  svg.append(draw("rect", { width: WIDTH, height: HEIGHT, class: "ground" }));
  const shown = players.length === 2 ? players.slice(0, 1) : players;
  shown.forEach((player, index) => {
    const spots = points.map((chances, step) => (chances ? `${x(step)} ${y(chances[player.player])}` : null)).filter(Boolean);
    if (!spots.length) return;
    if (players.length === 2) svg.append(draw("path", { d: `M0 ${HEIGHT}L${spots.join("L")}L${x(spots.length - 1)} ${HEIGHT}Z`, class: "area" }));
    svg.append(draw("path", { d: `M${spots.join("L")}`, class: `curve line${index}` }));
  });
  svg.append(draw("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "half" }));
  for (const { step, player } of marks) {
    const chances = points[step];
    if (chances) svg.append(draw("circle", { cx: x(step), cy: y(chances[shown.some((one) => one.player === player) ? player : shown[0].player]), r: 6, class: "blunder" }));
  }
  svg.append(draw("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "now" }));
  svg.addEventListener("click", (event) => {
    const bounds = svg.getBoundingClientRect();
    const part = ((event.clientX - bounds.left) / bounds.width) * (WIDTH + 8) - 4;
    go(Math.round((Math.min(Math.max(part, 0), WIDTH) / WIDTH) * total));
  });
  box.replaceChildren(svg);
  if (players.length > 2) box.append(legend(players));
}

function legend(players) {
  return make("p", { class: "chart-names" }, ...players.map(({ name }, index) => make("span", {},
    draw("svg", { viewBox: "0 0 36 12", "aria-hidden": "true" }, draw("path", { d: "M0 6H36", class: `curve line${index}` })), name)));
}
