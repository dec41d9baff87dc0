// The credits of a game, shown on its pages.

import { get } from "./api.js";
import { find, tell } from "./elements.js";

/**
 * Show the credits of a game, loaded when the reader opens them.
 * @param {string} name
 */
export function showCredit(name) {
  const credit = find("credit");
  const show = async () => {
    /** @type {{name: string, credit: string}[]} */
    const games = await get("/api/games").catch(() => []);
    tell(credit, games.find((game) => game.name === name)?.credit);
  };
  const folded = credit.closest("details:not([open])");
  if (folded) folded.addEventListener("toggle", () => credit.textContent || show());
  else show();
}
