// The credits of a game, shown on its pages.

import { get } from "./api.js";
import { find, tell } from "./elements.js";

/**
 * Show the credits of a game.
 * @param {string} name
 */
export async function showCredit(name) {
  /** @type {{name: string, credit: string}[]} */
  const games = await get("/api/games");
  tell(find("credit"), games.find((game) => game.name === name)?.credit);
}
