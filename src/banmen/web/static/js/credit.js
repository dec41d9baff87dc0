// Whose game it is, told on its pages.

import { get } from "./api.js";
import { find, tell } from "./elements.js";

/**
 * Tell whom a game is owed to.
 * @param {string} name
 */
export async function showCredit(name) {
  /** @type {{name: string, credit: string}[]} */
  const games = await get("/api/games");
  tell(find("credit"), games.find((game) => game.name === name)?.credit);
}
